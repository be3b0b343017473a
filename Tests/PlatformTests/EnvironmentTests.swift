import Foundation
import Platform
import Testing

@Suite("The environment")
struct EnvironmentTests {
  private func variable(_ tool: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = ["--variable", "FACELATCH_STORE"]
    process.environment = ["FACELATCH_STORE": "/somewhere"]
    let output = Pipe()
    process.standardError = output
    try process.run()
    defer { process.waitUntilExit() }
    return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  @Test("No variable counts for a program with rights that its caller lacks", .enabled(if: geteuid() == 0))
  func otherRights() throws {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let tool = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(
      "PlatformTestTool"
    ).path
    #expect(try variable(tool) == "/somewhere\n")
    let folder = try TemporaryFolder()
    #expect(folder.path.withCString { chmod($0, 0o755) } == 0)
    let copy = folder.path("tool")
    try FileManager.default.copyItem(atPath: tool, toPath: copy.text)
    #expect(copy.withCString { chown($0, 1234, 1234) == 0 && chmod($0, 0o4755) == 0 })
    #expect(try variable(copy.text) == "none\n")
  }
}
