import Imaging

/// What the detector sees where the mesh has set a face upright, and when that picture is turned.
///
/// The mesh network draws an upright face on whatever it is shown, and so sets an upside-down one wrong. The detector is
/// certain of upright faces most, and its points are its own: so it tells whether the mesh is right.
public struct SecondLook: Sendable, Equatable {
  /// How certain the detector is of the face as the mesh has set it, 0…1; 0 where it finds none.
  public let certainty: Double

  /// How certain it is when that picture is turned clockwise, 0…1.
  public let turnedRight: Double
  public let turnedHalf: Double
  public let turnedLeft: Double

  /// How far the detector's five points and the mesh's lie apart in the mean, in distances between the eyes; `nil` where
  /// the detector finds no face.
  public let disagreement: Double?

  public init(
    certainty: Double, turnedRight: Double, turnedHalf: Double, turnedLeft: Double, disagreement: Double?
  ) {
    self.certainty = certainty
    self.turnedRight = turnedRight
    self.turnedHalf = turnedHalf
    self.turnedLeft = turnedLeft
    self.disagreement = disagreement
  }

  /// The turn after which the face stands most upright.
  public var uprightTurn: QuarterTurn {
    let turned = [(QuarterTurn.right, turnedRight), (.half, turnedHalf), (.left, turnedLeft)]
    return turned.reduce((QuarterTurn.none, certainty)) { $1.1 > $0.1 ? $1 : $0 }.0
  }
}

extension SecondLook {
  /// Sides of the picture that the detector looks at, in pixels.
  private static let side = 160

  /// How far apart the eyes, or eyes and mouth, are in it, in sides.
  private static let faceShare = 0.24

  /// Looks at a face.
  ///
  /// - Returns: `nil` when the points of the mesh coincide.
  /// - Throws: `ModelPackError.unusableNetwork` when the network is no YuNet.
  init?(at mesh: FaceMesh, in image: Image, with detector: FaceDetector) throws(ModelPackError) {
    let points = mesh.fivePoints
    let eyes = points.leftEye.middle(to: points.rightEye)
    let mouth = points.leftMouthCorner.middle(to: points.rightMouthCorner)
    let eyeDistance = points.leftEye.distance(to: points.rightEye)
    let square = FaceSquare(
      center: eyes.middle(to: mouth), side: max(eyeDistance, eyes.distance(to: mouth)) / Self.faceShare,
      rotation: mesh.roll)
    let toImage = square.cropToImage(pixels: Self.side)
    guard square.isUsable, eyeDistance > 0, let toCrop = toImage.inverted() else { return nil }
    let crop = image.warped(by: toImage, width: Self.side, height: Self.side)
    let found = try detector.faceInMiddle(of: crop)
    certainty = found?.score ?? 0
    turnedRight = try detector.faceInMiddle(of: crop.turned(.right))?.score ?? 0
    turnedHalf = try detector.faceInMiddle(of: crop.turned(.half))?.score ?? 0
    turnedLeft = try detector.faceInMiddle(of: crop.turned(.left))?.score ?? 0
    disagreement = found.map { face in
      let expected = points.mapped { toCrop.applied(to: $0) }
      return face.points.distance(to: expected) / expected.leftEye.distance(to: expected.rightEye)
    }
  }
}

extension FivePoints {
  /// How far the points lie from others in the mean.
  fileprivate func distance(to other: FivePoints) -> Double {
    zip(all, other.all).reduce(0) { $0 + $1.0.distance(to: $1.1) } / Double(Self.count)
  }
}
