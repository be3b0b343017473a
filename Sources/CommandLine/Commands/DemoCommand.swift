import Facelatch
import Workers

/// `facelatch demo`: what the program does, told on the sample pictures.
struct DemoCommand: Command {
  static let specification = CommandSpecification(
    name: "demo",
    summary: "shows on sample pictures what the program does",
    explanation: [
      "Shows what the program does on the sample pictures that come with it: the same person in different photos is",
      "accepted, other people are refused, and pictures that allow no decision are explained. Then, in a store of its",
      "own that is removed again: a passcode is set, a face enrolled, the person let in; strangers are refused until the",
      "face is locked, the passcode clears the lock, and the face releases a secret.",
    ],
    operands: .none,
    options: [samples, .models, .threads, .help],
    examples: [.init(command: "facelatch demo", meaning: "the whole story")],
    outcomes: [
      .init(code: .yes, meaning: "every verdict is as it should be"),
      .init(code: .no, meaning: "a verdict is not as it should be"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(code: .unusableInput, meaning: "a sample picture is missing or cannot be read"),
      .init(code: .configuration, meaning: "the model pack or the temporary folder cannot be used"),
    ]
  )

  private static let samples = OptionSpecification(
    "--samples", placeholder: "DIR", summary: "the folder with the sample pictures")

  private let folder: Path?
  private let options: PictureOptions

  init(_ arguments: ParsedArguments) throws(Failure) {
    folder = arguments.path(Self.samples)
    options = try PictureOptions(arguments)
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    guard let folder = folder ?? SampleImages.folder() else {
      let places = SampleImages.candidates().map(\.description).joined(separator: ", ")
      throw Failure(
        cause: "no sample pictures found (looked in \(places))", cure: "name their folder with --samples",
        exitCode: .unusableInput)
    }
    let gate = options.gate()
    let models = try Failure.whenOpening { () throws(GateError) in try gate.models() }
    models.prefetch([.embedding, .iris])
    let pictures = try await DemoPictures(in: folder, models: models, options: options)
    let matcher = try FaceMatcher(gate)
    var story = DemoStory(pictures: pictures, matcher: matcher, decision: try matcher.requireDecision())
    try console.print("Facelatch demo, on the pictures in \(folder)")
    for chapter in DemoStory.chapters {
      try console.print("\n\(chapter.title)")
      for scene in chapter.scenes { try console.print("  " + story.tell(scene)) }
    }
    try console.print("\nOne person's store, made for this demo and removed after it")
    try DemoAuthentication(in: folder, options.configuration).run { (step) throws(Failure) in
      try console.print("  " + story.tell(step))
    }
    try console.print("\n" + story.ending)
    return story.unexpected == 0 ? .yes : .no
  }
}

/// What was found in the sample pictures.
struct DemoPictures: Sendable {
  private var outcomes: [String: Result<PictureTemplate, Failure>] = [:]

  /// Analyses every picture of the story. Throws when one cannot be read, which is no verdict of the program.
  init(in folder: Path, models: FaceModels, options: PictureOptions) async throws(Failure) {
    let names = DemoStory.pictures
    let inputs = names.map { Input(path: folder.appending($0)) }
    var outcomes: [String: Result<PictureTemplate, Failure>] = [:]
    let workers = options.workers(models, AnalysisOptions(includesEyes: false), pictureCount: inputs.count)
    try await workInOrder(on: inputs, lanes: workers) { worker, input in
      await worker.template(of: input)
    } deliver: { (index, result) throws(Failure) in
      switch result {
      case .success(let template): outcomes[names[index]] = .success(template)
      case .failure(let failure):
        guard failure.exitCode == .no else { throw failure }
        outcomes[names[index]] = .failure(failure)
      }
    }
    self.outcomes = outcomes
  }

  subscript(name: String) -> Result<PictureTemplate, Failure> {
    outcomes[name] ?? .failure(Failure(name, cause: "not analysed", exitCode: .unusableInput))
  }
}

/// The chapters of the demo and what they should come to.
struct DemoStory {
  /// One thing to show.
  enum Scene: Sendable {
    case compare(String, String, expectMatch: Bool)
    case refuse(String)
  }

  struct Chapter: Sendable {
    let title: String
    let scenes: [Scene]
  }

  static let chapters = [
    Chapter(
      title: "The same person in two photos",
      scenes: [
        .compare("obama.jpg", "obama2.jpg", expectMatch: true),
        .compare("obama.jpg", "obama3.jpg", expectMatch: true),
        .compare("obama2.jpg", "obama3.jpg", expectMatch: true),
      ]),
    Chapter(
      title: "Other people",
      scenes: [
        .compare("obama.jpg", "biden.jpg", expectMatch: false),
        .compare("obama.jpg", "astronaut.png", expectMatch: false),
        .compare("biden.jpg", "astronaut.png", expectMatch: false),
      ]),
    Chapter(
      title: "Pictures that allow no decision", scenes: [.refuse("rocket.jpg"), .refuse("several-faces.jpg")]),
  ]

  static let pictures = [
    "obama.jpg", "obama2.jpg", "obama3.jpg", "biden.jpg", "astronaut.png", "rocket.jpg", "several-faces.jpg",
  ]

  let pictures: DemoPictures
  let matcher: FaceMatcher
  let decision: DecisionPoint
  private(set) var told = 0
  private(set) var unexpected = 0

  init(pictures: DemoPictures, matcher: FaceMatcher, decision: DecisionPoint) {
    self.pictures = pictures
    self.matcher = matcher
    self.decision = decision
  }

  /// Plays a scene and tells it in one line.
  mutating func tell(_ scene: Scene) -> String {
    told += 1
    switch scene {
    case .refuse(let name):
      guard case .failure(let failure) = pictures[name] else {
        return surprise(name, "a face, where none or several should be")
      }
      return Self.columns(name, failure.reason)
    case .compare(let first, let second, let expectMatch):
      return compare(first, second, expectMatch)
    }
  }

  /// Tells a step of the second part.
  mutating func tell(_ step: DemoAuthentication.Step) -> String {
    told += 1
    return step.isExpected ? Self.columns(step.action, step.result) : surprise(step.action, step.result)
  }

  private mutating func compare(_ first: String, _ second: String, _ expectMatch: Bool) -> String {
    let names = first + " and " + second
    do throws(Failure) {
      let comparison = try matcher.compare(
        MeanTemplate(pictures[first].get().template), MeanTemplate(pictures[second].get().template))
      guard let verdict = comparison.verdict else { return surprise(names, "no decision") }
      let text =
        "\(verdict.isMatch ? "accepted" : "refused ")  score \(verdict.score), false-match rate "
        + verdict.falseMatchRate.description
      return verdict.isMatch == expectMatch ? Self.columns(names, text) : surprise(names, text)
    } catch {
      return surprise(names, error.line)
    }
  }

  private mutating func surprise(_ what: String, _ text: String) -> String {
    unexpected += 1
    return Self.columns(what, text) + "   UNEXPECTED"
  }

  private static func columns(_ first: String, _ second: String) -> String {
    first + String(repeating: " ", count: max(2, 32 - first.count)) + second
  }

  var ending: String {
    unexpected == 0
      ? "All \(told) verdicts are as they should be. A score is \(decision.text)."
      : "\(unexpected) of \(told) verdicts are NOT as they should be: see 'facelatch doctor'."
  }
}
