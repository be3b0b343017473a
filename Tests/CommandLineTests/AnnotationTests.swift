import Facelatch
import Foundation
import TestSupport
import Testing

@testable import facelatch

@Suite("Annotated pictures")
struct AnnotationTests {
  private static func faces(in name: String, side: Int? = nil) throws -> PictureFaces {
    var image = try DecodedImage(contentsOf: Samples.path(name)).image
    if let side {
      let factor = Double(side) / Double(max(image.width, image.height))
      image = image.resized(
        width: Int(Double(image.width) * factor), height: Int(Double(image.height) * factor))
    }
    let picture = try DecodedImage(bytes: image.pngData(), name: name)
    let models = FaceModels(pack: try .bundled())
    let faces = try FaceAnalyzer(models: models).analyze(picture.image)
    return PictureFaces(
      path: Path(name), picture: picture, faces: faces,
      recognition: faces.map { _ in FaceRecognition(look: nil, embedding: nil, objection: nil) },
      passiveLiveness: faces.map { _ in PassiveLiveness(score: 0.9, threshold: 0.5) })
  }

  /// How many pixels nearly have a colour.
  private static func count(_ color: Color, in image: Image) -> Int {
    let wanted = [color.red, color.green, color.blue].map(Int.init)
    return stride(from: 0, to: image.pixels.count, by: 3).count { place in
      (0..<3).allSatisfy { abs(Int(image.pixels[place + $0]) - wanted[$0]) < 24 }
    }
  }

  private static func entry(_ face: Face, number: Int? = 1, score: Double = 0.9) -> AnnotatedPicture.Entry {
    AnnotatedPicture.Entry(
      number: number, face: face,
      verdict: FaceVerdict(face, passive: PassiveLiveness(score: score, threshold: 0.5)))
  }

  @Test("Every face has a plate with the number and the verdict that the text output has")
  func numbers() throws {
    let picture = try Self.faces(in: "several-faces.jpg")
    #expect(picture.faces.count == 2)
    let text = InspectionReport(picture).text
    for (index, face) in picture.faces.enumerated() {
      let heading = FaceLabel.sentences(Self.entry(face, number: index + 1))[0]
      #expect(heading == "face \(index + 1): looks live")
      #expect(text.contains("face \(index + 1) ") && text.contains("looks live"))
    }
    let attack = FaceLabel.sentences(Self.entry(picture.faces[0], number: nil, score: 0.1))
    #expect(attack[0] == "looks like a print or a screen")
    #expect(AnnotatedPicture(picture).image.width == picture.image.width)
  }

