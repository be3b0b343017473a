/// An operator that makes one number of each place of a window over two spatial axes.
protocol PoolingOperator: ONNXOperator {
  var window: PoolingWindow { get }
}

extension PoolingOperator {
  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let input = try Operands(inputs, 1...1).required(0, "X", [.float32])
    return [ValueInformation(shape: try window.inferShape(input.shape), elementType: .float32)]
  }

  func work(_ inputs: [ValueInformation?], _ outputs: [ValueInformation]) -> Int { window.work(outputs) }
}

/// `MaxPool` over two spatial axes.
struct MaxPool: PoolingOperator {
  static let name = "MaxPool"

  var window: PoolingWindow

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    window = try PoolingWindow(node)
    try node.requireInteger("storage_order", 0)
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    let width = input.shape[3]
    window.forEachOutput(input, outputs[0]) { plane, rows, columns, _, _ in
      var largest = -Float.infinity
      for row in rows {
        for column in columns { largest = max(largest, plane[row * width + column]) }
      }
      return largest
    }
  }
}

/// `AveragePool` over two spatial axes.
struct AveragePool: PoolingOperator {
  static let name = "AveragePool"

  var window: PoolingWindow
  /// Whether padding counts as zeros or not at all.
  var countsPadding: Bool

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    window = try PoolingWindow(node)
    countsPadding = try node.flag("count_include_pad", default: false)
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    let (height, width) = (input.shape[2], input.shape[3])
    let vertical = window.window(axis: 0, length: height)
    let horizontal = window.window(axis: 1, length: width)
    window.forEachOutput(input, outputs[0]) { plane, rows, columns, y, x in
      var sum: Float = 0
      for row in rows {
        for column in columns { sum += plane[row * width + column] }
      }
      var count = rows.count * columns.count
      if countsPadding {
        // What a rounded-up window covers beyond the padding does not count.
        let top = y * vertical.stride - vertical.start
        let left = x * horizontal.stride - horizontal.start
        count =
          (min(top + vertical.kernel, height + vertical.end) - top)
          * (min(left + horizontal.kernel, width + horizontal.end) - left)
      }
      return count > 0 ? sum / Float(count) : 0
    }
  }
}
