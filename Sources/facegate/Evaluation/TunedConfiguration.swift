import FaceGate
import Glibc

/// A configuration that is to name operating points; everything else in it stays as it is.
struct TunedConfiguration {
  private let path: Path

  init(_ path: Path) {
    self.path = path
  }

  /// Lets the configuration name a file of operating points; a missing configuration is made.
  ///
  /// A rate that it names already is replaced, since the new points may not have it.
  func name(_ points: Path, decidingAt rate: Double) throws(Failure) {
    var status = stat()
    let exists = path.withCString { stat($0, &status) } == 0
    var json = JSON.object([JSON.Member]())
    if exists {
      let bytes = try FileReader.contents(of: path)
      do throws(JSONError) {
        json = try JSON(parsing: bytes)
      } catch {
        throw malformed(error.description)
      }
      guard case .object = json else { throw malformed("it is no JSON object") }
    }
    json = json.replacing("operatingPoints", with: .string(try Self.absolute(points).text))
    if json.keys.contains("falseMatchRate") { json = json.replacing("falseMatchRate", with: .exact(rate)) }
    let file = try OutputFile(path: path, mode: exists ? status.st_mode & 0o777 : 0o600)
    try file.write(Array(json.indentedText.utf8))
    try file.finish()
  }

  private func malformed(_ cause: String) -> Failure {
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
