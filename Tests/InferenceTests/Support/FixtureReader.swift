import Foundation

@testable import Inference

/// The bytes of a file in the folder `Fixtures`.
func fixture(_ file: String) throws -> [UInt8] {
  guard let url = Bundle.module.url(forResource: "Fixtures/\(file)", withExtension: nil) else {
    throw FixtureError.missing(file)
  }
  return [UInt8](try Data(contentsOf: url))
}

enum FixtureError: Error {
  case missing(String)
  case malformed
}

struct FixtureReader {
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
      title: try string(), tolerance: Float(bitPattern: UInt32(try integer())),
      model: try take(try integer()),
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
