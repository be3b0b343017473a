import Imaging

/// How well a face can be recognised.
public struct FaceQuality: Sendable, Equatable {
  /// One number from 0 (useless) to 1 (nothing to complain about): the value of the weakest property, because none
  /// makes up for another.
  public let overall: Double

  /// The properties whose value is below one half, the worst first.
  public let reasons: [QualityReason]

  /// The distance between the centres of the eyes in pixels.
  public let interEyeDistance: Double

  /// The variance of the Laplacian over the energy of the gradient in the aligned face: how fine the finest details
  /// are, whatever the contrast. 0.2 to 1 in sharp pictures, about 0.2 after a Gaussian blur of one pixel of the aligned
  /// crop (a 35th of the distance between the eyes), 0.08 after two, 0.05 after three.
  public let sharpness: Double

  /// The mean brightness of the face, 0…255.
  public let brightness: Double

  /// The standard deviation of the brightness, 0…127.5.
  public let contrast: Double

  /// The share of the face that is pure white (above 247 of 255), 0…1.
  public let overexposedShare: Double

  /// Measures a face.
  ///
  /// The ramps from 0 to 1 are set so that all but a few of the faces of Labeled Faces in the Wild and of the webcam
  /// frames of NUAA reach 1 in sharpness, light and contrast, and so that a face whose details are gone gets 0.
  ///
  /// - Returns: Nothing when the points of the mesh coincide.
  init?(of mesh: FaceMesh, pose: Pose, in image: Image) {
    let points = mesh.fivePoints
    guard let crop = FaceAligner.common.crop(image, points) else { return nil }
    let appearance = CropAppearance(crop)
    interEyeDistance = points.leftEye.distance(to: points.rightEye)
    sharpness = appearance.sharpness
    brightness = appearance.brightness
    contrast = appearance.contrast
    overexposedShare = appearance.overexposedShare
    let properties: [(value: Double, reason: QualityReason)] = [
      (Mathematics.ramp(interEyeDistance, from: 8, to: 36), .small(interEyeDistance: interEyeDistance)),
      (Mathematics.ramp(sharpness, from: 0.04, to: 0.14), .blurred(sharpness: sharpness)),
      (Mathematics.ramp(brightness, from: 15, to: 45), .dark(brightness: brightness)),
      (Mathematics.ramp(brightness, from: 245, to: 215), .bright(brightness: brightness)),
      (Mathematics.ramp(overexposedShare, from: 0.5, to: 0.15), .overexposed(share: overexposedShare)),
      (Mathematics.ramp(contrast, from: 4, to: 12), .flat(contrast: contrast)),
      (Mathematics.ramp(pose.offAxis, from: 70, to: 25), .turnedAway(angle: pose.offAxis)),
      (Mathematics.ramp(mesh.score, from: 0.5, to: 0.95), .covered(score: mesh.score)),
    ]
    overall = properties.map(\.value).min() ?? 0
    reasons = properties.enumerated().filter { $0.element.value < 0.5 }
      .sorted { ($0.element.value, $0.offset) < ($1.element.value, $1.offset) }.map(\.element.reason)
  }
}

/// The numbers that an aligned face gives on its own.
struct CropAppearance {
  let sharpness: Double
  let brightness: Double
  let contrast: Double
  let overexposedShare: Double

  /// - Parameter crop: A face aligned to `FaceAligner.common`. Only its middle counts, without hair and background.
  init(_ crop: Image) {
    let luma = Self.luma(crop)
    var sum = 0.0
    var squares = 0.0
    var white = 0
    var laplacian = 0.0
    var laplacianSquares = 0.0
    var gradientSquares = 0.0
    let columns = crop.width * 20 / 112..<crop.width * 92 / 112
    let rows = crop.height * 28 / 112..<crop.height * 100 / 112
    for row in rows {
      for column in columns {
        let index = row * crop.width + column
        let value = luma[index]
        sum += value
        squares += value * value
        if value > 247 { white += 1 }
        let left = luma[index - 1]
        let right = luma[index + 1]
        let above = luma[index - crop.width]
        let below = luma[index + crop.width]
        let curvature = left + right + above + below - 4 * value
        laplacian += curvature
        laplacianSquares += curvature * curvature
        gradientSquares += ((right - left) * (right - left) + (below - above) * (below - above)) / 4
      }
    }
    let count = Double(max(1, rows.count * columns.count))
    brightness = sum / count
    contrast = max(0, squares / count - brightness * brightness).squareRoot()
    overexposedShare = Double(white) / count
    let laplacianVariance = max(0, laplacianSquares / count - laplacian * laplacian / count / count)
    // The constant keeps the noise of an even surface from looking like detail.
    sharpness = laplacianVariance / (2 * gradientSquares / count + 5)
  }

  /// Brightness by the weights of ITU-R BT.601, 0…255.
  private static func luma(_ image: Image) -> [Double] {
    let pixels = image.pixels
    return (0..<image.width * image.height).map { index -> Double in
      let red = Double(pixels[3 * index])
      let green = Double(pixels[3 * index + 1])
      let blue = Double(pixels[3 * index + 2])
      return 0.299 * red + 0.587 * green + 0.114 * blue
    }
  }
}
