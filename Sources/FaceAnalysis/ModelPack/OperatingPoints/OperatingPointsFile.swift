import Formats
import Inference
import Platform

/// Operating points that were measured for an embedding network apart from its model pack, as a file of their own.
///
/// `ModelPack.with(_:)` uses a pack with them; `ModelPackManifestEditor` makes them a part of it.
public struct OperatingPointsFile: Sendable, Equatable {
  /// The version of the format that this program reads and writes.
  public static let formatVersion = 1

  /// More than any file of operating points needs, in bytes.
  public static let byteLimit = 1 << 20

  /// Where the file lies, or is to be written; errors name it.
  public let path: Path

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
  /// - Throws: `OperatingPointsFileError.malformed` with everything that is out of range or contradicts itself.
  public init(
    path: Path, model: String, modelPack: String, operatingPoints: [MeasuredThreshold],
    decisionFalseMatchRate: Double, command: String
  ) throws(OperatingPointsFileError) {
    let faults = Self.faults(
      model: model, points: ListedThresholds(operatingPoints), decisionFalseMatchRate: decisionFalseMatchRate)
    guard faults.isEmpty else { throw .malformed(file: path.text, faults: faults) }
    self.path = path
    self.model = model.lowercased()
    self.modelPack = modelPack
    self.operatingPoints = operatingPoints.sortedByThreshold
    self.decisionFalseMatchRate = decisionFalseMatchRate
    self.command = command
  }

  /// Reads a file.
  ///
  /// - Parameter path: The file, of at most `byteLimit` bytes.
  /// - Throws: `OperatingPointsFileError` with everything that is wrong, also keys that are unknown: what a misspelt one
  ///   was meant to say must not be ignored.
  public init(contentsOf path: Path) throws(OperatingPointsFileError) {
    let bytes: [UInt8]
    do {
      bytes = try FileReader.contents(of: path, limit: Self.byteLimit)
    } catch {
      throw .unreadable(file: path.text, reason: error.reason)
    }
    try self.init(bytes: bytes, path: path)
  }

  /// Reads a file whose path is a text.
  ///
  /// - Throws: What `init(contentsOf:)` throws for a `Path`.
  public init(contentsOf path: String) throws(OperatingPointsFileError) {
    try self.init(contentsOf: Path(path))
  }

  /// Reads a file that is already in memory.
  ///
  /// - Parameters:
  ///   - bytes: JSON in UTF-8.
  ///   - path: What errors call it.
  /// - Throws: What `init(contentsOf:)` throws.
  public init(bytes: [UInt8], path: Path) throws(OperatingPointsFileError) {
    let reader = DocumentReader()
    let document = reader.document(bytes, byteLimit: Self.byteLimit)
    if let version = document?[Key.formatVersion]?.wholeNumber(), version != Self.formatVersion {
      throw .unsupportedFormat(file: path.text, version: version)
    }
    guard let parts = document.flatMap({ Parts($0) }), reader.faults.isEmpty else {
      throw .malformed(file: path.text, faults: reader.faults)
    }
    try self.init(
      path: path, model: parts.model, modelPack: parts.modelPack, operatingPoints: parts.operatingPoints,
      decisionFalseMatchRate: parts.decisionFalseMatchRate, command: parts.command)
  }

  /// The content of the file, as it is to be written.
  public var text: String {
    JSON.object([
      Key.formatVersion: .integer(Self.formatVersion), Key.model: .string(model),
      Key.modelPack: .string(modelPack), Key.operatingPoints: .array(operatingPoints.map(\.json)),
      Key.decisionFalseMatchRate: .exact(decisionFalseMatchRate), Key.command: .string(command),
    ]).indentedText
  }

  private enum Key {
    static let formatVersion = "formatVersion"
    static let model = "model"
    static let modelPack = "modelPack"
    static let operatingPoints = "operatingPoints"
    static let decisionFalseMatchRate = "decisionFalseMatchRate"
    static let command = "command"
  }

  /// What is out of range or contradicts itself; `nil` stands for what could not be read.
  private static func faults(
    model: String?, points: ListedThresholds, decisionFalseMatchRate rate: Double?
  ) -> [DocumentFault] {
    var faults: [DocumentFault] = []
    if let model, !model.isSHA256 { faults.append(DocumentFault(Key.model, .noSHA256)) }
    if points.count == 0 { faults.append(DocumentFault(Key.operatingPoints, .empty)) }
    faults += points.faults(at: Key.operatingPoints)
    if let rate { faults += points.faults(ofDecisionRate: rate, at: Key.decisionFalseMatchRate) }
    return faults
  }

  /// What a file says.
  private struct Parts {
    let model: String
    let modelPack: String
    let operatingPoints: [MeasuredThreshold]
    let decisionFalseMatchRate: Double
    let command: String

    /// Reads all of it, and notes all that is wrong; `nil` where something is missing or of another kind.
    init?(_ document: DocumentObject) {
      let model = document[Key.model]?.string()
      let modelPack = document[Key.modelPack]?.string()
      let points = document[Key.operatingPoints]?.measuredThresholds()
      let rate = document[Key.decisionFalseMatchRate]?.number()
      let command = document[Key.command]?.string()
      document.finish()
      if let points {
        document.reader.note(
          OperatingPointsFile.faults(model: model, points: points, decisionFalseMatchRate: rate))
      }
      guard let model, let modelPack, let points, let rate, let command else { return nil }
      (self.model, self.modelPack, self.command) = (model, modelPack, command)
      (operatingPoints, decisionFalseMatchRate) = (points.points, rate)
    }
  }
}

extension String {
  /// Whether it has the 64 hexadecimal digits of a SHA-256.
  var isSHA256: Bool { utf8.count == 64 && utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit } }
}
