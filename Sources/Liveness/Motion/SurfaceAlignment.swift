import Findings
import Imaging

/// The motion that makes the pixels of two crops most alike.
struct SurfaceAlignment {
  /// Coefficients of the terms, along x and y in distances between the eyes.
  let motion: [SIMD2<Double>]

  /// Mean of the absolute differences that are left, each counted up to 1.
  let difference: Double

  /// Steps per degree of smoothing.
  private static let stepCount = 6

  /// Searches from coarse to fine.
  ///
  /// - Parameters:
  ///   - start: The motion to begin with.
  ///   - levels: The pixels of the earlier crop.
  ///   - planes: The later crop, smoothed as the levels are.
  /// - Returns: `nil` when the equations cannot be solved.
  static func found(
    from start: [SIMD2<Double>], levels: [Keyframe.Level], planes: [GrayPlane<Float>]
  ) -> SurfaceAlignment? {
    var motion = start
    var difference = Double.infinity
    for (level, plane) in zip(levels, planes) {
      // Loose at first, so that nothing is left out before the motion is known.
      var spread: Float = 0.5
      for _ in 0..<stepCount {
        guard motion.allSatisfy(isPlausible) else { return nil }
        let sums = NormalEquations(level.pixels, plane, motion: motion, spread: spread)
        guard let step = sums.step() else { return nil }
        for index in motion.indices { motion[index] += step[index] }
        difference = sums.difference
        spread = max(0.02, 1.25 * Float(sums.difference))
      }
    }
    guard motion.allSatisfy(isPlausible) else { return nil }
    return SurfaceAlignment(motion: motion, difference: difference)
  }

  /// Whether a coefficient is a number, and no farther off than any face moves in its crop.
  private static func isPlausible(_ coefficient: SIMD2<Double>) -> Bool {
    abs(coefficient.x) < 10 && abs(coefficient.y) < 10
  }
}

/// The sums over all pixels that one step of the search needs.
private struct NormalEquations {
  private var xx = [SIMD8<Float>](repeating: .zero, count: SurfaceTerms.count)
  private var xy = [SIMD8<Float>](repeating: .zero, count: SurfaceTerms.count)
  private var yy = [SIMD8<Float>](repeating: .zero, count: SurfaceTerms.count)
  private var rightX = SIMD8<Float>.zero
  private var rightY = SIMD8<Float>.zero
  private let count: Int

  /// Mean of the absolute differences, each counted up to 1.
  private(set) var difference = 0.0

  /// - Parameter spread: The usual size of a difference; what differs by much more counts for little.
  init(_ pixels: [Keyframe.Pixel], _ plane: GrayPlane<Float>, motion: [SIMD2<Double>], spread: Float) {
    count = pixels.count
    var coefficientsX = SIMD8<Float>.zero
    var coefficientsY = SIMD8<Float>.zero
    let unit = Float(FaceWindow.eyeDistance)
    for (index, value) in motion.enumerated() {
      coefficientsX[index] = Float(value.x) * unit
      coefficientsY[index] = Float(value.y) * unit
    }
    var total: Float = 0
    let scale = 1 / (4 * spread * spread)
    plane.values.withUnsafeBufferPointer { values in
      for pixel in pixels {
        let x = pixel.column + (pixel.terms * coefficientsX).sum()
        let y = pixel.row + (pixel.terms * coefficientsY).sum()
        let error =
          pixel.value - GrayPlane<Float>.sample(values, width: plane.width, height: plane.height, x: x, y: y)
        total += min(1, abs(error))
        let damping = 1 / (1 + error * error * scale)
        let weight = damping * damping
        let gradient = pixel.gradient * unit
        let weighted = gradient * weight
        let termsX = pixel.terms * (weighted.x * gradient.x)
        let termsXY = pixel.terms * (weighted.x * gradient.y)
        let termsY = pixel.terms * (weighted.y * gradient.y)
        for index in 0..<SurfaceTerms.count {
          let term = pixel.terms[index]
          xx[index] += termsX * term
          xy[index] += termsXY * term
          yy[index] += termsY * term
        }
        rightX += pixel.terms * (weighted.x * error)
        rightY += pixel.terms * (weighted.y * error)
      }
    }
    difference = Double(total) / Double(max(1, count))
  }

  /// What to add to the motion; `nil` when the pixels do not fix it.
  func step() -> [SIMD2<Double>]? {
    let terms = SurfaceTerms.count
    let size = 2 * terms
    var matrix = [Double](repeating: 0, count: size * size)
    for row in 0..<terms {
      for column in 0..<terms {
        matrix[row * size + column] = Double(xx[row][column])
        matrix[(row + terms) * size + column] = Double(xy[row][column])
        matrix[row * size + column + terms] = Double(xy[row][column])
        matrix[(row + terms) * size + column + terms] = Double(yy[row][column])
      }
    }
    // Keeps terms that no pixel tells anything about from running away.
    for index in 0..<size { matrix[index * size + index] += 1e-6 * Double(count) }
    guard let system = SymmetricSystem(matrix, size: size) else { return nil }
    let right = (0..<terms).map { Double(rightX[$0]) } + (0..<terms).map { Double(rightY[$0]) }
    let found = system.solved(right)
    return (0..<terms).map { SIMD2(found[$0], found[$0 + terms]) }
  }
}
