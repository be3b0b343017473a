import FaceAnalysis
import Findings

/// How a face is followed.
public struct TrackerOptions: Sendable, Equatable {
  /// How faces are measured; embeddings are not run here.
  public var analysis: AnalysisOptions

  /// After how many seconds the detector looks for a second face.
  public var searchSeconds: Double

  /// Longest time between two frames of one track, in seconds: what happens in a longer gap is not known.
  public var longestGapSeconds: Double

  /// Makes options.
  ///
  /// - Parameters:
  ///   - analysis: As for single pictures by default.
  ///   - searchSeconds: Half a second by default.
  ///   - longestGapSeconds: One second by default.
  public init(
    analysis: AnalysisOptions = AnalysisOptions(), searchSeconds: Double = 0.5, longestGapSeconds: Double = 1
  ) {
    self.analysis = analysis
    self.searchSeconds = searchSeconds
    self.longestGapSeconds = longestGapSeconds
  }
}
