// The one place that knows which C library this is built against: everything else imports Platform.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#endif

/// `O_PATH` of open(2), which the C library shows to programs with GNU extensions only: the descriptor stands for a
/// place in the file system, and nothing can be read or written through it.
let openAsPlace: Int32 = 0x20_0000
