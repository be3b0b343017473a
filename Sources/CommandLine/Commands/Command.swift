/// One of the program's commands.
protocol Command: Sendable {
  static var specification: CommandSpecification { get }

  /// Takes over the arguments; throws a usage failure where a value makes no sense.
  init(_ arguments: ParsedArguments) throws(Failure)

  /// Does the work.
  func run(_ console: Console) async throws(Failure) -> ExitCode
}

extension Command {
  static func parsed(_ arguments: [[UInt8]]) throws(Failure) -> ParsedArguments {
    try ArgumentParser(specification: specification).parse(arguments)
  }
}
