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

  /// What several picture files of one person have in common.
  ///
  /// - Parameters:
  ///   - paths: JPEG or PNG files, at least one.
  ///   - selection: Whose face is meant where a picture shows several.
  /// - Throws: `GateError.picture`, `.noUsableFace`, `.models`; `.matching` where there is no picture.
  public func face(
    of paths: [Path], selection: FaceSelection = .unambiguous
  ) throws(GateError) -> MeanTemplate {
    var templates: [FaceTemplate] = []
    for path in paths { templates.append(try template(of: path, selection: selection)) }
    do throws(MatchingError) {
      return try MeanTemplate(templates)
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
    let models = try models()
    let acquired = Result { () throws(ModelPackError) in
      try analyzers.withAnalyzer(
        of: models, options: AnalysisOptions(selection: selection, includesEyes: false)
      ) { (analyzer) throws(ModelPackError) in try Self.template(of: image, analyzer) }
    }
    switch acquired {
    case .success(.template(let template)): return template
    case .success(.unusable(let obstacle)): throw .noUsableFace(picture: name, obstacle)
    case .failure(let error): throw .models(error)
    }
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

  private static func template(
    of image: Image, _ analyzer: FaceAnalyzer
  ) throws(ModelPackError) -> TemplateReading {
    let acquisition = try analyzer.acquire(image)
    guard case .face(let face) = acquisition else { return .unusable(Obstacle(acquisition) ?? .noFace) }
    return try analyzer.template(of: face, in: image)
  }
}
