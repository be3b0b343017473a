/// Tells whether one picture follows another in a file, which makes it a recording.
///
/// Further views of the first one do not. Nor do pictures behind bytes of a format of their own, as phones hang them onto a
/// photo, unless they are as large as the first: then it is a recording with something in between.
struct SecondPicture {
  let limits: FrameLimits

  /// Most bytes between two pictures that are looked at.
  private static let longestGap = 1 << 16

  /// - Parameter bytes: At the beginning of the first picture.
  func follows(_ bytes: ByteStream) throws(StreamFailure) -> Bool {
    guard let first = try passPicture(bytes) else { return false }
    for _ in 0..<first.furtherViewCount {
      guard try passGap(bytes) != nil, let view = try passPicture(bytes) else { return false }
      if view.furtherViewCount > 0 { return true }
    }
    guard let isSeparated = try passGap(bytes) else { return false }
    if isSeparated { return true }
    guard let size = first.size, let next = try nextSize(bytes) else { return false }
    return size == next
  }

  /// - Returns: What was noticed on the way; `nil` where it is broken or has no end.
  private func passPicture(_ bytes: ByteStream) throws(StreamFailure) -> PictureCutter? {
    var cutter = PictureCutter()
    while true {
      switch cutter.advance(bytes.window) {
      case .broken: return nil
      case .picture(let end):
        bytes.consume(end)
        return cutter
      case .incomplete:
        guard bytes.count <= limits.encodedByteCount, try bytes.fillMore() else { return nil }
      }
    }
  }

  private func nextSize(_ bytes: ByteStream) throws(StreamFailure) -> (width: Int, height: Int)? {
    var cutter = PictureCutter()
    while case .incomplete = cutter.advance(bytes.window), cutter.size == nil {
      guard bytes.count <= limits.encodedByteCount, try bytes.fillMore() else { return nil }
    }
    return cutter.size
  }

  /// Moves to the next picture.
  ///
  /// - Returns: Whether nothing but separators stands before it; `nil` where none comes.
  private func passGap(_ bytes: ByteStream) throws(StreamFailure) -> Bool? {
    var isSeparated = true
    var passedCount = 0
    while passedCount <= Self.longestGap, try bytes.fill(1) {
      if try PictureSequence.beginsPicture(bytes) { return isSeparated }
      let count = try PictureSeparators.count(bytes)
      if count == 0 { isSeparated = false }
      bytes.consume(max(1, count))
      passedCount += max(1, count)
    }
    return nil
  }
}
