import Facelatch
import Platform

/// Takes a secret from standard input, or from the terminal where that is standard input.
enum SecretInput {
  /// The secret, byte for byte; typed ones are without the line's end.
  static func read(key: String) throws(Failure) -> [UInt8] {
    let secret = isatty(0) == 1 ? try typed(key) : try piped()
    guard !secret.isEmpty else {
      throw Failure(
        "standard input", cause: "holds no secret", cure: "write it there, or type it on a terminal",
        exitCode: .unusableInput)
    }
    return secret
  }

  private static func typed(_ key: String) throws(Failure) -> [UInt8] {
    switch TerminalPrompt().hiddenLine(label: "Secret for \(key): ") {
    case .passcode(let bytes): return bytes
    case .refused(let refusal): throw Failure(cause: refusal.clause, exitCode: .unusableInput)
    case .cancelled, .useFallback:
      throw Failure(cause: "cancelled; nothing was changed", exitCode: .no, authenticationError: .userCancel)
    case .systemCancelled, .unattended:
      throw Failure(
        cause: "the terminal went away; nothing was changed", exitCode: .no,
        authenticationError: .systemCancel)
    }
  }

  /// Reads a little more than may be kept, so that an endless input ends.
  private static func piped() throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try FileReader.piece(ofDescriptor: STDIN_FILENO, byteCount: Vault.secretLimit + 1)
    } catch {
      throw .reading("standard input", errorNumber: error.code)
    }
  }
}
