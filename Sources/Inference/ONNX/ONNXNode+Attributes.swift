/// Typed access to attributes; a value of another kind than the operator defines is an error that names both.
extension ONNXNode {
  /// The largest kernel, stride, dilation or padding that is taken seriously.
  static let maximumExtent = 1 << 20

  func float(_ name: String) throws(InferenceError) -> Float? {
    guard let attribute = attributes[name] else { return nil }
    guard case .float(let value) = attribute else { throw wrongKind(name, attribute, "a float") }
    return value
  }

  func integer(_ name: String) throws(InferenceError) -> Int? {
    guard let attribute = attributes[name] else { return nil }
    guard case .integer(let value) = attribute else { throw wrongKind(name, attribute, "an integer") }
    return value
  }

  func flag(_ name: String, default fallback: Bool) throws(InferenceError) -> Bool {
    guard let value = try integer(name) else { return fallback }
    return value != 0
  }

  func string(_ name: String) throws(InferenceError) -> String? {
    guard let attribute = attributes[name] else { return nil }
    guard case .string(let value) = attribute else { throw wrongKind(name, attribute, "a string") }
    return value
  }

  func tensor(_ name: String) throws(InferenceError) -> Tensor? {
    guard let attribute = attributes[name] else { return nil }
    guard case .tensor(let value) = attribute else { throw wrongKind(name, attribute, "a tensor") }
    return value
  }

  func floats(_ name: String) throws(InferenceError) -> [Float]? {
    guard let attribute = attributes[name] else { return nil }
    guard case .floats(let value) = attribute else { throw wrongKind(name, attribute, "a list of floats") }
    return value
  }

  func integers(_ name: String) throws(InferenceError) -> [Int]? {
    guard let attribute = attributes[name] else { return nil }
    guard case .integers(let value) = attribute else {
      throw wrongKind(name, attribute, "a list of integers")
    }
    return value
  }

  /// One number per spatial axis, each within bounds.
  func extents(
    _ name: String, count: Int, default fallback: Int, from minimum: Int
  ) throws(InferenceError) -> [Int] {
    guard let values = try integers(name), !values.isEmpty else {
      return [Int](repeating: fallback, count: count)
    }
    guard values.count == count else {
      throw invalid("\(name) has \(values.count) values where \(count) are supported")
    }
    for value in values where value < minimum || value > Self.maximumExtent {
      throw invalid("\(name) of \(value) is outside \(minimum)…\(Self.maximumExtent)")
    }
    return values
  }

  /// An attribute that the engine knows with one value only.
  func requireInteger(_ name: String, _ expected: Int) throws(InferenceError) {
    if let value = try integer(name), value != expected {
      throw invalid("\(name) of \(value) is not supported")
    }
  }

  func invalid(_ detail: String) -> InferenceError {
    .invalidNode(node: label, detail: detail)
  }

  private func wrongKind(_ name: String, _ attribute: ONNXAttribute, _ expected: String) -> InferenceError {
    invalid("\(name) is \(attribute.kind) where \(expected) belongs")
  }
}
