import Facelatch

/// Points of which none lies closer than a distance to another one that came before it.
struct ThinnedPoints {
  let points: [Point]

  /// - Parameter distance: In the points' own unit, above 0.
  init(_ all: [Point], distance: Double) {
    var kept: [Point] = []
    for point in all where kept.allSatisfy({ $0.distance(to: point) >= distance }) { kept.append(point) }
    points = kept
  }
}
