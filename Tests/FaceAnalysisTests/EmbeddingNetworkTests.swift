import Foundation
import Imaging
import Platform
import Testing

@testable import FaceAnalysis

/// Networks as their makers hand them out, looked at and made into packs.
struct EmbeddingNetworkTests {
  /// The small networks of the inference tests.
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "InferenceTests/Fixtures")

  private static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: fixtures.appending(path: name + ".onnx")))
  }

  private static func network(
    _ name: String, _ hints: EmbeddingNetwork.Hints = .init()
  ) throws -> EmbeddingNetwork {
    try EmbeddingNetwork(bytes: bytes(name), name: name, hints: hints)
  }

  @Test(
    "names, layout, size and length are found in the file",
    arguments: [
      ("iresnet", "input", 40, "fc1", 48), ("mobilefacenet", "input", 48, "embedding", 32),
      ("mobilenet-v3", "input", 112, "embedding", 16),
    ])
  func found(_ name: String, _ input: String, _ side: Int, _ output: String, _ dimensions: Int) throws {
    let network = try Self.network(name)
    #expect(network.inputName == input)
    #expect(network.layout == .planar)
    #expect((network.width, network.height) == (side, side))
    #expect(network.outputName == output)
    #expect(network.dimensions == dimensions)
    #expect(network.sha256 == SHA256.hexadecimalDigest(try Self.bytes(name)))
  }

  @Test("the bundled network is found as its manifest describes it")
  func bundled() throws {
    let pack = try ModelPack.bundled().embedding
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: pack.file.path.text)))
    let network = try EmbeddingNetwork(bytes: bytes, name: "face-embedding.onnx")
    #expect(network.sha256 == pack.file.sha256)
    #expect(network.inputName == pack.input.name)
    #expect(network.layout == pack.input.layout)
    #expect((network.width, network.height) == (pack.width, pack.height))
    #expect(network.outputName == pack.output)
    #expect(network.dimensions == pack.dimensions)
  }

  @Test("a size that the file leaves free is taken from the hint, one that it states is not")
  func size() throws {
    let network = try Self.network("mobilenet-v3", .init(width: 64, height: 96))
    #expect((network.width, network.height) == (64, 96))
    #expect(
      throws: EmbeddingNetworkError(file: "iresnet", reason: .otherSize(width: 40, height: 40))
    ) {
      try Self.network("iresnet", .init(width: 112, height: 112))
    }
  }

  @Test("of several outputs one must be named, and it must be a vector")
  func outputs() throws {
    let names = ["boxes", "points", "probabilities"]
    #expect(throws: EmbeddingNetworkError(file: "mtcnn-output", reason: .outputs(names))) {
      try Self.network("mtcnn-output")
    }
    #expect(throws: EmbeddingNetworkError(file: "mtcnn-output", reason: .noSuchOutput("x", outputs: names))) {
      try Self.network("mtcnn-output", .init(output: "x"))
    }
    #expect(try Self.network("mtcnn-output", .init(output: "points")).dimensions == 10)
    let error = #expect(throws: EmbeddingNetworkError.self) {
      try Self.network("mtcnn-proposal", .init(width: 48, height: 48, output: "boxes"))
    }
    guard case .noVector("boxes", _)? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("a file that is no network is refused, and every refusal is one line that begins with the file")
  func refusals() throws {
    let error = #expect(throws: EmbeddingNetworkError.self) {
      try EmbeddingNetwork(bytes: Array("no network".utf8), name: "F")
    }
    guard case .engine? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    let reasons: [EmbeddingNetworkError.Reason] = [
      .inputs([]), .inputs(["a", "b"]), .noPicture([1, nil]), .severalPictures([8, 3, 112, 112]),
      .ambiguousLayout([1, nil, nil, nil]), .otherSize(width: 1, height: 2), .outputs([]),
      .noSuchOutput("x", outputs: ["y"]), .noVector("x", shape: [1, 2, 3]), .notFinite("x"), .constant("x"),
    ]
    for reason in reasons {
      let line = EmbeddingNetworkError(file: "F", reason: reason).description
      #expect(line.hasPrefix("F: "))
      #expect(!line.contains("\n"))
    }
  }

  // MARK: - Shapes

  /// A network that averages its input over everything but the colours: the smallest one that takes a picture.
  private static func average(_ shape: [Int?], axes: [Int]) -> [UInt8] {
    func varint(_ value: Int) -> [UInt8] {
      value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + varint(value >> 7)
    }
    func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
      varint(number << 3 | 2) + varint(bytes.count) + bytes
    }
    func text(_ number: Int, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }
    func whole(_ number: Int, _ value: Int) -> [UInt8] { varint(number << 3) + varint(value) }
    func value(_ name: String, _ shape: [Int?]) -> [UInt8] {
      let extents = shape.flatMap { extent in field(1, extent.map { whole(1, $0) } ?? text(2, "free")) }
      return text(1, name) + field(2, field(1, whole(1, 1) + field(2, extents)))
    }
    let averaged = text(1, "axes") + axes.flatMap { whole(8, $0) } + whole(20, 7)
    let kept = text(1, "keepdims") + whole(3, 0) + whole(20, 2)
    let node =
      text(1, "x") + text(2, "y") + text(3, "mean") + text(4, "ReduceMean") + field(5, averaged)
      + field(5, kept)
    let graph = field(1, node) + text(2, "g") + field(11, value("x", shape)) + field(12, value("y", []))
    return whole(1, 8) + field(7, graph) + field(8, text(1, "") + whole(2, 13))
  }

  private static func layout(_ shape: [Int?], hint: TensorLayout? = nil) throws -> TensorLayout {
    let axes = (shape[1] == 3 || hint == .planar) && hint != .interleaved ? [2, 3] : [1, 2]
    return try EmbeddingNetwork(bytes: average(shape, axes: axes), name: "N", hints: .init(layout: hint))
      .layout
  }

  @Test("the layout is found where only one fits, and must be said where both do")
  func layouts() throws {
    #expect(try Self.layout([1, 3, 16, 16]) == .planar)
    #expect(try Self.layout([nil, 3, nil, nil]) == .planar)
    #expect(try Self.layout([1, 16, 16, 3]) == .interleaved)
    #expect(try Self.layout([nil, nil, nil, 3]) == .interleaved)
    let open: [Int?] = [nil, nil, nil, nil]
    #expect(throws: EmbeddingNetworkError(file: "N", reason: .ambiguousLayout(open))) {
      try Self.layout(open)
    }
    #expect(try Self.layout(open, hint: .planar) == .planar)
    #expect(try Self.layout(open, hint: .interleaved) == .interleaved)
    for shape in [[1, 1, 16, 16], [1, 4, 16, 3], [1, 3, 16, 3], [1, 3, 16, 2_000]] as [[Int?]] {
      #expect(throws: EmbeddingNetworkError(file: "N", reason: .noPicture(shape))) {
        try Self.layout(shape)
      }
    }
    #expect(throws: EmbeddingNetworkError(file: "N", reason: .noPicture([1, 3, 16, 16]))) {
      try Self.layout([1, 3, 16, 16], hint: .interleaved)
    }
    #expect(throws: EmbeddingNetworkError(file: "N", reason: .severalPictures([2, 3, 16, 16]))) {
      try Self.layout([2, 3, 16, 16])
    }
  }
}
