import Imaging

/// The five points by which faces are commonly aligned. Left and right are those of the picture, not of the
/// person.
public struct FivePoints: Sendable, Equatable {
  public var leftEye: Point
  public var rightEye: Point
  public var noseTip: Point
  public var leftMouthCorner: Point
  public var rightMouthCorner: Point

  public init(
    leftEye: Point, rightEye: Point, noseTip: Point, leftMouthCorner: Point, rightMouthCorner: Point
  ) {
    self.leftEye = leftEye
    self.rightEye = rightEye
    self.noseTip = noseTip
    self.leftMouthCorner = leftMouthCorner
    self.rightMouthCorner = rightMouthCorner
  }

  /// How many points there are.
  public static let count = 5

  /// The points in the order left eye, right eye, nose tip, left and right mouth corner.
  public var all: [Point] { [leftEye, rightEye, noseTip, leftMouthCorner, rightMouthCorner] }

  /// The points, each changed by `transform`.
  func mapped(_ transform: (Point) -> Point) -> FivePoints {
    FivePoints(
      leftEye: transform(leftEye), rightEye: transform(rightEye), noseTip: transform(noseTip),
      leftMouthCorner: transform(leftMouthCorner), rightMouthCorner: transform(rightMouthCorner))
  }
}
