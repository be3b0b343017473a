import Facelatch

/// A picture and the faces in it, with places in pixels of the picture as the file holds it, upright.
struct PictureFaces: Sendable {
  let path: Path
  let width: Int
  let height: Int
  let format: ImageFormat
  /// By falling size.
  let faces: [Face]
  /// For each face.
  let recognition: [FaceRecognition]
  /// For each face; `nil` when the model pack has no network for it.
  let passiveLiveness: [PassiveLiveness]?
  /// The decoded picture; smaller than `width` × `height` where it was decoded at a fraction of its size.
  let image: Image

  init(
    path: Path, picture: DecodedImage, faces: [Face], recognition: [FaceRecognition],
    passiveLiveness: [PassiveLiveness]?
  ) {
    self.path = path
    width = picture.originalWidth
    height = picture.originalHeight
    format = picture.format
    image = picture.image
    self.recognition = recognition
    self.passiveLiveness = passiveLiveness
    self.faces = faces.map { $0.inOriginal(of: picture) }
  }
}

/// Whether a face looks like one before the camera, judged from one picture.
struct PassiveLiveness: Sendable {
  /// 0 for an attack … 1 for a bona fide face.
  let score: Double
  let threshold: Double
}

/// Whether a face can be compared, and what that rests on.
struct FaceRecognition: Sendable {
  /// `nil` where the face's points coincide.
  let look: SecondLook?
  /// `nil` where the face's points coincide.
  let embedding: Embedding?
  /// Why a score of it would mean nothing; `nil` where nothing says so.
  let objection: QualityReason?
}

/// The template of one face of a picture.
struct PictureTemplate: Sendable {
  /// The face's place among the faces that were considered, from 0.
  let index: Int
  let template: FaceTemplate
  let quality: FaceQuality
  /// See `Embedding.length`.
  let length: Double
}

extension MeanTemplate {
  /// What pictures of one face have in common, the better ones before the others.
  init(_ pictures: [PictureTemplate]) throws(Failure) {
    do throws(MatchingError) {
      try self.init(
        pictures.map(\.template), qualities: pictures.map(\.quality.overall))
    } catch {
      throw Failure(cause: "\(error)", exitCode: .configuration)
    }
  }
}
