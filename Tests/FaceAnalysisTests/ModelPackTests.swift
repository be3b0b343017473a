import Foundation
import Imaging
import Inference
import Platform
import TestSupport
import Testing

@testable import FaceAnalysis

struct ModelPackTests {
  /// The bundled manifest as a dictionary, to be changed in one place.
  static func manifest() throws -> [String: Any] {
    let pack = try ModelPack.bundled()
    let data = try Data(contentsOf: URL(filePath: pack.directory.appending(ModelPack.manifestName).text))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// The manifest with the value at a path replaced, or removed by `nil`.
  static func changed(_ path: [String], to value: Any?) throws -> [UInt8] {
    func replace(_ object: [String: Any], _ path: ArraySlice<String>) -> [String: Any] {
      var object = object
      guard let key = path.first else { return object }
      if path.count == 1 {
        object[key] = value
      } else {
        object[key] = replace(object[key] as? [String: Any] ?? [:], path.dropFirst())
      }
      return object
    }
    return Array(try JSONSerialization.data(withJSONObject: replace(try manifest(), path[...])))
  }

  static func pack(_ manifest: [UInt8]) throws -> ModelPack {
    try ModelPack(manifest: manifest, directory: "/nowhere")
  }

  @Test("the bundled pack is complete and its files are those that it names")
  func bundled() throws {
    let pack = try ModelPack.bundled()
    #expect(pack.embedding.dimensions == 128)
    #expect(pack.embedding.alignment.count == 5)
    #expect(pack.embedding.operatingPoints.count >= 3)
    #expect(pack.detector.sizeMultiple == 32)
    #expect(pack.mesh.side == 192)
    #expect(pack.iris.side == 64)
    let models = FaceModels(pack: pack)
    for network in Network.allCases { #expect(try !models.model(network).outputs.isEmpty) }
  }

  @Test("a folder without a manifest, or with a folder in its place, is told by its path")
  func unreadable() throws {
    #expect(
      throws: ModelPackError.unreadable(file: "/nowhere/model-pack.json", reason: "No such file or directory")
    ) {
      try ModelPack(directory: "/nowhere")
    }
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/model-pack.json", withIntermediateDirectories: false)
    #expect(throws: ModelPackError.self) { try ModelPack(directory: folder.path) }
  }

  @Test(
    "text that is no manifest is refused",
    arguments: ["", "{", "[]", "null", "{}", "\u{0}", "{\"formatVersion\":\"1\"}"])
  func noManifest(text: String) {
    #expect(throws: ModelPackError.self) { try Self.pack(Array(text.utf8)) }
  }

  @Test("another version of the format is refused before anything else is read")
  func version() {
    #expect(throws: ModelPackError.unsupportedFormat(file: "/nowhere/model-pack.json", version: 2)) {
      try Self.pack(Array(#"{"formatVersion": 2, "embedding": "quite different"}"#.utf8))
    }
  }

  @Test(
    "a file's name may not lead out of the folder",
    arguments: ["", ".", "..", "../iris.onnx", "/etc/passwd", "weights/iris.onnx", "a\\b", "iris\u{0}.onnx"])
  func escapes(name: String) throws {
    let manifest = try Self.changed(["iris", "file"], to: name)
    #expect(throws: ModelPackError.self) { try Self.pack(manifest) }
  }

  @Test("missing values and values out of range are named")
  func invalidValues() throws {
    let cases: [([String], Any?, String)] = [
      (["name"], nil, "name is missing"),
      (["embedding"], nil, "embedding is missing"),
      (["embedding", "sha256"], "abc", "embedding.sha256"),
      (["embedding", "sha256"], String(repeating: "x", count: 64), "embedding.sha256"),
      (["embedding", "dimensions"], 0, "embedding.dimensions"),
      (["embedding", "dimensions"], "many", "embedding.dimensions"),
      (["embedding", "input", "width"], 100_000, "embedding.input.width"),
      (["embedding", "input", "height"], nil, "embedding.input.height"),
      (["embedding", "input", "channels"], "CMYK", "embedding.input.channels"),
      (["embedding", "input", "layout"], "HW", "embedding.input.layout"),
      (["embedding", "alignment"], [[1, 2]], "embedding.alignment"),
      (["embedding", "alignment"], [[1, 2], [1, 2], [1, 2], [1, 2], [1, 2]], "embedding.alignment"),
      (["embedding", "alignment"], [[1, 2], [1, 2], [1, 2], [1, 2], [1, 2, 3]], "embedding.alignment"),
      (["embedding", "decisionFalseMatchRate"], 0, "embedding.decisionFalseMatchRate"),
      (
        ["embedding", "operatingPoints"],
        [["falseMatchRate": 2, "threshold": 0.1, "impostorPairs": 1, "source": ""]],
        "embedding.operatingPoints"
      ),
      (
        ["embedding", "operatingPoints"],
        [["falseMatchRate": 0.1, "threshold": 3, "impostorPairs": 1, "source": ""]],
        "embedding.operatingPoints"
      ),
      (
        ["embedding", "operatingPoints"],
        [
          ["falseMatchRate": 0.1, "threshold": 0.5, "impostorPairs": 1, "source": ""],
          ["falseMatchRate": 0.2, "threshold": 0.6, "impostorPairs": 1, "source": ""],
        ],
        "a higher threshold must have a lower"
      ),
      (
        ["embedding", "operatingPoints"],
        [
          [
            "falseMatchRate": 0.1, "threshold": 0.5, "impostorPairs": 1, "source": "",
            "interval": [0.2, 0.1],
          ] as [String: Any]
        ],
        "embedding.operatingPoints.0.interval"
      ),
      (
        ["embedding", "operatingPoints"],
        [
          [
            "falseMatchRate": 0.1, "threshold": 0.5, "impostorPairs": 1, "source": "",
            "verification": ["falseMatchRate": 2, "impostorPairs": 1, "source": ""] as [String: Any],
          ] as [String: Any]
        ],
        "embedding.operatingPoints.0.verification.falseMatchRate"
      ),
      (["detector", "scoreThreshold"], 1.5, "detector.scoreThreshold"),
      (["detector", "input", "sizeMultiple"], 0, "detector.input.sizeMultiple"),
      (["detector", "input", "scale"], 1e9, "detector.input.scale"),
      (["mesh", "input", "height"], 191, "mesh.input.height"),
      (["mesh", "outputs"], nil, "outputs is missing"),
      (["iris", "input", "width"], 4, "iris.input.width"),
      (["presentationAttack", "cropScales"], [Double](), "presentationAttack.cropScales"),
      (["presentationAttack", "cropScales"], [2, 0], "presentationAttack.cropScales"),
      (["presentationAttack", "threshold"], 1.5, "presentationAttack.threshold"),
      (["presentationAttack", "threshold"], nil, "threshold is missing"),
      (["presentationAttack", "input", "height"], 111, "presentationAttack.input.height"),
      (["presentationAttack", "file"], "../x.onnx", "presentationAttack.file"),
    ]
    for (path, value, expected) in cases {
      let manifest = try Self.changed(path, to: value)
      let error = #expect(throws: ModelPackError.self) { try Self.pack(manifest) }
      guard case .malformedManifest(let file, let faults) = error else {
        Issue.record("\(path) gave \(String(describing: error))")
        continue
      }
      #expect(file == "/nowhere/model-pack.json")
      #expect(faults.words.contains(expected), "\(faults.words)")
    }
  }

  @Test("all faults of a manifest are told at once, each as a value with its place")
  func allFaults() throws {
    var manifest = try Self.manifest()
    var embedding = try #require(manifest["embedding"] as? [String: Any])
    var input = try #require(embedding["input"] as? [String: Any])
    input["channels"] = "CMYK"
    input["scale"] = [1, "two", 3] as [Any]
    input["offset"] = [1, 2]
    input["width"] = 112.5
    input["stride"] = 2
    embedding["input"] = input
    embedding["sha256"] = nil
    embedding["file"] = "../x.onnx"
    embedding["alignment"] = [[1, 2], [1, 2, 3], [1, 2], [1, 2], [1, 2]]
    embedding["operatingPoints"] = [
      ["falseMatchRate": 0.1, "threshold": 0.5, "impostorPairs": -1, "source": ""],
      ["falseMatchRate": 0.2, "threshold": 0.6, "impostorPairs": 1, "sauce": ""],
    ]
    manifest["embedding"] = embedding
    manifest["formatVersion"] = nil
    manifest["name"] = 3
    manifest["iris"] = []
    manifest["extra"] = true
    let bytes = Array(try JSONSerialization.data(withJSONObject: manifest))
    let error = #expect(throws: ModelPackError.self) { try Self.pack(bytes) }
    guard case .malformedManifest(let file, let faults) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(file == "/nowhere/model-pack.json")
    let expected: [DocumentFault] = [
      DocumentFault("formatVersion", .missing),
      DocumentFault("name", .wrongKind(expected: .string, found: .number)),
      DocumentFault("embedding.file", .noPlainName),
      DocumentFault("embedding.sha256", .missing),
      DocumentFault("embedding.input.channels", .unknownWord(found: "CMYK", understood: ["RGB", "BGR"])),
      DocumentFault("embedding.input.scale.1", .wrongKind(expected: .number, found: .string)),
      DocumentFault("embedding.input.offset", .wrongCount(expected: 3...3, found: 2)),
      DocumentFault("embedding.input.width", .wrongKind(expected: .wholeNumber, found: .number)),
      DocumentFault(
        "embedding.input.stride",
        .unknownKey(understood: ["name", "layout", "channels", "scale", "offset", "width", "height"])),
      DocumentFault("embedding.alignment.1", .wrongCount(expected: 2...2, found: 3)),
      DocumentFault("embedding.operatingPoints.1.source", .missing),
      DocumentFault(
        "embedding.operatingPoints.1.sauce",
        .unknownKey(understood: [
          "threshold", "falseMatchRate", "interval", "impostorPairs", "falseNonMatchRate",
          "falseNonMatchInterval",
          "genuinePairs", "source", "verification",
        ])),
      DocumentFault("embedding.operatingPoints.0.impostorPairs", .negative),
      DocumentFault("iris", .wrongKind(expected: .object, found: .array)),
      DocumentFault(
        "extra",
        .unknownKey(understood: [
          "formatVersion", "name", "embedding", "detector", "mesh", "iris", "presentationAttack",
        ])),
    ]
    #expect(faults == expected)
    let line = try #require(error?.description)
    for fault in expected { #expect(line.contains(fault.description)) }
    #expect(!line.contains("\n"))
  }

  @Test("operating points may be missing, and then so must the rate that decides")
  func unmeasured() throws {
    let missing = try Self.changed(["embedding", "operatingPoints"], to: nil)
    #expect(
      throws: ModelPackError.malformedManifest(
        file: "/nowhere/model-pack.json",
        faults: [DocumentFault("embedding.decisionFalseMatchRate", .without(key: "operatingPoints"))])
    ) {
      try Self.pack(missing)
    }
    #expect(
      throws: ModelPackError.malformedManifest(
        file: "/nowhere/model-pack.json",
        faults: [DocumentFault("embedding.decisionFalseMatchRate", .missing)])
    ) {
      try Self.pack(Self.changed(["embedding", "decisionFalseMatchRate"], to: nil))
    }
    var manifest = try Self.manifest()
    var embedding = try #require(manifest["embedding"] as? [String: Any])
    embedding["decisionFalseMatchRate"] = nil
    for points in [nil, [Any]()] {
      embedding["operatingPoints"] = points
      manifest["embedding"] = embedding
      let pack = try Self.pack(Array(try JSONSerialization.data(withJSONObject: manifest)))
      #expect(pack.embedding.operatingPoints.isEmpty)
      #expect(pack.embedding.decisionFalseMatchRate == nil)
    }
  }

  @Test("a rate that decides is one that was measured")
  func decisionRate() throws {
    #expect(
      throws: ModelPackError.malformedManifest(
        file: "/nowhere/model-pack.json",
        faults: [
          DocumentFault("embedding.decisionFalseMatchRate", .notMeasured(lowest: 3e-6, highest: 0.01))
        ])
    ) {
      try Self.pack(Self.changed(["embedding", "decisionFalseMatchRate"], to: 1e-7))
    }
  }