  @Test("What speaks against a face is written as in the text output, and colours the plate")
  func remarks() throws {
    // So small that its quality has reasons.
    let picture = try Self.faces(in: "obama.jpg", side: 70)
    let face = try #require(picture.faces.first)
    let entry = Self.entry(face)
    #expect(entry.verdict.level == .doubtful)
    let text = InspectionReport(picture).text
    let remarks = FaceLabel.sentences(entry).dropFirst()
    #expect(!remarks.isEmpty)
    for remark in remarks { #expect(text.contains(remark), "\(remark)") }
    #expect(Self.entry(face, score: 0.2).verdict.level == .bad)
    let style = AnnotationStyle(picture.image)
    let drawn = AnnotatedPicture(picture.image, [entry]).image
    #expect(Self.count(style.color(.doubtful), in: drawn) > 100)
    #expect(Self.count(style.color(.bad), in: drawn) < 10)
  }

  @Test("The plate is filled with the verdict's colour, and letters stand on it")
  func plate() throws {
    let picture = try Self.faces(in: "astronaut.png")
    let entry = Self.entry(try #require(picture.faces.first))
    let style = AnnotationStyle(picture.image)
    let label = FaceLabel(entry, style, in: picture.image, avoiding: [])
    let color = style.color(entry.verdict.level)
    let drawn = AnnotatedPicture(picture.image, [entry]).image
    let area = label.plate.area
    #expect(Double(Self.count(color, in: drawn)) > 0.5 * area)
    #expect(
      Double(Self.count(AnnotationStyle.ink, in: drawn) - Self.count(AnnotationStyle.ink, in: picture.image))
        > 0.05 * area)
  }

  @Test("Lines and letters grow with the picture, and stay legible in a small one")
  func scale() {
    let small = AnnotationStyle(Image(width: 400, height: 300))
    let large = AnnotationStyle(Image(width: 4000, height: 3000))
    #expect(abs(large.textHeight - 10 * AnnotationStyle(Image(width: 400, height: 300)).textHeight) < 5)
    #expect(large.stroke > 7 * small.stroke)
    let tiny = AnnotationStyle(Image(width: 60, height: 40))
    #expect(tiny.textHeight == AnnotationStyle.smallestText && tiny.stroke >= 1)
  }

  @Test("Whatever the size, a drawing covers about the same share of the picture", arguments: [200, 1000])
  func coveredShare(side: Int) throws {
    let picture = try Self.faces(in: "obama2.jpg", side: side)
    let face = try #require(picture.faces.first)
    let drawn = AnnotatedPicture(picture.image, [Self.entry(face)]).image
    let changed = zip(drawn.pixels, picture.image.pixels).count { $0 != $1 }
    let share = Double(changed) / Double(drawn.pixels.count)
    #expect(share > 0.02 && share < 0.45, "\(share)")
    // The face stays visible: most of its pixels are as they were.
    let box = face.box
    let (columns, rows) = (
      max(0, Int(box.x))..<min(drawn.width, Int(box.x + box.width)),
      max(0, Int(box.y))..<min(drawn.height, Int(box.y + box.height))
    )
    let kept = rows.reduce(0) { sum, row in
      sum
        + columns.count { column in
          let place = (row * drawn.width + column) * 3
          return drawn.pixels[place] == picture.image.pixels[place]
        }
    }
    #expect(Double(kept) > 0.5 * Double(columns.count * rows.count))
  }

  @Test("Plates lie within the picture and not over each other")
  func places() throws {
    let picture = try Self.faces(in: "several-faces.jpg")
    let style = AnnotationStyle(picture.image)
    var taken: [Rectangle] = []
    for index in 0..<4 {
      // The same faces again compete for the same places.
      let label = FaceLabel(Self.entry(picture.faces[index % 2]), style, in: picture.image, avoiding: taken)
      let plate = label.plate
      #expect(plate.x >= 0 && plate.y >= 0)
      #expect(plate.x + plate.width <= Double(picture.image.width))
      #expect(plate.y + plate.height <= Double(picture.image.height))
      #expect(taken.allSatisfy { $0.intersection(plate) == nil })
      taken.append(plate)
    }
  }

  @Test("A long verdict is broken where the picture is narrow")
  func narrow() throws {
    let picture = try Self.faces(in: "obama.jpg", side: 110)
    let entry = Self.entry(try #require(picture.faces.first), score: 0.1)
    let plate = FaceLabel(entry, AnnotationStyle(picture.image), in: picture.image, avoiding: []).plate
    #expect(plate.width <= Double(picture.image.width))
    #expect(plate.height > 4 * AnnotationStyle.smallestText)
  }

  @Test("Of points that touch, the first one stays")
  func thinnedPoints() {
    let points = (0..<10).map { Point(x: Double($0), y: 0) }
    #expect(ThinnedPoints(points, distance: 3).points.map(\.x) == [0, 3, 6, 9])
    #expect(ThinnedPoints(points, distance: 0.5).points.count == 10)
    #expect(ThinnedPoints([], distance: 1).points.isEmpty)
  }

  @Test("Arrows show where head and eyes point: to the same side as the numbers")
  func arrows() throws {
    let picture = try Self.faces(in: "biden.jpg")
    let face = try #require(picture.faces.first)
    // The roll moves a little of one angle into the other.
    #expect(abs(face.pose.forward.x - Mathematics.sine(Mathematics.radians(face.pose.yaw))) < 0.03)
    #expect(abs(face.pose.forward.y + Mathematics.sine(Mathematics.radians(face.pose.pitch))) < 0.05)
    #expect(face.pose.up.y < -0.9 && face.pose.left.x > 0.9 && face.pose.forward.z < -0.9)
    let drawn = AnnotatedPicture(picture.image, [Self.entry(face)]).image
    for color in [AnnotationStyle.left, AnnotationStyle.up, AnnotationStyle.forward, AnnotationStyle.gaze] {
      #expect(Self.count(color, in: drawn) > Self.count(color, in: picture.image) + 40)
    }
    // Just before its tip, on the arrow toward the person's left.
    let nose = face.landmarks5.noseTip
    let tip = nose + Point(x: face.pose.left.x, y: face.pose.left.y) * (0.42 * face.box.width * 0.9)
    let place = (Int(tip.y) * drawn.width + Int(tip.x)) * 3
    #expect(Int(drawn.pixels[place]) - Int(drawn.pixels[place + 1]) > 100)
  }

  @Test(
    "The ending of the name decides the format",
    arguments: [("a.png", "png"), ("b.JPG", "jpeg"), ("c.jpeg", "jpeg")])
  func formats(name: String, format: String) throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      "inspect", Samples.path("obama3.jpg"), "--annotate", name, folder: folder.path)
    #expect(run.code == 0)
    let drawn = try DecodedImage(contentsOf: folder.file(name))
    #expect(drawn.format.rawValue == format)
    let original = try DecodedImage(contentsOf: Samples.path("obama3.jpg"))
    #expect(drawn.image.width == original.image.width && drawn.image.height == original.image.height)
    #expect(folder.names == [name])
  }

