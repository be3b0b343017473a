/// How a command ended, as the calling shell sees it.
enum ExitCode: Int32, Sendable {
  /// Done; a question asked is answered with yes.
  case yes = 0
  /// The question is answered with no.
  case no = 1
  /// The command line itself is wrong.
  case usage = 2
  /// An input cannot be read, or shows nothing to decide on.
  case unusableInput = 3
  /// The store, the model pack, or a place to write to, cannot be used.
  case configuration = 4
}
