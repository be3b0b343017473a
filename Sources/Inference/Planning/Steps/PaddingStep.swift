import Platform
import TensorKernels

/// Planes copied into larger ones with a border of zeros.
struct PaddingStep: KernelStep {
  let images: Int
  /// Blocks, or channels of a row-major picture.
  let planes: Int
  /// Floats of a pixel in a plane.
  let pixelFloats: Int
  let height: Int
  let width: Int
  let top: Int
  let left: Int
  let paddedHeight: Int
  let paddedWidth: Int

  private var inputRowFloats: Int { width * pixelFloats }
  private var outputRowFloats: Int { paddedWidth * pixelFloats }
  var outputFloats: Int { images * planes * paddedHeight * outputRowFloats }

  func bind(
    input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, residual: UnsafePointer<Float>?,
    machine: Machine
  ) -> () -> Void {
    let partition = Partition(
      count: images * planes * paddedHeight, smallest: 8, threads: machine.threads(floats: outputFloats))
    let pool = machine.pool
    return {
      pool.forEachPart(partition.partCount) { part in
        for index in partition.range(part) {
          let (plane, row) = index.quotientAndRemainder(dividingBy: paddedHeight)
          copyRow(
            row, from: input + plane * height * inputRowFloats,
            to: output + plane * paddedHeight * outputRowFloats)
        }
      }
    }
  }

  /// Fills a padded row of a plane; both pointers are to the plane's first row.
  private func copyRow(
    _ paddedRow: Int, from source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>
  ) {
    let start = target + paddedRow * outputRowFloats
    let row = paddedRow - top
    guard row >= 0, row < height else {
      memset(start, 0, outputRowFloats * MemoryLayout<Float>.stride)
      return
    }
    let (before, filled) = (left * pixelFloats, inputRowFloats)
    memset(start, 0, before * MemoryLayout<Float>.stride)
    memcpy(start + before, source + row * inputRowFloats, filled * MemoryLayout<Float>.stride)
    memset(
      start + before + filled, 0, (outputRowFloats - before - filled) * MemoryLayout<Float>.stride)
  }
}
