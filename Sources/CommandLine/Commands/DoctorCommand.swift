import Facelatch
import Platform

/// `facelatch doctor`: what this machine has, what is missing, how to fix it.
struct DoctorCommand: Command {
  static let specification = CommandSpecification(
    name: "doctor",
    summary: "tells what this machine has, what is missing and how to fix it",
    explanation: [
      "Tells what this machine has and checks that every network of the model pack is the file that the pack describes",
      "and loads, and that nothing in the store is damaged. What is missing is named with what to do about it.",
    ],
    operands: .none,
    options: [OptionSpecification.json, .models, .store, .help],
    examples: [
      .init(command: "facelatch doctor", meaning: "before you report a problem"),
      .init(
        command: "facelatch doctor --models DIR", meaning: "whether a model pack of your own is complete"),
    ],
    outcomes: [
      .init(code: .yes, meaning: "nothing is missing or damaged"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(code: .configuration, meaning: "something is missing or damaged"),
    ]
  )

  private let models: Path?
  private let store: Path?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(Failure) {
    models = arguments.path(.models)
    store = arguments.path(.store)
    asJSON = arguments.has(.json)
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let examination = Examination(models: models, store: store)
    try console.print(asJSON ? examination.json.text : examination.text)
    for problem in examination.problems { console.report(problem) }
    return examination.problems.isEmpty ? .yes : .configuration
  }
}

/// What `doctor` found.
struct Examination: Sendable {
  private let machine = MachineFacts()
  private let pack: PackExamination
  private let store: StoreExamination
  private let samples = SampleImages.folder()
  /// What is missing.
  let problems: [Failure]

  /// Looks at the machine, loads every network of the pack in `models`, or of the bundled one, and opens what is in `store`,
  /// or in the usual one.
  init(models: Path?, store folder: Path?) {
    pack = PackExamination(models)
    store = StoreExamination(Gate(unchecked: Configuration(store: folder)))
    problems =
      Self.instructionSetProblems() + pack.problems + Self.decisionProblems(models, pack.pack)
      + store.problems
  }

  /// Whether the pack can decide, which nothing here that lets people in can do without.
  private static func decisionProblems(_ models: Path?, _ pack: ModelPack?) -> [Failure] {
    guard pack != nil else { return [] }
    do throws(Failure) {
      _ = try FaceMatcher(PictureOptions(models: models).gate()).requireDecision()
      return []
    } catch {
      return [error]
    }
  }

  private static func instructionSetProblems() -> [Failure] {
    guard let wanted = Environment.text("FACELATCH_ISA"), wanted != Engine.activeInstructionSet else {
      return []
    }
    let available = Engine.availableInstructionSets.joined(separator: ", ")
    return [
      Failure(
        "FACELATCH_ISA", cause: "'\(printable(wanted))' is not available here",
        cure: "unset it, or choose one of \(available)", exitCode: .configuration)
    ]
  }

  var text: String {
    var lines = ["facelatch \(facelatchVersion)"]
    func section(_ title: String, _ content: [String]) {
      lines.append("")
      lines.append(title)
      lines += content.map { "  " + $0 }
    }
    section(
      "Processor",
      [
        printable(machine.processorName ?? "unknown")
          + ", \(counted(machine.processorCount, "processor")) to use",
        "instruction sets: \(Engine.availableInstructionSets.joined(separator: ", ")); "
          + "in use: \(Engine.activeInstructionSet)",
      ])
    section(
      "Memory", [[machine.totalMemory, machine.availableMemory].map(gibibytes).joined(separator: ", free: ")])
    section("Libraries", SystemLibraries.all.map { "\($0.name) \($0.version)" })
    section("Model pack", pack.lines)
    section("Store", store.lines)
    section(
      "Sample pictures", [samples.map(\.description) ?? "not installed (only 'facelatch demo' needs them)"])
    lines.append("")
    lines.append(
      problems.isEmpty ? "Everything is there." : "\(counted(problems.count, "problem")): see below.")
    return lines.joined(separator: "\n")
  }

  private func gibibytes(_ bytes: Int?) -> String {
    bytes.map { fixed(Double($0) / 1_073_741_824, decimals: 1) + " GiB" } ?? "unknown"
  }

  var json: JSON {
    let libraries = SystemLibraries.all.map { JSON.Member(key: $0.name, value: .string($0.version)) }
    return .object([
      "version": .string(facelatchVersion),
      "processor": processorDescription,
      "memory": memoryDescription,
      "libraries": .object(libraries),
      "modelPack": pack.json,
      "store": store.json,
      "sampleImages": samples.map { .string($0.text) } ?? .null,
      "problems": .array(problems.map { .string($0.line) }),
    ])
  }

  private var processorDescription: JSON {
    .object([
      "name": machine.processorName.map(JSON.string) ?? .null, "count": .integer(machine.processorCount),
      "instructionSets": .array(Engine.availableInstructionSets.map(JSON.string)),
      "active": .string(Engine.activeInstructionSet),
    ])
  }

  private var memoryDescription: JSON {
    .object([
      "total": machine.totalMemory.map(JSON.integer) ?? .null,
      "available": machine.availableMemory.map(JSON.integer) ?? .null,
    ])
  }
}
