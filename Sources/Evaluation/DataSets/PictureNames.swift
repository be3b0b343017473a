import Formats
import Platform

/// Who is on which picture, as far as the columns of a list of pairs say so.
struct PictureNames {
  private var known: [Path: String] = [:]

  /// Takes what a row says, unless it contradicts itself or an earlier row.
  ///
  /// - Parameters:
  ///   - one: A picture and the name beside it, which may be empty.
  ///   - other: The picture that it is paired with.
  ///   - isGenuine: Whether the row says that both show one person.
  mutating func take(
    _ one: (picture: Path, name: String), _ other: (picture: Path, name: String), isGenuine: Bool
  ) {
    guard objection(to: one, other, isGenuine: isGenuine) == nil else { return }
    for (picture, name) in [one, other] where !name.isEmpty { known[picture] = name }
  }

  /// Why a row contradicts itself or what another row says; `nil` where it does not.
  func objection(
    to one: (picture: Path, name: String), _ other: (picture: Path, name: String), isGenuine: Bool
  ) -> RowRefusal? {
    for (picture, name) in [one, other] where !name.isEmpty {
      if let known = known[picture], known != name {
        return .renamed(picture, name, known: known)
      }
    }
    guard let first = one.name.isEmpty ? known[one.picture] : one.name,
      let second = other.name.isEmpty ? known[other.picture] : other.name
    else { return nil }
    return labelObjection(first, second, isGenuine: isGenuine)
  }

  /// The names on some pictures; `nil` where one of them has none.
  func names(of pictures: [Path]) -> [String]? {
    let names = pictures.compactMap { known[$0] }
    return names.count == pictures.count ? names : nil
  }
}

/// Who is on which picture, where the folder says so.
enum FolderNames {
  /// Why a pair contradicts the folders of its pictures; `nil` where it does not.
  static func objection(to one: Path, _ other: Path, isGenuine: Bool) -> RowRefusal? {
    for path in [one, other] where path.folder == nil { return .outsideOfFolders(path) }
    return labelObjection(one.folder?.name ?? "", other.folder?.name ?? "", isGenuine: isGenuine)
  }
}

private func labelObjection(_ first: String, _ second: String, isGenuine: Bool) -> RowRefusal? {
  guard (first == second) != isGenuine else { return nil }
  return isGenuine ? .differentPeople(first, second) : .samePerson(first)
}
