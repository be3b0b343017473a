/// The one-dimensional lanes of a row-major tensor along one axis, or along a run of axes seen as one.
struct AxisLanes {
  /// The number of lane groups before the axis.
  let outer: Int
  /// Elements of a lane.
  let length: Int
  /// The distance of a lane's elements, and the number of lanes side by side.
  let stride: Int

  init(_ shape: [Int], axis: Int) {
    self.init(shape, axes: axis..<axis + 1)
  }

  init(_ shape: [Int], axes: Range<Int>) {
    outer = shape[..<axes.lowerBound].reduce(1, *)
    length = shape[axes].reduce(1, *)
    stride = shape[axes.upperBound...].reduce(1, *)
  }

  @inline(__always)
  func forEachLane(_ body: (_ start: Int) -> Void) {
    for group in 0..<outer {
      for lane in 0..<stride { body(group * length * stride + lane) }
    }
  }
}
