import Platform

/// The two streams that a command writes to: results on standard output, everything else on standard error.
struct Console: Sendable {
  private static let standardOutput: Int32 = 1
  private static let standardError: Int32 = 2

  /// Whether a person watches standard error on a terminal that can redraw a line.
  let isErrorOnTerminal: Bool

  init() {
    Self.reserveStandardDescriptors()
    let terminal = Environment.text("TERM")
    isErrorOnTerminal = isatty(Self.standardError) == 1 && terminal != nil && terminal != "dumb"
  }

  /// Writes a result and a line break.
  func print(_ text: String) throws(Failure) {
    try print(allOf: Array((text + "\n").utf8))
  }

  /// Writes a result byte for byte; on a terminal a line break follows, so that the shell's prompt begins a line.
  func print(bytes: [UInt8]) throws(Failure) {
    let ending: [UInt8] = isatty(Self.standardOutput) == 1 ? [UInt8(ascii: "\n")] : []
    try print(allOf: bytes + ending)
  }

  private func print(allOf bytes: [UInt8]) throws(Failure) {
    do throws(SystemError) {
      try writeAll(bytes, toDescriptor: Self.standardOutput)
    } catch {
      throw .writing("standard output", errorNumber: error.code)
    }
  }

  /// Writes a failure as one line to standard error. Where even that cannot be written, nobody is left to tell.
  func report(_ failure: Failure) {
    note("facelatch: " + failure.line)
  }

  /// Writes a line to standard error.
  func note(_ text: String) {
    show(text + "\n")
  }

  /// Writes to standard error as it is; for the progress bar.
  func show(_ text: String) {
    try? writeAll(Array(text.utf8), toDescriptor: Self.standardError)
  }

  /// Columns of the terminal behind standard error.
  var errorWidth: Int {
    var size = winsize()
    guard ioctl(Self.standardError, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Fills the places of closed standard streams, so that no file opened later lands on them and receives our output.
  /// What is written to such a stream then fails, as it should.
  private static func reserveStandardDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
