#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Ends the program; scripts see whether it was unlocked.
func leave(success: Bool) -> Never {
  exit(success ? 0 : 1)
}
