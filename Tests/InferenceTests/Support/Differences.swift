@testable import Inference

extension Tensor {
  /// The largest difference from another tensor, relative to the larger of one and the expected number; infinite where
  /// shape or type differ, or where one has a number and the other none.
  func difference(from expected: Tensor) -> Float {
    guard shape == expected.shape, elementType == expected.elementType else { return .infinity }
    var largest: Float = 0
    for (value, wanted) in zip(numbers, expected.numbers) where value != wanted {
      if value.isNaN, wanted.isNaN { continue }
      let difference = abs(value - wanted) / max(1, abs(wanted))
      largest = max(largest, difference.isNaN ? .infinity : Float(difference))
    }
    return largest
  }

  private var numbers: [Double] {
    switch elements {
    case .float32(let values): values.map { Double($0) }
    case .deferred(let values): values.floats().map { Double($0) }
    case .float16(let values): values.map { Double($0) }
    case .int8(let values): values.map { Double($0) }
    case .uint8(let values), .boolean(let values): values.map { Double($0) }
    case .int32(let values): values.map { Double($0) }
    case .int64(let values): values.map { Double($0) }
    }
  }
}
