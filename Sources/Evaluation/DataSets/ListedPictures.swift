import Formats
import Platform

/// Pictures in the order in which they were first named, each once, also where `./a` and `a` name it.
package struct ListedPictures: Sendable {
  package private(set) var paths: [Path] = []
  private var positions: [Path: Int] = [:]

  package init() {}

  /// The position of a picture, which is new to the list or not.
  package mutating func position(of path: Path) -> Int {
    let key = path.withoutDetours
    if let known = positions[key] { return known }
    positions[key] = paths.count
    paths.append(path)
    return paths.count - 1
  }

  /// Whether a picture was named.
  package func contains(_ path: Path) -> Bool { positions[path.withoutDetours] != nil }
}

/// Names that are numbered in the order in which they were first seen.
package struct ListedNames: Sendable {
  package private(set) var names: [String] = []
  private var positions: [String: Int] = [:]

  package init() {}

  package mutating func position(of name: String) -> Int {
    if let known = positions[name] { return known }
    positions[name] = names.count
    names.append(name)
    return names.count - 1
  }
}
