import TensorKernels

extension Resize {
  /// Whether enlarging by whole factors repeats every pixel, given the scales that the node has as an operand.
  func repeatsPixels(factorHeight: Int, factorWidth: Int, scales operand: [Float]?) -> Bool {
    guard mode == .nearest, axes == nil else { return false }
    if let given = operand ?? scales, given != [1, 1, Float(factorHeight), Float(factorWidth)] {
      return false
    }
    if factorHeight == 1 && factorWidth == 1 { return true }
    switch (coordinates, rounding) {
    case (.asymmetric, .floor), (.asymmetric, .legacy), (.tensorflowHalfPixel, .floor):
      return true
    case (.asymmetric, .preferFloor):
      return factorHeight <= 2 && factorWidth <= 2
    case (.halfPixel, .preferFloor), (.halfPixel, .preferCeiling), (.symmetricHalfPixel, .preferFloor):
      return true
    default:
      return false
    }
  }
}

extension Pad {
  /// The pads before and after every axis where they are constant and filled with zeros, else `nil`.
  func zeroPads(_ inputs: [ValueInformation?]) -> [Int]? {
    guard mode == .constant, value == 0, inputs.count < 4 || inputs[3] == nil else { return nil }
    if inputs.count > 2, let fill = inputs[2] {
      guard let values = fill.constant?.floats, values == [0] else { return nil }
    }
    if let pads { return pads }
    guard inputs.count > 1, let operand = inputs[1]?.constant else { return nil }
    return operand.integers
  }
}
