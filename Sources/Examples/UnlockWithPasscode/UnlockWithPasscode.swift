import Dispatch
import ExampleTerminal

/// A program behind a passcode of its own. The face is a shortcut past it, never the only way in.
@main
struct UnlockWithPasscode {
  @MainActor
  static func main() {
    let lock = AppLock { isUnlocked in
      Terminal.say(isUnlocked ? "Unlocked. Here are your files: letter.txt, photo.jpg" : "Locked.")
      leave(success: isUnlocked)
    }
    lock.start()
    // Replies come on a queue of the framework's; the lock goes on on the main queue, which has to run.
    dispatchMain()
  }
}
