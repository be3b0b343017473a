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
    let firstTap = row * vertical.stride
    var pointer = source + vertical.starts[row] * rowStride
    var tap = 0
    if tapCount % 2 == 1 {
      let weight = vertical.weights[firstTap]
      for index in 0..<count { sums[index] = weight * Float(pointer[index]) }
      tap = 1
      pointer += rowStride
    } else {
      sums.update(repeating: 0, count: count)
    }
    // Two rows at a time halve the traffic on the sums.
    while tap < tapCount {
      let upperWeight = vertical.weights[firstTap + tap]
      let lowerWeight = vertical.weights[firstTap + tap + 1]
      let upper = pointer
      let lower = pointer + rowStride
      for index in 0..<count {
        sums[index] += upperWeight * Float(upper[index]) + lowerWeight * Float(lower[index])
      }
      tap += 2
      pointer += 2 * rowStride
    }
  }

  /// Writes one output row out of the sums of its columns, which start with column `firstColumn`.
  private func sumAlongRow(
    _ sums: UnsafePointer<Float>, firstColumn: Int, into target: UnsafeMutablePointer<UInt8>
  ) {
    horizontal.weights.withUnsafeBufferPointer { weights in
      for column in 0..<horizontal.outputCount {
        let tapCount = horizontal.counts[column]
        var total = SIMD4<Float>.zero
        if tapCount > 0 {
          let firstWeight = column * horizontal.stride
          var values = UnsafeRawPointer(sums + (horizontal.starts[column] - firstColumn) * 3)
          for tap in 0..<tapCount {
            total += values.loadUnaligned(as: SIMD4<Float>.self) * weights[firstWeight + tap]
            values += 3 * MemoryLayout<Float>.stride
          }
        }
        storePixel(total, at: target + column * 3)
      }
    }
  }
}

/// Rounds the first three lanes to 0…255 and writes them.
@inline(__always)
func storePixel(_ color: SIMD4<Float>, at target: UnsafeMutablePointer<UInt8>) {
  let rounded = (color + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
  target[0] = UInt8(rounded[0])
  target[1] = UInt8(rounded[1])
  target[2] = UInt8(rounded[2])
}
