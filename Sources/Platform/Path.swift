/// A path, byte for byte as the operating system gave it. File names on Linux need not be valid UTF-8.
///
/// A text in the source is a path as it stands: `let models: Path = "/usr/share/models"`.
public struct Path: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The bytes, without the zero that ends a path in C.
  public let bytes: [UInt8]

  /// Takes a path as the operating system gave it.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Takes a text, whose bytes in UTF-8 are the path's.
  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Takes a text in the source.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// Takes a path from C, up to its zero byte.
  package init(cString: UnsafePointer<CChar>) {
    bytes = UnsafeRawBufferPointer(start: cString, count: strlen(cString)).map { $0 }
  }

  /// The path in a form that is safe on a terminal and stays on one line.
  public var description: String { printable(bytes) }

  /// The path as text, for people and for JSON; bytes that are not UTF-8 become U+FFFD, so that no file may be opened by
  /// it.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the operating system can be asked for it: it is not empty and has no zero byte.
  package var isUsable: Bool { !bytes.isEmpty && !bytes.contains(0) }

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

  /// The folder that holds the entry: `.` for a bare name, `/` for the root.
  package var parentFolder: Path {
    let slash = UInt8(ascii: "/")
    guard let end = bytes.lastIndex(where: { $0 != slash }) else { return bytes.isEmpty ? "." : "/" }
    guard let last = bytes[...end].lastIndex(of: slash) else { return "." }
    guard let start = bytes[..<last].lastIndex(where: { $0 != slash }) else { return "/" }
    return Path(Array(bytes[...start]))
  }

  /// The file of the program that runs; `nil` where the system does not tell.
  package static var executable: Path? { Path("/proc/self/exe").linkTarget }

  /// What a symbolic link says; `nil` where none lies there.
  package var linkTarget: Path? {
    let capacity = Int(PATH_MAX)
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { buffer in
        buffer.baseAddress.map { target in withCString { max(0, readlink($0, target, capacity)) } } ?? 0
      }
    }
    // A path that fills the buffer may be cut off.
    return bytes.isEmpty || bytes.count == capacity ? nil : Path(bytes)
  }

  /// The path from the root without links and detours; `nil` where nothing lies there.
  package var withoutLinks: Path? {
    withCString { name in
      guard let resolved = realpath(name, nil) else { return nil }
      defer { free(resolved) }
      return Path(cString: resolved)
    }
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
