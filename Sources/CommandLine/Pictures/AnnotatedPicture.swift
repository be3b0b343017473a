import Facelatch

/// A picture with its faces drawn in: box, mesh points, the five points and the irises.
struct AnnotatedPicture {
  private var image: Image

  /// Draws into a copy of a picture that was decoded in full size.
  init(_ picture: PictureFaces) {
    self.init(picture.image, faces: picture.faces)
  }

  /// Draws faces, whose places are in pixels of the picture, into a copy of it.
  init(_ picture: Image, faces: [Face]) {
    image = picture
    for face in faces { draw(face) }
  }

  private mutating func draw(_ face: Face) {
    // Strokes grow with the face, so that they neither vanish nor cover it.
    let stroke = max(1, face.box.width / 100)
    for point in face.mesh.points {
      image.drawDot(at: point.planar, radius: stroke / 2, color: .blue)
    }
    image.drawRectangle(face.box, thickness: stroke, color: face.quality.reasons.isEmpty ? .green : .yellow)
    if let eyes = face.eyes {
      for eye in [eyes.left, eyes.right] { image.drawDot(at: eye.irisCenter, radius: stroke, color: .white) }
    }
    for point in face.landmarks5.all { image.drawDot(at: point, radius: 1.5 * stroke, color: .red) }
  }

  /// Writes a PNG that appears under its name only when it is complete.
  func write(to path: Path) throws(Failure) {
    let bytes: [UInt8]
    do {
      bytes = try image.pngData()
    } catch {
      throw Failure(path.description, cause: "\(error)", exitCode: .configuration)
    }
    try Failure.whenWriting { () throws(FileError) in try OutputFile.write(bytes, to: path) }
  }
}
