/// How padding is chosen when the file does not spell it out.
enum AutoPad: Sendable, Hashable {
  /// The pads are given.
  case explicit
  /// As many outputs as inputs over stride; an odd remainder goes to the end.
  case sameUpper
  /// Likewise; an odd remainder goes to the start.
  case sameLower
  /// No padding.
  case valid

  init(_ node: ONNXNode) throws(InferenceError) {
    switch try node.string("auto_pad") ?? "NOTSET" {
    case "NOTSET", "": self = .explicit
    case "SAME_UPPER": self = .sameUpper
    case "SAME_LOWER": self = .sameLower
    case "VALID": self = .valid
    case let other: throw node.invalid("auto_pad \(other) is not defined")
    }
  }
}

/// A window that slides along one axis.
struct SlidingWindow {
  let kernel: Int
  let stride: Int
  let dilation: Int
  let start: Int
  let end: Int

  /// The distance from the window's first to its last tap, plus one.
  var extent: Int { (kernel - 1) * dilation + 1 }

  /// The number of places of the window over `length` inputs and the padding; `nil` where it does not fit once.
  func outputLength(_ length: Int) -> Int? {
    let room = length + start + end - extent
    return room < 0 ? nil : room / stride + 1
  }

  /// The padding before and after `length` inputs.
  static func pads(
    _ autoPad: AutoPad, length: Int, kernel: Int, stride: Int, dilation: Int, explicit: (Int, Int)
  ) -> (Int, Int) {
    switch autoPad {
    case .explicit: return explicit
    case .valid: return (0, 0)
    case .sameUpper, .sameLower:
      let outputs = (length + stride - 1) / stride
      let total = max((outputs - 1) * stride + (kernel - 1) * dilation + 1 - length, 0)
      let smaller = total / 2
      return autoPad == .sameUpper ? (smaller, total - smaller) : (total - smaller, smaller)
    }
  }

  /// The outputs whose tap at `offset` (already dilated, before padding is taken off) lies within `length` inputs.
  @inline(__always)
  static func outputs(length: Int, stride: Int, offset: Int, count: Int) -> Range<Int> {
    // position = output * stride + offset, to lie in 0..<length
    let first = offset >= 0 ? 0 : (-offset + stride - 1) / stride
    let past = length <= offset ? 0 : (length - offset + stride - 1) / stride
    let upper = min(past, count)
    return first < upper ? first..<upper : 0..<0
  }
}
