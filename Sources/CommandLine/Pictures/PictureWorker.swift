import Facelatch

/// Decodes and analyses one picture at a time, with networks that it shares with other workers.
actor PictureWorker {
  private let decoding: DecodingOptions
  private let analyzer: FaceAnalyzer
  private var presentationAttackEstimator: PresentationAttackEstimator?

  init(models: FaceModels, analysis: AnalysisOptions, decoding: DecodingOptions) {
    self.decoding = decoding
    analyzer = FaceAnalyzer(models: models, options: analysis)
  }

  /// All faces of a picture, by falling size, with the passive liveness of each if the pack has a network for it.
  func faces(in input: Input, root: Path? = nil) -> Result<PictureFaces, Failure> {
    Result { () throws(Failure) in
      let picture = try decode(input, root: root)
      let faces = try analyze(picture.image)
      let recognition = try faces.map { face throws(Failure) in try recognised(face, in: picture.image) }
      let passive = try passiveLiveness(of: faces, in: picture.image)
      return PictureFaces(
        path: input.path, picture: picture, faces: faces, recognition: recognition, passiveLiveness: passive)
    }
  }

  /// The template of the one face that is meant; why there is none is a failure with the exit code `no`.
  func template(of input: Input, root: Path? = nil) -> Result<PictureTemplate, Failure> {
    Result { () throws(Failure) in
      let picture = try decode(input, root: root)
      let acquisition = try acquire(picture.image)
      guard case .face(let face) = acquisition else { throw Failure(acquisition, path: input.path) }
      return try template(of: face, index: 0, in: picture.image, path: input.path)
    }
  }

  /// The templates of all faces of a picture that are large enough and can be compared, by falling size.
  func templates(of input: Input, root: Path? = nil) -> Result<[PictureTemplate], Failure> {
    Result { () throws(Failure) in
      let picture = try decode(input, root: root)
      let faces = try analyze(picture.image)
      var templates: [PictureTemplate] = []
      var refusal: Failure?
      for (index, face) in faces.enumerated()
      where face.quality.interEyeDistance >= analyzer.options.minimumInterEyeDistance {
        do throws(Failure) {
          templates.append(try template(of: face, index: index, in: picture.image, path: input.path))
        } catch {
          guard error.exitCode == .no else { throw error }
          refusal = refusal ?? error
        }
      }
      if templates.isEmpty {
        if let refusal { throw refusal }
        let largest = faces.first.map { Acquisition.tooSmall(pixels: $0.quality.interEyeDistance) }
        throw Failure(largest ?? .none, path: input.path)
      }
      return templates
    }
  }

  private func decode(_ input: Input, root: Path?) throws(Failure) -> DecodedImage {
    try PictureDecoder(options: decoding).decode(input, root: root)
  }

  private func analyze(_ image: Image) throws(Failure) -> [Face] {
    do { return try analyzer.analyze(image) } catch { throw Failure(error) }
  }

  private func recognised(_ face: Face, in image: Image) throws(Failure) -> FaceRecognition {
    do throws(ModelPackError) {
      let domain = analyzer.models.pack.embedding.domain
      let look = try analyzer.secondLook(at: face, in: image)
      let embedding = try analyzer.embedding(of: face, in: image)
      let objection =
        look.flatMap { domain?.objection(to: face, $0) } ?? embedding.flatMap { domain?.objection(to: $0) }
      return FaceRecognition(look: look, embedding: embedding, objection: objection)
    } catch {
      throw Failure(error)
    }
  }

  private func passiveLiveness(of faces: [Face], in image: Image) throws(Failure) -> [PassiveLiveness]? {
    guard analyzer.models.pack.presentationAttack != nil else { return nil }
    do throws(ModelPackError) {
      let estimator = try makePresentationAttackEstimator()
      var found: [PassiveLiveness] = []
      for face in faces {
        found.append(
          PassiveLiveness(score: try estimator.score(of: face, in: image), threshold: estimator.threshold))
      }
      return found
    } catch {
      throw Failure(error)
    }
  }

  private func makePresentationAttackEstimator() throws(ModelPackError) -> PresentationAttackEstimator {
    if let presentationAttackEstimator { return presentationAttackEstimator }
    let made = try PresentationAttackEstimator(models: analyzer.models)
    presentationAttackEstimator = made
    return made
  }

  private func acquire(_ image: Image) throws(Failure) -> Acquisition {
    do { return try analyzer.acquire(image) } catch { throw Failure(error) }
  }

  private func template(
    of face: Face, index: Int, in image: Image, path: Path
  ) throws(Failure) -> PictureTemplate {
    let recognition: Recognition
    do { recognition = try analyzer.recognise(face, in: image) } catch { throw Failure(error) }
    switch recognition {
    case .embedding(let embedding):
      let template: FaceTemplate
      do { template = try analyzer.template(of: embedding) } catch { throw Failure(error) }
      return PictureTemplate(
        index: index, template: template, quality: face.quality, length: embedding.length)
    case .outsideDomain(let reason):
      throw Failure(path.description, cause: reason.description, exitCode: .no)
    case .degenerate: throw Failure(path.description, cause: "the face has no extent", exitCode: .no)
    }
  }
}

extension Failure {
  /// Why a picture gave no face to work with: an answer, not a broken picture.
  fileprivate init(_ acquisition: Acquisition, path: Path) {
    self.init(path.description, cause: acquisition.explanation, exitCode: .no)
  }
}
