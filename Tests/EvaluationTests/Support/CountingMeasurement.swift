import FaceAnalysis
import Imaging
import Synchronization

@testable import Evaluation

/// Measures the first pixel of a picture and counts how often it is asked to.
struct CountingMeasurement: Measurement {
  struct Reading: CachedReading {
    let red: UInt8

    var bytes: [UInt8] { [red, ~red] }

    init(red: UInt8) { self.red = red }

    init?(_ bytes: some Collection<UInt8>) {
      guard let red = bytes.first, Array(bytes) == [red, ~red] else { return nil }
      self.red = red
    }
  }

  /// What was asked of all instruments together.
  final class Log: Sendable {
    private let measured = Mutex<[UInt8]>([])

    var count: Int { measured.withLock { $0.count } }

    func note(_ red: UInt8) { measured.withLock { $0.append(red) } }
  }

  let log = Log()
  var fingerprint = "first pixel"
  let decoding = DecodingOptions()

  func makeInstrument() -> Instrument { Instrument(log: log) }

  /// 200 stands for a picture without a face, 250 for one at which the engine breaks down.
  struct Instrument: MeasuringInstrument {
    let log: Log

    mutating func read(_ image: Image) throws(ModelPackError) -> PictureOutcome<Reading> {
      let red = image.pixels[0]
      log.note(red)
      if red == 250 { throw .unusableNetwork(file: "net.onnx", detail: "it broke down") }
      return red == 200 ? .withoutFace(reason: "no face found") : .reading(Reading(red: red))
    }
  }

  /// A picture whose first pixel has so much red.
  static func picture(_ red: UInt8) throws -> [UInt8] {
    var image = Image(width: 2, height: 2)
    image.pixels[0] = red
    return try image.pngData()
  }
}
