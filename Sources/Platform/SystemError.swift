/// What the operating system refused, by its number.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// The error of the call that failed last on this thread.
  package static var last: SystemError { SystemError(code: errno) }

  /// The operating system's words, without full stop: `No such file or directory`.
  package var description: String { systemMessage(code) }
}

/// The operating system's words for an error number.
package func systemMessage(_ code: Int32) -> String {
  // The C library shares one buffer between threads for numbers that it does not know, so keep to the known ones.
  guard code > 0, code < 134, let message = strerror(code) else { return "error \(code)" }
  return String(cString: message)
}
