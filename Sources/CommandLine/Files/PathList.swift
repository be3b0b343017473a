/// A file that names pictures, one per line, or, as `find -print0` writes them, each ended by a zero byte.
enum PathList {
  /// More paths than any list of pictures has.
  private static let countLimit = 10_000_000
  /// More bytes than the operating system takes for a path.
  private static let byteLimit = 1 << 16

  /// The paths in the file, without empty lines; `-` is standard input. Lines may end with CR LF.
  static func paths(in file: Path) throws(Failure) -> [Path] {
    let isStandardInput = file.bytes == [UInt8(ascii: "-")]
    let bytes =
      isStandardInput
      ? try InputFile.standardInput()
      : try InputFile.contents(of: file)
    return try paths(bytes, named: isStandardInput ? "standard input" : file.description)
  }

  static func paths(
    _ bytes: [UInt8], named name: String, countLimit: Int = countLimit
  ) throws(Failure) -> [Path] {
    func refusal(_ cause: String) -> Failure {
      Failure(name, cause: cause, cure: "give a list with a path in each line", exitCode: .unusableInput)
    }
    // No path has a zero byte in it, so one of them tells.
    let endsWithZero = bytes.contains(0)
    let end = endsWithZero ? 0 : UInt8(ascii: "\n")
    var paths: [Path] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      var path = rest.prefix(byteLimit + 1).prefix { $0 != end }
      guard path.count <= byteLimit else { throw refusal("holds more than \(byteLimit) bytes for one path") }
      rest = rest[min(path.endIndex + 1, rest.endIndex)...]
      if !endsWithZero, path.last == UInt8(ascii: "\r") { path = path.dropLast() }
      guard !path.isEmpty else { continue }
      guard paths.count < countLimit else { throw refusal("names more than \(countLimit) files") }
      paths.append(Path(Array(path)))
    }
    return paths
  }
}
