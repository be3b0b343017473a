/// `facelatch authenticate --user NAME FRAMES…`: lets a person in, or says why not.
struct AuthenticateCommand: Command {
  static let specification = CommandSpecification(
    name: "authenticate",
    summary: "lets an enrolled person in by the face, or else by the passcode",
    explanation: [
      "Lets an enrolled person in by the face, or, with the policy device-owner, by the passcode where the face does",
      "not do. A comparison counts as failed before it runs; five failures in a row lock the face until the passcode",
      "is given. The rules are those of Face ID. Without FRAMES the passcode alone counts. The face must look at the",
      "camera; in recordings it must move like a head, and pictures of it must not look like a print or a screen. That",
      "keeps many pictures out, and proves no living person: a picture file of the person passes, and so does a good",
      "replay of a recording. What the face was worth stands in the first line and, as assurance, in the JSON; --assurance",
      "asks for more. A challenge keeps old recordings out.",
    ],
    operands: .init(
      usage: "[FRAMES…]",
      summary:
        "pictures and recordings (MJPEG, AVI with MJPG, Y4M) of who wants to be let in, folders of pictures, or "
        + "'-' for standard input",
      count: 0...Int.max),
    options: [.user] + OptionSpecification.forAuthentication + [.json, .help],
    requiredOptions: [OptionSpecification.user.name],
    examples: [
      .init(
        command: "facelatch authenticate --user ada selfie.jpg", meaning: "by the face, else the passcode"),
      .init(
        command: "facelatch authenticate --user ada --policy biometrics --json selfie.jpg",
        meaning: "by the face alone, for programs"),
      .init(
        command: "camera-program | facelatch authenticate --user ada --liveness challenge -",
        meaning: "by movements that are asked for on standard error, one after the other"),
      .init(
        command: "facelatch authenticate --user ada --passcode-fd 3 3<passcode.txt",
        meaning: "by the passcode alone, which clears the lock of the face"),
      .init(
        command: "camera-program | facelatch authenticate --user ada -",
        meaning: "by frames from a pipe, such as ffmpeg writes with -f yuv4mpegpipe -"),
    ],
    outcomes: [
      .init(code: .yes, meaning: "let in"),
      .init(code: .no, meaning: "not let in; the message and the JSON name the LAError"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(code: .unusableInput, meaning: "none of the frames can be read"),
      .init(
        code: .configuration, meaning: "the store, the model pack or the operating points cannot be used"),
    ]
  )

  private let authentication: Authentication
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(Failure) {
    authentication = try Authentication(arguments, frames: arguments.operands)
    asJSON = arguments.has(.json)
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let result = try authentication.run()
    if let error = result.outcome.storeError { console.report(Failure(error)) }
    let report = AuthenticationReport(result: result)
    try console.print(asJSON ? report.json.text : report.text)
    return result.exitCode
  }
}
