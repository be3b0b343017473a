import FacelatchTestSupport
import Glibc
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Passcodes from a descriptor", .timeLimit(.minutes(5)))
struct DescriptorPromptTests {
  private let request = PasscodeRequest(user: "ada", purpose: .authentication(nil))

  /// Hands `body` a prompt on a file with this content.
  private func withPrompt<Result>(_ text: String, _ body: (DescriptorPrompt) throws -> Result) throws
    -> Result
  {
    let folder = try TemporaryFolder()
    try TestFile.write(Array(text.utf8), to: folder.path + "/passcode")
    let descriptor = open(folder.path + "/passcode", O_RDONLY)
    defer { close(descriptor) }
    return try body(try #require(DescriptorPrompt(descriptor: descriptor)))
  }

  private func answers(_ text: String, count: Int) throws -> [PasscodeAnswer] {
    try withPrompt(text) { prompt in (0..<count).map { _ in prompt.passcode(request) } }
  }

  @Test("Each line is one passcode, the last one also without its end")
  func lines() throws {
    #expect(
      try answers("one\ntwo\n\nthree", count: 5) == [
        .passcode(Array("one".utf8)), .passcode(Array("two".utf8)), .passcode([]),
        .passcode(Array("three".utf8)),
        .unattended,
      ])
  }

  @Test("An empty descriptor means that nobody is there")
  func empty() throws {
    #expect(try answers("", count: 2) == [.unattended, .unattended])
  }

  @Test("Ten thousand characters are refused, the line after them is read")
  func tooLong() throws {
    let found = try answers(String(repeating: "x", count: 10_000) + "\nshort\n", count: 2)
    #expect(found == [.refused(.tooLong(limit: 1_024)), .passcode(Array("short".utf8))])
    #expect(
      try answers(String(repeating: "x", count: 10_000), count: 1) == [
        .refused(.tooLong(limit: 1_024))
      ])
    let longest = String(repeating: "x", count: 1_024)
    #expect(try answers(longest + "\n", count: 1) == [.passcode(Array(longest.utf8))])
  }

  @Test("A descriptor that is not open, or not for reading, is no prompt")
  func unusable() throws {
    #expect(DescriptorPrompt(descriptor: 987) == nil)
    let file = Facelatch.FileHandle(open("/dev/null", O_WRONLY))
    #expect(DescriptorPrompt(descriptor: file.descriptor) == nil)
  }

  @Test("Waiting for a line ends when the evaluation is ended")
  func interrupted() throws {
    var ends: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    let flag = CancellationFlag()
    let waiting = PasscodeRequest(
      user: "ada", purpose: .newPasscode,
      isInterrupted: {
        defer { flag.cancel(.app) }
        return flag.cause != nil
      })
    #expect(DescriptorPrompt(descriptor: ends[0])?.passcode(waiting) == .systemCancelled)
  }

  @Test("A new passcode is not asked for twice")
  func noRepetition() throws {
    let store = MemoryStore()
    let manager = PasscodeManager.fast(store, clock: TestClock())
    try withPrompt("1234\n1234\n5678\n") { prompt in
      try manager.set(user: "ada", prompt: prompt)
      try manager.change(user: "ada", prompt: prompt)
    }
    let verifier = try #require(try store.record(of: "ada")?.passcodeVerifier)
    #expect(try PasscodeHash.verify(Array("5678".utf8), against: verifier))
  }
}
