/// How a picture is turned besides what its file says: for a camera that hangs upside down or on its side.
public enum QuarterTurn: Int, Sendable, CaseIterable {
  /// Degrees clockwise.
  case none = 0
  case right = 90
  case half = 180
  case left = 270

  /// The way in which a picture is stored that stands upright after this turn.
  fileprivate var orientation: Orientation {
    switch self {
    case .none: .upright
    case .right: .turnedLeft
    case .half: .upsideDown
    case .left: .turnedRight
    }
  }
}

extension Image {
  /// The picture, turned clockwise.
  public func turned(_ turn: QuarterTurn) -> Image {
    turn == .none ? self : turnedUpright(from: turn.orientation)
  }
}

extension DecodedImage {
  /// The picture turned clockwise, with the sides of its file as they are then.
  func turned(_ turn: QuarterTurn) -> DecodedImage {
    guard turn != .none else { return self }
    let swaps = turn.orientation.swapsSides
    return DecodedImage(
      image: image.turned(turn), format: format, originalWidth: swaps ? originalHeight : originalWidth,
      originalHeight: swaps ? originalWidth : originalHeight)
  }
}
