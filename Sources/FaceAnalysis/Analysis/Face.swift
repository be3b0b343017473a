import Imaging

/// Everything that is known about one face in a picture.
public struct Face: Sendable, Equatable {
  /// What the detector reported: box, score and its own five points.
  public let detection: DetectedFace

  /// The 468 points of the face.
  public let mesh: FaceMesh

  /// Where the head points.
  public let pose: Pose

  /// The lids and irises; `nil` when the analysis left them out.
  public let eyes: Eyes?

  /// Where the person looks; `nil` when the analysis left out the eyes.
  public let gaze: Gaze?

  /// Whether the person attends to the camera; `nil` when the analysis left out the eyes.
  public let attention: Attention?

  /// How well the face can be recognised.
  public let quality: FaceQuality

  /// The upright box around the face; it may reach beyond the picture.
  public var box: Rectangle { detection.box }

  /// How certain the detector is, 0…1.
  public var score: Double { detection.score }

  /// The five points for alignment, from the mesh.
  public var landmarks5: FivePoints { mesh.fivePoints }

  /// How certain the mesh network is that it sees a whole face, 0…1.
  public var meshScore: Double { mesh.score }

  /// The face in a picture that is stretched by two factors. Angles and quality stay as they were measured.
  public func scaled(x: Double, y: Double) -> Face {
    Face(
      detection: detection.scaled(x: x, y: y), mesh: mesh.scaled(x: x, y: y), pose: pose,
      eyes: eyes?.scaled(x: x, y: y), gaze: gaze, attention: attention, quality: quality)
  }

  /// The face with its places in pixels of the file's picture, where the decoded picture was reduced.
  ///
  /// - Parameter decoded: The picture in which the face was found.
  public func inOriginal(of decoded: DecodedImage) -> Face {
    let x = Self.reduction(original: decoded.originalWidth, decoded: decoded.image.width)
    let y = Self.reduction(original: decoded.originalHeight, decoded: decoded.image.height)
    return x == 1 && y == 1 ? self : scaled(x: x, y: y)
  }

  /// By how much a side was reduced. Scaled decoding rounds the last partial pixel up, so the ratio of the
  /// sides would be a little too small; the factor itself is 1, 2, 4 or 8.
  private static func reduction(original: Int, decoded: Int) -> Double {
    guard original > 0, decoded > 0 else { return 1 }
    let factor = [1, 2, 4, 8].first { (original + $0 - 1) / $0 == decoded }
    return factor.map(Double.init) ?? Double(original) / Double(decoded)
  }
}

extension Eyes {
  /// The eyes in a picture that is stretched by two factors.
  func scaled(x: Double, y: Double) -> Eyes? {
    guard let left = left.scaled(x: x, y: y), let right = right.scaled(x: x, y: y) else { return nil }
    return Eyes(left: left, right: right)
  }
}
