import TensorKernels

/// A convolution of each channel with its own kernel.
struct DepthwiseConvolutionStep: KernelStep {
  let weights: PackedConvolution
  let images: Int
  let blocks: Int
  let window: Window
  let activation: ActivationFunction

  func bind(
    input source: UnsafePointer<Float>, output target: UnsafeMutablePointer<Float>,
    residual: UnsafePointer<Float>?, machine: Machine
  ) -> () -> Void {
    let task = DepthwiseConvolution(
      window: window, input: source, weights: weights.weights.floats, output: target,
      epilogue: activation.epilogue(bias: weights.bias, residual: residual))
    let (images, blocks, window) = (images, blocks, window)
    let threads = machine.threads(
      multiplyAdds: images * blocks * window.outputBlockStride * window.kernelHeight * window.kernelWidth)
    let partition = Partition(count: images * blocks, smallest: 1, threads: threads)
    // One or two blocks of a large picture: share its rows.
    let rowThreads = partition.partCount >= threads ? 1 : threads
    let rowPartition = Partition(count: window.outputHeight, smallest: 4, threads: rowThreads)
    let kernels = machine.kernels
    let pool = machine.pool
    return { [weights, activation] in
      withExtendedLifetime((weights, activation)) {
        pool.forEachPart(partition.partCount * rowPartition.partCount) { part in
          let rows = rowPartition.range(part % rowPartition.partCount)
          for index in partition.range(part / rowPartition.partCount) {
            let image = index / blocks
            let block = index % blocks
            var own = task
            own.input += image * blocks * window.inputBlockStride
            own.output += image * blocks * window.outputBlockStride
            own.epilogue = task.epilogue.advanced(by: image * blocks * window.outputBlockStride)
            kernels.convolveDepthwise(own, rows: rows, blocks: block..<block + 1)
          }
        }
      }
    }
  }
}
