/// The command line that runs, as text that a shell would read back.
enum CommandText {
  static var current: String {
    let arguments = CommandLine.arguments.dropFirst()
    return (["facelatch"] + arguments.map(quoted)).joined(separator: " ")
  }

  /// An argument in single quotes where the shell would otherwise see more in it.
  static func quoted(_ argument: String) -> String {
    let harmless = argument.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "_-./=,:@%+".utf8.contains(byte)
      }
    }
    if harmless, !argument.isEmpty { return argument }
    return "'" + argument.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
