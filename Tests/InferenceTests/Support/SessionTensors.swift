@testable import Inference

extension Session {
  /// Fills an input with a tensor of any element type.
  func fill(_ name: String, with tensor: Tensor) throws(InferenceError) {
    switch tensor.elements {
    case .float32(let values): try setInput(name, to: values)
    case .deferred(let values): try setInput(name, to: values.floats())
    case .float16(let bits): try setInput(name, to: bits.map { Float16(bitPattern: $0) })
    case .int8(let values): try setInput(name, to: Array(values))
    case .uint8(let values): try setInput(name, to: values)
    case .int32(let values): try setInput(name, to: values)
    case .int64(let values): try setInput(name, to: values)
    case .boolean(let values): try setInput(name, to: values.map { $0 != 0 })
    }
  }

  /// An output of the last run, in whatever element type it has.
  func tensor(_ name: String) throws(InferenceError) -> Tensor {
    let elements: Tensor.Elements =
      switch try outputElementType(name) {
      case .float32: .float32(try output(name))
      case .float16: .float16(try output(name, as: Float16.self).map(\.bitPattern))
      case .int8: .int8(SignedBytes(try output(name, as: Int8.self)))
      case .uint8: .uint8(try output(name, as: UInt8.self))
      case .int32: .int32(try output(name, as: Int32.self))
      case .int64: .int64(try output(name, as: Int64.self))
      case .boolean: .boolean(try output(name, as: Bool.self).map { $0 ? 1 : 0 })
      }
    return Tensor(shape: try outputShape(name), elements: elements)
  }

  /// What the model computes from these inputs, of which it may lack some.
  func results(of model: Model, from inputs: [String: Tensor]) throws(InferenceError) -> [String: Tensor] {
    for input in model.inputs {
      if let tensor = inputs[input.name] { try fill(input.name, with: tensor) }
    }
    run()
    var results: [String: Tensor] = [:]
    for output in model.outputs { results[output.name] = try tensor(output.name) }
    return results
  }
}

extension Model {
  /// The shapes of those tensors that the model has as inputs.
  func shapes(of inputs: [String: Tensor]) -> [String: [Int]] {
    inputs.filter { tensor in self.inputs.contains { $0.name == tensor.key } }.mapValues(\.shape)
  }
}
