import TestSupport
import Testing

@Suite("UnlockWithPasscode", .timeLimit(.minutes(10)))
struct UnlockWithPasscodeTests {
  private let machine: ExampleMachine

  init() throws {
    machine = try ExampleMachine()
    try machine.shows("obama3.jpg")
    let app = try machine.run("UnlockWithPasscode")
    try app.sees("New passcode: ")
    app.types("2468")
    try app.sees("The same again: ")
    app.types("2468")
    try app.sees("Unlocked.")
    #expect(try app.exitStatus() == 0)
  }

  @Test("The app's passcode opens; the face is a shortcut")
  func unlock() throws {
    let byPasscode = try machine.run("UnlockWithPasscode")
    try byPasscode.sees("Passcode (Enter for your face): ")
    byPasscode.types("2468")
    try byPasscode.sees("Unlocked.")
    #expect(try byPasscode.exitStatus() == 0)
    let byFace = try machine.run("UnlockWithPasscode")
    try byFace.sees("Passcode (Enter for your face): ")
    byFace.types("")
    try byFace.sees("Unlocked.")
    #expect(try byFace.exitStatus() == 0)
  }

  @Test("A failed or cancelled face leads back to the passcode")
  func stranger() throws {
    try machine.shows("biden.jpg")
    let app = try machine.run("UnlockWithPasscode")
    try app.sees("Passcode (Enter for your face): ")
    app.types("")
    try app.sees("[c] Cancel: ")
    app.presses("c")
    try app.sees("The passcode, then.")
    try app.sees("Passcode (Enter for your face): ")
    app.types("2468")
    try app.sees("Unlocked.")
    #expect(try app.exitStatus() == 0)
  }

  @Test("Three wrong passcodes end the program")
  func wrongPasscodes() throws {
    let app = try machine.run("UnlockWithPasscode")
    for _ in 0..<3 {
      try app.sees("face): ")
      app.types("1357")
      try app.sees("Wrong passcode.")
    }
    try app.sees("Locked.")
    #expect(try app.exitStatus() == 1)
  }

  @Test("Without a camera only the passcode is offered")
  func withoutCamera() throws {
    try machine.shows(nil)
    let app = try machine.run("UnlockWithPasscode")
    try app.sees("Passcode: ")
    app.types("2468")
    try app.sees("Unlocked.")
  }

  @Test("Five strangers over several runs take the shortcut away until the machine's passcode")
  func lockout() throws {
    try machine.shows("biden.jpg")
    let app = try machine.run("UnlockWithPasscode")
    for _ in 0..<4 {
      try app.sees("face): ")
      app.types("")
      try app.sees("[c] Cancel: ")
      app.presses("c")
      try app.sees("The passcode, then.")
    }
    try app.sees("face): ")
    app.types("")
    try app.sees("Too many faces were wrong")
    try app.sees("Passcode: ")
  }
}
