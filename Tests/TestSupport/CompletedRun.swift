import Glibc

/// A program that ran to its end, with what it wrote and how it ended. It had no terminal.
package struct CompletedRun {
  /// Where standard output goes.
  package enum Output: Sendable {
    case captured
    /// A pipe that nobody reads any more.
    case brokenPipe
    /// No descriptor at all.
    case closed
    case file(String)
  }

  /// What a program finds in its other descriptors.
  package struct Surroundings: Sendable {
    package var input: [UInt8] = []
    /// What it finds in descriptor 3; `nil` for no descriptor 3.
    package var passcodes: String?
    package var output = Output.captured

    package init(input: [UInt8] = [], passcodes: String? = nil, output: Output = .captured) {
      (self.input, self.passcodes, self.output) = (input, passcodes, output)
    }
  }

  package let output: String
  package let errorOutput: String
  package let ending: ChildProcess.Ending

  /// - Parameters:
  ///   - patience: When the program is killed and `DeadlineStruck` thrown.
  ///   - seconds: When the program is killed because the test wants it.
  ///   - isMoment: Is asked again and again; when it says so, the program gets the signal of Control-C.
  package init(
    _ launch: Launch, _ surroundings: Surroundings = Surroundings(),
    within patience: Duration = usualPatience,
    killedAfter seconds: Double? = nil, interruptedWhen isMoment: () -> Bool = { false }
  ) throws {
    let files = try TemporaryFolder()
    var launch = launch
    try files.write(surroundings.input, to: "input")
    launch.descriptors += [(0, .reading(files.file("input"))), (2, .writing(files.file("error")))]
    if let passcodes = surroundings.passcodes {
      launch.descriptors.append((3, .reading(try files.write(passcodes, to: "passcodes"))))
    }
    var brokenEnd: Int32 = -1
    defer { if brokenEnd >= 0 { close(brokenEnd) } }
    switch surroundings.output {
    case .captured: launch.descriptors.append((1, .writing(files.file("output"))))
    case .file(let path): launch.descriptors.append((1, .writing(path)))
    case .closed: launch.descriptors.append((1, .closed))
    case .brokenPipe:
      let (reading, writing) = try ReadingEnd.pair()
      close(reading)
      brokenEnd = writing
      launch.descriptors.append((1, .copy(of: writing)))
    }

    let process = try launch.start()
    if let seconds {
      let end = Deadline(after: .seconds(seconds))
      while !end.hasStruck, process.ending == nil { usleep(1_000) }
      process.send(SIGKILL)
    }
    var ending: ChildProcess.Ending?
    try waitUntil("the end of \(launch.program)", within: patience) {
      ending = process.ending
      if ending == nil, isMoment() { process.send(SIGINT) }
      return ending != nil
    }
    self.ending = try ending ?? process.wait()
    output = String(decoding: (try? files.contents("output")) ?? [], as: UTF8.self)
    errorOutput = String(decoding: try files.contents("error"), as: UTF8.self)
  }
}
