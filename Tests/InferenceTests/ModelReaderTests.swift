import Testing

@testable import Inference

@Suite struct ModelReaderTests {
  private let ones: (inout ProtobufWriter) -> Void = { tensor in
    tensor.integer(1, 3)
    tensor.integer(2, 1)
    tensor.content(9, [Float](repeating: 1, count: 3).flatMap(\.bytes))
  }

  private func weight(_ write: @escaping (inout ProtobufWriter) -> Void) throws -> Tensor {
    let graph = try ModelWriter.adding(write).graph()
    return try #require(graph.values.first { $0.name == "w" }?.constant)
  }

  private func refusal(_ write: @escaping (inout ProtobufWriter) -> Void) -> InferenceError? {
    do throws(InferenceError) {
      _ = try ModelWriter.adding(write).graph()
      return nil
    } catch {
      return error
    }
  }

  @Test("Weights are read alike from raw bytes, packed fields and single fields")
  func encodingsOfFloats() throws {
    let values: [Float] = [1.5, -2, .pi]
    let raw = try weight {
      $0.integer(1, 3)
      $0.integer(2, 1)
      $0.content(9, values.flatMap(\.bytes))
    }
    let packed = try weight {
      $0.content(1, [3])
      $0.integer(2, 1)
      $0.content(4, values.flatMap(\.bytes))
    }
    let single = try weight { tensor in
      for value in values { tensor.float(4, value) }
      tensor.integer(2, 1)
      tensor.integer(1, 3)
    }
    for tensor in [raw, packed, single] {
      #expect(tensor.shape == [3])
      #expect(tensor.floats == values)
    }
  }

  @Test("Every element type is read from its typed field and from raw bytes")
  func elementTypes() throws {
    func integers(_ code: Int, _ values: [Int], field: Int) throws -> Tensor {
      try weight { tensor in
        tensor.integer(1, values.count)
        tensor.integer(2, code)
        for value in values { tensor.integer(field, value) }
      }
    }
    func raw(_ code: Int, _ count: Int, _ bytes: [UInt8]) throws -> Tensor {
      try weight {
        $0.integer(1, count)
        $0.integer(2, code)
        $0.content(9, bytes)
      }
    }
    for tensor in [try integers(3, [-128, 127], field: 5), try raw(3, 2, [0x80, 0x7f])] {
      guard case .int8(let values) = tensor.elements else { throw FixtureError.malformed }
      #expect(Array(values) == [-128, 127])
    }
    for tensor in [try integers(2, [0, 255], field: 5), try raw(2, 2, [0, 255])] {
      guard case .uint8([0, 255]) = tensor.elements else { throw FixtureError.malformed }
    }
    for tensor in [try integers(6, [-2, 7], field: 5), try raw(6, 2, [0xfe, 0xff, 0xff, 0xff, 7, 0, 0, 0])] {
      guard case .int32([-2, 7]) = tensor.elements else { throw FixtureError.malformed }
    }
    for tensor in [
      try integers(7, [-2], field: 7), try raw(7, 1, [0xfe] + [UInt8](repeating: 0xff, count: 7)),
    ] {
      guard case .int64([-2]) = tensor.elements else { throw FixtureError.malformed }
    }
    for tensor in [try integers(9, [1, 0], field: 5), try raw(9, 2, [5, 0])] {
      guard case .boolean([1, 0]) = tensor.elements else { throw FixtureError.malformed }
    }
    for tensor in [try integers(10, [0x3c00], field: 5), try raw(10, 1, [0x00, 0x3c])] {
      guard case .float16([0x3c00]) = tensor.elements else { throw FixtureError.malformed }
    }
    for tensor in [try integers(16, [0x3f80], field: 5), try raw(16, 1, [0x80, 0x3f])] {
      #expect(tensor.floats == [1])
    }
    #expect(try raw(11, 1, [0, 0, 0, 0, 0, 0, 0xf8, 0x3f]).floats == [1.5])
  }

  @Test("Weights whose content does not fit their shape or type are refused")
  func inconsistentTensors() {
    let cases: [(String, (inout ProtobufWriter) -> Void)] = [
      (
        "too few elements",
        {
          $0.integer(1, 3)
          $0.integer(2, 1)
          $0.content(9, [UInt8](repeating: 0, count: 8))
        }
      ),
      (
        "too many",
        {
          $0.integer(1, 1)
          $0.integer(2, 1)
          $0.content(9, [UInt8](repeating: 0, count: 8))
        }
      ),
      (
        "half an element",
        {
          $0.integer(1, 1)
          $0.integer(2, 1)
          $0.content(9, [0, 0, 0, 0, 0])
        }
      ),
      (
        "half a packed float",
        {
          $0.integer(1, 1)
          $0.integer(2, 1)
          $0.content(4, [0, 0, 0, 0, 0])
        }
      ),
      (
        "no content",
        {
          $0.integer(1, 3)
          $0.integer(2, 1)
        }
      ),
      (
        "negative extent",
        {
          $0.integer(1, -1)
          $0.integer(2, 1)
        }
      ),
      (
        "overflowing extents",
        {
          $0.integer(1, 1 << 40)
          $0.integer(1, 1 << 40)
          $0.integer(2, 1)
        }
      ),
      (
        "overflow hidden by zero",
        {
          $0.integer(1, 0)
          $0.integer(1, .max)
          $0.integer(1, .max)
          $0.integer(2, 1)
        }
      ),
      (
        "nine axes",
        { tensor in
          for _ in 0..<9 { tensor.integer(1, 1) }
          tensor.integer(2, 1)
          tensor.float(4, 1)
        }
      ),
      (
        "raw and typed",
        {
          $0.integer(1, 1)
          $0.integer(2, 1)
          $0.float(4, 1)
          $0.content(9, [0, 0, 0, 0])
        }
      ),
      (
        "300 as uint8",
        {
          $0.integer(1, 1)
          $0.integer(2, 2)
          $0.integer(5, 300)
        }
      ),
      (
        "wrong wire type",
        {
          $0.integer(1, 1)
          $0.float(2, 1)
        }
      ),
    ]
    for (title, write) in cases {
      guard case .malformed(file: "hand.onnx", _)? = refusal(write) else {
        Issue.record("\(title): \(String(describing: refusal(write)))")
        continue
      }
    }
  }

