/// Whether `first` comes before `second` the way a person sorts: runs of digits by their value (`2` before `10`),
/// everything else byte by byte. A total order: names that differ never compare equal.
package func isInNaturalOrder(_ first: [UInt8], _ second: [UInt8]) -> Bool {
  var left = first[...]
  var right = second[...]
  while let a = left.first, let b = right.first {
    if isDigit(a), isDigit(b) {
      let leftNumber = takeDigits(&left)
      let rightNumber = takeDigits(&right)
      if leftNumber.count != rightNumber.count { return leftNumber.count < rightNumber.count }
      if !leftNumber.elementsEqual(rightNumber) { return leftNumber.lexicographicallyPrecedes(rightNumber) }
    } else {
      if a != b { return a < b }
      left.removeFirst()
      right.removeFirst()
    }
  }
  if left.isEmpty != right.isEmpty { return left.isEmpty }
  // They differ in leading zeros at most.
  return first.lexicographicallyPrecedes(second)
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

/// Removes a run of digits and returns it without leading zeros.
private func takeDigits(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  let digits = text.prefix(while: isDigit)
  text = text.dropFirst(digits.count)
  return digits.drop { $0 == UInt8(ascii: "0") }
}
