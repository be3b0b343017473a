/// A process that puts the terminal in order should this one be killed in the middle of a prompt. It changes the terminal
/// only when nobody else has done so since.
final class TerminalWatcher {
  private let watcher: Watcher

  private static let script = """
    saved=$(stty -g <&3) || exit 1
    echo ready
    quiet=
    while read -r word; do
      case $word in
        quiet) quiet=$(stty -g <&3) ;;
        done) exit 0 ;;
      esac
    done
    if [ -z "$quiet" ] || [ "$(stty -g <&3)" = "$quiet" ]; then stty "$saved" <&3; fi
    """

  /// Starts the watcher while the terminal is still in its usual mode.
  ///
  /// - Returns: `nil` where there is no shell or no `stty`; the prompt works without, unprotected against a kill.
  init?(terminal: Int32) {
    guard let watcher = Watcher(Self.script, descriptor: terminal), watcher.isReady() else { return nil }
    self.watcher = watcher
  }

  /// Tells the watcher that the terminal now has the prompt's mode.
  func noteMode() {
    watcher.tell("quiet\n")
  }
}
