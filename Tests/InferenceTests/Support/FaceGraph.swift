@testable import Inference

/// A network of several operators, with what onnxruntime computes from inputs of one or more sizes.
struct FaceGraph {
  /// The networks that `make_face_graphs.py` makes.
  static let names = [
    "mobilefacenet", "iresnet", "scrfd", "minifasnet", "mtcnn-proposal", "mtcnn-output", "mobilenet-v3",
  ]

  let model: [UInt8]
  let runs: [(inputs: [String: Tensor], outputs: [String: Tensor])]

  init(_ name: String) throws {
    model = try fixture("\(name).onnx")
    var reader = FixtureReader(bytes: try fixture("\(name).tensors"))
    guard try reader.take(4) == Array("FGOT".utf8) else { throw FixtureError.malformed }
    runs = try (0..<(try reader.integer())).map { _ in (try reader.tensors(), try reader.tensors()) }
  }
}
