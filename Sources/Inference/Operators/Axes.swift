/// A place counted from the front for an axis that may be counted from the back.
func normalizedAxis(_ axis: Int, rank: Int) throws(InferenceError) -> Int {
  guard axis >= -rank, axis < rank else { throw invalid("axis \(axis) is outside a tensor of \(rank) axes") }
  return axis < 0 ? axis + rank : axis
}

/// Distinct places counted from the front.
func normalizedAxes(_ axes: [Int], rank: Int) throws(InferenceError) -> [Int] {
  var result: [Int] = []
  for axis in axes {
    let place = try normalizedAxis(axis, rank: rank)
    guard !result.contains(place) else { throw invalid("axis \(axis) is named twice") }
    result.append(place)
  }
  return result
}
