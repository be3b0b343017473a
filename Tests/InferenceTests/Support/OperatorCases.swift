@testable import Inference

/// A small model with inputs and what onnxruntime computes from them; the layout is told by the script that makes them.
struct OperatorCase {
  let title: String
  /// The largest accepted difference, relative to the larger of one and the expected number.
  let tolerance: Float
  let model: [UInt8]
  let inputs: [String: Tensor]
  let outputs: [String: Tensor]

  /// Every case of a fixture file.
  static func all(in file: String) throws -> [OperatorCase] {
    var reader = FixtureReader(bytes: try fixture(file))
    guard try reader.take(4) == Array("FGOC".utf8) else { throw FixtureError.malformed }
    return try (0..<(try reader.integer())).map { _ in try reader.operatorCase() }
  }
}
