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
  let path: Path

  /// Far more than any configuration needs.
  private static let byteLimit = 1 << 16

  /// The content of a file; nil when there is none.
  ///
  /// What it says decides whose face counts and which program delivers frames, so that nobody else may have a hand in it.
  static func read(_ file: Path, limit: Int = byteLimit) throws(ConfigurationError) -> [UInt8]? {
    do throws(OwnershipFault) {
      try Ownership().check(file)
    } catch {
      throw .untrusted(error)
    }
    do throws(FileError) {
      return try FileReader.contents(of: file, limit: limit)
    } catch {
      switch error.cause {
      case .system(let refusal) where refusal.code == ENOENT || refusal.code == ENOTDIR: return nil
      default: throw .unreadable(path: file, reason: error.reason)
      }
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
    value?.systemText().map { Path($0).resolved(against: path.parentFolder) }
  }
}
