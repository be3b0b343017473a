import Facelatch
import Synchronization
import TimerRequests

/// Walks through many pictures as `facelatch embed` does and adds up the processor time of every stage.
struct StageReport {
  /// Longer side that a large JPEG keeps at least, as in `facelatch`.
  static let usefulSide = 1600
  /// Every so many pictures the parts of the search for the face are timed one by one, outside of the rate.
  private static let samplingStep = 10

  let text: String

  init(arguments: ArraySlice<String>) async throws {
    let options = try Options(arguments)
    let paths = try FileBytes.content(of: options.list).split(separator: UInt8(ascii: "\n"))
      .map { options.root + "/" + String(decoding: $0, as: UTF8.self) }
    let models = FaceModels(pack: try .bundled())
    for network in [Network.detector, .mesh, .embedding] { _ = try models.model(network) }
    let places = Places(count: paths.count)
    var total = StageTimes()
    let clock = ContinuousClock()
    let start = clock.now
    try await withThrowingTaskGroup(of: StageTimes.self) { group in
      for _ in 0..<options.threads {
        group.addTask {
          var walker = try StageWalker(models: models)
          while let index = places.next() {
            try walker.visit(paths[index], isSample: index % Self.samplingStep == 0)
          }
          return walker.times
        }
      }
      for try await times in group { total.add(times) }
    }
    let seconds = (clock.now - start) / .seconds(1)
    text = total.table(pictures: paths.count, threads: options.threads, wallSeconds: seconds)
  }

  /// Hands every place in a list to one of several workers.
  private final class Places: Sendable {
    private let count: Int
    private let taken = Atomic<Int>(0)

    init(count: Int) { self.count = count }

    func next() -> Int? {
      let place = taken.add(1, ordering: .relaxed).oldValue
      return place < count ? place : nil
    }
  }

  private struct Options {
    var root = "."
    var list = ""
    var threads = 1

    init(_ arguments: ArraySlice<String>) throws {
      var rest = arguments
      while let name = rest.popFirst() {
        switch (name, rest.popFirst()) {
        case ("--root", let value?): root = value
        case ("--list", let value?): list = value
        case ("--threads", let value?) where (Int(value) ?? 0) > 0: threads = Int(value) ?? 1
        default:
          throw Refusal(description: "expected --root FOLDER --list FILE [--threads N]")
        }
      }
      guard !list.isEmpty else { throw Refusal(description: "--list FILE is missing") }
    }
  }
}

/// One worker's way through the pictures.
struct StageWalker {
  private(set) var times = StageTimes()
  private let analyzer: FaceAnalyzer
  private let detector: FaceDetector
  private let meshEstimator: FaceMeshEstimator
  private let embedder: FaceEmbedder
  private let aligner: FaceAligner

  init(models: FaceModels) throws {
    analyzer = FaceAnalyzer(
      models: models,
      options: AnalysisOptions(
        selection: .mostCentral, minimumInterEyeDistance: 8, minimumQuality: 0, includesEyes: false))
    detector = try FaceDetector(models: models)
    meshEstimator = try FaceMeshEstimator(models: models)
    embedder = try FaceEmbedder(models: models)
    aligner = FaceAligner(models.pack.embedding)
  }

  /// Takes one picture from the file to the embedding.
  mutating func visit(_ path: String, isSample: Bool) throws {
    let bytes = try times.measure(.read) { try FileBytes.content(of: path) }
    let image = try times.measure(.decode) {
      try DecodedImage(
        bytes: bytes, name: path, options: DecodingOptions(maximumSide: StageReport.usefulSide)
      ).image
    }
    let acquisition = try times.measure(.search) { try analyzer.acquire(image) }
    if case .face(let face) = acquisition {
      _ = try times.measure(.domain) { try analyzer.secondLook(at: face, in: image) }
      if let crop = times.measure(.align, { aligner.crop(image, face.landmarks5) }) {
        _ = try times.measure(.embed) { try embedder.embedding(of: crop) }
      }
    } else {
      times.withoutFace += 1
    }
    guard isSample else { return }
    let faces = try times.measure(.detectorAlone) { try detector.faces(in: image) }
    guard let first = faces.first else { return }
    _ = try times.measure(.meshAlone) { try meshEstimator.mesh(of: first, in: image) }
  }
}