  @Test("Parts of the format that are not supported are refused by name")
  func unsupportedTensors() {
    let cases: [(String, (inout ProtobufWriter) -> Void)] = [
      (
        "another file",
        {
          $0.integer(1, 1)
          $0.integer(2, 1)
          $0.integer(14, 1)
        }
      ),
      (
        "another file",
        {
          $0.integer(1, 1)
          $0.message(13) { $0.string(1, "location") }
        }
      ),
      (
        "string",
        {
          $0.integer(1, 0)
          $0.integer(2, 8)
        }
      ),
      (
        "int4",
        {
          $0.integer(1, 0)
          $0.integer(2, 22)
        }
      ),
      (
        "number 77",
        {
          $0.integer(1, 0)
          $0.integer(2, 77)
        }
      ),
      ("segments", { $0.message(3) { _ in } }),
    ]
    for (words, write) in cases {
      guard case .unsupportedModel(file: "hand.onnx", let detail)? = refusal(write), detail.contains(words)
      else {
        Issue.record("\(words): \(String(describing: refusal(write)))")
        continue
      }
    }
  }

  @Test("Bytes that are no protocol buffer are refused")
  func brokenWireFormat() {
    let cases: [(String, [UInt8])] = [
      ("nothing", []),
      ("an endless integer", [0x08] + [UInt8](repeating: 0xff, count: 12)),
      ("an integer of more than 64 bits", [0x08] + [UInt8](repeating: 0xff, count: 9) + [0x02]),
      ("an integer cut short", [0x08, 0x80]),
      ("field number zero", [0x02, 0x00]),
      ("a group", [0x0b, 0x0c]),
      ("the end of a group", [0x0c]),
      ("wire type six", [0x0e]),
      ("wire type seven", [0x0f]),
      ("a length past the end", [0x3a, 0x05, 0x00]),
      ("the largest length", [0x3a] + [UInt8](repeating: 0xff, count: 9) + [0x01]),
      ("four bytes cut short", [0x15, 0, 0, 0]),
      ("eight bytes cut short", [0x11, 0, 0, 0, 0, 0, 0, 0]),
      ("text that is not UTF-8", [0x42, 0x03, 0x0a, 0x01, 0xff]),
      ("no graph", [0x08, 0x08]),
    ]
    for (title, bytes) in cases {
      do throws(InferenceError) {
        _ = try ONNXModel(bytes: bytes, file: "broken.onnx")
        Issue.record("\(title) was accepted")
      } catch {
        guard case .malformed(file: "broken.onnx", _) = error else {
          Issue.record("\(title): \(error)")
          continue
        }
      }
    }
  }

  @Test("Unknown fields of every wire type are skipped")
  func unknownFields() throws {
    var writer = ModelWriter.adding(ones)
    writer.graphExtras = {
      $0.integer(900, -1)
      $0.float(901, 1)
      $0.key(902, wireType: 1)
      $0.raw([1, 2, 3, 4, 5, 6, 7, 8])
      $0.string(903, "anything")
    }
    #expect(try writer.graph().nodes.count == 1)
  }

  @Test("Attributes are read with and without their kind, and twice the same name is refused")
  func attributes() throws {
    var writer = ModelWriter(nodes: [.init(operatorName: "Gemm", inputs: ["x", "x"], outputs: ["y"])])
    writer.nodes[0].attributes = { node in
      node.message(5) {
        $0.string(1, "alpha")
        $0.float(2, 0.5)
        $0.integer(20, 1)
      }
      node.message(5) {
        $0.string(1, "beta")
        $0.float(2, 0.25)
      }
      node.message(5) {
        $0.string(1, "transB")
        $0.integer(3, 1)
      }
      // A zero left out, as some writers do.
      node.message(5) {
        $0.string(1, "transA")
        $0.integer(20, 2)
      }
    }
    let gemm = try #require(try writer.graph().nodes[0].operation as? Gemm)
    #expect(gemm.alpha == 0.5 && gemm.beta == 0.25 && gemm.transposeB && !gemm.transposeA)

    writer.nodes[0].attributes = { node in
      for _ in 0..<2 {
        node.message(5) {
          $0.string(1, "alpha")
          $0.float(2, 0.5)
        }
      }
    }
    #expect(throws: InferenceError.self) { try writer.graph() }
    writer.nodes[0].attributes = {
      $0.message(5) {
        $0.string(1, "alpha")
        $0.integer(3, 1)
      }
    }
    #expect(
      throws: InferenceError.invalidNode(node: "Gemm(y)", detail: "alpha is an integer where a float belongs")
    ) {
      try writer.graph()
    }
  }
}
