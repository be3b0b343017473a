import Findings
import Liveness
import Matching
import Platform
import Policy
import Store

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A configuration as it stands in its file.
struct ConfigurationFile {
  let path: String

  /// The document; a misspelt key is an error, because what it was meant to say must not be ignored.
  struct Parts: Decodable {
    enum Key: String, CodingKey, CaseIterable {
      case user, store, frames, models, operatingPoints, falseMatchRate, rules, liveness
    }

    let user: String?
    let store: String?
    let frames: FrameParts?
    let models: String?
    let operatingPoints: String?
    let falseMatchRate: FalseMatchRate?
    let rules: PolicyRules?
    let liveness: LivenessRequirement?

    init(from decoder: any Decoder) throws {
      try refuseUnknownKeys(in: decoder, known: Key.allCases.map { $0.rawValue })
      let values = try decoder.container(keyedBy: Key.self)
      user = try values.decodeIfPresent(String.self, forKey: .user)
      store = try values.decodeIfPresent(String.self, forKey: .store)
      frames = try values.decodeIfPresent(FrameParts.self, forKey: .frames)
      models = try values.decodeIfPresent(String.self, forKey: .models)
      operatingPoints = try values.decodeIfPresent(String.self, forKey: .operatingPoints)
      falseMatchRate = try values.decodeIfPresent(FalseMatchRate.self, forKey: .falseMatchRate)
      rules = try values.decodeIfPresent(PolicyRules.self, forKey: .rules)
      liveness = try values.decodeIfPresent(LivenessRequirement.self, forKey: .liveness)
    }
  }

  struct FrameParts: Decodable {
    enum Key: String, CodingKey, CaseIterable {
      case file, folder, command
    }

    let file: String?
    let folder: String?
    let command: [String]?

    init(from decoder: any Decoder) throws {
      try refuseUnknownKeys(in: decoder, known: Key.allCases.map { $0.rawValue })
      let values = try decoder.container(keyedBy: Key.self)
      file = try values.decodeIfPresent(String.self, forKey: .file)
      folder = try values.decodeIfPresent(String.self, forKey: .folder)
      command = try values.decodeIfPresent([String].self, forKey: .command)
    }
  }

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

  func configuration(_ parts: Parts) throws(ConfigurationError) -> Configuration {
    var configuration = Configuration(
      user: parts.user, store: parts.store.map { Path(absolute($0)) },
      models: parts.models.map { Path(absolute($0)) },
      operatingPoints: parts.operatingPoints.map { Path(absolute($0)) }, falseMatchRate: parts.falseMatchRate)
    if let rules = parts.rules { configuration.rules = rules }
    configuration.liveness = parts.liveness
    if let frames = parts.frames { configuration.frames = try source(frames) }
    return configuration
  }

  private func source(_ parts: FrameParts) throws(ConfigurationError) -> Frames {
    switch (parts.file, parts.folder, parts.command) {
    case (let file?, nil, nil): return .file(Path(absolute(file)))
    case (nil, let folder?, nil): return .folder(Path(absolute(folder)))
    case (nil, nil, let command?):
      guard let program = command.first, !program.isEmpty, !command.contains(where: { $0.utf8.contains(0) })
      else {
        throw .malformed(path: path, detail: "frames.command names no program")
      }
      return .command(command)
    default:
      throw .malformed(path: path, detail: "frames needs exactly one of file, folder and command")
    }
  }

  private func absolute(_ other: String) -> String {
    if other.hasPrefix("/") { return other }
    guard let slash = path.lastIndex(of: "/") else { return other }
    return path[...slash] + other
  }

  /// One line that says what is wrong in a document.
  static func words(for error: any Error) -> String {
    switch error as? DecodingError {
    case .valueNotFound(_, let context), .typeMismatch(_, let context):
      guard !context.codingPath.isEmpty else { return "it is no JSON object" }
      return "\(context.codingPath.map { $0.stringValue }.joined(separator: ".")) has the wrong kind of value"
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      return context.debugDescription
    default:
      return "it is no JSON object"
    }
  }
}

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init?(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) { nil }
}

private func refuseUnknownKeys(in decoder: any Decoder, known: [String]) throws {
  for key in try decoder.container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath + [key],
        debugDescription:
          "the key \"\(printable(key.stringValue, limit: 40))\" is unknown, there are "
          + known.joined(separator: ", ")))
  }
}
