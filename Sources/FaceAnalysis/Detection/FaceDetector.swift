import Imaging
import Inference

/// Finds the faces of a picture, with a network of the YuNet family.
///
/// Serves one thread at a time.
public final class FaceDetector {
  private let model: Model
  private let specification: DetectorSpecification
  private let maximumSide: Int
  private let threads: Int

  /// Sessions of the sizes used last, the most recent one at the end. Preparing a session costs about as much
  /// as running it, and the frames of a film all have one size.
  private var sessions: [(width: Int, height: Int, runner: NetworkRunner)] = []
  private static let sessionLimit = 4

  /// The grids of the network.
  private static let strides = [8, 16, 32]

  /// Makes a detector.
  ///
  /// - Parameters:
  ///   - models: Where the network comes from.
  ///   - maximumSide: Longest side in pixels at which pictures are searched, at least 32; larger pictures are
  ///     shrunk. A larger value finds smaller faces and takes longer, in proportion to the area.
  ///   - threads: Threads that compute together.
  /// - Throws: `ModelPackError` when the network cannot be loaded.
  public init(models: FaceModels, maximumSide: Int = 640, threads: Int = 1) throws(ModelPackError) {
    model = try models.model(.detector)
    specification = models.pack.detector
    self.maximumSide = max(32, maximumSide)
    self.threads = threads
  }

  /// Finds faces.
  ///
  /// When nothing is found, the picture is searched once more at half the size, where a face that fills it is
  /// easier to see.
  ///
  /// - Returns: The faces by falling area of their boxes, in pixels of `image`. A picture without pixels has
  ///   none.
  /// - Throws: `ModelPackError.unusableNetwork` when the network is no YuNet.
  public func faces(in image: Image) throws(ModelPackError) -> [DetectedFace] {
    guard image.width > 0, image.height > 0 else { return [] }
    let found = try search(image, maximumSide: maximumSide)
    let searchedSide = min(maximumSide, max(image.width, image.height))
    guard found.isEmpty, searchedSide >= 128 else { return found }
    return try search(image, maximumSide: searchedSide / 2)
  }

  /// Finds the face that fills a good part of the picture, and all that come near its size.
  ///
  /// The picture is searched at half the size first, in a quarter of the time. What is surely a face and large there
  /// cannot have a rival of similar size that is too small to be seen there; otherwise the full search decides.
  ///
  /// - Parameter certainScore: The score from which on a detection is surely a face, 0…1.
  /// - Returns: Faces as `faces(in:)` gives them, of which the small ones may be missing.
  /// - Throws: `ModelPackError.unusableNetwork` when the network is no YuNet.
  func largeFaces(in image: Image, certainScore: Double) throws(ModelPackError) -> [DetectedFace] {
    let searchedSide = min(maximumSide, max(image.width, image.height))
    guard image.width > 0, image.height > 0, searchedSide >= Self.leastHalvedSide else {
      return try faces(in: image)
    }
    let found = try search(image, maximumSide: searchedSide / 2)
    let leastSide = Self.leastShare * Double(max(image.width, image.height))
    if let largest = found.first, largest.score >= certainScore,
      min(largest.box.width, largest.box.height) >= leastSide
    {
      return found
    }
    return try faces(in: image)
  }

  /// The face in the middle of a small picture of which the detector is most certain; other faces may stand beside it.
  ///
  /// - Throws: `ModelPackError.unusableNetwork` when the network is no YuNet.
  func faceInMiddle(of image: Image) throws(ModelPackError) -> DetectedFace? {
    let middle = Point(x: Double(image.width) / 2, y: Double(image.height) / 2)
    return try search(image, maximumSide: max(image.width, image.height))
      .filter {
        abs($0.box.center.x - middle.x) < $0.box.width / 2
          && abs($0.box.center.y - middle.y) < $0.box.height / 2
      }
      .max { $0.score < $1.score }
  }

  /// Below this longest side, half of it shows too little.
  private static let leastHalvedSide = 512
  /// The share of the picture's longest side that a face must span to be called large: 40 pixels of 320, when the
  /// network finds faces from about 10 pixels on.
  private static let leastShare = 0.125
  /// A face of this share of a large one's area is still seen at half the size: 20 pixels wide.
  static let leastRivalShare = 0.25

  private func search(_ image: Image, maximumSide: Int) throws(ModelPackError) -> [DetectedFace] {
    let frame = DetectorFrame(
      imageWidth: image.width, imageHeight: image.height, maximumSide: maximumSide,
      multiple: specification.sizeMultiple)
    let runner = try runner(width: frame.paddedWidth, height: frame.paddedHeight)
    try runner.run(
      image.letterboxed(
        width: frame.width, height: frame.height, canvasWidth: frame.paddedWidth,
        canvasHeight: frame.paddedHeight))
    var candidates: [DetectedFace] = []
    for stride in Self.strides {
      candidates += try grid(stride, runner, frame).faces(threshold: specification.scoreThreshold)
    }
    let scaleX = Double(image.width) / Double(frame.width)
    let scaleY = Double(image.height) / Double(frame.height)
    return NonMaximumSuppression.best(of: candidates, overlapThreshold: specification.overlapThreshold)
      .map { $0.scaled(x: scaleX, y: scaleY) }
      .enumerated().sorted { ($1.element.box.area, $0.offset) < ($0.element.box.area, $1.offset) }.map(
        \.element)
  }

  private func grid(
    _ stride: Int, _ runner: NetworkRunner, _ frame: DetectorFrame
  ) throws(ModelPackError) -> DetectorGrid {
    // Rounded up: a network with a size multiple below 32 pads its coarse grids.
    let columns = (frame.paddedWidth + stride - 1) / stride
    let cells = columns * ((frame.paddedHeight + stride - 1) / stride)
    return DetectorGrid(
      stride: stride, columns: columns,
      classScores: try runner.output("cls_\(stride)", count: cells),
      objectScores: try runner.output("obj_\(stride)", count: cells),
      boxes: try runner.output("bbox_\(stride)", count: cells * 4),
      points: try runner.output("kps_\(stride)", count: cells * 10))
  }

  private func runner(width: Int, height: Int) throws(ModelPackError) -> NetworkRunner {
    if let index = sessions.firstIndex(where: { $0.width == width && $0.height == height }) {
      let session = sessions.remove(at: index)
      sessions.append(session)
      return session.runner
    }
    let runner = try NetworkRunner(
      model: model, file: specification.file, input: specification.input, width: width, height: height,
      threads: threads)
    if sessions.count == Self.sessionLimit { sessions.removeFirst() }
    sessions.append((width, height, runner))
    return runner
  }
}
