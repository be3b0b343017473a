import TestSupport
import Testing

/// The example from its first login to the forgotten owner, on a terminal, with real pictures and networks.
@Suite("LoginApp", .timeLimit(.minutes(10)))
struct LoginAppTests {
  private let machine: ExampleMachine

  init() throws {
    machine = try ExampleMachine()
  }

  private func logInByPassword(_ app: PseudoTerminal) throws {
    try app.sees("User: ")
    app.types("ada")
    try app.sees("Password: ")
    app.types("engine")
  }

  private func bind() throws {
    try machine.shows("obama3.jpg")
    let app = try machine.run("LoginApp")
    try logInByPassword(app)
    try app.sees("by face from now on? [y/N] ")
    app.types("y")
    try app.sees("From now on your face is enough.")
    try app.sees("Welcome, ada.")
    #expect(try app.exitStatus() == 0)
    #expect(!app.screen.contains("Password: engine"))
  }

  @Test("The owner logs in by password once, and by face from then on, until forgotten")
  func owner() throws {
    try bind()
    let second = try machine.run("LoginApp")
    try second.sees("Welcome, ada.")
    #expect(try second.exitStatus() == 0)
    #expect(!second.screen.contains("User: "))

    #expect(try machine.run("LoginApp", "--reset").exitStatus() == 0)
    let third = try machine.run("LoginApp")
    try third.sees("User: ")
  }

  @Test("A stranger gets the password form, and five strangers lock the face until the passcode")
  func stranger() throws {
    try bind()
    try machine.shows("biden.jpg")
    for _ in 0..<4 {
      let app = try machine.run("LoginApp")
      try app.sees("Face not recognised.")
      try app.sees("[p] Use your password   [c] Cancel: ")
      app.presses("p")
      try app.sees("Your password, then.")
      try app.sees("User: ")
    }
    let fifth = try machine.run("LoginApp")
    try fifth.sees("The face does not count at the moment")
    try fifth.sees("[y/N] ")
    fifth.types("n")
    try logInByPassword(fifth)
    try fifth.sees("Welcome, ada.")
    #expect(try fifth.exitStatus() == 0)

    try machine.shows("obama3.jpg")
    let locked = try machine.run("LoginApp")
    try locked.sees("The face does not count at the moment")
    try locked.sees("[y/N] ")
    locked.types("y")
    try locked.sees("Passcode for barack: ")
    locked.types(ExampleMachine.passcode)
    try locked.sees("Your face counts again")
    let again = try machine.run("LoginApp")
    try again.sees("Welcome, ada.")
  }

  @Test("Cancelling leads to the password form, too")
  func cancel() throws {
    try bind()
    try machine.shows("biden.jpg")
    let app = try machine.run("LoginApp")
    try app.sees("[c] Cancel: ")
    app.presses("c")
    try app.sees("You cancelled.")
    try logInByPassword(app)
    try app.sees("Welcome, ada.")
  }

  @Test("Without a camera, and without a face in the picture, the program says so and asks for the password")
  func noFace() throws {
    try bind()
    try machine.shows(nil)
    let blind = try machine.run("LoginApp")
    try blind.sees("This machine has no camera to see you with.")
    try blind.sees("User: ")
    try machine.shows("rocket.jpg")
    let empty = try machine.run("LoginApp")
    try empty.sees("No usable face came into view.")
    try empty.sees("No face found")
    empty.presses("p")
    try empty.sees("Your password, then.")
    try empty.sees("User: ")
  }

  @Test("Three wrong passwords, or none, end the program without a login")
  func wrongPassword() throws {
    try machine.shows(nil)
    let app = try machine.run("LoginApp")
    for _ in 0..<3 {
      try app.sees("User: ")
      app.types("ada")
      try app.sees("Password: ")
      app.types("motor")
      try app.sees("Wrong user or password.")
    }
    try app.sees("Not logged in.")
    #expect(try app.exitStatus() == 1)
    let interrupted = try machine.run("LoginApp")
    try interrupted.sees("User: ")
    interrupted.types("ada")
    try interrupted.sees("Password: ")
    interrupted.presses("\u{3}")
    try interrupted.sees("Not logged in.")
    #expect(try interrupted.exitStatus() == 1)
  }
}
