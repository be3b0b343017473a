import Glibc

/// A program whose standard input and output are the test's.
package final class PipedProcess {
  private let process: ChildProcess
  private var input: Int32
  private let output: ReadingEnd

  /// - Parameter launch: Its descriptors 0 and 1 are set here.
  package init(_ launch: Launch) throws(SystemFailure) {
    let (childInput, input) = try ReadingEnd.pair()
    defer { close(childInput) }
    let (output, childOutput) = try ReadingEnd.pair()
    defer { close(childOutput) }
    self.input = input
    self.output = ReadingEnd(output)
    var launch = launch
    launch.descriptors += [(0, .copy(of: childInput)), (1, .copy(of: childOutput))]
    process = try launch.start()
  }

  deinit { closeInput() }

  package var identifier: pid_t { process.identifier }

  /// Ends the program's standard input.
  package func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  package func send(_ signal: Int32) { process.send(signal) }

  /// The next line of the output; empty at its end.
  package func readLine(within duration: Duration = usualPatience) throws -> String {
    try output.line(within: duration)
  }

  /// All that the program writes until it ends.
  package func readOutput(within duration: Duration = usualPatience) throws -> String {
    String(decoding: try output.rest(within: duration), as: UTF8.self)
  }

  @discardableResult
  package func wait(within duration: Duration = usualPatience) throws -> ChildProcess.Ending {
    try process.wait(within: duration)
  }
}
