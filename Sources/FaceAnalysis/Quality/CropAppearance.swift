import Findings
import Imaging

/// The numbers that the look of an aligned face gives, without its geometry.
struct CropAppearance {
  /// The variance of the Laplacian of the slightly smoothed face (its finest details, less noise) over the
  /// variance of its coarse structure (eyes, nose, mouth; less the fall of light).
  let sharpness: Double

  /// Mean brightness, 0…255.
  let brightness: Double

  /// Standard deviation of the brightness.
  let contrast: Double

  /// Share of pixels above 247, 0…1.
  let overexposedShare: Double

  /// Share of pixels below 12, 0…1.
  let underexposedShare: Double

  /// By how much the darker half of the face, left or right, is darker than the other one, 0 (not at all) … 1.
  let unevenness: Double

  /// - Parameter crop: A face aligned to `FaceAligner.common`. Only its middle counts, without hair and
  ///   background.
  init(_ crop: Image) {
    let plane = GrayPlane<Double>(crop)
    let middle = plane.indices(
      columns: crop.width * 20 / 112..<crop.width * 92 / 112,
      rows: crop.height * 28 / 112..<crop.height * 100 / 112)
    brightness = plane.mean(at: middle)
    contrast = plane.variance(at: middle).squareRoot()
    let white = middle.count { plane.values[$0] > 247 }
    overexposedShare = Double(white) / Double(max(1, middle.count))
    let black = middle.count { plane.values[$0] < 12 }
    underexposedShare = Double(black) / Double(max(1, middle.count))
    let rows = crop.height * 28 / 112..<crop.height * 100 / 112
    let halves = [crop.width * 20 / 112..<crop.width / 2, crop.width / 2..<crop.width * 92 / 112]
      .map { plane.mean(at: plane.indices(columns: $0, rows: rows)) }
    unevenness = abs(halves[0] - halves[1]) / max(halves[0], halves[1], 1)
    let details = plane.smoothed().laplacian().variance(at: middle)
    let structure = plane.boxMean(radius: 2).minus(plane.boxMean(radius: 10)).variance(at: middle)
    // The constant keeps the noise of an even surface from looking like detail.
    sharpness = details / (structure + 5)
  }
}
