/// An input that the caller of a model fills.
public struct ModelInput: Sendable, Equatable {
  public let name: String
  /// What an element is. Double precision is computed, and told here, as single precision.
  public let elementType: ElementType
  /// The extent of each axis; `nil` where the caller chooses it.
  public let dimensions: [Int?]
}

/// A result of a model, as its file declares it. A session knows its shape for given inputs.
public struct ModelOutput: Sendable, Equatable {
  public let name: String
  /// What an element is, with double precision told as single precision; `nil` where the file does not tell.
  public let elementType: ElementType?
  /// The extent of each axis, `nil` where it depends on the inputs; `nil` altogether where the file does not tell.
  public let dimensions: [Int?]?
}

extension ModelInput {
  init(_ input: GraphInput) {
    self.init(name: input.name, elementType: input.elementType, dimensions: input.dimensions)
  }
}

extension ModelOutput {
  init(_ output: ONNXValue) {
    self.init(
      name: output.name, elementType: output.elementTypeCode.flatMap { ONNXElementType.computedType($0) },
      dimensions: output.dimensions)
  }

  /// Refuses a value of another type than the file declares.
  func check(_ computed: ElementType) throws(InferenceError) {
    guard let elementType, elementType != computed else { return }
    throw .invalidOutput(
      name: name, detail: "the file declares elements of \(elementType), the graph computes \(computed)")
  }
}
