import Facelatch
import Platform

/// A configuration that is to name operating points; everything else in it stays as it is.
struct TunedConfiguration {
  private let path: Path
  private let former: JSON
  private let mode: mode_t

  /// Reads the configuration; a missing one is made later.
  init(_ path: Path) throws(Failure) {
    self.path = path
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else {
      former = .object([JSON.Member]())
      mode = 0o600
      return
    }
    mode = status.st_mode & 0o777
    let bytes = try FileReader.contents(of: path)
    do throws(JSONError) {
      former = try JSON(parsing: bytes)
    } catch {
      throw Self.malformed(path, error.description)
    }
    guard case .object = former else { throw Self.malformed(path, "it is no JSON object") }
  }

  /// Lets the configuration name a file of operating points.
  ///
  /// A rate that it names already is replaced, since the new points may not have it.
  func name(_ points: Path, decidingAt rate: Double) throws(Failure) {
    var json = former
    json = json.replacing("operatingPoints", with: .string(try Self.absolute(points).text))
    if json.keys.contains("falseMatchRate") { json = json.replacing("falseMatchRate", with: .exact(rate)) }
    let file = try OutputFile(path: path, mode: mode)
    try file.write(Array(json.indentedText.utf8))
    try file.finish()
  }

  private static func malformed(_ path: Path, _ cause: String) -> Failure {
    Failure(
      path.description, cause: "is no configuration: \(cause)", cure: "correct it, or name another file",
      exitCode: .configuration)
  }

  /// The path from the root: a relative one would be taken from the configuration's folder.
  private static func absolute(_ path: Path) throws(Failure) -> Path {
    let resolved = path.withCString { name -> Path? in
      guard let text = realpath(name, nil) else { return nil }
      defer { free(text) }
      return Path(Array(String(cString: text).utf8))
    }
    guard let resolved else { throw .reading(path, errorNumber: errno) }
    return resolved
  }
}
