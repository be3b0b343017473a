import Formats
import Foundation
import Testing

@testable import FaceAnalysis

struct ModelPackManifestEditorTests {
  private static func bundled() throws -> (bytes: [UInt8], pack: ModelPack) {
    let pack = try ModelPack.bundled()
    let url = URL(filePath: pack.directory.appending(ModelPack.manifestName).text)
    return (Array(try Data(contentsOf: url)), pack)
  }

  private static func points(
    _ pack: ModelPack, _ points: [MeasuredThreshold]? = nil, decision: Double? = nil, model: String? = nil
  ) throws -> OperatingPointsFile {
    try OperatingPointsFile(
      path: "points.json", model: model ?? pack.embedding.file.sha256, modelPack: pack.name,
      operatingPoints: points ?? pack.embedding.operatingPoints,
      decisionFalseMatchRate: decision ?? pack.embedding.decisionFalseMatchRate ?? 1, command: "")
  }

  @Test("The bundled manifest is written as it was read, byte for byte")
  func roundTrip() throws {
    let (bytes, pack) = try Self.bundled()
    #expect(try Array(JSON(parsing: bytes).indentedText.utf8) == bytes)
    let text = try ModelPackManifestEditor.replacingOperatingPoints(
      in: bytes, directory: "/nowhere", with: Self.points(pack))
    #expect(Array(text.utf8) == bytes)
  }

  @Test("Only the operating points and the rate that decides change, and the pack reads them back")
  func replacement() throws {
    let (bytes, pack) = try Self.bundled()
    let rates = MeasuredRates(
      source: "DATA: pairs", falseMatchRate: 0.002, interval: 0.001...0.003, impostorPairs: 7)
    let new = MeasuredThreshold(threshold: 0.25, rates: rates, verification: rates)
    let text = try ModelPackManifestEditor.replacingOperatingPoints(
      in: bytes, directory: "/nowhere", with: Self.points(pack, [new], decision: 0.002))
    let changed = try ModelPack(manifest: Array(text.utf8), directory: pack.directory)
    #expect(changed.embedding.operatingPoints == [new])
    #expect(changed == (try pack.with(Self.points(pack, [new], decision: 0.002))))

    // Line by line: what comes before and after the points is the same text.
    let old = String(decoding: bytes, as: UTF8.self)
    let (start, end) = ("    \"operatingPoints\": [", "    \"decisionFalseMatchRate\": ")
    let (oldStart, newStart) = (try #require(old.range(of: start)), try #require(text.range(of: start)))
    #expect(old[..<oldStart.lowerBound] == text[..<newStart.lowerBound])
    let (oldEnd, newEnd) = (try #require(old.range(of: end)), try #require(text.range(of: end)))
    #expect(text[newEnd.upperBound...] == "0.002" + old[oldEnd.upperBound...].dropFirst("1e-05".count))
  }

  @Test("A manifest without operating points gets them at the end of the embedding")
  func firstPoints() throws {
    let (bytes, pack) = try Self.bundled()
    let whole = String(decoding: bytes, as: UTF8.self)
    let start = try #require(whole.range(of: ",\n    \"operatingPoints\": ["))
    let rate = try #require(whole.range(of: "\"decisionFalseMatchRate\": 1e-05"))
    let unmeasured = String(whole[..<start.lowerBound] + whole[rate.upperBound...])
    let former = try ModelPack(manifest: Array(unmeasured.utf8), directory: pack.directory)
    #expect(former.embedding.operatingPoints.isEmpty && former.embedding.decisionFalseMatchRate == nil)
    let text = try ModelPackManifestEditor.replacingOperatingPoints(
      in: Array(unmeasured.utf8), directory: "/nowhere", with: Self.points(pack))
    #expect(text == whole)
  }

  @Test("The digits of numbers and the escapes of texts mean the same afterwards")
  func otherDigits() throws {
    let (bytes, pack) = try Self.bundled()
    let odd = String(decoding: bytes, as: UTF8.self)
      .replacing("\"dimensions\": 128,", with: "\"dimensions\":1.280E+2,")
      .replacing("\"Facelatch default\"", with: "\"Facelatch d\\u00e9fault\"")
    let text = try ModelPackManifestEditor.replacingOperatingPoints(
      in: Array(odd.utf8), directory: "/nowhere", with: Self.points(pack))
    #expect(text.contains("\"dimensions\": 1.280E+2,\n"))
    #expect(text.contains("\"Facelatch défault\""))
  }

  @Test("Points of another network, and manifests that are not valid, change nothing")
  func refused() throws {
    let (bytes, pack) = try Self.bundled()
    let other = try Self.points(pack, model: String(repeating: "0", count: 64))
    #expect(
      throws: OperatingPointsFileError.otherModel(
        file: "points.json", measured: other.model, inUse: pack.embedding.file.sha256)
    ) {
      try ModelPackManifestEditor.replacingOperatingPoints(in: bytes, directory: "/nowhere", with: other)
    }
    let twice = String(decoding: bytes, as: UTF8.self).replacing(
      "\"mesh\":", with: "\"name\": \"x\",\n  \"mesh\":")
    let broken: [(String, String)] = [
      ("", "/nowhere/model-pack.json: not a valid model manifest"),
      ("{\"formatVersion\": 2}", "/nowhere/model-pack.json: format version 2"),
      (
        String(decoding: bytes.dropLast(4), as: UTF8.self),
        "/nowhere/model-pack.json: not a valid model manifest"
      ),
      (twice, "the key \"name\" stands there twice"),
    ]
    for (text, words) in broken {
      let error = #expect(throws: OperatingPointsFileError.self) {
        try ModelPackManifestEditor.replacingOperatingPoints(
          in: Array(text.utf8), directory: "/nowhere", with: Self.points(pack))
      }
      guard case .manifest? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
  }
}
