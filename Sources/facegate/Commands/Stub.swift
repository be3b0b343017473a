struct Stub: Command {
  static let specification = CommandSpecification(
    name: "stub", summary: "x", operands: .none, options: [.help])
  init(_ arguments: ParsedArguments) throws(Failure) {}
  func run(_ console: Console) async throws(Failure) -> ExitCode { .yes }
}
typealias InspectCommand = Stub
typealias CompareCommand = Stub
typealias EmbedCommand = Stub
typealias DoctorCommand = Stub
typealias DemoCommand = Stub
