/// A file that names pictures, one per line.
enum PathList {
  /// The paths in the file, without empty lines; `-` is standard input. Lines may end with CR LF.
  static func paths(in file: Path) throws(Failure) -> [Path] {
    let isStandardInput = file.bytes == [UInt8(ascii: "-")]
    let bytes =
      isStandardInput
      ? try InputFile.standardInput()
      : try InputFile.contents(of: file)
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let path = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return path.isEmpty ? nil : Path(Array(path))
    }
  }
}
