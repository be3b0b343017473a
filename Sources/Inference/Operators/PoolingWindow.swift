/// What `MaxPool` and `AveragePool` share: a window over two spatial axes of every channel.
struct PoolingWindow: Sendable {
  /// Height, width.
  let kernel: [Int]
  /// Vertical, horizontal.
  let strides: [Int]
  /// Top, left, bottom, right; used where `autoPad` is `.explicit`.
  let pads: [Int]
  let autoPad: AutoPad
  /// Whether a last window that passes the end counts.
  let roundsUp: Bool

  init(_ node: ONNXNode) throws(InferenceError) {
    guard try node.integers("kernel_shape") != nil else { throw node.invalid("kernel_shape is missing") }
    kernel = try node.extents("kernel_shape", count: 2, default: 1, from: 1)
    strides = try node.extents("strides", count: 2, default: 1, from: 1)
    pads = try node.extents("pads", count: 4, default: 0, from: 0)
    autoPad = try AutoPad(node)
    roundsUp = try node.flag("ceil_mode", default: false)
    guard try node.extents("dilations", count: 2, default: 1, from: 1) == [1, 1] else {
      throw node.invalid("a dilated pooling window is not supported")
    }
    // A window that lies in the padding altogether would have nothing to pool.
    for axis in 0..<2 where autoPad == .explicit {
      guard pads[axis] < kernel[axis], pads[axis + 2] < kernel[axis] else {
        throw node.invalid("pads \(pads) are not smaller than the kernel \(kernel)")
      }
    }
  }

  /// The window along the vertical (0) or horizontal (1) axis over `length` inputs.
  func window(axis: Int, length: Int) -> SlidingWindow {
    let (start, end) = SlidingWindow.pads(
      autoPad, length: length, kernel: kernel[axis], stride: strides[axis], dilation: 1,
      explicit: (pads[axis], pads[axis + 2]))
    return SlidingWindow(kernel: kernel[axis], stride: strides[axis], dilation: 1, start: start, end: end)
  }

  func inferShape(_ input: [Int]) throws(InferenceError) -> [Int] {
    guard input.count == 4 else {
      throw invalid("input \(input): pooling is supported over two spatial axes only")
    }
    var shape = [input[0], input[1]]
    for axis in 0..<2 {
      let length = input[axis + 2]
      let window = window(axis: axis, length: length)
      guard length > 0, var outputs = window.outputLength(length) else {
        throw invalid("the kernel \(kernel) is larger than the padded input \(input)")
      }
      if roundsUp {
        let room = length + window.start + window.end - window.extent
        outputs = (room + window.stride - 1) / window.stride + 1
        // The last window has to start within the input or the padding before it.
        if (outputs - 1) * window.stride >= length + window.start { outputs -= 1 }
      }
      shape.append(outputs)
    }
    return shape
  }

  func work(_ outputs: [ValueInformation]) -> Int {
    saturatingSum(1, saturatingProduct(outputs[0].count, kernel[0], kernel[1]))
  }

  /// Visits every output with the input rows and columns that its window covers.
  @inline(__always)
  func forEachOutput(
    _ input: TensorView, _ output: MutableTensorView,
    _ body: (_ plane: UnsafePointer<Float>, _ rows: Range<Int>, _ columns: Range<Int>, _ y: Int, _ x: Int) ->
      Float
  ) {
    let (height, width) = (input.shape[2], input.shape[3])
    let (outputHeight, outputWidth) = (output.shape[2], output.shape[3])
    let vertical = window(axis: 0, length: height)
    let horizontal = window(axis: 1, length: width)
    for plane in 0..<input.shape[0] * input.shape[1] {
      let source = input.elements(Float.self) + plane * height * width
      let target = output.elements(Float.self) + plane * outputHeight * outputWidth
      for y in 0..<outputHeight {
        let top = y * vertical.stride - vertical.start
        let rows = max(top, 0)..<max(min(top + vertical.kernel, height), max(top, 0))
        for x in 0..<outputWidth {
          let left = x * horizontal.stride - horizontal.start
          let columns = max(left, 0)..<max(min(left + horizontal.kernel, width), max(left, 0))
          target[y * outputWidth + x] = body(source, rows, columns, y, x)
        }
      }
    }
  }
}
