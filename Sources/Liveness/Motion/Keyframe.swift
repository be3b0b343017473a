import FaceAnalysis
import Findings
import Imaging

/// A frame that later ones are compared with: the pixels of the face, and how each moves with a sheet or with depth.
struct Keyframe: Sendable {
  let timeSeconds: Double

  /// Where the head pointed, in degrees.
  let yaw: Double
  let pitch: Double

  /// The pixels that count, at several degrees of smoothing, the coarser one first.
  let levels: [Level]

  /// Where the points that move with the skull lie in the crop.
  let skullPlaces: [Point]

  private let vertices: [Vertex]

  /// One degree of smoothing.
  struct Level: Sendable {
    let sigma: Float
    let pixels: [Pixel]
  }

  /// A pixel of the face.
  struct Pixel: Sendable {
    let column: Float
    let row: Float
    let value: Float
    /// Change of the value per pixel.
    let gradient: SIMD2<Float>
    /// `SurfaceTerms` at the place, the last value is 0.
    let terms: SIMD8<Float>
  }

  /// A point of the mesh on the part of the face that counts.
  private struct Vertex: Sendable {
    let index: Int
    let place: Point
    let terms: [Double]
  }

  /// - Returns: `nil` when the points of the mesh coincide or too little of the face is seen.
  init?(_ face: Face, in image: Image, timeSeconds: Double) {
    let mesh = face.mesh
    guard let toImage = FaceWindow.toImage(mesh), let toCrop = toImage.inverted() else { return nil }
    self.timeSeconds = timeSeconds
    yaw = face.pose.yaw
    pitch = face.pose.pitch
    let places = mesh.points.map { toCrop.applied(to: $0.planar) }
    let scale = toCrop.determinant.squareRoot() / FaceWindow.eyeDistance
    let depths = mesh.points.map { $0.z * scale }
    skullPlaces = CanonicalFace.points.map { places[$0.index] }

    let map = DepthMap(places: places, depths: depths)
    var seen: [(column: Int, row: Int, sheet: [Double], depth: Double)] = []
    for row in 0..<FaceWindow.height {
      for column in 0..<FaceWindow.width {
        let place = FaceWindow.onFace(column: column, row: row)
        guard FaceWindow.counts(place), let depth = map[column, row] else { continue }
        seen.append((column, row, SurfaceTerms.sheet(place), depth))
      }
    }
    guard seen.count >= Self.leastPixelCount else { return nil }
    var fit = LeastSquares(columns: SurfaceTerms.sheetCount, targets: 1)
    for pixel in seen { fit.add(pixel.sheet, [pixel.depth]) }
    guard let sheetOfDepth = fit.solved()?.first else { return nil }
    func relief(_ sheet: [Double], _ depth: Double) -> Double {
      depth - zip(sheet, sheetOfDepth).reduce(0) { $0 + $1.0 * $1.1 }
    }

    let crop = FaceWindow.normalizedCrop(image, toImage: toImage)
    levels = Self.levelSigmas.map { sigma, step in
      let plane = crop.smoothed(sigma: sigma)
      let pixels = seen.filter { $0.column % step == 0 && $0.row % step == 0 }.map { pixel in
        var terms = SIMD8<Float>(repeating: 0)
        for (index, value) in pixel.sheet.enumerated() { terms[index] = Float(value) }
        terms[SurfaceTerms.sheetCount] = Float(relief(pixel.sheet, pixel.depth))
        return Pixel(
          column: Float(pixel.column), row: Float(pixel.row), value: plane[pixel.column, pixel.row],
          gradient: plane.gradient(column: pixel.column, row: pixel.row), terms: terms)
      }
      return Level(sigma: sigma, pixels: pixels)
    }
    vertices = places.indices.compactMap { index in
      let place = FaceWindow.onFace(places[index])
      guard FaceWindow.counts(place) else { return nil }
      let sheet = SurfaceTerms.sheet(place)
      return Vertex(index: index, place: places[index], terms: sheet + [relief(sheet, depths[index])])
    }
  }

  /// The coefficients of the terms, per term along x and y in distances between the eyes, that take the mesh of this frame
  /// to a later one: what the mesh network says.
  ///
  /// - Parameters:
  ///   - mesh: The later mesh.
  ///   - toCrop: From its picture to a crop that lies on this frame's.
  func motion(to mesh: FaceMesh, toCrop: AffineTransform) -> [SIMD2<Double>]? {
    var fit = LeastSquares(columns: SurfaceTerms.count, targets: 2)
    for vertex in vertices {
      let step = toCrop.applied(to: mesh.points[vertex.index].planar) - vertex.place
      fit.add(vertex.terms, [step.x / FaceWindow.eyeDistance, step.y / FaceWindow.eyeDistance])
    }
    guard let found = fit.solved() else { return nil }
    return zip(found[0], found[1]).map { SIMD2($0, $1) }
  }

  /// Degrees between the directions of a face here and in another pose.
  func turn(to pose: Pose) -> Double {
    let across = pose.yaw - yaw
    let up = pose.pitch - pitch
    return (across * across + up * up).squareRoot()
  }

  private static let leastPixelCount = 1_500

  /// How much is smoothed, in pixels, and which pixels are looked at: fewer where they are much alike.
  private static let levelSigmas: [(sigma: Float, step: Int)] = [(4, 4), (2, 2), (0.8, 1)]
}
