import Imaging

/// Finds the faces of a picture and measures each of them: detection, mesh, pose, eyes, quality, embedding.
///
/// An analyser serves one thread at a time; workers make one each from shared `FaceModels`. Networks are
/// loaded when they are first needed, so a use that leaves out eyes or embeddings does not pay for them.
public final class FaceAnalyzer {
  /// The networks, shared with other analysers.
  public let models: FaceModels

  /// How faces are analysed.
  public let options: AnalysisOptions

  private var detector: FaceDetector?
  private var meshEstimator: FaceMeshEstimator?
  private var irisEstimator: IrisEstimator?
  private var embedder: FaceEmbedder?
  private let aligner: FaceAligner

  /// Makes an analyser; nothing is loaded yet.
  public init(models: FaceModels, options: AnalysisOptions = AnalysisOptions()) {
    self.models = models
    self.options = options
    aligner = FaceAligner(models.pack.embedding)
  }

  /// Finds and measures all faces.
  ///
  /// - Returns: The faces by falling area of their boxes, in pixels of `image` (see `Face.inOriginal(of:)`).
  ///   Detections that neither network is certain of are left out.
  /// - Throws: `ModelPackError` when a network cannot be loaded or does not fit its role.
  public func analyze(_ image: Image) throws(ModelPackError) -> [Face] {
    var found: [Face] = []
    for detection in try detect(image).prefix(options.maximumFaceCount) {
      if let face = try face(detection, in: image) { found.append(face) }
    }
    return found
  }

  /// Takes the one face that is meant.
  ///
  /// - Returns: The face in pixels of `image`, or why there is none that could be used.
  /// - Throws: `ModelPackError` when a network cannot be loaded or does not fit its role.
  public func acquire(_ image: Image) throws(ModelPackError) -> Acquisition {
    let detections = Array(try detectMeant(image).prefix(options.maximumFaceCount))
    let found = try options.selection.confirmed(detections, rivalAreaShare: options.rivalAreaShare, in: image)
    {
      detection throws(ModelPackError) in try face(detection, in: image)
    }
    return outcome(of: found)
  }

  /// Measures a face whose place is known from the previous frame, without the detector.
  ///
  /// - Parameters:
  ///   - image: The frame.
  ///   - previous: The face in the previous frame.
  /// - Returns: The face; `nil` when it is lost, in which case `analyze` has to find it again. Its
  ///   detection is the previous one, moved with the mesh.
  /// - Throws: `ModelPackError` when a network cannot be loaded or does not fit its role.
  public func track(_ previous: Face, in image: Image) throws(ModelPackError) -> Face? {
    guard let square = FaceSquare(around: previous.mesh),
      let mesh = try makeMeshEstimator().mesh(in: image, near: square),
      mesh.score >= options.minimumMeshScore,
      let moved = previous.detection.moved(from: previous.mesh, to: mesh)
    else { return nil }
    return try face(moved, mesh, in: image)
  }

  /// Finds the faces that make it unclear whether a followed face is the one that is meant.
  ///
  /// - Parameters:
  ///   - face: The face that is followed, in pixels of `image`.
  ///   - image: The frame.
  /// - Returns: Other faces whose box has at least `AnalysisOptions.rivalAreaShare` of the face's area.
  /// - Throws: `ModelPackError` when a network cannot be loaded or does not fit its role.
  public func rivals(of face: Face, in image: Image) throws(ModelPackError) -> [Face] {
    let others = try detect(image).filter {
      $0.box.area >= options.rivalAreaShare * face.box.area
        && $0.box.overlap(with: face.box) < Self.sameFaceOverlap
    }
    var found: [Face] = []
    for detection in others.prefix(options.maximumFaceCount) {
      if let rival = try self.face(detection, in: image) { found.append(rival) }
    }
    return found
  }

  /// From which share of their union on two boxes show one face.
  private static let sameFaceOverlap = 0.3

  /// Embeds a face that was found in `image`, if it is within the domain of the model pack.
  ///
  /// The detector looks at the face once more, in this very picture, so that a face that is followed is held to the same
  /// as one that was found. A pack that states no domain leaves nothing out.
  ///
  /// - Throws: `ModelPackError` when a network cannot be loaded or does not fit its role.
  public func recognise(_ face: Face, in image: Image) throws(ModelPackError) -> Recognition {
    let domain = models.pack.embedding.domain
    if let domain {
      guard let look = try secondLook(at: face, in: image) else { return .degenerate }
      if let reason = domain.objection(to: face, look) { return .outsideDomain(reason) }
    }
    guard let embedding = try embedding(of: face, in: image) else { return .degenerate }
    if let reason = domain?.objection(to: embedding) { return .outsideDomain(reason) }
    return .embedding(embedding)
  }

