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
    try seen(in: path, selection).template
  }

  /// The template of the one face that a picture file shows, made on a thread of its own.
  ///
  /// - Parameters:
  ///   - path: A JPEG or PNG file.
  ///   - selection: Whose face is meant when there are several.
  /// - Throws: `GateError.picture`, `.noUsableFace`, `.models`.
  public func template(
    of path: Path, selection: FaceSelection = .unambiguous
  ) async throws(GateError) -> FaceTemplate {
    try await onOwnThread { () throws(GateError) in try self.template(of: path, selection: selection) }
  }

  /// What several picture files of one person have in common, the better ones before the others.
  ///
  /// - Parameters:
  ///   - paths: JPEG or PNG files, at least one.
  ///   - selection: Whose face is meant where a picture shows several.
  /// - Throws: `GateError.picture`, `.noUsableFace`, `.models`; `.matching` where there is no picture.
  public func face(
    of paths: [Path], selection: FaceSelection = .unambiguous
  ) throws(GateError) -> MeanTemplate {
    var seen: [Seen] = []
    for path in paths { seen.append(try self.seen(in: path, selection)) }
    do throws(MatchingError) {
      return try MeanTemplate(seen.map(\.template), qualities: seen.map(\.quality))
    } catch {
      throw .matching(error, pack: try models().pack.directory.text)
    }
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
    try seen(in: image, named: name, selection).template
  }

  /// The template of the one face that a picture in memory shows, made on a thread of its own.
  ///
  /// - Parameters:
  ///   - image: The picture, upright.
  ///   - name: What errors call it.
  ///   - selection: Whose face is meant when there are several.
  /// - Throws: `GateError.noUsableFace`, `.models`.
  public func template(
    of image: Image, named name: String = "", selection: FaceSelection = .unambiguous
  ) async throws(GateError) -> FaceTemplate {
    try await onOwnThread { () throws(GateError) in
      try self.template(of: image, named: name, selection: selection)
    }
  }

  /// The face of a picture.
  private struct Seen {
    let template: FaceTemplate
    /// How well it can be recognised, 0…1.
    let quality: Double
  }

  private func seen(in path: Path, _ selection: FaceSelection) throws(GateError) -> Seen {
    let image: Image
    do throws(ImageError) {
      image = try DecodedImage(contentsOf: path, options: configuration.capture.decoding).image
    } catch {
      throw .picture(error)
    }
    return try seen(in: image, named: path.text, selection)
  }

  private func seen(
    in image: Image, named name: String, _ selection: FaceSelection
  ) throws(GateError) -> Seen {
    let models = try models()
    let found = Result { () throws(ModelPackError) in
      try analyzers.withAnalyzer(
        of: models, options: AnalysisOptions(selection: selection, includesEyes: false)
      ) { (analyzer) throws(ModelPackError) in try Self.seen(in: image, analyzer) }
    }
    switch found {
    case .success((.template(let template), let quality)): return Seen(template: template, quality: quality)
    case .success((.unusable(let obstacle), _)): throw .noUsableFace(picture: name, obstacle)
    case .failure(let error): throw .models(error)
    }
  }

  private static func seen(
    in image: Image, _ analyzer: FaceAnalyzer
  ) throws(ModelPackError) -> (TemplateReading, quality: Double) {
    let acquisition = try analyzer.acquire(image)
    guard case .face(let face) = acquisition else {
      return (.unusable(Obstacle(acquisition) ?? .noFace), 0)
    }
    return (try analyzer.template(of: face, in: image), face.quality.overall)
  }
}
