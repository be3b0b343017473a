/// What is known of the process that runs.
package enum ThisProcess {
  /// Its number.
  package static var identifier: Int { Int(getpid()) }

  /// The file of its program; `nil` where the system does not tell.
  package static var program: Path? {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &text, text.count)
    return count > 0 ? Path(text[..<count].map { UInt8(bitPattern: $0) }) : nil
  }
}
