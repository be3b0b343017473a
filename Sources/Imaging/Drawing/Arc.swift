import Platform

/// A part of an ellipse whose axes are upright.
struct Arc {
  let center: Point
  let radiusX: Double
  let radiusY: Double

  /// Angles in degrees, from the x axis toward the y axis.
  let from: Double
  let to: Double

  /// Places along the arc, close enough for their chords to look round.
  var points: [Point] {
    let steps = max(1, Int((abs(to - from) / 10).rounded(.up)))
    return (0...steps).map { step in
      let angle = (from + (to - from) * Double(step) / Double(steps)) * .pi / 180
      return Point(x: center.x + radiusX * cos(angle), y: center.y + radiusY * sin(angle))
    }
  }
}
