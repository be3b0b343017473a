/// Where programs lie.
package enum ProgramPath {
  /// The file of a program: its path, or the first one in the folders of `PATH` that may be run.
  ///
  /// An empty entry of `PATH`, which means the current folder, is passed over: whoever fills that folder would choose the
  /// program.
  ///
  /// - Parameter name: A path, where it has a slash, or a name.
  /// - Returns: `nil` where there is none.
  package static func find(_ name: String) -> Path? {
    let path = Path(name)
    guard path.isUsable else { return nil }
    if path.bytes.contains(UInt8(ascii: "/")) { return isRunnable(path) ? path : nil }
    let folders = Environment.path("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.bytes.split(separator: UInt8(ascii: ":")).lazy
      .map { Path(Array($0)).appending(name) }.first(where: isRunnable)
  }

  private static func isRunnable(_ path: Path) -> Bool {
    guard (try? FileStatus(of: path))?.kind == .regular else { return false }
    return path.withCString { access($0, X_OK) } == 0
  }
}
