// The one place that knows which C library this is built against: everything else imports Platform.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#endif
