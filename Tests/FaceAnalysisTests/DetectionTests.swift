import Imaging
import Testing

@testable import FaceAnalysis

struct DetectionTests {
  /// A grid of 3×2 cells of 16 pixels with one face in the cell of the second row and third column.
  static func grid(
    classScore: Float = 0.81, objectScore: Float = 1, box: [Float] = [0.5, 0.25, 0, 0.6931472],
    points: [Float] = [0, 0, 1, 0, 0.5, 0.5, 0, 1, 1, 1]
  ) -> DetectorGrid {
    DetectorGrid(
      stride: 16, columns: 3, classScores: [0, 0, 0, 0, 0, classScore],
      objectScores: [0, 0, 0, 0, 0, objectScore],
      boxes: [Float](repeating: 0, count: 20) + box, points: [Float](repeating: 0, count: 50) + points)
  }

  @Test("a cell's numbers become score, box and points")
  func decoded() throws {
    let faces = Self.grid().faces(threshold: 0.6)
    let face = try #require(faces.first)
    #expect(faces.count == 1)
    #expect(abs(face.score - 0.9) < 1e-6)
    // The centre is (2.5, 1.25) cells, the size 1 × 2 cells.
    #expect(abs(face.box.x - 32) < 1e-5)
    #expect(abs(face.box.y - 4) < 1e-5)
    #expect(abs(face.box.width - 16) < 1e-5)
    #expect(abs(face.box.height - 32) < 1e-5)
    #expect(face.points.leftEye == Point(x: 32, y: 16))
    #expect(face.points.rightEye == Point(x: 48, y: 16))
    #expect(face.points.noseTip == Point(x: 40, y: 24))
    #expect(face.points.leftMouthCorner == Point(x: 32, y: 32))
    #expect(face.points.rightMouthCorner == Point(x: 48, y: 32))
  }

  @Test("scores are held between 0 and 1 before they are multiplied")
  func clamped() throws {
    #expect(try #require(Self.grid(classScore: 7, objectScore: 2).faces(threshold: 0.6).first).score == 1)
    #expect(Self.grid(classScore: -1, objectScore: -1).faces(threshold: 0).isEmpty)
  }

  @Test("a low score, and numbers that make no box, are no face")
  func refused() {
    #expect(Self.grid(classScore: 0.35).faces(threshold: 0.6).isEmpty)
    #expect(Self.grid(classScore: .nan).faces(threshold: 0.6).isEmpty)
    #expect(Self.grid(box: [.nan, 0, 0, 0]).faces(threshold: 0.6).isEmpty)
    #expect(Self.grid(box: [0, 0, 1e4, 0]).faces(threshold: 0.6).isEmpty)
    #expect(Self.grid(box: [0, 0, 0, -1e4]).faces(threshold: 0.6).isEmpty)
    #expect(Self.grid(points: [0, 0, 0, 0, 0, .infinity, 0, 0, 0, 0]).faces(threshold: 0.6).isEmpty)
  }

  static func face(_ x: Double, _ y: Double, side: Double = 10, score: Double) -> DetectedFace {
    DetectedFace(
      box: Rectangle(x: x, y: y, width: side, height: side), score: score,
      points: FaceSquareTests.points)
  }

  @Test("of boxes that overlap, the best stays")
  func suppression() {
    // The second shares 5 of 15 columns with the first: a third of the union. The third is apart.
    let faces = [
      Self.face(0, 0, score: 0.7), Self.face(5, 0, score: 0.9), Self.face(40, 0, score: 0.65),
      Self.face(41, 1, score: 0.64),
    ]
    let strict = NonMaximumSuppression.best(of: faces, overlapThreshold: 0.3)
    #expect(strict.map(\.score) == [0.9, 0.65])
    let lax = NonMaximumSuppression.best(of: faces, overlapThreshold: 0.34)
    #expect(lax.map(\.score) == [0.9, 0.7, 0.65])
    #expect(NonMaximumSuppression.best(of: faces, overlapThreshold: 0.3, limit: 1).map(\.score) == [0.9])
    #expect(NonMaximumSuppression.best(of: [], overlapThreshold: 0.3).isEmpty)
  }

