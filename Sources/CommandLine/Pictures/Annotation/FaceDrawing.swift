import Facelatch

/// The lines of one face: box, mesh, eyes, and arrows for head and gaze.
struct FaceDrawing {
  private let face: Face
  private let style: AnnotationStyle
  private let color: Color

  init(_ face: Face, _ style: AnnotationStyle, color: Color) {
    self.face = face
    self.style = style
    self.color = color
  }

  func draw(into image: inout Image) {
    drawMesh(into: &image)
    drawBox(into: &image)
    drawEyes(into: &image)
    drawHead(into: &image)
  }

  // MARK: - Mesh

  /// Thin and translucent, so that the face stays visible; points of a small face that would touch are left out.
  private func drawMesh(into image: inout Image) {
    let contours = MeshContours.all.map { contour in
      Stroke(contour.map { face.mesh.points[$0].planar }, thickness: 0.45 * style.stroke)
    }
    image.draw(contours, color: AnnotationStyle.mesh, opacity: 0.5)
    let radius = max(0.5, 0.42 * style.stroke)
    let points = ThinnedPoints(face.mesh.points.map(\.planar), distance: 6 * radius).points
    image.draw(points.map { .dot(at: $0, radius: radius) }, color: AnnotationStyle.mesh, opacity: 0.55)
  }

  // MARK: - Box

  /// A thin outline with strong corners.
  private func drawBox(into image: inout Image) {
    let box = face.box
    let radius = 0.08 * min(box.width, box.height)
    image.draw(
      [.outline(of: box, cornerRadius: radius, thickness: 0.5 * style.stroke)], color: color, opacity: 0.7)
    let corners = Self.corners(of: box, length: 0.2 * min(box.width, box.height), radius: radius)
    image.draw(corners.map { Stroke($0, thickness: 1.7 * style.stroke) }, color: color)
  }

  private static func corners(of box: Rectangle, length: Double, radius: Double) -> [[Point]] {
    let signs: [(Double, Double)] = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
    return signs.map { right, down in
      let corner = Point(
        x: box.center.x + right * box.width / 2, y: box.center.y + down * box.height / 2)
      let inside = Point(x: corner.x - right * radius, y: corner.y - down * radius)
      let bend = (0...6).map { step in
        // From the side to the top or bottom.
        let angle = Double(step) * 15
        return Point(
          x: inside.x + right * radius * Mathematics.cosine(Mathematics.radians(angle)),
          y: inside.y + down * radius * Mathematics.sine(Mathematics.radians(angle)))
      }
      return [Point(x: corner.x, y: corner.y - down * length)] + bend
        + [Point(x: corner.x - right * length, y: corner.y)]
    }
  }

  // MARK: - Eyes and gaze

  /// Lids and irises, and from each iris an arrow the way the eyes look; it has no length where that is the camera.
  private func drawEyes(into image: inout Image) {
    guard let eyes = face.eyes else { return }
    let both = [eyes.left, eyes.right]
    let lids = both.map { eye in
      // The upper lid is numbered from the outer corner too.
      Stroke(
        eye.contour[...8] + eye.contour[9...].reversed() + eye.contour[..<1], thickness: 0.5 * style.stroke)
    }
    image.draw(lids, color: AnnotationStyle.gaze, opacity: 0.8)
    let irises = both.map { eye in
      let radius = eye.irisEdge.reduce(0) { $0 + $1.distance(to: eye.irisCenter) } / 4
      return Stroke.circle(center: eye.irisCenter, radius: radius, thickness: 0.5 * style.stroke)
    }
    image.draw(irises, color: AnnotationStyle.gaze, opacity: 0.9)
    guard let gaze = face.gaze else { return }
    let length = 1.1 * face.landmarks5.leftEye.distance(to: face.landmarks5.rightEye)
    let way = Point(
      x: Mathematics.sine(Mathematics.radians(gaze.yaw)),
      y: -Mathematics.sine(Mathematics.radians(gaze.pitch)))
    for eye in both {
      drawArrow(
        from: eye.irisCenter, by: way * length, thickness: style.stroke, color: AnnotationStyle.gaze,
        into: &image)
    }
  }

  // MARK: - Head

  /// The axes of the head as they look from the camera, from the tip of the nose.
  private func drawHead(into image: inout Image) {
    let start = face.landmarks5.noseTip
    let length = 0.42 * face.box.width
    let axes = [
      (face.pose.left, AnnotationStyle.left), (face.pose.up, AnnotationStyle.up),
      (face.pose.forward, AnnotationStyle.forward),
    ]
    // The one that points away from the camera most lies below the others.
    for (axis, color) in axes.sorted(by: { $0.0.z > $1.0.z }) {
      drawArrow(
        from: start, by: Point(x: axis.x, y: axis.y) * length, thickness: 1.3 * style.stroke, color: color,
        into: &image)
    }
  }

  /// An arrow on a dark seam, which keeps it apart from the skin; a dot where it would be shorter than its head.
  private func drawArrow(
    from start: Point, by way: Point, thickness: Double, color: Color, into image: inout Image
  ) {
    var strokes = [Stroke.dot(at: start, radius: 0.95 * thickness)]
    if way.length > 4 * thickness {
      let end = start + way
      let back = way * (-min(4.5 * thickness, 0.45 * way.length) / way.length)
      strokes = [
        Stroke([start, end], thickness: thickness),
        Stroke([end + back.rotated(by: 0.5), end, end + back.rotated(by: -0.5)], thickness: thickness),
      ]
    }
    let seams = strokes.map { Stroke($0.points, thickness: $0.thickness + 1.2 * style.stroke) }
    image.draw(seams, color: AnnotationStyle.ink, opacity: 0.45)
    image.draw(strokes, color: color)
  }
}
