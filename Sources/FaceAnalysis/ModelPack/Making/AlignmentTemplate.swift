import Formats
import Imaging

/// Where an embedding network wants the eyes, the nose and the corners of the mouth in the picture that it takes.
public struct AlignmentTemplate: Sendable, Equatable {
  /// Image-left eye, image-right eye, tip of the nose, image-left and image-right corner of the mouth, on pixel indices
  /// (the centre of the first pixel is 0, 0).
  public let points: [Point]

  /// The template for 112×112 pixels that most published networks were trained with (Deng et al., ArcFace, 2019).
  public static let usual = AlignmentTemplate(
    points: [
      Point(x: 38.2946, y: 51.6963), Point(x: 73.5318, y: 51.5014), Point(x: 56.0252, y: 71.7366),
      Point(x: 41.5493, y: 92.3655), Point(x: 70.7299, y: 92.2041),
    ])

  private init(points: [Point]) { self.points = points }

  /// Reads a list of five points, `[[x, y], …]`, as it stands in a manifest.
  ///
  /// - Parameters:
  ///   - bytes: JSON in UTF-8.
  ///   - file: What errors call it.
  /// - Throws: `AlignmentTemplateError` with everything that is wrong.
  public init(parsing bytes: [UInt8], file: String) throws(AlignmentTemplateError) {
    let reader = DocumentReader()
    guard let points = reader.value(bytes, byteLimit: 64 << 10)?.alignment() else {
      throw AlignmentTemplateError(file: file, faults: reader.faults)
    }
    self.points = points
  }
}

/// Why a file is no alignment template.
public struct AlignmentTemplateError: Error, Equatable, Sendable, CustomStringConvertible {
  public let file: String
  /// Everything that is wrong.
  public let faults: [DocumentFault]

  public var description: String {
    "\(file): not an alignment template (\(faults.words)): give a list of five points, [[x, y], …]"
  }
}
