import Formats
import Inference

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Operating points that were measured for an embedding network apart from its model pack, as a file of their own.
///
/// `ModelPack.with(_:)` uses a pack with them; `ModelPackManifestEditor` makes them a part of it.
public struct OperatingPointsFile: Sendable, Equatable {
  /// The version of the format that this program reads and writes.
  public static let formatVersion = 1

  /// More than any file of operating points needs, in bytes.
  public static let byteLimit = 1 << 20

  /// Where the file lies, or is to be written; errors name it.
  public let path: String

  /// SHA-256 of the embedding network that the points were measured for, 64 lowercase hexadecimal digits.
  public let model: String

  /// The name of the model pack that was in use, for people.
  public let modelPack: String

  /// The measured thresholds by rising threshold; never empty.
  public let operatingPoints: [MeasuredThreshold]

  /// The false-match rate at which decisions are made unless the user chooses another one. It lies between the
  /// lowest and the highest one that was measured.
  public let decisionFalseMatchRate: Double

  /// The command that measured the points, for people who want to repeat it.
  public let command: String

  /// Takes over points in any order.
  ///
  /// - Parameters:
  ///   - path: Where the file is to be written; nothing is written here.
  ///   - model: SHA-256 of the embedding network.
  ///   - modelPack: The pack's name.
  ///   - operatingPoints: At least one; a higher threshold must have a lower false-match rate.
  ///   - decisionFalseMatchRate: A rate within the measured range.
  ///   - command: How the points were measured.
  /// - Throws: `OperatingPointsFileError.malformed` for what is out of range or contradicts itself.
  public init(
    path: String, model: String, modelPack: String, operatingPoints: [MeasuredThreshold],
    decisionFalseMatchRate: Double, command: String
  ) throws(OperatingPointsFileError) {
    let model = model.lowercased()
    guard model.utf8.count == 64, model.allSatisfy(\.isHexDigit) else {
      throw .malformed(file: path, detail: "model must have 64 hexadecimal digits")
    }
    let sorted: [MeasuredThreshold]
    do {
      sorted = try MeasuredThresholdValidator(name: "operatingPoints").sorted(operatingPoints)
    } catch {
      throw .malformed(file: path, detail: error.detail)
    }
    guard let lowest = sorted.last?.falseMatchRate, let highest = sorted.first?.falseMatchRate else {
      throw .malformed(file: path, detail: "operatingPoints must hold one point at least")
    }
    guard (lowest...highest).contains(decisionFalseMatchRate) else {
      throw .malformed(
        file: path,
        detail: "decisionFalseMatchRate must lie between \(lowest) and \(highest), where it was measured")
    }
    self.path = path
    self.model = model
    self.modelPack = modelPack
    self.operatingPoints = sorted
    self.decisionFalseMatchRate = decisionFalseMatchRate
    self.command = command
  }

  /// Reads a file.
  ///
  /// - Parameter path: The file, of at most `byteLimit` bytes.
  /// - Throws: `OperatingPointsFileError`, also for keys that are unknown: what a misspelt one was meant to say must not
  ///   be ignored.
  public init(contentsOf path: String) throws(OperatingPointsFileError) {
    let bytes: [UInt8]
    do {
      bytes = try readFile(path, limit: Self.byteLimit)
    } catch {
      switch error {
      case .unreadable(_, let reason): throw .unreadable(file: path, reason: reason)
      default: throw .unreadable(file: path, reason: "it has more than \(Self.byteLimit) bytes")
      }
    }
    try self.init(bytes: bytes, path: path)
  }

  /// Reads a file that is already in memory.
  ///
  /// - Parameters:
  ///   - bytes: JSON in UTF-8.
  ///   - path: What errors call it.
  /// - Throws: What `init(contentsOf:)` throws.
  public init(bytes: [UInt8], path: String) throws(OperatingPointsFileError) {
    let json: JSON
    do {
      json = try JSON(parsing: bytes, byteLimit: Self.byteLimit)
    } catch {
      throw .malformed(file: path, detail: error.description)
    }
    guard case .object = json else { throw .malformed(file: path, detail: "it is no JSON object") }
    let data = Data(bytes)
    let version = try Self.decode(ModelPackManifest.Version.self, from: data, path: path).formatVersion
    guard version == Self.formatVersion else { throw .unsupportedFormat(file: path, version: version) }
    if let key = Self.unknownKey(in: json) {
      throw .malformed(file: path, detail: "the key \"\(printable(key))\" is unknown")
    }
    let document = try Self.decode(Document.self, from: data, path: path)
    try self.init(
      path: path, model: document.model, modelPack: document.modelPack,
      operatingPoints: document.operatingPoints, decisionFalseMatchRate: document.decisionFalseMatchRate,
      command: document.command)
  }

  /// The content of the file, as it is to be written.
  public var text: String {
    JSON.object([
      "formatVersion": .integer(Self.formatVersion), "model": .string(model), "modelPack": .string(modelPack),
      "operatingPoints": .array(operatingPoints.map(\.json)),
      "decisionFalseMatchRate": .exact(decisionFalseMatchRate), "command": .string(command),
    ]).indentedText
  }

  // MARK: - Reading

  private struct Document: Decodable {
    let model: String
    let modelPack: String
    let operatingPoints: [MeasuredThreshold]
    let decisionFalseMatchRate: Double
    let command: String
  }

  private static func decode<Part: Decodable>(
    _ type: Part.Type, from data: Data, path: String
  ) throws(OperatingPointsFileError) -> Part {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
      // The text is JSON, so this is all that the decoder can mean; it does not tell which number.
      throw .malformed(file: path, detail: "a number is too large, or not a whole one where a count stands")
    } catch let error as DecodingError {
      throw .malformed(file: path, detail: error.inWords)
    } catch {
      throw .malformed(file: path, detail: "\(error)")
    }
  }

  private static let keys: Set = [
    "formatVersion", "model", "modelPack", "operatingPoints", "decisionFalseMatchRate", "command",
  ]

  /// A key that means nothing here, with the keys that lead to it; values of the wrong kind are found later.
  private static func unknownKey(in json: JSON) -> String? {
    if let key = json.keys.first(where: { !keys.contains($0) }) { return key }
    for (index, point) in (json["operatingPoints"]?.elements ?? []).enumerated() {
      if let key = MeasuredThreshold.unknownKey(in: point) { return "operatingPoints.\(index).\(key)" }
    }
    return nil
  }
}
