import Imaging
import Matching
import Platform

extension Gate {
  /// Whether two picture files show the same person.
  ///
  /// ```swift
  /// let gate = try Gate()
  /// print(try gate.compare("a.jpg", "b.jpg"))
  /// ```
  ///
  /// Pictures are compared, and nobody is asked to show that they live.
  ///
  /// - Parameters:
  ///   - first: A JPEG or PNG file.
  ///   - second: Another one.
  /// - Returns: The score, the rate of false matches that it stands for, and the decision.
  /// - Throws: `GateError`, which says where no decision is possible which picture is to blame and why.
  public func compare(_ first: Path, _ second: Path) throws(GateError) -> Matcher.Verdict {
    try verdict(try template(of: first), try template(of: second))
  }

  /// Whether two picture files show the same person, found out on a thread of its own.
  ///
  /// - Returns: The score, the rate of false matches that it stands for, and the decision.
  /// - Throws: `GateError`, which says where no decision is possible which picture is to blame and why.
  public func compare(_ first: Path, _ second: Path) async throws(GateError) -> Matcher.Verdict {
    try await onOwnThread { () throws(GateError) in try self.compare(first, second) }
  }

  /// Whether two sets of picture files show the same person, each set one person.
  ///
  /// ```swift
  /// print(try gate.compare(["a1.jpg", "a2.jpg"], ["b1.jpg"]))
  /// ```
  ///
  /// - Parameters:
  ///   - first: JPEG or PNG files of one person, at least one.
  ///   - second: Others, of one person as well.
  /// - Returns: The score of what the pictures of each side have in common, the rate of false matches that it stands for,
  ///   and the decision.
  /// - Throws: `GateError`, which says where no decision is possible which picture is to blame and why.
  public func compare(_ first: [Path], _ second: [Path]) throws(GateError) -> Matcher.Verdict {
    try verdict(try face(of: first), try face(of: second))
  }

  /// Whether two sets of picture files show the same person, found out on a thread of its own.
  ///
  /// - Returns: The score, the rate of false matches that it stands for, and the decision.
  /// - Throws: `GateError`, which says where no decision is possible which picture is to blame and why.
  public func compare(_ first: [Path], _ second: [Path]) async throws(GateError) -> Matcher.Verdict {
    try await onOwnThread { () throws(GateError) in try self.compare(first, second) }
  }

  /// Whether two pictures in memory show the same person.
  ///
  /// - Parameters:
  ///   - first: A picture, upright.
  ///   - second: Another one.
  /// - Returns: The score, the rate of false matches that it stands for, and the decision.
  /// - Throws: `GateError`, which says where no decision is possible which picture is to blame and why.
  public func compare(_ first: Image, _ second: Image) throws(GateError) -> Matcher.Verdict {
    try verdict(
      try template(of: first, named: "first picture"), try template(of: second, named: "second picture"))
  }

  /// Whether two pictures in memory show the same person, found out on a thread of its own.
  ///
  /// - Returns: The score, the rate of false matches that it stands for, and the decision.
  /// - Throws: `GateError`, which says where no decision is possible which picture is to blame and why.
  public func compare(_ first: Image, _ second: Image) async throws(GateError) -> Matcher.Verdict {
    try await onOwnThread { () throws(GateError) in try self.compare(first, second) }
  }

  /// Whether two templates are of the same person.
  ///
  /// - Returns: The score, the rate of false matches that it stands for, and the decision.
  /// - Throws: `GateError.matching` where different networks made them, or no rate is known; `.models`.
  public func verdict(_ first: FaceTemplate, _ second: FaceTemplate) throws(GateError) -> Matcher.Verdict {
    try verdict(MeanTemplate(first), MeanTemplate(second))
  }

  /// Whether two faces, each known from one or more pictures, are of the same person.
  ///
  /// - Returns: The score, the rate of false matches that it stands for, and the decision.
  /// - Throws: `GateError.matching` where different networks made them, or no rate is known; `.models`.
  public func verdict(_ first: MeanTemplate, _ second: MeanTemplate) throws(GateError) -> Matcher.Verdict {
    let matcher = try matcher()
    do throws(MatchingError) {
      return try matcher.verdict(first, second)
    } catch {
      throw .matching(error, pack: try models().pack.directory.text)
    }
  }
}
