import Policy
import Store

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The account that runs the program.
enum Account {
  /// Its name, or its number where the system knows no name.
  static var name: String {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    let count = buffer.count
    return buffer.withUnsafeMutableBufferPointer { text in
      guard let base = text.baseAddress, getpwuid_r(getuid(), &entry, base, count, &found) == 0, found != nil,
        let name = entry.pw_name
      else { return String(getuid()) }
      return String(cString: name)
    }
  }
}