  /// What the detector says of a face that was found in `image`, as the mesh sets it upright.
  ///
  /// - Returns: `nil` when the face's points coincide.
  /// - Throws: `ModelPackError` when the detector cannot be loaded or does not fit its role.
  public func secondLook(at face: Face, in image: Image) throws(ModelPackError) -> SecondLook? {
    try SecondLook(at: face.mesh, in: image, with: makeDetector())
  }

  /// The embedding of a face that was found in `image`, whether or not it is within the domain of the model pack.
  ///
  /// - Returns: `nil` when the face's points coincide.
  /// - Throws: `ModelPackError` when the embedding network cannot be loaded or does not fit its role.
  public func embedding(of face: Face, in image: Image) throws(ModelPackError) -> Embedding? {
    guard let aligned = aligner.crop(image, face.landmarks5) else { return nil }
    return try makeEmbedder().embedding(of: aligned)
  }

  /// The face as the embedding network sees it; `nil` when the face's points coincide.
  public func alignedCrop(of face: Face, in image: Image) -> Image? {
    aligner.crop(image, face.landmarks5)
  }

  private func detect(_ image: Image) throws(ModelPackError) -> [DetectedFace] {
    try makeDetector().faces(in: image)
  }

  /// The detections of which one is meant: without the small ones where they do not matter.
  private func detectMeant(_ image: Image) throws(ModelPackError) -> [DetectedFace] {
    let needsSmallFaces =
      switch options.selection {
      case .largest: false
      case .unambiguous: options.rivalAreaShare < FaceDetector.leastRivalShare
      case .mostCentral: true
      }
    if needsSmallFaces { return try detect(image) }
    return try makeDetector().largeFaces(in: image, certainScore: options.certainDetectionScore)
  }

  private func makeDetector() throws(ModelPackError) -> FaceDetector {
    if let detector { return detector }
    let made = try FaceDetector(
      models: models, maximumSide: options.maximumDetectorSide, threads: options.threads)
    detector = made
    return made
  }

  private func face(_ detection: DetectedFace, in image: Image) throws(ModelPackError) -> Face? {
    guard let mesh = try makeMeshEstimator().mesh(of: detection, in: image),
      mesh.score >= options.minimumMeshScore || detection.score >= options.certainDetectionScore
    else { return nil }
    return try face(detection, mesh, in: image)
  }

  private func face(
    _ detection: DetectedFace, _ mesh: FaceMesh, in image: Image
  ) throws(ModelPackError) -> Face? {
    guard let pose = Pose(mesh), let quality = FaceQuality(of: mesh, pose: pose, in: image) else {
      return nil
    }
    var eyes: Eyes?
    if options.includesEyes { eyes = try makeIrisEstimator().eyes(of: mesh, in: image) }
    let gaze = eyes.flatMap { Gaze($0, pose: pose) }
    var attention: Attention?
    if let eyes, let gaze {
      attention = Attention(eyes: eyes, gaze: gaze, pose: pose, rules: options.attention)
    }
    return Face(
      detection: detection, mesh: mesh, pose: pose, eyes: eyes, gaze: gaze, attention: attention,
      quality: quality)
  }

  /// Judges the faces that may be meant, the largest first.
  private func outcome(of faces: [Face]) -> Acquisition {
    guard let face = faces.first else { return .none }
    if face.quality.interEyeDistance < options.minimumInterEyeDistance {
      return .tooSmall(pixels: face.quality.interEyeDistance)
    }
    if faces.count > 1 { return .several(faces) }
    if face.quality.overall < options.minimumQuality { return .poorQuality(face, face.quality.reasons) }
    return .face(face)
  }

  private func makeMeshEstimator() throws(ModelPackError) -> FaceMeshEstimator {
    if let meshEstimator { return meshEstimator }
    let made = try FaceMeshEstimator(models: models, threads: options.threads)
    meshEstimator = made
    return made
  }

  private func makeIrisEstimator() throws(ModelPackError) -> IrisEstimator {
    if let irisEstimator { return irisEstimator }
    let made = try IrisEstimator(models: models, threads: options.threads)
    irisEstimator = made
    return made
  }

  private func makeEmbedder() throws(ModelPackError) -> FaceEmbedder {
    if let embedder { return embedder }
    let made = try FaceEmbedder(
      models: models, averagesMirrored: options.averagesMirrored, threads: options.threads)
    embedder = made
    return made
  }
}

extension DetectedFace {
  /// The detection moved as a mesh has moved since.
  fileprivate func moved(from old: FaceMesh, to new: FaceMesh) -> DetectedFace? {
    guard let motion = SimilarityTransform.fitting(old.fivePoints.all, to: new.fivePoints.all) else {
      return nil
    }
    let scale = motion.determinant.squareRoot()
    let center = motion.applied(to: box.center)
    return DetectedFace(
      box: Rectangle(
        x: center.x - box.width * scale / 2, y: center.y - box.height * scale / 2, width: box.width * scale,
        height: box.height * scale),
      score: score, points: points.mapped { motion.applied(to: $0) })
  }
}
