import FaceAnalysis
import Findings
import Imaging

/// How much depth two frames of a track show.
struct ParallaxSample: Sendable, Equatable {
  /// When the later frame was taken.
  let timeSeconds: Double

  /// The turn of the head between the frames as the mesh network tells it: the sine of the angle about the vertical and
  /// the horizontal axis. The network tells a turn for a picture that is tilted, too.
  let expected: SIMD2<Double>

  /// The same from the pixels: how far those that stand out (the nose) move against a sheet through the face. 0 for a
  /// picture, however it is moved or bent.
  let measured: SIMD2<Double>

  /// Mean difference of the pixels after the motion is taken out, 0…1, in units of their contrast.
  let difference: Double

  /// The measured depth, cut to twice the expected one and a little more: what exceeds that is a comparison that went wrong,
  /// and one of them must not decide.
  var plausible: SIMD2<Double> {
    let length = (measured * measured).sum().squareRoot()
    let limit = 2 * (expected * expected).sum().squareRoot() + 0.02
    return length > limit ? measured * (limit / length) : measured
  }

  /// Compares a frame with a key frame.
  ///
  /// The motion with all `SurfaceTerms` that makes the pixels most alike is found by Gauss and Newton's method from coarse
  /// to fine (B. D. Lucas, T. Kanade, "An iterative image registration technique", 1981), with weights that leave out what
  /// does not fit, such as a lid that closes. It starts from what the mesh network says, and from no motion.
  ///
  /// - Returns: `nil` when the points of the mesh coincide or the comparison fails.
  init?(of face: Face, in image: Image, timeSeconds: Double, against key: Keyframe) {
    let places = CanonicalFace.points.map { face.mesh.points[$0.index].planar }
    guard let toImage = AffineTransform(fitting: key.skullPlaces, to: places),
      let toCrop = toImage.inverted(), let told = key.motion(to: face.mesh, toCrop: toCrop)
    else { return nil }
    let crop = FaceWindow.normalizedCrop(image, toImage: toImage)
    let planes = key.levels.map { crop.smoothed(sigma: $0.sigma) }
    let still = [SIMD2<Double>](repeating: .zero, count: SurfaceTerms.count)
    let found = [told, still].compactMap { start in
      SurfaceAlignment.found(from: start, levels: key.levels, planes: planes)
    }
    guard let best = found.min(by: { $0.difference < $1.difference }) else { return nil }
    self.timeSeconds = timeSeconds
    expected = told[SurfaceTerms.sheetCount]
    measured = best.motion[SurfaceTerms.sheetCount]
    difference = best.difference
  }

  init(timeSeconds: Double, expected: SIMD2<Double>, measured: SIMD2<Double>, difference: Double) {
    self.timeSeconds = timeSeconds
    self.expected = expected
    self.measured = measured
    self.difference = difference
  }
}

extension AffineTransform {
  /// The affine map that takes points closest to others in the sense of least squares; `nil` when they do not fix one.
  init?(fitting source: [Point], to target: [Point]) {
    var fit = LeastSquares(columns: 3, targets: 2)
    for (from, to) in zip(source, target) { fit.add([from.x, from.y, 1], [to.x, to.y]) }
    guard let rows = fit.solved() else { return nil }
    self.init(a: rows[0][0], b: rows[0][1], tx: rows[0][2], c: rows[1][0], d: rows[1][1], ty: rows[1][2])
  }
}
