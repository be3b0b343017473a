import Platform
import TensorKernels

/// A neural network read from an ONNX file, its weights packed for the kernels.
///
/// Loading folds what is constant and packs the weights once; `makeSession` then plans the memory for an input shape.
/// A model is immutable and can be shared between threads.
public struct Model: Sendable {
  /// The inputs that a run needs, in the order of the file.
  public let inputs: [ModelInput]
  /// The results, in the order of the file.
  public let outputs: [ModelOutput]
  private let graph: Graph
  private let packed: [PackedWeights?]
  private let limits: InferenceLimits

  /// Reads an ONNX file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - limits: What the model may cost.
  /// - Throws: `InferenceError` if the file cannot be read, is malformed, or uses an unsupported operator.
  public init(contentsOf path: Path, limits: InferenceLimits = .standard) throws(InferenceError) {
    try self.init(bytes: Self.bytes(of: path, limits: limits), name: path.description, limits: limits)
  }

  /// Reads an ONNX file whose path is a text.
  ///
  /// - Throws: What `init(contentsOf:limits:)` throws for a `Path`.
  public init(contentsOf path: String, limits: InferenceLimits = .standard) throws(InferenceError) {
    try self.init(contentsOf: Path(path), limits: limits)
  }

  /// The bytes of an ONNX file, in memory of large pages where the system grants them.
  package static func bytes(
    of path: Path, limits: InferenceLimits = .standard
  ) throws(InferenceError) -> [UInt8] {
    do throws(FileError) {
      return try FileReader.contents(
        of: path, limit: limits.fileByteCount, preparing: AlignedBuffer.preferLargePages)
    } catch {
      switch error.cause {
      case .tooLarge: throw .limitExceeded(detail: error.description)
      default: throw .unreadable(file: path.description, reason: error.reason)
      }
    }
  }

  /// Reads an ONNX model from memory.
  ///
  /// - Parameters:
  ///   - bytes: What an `.onnx` file holds.
  ///   - name: What error messages call the file.
  ///   - limits: What the model may cost.
  /// - Throws: `InferenceError` if the bytes are malformed or use an unsupported operator.
  public init(bytes: [UInt8], name: String = "the model", limits: InferenceLimits = .standard)
    throws(InferenceError)
  {
    try self.init(ONNXModel(bytes: bytes, file: name), limits: limits)
  }

  init(_ model: ONNXModel, limits: InferenceLimits = .standard) throws(InferenceError) {
    let graph = try GraphBuilder.graph(from: model, operators: .onnx).foldingConstants(limits: limits)
      .foldingBatchNormalizations()
      .mergingSiblingConvolutions()
    self.limits = limits
    packed = try graph.packedWeights()
    self.graph = graph.readingWeights(from: packed)
    inputs = graph.inputs.map { ModelInput($0) }
    outputs = model.graph.outputs.map { ModelOutput($0) }
  }

  /// Prepares the model for inputs of the given shapes.
  ///
  /// - Parameters:
  ///   - inputShapes: The shape of each input whose extents the file leaves free; may be left out for the others.
  ///   - threads: Threads that compute together; at least one.
  ///   - instructionSet: The kernels to use, by default the widest that this processor has.
  /// - Throws: `InferenceError` if a shape does not fit the model or the run would exceed the limits.
  public func makeSession(
    inputShapes: [String: [Int]] = [:],
    threads: Int = 1,
    instructionSet: InstructionSet = .preferred
  ) throws(InferenceError) -> Session {
    for name in inputShapes.keys where !inputs.contains(where: { $0.name == name }) {
      throw .invalidInput(name: name, detail: "the model has no such input")
    }
    var shapes: [ValueID: [Int]] = [:]
    for input in graph.inputs { shapes[input.value] = try input.resolvedShape(inputShapes[input.name]) }
    let information = try inferShapes(graph, inputShapes: shapes, limits: limits)
    for (output, value) in zip(outputs, graph.outputs) {
      try output.check(information[value.index].elementType)
    }
    return try Session(
      graph: graph, information: information, packed: packed, threads: min(max(1, threads), 64),
      instructionSet: instructionSet, limits: limits)
  }
}

extension GraphInput {
  /// The shape that the caller asks for, checked against the file's, or the file's where it leaves nothing free.
  fileprivate func resolvedShape(_ wanted: [Int]?) throws(InferenceError) -> [Int] {
    let declared = "[" + dimensions.map { $0.map(String.init) ?? "free" }.joined(separator: ", ") + "]"
    guard let wanted else {
      let fixed = dimensions.compactMap { $0 }
      guard fixed.count == dimensions.count else {
        throw .invalidInput(
          name: name, detail: "the model leaves extents free (\(declared)): a shape is needed")
      }
      return fixed
    }
    let fits =
      wanted.count == dimensions.count && wanted.allSatisfy { $0 > 0 }
      && zip(wanted, dimensions).allSatisfy { $1 == nil || $0 == $1 }
    guard fits else {
      throw .invalidInput(name: name, detail: "shape \(wanted) does not fit the model's \(declared)")
    }
    return wanted
  }
}
