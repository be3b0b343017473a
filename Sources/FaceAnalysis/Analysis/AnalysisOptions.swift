/// Whose face is meant when a picture shows several.
public enum FaceSelection: String, Sendable, CaseIterable, Codable {
  /// The largest one, if no other one has a similar size.
  case unambiguous
  /// The largest one, whoever else is there.
  case largest
  /// The one nearest to the middle of the picture, as data sets of cropped portraits mean it.
  case mostCentral
}

/// How faces are analysed.
public struct AnalysisOptions: Sendable, Equatable {
  /// Longest side in pixels at which pictures are searched for faces. More finds smaller faces and takes
  /// longer.
  public var maximumDetectorSide: Int

  /// Whose face `acquire` takes.
  public var selection: FaceSelection

  /// With `FaceSelection.unambiguous`, another face makes the picture ambiguous when its box has at least
  /// this share of the largest one's area, 0…1.
  public var rivalAreaShare: Double

  /// The least distance between the eyes in pixels that `acquire` accepts.
  public var minimumInterEyeDistance: Double

  /// The lowest quality (0…1) that `acquire` accepts.
  public var minimumQuality: Double

  /// Below this score of the mesh network (0…1) an uncertain detection is taken for no face, and a face that
  /// is followed for lost.
  public var minimumMeshScore: Double

  /// From this score of the detector (0…1) on a detection is a face even if the mesh network sees none: one
  /// in full profile or with something before it. Its quality says so.
  public var certainDetectionScore: Double

  /// What makes a person attentive.
  public var attention: AttentionRules

  /// Whether eyes, gaze and attention are looked at; comparing faces does not need them.
  public var includesEyes: Bool

  /// Whether embeddings average the face and its mirror image.
  public var averagesMirrored: Bool

  /// Most faces of one picture that are analysed, the largest first.
  public var maximumFaceCount: Int

  /// Threads that compute together within one network.
  public var threads: Int

  /// Makes options.
  ///
  /// - Parameters:
  ///   - maximumDetectorSide: 640 pixels by default.
  ///   - selection: `unambiguous` by default.
  ///   - rivalAreaShare: One half by default.
  ///   - minimumInterEyeDistance: 16 pixels by default.
  ///   - minimumQuality: 0.25 by default.
  ///   - minimumMeshScore: 0.5 by default.
  ///   - certainDetectionScore: 0.85 by default.
  ///   - attention: See `AttentionRules`.
  ///   - includesEyes: Yes by default.
  ///   - averagesMirrored: No by default.
  ///   - maximumFaceCount: 64 by default.
  ///   - threads: One by default; several pictures at once are faster than one with several threads.
  public init(
    maximumDetectorSide: Int = 640, selection: FaceSelection = .unambiguous, rivalAreaShare: Double = 0.5,
    minimumInterEyeDistance: Double = 16, minimumQuality: Double = 0.25, minimumMeshScore: Double = 0.5,
    certainDetectionScore: Double = 0.85, attention: AttentionRules = AttentionRules(),
    includesEyes: Bool = true,
    averagesMirrored: Bool = false, maximumFaceCount: Int = 64, threads: Int = 1
  ) {
    self.maximumDetectorSide = maximumDetectorSide
    self.selection = selection
    self.rivalAreaShare = rivalAreaShare
    self.minimumInterEyeDistance = minimumInterEyeDistance
    self.minimumQuality = minimumQuality
    self.minimumMeshScore = minimumMeshScore
    self.certainDetectionScore = certainDetectionScore
    self.attention = attention
    self.includesEyes = includesEyes
    self.averagesMirrored = averagesMirrored
    self.maximumFaceCount = maximumFaceCount
    self.threads = threads
  }
}
