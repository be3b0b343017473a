/// A path, byte for byte as the operating system gave it. File names on Linux need not be valid UTF-8.
package struct Path: Hashable, Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The path in a form that is safe on a terminal and stays on one line.
  package var description: String { printable(bytes) }

  /// The path as text; bytes that are not UTF-8 become U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The path as text, where it is valid UTF-8.
  package var exactText: String? {
    let text = text
    return Array(text.utf8) == bytes ? text : nil
  }

  package var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// The last component, without trailing slashes.
  package var lastComponent: [UInt8] {
    let slash = UInt8(ascii: "/")
    let trimmed = bytes.reversed().drop { $0 == slash }
    return trimmed.prefix { $0 != slash }.reversed()
  }

  /// The path without components that lead nowhere: `./a//b` becomes `a/b`. Two paths of one file may still differ, by
  /// `..` and links.
  package var withoutDetours: Path {
    guard mayHaveDetours else { return self }
    let slash = UInt8(ascii: "/")
    let parts = bytes.split(separator: slash).filter { $0 != [UInt8(ascii: ".")] }
    return Path((isAbsolute ? [slash] : []) + Array(parts.joined(separator: [slash])))
  }

  /// Whether some component is empty or begins with a dot. Most paths have none, and lists have millions of paths.
  private var mayHaveDetours: Bool {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    var previous = isAbsolute ? 0 : slash
    for byte in bytes {
      if previous == slash, byte == slash || byte == dot { return true }
      previous = byte
    }
    return previous == slash
  }

  /// The path of an entry of this folder; `.` as the folder adds nothing.
  package func appending(_ component: [UInt8]) -> Path {
    if bytes.isEmpty || bytes == [UInt8(ascii: ".")] { return Path(component) }
    let separator = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return Path(bytes + separator + component)
  }

  package func appending(_ component: String) -> Path {
    appending(Array(component.utf8))
  }

  /// The path as seen from the current folder, for one given relative to `root`.
  package func resolved(against root: Path?) -> Path {
    guard let root, !isAbsolute else { return self }
    return bytes == [UInt8(ascii: ".")] ? root : root.appending(bytes)
  }

  /// Calls `body` with the path as a C string.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        // The terminating zero makes the buffer non-empty, so it has an address.
        characters.baseAddress.map(body) ?? "".withCString(body)
      }
    }
  }
}
