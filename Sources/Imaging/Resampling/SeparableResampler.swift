/// Resamples a picture with one table per axis: columns first, one output row at a time, then along the row.
struct SeparableResampler {
  let horizontal: ResamplingTable
  let vertical: ResamplingTable

  /// Writes the resampled picture to the top left of `target`.
  ///
  /// - Parameters:
  ///   - source: A picture with the tables' input sizes.
  ///   - target: Values of a picture at least as wide and high as the tables' output sizes.
  ///   - targetWidth: Pixels per row of `target`.
  func resample(_ source: Image, into target: UnsafeMutableBufferPointer<UInt8>, targetWidth: Int) {
    precondition(source.width == horizontal.inputCount && source.height == vertical.inputCount)
    precondition(targetWidth >= horizontal.outputCount)
    precondition(target.count >= vertical.outputCount * targetWidth * 3)
    let columns = horizontal.usedInputs
    guard !columns.isEmpty, let targetStart = target.baseAddress else { return }

    // One spare value, because pixels are read four values at a time.
    withUnsafeTemporaryAllocation(of: Float.self, capacity: columns.count * 3 + 1) { sums in
      sums.initialize(repeating: 0)
      guard let sumsStart = sums.baseAddress else { return }
      source.pixels.withUnsafeBufferPointer { pixels in
        guard let sourceStart = pixels.baseAddress else { return }
        for row in 0..<vertical.outputCount {
          let targetRow = targetStart + row * targetWidth * 3
          sumRows(
            ofOutputRow: row, from: sourceStart + columns.lowerBound * 3, rowStride: source.width * 3,
            into: sumsStart, count: columns.count * 3)
          sumAlongRow(sumsStart, firstColumn: columns.lowerBound, into: targetRow)
        }
      }
    }
  }

  /// `sums[i]` becomes the weighted sum of column i over the rows that make up one output row.
  private func sumRows(
    ofOutputRow row: Int, from source: UnsafePointer<UInt8>, rowStride: Int,
    into sums: UnsafeMutablePointer<Float>, count: Int
  ) {
    let tapCount = vertical.counts[row]
    let firstWeight = row * vertical.stride
    let firstRow = source + vertical.starts[row] * rowStride
    // Several rows at a time save traffic on the sums. A row too many repeats the last one and weighs
    // nothing.
    func tap(_ index: Int) -> (UnsafePointer<UInt8>, Float) {
      index < tapCount
        ? (firstRow + index * rowStride, vertical.weights[firstWeight + index])
        : (firstRow + (tapCount - 1) * rowStride, 0)
    }
    sums.update(repeating: 0, count: count)
    for first in Swift.stride(from: 0, to: tapCount, by: 4) {
      let (row0, weight0) = tap(first)
      let (row1, weight1) = tap(first + 1)
      if tapCount - first <= 2 {
        for index in 0..<count { sums[index] += weight0 * Float(row0[index]) + weight1 * Float(row1[index]) }
      } else {
        let (row2, weight2) = tap(first + 2)
        let (row3, weight3) = tap(first + 3)
        for index in 0..<count {
          sums[index] +=
            (weight0 * Float(row0[index]) + weight1 * Float(row1[index]))
            + (weight2 * Float(row2[index]) + weight3 * Float(row3[index]))
        }
      }
    }
  }

  /// Writes one output row out of the sums of its columns, which start with column `firstColumn`.
  private func sumAlongRow(
    _ sums: UnsafePointer<Float>, firstColumn: Int, into target: UnsafeMutablePointer<UInt8>
  ) {
    horizontal.weights.withUnsafeBufferPointer { weights in
      guard var weight = weights.baseAddress else { return }
      let weightStride = horizontal.stride
      var targetPixel = target
      for column in 0..<horizontal.outputCount {
        var values = UnsafeRawPointer(sums + (horizontal.starts[column] &- firstColumn) &* 3)
        var total = SIMD4<Float>.zero
        for tap in 0..<horizontal.counts[column] {
          total += values.loadUnaligned(as: SIMD4<Float>.self) * weight[tap]
          values += 3 * MemoryLayout<Float>.stride
        }
        storePixel(total, at: targetPixel)
        targetPixel += 3
        weight += weightStride
      }
    }
  }
}

/// Rounds the first three lanes, which must lie between 0 and 255, and writes them.
@inline(__always)
private func storePixel(_ color: SIMD4<Float>, at target: UnsafeMutablePointer<UInt8>) {
  // At 2²³ the spacing of floats is 1, so the sum's low bits are the rounded number.
  let bits = unsafeBitCast(color + 0x1p23, to: SIMD4<UInt32>.self)
  target[0] = UInt8(truncatingIfNeeded: bits[0])
  target[1] = UInt8(truncatingIfNeeded: bits[1])
  target[2] = UInt8(truncatingIfNeeded: bits[2])
}
