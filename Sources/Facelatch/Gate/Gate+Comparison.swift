import FaceAnalysis
import Imaging
import Matching
import Platform

extension Gate {
  /// The template of the one face that a picture file shows.
  ///
  /// - Parameters:
  ///   - path: A JPEG or PNG file.
  ///   - selection: Whose face is meant when there are several.
  /// - Throws: `GateError.picture`, `.noUsableFace`, `.models`.
  public func template(
    of path: Path, selection: FaceSelection = .unambiguous
  ) throws(GateError) -> FaceTemplate {
    let image: Image
    do throws(ImageError) {
      image = try DecodedImage(contentsOf: path, options: configuration.capture.decoding).image
    } catch {
      throw .picture(error)
    }
    return try template(of: image, named: path.text, selection: selection)
  }

  /// The template of the one face that a picture in memory shows.
  ///
  /// - Parameters:
  ///   - image: The picture, upright.
  ///   - name: What errors call it.
  ///   - selection: Whose face is meant when there are several.
  /// - Throws: `GateError.noUsableFace`, `.models`.
  public func template(
    of image: Image, named name: String = "", selection: FaceSelection = .unambiguous
  ) throws(GateError) -> FaceTemplate {
    let models = try models()
    let acquired = Result { () throws(ModelPackError) in
      try analyzers.withAnalyzer(
        of: models, options: AnalysisOptions(selection: selection, includesEyes: false)
      ) { (analyzer) throws(ModelPackError) in try Self.template(of: image, analyzer) }
    }
    switch acquired {
    case .success(.template(let template)): return template
    case .success(.obstacle(let obstacle)): throw .noUsableFace(picture: name, obstacle)
    case .failure(let error): throw .models(error)
    }
  }

  /// What a picture gave.
  private enum Acquired {
    case template(FaceTemplate)
    case obstacle(Obstacle)
  }

  private static func template(
    of image: Image, _ analyzer: FaceAnalyzer
  ) throws(ModelPackError) -> Acquired {
    let acquisition = try analyzer.acquire(image)
    if let obstacle = Obstacle(acquisition) { return .obstacle(obstacle) }
    guard case .face(let face) = acquisition, let template = try analyzer.template(of: face, in: image) else {
      return .obstacle(.degenerateFace)
    }
    return .template(template)
  }

  /// Whether two picture files show the same person.
  ///
  /// - Returns: The score, the rate of false matches that it stands for, and the decision.
  /// - Throws: `GateError`, which says where no decision is possible which picture is to blame and why.
  public func compare(_ first: Path, _ second: Path) throws(GateError) -> Matcher.Verdict {
    try verdict(try template(of: first), try template(of: second))
  }

  /// Whether two pictures in memory show the same person.
  public func compare(_ first: Image, _ second: Image) throws(GateError) -> Matcher.Verdict {
    try verdict(
      try template(of: first, named: "first picture"), try template(of: second, named: "second picture"))
  }

  /// Whether two picture files show the same person, found out on a thread of its own.
  public func compare(_ first: Path, _ second: Path) async throws(GateError) -> Matcher.Verdict {
    let result = await onOwnThread {
      Result { () throws(GateError) in
        try self.verdict(try self.template(of: first), try self.template(of: second))
      }
    }
    return try result.get()
  }

  /// Whether two templates are of the same person.
  public func verdict(_ first: FaceTemplate, _ second: FaceTemplate) throws(GateError) -> Matcher.Verdict {
    let matcher = try matcher()
    do throws(MatchingError) {
      return try matcher.verdict(first, second)
    } catch {
      throw .matching(error, pack: try models().pack.directory.text)
    }
  }

  /// Finds who a picture shows.
  ///
  /// - Parameters:
  ///   - path: A JPEG or PNG file.
  ///   - gallery: The people who are known.
  ///   - count: Most candidates.
  /// - Returns: The people whose score counts as a match, the most alike first; empty where nobody's does.
  public func identify(
    _ path: Path, among gallery: Gallery, count: Int = 5
  ) throws(GateError) -> [Candidate] {
    let threshold = try matcher().threshold
    let probe = try template(of: path)
    do throws(MatchingError) {
      return try gallery.search(probe, count: count).filter { $0.score >= threshold }
    } catch {
      throw .matching(error, pack: try models().pack.directory.text)
    }
  }
}
