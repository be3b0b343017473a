import Formats
import Platform

/// A verification protocol of folders: one per person, all pictures against all.
package struct IdentityFolders: Sendable {
  package let pictures: [Path]
  /// For each picture, a position in `identities`.
  package let identityOfPicture: [Int]
  /// The names of the folders.
  package let identities: [String]
  /// Pictures that lie in no person's folder, and what could not be looked into.
  package let problems: [RowProblem]

  /// Takes pictures by the first folder of their paths.
  ///
  /// - Parameters:
  ///   - paths: Relative to the folder that holds one folder per person.
  ///   - unreadable: Folders that could not be looked into, and why.
  /// - Throws: `DataSetError.noPairOfPictures` when fewer than two pictures lie in folders.
  package init(_ paths: [Path], unreadable: [RowProblem] = []) throws(DataSetError) {
    var listed = ListedPictures()
    // Byte for byte: two names that are not UTF-8 may read alike.
    var folders = ListedPictures()
    var identityOfPicture: [Int] = []
    var problems = unreadable
    for path in paths {
      let parts = path.withoutDetours.bytes.split(separator: UInt8(ascii: "/"))
      guard parts.count > 1 else {
        problems.append(RowProblem(.outsideOfFolders(path)))
        continue
      }
      guard listed.position(of: path) == identityOfPicture.count else { continue }
      identityOfPicture.append(folders.position(of: Path(Array(parts[0]))))
    }
    guard listed.paths.count > 1 else { throw .noPairOfPictures }
    pictures = listed.paths
    self.identityOfPicture = identityOfPicture
    identities = folders.paths.map(\.name)
    self.problems = problems
  }
}
