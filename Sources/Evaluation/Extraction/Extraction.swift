import FaceAnalysis
import Formats
import Imaging
import Platform
import Workers

/// The bytes of a file, or in one line, without the file's name, why they cannot be read.
package enum FileContents: Sendable {
  case bytes([UInt8])
  case unreadable(reason: String)
}

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
    /// SHA-256 over the SHA-256 of each picture, in their order: the same only for the same data.
    package let digest: String
  }

  private let measurement: Kind
  private let cache: ResultCache?
  private let workerCount: Int
  private let contents: @Sendable (Path) -> FileContents

  /// - Parameters:
  ///   - measurement: What is measured.
  ///   - cache: Where results are kept between runs.
  ///   - workers: How many pictures are worked on at a time, at least one.
  ///   - contents: Reads the file of a picture.
  package init(
    _ measurement: Kind, cache: ResultCache?, workers: Int,
    contents: @escaping @Sendable (Path) -> FileContents
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
    var digests = ""
    try await workInOrder(on: pictures, lanes: workers) { worker, picture in
      await worker.measure(picture)
    } deliver: { (index, result) throws(EvaluationError) in
      let measured = try result.get()
      outcomes.append(measured.outcome)
      digests += measured.digest + "\n"
      if measured.wasKnown { fromCache += 1 }
      progress(Progress(done: index + 1, total: pictures.count, fromCache: fromCache))
    }
    return Result(
      outcomes: outcomes, fromCache: fromCache, digest: SHA256.hexadecimalDigest(Array(digests.utf8)))
  }
}

/// Measures one picture at a time.
private actor ExtractionWorker<Kind: Measurement> {
  private let measurement: Kind
  private let fingerprint: String
  private let cache: ResultCache?
  private let contents: @Sendable (Path) -> FileContents
  private var instrument: Kind.Instrument

  init(
    _ measurement: Kind, cache: ResultCache?,
    contents: @escaping @Sendable (Path) -> FileContents
  ) {
    self.measurement = measurement
    fingerprint = measurement.fingerprint
    self.cache = cache
    self.contents = contents
    instrument = measurement.makeInstrument()
  }

  struct Measured: Sendable {
    let outcome: PictureOutcome<Kind.Reading>
    var wasKnown = false
    /// SHA-256 of the file; empty where it cannot be read.
    var digest = ""
  }

  func measure(_ path: Path) -> Result<Measured, EvaluationError> {
    Result { () throws(EvaluationError) in
      switch contents(path) {
      // Not kept: the file may be there next time.
      case .unreadable(let reason): return Measured(outcome: .unreadable(reason: reason))
      case .bytes(let bytes):
        let key = ResultCache.Key(content: bytes, fingerprint: fingerprint)
        if let kept = try cache?.value(of: key), let outcome = PictureOutcome<Kind.Reading>(kept) {
          return Measured(outcome: outcome, wasKnown: true, digest: key.content)
        }
        let outcome = try measure(bytes)
        try cache?.insert(outcome.bytes, for: key)
        return Measured(outcome: outcome, digest: key.content)
      }
    }
  }

  private func measure(_ bytes: [UInt8]) throws(EvaluationError) -> PictureOutcome<Kind.Reading> {
    let image: Image
    do throws(ImageError) {
      image = try DecodedImage(bytes: bytes, name: "", options: measurement.decoding).image
    } catch {
      return .unreadable(reason: error.reason)
    }
    do throws(ModelPackError) {
      return try instrument.read(image)
    } catch {
      throw .engine(error.description)
    }
  }
}
