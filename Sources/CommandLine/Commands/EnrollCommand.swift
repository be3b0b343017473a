import Facelatch
import Synchronization

/// `facelatch enroll --user NAME FRAMES…`: enrols a face.
struct EnrollCommand: Command {
  static let specification = CommandSpecification(
    name: "enroll",
    summary: "enrols the face of a person who has a passcode",
    explanation: [
      "Enrols a face: asks for the person's passcode, looks at the frames, says which of them are not good enough and why,",
      "checks that the others show one person, and keeps the templates of up to five that differ from each other. A",
      "person may have two appearances, for example without and with glasses; enrolling one again replaces it. It warns when",
      "somebody else's enrolled face is so alike that either may be let in for the other. No picture is kept.",
    ],
    operands: .init(
      usage: "FRAMES…",
      summary:
        "pictures and recordings (MJPEG, AVI with MJPG, Y4M) of this person alone, folders of pictures, or '-' "
        + "for standard input",
      count: 1...Int.max),
    options: [.user, .appearance] + OptionSpecification.forPasscodes + [
      .models, .operatingPoints, .maximumPixels, .turn, .framesPerSecond, .json, .help,
    ],
    requiredOptions: [OptionSpecification.user.name],
    examples: [
      .init(command: "facelatch enroll --user ada portraits", meaning: "all pictures in a folder"),
      .init(
        command: "facelatch enroll --user ada --appearance 2 glasses1.jpg glasses2.jpg",
        meaning: "a second appearance"),
      .init(command: "facelatch enroll --user ada webcam.avi", meaning: "frames of a recording"),
    ],
    outcomes: [
      .init(code: .yes, meaning: "enrolled"),
      .init(code: .no, meaning: "refused: no passcode, or a wrong one"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(code: .unusableInput, meaning: "no frame shows a usable face, or they show several people"),
      .init(
        code: .configuration, meaning: "the store, the model pack or the operating points cannot be used"),
    ]
  )

  private let user: String
  private let appearance: AppearanceNumber
  private let options: GateOptions
  private let operands: FrameOperands
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(Failure) {
    user = try arguments.user()
    appearance = try arguments.choice(.appearance, of: AppearanceNumber.self) ?? .first
    options = try GateOptions(arguments)
    asJSON = arguments.has(.json)
    operands = try FrameOperands(arguments.operands)
    try options.check(operands, command: arguments.command)
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let output = EnrolmentOutput(user: user, appearance: appearance, result: try enrol(console))
    for line in output.remarks { console.note("facelatch: " + line) }
    if asJSON { try console.print(output.json.text) }
    if let failure = output.failure { throw failure.told(inJSON: asJSON) }
    if !asJSON { try console.print(output.text) }
    return .yes
  }

  /// The failures of the engine's own parts are thrown as they are; those of the enrolment come back as values.
  private func enrol(_ console: Console) throws(Failure) -> Result<EnrolmentReport, EnrolmentError> {
    let prompt = try options.prompt()
    let gate = options.gate()
    try Failure.whenOpening { () throws(GateError) in _ = try gate.decisionPoint() }
    let bar = Mutex(ProgressBar(console: console, total: operands.files.count))
    defer { bar.withLock { $0.clear() } }
    return Result { () throws(EnrolmentError) in
      try gate.enrol(
        user, label: appearance.label, from: operands.frames, prompt: prompt,
        finished: { count in bar.withLock { $0.update(done: count) } })
    }
  }
}