  @Test("scale and offset are one number, or one for each of red, green and blue")
  func channelValues() throws {
    let one = try Self.pack(Self.changed(["embedding", "input", "scale"], to: 0.5))
    #expect(one.embedding.input.scale == ChannelValues(0.5))
    let three = try Self.pack(Self.changed(["embedding", "input", "offset"], to: [1, -2, 0.25]))
    #expect(three.embedding.input.offset == ChannelValues(red: 1, green: -2, blue: 0.25))
  }

  @Test("every manifest cut off anywhere is refused without a trap")
  func truncated() throws {
    let pack = try ModelPack.bundled()
    let whole = Array(
      try Data(contentsOf: URL(filePath: pack.directory.appending(ModelPack.manifestName).text)))
    let end = try #require(whole.lastIndex(of: UInt8(ascii: "}")))
    for length in stride(from: 0, to: end, by: 7) {
      #expect(throws: ModelPackError.self) { try Self.pack(Array(whole[..<length])) }
    }
  }

  @Test("a manifest with one byte changed is a pack whose values are in range, or faults with their places")
  func damaged() throws {
    let bundled = try ModelPack.bundled()
    let whole = [UInt8](
      try Data(contentsOf: URL(filePath: bundled.directory.appending(ModelPack.manifestName).text)))
    var readCount = 0
    for place in stride(from: 0, to: whole.count, by: 3) {
      var bytes = whole
      bytes[place] ^= place % 2 == 0 ? 1 : 0x10
      do {
        let pack = try ModelPack(manifest: bytes, directory: bundled.directory)
        readCount += 1
        let rate = try #require(pack.embedding.decisionFalseMatchRate)
        #expect(rate > 0 && rate <= 1)
        #expect(pack.embedding.operatingPoints.allSatisfy { (-1...1).contains($0.threshold) })
      } catch ModelPackError.malformedManifest(_, let faults) {
        #expect(!faults.isEmpty)
      } catch ModelPackError.unsupportedFormat(_, let version) {
        #expect(version != ModelPack.formatVersion)
      }
    }
    #expect(readCount > 100)
  }

