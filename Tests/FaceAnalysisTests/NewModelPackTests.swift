import Foundation
import Imaging
import Testing

@testable import FaceAnalysis

/// Manifests that are written for a network of one's own.
struct NewModelPackTests {
  /// A pack of the bundled network, as if it were somebody else's.
  private static func pack() throws -> NewModelPack {
    let bundled = try ModelPack.bundled().embedding
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: bundled.file.path.text)))
    return NewModelPack(
      name: "mine", network: try EmbeddingNetwork(bytes: bytes, name: "my.onnx"), fileName: "my.onnx",
      licence: "MIT", origin: "me", channels: .redGreenBlue, scale: ChannelValues(1),
      offset: ChannelValues(0), alignment: .usual)
  }

  @Test("the manifest reads back as what was said, and leaves the rest to the bundled pack")
  func roundTrip() throws {
    let bundled = try ModelPack.bundled()
    var new = try Self.pack()
    new.channels = .blueGreenRed
    new.scale = ChannelValues(red: 1 / 127.5, green: 0.1, blue: 3)
    new.offset = ChannelValues(-1)
    let pack = try ModelPack(manifest: Array(try new.manifest().utf8), directory: "/nowhere")
    #expect(pack.name == "mine")
    #expect(pack.embedding.file.path == "/nowhere/my.onnx")
    #expect(pack.embedding.file.sha256 == bundled.embedding.file.sha256)
    #expect(pack.embedding.file.licence == "MIT")
    #expect(pack.embedding.file.origin == "me")
    #expect(pack.embedding.input.channels == .blueGreenRed)
    #expect(pack.embedding.input.scale == new.scale)
    #expect(pack.embedding.input.offset == new.offset)
    #expect(pack.embedding.alignment == AlignmentTemplate.usual.points)
    #expect(pack.embedding.operatingPoints.isEmpty)
    #expect(pack.embedding.decisionFalseMatchRate == nil)
    #expect(pack.detector == bundled.detector)
    #expect(pack.presentationAttack == bundled.presentationAttack)
  }

  @Test("a pack that says of the bundled network what the bundled one says is the same but for its points")
  func same() throws {
    let bundled = try ModelPack.bundled().embedding
    let pack = try ModelPack(manifest: Array(try Self.pack().manifest().utf8), directory: "/nowhere")
      .embedding
    #expect(pack.input == bundled.input)
    #expect(pack.alignment == bundled.alignment)
    #expect((pack.output, pack.dimensions) == (bundled.output, bundled.dimensions))
  }

  @Test("values that no manifest may have are refused with their places")
  func refused() throws {
    var new = try Self.pack()
    new.fileName = "a/b"
    new.scale = ChannelValues(.nan)
    new.offset = ChannelValues(2e6)
    #expect(
      throws: ModelPackError.malformedManifest(
        file: "model-pack.json",
        faults: [
          DocumentFault("embedding.file", .noPlainName),
          DocumentFault("embedding.input.scale.0", .wrongKind(expected: .number, found: .null)),
          DocumentFault("embedding.input.scale.1", .wrongKind(expected: .number, found: .null)),
          DocumentFault("embedding.input.scale.2", .wrongKind(expected: .number, found: .null)),
          DocumentFault("embedding.input.offset", .outOfRange(-1e6...1e6)),
        ])
    ) {
      try new.manifest()
    }
    #expect(!NewModelPack.isFileName("model-pack.json"))
    #expect(!NewModelPack.isFileName("../x"))
    #expect(NewModelPack.isFileName("my.onnx"))
  }

  @Test("a template is a list of five points, and everything that is wrong with another one is told")
  func templates() throws {
    let template = try AlignmentTemplate(
      parsing: Array("[[1, 2], [3, 4.5], [5, 6], [7, 8], [9, 10]]".utf8), file: "t.json")
    #expect(template.points[1] == Point(x: 3, y: 4.5))
    let cases: [(String, [DocumentFault])] = [
      ("{}", [DocumentFault("", .wrongKind(expected: .array, found: .object))]),
      ("[[1, 2]]", [DocumentFault("", .wrongCount(expected: 5...5, found: 1))]),
      (
        "[[1, 2], [3], [5, \"6\"], 7, [9, 10]]",
        [
          DocumentFault("1", .wrongCount(expected: 2...2, found: 1)),
          DocumentFault("2.1", .wrongKind(expected: .number, found: .string)),
          DocumentFault("3", .wrongKind(expected: .array, found: .number)),
        ]
      ),
      ("[[1, 2], [1, 2], [1, 2], [1, 2], [1, 2]]", [DocumentFault("", .coincidingPoints)]),
      (
        "[", [DocumentFault("", .noJSON(line: 1, column: 2, cause: "a value is expected, but the text ends"))]
      ),
    ]
    for (text, faults) in cases {
      #expect(throws: AlignmentTemplateError(file: "t.json", faults: faults)) {
        try AlignmentTemplate(parsing: Array(text.utf8), file: "t.json")
      }
    }
  }
}
