/// The largest difference of two arrays, relative to the largest magnitude of the second.
func relativeDifference(_ left: [Float], _ right: [Float]) -> Float {
  guard left.count == right.count else { return .infinity }
  var largest: Float = 0
  var scale: Float = 1e-30
  for (a, b) in zip(left, right) {
    if a.isNaN || b.isNaN { return .infinity }
    largest = max(largest, abs(a - b))
    scale = max(scale, abs(b))
  }
  return largest / scale
}
