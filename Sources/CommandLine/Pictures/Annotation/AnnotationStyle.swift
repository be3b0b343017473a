import Facelatch

/// Sizes and colours of a drawing, in proportion to the picture.
struct AnnotationStyle {
  /// Thickness of the main lines in pixels.
  let stroke: Double

  /// The height of a capital letter in pixels.
  let textHeight: Double

  /// Below this size letters cannot be read.
  static let smallestText = 7.0

  init(_ picture: Image) {
    let side = (Double(picture.width) * Double(picture.height)).squareRoot()
    stroke = max(1.2, side / 380)
    textHeight = max(Self.smallestText, side / 46)
  }

  private init(stroke: Double, textHeight: Double) {
    self.stroke = stroke
    self.textHeight = textHeight
  }

  /// The style with lines that do not hide a small face, and letters that do not tower above it.
  func forFace(_ face: Face) -> AnnotationStyle {
    AnnotationStyle(
      stroke: min(stroke, max(1, face.box.width / 45)),
      textHeight: min(textHeight, max(Self.smallestText, textHeight / 2, face.box.width / 8)))
  }

  func color(_ level: FaceVerdict.Level) -> Color {
    switch level {
    case .neutral: Color(red: 120, green: 190, blue: 255)
    case .good: Color(red: 72, green: 214, blue: 120)
    case .doubtful: Color(red: 255, green: 190, blue: 60)
    case .bad: Color(red: 255, green: 92, blue: 82)
    }
  }

  /// What is written on the colours above.
  static let ink = Color(red: 16, green: 20, blue: 26)
  static let mesh = Color(red: 235, green: 245, blue: 255)
  static let gaze = Color(red: 90, green: 230, blue: 255)
  /// Axes of the head: toward the person's left, up, and the way the face points.
  static let left = Color(red: 255, green: 96, blue: 88)
  static let up = Color(red: 110, green: 230, blue: 110)
  static let forward = Color(red: 92, green: 150, blue: 255)
}
