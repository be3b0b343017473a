import Facelatch
import Platform

/// A configuration that is to name operating points; everything else in it stays as it is.
struct TunedConfiguration {
  private let path: Path
  private let former: JSON

  /// Reads the configuration; a missing one is made later.
  init(_ path: Path) throws(Failure) {
    self.path = path
    guard (try? FileStatus(of: path)) != nil else {
      former = .object([JSON.Member]())
      return
    }
    let bytes = try InputFile.contents(of: path)
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
    let place = try Self.absolute(points)
    // JSON holds text alone; any other name would lead to another file.
    guard let text = place.exactText else {
      throw Failure(
        place.description, cause: "is no name that a configuration can hold, since it is not UTF-8",
        cure: "name another file", exitCode: .configuration)
    }
    json = json.replacing("operatingPoints", with: .string(text))
    if json.keys.contains("falseMatchRate") { json = json.replacing("falseMatchRate", with: .exact(rate)) }
    try Failure.whenWriting { () throws(FileError) in
      try OutputFile.write(Array(json.indentedText.utf8), to: path, mode: 0o600)
    }
  }

  private static func malformed(_ path: Path, _ cause: String) -> Failure {
    Failure(
      path.description, cause: "is no configuration: \(cause)", cure: "correct it, or name another file",
      exitCode: .configuration)
  }

  /// The path from the root: a relative one would be taken from the configuration's folder.
  private static func absolute(_ path: Path) throws(Failure) -> Path {
    guard let resolved = path.withoutLinks else { throw .reading(path, errorNumber: errno) }
    return resolved
  }
}
