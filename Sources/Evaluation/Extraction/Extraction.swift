import FaceAnalysis
import Formats
import Imaging
import Workers

/// Measures every picture of a data set: reads, decodes and analyses on several workers, and asks the cache first.
package struct Extraction<Kind: Measurement>: Sendable {
  /// How far a run is.
  package struct Progress: Sendable {
    package let done: Int
    package let total: Int
    /// How many of them were known from earlier runs.
    package let fromCache: Int
  }

  /// What a run gave.
  package struct Result: Sendable {
    /// For each picture, in their order.
    package let outcomes: [PictureOutcome<Kind.Reading>]
    /// How many of them were known from earlier runs.
    package let fromCache: Int
  }

  private let measurement: Kind
  private let cache: ResultCache?
  private let workerCount: Int
  private let contents: @Sendable (Path) -> PictureOutcome<[UInt8]>

  /// - Parameters:
  ///   - measurement: What is measured.
  ///   - cache: Where results are kept between runs.
  ///   - workers: How many pictures are worked on at a time, at least one.
  ///   - contents: Reads the file of a picture; the reason of a failure is one line without the file's name.
  package init(
    _ measurement: Kind, cache: ResultCache?, workers: Int,
    contents: @escaping @Sendable (Path) -> PictureOutcome<[UInt8]>
  ) {
    self.measurement = measurement
    self.cache = cache
    workerCount = max(1, workers)
    self.contents = contents
  }

  /// Measures.
  ///
  /// The outcome does not depend on the number of workers, nor on what the cache knew. At most four pictures per worker
  /// are in memory at a time.
  ///
  /// - Parameters:
  ///   - pictures: What to measure.
  ///   - progress: Is told after every picture.
  /// - Throws: `EvaluationError.engine` or `.unusableCache`.
  package func run(
    _ pictures: [Path], progress: (Progress) -> Void = { _ in }
  ) async throws(EvaluationError) -> Result {
    let workers = (0..<min(workerCount, max(1, pictures.count))).map { _ in
      ExtractionWorker(measurement, cache: cache, contents: contents)
    }
    var outcomes: [PictureOutcome<Kind.Reading>] = []
    outcomes.reserveCapacity(pictures.count)
    var fromCache = 0
    try await workInOrder(on: pictures, lanes: workers) { worker, picture in
      await worker.measure(picture)
    } deliver: { (index, result) throws(EvaluationError) in
      let (outcome, wasKnown) = try result.get()
      outcomes.append(outcome)
      if wasKnown { fromCache += 1 }
      progress(Progress(done: index + 1, total: pictures.count, fromCache: fromCache))
    }
    return Result(outcomes: outcomes, fromCache: fromCache)
  }
}

/// Measures one picture at a time.
private actor ExtractionWorker<Kind: Measurement> {
  private let measurement: Kind
  private let fingerprint: String
  private let cache: ResultCache?
  private let contents: @Sendable (Path) -> PictureOutcome<[UInt8]>
  private var instrument: Kind.Instrument

  init(
    _ measurement: Kind, cache: ResultCache?, contents: @escaping @Sendable (Path) -> PictureOutcome<[UInt8]>
  ) {
    self.measurement = measurement
    fingerprint = measurement.fingerprint
    self.cache = cache
    self.contents = contents
    instrument = measurement.makeInstrument()
  }

  func measure(_ path: Path) -> Result<(PictureOutcome<Kind.Reading>, wasKnown: Bool), EvaluationError> {
    Result { () throws(EvaluationError) in
      switch contents(path) {
      // Not kept: the file may be there next time.
      case .unusable(let reason): return (.unusable(reason: reason), false)
      case .reading(let bytes):
        let key = ResultCache.Key(content: bytes, fingerprint: fingerprint)
        if let kept = try cache?.value(of: key), let outcome = PictureOutcome<Kind.Reading>(kept) {
          return (outcome, true)
        }
        let outcome = try measure(bytes)
        try cache?.insert(outcome.bytes, for: key)
        return (outcome, false)
      }
    }
  }

  private func measure(_ bytes: [UInt8]) throws(EvaluationError) -> PictureOutcome<Kind.Reading> {
    let image: Image
    do throws(ImageError) {
      image = try DecodedImage(decoding: bytes, name: "", options: measurement.decoding).image
    } catch {
      return .unusable(reason: error.reason)
    }
    do throws(ModelPackError) {
      return try instrument.read(image)
    } catch {
      throw .engine(error.description)
    }
  }
}

extension ImageError {
  /// The description without the file's name, which was none.
  fileprivate var reason: String {
    description.hasPrefix(": ") ? String(description.dropFirst(2)) : description
  }
}
