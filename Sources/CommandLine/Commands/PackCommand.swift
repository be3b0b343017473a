import Facelatch

/// `facelatch pack new|check`: a model pack from an embedding network of one's own, and what is wrong with one.
struct PackCommand: Command {
  static let specification = CommandSpecification(
    name: "pack",
    summary: "makes a model pack of a network of yours, or checks one",
    explanation: [
      "Makes a model pack for an embedding network of your own, or tells everything that is wrong with a pack. 'new' looks",
      "at the ONNX file, runs it once, and writes a folder with the network and a 'model-pack.json'; detector, mesh",
      "and iris stay the built-in ones. What no file tells are the order of the colours, the mean and the scale that it",
      "was trained with, and where its face lies; what you do not say is assumed and told. A new pack has no operating",
      "points: 'compare' tells scores until 'evaluate verification' and 'tune' have measured what they stand for.",
    ],
    operands: .init(
      usage: "new|check [DIR]", summary: "what to do; check takes the pack's folder", count: 1...2),
    options: NewPack.options + [.json, .help],
    examples: [
      .init(
        command: "facelatch pack new --embedding my.onnx --channel-order bgr --out mine",
        meaning: "a network that takes (pixel - 127.5) / 127.5, blue first"),
      .init(
        command: "facelatch pack new --embedding my.onnx --scale 1/58.4,1/57.1,1/57.4 --out mine",
        meaning: "a value for each of red, green and blue"),
      .init(command: "facelatch pack check mine", meaning: "everything that is wrong, at once"),
    ],
    outcomes: [
      .init(code: .yes, meaning: "written; or nothing is wrong"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(code: .unusableInput, meaning: "new: the ONNX file or the template cannot be used"),
      .init(code: .configuration, meaning: "new: DIR cannot be written; check: something is wrong"),
    ]
  )

  private enum Action: String, CaseIterable {
    case new, check
  }

  private enum Work: Sendable {
    case new(NewPack)
    case check(Path)
  }

  private let work: Work
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(Failure) {
    asJSON = arguments.has(.json)
    let operand = arguments.operands.dropFirst().first
    switch try arguments.action(Action.self) {
    case .new:
      if let operand {
        throw .usage(
          "'pack new' takes no argument '\(operand)'", cure: "name the folder with --out", command: "pack")
      }
      work = .new(try NewPack(arguments))
    case .check:
      if let surplus = NewPack.options.first(where: arguments.has) {
        throw .usage("'\(surplus.name)' goes with 'pack new' only", command: "pack")
      }
      guard let operand else { throw .usage("'pack check' needs the pack's folder DIR", command: "pack") }
      work = .check(operand)
    }
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    switch work {
    case .new(let pack):
      let report = try pack.write()
      try console.print(asJSON ? report.json.text : report.text)
      return .yes
    case .check(let folder):
      let examination = PackExamination(folder)
      let report = PackReport(folder: folder, examination: examination)
      try console.print(asJSON ? report.json.text : report.text)
      for problem in examination.problems { console.report(problem) }
      return examination.problems.isEmpty ? .yes : .configuration
    }
  }
}