  @Test(
    "Any other ending is refused before work begins",
    arguments: ["out", "out.gif", "out.tiff", "out/", "png"])
  func refusedFormat(name: String) throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      "inspect", Samples.path("obama3.jpg"), "--annotate", name, "--models", "/nonexistent",
      folder: folder.path)
    #expect(run.code == 2)
    #expect(
      run.errorOutput
        == "facelatch: '--annotate \(name)' names no picture format; let the name end in .png or .jpg\n")
    #expect(run.output.isEmpty && folder.names.isEmpty)
  }

  @Test("A folder stands for its pictures")
  func folder() throws {
    let folder = try TemporaryFolder()
    for name in ["obama3.jpg", "rocket.jpg"] {
      try FileManager.default.copyItem(atPath: Samples.path(name), toPath: folder.file(name))
    }
    let run = try ProgramRun("inspect", "--json", ".", folder: folder.path)
    #expect(run.code == 1)
    #expect(try run.jsonObjects().count == 2)
    let drawing = try ProgramRun("inspect", ".", "--annotate", "out.png", folder: folder.path)
    #expect(drawing.code == 2)
    #expect(drawing.errorOutput.contains("takes one picture or recording, not 2"))
  }

  @Test("The name of a picture is refused for a recording", arguments: ["out.png", "frames.jpeg"])
  func recordingIntoPicture(name: String) throws {
    let folder = try TemporaryFolder()
    let picture = try Data(contentsOf: URL(fileURLWithPath: Samples.path("obama3.jpg")))
    try (picture + picture).write(to: URL(fileURLWithPath: folder.file("clip.mjpeg")))
    let run = try ProgramRun("inspect", "clip.mjpeg", "--annotate", name, folder: folder.path)
    #expect(run.code == 2)
    #expect(
      run.errorOutput
        == "facelatch: '--annotate \(name)' names one picture, but a recording gives one per frame; name a folder\n"
    )
    #expect(folder.names == ["clip.mjpeg"])
  }
}
