import Facelatch
import Platform

/// `facelatch doctor`: what this machine has, what is missing, how to fix it.
struct DoctorCommand: Command {
  static let specification = CommandSpecification(
    name: "doctor",
    summary: "tells what this machine has, what is missing and how to fix it",
    explanation: [
      "Tells what this machine has and checks that every network of the model pack is the file that the pack describes",
      "and loads. What is missing is named with what to do about it.",
    ],
    operands: .none,
    options: [OptionSpecification.json, .models, .help],
    examples: [
      .init(command: "facelatch doctor", meaning: "before you report a problem"),
      .init(
        command: "facelatch doctor --models DIR", meaning: "whether a model pack of your own is complete"),
    ],
    outcomes: [
      .init(code: .yes, meaning: "nothing is missing"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(code: .configuration, meaning: "something is missing"),
    ]
  )

  private let models: Path?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(Failure) {
    models = arguments.path(.models)
    asJSON = arguments.has(.json)
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let examination = Examination(models: models)
    try console.print(asJSON ? examination.json.text : examination.text)
    for problem in examination.problems { console.report(problem) }
    return examination.problems.isEmpty ? .yes : .configuration
  }
}

/// What `doctor` found.
struct Examination: Sendable {
  private let machine = MachineFacts()
  private let pack: ModelPack?
  private let networks: [NetworkFinding]
  private let samples = SampleImages.folder()
  /// What is missing.
  let problems: [Failure]

  /// One network of the pack.
  private struct NetworkFinding: Sendable {
    let role: String
    let file: ModelFile
    let failure: Failure?
  }

  /// Looks at the machine and loads every network of the pack in `models`, or of the bundled one.
  init(models: Path?) {
    var problems = Self.instructionSetProblems()
    do {
      let loaded = try PictureOptions(models: models).loadModels()
      pack = loaded.pack
      networks = Self.examine(loaded)
      problems += networks.compactMap(\.failure)
      do {
        _ = try FaceMatcher(loaded.pack)
      } catch {
        problems.append(error)
      }
    } catch {
      pack = nil
      networks = []
      problems.append(error)
    }
    self.problems = problems
  }

  private static func examine(_ models: FaceModels) -> [NetworkFinding] {
    let pack = models.pack
    var networks: [(String, Network, ModelFile)] = [
      ("detector", .detector, pack.detector.file), ("mesh", .mesh, pack.mesh.file),
      ("iris", .iris, pack.iris.file),
      ("embedding", .embedding, pack.embedding.file),
    ]
    if let passive = pack.presentationAttack {
      networks.append(("passive", .presentationAttack, passive.file))
    }
    return networks.map { role, network, file in
      do throws(ModelPackError) {
        _ = try models.model(network)
        return NetworkFinding(role: role, file: file, failure: nil)
      } catch {
        return NetworkFinding(role: role, file: file, failure: Failure(error))
      }
    }
  }

  private static func instructionSetProblems() -> [Failure] {
    guard let wanted = Environment.text("FACELATCH_ISA"), wanted != Engine.activeInstructionSet else { return [] }
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
    section("Model pack", packLines)
    section(
      "Sample pictures", [samples.map(\.description) ?? "not installed (only 'facelatch demo' needs them)"])
    lines.append("")
    lines.append(
      problems.isEmpty ? "Everything is there." : "\(counted(problems.count, "problem")): see below.")
    return lines.joined(separator: "\n")
  }

  private var packLines: [String] {
    guard let pack else { return ["not usable"] }
    let decision = FalseMatchRate(rawValue: pack.embedding.decisionFalseMatchRate).map(\.description) ?? "?"
    return ["\(printable(pack.name)), in \(printable(pack.directory))"]
      + networks.map { network in
        let role = network.role + String(repeating: " ", count: max(1, 10 - network.role.count))
        let state = network.failure == nil ? "ok" : "NOT USABLE"
        return "\(role) \(state)  \(network.file.sha256.prefix(12))  \(printable(network.file.licence))"
      }
      + (pack.presentationAttack == nil
        ? ["passive    none: passive liveness cannot be judged with this pack"] : [])
      + ["decides at a false-match rate of \(decision)"]
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
      "modelPack": pack.map(describe) ?? .null,
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

  private func describe(_ pack: ModelPack) -> JSON {
    .object([
      "name": .string(pack.name), "directory": .string(pack.directory),
      "decisionFalseMatchRate": .magnitude(pack.embedding.decisionFalseMatchRate, digits: 3),
      "networks": .array(
        networks.map { network in
          .object([
            "role": .string(network.role), "file": .string(network.file.path),
            "sha256": .string(network.file.sha256), "licence": .string(network.file.licence),
            "origin": .string(network.file.origin), "usable": .boolean(network.failure == nil),
          ])
        }),
    ])
  }
}
