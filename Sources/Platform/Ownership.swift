/// Whether files may decide: model packs, operating points, configurations, programs that deliver frames, stores.
///
/// The file, each folder above it and each link on the way have to belong to the account that runs or to the administrator,
/// and nobody else may write to them. A folder that everybody may write to will do where only owners may remove entries
/// (the sticky bit of `/tmp`), since the entry itself is looked at next.
package struct Ownership: Sendable {
  private let trusted: Set<uid_t>

  /// Most links that are followed, as many as the kernel follows.
  private static let linkLimit = 40
  /// Groups with lower numbers are given out by the distribution (`staff`, whom Debian lets write to `/usr/local`), and
  /// nobody is in them but administrators.
  private static let systemGroups: gid_t = 100

  /// - Parameter others: Accounts that are trusted beside the one that runs and the administrator.
  package init(trusting others: Set<uid_t> = []) {
    trusted = others.union([0, geteuid()])
  }

  /// Trusts the owner of the program's file as well, who decides anyway: for what was installed together with it.
  package static var ofProgram: Ownership {
    let owner = Path.executable.flatMap { path in try? FileStatus(of: path).owner }
    return Ownership(trusting: owner.map { [$0] } ?? [])
  }

  /// Checks what lies at a path; where nothing does, as far as the way goes. What the system does not let us look at is
  /// left to whoever opens it.
  ///
  /// Nobody else can exchange anything between this and the opening, since each folder is checked before its entries.
  package func check(_ path: Path) throws(OwnershipFault) {
    guard path.isUsable else { return }
    let slash = UInt8(ascii: "/")
    var current: Path = "/"
    var rest = Array(path.bytes.split(separator: slash).reversed().map(Array.init))
    if !path.isAbsolute {
      guard let folder = Path(".").withoutLinks else { return }
      rest += folder.bytes.split(separator: slash).reversed().map(Array.init)
    }
    guard let root = try? FileStatus(of: current) else { return }
    try check(root, at: current, for: path)
    var linkCount = 0
    while let name = rest.popLast() {
      if name == Array(".".utf8) { continue }
      if name == Array("..".utf8) {
        current = current.parentFolder
        continue
      }
      let entry = current.appending(name)
      guard let status = try? FileStatus(of: entry, followsLinks: false) else { return }
      try check(status, at: entry, for: path)
      guard status.kind == .symbolicLink else {
        current = entry
        continue
      }
      linkCount += 1
      guard linkCount <= Self.linkLimit, let target = entry.linkTarget else { return }
      if target.isAbsolute { current = "/" }
      rest += target.bytes.split(separator: slash).reversed().map(Array.init)
    }
  }

  private func check(
    _ status: FileStatus, at entry: Path, for path: Path
  ) throws(OwnershipFault) {
    func fault(_ cause: OwnershipFault.Cause) -> OwnershipFault {
      // The path as it was named, where the entry is what it leads to.
      OwnershipFault(
        path: path, entry: entry, owner: Account.name(of: status.owner), mode: UInt32(status.permissions),
        cause: cause)
    }
    guard trusted.contains(status.owner) else {
      throw fault(entry == Environment.path("HOME")?.withoutDetours ? .foreignHome : .foreignOwner)
    }
    // What a link leads to says its own mode, and the link can be exchanged by its owner alone.
    guard status.kind != .symbolicLink else { return }
    if status.kind == .folder, status.permissions & mode_t(S_ISVTX) != 0 { return }
    let othersWrite = status.permissions & 0o002 != 0
    guard !othersWrite, status.permissions & 0o020 == 0 || isHarmless(status.group, of: status.owner) else {
      throw fault(.writableByOthers)
    }
  }

  /// Whether a group consists of those who are trusted: that of one person alone, which many systems make for each, or an
  /// empty one of the system.
  private func isHarmless(_ group: gid_t, of owner: uid_t) -> Bool {
    guard let entry = Account.group(group) else { return false }
    let names = Set(trusted.map { Account.name(of: $0) })
    guard names.isSuperset(of: entry.members) else { return false }
    if entry.name == Account.name(of: owner) { return true }
    return group < Self.systemGroups && !Self.isPrimary(group)
  }

  /// Whether a group is some local account's own one; also where that cannot be told.
  private static func isPrimary(_ group: gid_t) -> Bool {
    guard let list = try? FileReader.contents(of: "/etc/passwd", limit: 1 << 24) else { return true }
    return list.split(separator: UInt8(ascii: "\n")).contains { line in
      let columns = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      return columns.count > 3 && columns[3].elementsEqual(String(group).utf8)
    }
  }
}
