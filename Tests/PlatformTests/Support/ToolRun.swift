import Foundation

/// A run of the test tool, which lies beside the tests.
final class ToolRun {
  private let process = Process()
  private let input = Pipe()
  private let errorOutput = Pipe()

  init(_ arguments: String..., output: String? = nil) throws {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    process.executableURL = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("PlatformTestTool")
    process.arguments = arguments
    process.standardInput = input
    process.standardError = errorOutput
    process.standardOutput = output.flatMap { FileHandle(forWritingAtPath: $0) } ?? FileHandle.nullDevice
    try process.run()
  }

  /// Waits until it is in the middle of its file.
  func waitUntilBegun() -> Bool {
    String(decoding: errorOutput.fileHandleForReading.availableData, as: UTF8.self) == "begun\n"
  }

  func goOn() { try? input.fileHandleForWriting.close() }

  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Waits for its end.
  ///
  /// - Returns: What it reported, and its exit code or signal.
  func end() -> (report: String, status: Int32) {
    let report = String(decoding: errorOutput.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (report, process.terminationStatus)
  }
}
