import Findings
import Formats
import Imaging
import Liveness
import Matching
import Platform
import Policy
import Store

/// A configuration as it stands in its file.
struct ConfigurationFile {
  let path: String

  /// Far more than any configuration needs.
  private static let byteLimit = 1 << 16

  /// The content of a file; nil when there is none.
  ///
  /// What it says decides whose face counts and which program delivers frames, so it must be the owner's or the
  /// administrator's, and nobody else may write it.
  static func read(_ file: Path, limit: Int = byteLimit) throws(ConfigurationError) -> [UInt8]? {
    let path = file.text
    guard !file.bytes.isEmpty, !file.bytes.contains(0) else {
      throw .unreadable(path: path, reason: "this is no path")
    }
    let handle = FileHandle(file.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) })
    guard handle.isOpen else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadable(path: path, reason: systemMessage(errno))
    }
    var status = stat()
    guard fstat(handle.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, reason: "it is no ordinary file")
    }
    guard status.st_mode & 0o022 == 0, status.st_uid == geteuid() || status.st_uid == 0 else {
      throw .writableByOthers(path: path)
    }
    guard status.st_size <= limit else { throw .unreadable(path: path, reason: "it is too large") }
    do throws(StoreError) {
      return try handle.readBytes(limit: limit, path: file)
    } catch {
      throw .unreadable(path: path, reason: error.description)
    }
  }

  /// Reads the content of the file. A misspelt key is a fault, because what it was meant to say must not be ignored.
  func configuration(_ bytes: [UInt8]) throws(ConfigurationError) -> Configuration {
    let reader = DocumentReader()
    var configuration = Configuration()
    if let document = reader.document(bytes) {
      configuration.user = document.present("user")?.string()
      configuration.store = file(document.present("store"))
      if let part = document.present("frames")?.object() {
        configuration.frames = frames(part, turn: &configuration.capture.decoding.turn)
      }
      configuration.models = file(document.present("models"))
      configuration.operatingPoints = file(document.present("operatingPoints"))
      configuration.falseMatchRate = document.present("falseMatchRate")?.rate()
        .flatMap { FalseMatchRate(rawValue: $0) }
      if let rules = document.present("rules").flatMap({ PolicyRules($0) }) { configuration.rules = rules }
      configuration.liveness = document.present("liveness")?.word(of: LivenessRequirement.self)
      configuration.leastAssurance = document.present("assurance")?.word(of: Assurance.self)
      document.finish()
    }
    guard reader.faults.isEmpty else { throw .malformed(path: path, faults: reader.faults) }
    return configuration
  }

  private func frames(_ part: DocumentObject, turn: inout QuarterTurn) -> Frames? {
    let values = (part.present("file"), part.present("folder"), part.present("command"))
    turn = part.present("turn").flatMap { self.turn($0) } ?? .none
    part.finish()
    switch values {
    case (let file?, nil, nil): return self.file(file).map { .file($0) }
    case (nil, let folder?, nil): return file(folder).map { .folder($0) }
    case (nil, nil, let command?): return self.command(command).map { .command($0) }
    default:
      part.reader.note(.notOneKey(of: ["file", "folder", "command"]), at: part.place)
      return nil
    }
  }

  /// Degrees clockwise, as a number.
  private func turn(_ value: DocumentValue) -> QuarterTurn? {
    guard let degrees = value.wholeNumber() else { return nil }
    let known = QuarterTurn.allCases.map(\.rawValue)
    return QuarterTurn(rawValue: degrees)
      ?? value.note(.unknownWord(found: String(degrees), understood: known.map { String($0) }))
  }

  /// The program and its arguments.
  private func command(_ value: DocumentValue) -> [String]? {
    guard let words = value.list() else { return nil }
    guard let program = words.first else { return value.note(.empty) }
    guard let arguments = value.all({ $0.systemText() }) else { return nil }
    return arguments.first == "" ? program.note(.emptyText) : arguments
  }

  /// A path; a relative one is taken from the folder of the configuration.
  private func file(_ value: DocumentValue?) -> Path? {
    guard let text = value?.systemText() else { return nil }
    guard !text.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return Path(text) }
    return Path(path[...slash] + text)
  }
}
