import Imaging

/// One eye as the iris network sees it, in pixels of the picture.
public struct Eye: Sendable, Equatable {
  /// The sixteen points around the opening: outer corner (0), lower lid (1–7), inner corner (8), upper lid
  /// (9–15); each lid point lies opposite of the one with a number eight lower or higher.
  public let contour: [Point]

  /// The centre of the iris.
  public let irisCenter: Point

  /// Four points on the edge of the iris: toward one side, top, the other side, bottom.
  public let irisEdge: [Point]

  /// Number of points of a contour.
  static let contourCount = 16

  /// - Returns: `nil` unless there are 16 points of a contour with distinct corners and 4 of an iris, all
  ///   finite.
  init?(contour: [Point], irisCenter: Point, irisEdge: [Point]) {
    guard contour.count == Self.contourCount, irisEdge.count == 4, irisCenter.isFinite,
      contour.allSatisfy(\.isFinite), irisEdge.allSatisfy(\.isFinite), contour[0].distance(to: contour[8]) > 0
    else { return nil }
    self.contour = contour
    self.irisCenter = irisCenter
    self.irisEdge = irisEdge
  }

  /// The distance between the corners in pixels.
  public var width: Double { contour[0].distance(to: contour[8]) }

  /// The mean distance of the lids across the line through the corners, over the distance between the
  /// corners.
  ///
  /// On the Yale faces the larger value of both eyes is at most 0.105 with closed eyes and at least 0.122 with
  /// open ones; on press photos eyes that smile or squint have 0.115 to 0.15. The same ratio of the face mesh's own lids does not tell them apart:
  /// that mesh always draws an open eye.
  public var lidRatio: Double {
    let line = contour[8] - contour[0]
    let normal = Point(x: -line.y, y: line.x)
    let gaps = (1...7).map { abs((contour[$0 + 8] - contour[$0]).dot(normal)) }
    return gaps.reduce(0, +) / 7 / line.dot(line)
  }

  /// How far the eye is open, 0…1: 0 up to a lid ratio of 0.04, 1 from 0.2 on, even between. An open eye
  /// usually has 0.8 or more, a closed one less than 0.4; the border at 0.5 stands for a lid ratio of 0.12.
  public var openness: Double { Mathematics.ramp(lidRatio, from: 0.04, to: 0.2) }

  /// The diameter of the iris in pixels, the mean of its extents in two directions.
  var irisDiameter: Double {
    (irisEdge[0].distance(to: irisEdge[2]) + irisEdge[1].distance(to: irisEdge[3])) / 2
  }

  /// The eye in a picture that is stretched by two factors.
  func scaled(x: Double, y: Double) -> Eye? {
    Eye(
      contour: contour.map { $0.scaled(x: x, y: y) }, irisCenter: irisCenter.scaled(x: x, y: y),
      irisEdge: irisEdge.map { $0.scaled(x: x, y: y) })
  }
}

/// Both eyes of a face. Left and right are the person's own: the right eye is on the left of the picture.
public struct Eyes: Sendable, Equatable {
  public let left: Eye
  public let right: Eye

  /// The openness of the eye that is open wider, 0…1: what decides whether a person's eyes are open, so that
  /// a wink is not a sleep.
  public var openness: Double { max(left.openness, right.openness) }

  /// Whether the eyes are open.
  ///
  /// One eye counts as closed when its lids are apart by less than 72 % of what the other, open one's are: on the Yale
  /// faces 5 of 8 with one eye closed, none of 71 with both open, none of 8 with both closed.
  public var state: EyeState {
    if openness < 0.5 { return .closed }
    let ratios = [left.lidRatio, right.lidRatio]
    return (ratios.min() ?? 0) < 0.72 * (ratios.max() ?? 0) ? .oneClosed : .open
  }
}

/// Which eyes are open.
public enum EyeState: String, Sendable, CaseIterable, Codable {
  case open
  case oneClosed
  case closed
}
