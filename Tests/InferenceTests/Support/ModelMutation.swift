import TestSupport

@testable import Inference

/// Damages a file's bytes at a few places: bytes flipped, set, put in, taken out, or repeated.
func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
  var result = bytes
  for _ in 0..<Int.random(in: 1...2, using: &random) where !result.isEmpty {
    let place = Int.random(in: result.indices, using: &random)
    // Changes that keep the length reach farther, as enclosing lengths stay right.
    switch Int.random(in: -6..<7, using: &random) {
    case ...0: result[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: result[place] = UInt8.random(in: 0...255, using: &random)
    case 2: result[place] = [0, 0x7f, 0x80, 0xff].randomElement(using: &random) ?? 0
    case 3: result.insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 4: result.remove(at: place)
    case 5:
      // A length or a number of the largest size.
      result.replaceSubrange(
        place...place, with: [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01])
    default:
      let end = min(place + Int.random(in: 1...24, using: &random), result.count)
      result.insert(contentsOf: result[place..<end], at: Int.random(in: result.indices, using: &random))
    }
  }
  return result
}

/// Changes what a valid file says: attributes, constant shapes, operands, the operator itself, the operator set.
func altered(_ model: ONNXModel, _ random: inout SeededGenerator) -> ONNXModel {
  var result = model
  for _ in 0..<Int.random(in: 1...3, using: &random) {
    guard !result.graph.nodes.isEmpty else { return result }
    let place = Int.random(in: result.graph.nodes.indices, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1, 2:
      guard let key = result.graph.nodes[place].attributes.keys.sorted().randomElement(using: &random) else {
        continue
      }
      result.graph.nodes[place].attributes[key] = alteredAttribute(
        result.graph.nodes[place].attributes[key], &random)
    case 3, 4:
      guard let index = result.graph.initializers.indices.randomElement(using: &random) else { continue }
      let initializer = result.graph.initializers[index]
      result.graph.initializers[index] = ONNXInitializer(
        name: initializer.name, tensor: alteredTensor(initializer.tensor, &random))
    case 5:
      let names = result.graph.inputs.map(\.name) + result.graph.initializers.map(\.name) + [""]
      guard let operand = result.graph.nodes[place].inputs.indices.randomElement(using: &random) else {
        continue
      }
      result.graph.nodes[place].inputs[operand] = names.randomElement(using: &random) ?? ""
    case 6:
      guard let index = result.graph.inputs.indices.randomElement(using: &random),
        var dimensions = result.graph.inputs[index].dimensions, !dimensions.isEmpty
      else { continue }
      dimensions[Int.random(in: dimensions.indices, using: &random)] = [1, 2, 3, 5, 64, 1 << 20, 1 << 40]
        .randomElement(using: &random)
      result.graph.inputs[index].dimensions = dimensions
    default:
      result.operatorSets[""] = Int.random(in: 6...27, using: &random)
    }
  }
  return result
}

private func extreme(_ random: inout SeededGenerator) -> Int {
  [0, 1, -1, 2, 3, -2, 7, 100, 1 << 20, 1 << 31, -(1 << 31), 1 << 40, .max, .min, .max - 1, .min + 1]
    .randomElement(using: &random) ?? 0
}

private func extremeFloat(_ random: inout SeededGenerator) -> Float {
  [0, 1, -1, 0.5, 1e-40, 1e30, .infinity, -.infinity, .nan, 2, 1e9, 1e-9].randomElement(using: &random) ?? 0
}

private func alteredAttribute(_ attribute: ONNXAttribute?, _ random: inout SeededGenerator) -> ONNXAttribute?
{
  switch attribute {
  case .integer: return .integer(extreme(&random))
  case .float: return .float(extremeFloat(&random))
  case .integers(var values):
    switch Int.random(in: 0..<3, using: &random) {
    case 0: values.append(extreme(&random))
    case 1 where !values.isEmpty: values.removeLast()
    default:
      guard let index = values.indices.randomElement(using: &random) else { return attribute }
      values[index] = extreme(&random)
    }
    return .integers(values)
  case .floats(var values):
    guard let index = values.indices.randomElement(using: &random) else { return attribute }
    values[index] = extremeFloat(&random)
    return .floats(values)
  case .tensor(let tensor): return .tensor(alteredTensor(tensor, &random))
  default: return nil
  }
}

private func alteredTensor(_ tensor: Tensor, _ random: inout SeededGenerator) -> Tensor {
  if Bool.random(using: &random), tensor.count > 0 {
    switch tensor.elements {
    case .int64(var values):
      values[Int.random(in: values.indices, using: &random)] = Int64(extreme(&random))
      return Tensor(shape: tensor.shape, elements: .int64(values))
    case .int32(var values):
      values[Int.random(in: values.indices, using: &random)] = Int32(truncatingIfNeeded: extreme(&random))
      return Tensor(shape: tensor.shape, elements: .int32(values))
    case .float32(var values):
      values[Int.random(in: values.indices, using: &random)] = extremeFloat(&random)
      return Tensor(shape: tensor.shape, elements: .float32(values))
    default: break
    }
  }
  switch Int.random(in: 0..<4, using: &random) {
  case 0: return tensor.reshaped([tensor.count])
  case 1: return tensor.reshaped([1] + tensor.shape)
  case 2: return tensor.reshaped(tensor.shape.reversed())
  default: return Tensor(shape: [0], elements: .int64([]))
  }
}

/// What became of a damaged model.
enum MutationOutcome: Hashable {
  case ran, refusedFile, refusedOperator, refusedNode, refusedInput, refusedLimit
}

extension InferenceLimits {
  /// Enough for the models in `Fixtures`, and little enough that a damaged one ends within moments.
  static let tight: InferenceLimits = {
    var limits = InferenceLimits.standard
    limits.elementsPerValue = 1 << 16
    limits.totalElements = 1 << 20
    limits.multiplyAdds = 1 << 24
    limits.foldedElements = 1 << 18
    limits.constantWork = 1 << 22
    return limits
  }()
}

/// Loads, prepares and runs a model within limits.
func outcome(
  limits: InferenceLimits = .tight, _ load: () throws(InferenceError) -> ONNXModel
) -> MutationOutcome {
  do {
    let graph = try GraphBuilder.graph(from: try load(), operators: .onnx).foldingConstants(limits: limits)
    var inputs: [String: Tensor] = [:]
    for input in graph.inputs {
      let shape = input.dimensions.map { $0 ?? 32 }
      guard let count = elementCount(shape), count <= limits.elementsPerValue else { return .refusedInput }
      inputs[input.name] = Tensor.filled(shape: shape, elementType: input.elementType) { view in
        let bytes = UnsafeMutableRawBufferPointer(
          start: view.base, count: count * input.elementType.byteCount)
        for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index &* 37 &+ 11) }
        if input.elementType == .boolean {
          for index in bytes.indices { bytes[index] &= 1 }
        }
      }
    }
    let _: [String: Tensor] = try runPlainly(graph, inputs: inputs, limits: limits)
    return .ran
  } catch {
    switch error {
    case .unreadable, .malformed, .unsupportedModel: return .refusedFile
    case .unsupportedOperator: return .refusedOperator
    case .invalidNode: return .refusedNode
    case .invalidInput, .invalidOutput: return .refusedInput
    case .limitExceeded, .outOfMemory: return .refusedLimit
    }
  }
}
