/// Signed bytes that may be part of a larger array, such as the content of a model's file, and then share its memory.
struct SignedBytes: Sendable, RandomAccessCollection {
  private let storage: [UInt8]
  private let range: Range<Int>

  /// A part of an array; it keeps the whole array in memory.
  init(sharing bytes: [UInt8], range: Range<Int>) {
    storage = bytes
    self.range = range
  }

  init(_ values: [Int8]) {
    storage = values.map { UInt8(bitPattern: $0) }
    range = storage.indices
  }

  var startIndex: Int { 0 }
  var endIndex: Int { range.count }

  subscript(index: Int) -> Int8 { Int8(bitPattern: storage[range.lowerBound + index]) }

  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    storage.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// The same bytes in memory of their own, no larger than they are.
  var detached: SignedBytes {
    range.count == storage.count ? self : SignedBytes(sharing: Array(storage[range]), range: 0..<range.count)
  }
}
