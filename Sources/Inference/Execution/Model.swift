import TensorKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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
  public init(contentsOf path: String, limits: InferenceLimits = .standard) throws(InferenceError) {
    try self.init(bytes: try readFile(path, limit: limits.fileByteCount), name: path, limits: limits)
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

/// All bytes of a regular file.
package func readFile(_ path: String, limit: Int) throws(InferenceError) -> [UInt8] {
  // O_NONBLOCK: a pipe in the place of the file must not stop the program.
  let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  guard descriptor >= 0 else { throw .unreadable(file: path, reason: String(cString: strerror(errno))) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else {
    throw .unreadable(file: path, reason: String(cString: strerror(errno)))
  }
  guard status.st_mode & S_IFMT == S_IFREG else {
    throw .unreadable(file: path, reason: "not a regular file")
  }
  let size = Int(status.st_size)
  guard size <= limit else {
    throw .limitExceeded(detail: "\(path) has \(size) bytes, \(limit) are allowed")
  }
  var failure: Int32?
  let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
    AlignedBuffer.preferLargePages(UnsafeMutableRawBufferPointer(buffer))
    while count < size {
      let step = read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
      if step < 0, errno == EINTR { continue }
      if step < 0 { failure = errno }
      if step <= 0 { break }
      count += step
    }
  }
  if let failure { throw .unreadable(file: path, reason: String(cString: strerror(failure))) }
  return bytes
}
