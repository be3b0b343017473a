import Facelatch

/// A picture with its faces drawn in: box and verdict, points, head and gaze.
struct AnnotatedPicture {
  /// One face and what is written beside it.
  struct Entry {
    /// The number that the text output gives it, from 1; `nil` where only one face is followed.
    let number: Int?
    let face: Face
    let verdict: FaceVerdict
  }

  private(set) var image: Image

  /// Draws into a copy of a picture that was decoded in full size.
  init(_ picture: PictureFaces) {
    let entries = picture.faces.enumerated().map { index, face in
      Entry(
        number: index + 1, face: face,
        verdict: FaceVerdict(face, passive: picture.passiveLiveness?[index]))
    }
    self.init(picture.image, entries)
  }

  /// Draws faces, whose places are in pixels of the picture, into a copy of it.
  init(_ picture: Image, _ entries: [Entry]) {
    image = picture
    let style = AnnotationStyle(picture)
    for entry in entries.reversed() {
      FaceDrawing(entry.face, style.forFace(entry.face), color: style.color(entry.verdict.level)).draw(
        into: &image)
    }
    // Labels come last, so that no line crosses them; the largest face has the first choice of places.
    var taken: [Rectangle] = []
    for entry in entries {
      let label = FaceLabel(entry, style, in: image, avoiding: taken)
      label.draw(into: &image)
      taken.append(label.plate)
    }
  }

  /// Writes a file that appears under its name only when it is complete.
  func write(to path: Path, as format: ImageFormat) throws(Failure) {
    let bytes: [UInt8]
    do {
      bytes = try image.data(as: format)
    } catch {
      throw Failure(path.description, cause: "\(error)", exitCode: .configuration)
    }
    try Failure.whenWriting { () throws(FileError) in try OutputFile.write(bytes, to: path) }
  }
}
