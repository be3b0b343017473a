/// Notes what is wrong while a JSON document is read, so that all of it can be told at once, and which keys were asked
/// for, so that all others are known to mean nothing.
package final class DocumentReader {
  /// How long a text may be for which nobody says less.
  package static let byteLimit = 16 << 20

  package init() {}

  /// What was found wrong, in the order in which it was read.
  package private(set) var faults: [DocumentFault] = []

  /// Every key that was asked for, with `[]` for positions in lists: `embedding.operatingPoints[].threshold`.
  package var knownKeys: Set<String> {
    Set(keys.flatMap { pattern, keys in keys.map { Place(path: "", pattern: pattern).key($0).pattern } })
  }

  /// The keys that were asked for, in that order, by the `pattern` of the object that has them.
  private var keys: [String: [String]] = [:]

  /// Where a value stands: for people, and in the form of `knownKeys`.
  package struct Place {
    package let path: String
    let pattern: String

    static let document = Place(path: "", pattern: "")

    func key(_ key: String) -> Place {
      Place(
        path: path.isEmpty ? key : path + "." + key, pattern: pattern.isEmpty ? key : pattern + "." + key)
    }

    func position(_ index: Int) -> Place {
      Place(path: path.isEmpty ? "\(index)" : path + ".\(index)", pattern: pattern + "[]")
    }
  }

  /// Reads a text, which must hold an object.
  ///
  /// - Returns: The object; nil where there is none, which is noted.
  package func document(_ bytes: [UInt8], byteLimit: Int = DocumentReader.byteLimit) -> DocumentObject? {
    value(bytes, byteLimit: byteLimit)?.object()
  }

  /// Reads a text.
  ///
  /// - Returns: What it holds; nil where it is no JSON, which is noted.
  package func value(_ bytes: [UInt8], byteLimit: Int = DocumentReader.byteLimit) -> DocumentValue? {
    do {
      let json = try JSON(parsing: bytes, byteLimit: byteLimit)
      return DocumentValue(json: json, place: .document, reader: self)
    } catch {
      note([DocumentFault(error)])
      return nil
    }
  }

  package func note(_ problem: DocumentFault.Problem, at place: Place) {
    faults.append(DocumentFault(place.path, problem))
  }

  package func note(_ found: [DocumentFault]) { faults += found }

  func know(_ key: String, of object: Place) {
    if keys[object.pattern]?.contains(key) != true { keys[object.pattern, default: []].append(key) }
  }

  func keys(of object: Place) -> [String] { keys[object.pattern] ?? [] }
}
