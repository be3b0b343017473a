// Floats are the usual case and need no type; every other element type is named. All elements are row-major, as many as
// the product of the shape's extents.

extension Session {
  // MARK: Inputs

  /// The shape of an input.
  ///
  /// - Throws: `InferenceError.invalidInput` if there is no such input.
  public func inputShape(_ name: String) throws(InferenceError) -> [Int] {
    try input(named: name).shape
  }

  /// Lets `body` fill an input of floats.
  ///
  /// - Throws: `InferenceError.invalidInput` if there is no such input, or it does not hold floats.
  public func withInput(
    _ name: String, _ body: (UnsafeMutableBufferPointer<Float>) -> Void
  ) throws(InferenceError) {
    try withInput(name, as: Float.self, body)
  }

  /// Lets `body` fill an input of another element type.
  ///
  /// - Throws: `InferenceError.invalidInput` if there is no such input, or its elements are of another type.
  public func withInput<Element: TensorElement>(
    _ name: String, as type: Element.Type, _ body: (UnsafeMutableBufferPointer<Element>) -> Void
  ) throws(InferenceError) {
    let place = try input(named: name)
    guard place.elementType == Element.tensorElementType else {
      throw .invalidInput(name: name, detail: place.refusal(of: Element.self))
    }
    body(
      UnsafeMutableBufferPointer(start: place.base.assumingMemoryBound(to: Element.self), count: place.count))
  }

  /// Fills an input with elements of its type.
  ///
  /// - Throws: `InferenceError.invalidInput` if there is no such input, its elements are of another type, or their number
  ///   is another.
  public func setInput<Element: TensorElement>(_ name: String, to elements: [Element]) throws(InferenceError)
  {
    let place = try input(named: name)
    guard elements.count == place.count else {
      throw .invalidInput(
        name: name, detail: "\(elements.count) elements were given for the shape \(place.shape)")
    }
    try withInput(name, as: Element.self) { _ = $0.update(fromContentsOf: elements) }
  }

  private func input(named name: String) throws(InferenceError) -> Place {
    guard let place = inputs[name] else {
      throw .invalidInput(name: name, detail: "the model has no such input; \(Self.list(inputs))")
    }
    return place
  }

  // MARK: Outputs

  /// The shape of an output.
  ///
  /// - Throws: `InferenceError.invalidOutput` if there is no such output.
  public func outputShape(_ name: String) throws(InferenceError) -> [Int] {
    try output(named: name).shape
  }

  /// What an element of an output is.
  ///
  /// - Throws: `InferenceError.invalidOutput` if there is no such output.
  public func outputElementType(_ name: String) throws(InferenceError) -> ElementType {
    try output(named: name).elementType
  }

  /// Lets `body` read an output of the last run, of floats.
  ///
  /// - Throws: `InferenceError.invalidOutput` if there is no such output, or it does not hold floats.
  public func withOutput<Result>(
    _ name: String, _ body: (UnsafeBufferPointer<Float>) -> Result
  ) throws(InferenceError) -> Result {
    try withOutput(name, as: Float.self, body)
  }

  /// Lets `body` read an output of the last run, of another element type.
  ///
  /// - Throws: `InferenceError.invalidOutput` if there is no such output, or its elements are of another type.
  public func withOutput<Element: TensorElement, Result>(
    _ name: String, as type: Element.Type, _ body: (UnsafeBufferPointer<Element>) -> Result
  ) throws(InferenceError) -> Result {
    let place = try output(named: name)
    guard place.elementType == Element.tensorElementType else {
      throw .invalidOutput(name: name, detail: place.refusal(of: Element.self))
    }
    let start = UnsafePointer(place.base.assumingMemoryBound(to: Element.self))
    return body(UnsafeBufferPointer(start: start, count: place.count))
  }

  /// A copy of an output of the last run, of floats.
  ///
  /// - Throws: `InferenceError.invalidOutput` if there is no such output, or it does not hold floats.
  public func output(_ name: String) throws(InferenceError) -> [Float] {
    try output(name, as: Float.self)
  }

  /// A copy of an output of the last run, of another element type.
  ///
  /// - Throws: `InferenceError.invalidOutput` if there is no such output, or its elements are of another type.
  public func output<Element: TensorElement>(
    _ name: String, as type: Element.Type
  ) throws(InferenceError) -> [Element] {
    try withOutput(name, as: Element.self) { Array($0) }
  }

  private func output(named name: String) throws(InferenceError) -> Place {
    guard let place = outputs[name] else {
      throw .invalidOutput(name: name, detail: "the model has no such output; \(Self.list(outputs))")
    }
    return place
  }

  private static func list(_ places: [String: Place]) -> String {
    places.isEmpty ? "it has none" : "it has " + places.keys.sorted().joined(separator: ", ")
  }
}

extension Session.Place {
  fileprivate var count: Int { shape.reduce(1, *) }

  fileprivate func refusal<Element: TensorElement>(of type: Element.Type) -> String {
    "its elements are \(elementType), not \(Element.tensorElementType)"
  }
}
