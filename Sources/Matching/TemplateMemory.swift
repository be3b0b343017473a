import Platform

/// Memory for many templates, not zeroed, whose pages are only taken once they are written.
///
/// Whoever fills it does so before sharing it; afterwards it is only read.
final class TemplateMemory: @unchecked Sendable {
  /// Large pages spare the processor most look-ups of addresses: a stream of them is read a quarter faster.
  private static let largePage = 1 << 21
  private static let cacheLine = 64

  let base: UnsafeMutableRawPointer
  let byteCount: Int

  /// - Throws: `MatchingError.memoryNotAvailable`.
  init(byteCount: Int) throws(MatchingError) {
    let isLarge = byteCount >= Self.largePage
    var pointer: UnsafeMutableRawPointer?
    let alignment = isLarge ? Self.largePage : Self.cacheLine
    guard posix_memalign(&pointer, alignment, max(byteCount, 1)) == 0, let pointer else {
      throw .memoryNotAvailable(byteCount: byteCount)
    }
    #if os(Linux)
      // Advice only: where it is refused the pages are small and everything else is the same.
      if isLarge { _ = madvise(pointer, byteCount, MADV_HUGEPAGE) }
    #endif
    base = pointer
    self.byteCount = byteCount
  }

  deinit {
    free(base)
  }
}
