import Imaging

/// A turned square around a face: the part of a picture that the mesh network looks at.
public struct FaceSquare: Sendable, Equatable {
  /// The middle of the square.
  public let center: Point

  /// Length of a side in pixels.
  public let side: Double

  /// By how much the square is turned, in radians; positive turns from the x axis toward the y axis,
  /// clockwise on the screen.
  public let rotation: Double

  public init(center: Point, side: Double, rotation: Double) {
    self.center = center
    self.side = side
    self.rotation = rotation
  }

  /// The map from a crop of the square to the picture, in continuous coordinates.
  ///
  /// - Parameters:
  ///   - pixels: Side of the crop.
  ///   - mirrored: Whether the crop shows the square mirrored left to right.
  public func cropToImage(pixels: Int, mirrored: Bool = false) -> AffineTransform {
    let scale = side / Double(pixels)
    let cosine = Mathematics.cosine(rotation) * scale
    let sine = Mathematics.sine(rotation) * scale
    let half = Double(pixels) / 2
    let acrossX = mirrored ? -cosine : cosine
    let acrossY = mirrored ? -sine : sine
    return AffineTransform(
      a: acrossX, b: -sine, tx: center.x - acrossX * half + sine * half,
      c: acrossY, d: cosine, ty: center.y - acrossY * half - cosine * half)
  }

  /// Whether another square differs so much that the face should be looked at again: its centre is off by
  /// more than 5 % of the side, its side differs by more than 5 %, or it is turned by more than 0.05 radians.
  ///
  /// With 10 % fewer faces are looked at twice, and genuine and impostor scores on LFW's DevTrain part are a
  /// little less apart (sensitivity index 6.12 instead of 6.13).
  func differsMuch(from other: FaceSquare) -> Bool {
    let turn = Self.wrapped(rotation - other.rotation)
    return center.distance(to: other.center) > 0.05 * other.side
      || abs(side - other.side) > 0.05 * other.side || abs(turn) > 0.05
  }

  /// The same angle between -π and π.
  static func wrapped(_ radians: Double) -> Double {
    (radians).remainder(dividingBy: 2 * .pi)
  }

  var isUsable: Bool { center.isFinite && side.isFinite && side > 0 && rotation.isFinite }
}
