import Formats
import Platform

/// Who is on the pictures of a list.
struct ListedIdentities {
  /// For each picture, a position in `names`.
  let ofPicture: [Int]
  let names: [String]
  /// Whether these are people, and not groups of pictures.
  let areKnown: Bool

  /// Takes the name of the person on each picture.
  init(names: [String]) {
    var listed = ListedNames()
    ofPicture = names.map { listed.position(of: $0) }
    self.names = listed.names
    areKnown = true
  }

  /// Takes the folder that a picture lies in for the person.
  init(foldersOf pictures: [Path]) {
    // Byte for byte: two names that are not UTF-8 may read alike.
    var folders = ListedPictures()
    ofPicture = pictures.map { folders.position(of: $0.folder ?? $0) }
    names = folders.paths.map(\.name)
    areKnown = true
  }

  /// Takes pictures that genuine pairs connect, directly or through others, for one person.
  init(connecting pictures: [Path], by pairs: [PairList.Pair]) {
    var groups = ConnectedGroups(count: pictures.count)
    for pair in pairs where pair.isGenuine { groups.connect(pair.first, pair.second) }
    var leaders = ListedPictures()
    ofPicture = pictures.indices.map { leaders.position(of: pictures[groups.leader(of: $0)]) }
    names = leaders.paths.map(\.name)
    areKnown = false
  }
}

extension Path {
  /// The last folder of the path; `nil` for a bare name.
  var folder: Path? {
    let parts = bytes.split(separator: UInt8(ascii: "/"))
    return parts.count > 1 ? Path(Array(parts[parts.count - 2])) : nil
  }

  /// The path as a name that no other path has.
  var name: String { exactText ?? description }
}
