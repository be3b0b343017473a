import TensorKernels

/// The largest or mean values of each channel under a window.
struct PoolingStep: KernelStep {
  let images: Int
  let blocks: Int
  let window: Window
  let reduction: Pooling.Reduction

  func bind(
    input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, residual: UnsafePointer<Float>?,
    machine: Machine
  ) -> () -> Void {
    let task = Pooling(window: window, reduction: reduction, input: input, output: output)
    // Blocks of all images lie one after another.
    let partition = Partition(
      count: images * blocks, smallest: 1,
      threads: machine.threads(floats: images * blocks * window.inputBlockStride))
    let (kernels, pool, height) = (machine.kernels, machine.pool, window.outputHeight)
    return {
      pool.forEachPart(partition.partCount) { part in
        kernels.pool(task, rows: 0..<height, blocks: partition.range(part))
      }
    }
  }
}