  @Test("a pack with an embedding network only takes the rest from the bundled one")
  func embeddingOnly() throws {
    let bundled = try ModelPack.bundled()
    var manifest = try Self.manifest()
    for part in ["detector", "mesh", "iris", "presentationAttack"] { manifest[part] = nil }
    var embedding = try #require(manifest["embedding"] as? [String: Any])
    embedding["file"] = "arcface.onnx"
    embedding["dimensions"] = 512
    embedding["input"] = [
      "name": "input.1", "layout": "NCHW", "width": 112, "height": 112, "channels": "RGB", "scale": 1 / 127.5,
      "offset": -1,
    ]
    manifest["embedding"] = embedding
    let pack = try Self.pack(Array(try JSONSerialization.data(withJSONObject: manifest)))
    #expect(pack.detector == bundled.detector)
    #expect(pack.mesh == bundled.mesh)
    #expect(pack.iris == bundled.iris)
    #expect(pack.presentationAttack == bundled.presentationAttack)
    #expect(pack.embedding.file.path == "/nowhere/arcface.onnx")
    #expect(pack.embedding.dimensions == 512)
    #expect(pack.embedding.input.offset == ChannelValues(-1))
  }

  @Test("a network whose content is not the one in the manifest is not used")
  func exchanged() throws {
    let folder = try TemporaryFolder(copying: ["model-pack.json", "iris.onnx"])
    let path = folder.path + "/iris.onnx"
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(filePath: path))
    let models = try FaceModels(pack: ModelPack(directory: folder.path))
    let expected = ModelPackError.wrongContent(
      file: path, expected: models.pack.iris.file.sha256, found: SHA256.hexadecimalDigest(bytes))
    for _ in 0..<2 {
      #expect(throws: expected) { try models.model(.iris) }
    }
  }

  @Test("a network that is missing, no network, or another network than its role needs is told by its path")
  func unusable() throws {
    let folder = try TemporaryFolder(copying: ["model-pack.json", "iris.onnx"])
    let models = try FaceModels(pack: ModelPack(directory: folder.path))
    #expect(
      throws: ModelPackError.unreadable(
        file: folder.path + "/face-mesh.onnx", reason: "No such file or directory")
    ) {
      try models.model(.mesh)
    }

    try Data("no network".utf8).write(to: URL(filePath: folder.path + "/text.onnx"))
    var manifest = try Self.manifest()
    var mesh = try #require(manifest["mesh"] as? [String: Any])
    mesh["file"] = "text.onnx"
    mesh["sha256"] = SHA256.hexadecimalDigest(Array("no network".utf8))
    manifest["mesh"] = mesh
    let text = try ModelPack(
      manifest: Array(try JSONSerialization.data(withJSONObject: manifest)), directory: Path(folder.path))
    #expect(throws: ModelPackError.self) { try FaceModels(pack: text).model(.mesh) }

    // The iris network in the place of the mesh network takes another input.
    mesh["file"] = "iris.onnx"
    mesh["sha256"] = models.pack.iris.file.sha256
    manifest["mesh"] = mesh
    let iris = try ModelPack(
      manifest: Array(try JSONSerialization.data(withJSONObject: manifest)), directory: Path(folder.path))
    let error = #expect(throws: ModelPackError.self) { try FaceMeshEstimator(models: FaceModels(pack: iris)) }
    guard case .unusableNetwork(let file, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(file == folder.path + "/iris.onnx")
  }

  @Test("an output that is missing or has another size is an error when the network runs")
  func wrongOutputs() throws {
    let bundled = try ModelPack.bundled()
    for (key, value) in [("output", "fc2"), ("dimensions", 127)] as [(String, Any)] {
      let pack = try ModelPack(
        manifest: try Self.changed(["embedding", key], to: value), directory: bundled.directory)
      let embedder = try FaceEmbedder(models: FaceModels(pack: pack))
      let error = #expect(throws: ModelPackError.self) {
        try embedder.embedding(of: Image(width: 112, height: 112, filledWith: 128))
      }
      guard case .unusableNetwork(let file, _) = error else {
        Issue.record("\(key) \(value) gave \(String(describing: error))")
        continue
      }
      #expect(file == bundled.embedding.file.path.text)
    }
  }

  @Test("networks can be loaded in the background and are the same afterwards")
  func prefetch() throws {
    let models = FaceModels(pack: try ModelPack.bundled())
    models.prefetch([.mesh, .iris])
    #expect(try models.model(.mesh).outputs == Bundled.models().model(.mesh).outputs)
    #expect(try models.model(.iris).inputs == Bundled.models().model(.iris).inputs)
  }

  @Test("what an ONNX file calls its parts is shown by escapes, once")
  func foreignNames() {
    let evil = "a\u{1b}[2J"
    let causes: [InferenceError] = [
      .malformed(file: evil, detail: evil), .unsupportedModel(file: evil, detail: evil),
      .unsupportedOperator(name: evil, version: 1, node: evil), .invalidNode(node: evil, detail: evil),
      .invalidInput(name: evil, detail: evil), .invalidOutput(name: evil, detail: evil),
      .limitExceeded(detail: evil), .unreadable(file: evil, reason: evil),
    ]
    for cause in causes {
      for text in [cause.description, ModelPackError(cause, file: evil).description] {
        #expect(
          text.contains(#"a\x1b[2J"#) && !text.contains("\u{1b}") && !text.contains(#"\\x1b"#), "\(text)")
      }
    }
  }

  @Test("every error names the file and what helps")
  func descriptions() {
    let errors: [ModelPackError] = [
      .unreadable(file: "F", reason: "R"),
      .malformedManifest(
        file: "F",
        faults: [DocumentFault("a.b", .missing), DocumentFault("c", .unknownKey(understood: ["d"]))]),
      .unsupportedFormat(file: "F", version: 9), .wrongContent(file: "F", expected: "E", found: "X"),
      .unusableNetwork(file: "F", detail: "D"),
    ]
    for error in errors {
      #expect(error.description.hasPrefix("F: "))
      #expect(!error.description.contains("\n"))
    }
    #expect(ModelPackError.notFound(searched: ["/a", "/b"]).description.contains("/a, /b"))
  }
}

extension TemporaryFolder {
  /// - Parameter files: Files of the bundled pack that are copied.
  fileprivate convenience init(copying files: [String]) throws {
    try self.init()
    let source = try ModelPack.bundled().directory
    for name in files {
      try FileManager.default.copyItem(atPath: source.appending(name).text, toPath: file(name))
    }
  }
}
