import FaceAnalysis
import Findings

/// How a face is followed.
public struct TrackerOptions: Sendable, Equatable {
  /// How faces are measured; embeddings are not run here.
  public var analysis: AnalysisOptions

  /// After how many frames the detector looks for a second face, at least 1.
  public var searchInterval: Int

  /// Longest time between two frames of one track, in seconds: what happens in a longer gap is not known.
  public var longestGapSeconds: Double

  /// Makes options.
  ///
  /// - Parameters:
  ///   - analysis: As for single pictures by default.
  ///   - searchInterval: 15 frames by default, half a second of a usual camera.
  ///   - longestGapSeconds: One second by default.
  public init(
    analysis: AnalysisOptions = AnalysisOptions(), searchInterval: Int = 15, longestGapSeconds: Double = 1
  ) {
    self.analysis = analysis
    self.searchInterval = searchInterval
    self.longestGapSeconds = longestGapSeconds
  }
}
