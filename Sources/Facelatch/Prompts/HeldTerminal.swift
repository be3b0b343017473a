import Platform
import Synchronization

/// A terminal that stays without echo from an answer to the next question: what is typed while a passcode is compared must not
/// show either.
final class HeldTerminal: Sendable {
  /// A terminal between two questions; whoever takes it out is the only one who uses it.
  private struct Box: @unchecked Sendable {
    let terminal: Terminal
  }

  private let box = Mutex<Box?>(nil)

  /// The terminal that is held, or a newly opened one.
  ///
  /// - Parameters:
  ///   - path: The terminal.
  ///   - isShared: Whether what was typed ahead belongs to this question or somebody else; otherwise it is dropped.
  /// - Returns: `nil` where there is no terminal.
  func take(_ path: String, isShared: Bool = false) -> Terminal? {
    let held = box.withLock { box in
      defer { box = nil }
      return box
    }
    guard let held else { return Terminal(path: path, isShared: isShared) }
    held.terminal.dropTypedAhead()
    return held.terminal
  }

  /// Keeps a terminal without echo until the next question, or until `release`.
  func keep(_ terminal: Terminal) {
    box.withLock { $0 = Box(terminal: terminal) }
  }

  /// Puts the terminal in order; does nothing where none is held.
  func release() {
    let held = box.withLock { box in
      defer { box = nil }
      return box
    }
    held?.terminal.settle()
  }
}