  @Test("boxes without area and equal scores do not confuse the choice")
  func suppressionOfOddBoxes() {
    let flat = Self.face(0, 0, side: 0, score: 0.9)
    let twins = [flat, flat, Self.face(0, 0, score: 0.9), Self.face(0, 0, score: 0.9)]
    #expect(NonMaximumSuppression.best(of: twins, overlapThreshold: 0.3).count == 3)
  }

  @Test(
    "a picture is shrunk to the longest side and padded to whole cells, never stretched",
    arguments: [
      (910, 1137, 640, 512, 640, 512, 640), (250, 250, 640, 250, 250, 256, 256),
      (640, 480, 640, 640, 480, 640, 480),
      (1, 1, 640, 1, 1, 32, 32), (1, 5000, 640, 1, 640, 32, 640), (5000, 1, 640, 640, 1, 640, 32),
      (641, 641, 640, 640, 640, 640, 640), (8000, 6000, 320, 320, 240, 320, 256),
    ])
  func frame(
    width: Int, height: Int, maximum: Int, newWidth: Int, newHeight: Int, paddedWidth: Int, paddedHeight: Int
  ) {
    let frame = DetectorFrame(imageWidth: width, imageHeight: height, maximumSide: maximum, multiple: 32)
    #expect([frame.width, frame.height] == [newWidth, newHeight])
    #expect([frame.paddedWidth, frame.paddedHeight] == [paddedWidth, paddedHeight])
  }

  @Test(
    "the sample portraits are found where the independent pipeline finds them", arguments: Reference.names)
  func reference(name: String) throws {
    let portrait = try Reference.portrait(name)
    let faces = try FaceDetector(models: Bundled.models()).faces(in: Reference.sample(portrait.image))
    let face = try #require(faces.first)
    #expect(faces.count == 1)
    // The pictures are shrunk by different filters, so a hundredth of the face's size is allowed.
    let tolerance = portrait.detection.box[2] / 100
    #expect(abs(face.score - portrait.detection.score) < 0.005)
    let edges = [face.box.x, face.box.y, face.box.width, face.box.height]
    for (edge, expected) in zip(edges, portrait.detection.box) {
      #expect(abs(edge - expected) < 3 * tolerance)
    }
    for (point, expected) in zip(face.points.all, portrait.detection.points) {
      #expect(point.distance(to: Point(expected)) < tolerance)
    }
  }

  @Test("faces come largest first, and a rocket has none")
  func samples() throws {
    let detector = try FaceDetector(models: Bundled.models())
    let several = try detector.faces(in: Reference.sample("several-faces.jpg"))
    #expect(several.count == 2)
    #expect(several[0].box.area >= several[1].box.area)
    #expect(try detector.faces(in: Reference.sample("rocket.jpg")).isEmpty)
  }

  @Test("a detector gives the same faces whatever it has seen before")
  func sessions() throws {
    let detector = try FaceDetector(models: Bundled.models())
    let image = try Reference.sample("astronaut.png")
    let first = try detector.faces(in: image)
    // More sizes than are kept.
    for side in stride(from: 64, through: 320, by: 32) {
      _ = try detector.faces(in: Image(width: side, height: 64, filledWith: 90))
    }
    #expect(try detector.faces(in: image) == first)
    #expect(!first.isEmpty)
  }

  @Test("a face that fills the picture is found too")
  func filling() throws {
    let image = try Reference.sample("obama.jpg").part(x: 360, y: 80, width: 260, height: 350)
    let faces = try FaceDetector(models: Bundled.models()).faces(in: image.resized(width: 1040, height: 1400))
    #expect(faces.count == 1)
    #expect(try #require(faces.first).box.width > 600)
  }
}
