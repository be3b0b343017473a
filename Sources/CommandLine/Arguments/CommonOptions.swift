extension OptionSpecification {
  static let help = OptionSpecification("--help", letter: "-h", summary: "show this help")
  static let version = OptionSpecification("--version", summary: "show the version")
  static let json = OptionSpecification("--json", summary: "print the result as JSON, one object on a line")
  static let models = OptionSpecification(
    "--models", placeholder: "DIR", summary: "take the model pack in DIR instead of the built-in one")
  static let maximumPixels = OptionSpecification(
    "--max-pixels", placeholder: "N",
    summary: "refuse pictures with more than N pixels, for example 48M (default 64M)")
  static let turn = OptionSpecification(
    "--turn", placeholder: "DEGREES",
    summary:
      "turn pictures and frames clockwise by 90, 180 or 270, for a camera that hangs on its side or upside down"
  )
  static let spreadsheetSafe = OptionSpecification(
    "--spreadsheet-safe",
    summary: "put ' before cells of tables that a spreadsheet would take for a formula, such as =name.jpg")
  static let threads = OptionSpecification(
    "--threads", placeholder: "N", summary: "work on N pictures at a time (default: one per processor)")

  static let framesPerSecond = OptionSpecification(
    "--fps", placeholder: "N",
    summary: "frames per second of recordings that do not state it, such as MJPEG (default 30)")

  static let operatingPoints = OptionSpecification(
    "--operating-points", placeholder: "FILE",
    summary: "decide by the operating points in FILE instead of the model pack's own")
  static let falseMatchRate = OptionSpecification(
    "--fmr", placeholder: "RATE",
    summary: "decide at this false-match rate, for example 1e-4 (default: the one that the points name)")

  /// What every command that looks at pictures accepts.
  static let forPictures: [OptionSpecification] = [models, maximumPixels, turn, threads]

  static let user = OptionSpecification("--user", placeholder: "NAME", summary: "whose record it is")
  static let store = OptionSpecification(
    "--store", placeholder: "DIR",
    summary:
      "the folder of the store (default: FACELATCH_STORE, else facelatch in XDG_DATA_HOME or ~/.local/share)")
  static let passcodeDescriptor = OptionSpecification(
    "--passcode-fd", placeholder: "N",
    summary: "read passcodes from descriptor N, one a line, instead of asking on the terminal")
  static let preset = OptionSpecification(
    "--preset", placeholder: "NAME", summary: "the rules: face-id (default) or nist-800-63b")
  static let policy = OptionSpecification(
    "--policy", placeholder: "POLICY",
    summary:
      "biometrics (the face alone) or device-owner (default: the face, and the passcode where it does not do)"
  )
  static let liveness = OptionSpecification(
    "--liveness", placeholder: "MODE",
    summary:
      "what proves a living person: off, passive (looks), motion or challenge (default: motion for recordings, "
      + "passive for pictures)")
  static let challenge = OptionSpecification(
    "--challenge", placeholder: "STEPS",
    summary:
      "ask for movements: random, or up to three of turn-left, turn-right, blink, nod, separated by commas")
  static let assurance = OptionSpecification(
    "--assurance", placeholder: "LEAST",
    summary:
      "what the face has to show at least: picture (looks alone), motion (of a head) or challenge (movements that "
      + "were asked for); less is refused before it is compared, the passcode satisfies any")
  static let reason = OptionSpecification(
    "--reason", placeholder: "TEXT", summary: "why it is asked, in words for the person")

  /// What every command accepts that may ask for a passcode.
  static let forPasscodes: [OptionSpecification] = [store, passcodeDescriptor, preset]

  /// What every command accepts that lets people in.
  static let forAuthentication: [OptionSpecification] =
    [policy, assurance, liveness, challenge, reason] + forPasscodes
    + [models, operatingPoints, maximumPixels, turn, framesPerSecond]
}
