import Facelatch
import Foundation
import TestSupport

@testable import facelatch

extension TemporaryFolder {
  /// The folder as the program's own code takes it.
  var root: Path { Path(path) }

  func path(_ name: String) -> Path { root.appending(name) }
}

/// A float32 matrix read from a `.npy` file, version 1.0.
struct NPYMatrix {
  struct Malformed: Error {}

  let shape: [Int]
  let values: [Float]

  var rows: [[Float]] {
    (0..<shape[0]).map { Array(values[$0 * shape[1]..<($0 + 1) * shape[1]]) }
  }

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

/// A table read from CSV text by the rules of RFC 4180, with line feeds.
struct CSVTable {
  let header: [String]
  let rows: [[String]]

  init(_ bytes: [UInt8]) {
    var table: [[String]] = []
    var row: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if isQuoted {
        if byte != UInt8(ascii: "\"") {
          field.append(byte)
        } else if position < bytes.count, bytes[position] == byte {
          field.append(byte)
          position += 1
        } else {
          isQuoted = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = true
      } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") {
        row.append(String(decoding: field, as: UTF8.self))
        field = []
        if byte == UInt8(ascii: "\n") {
          table.append(row)
          row = []
        }
      } else {
        field.append(byte)
      }
    }
    header = table.first ?? []
    rows = Array(table.dropFirst())
  }
}

/// Pixels of a picture file.
enum DecodedPicture {
  static func decode(_ path: String) throws -> Image {
    try DecodedImage(contentsOf: path).image
  }
}
