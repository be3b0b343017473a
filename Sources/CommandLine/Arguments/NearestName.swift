/// The name that was probably meant by `typed`, if one is near enough to ask back.
func nearestName(to typed: String, in names: [String]) -> String? {
  let lowered = typed.lowercased()
  let candidates = names.map { (name: $0, distance: editDistance(lowered, $0.lowercased())) }
  guard let best = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
  let letters = typed.drop { $0 == "-" }.count
  if best.distance <= max(1, letters / 3) { return best.name }
  // A beginning that fits one name only.
  let completions = names.filter { letters >= 2 && $0.lowercased().hasPrefix(lowered) }
  return completions.count == 1 ? completions.first : nil
}

/// The number of insertions, deletions, replacements and swaps of neighbours that turn one text into the other
/// (optimal string alignment).
func editDistance(_ first: String, _ second: String) -> Int {
  let a = Array(first)
  let b = Array(second)
  var beforePrevious: [Int] = []
  var previous = Array(0...b.count)
  for i in a.indices {
    var current = [i + 1]
    for j in b.indices {
      var best = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforePrevious[j - 1] + 1) }
      current.append(best)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.count]
}
