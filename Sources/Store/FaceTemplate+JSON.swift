import Formats
import Matching

extension FaceTemplate {
  /// The template as it is kept: `vector` as an array of numbers, `model` as hexadecimal text.
  package var json: JSON {
    .object(["vector": .array(vector.map { .exact($0) }), "model": .string(modelHash)])
  }

  /// Reads a template that was kept, to the last bit.
  ///
  /// - Returns: nil where it is none or was damaged, which is noted.
  package init?(_ value: DocumentValue) {
    guard let document = value.object() else { return nil }
    let vector = document["vector"]
    let numbers = vector?.singlePrecisionNumbers()
    let model = document["model"]?.string()
    document.finish()
    guard let vector, let numbers, let model else { return nil }
    do throws(MatchingError) {
      try self.init(kept: numbers, modelHash: model)
    } catch {
      if case .invalidModelHash = error {
        document["model"]?.reject(.noSHA256)
      } else {
        vector.reject(.noDirection)
      }
      return nil
    }
  }
}
