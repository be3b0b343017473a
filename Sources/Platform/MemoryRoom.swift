/// Whether memory can be had, asked before it is taken where there is no error for having none: the language ends the program
/// when one of its own small allocations fails.
package enum MemoryRoom {
  /// What has to be left for everything that cannot be asked for first.
  package static let reserve = 24 << 20

  /// From this size on memory is asked for first; what is smaller fits into the reserve.
  package static let leastAskedByteCount = 1 << 18

  /// Whether so many bytes can be had now, and the reserve beside them.
  package static func has(_ byteCount: Int) -> Bool {
    let (length, overflows) = max(0, byteCount).addingReportingOverflow(reserve)
    guard !overflows else { return false }
    let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start, start != MAP_FAILED else { return false }
    munmap(start, length)
    return true
  }
}
