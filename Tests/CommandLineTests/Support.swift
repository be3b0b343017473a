import Foundation

@testable import facegate

/// A folder for one test, removed with it.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("facegate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var path: Path { Path(url.path) }

  func path(_ name: String) -> Path { path.appending(name) }

  func file(_ name: String) -> String { url.appendingPathComponent(name).path }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  func contents(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: url.appendingPathComponent(name)))
  }

  func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }
}

/// A float32 matrix read from a `.npy` file, version 1.0.
struct NPYMatrix {
  struct Malformed: Error {}

  let shape: [Int]
  let values: [Float]

  init(_ bytes: [UInt8]) throws {
    guard bytes.starts(with: [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]), bytes.count >= 10 else {
      throw Malformed()
    }
    let length = Int(bytes[8]) | Int(bytes[9]) << 8
    guard bytes.count >= 10 + length else { throw Malformed() }
    let header = String(decoding: bytes[10..<10 + length], as: UTF8.self)
    let pattern = /^\{'descr': '<f4', 'fortran_order': False, 'shape': \((\d+), (\d+)\), \} *\n$/
    guard let match = header.wholeMatch(of: pattern), let rows = Int(match.1), let columns = Int(match.2)
    else {
      throw Malformed()
    }
    shape = [rows, columns]
    let data = Array(bytes[(10 + length)...])
    guard data.count == rows * columns * 4 else { throw Malformed() }
    values = stride(from: 0, to: data.count, by: 4).map { offset in
      Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(data[offset + $1]) << (8 * $1) })
    }
  }
}
