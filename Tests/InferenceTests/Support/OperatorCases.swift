import Foundation

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

/// A network of several operators, with what onnxruntime computes from inputs of one or more sizes.
struct NetworkCase {
  /// The networks that `make_face_graphs.py` makes.
  static let names = [
    "mobilefacenet", "iresnet", "scrfd", "minifasnet", "mtcnn-proposal", "mtcnn-output", "mobilenet-v3",
  ]

  let model: [UInt8]
  let runs: [(inputs: [String: Tensor], outputs: [String: Tensor])]

  init(_ name: String) throws {
    model = try fixture("\(name).onnx")
    var reader = FixtureReader(bytes: try fixture("\(name).tensors"))
    guard try reader.take(4) == Array("FGOT".utf8) else { throw FixtureError.malformed }
    runs = try (0..<(try reader.integer())).map { _ in (try reader.tensors(), try reader.tensors()) }
  }
}

/// The bytes of a file in the folder `Fixtures`.
func fixture(_ file: String) throws -> [UInt8] {
  guard let url = Bundle.module.url(forResource: "Fixtures/\(file)", withExtension: nil) else {
    throw FixtureError.missing(file)
  }
  return [UInt8](try Data(contentsOf: url))
}

enum FixtureError: Error {
  case missing(String), malformed
}

private struct FixtureReader {
  let bytes: [UInt8]
  var position = 0

  mutating func take(_ count: Int) throws -> [UInt8] {
    guard count <= bytes.count - position else { throw FixtureError.malformed }
    position += count
    return Array(bytes[(position - count)..<position])
  }

  mutating func integer() throws -> Int {
    try take(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func string() throws -> String {
    let length = try take(2)
    return String(decoding: try take(Int(length[0]) | Int(length[1]) << 8), as: UTF8.self)
  }

  mutating func operatorCase() throws -> OperatorCase {
    OperatorCase(
      title: try string(), tolerance: Float(bitPattern: UInt32(try integer())), model: try take(try integer()),
      inputs: try tensors(), outputs: try tensors())
  }

  mutating func tensors() throws -> [String: Tensor] {
    var result: [String: Tensor] = [:]
    for _ in 0..<(try integer()) {
      let name = try string()
      guard let type = ONNXElementType.elementType(try integer()) else { throw FixtureError.malformed }
      let shape = try (0..<(try integer())).map { _ in try integer() }
      let count = shape.reduce(1, *)
      let content = try take(count * type.byteCount)
      result[name] = Tensor.filled(shape: shape, elementType: type) { view in
        content.withUnsafeBytes { source in
          UnsafeMutableRawBufferPointer(start: view.base, count: content.count).copyMemory(from: source)
        }
      }
    }
    return result
  }
}
