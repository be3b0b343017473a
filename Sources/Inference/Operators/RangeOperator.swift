/// `Range`: numbers from a start up to a limit in even steps, all known before the graph runs.
struct RangeOperator: ONNXOperator {
  static let name = "Range"

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {}

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 3...3)
    let type = try operands.required(0, "start", [.int64, .int32, .float32]).elementType
    var values: [Double] = []
    for (index, name) in ["start", "limit", "delta"].enumerated() {
      let operand = try operands.required(index, name, [type])
      guard operand.count == 1, let constant = operand.constant else {
        throw invalid("\(name) depends on the input's content or is no single number, which is not supported")
      }
      values.append(constant.integers.map { Double($0[0]) } ?? constant.floats.map { Double($0[0]) } ?? 0)
    }
    let count = ((values[1] - values[0]) / values[2]).rounded(.up)
    guard values[2] != 0, count.isFinite, let length = Int(exactly: max(count, 0)) else {
      throw invalid("no range from \(values[0]) to \(values[1]) in steps of \(values[2])")
    }
    return [ValueInformation(shape: [length], elementType: type)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let start = inputs[0], let delta = inputs[2] else { return }
    let count = outputs[0].count
    switch outputs[0].elementType {
    case .int64:
      let target = outputs[0].elements(Int64.self)
      let (first, step) = (start.elements(Int64.self)[0], delta.elements(Int64.self)[0])
      for index in 0..<count { target[index] = first &+ Int64(index) &* step }
    case .int32:
      let target = outputs[0].elements(Int32.self)
      let (first, step) = (start.elements(Int32.self)[0], delta.elements(Int32.self)[0])
      for index in 0..<count { target[index] = first &+ Int32(truncatingIfNeeded: index) &* step }
    default:
      let target = outputs[0].elements(Float.self)
      let (first, step) = (start.elements(Float.self)[0], delta.elements(Float.self)[0])
      for index in 0..<count { target[index] = first + Float(index) * step }
    }
  }
}
