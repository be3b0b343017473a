import Imaging
import Matching
import Platform

extension Gate {
  /// Finds whom a picture file shows.
  ///
  /// - Parameters:
  ///   - path: A JPEG or PNG file.
  ///   - gallery: The people who are known.
  ///   - count: Most candidates.
  /// - Returns: The people whose score counts as a match, the most alike first; empty where nobody's does. The rate of
  ///   false matches holds for each person of the gallery: among many, somebody alike is found more often.
  /// - Throws: `GateError`, as `template(of:selection:)` does, and `.matching` where the gallery's templates are of another
  ///   network.
  public func identify(
    _ path: Path, among gallery: Gallery, count: Int = 5
  ) throws(GateError) -> [Candidate] {
    try identify(try template(of: path), among: gallery, count: count)
  }

  /// Finds whom a picture file shows, on a thread of its own.
  ///
  /// - Parameters:
  ///   - path: A JPEG or PNG file.
  ///   - gallery: The people who are known.
  ///   - count: Most candidates.
  /// - Returns: The people whose score counts as a match, the most alike first; empty where nobody's does.
  /// - Throws: What the form that waits throws.
  public func identify(
    _ path: Path, among gallery: Gallery, count: Int = 5
  ) async throws(GateError) -> [Candidate] {
    try await onOwnThread { () throws(GateError) in
      try self.identify(path, among: gallery, count: count)
    }
  }

  /// Finds whom a picture in memory shows.
  ///
  /// - Parameters:
  ///   - image: The picture, upright.
  ///   - gallery: The people who are known.
  ///   - count: Most candidates.
  /// - Returns: The people whose score counts as a match, the most alike first; empty where nobody's does.
  /// - Throws: `GateError`, as `template(of:named:selection:)` does, and `.matching` where the gallery's templates are of
  ///   another network.
  public func identify(
    _ image: Image, among gallery: Gallery, count: Int = 5
  ) throws(GateError) -> [Candidate] {
    try identify(try template(of: image), among: gallery, count: count)
  }

  /// Finds whom a picture in memory shows, on a thread of its own.
  ///
  /// - Parameters:
  ///   - image: The picture, upright.
  ///   - gallery: The people who are known.
  ///   - count: Most candidates.
  /// - Returns: The people whose score counts as a match, the most alike first; empty where nobody's does.
  /// - Throws: What the form that waits throws.
  public func identify(
    _ image: Image, among gallery: Gallery, count: Int = 5
  ) async throws(GateError) -> [Candidate] {
    try await onOwnThread { () throws(GateError) in
      try self.identify(image, among: gallery, count: count)
    }
  }

  /// Finds whose face a template is of.
  ///
  /// - Parameters:
  ///   - probe: The face that is looked for.
  ///   - gallery: The people who are known.
  ///   - count: Most candidates.
  /// - Returns: The people whose score counts as a match, the most alike first; empty where nobody's does.
  /// - Throws: `GateError.matching` where the gallery's templates are of another network, or no rate is known; `.models`.
  public func identify(
    _ probe: FaceTemplate, among gallery: Gallery, count: Int = 5
  ) throws(GateError) -> [Candidate] {
    try identify(MeanTemplate(probe), among: gallery, count: count)
  }

  /// Finds whose face it is that is known from one or more pictures.
  ///
  /// - Parameters:
  ///   - probe: The face that is looked for.
  ///   - gallery: The people who are known.
  ///   - count: Most candidates.
  /// - Returns: The people whose score counts as a match, the most alike first; empty where nobody's does.
  /// - Throws: `GateError.matching` where the gallery's templates are of another network, or no rate is known; `.models`.
  public func identify(
    _ probe: MeanTemplate, among gallery: Gallery, count: Int = 5
  ) throws(GateError) -> [Candidate] {
    let matcher = try matcher()
    do throws(MatchingError) {
      return try gallery.search(probe, count: count, scale: matcher.scale)
        .filter { $0.score >= matcher.threshold }
    } catch {
      throw .matching(error, pack: try models().pack.directory.text)
    }
  }
}
