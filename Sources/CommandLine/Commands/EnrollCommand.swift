import Facelatch

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
      .models, .operatingPoints, .maximumPixels, .framesPerSecond, .json, .help,
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
  private let options: StoreOptions
  private let pictures: PictureOptions
  private let inputs: [Input]
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(Failure) {
    user = try arguments.user()
    appearance = try arguments.choice(.appearance, of: AppearanceNumber.self) ?? .first
    options = try StoreOptions(arguments)
    pictures = try PictureOptions(arguments)
    asJSON = arguments.has(.json)
    inputs = try OperandFrames.inputs(arguments.operands)
    if options.readsPasscodesFromStandardInput, arguments.operands.contains(OperandFrames.standardInput) {
      throw .usage(
        "standard input cannot give both frames and passcodes", cure: "use another descriptor, as in 3<FILE",
        command: arguments.command)
    }
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let watch = FrameWatch(bar: ProgressBar(console: console, total: inputs.count))
    let result = try enrol(watch)
    watch.clearBar()
    let output = EnrolmentOutput(user: user, appearance: appearance, watch: watch, result: result)
    for line in output.remarks { console.note("facelatch: " + line) }
    if asJSON { try console.print(output.json.text) }
    if let failure = output.failure { throw failure }
    if !asJSON { try console.print(output.text) }
    return .yes
  }

  /// The failures of the engine's own parts are thrown as they are; those of the enrolment come back as values.
  private func enrol(_ watch: FrameWatch) throws(Failure) -> Result<EnrolmentReport, EnrolmentError> {
    let prompt = try options.prompt()
    let opened = try options.open()
    let models = try pictures.loadModels()
    models.prefetch([.embedding, .iris])
    let enroller = Enroller(
      store: opened.store, rules: options.rules,
      threshold: try FaceMatcher(models.pack).requireDecision().threshold,
      audit: opened.audit)
    return Result { () throws(EnrolmentError) in
      try enroller.enrol(
        user: user, label: appearance.label,
        frames: OperandFrames(inputs, options: pictures.capture(), watch: watch),
        // The passcode says who it is; a picture that is enrolled shall still be one of a face before a camera.
        reader: WatchedReader(
          EngineReader(models: models, liveness: nil, isSequence: false), watch: watch),
        prompt: prompt)
    }
  }
}
