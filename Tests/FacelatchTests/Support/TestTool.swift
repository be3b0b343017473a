import TestSupport

/// The program that tests start many times over.
enum TestTool {
  static func launch(_ arguments: String...) throws -> Launch { try launch(arguments) }

  static func launch(_ arguments: [String]) throws -> Launch {
    var launch = Launch(try Launch.built("FacelatchTestTool"), arguments)
    launch.environment = Launch.bareEnvironment
    return launch
  }
}
