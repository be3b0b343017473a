/// Notes what is wrong while a JSON document is read, so that all of it can be told at once, and which keys were asked
/// for, so that all others are known to mean nothing.
package final class DocumentReader {
  package init() {}

  /// What was found wrong, in the order in which it was read.
  package private(set) var faults: [DocumentFault] = []

  /// Every key that was asked for, with `[]` for positions in lists: `embedding.operatingPoints[].threshold`.
  package private(set) var knownKeys: Set<String> = []

  /// Where a value stands: for people, and in the form of `knownKeys`.
  package struct Place {
    package let path: String
    let pattern: String

    static let document = Place(path: "", pattern: "")

    func key(_ key: String) -> Place {
      path.isEmpty
        ? Place(path: key, pattern: key) : Place(path: path + "." + key, pattern: pattern + "." + key)
    }

    func position(_ index: Int) -> Place {
      Place(path: path.isEmpty ? "\(index)" : path + ".\(index)", pattern: pattern + "[]")
    }
  }

  /// Reads a text, which must hold an object.
  ///
  /// - Returns: The object; nil where there is none, which is noted.
  package func document(_ bytes: [UInt8], byteLimit: Int) -> DocumentObject? {
    value(bytes, byteLimit: byteLimit)?.object()
  }

  /// Reads a text.
  ///
  /// - Returns: What it holds; nil where it is no JSON, which is noted.
  package func value(_ bytes: [UInt8], byteLimit: Int) -> DocumentValue? {
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

  package func know(_ place: Place) { knownKeys.insert(place.pattern) }

  package func knows(_ place: Place) -> Bool { knownKeys.contains(place.pattern) }
}
