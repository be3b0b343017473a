import Imaging
import Testing

@testable import FaceAnalysis

struct FaceAnalyzerTests {
  static func analyzer(_ options: AnalysisOptions = AnalysisOptions()) throws -> FaceAnalyzer {
    try FaceAnalyzer(models: Bundled.models(), options: options)
  }

  @Test("the samples are acquired, or it is said why not")
  func samples() throws {
    let analyzer = try Self.analyzer()
    for name in ["astronaut.png", "biden.jpg", "obama.jpg", "obama2.jpg", "obama3.jpg"] {
      guard case .face(let face) = try analyzer.acquire(Reference.sample(name)) else {
        Issue.record("\(name) must give a face")
        continue
      }
      #expect(face.quality.overall > 0.9)
      #expect(face.attention?.isAttentive == (name != "obama2.jpg"))
    }
    #expect(try analyzer.acquire(Reference.sample("rocket.jpg")) == .none)
    guard case .several(let faces) = try analyzer.acquire(Reference.sample("several-faces.jpg")) else {
      Issue.record("two faces of similar size are ambiguous")
      return
    }
    #expect(faces.count == 2)
    #expect(faces[0].box.area >= faces[1].box.area)
  }

  @Test("who is meant can be chosen: the largest face or the one in the middle")
  func selection() throws {
    let image = try Reference.sample("several-faces.jpg")
    guard case .face(let largest) = try Self.analyzer(AnalysisOptions(selection: .largest)).acquire(image)
    else {
      Issue.record("the largest face must be taken")
      return
    }
    let all = try Self.analyzer().analyze(image)
    #expect(largest.box.center.distance(to: all[0].box.center) < 5)
    // Shift the picture until the smaller face is in the middle.
    let center = all[1].box.center
    let shifted = image.part(
      x: Int(center.x) - image.width / 2, y: Int(center.y) - image.height / 2, width: image.width,
      height: image.height)
    let central = try Self.analyzer(AnalysisOptions(selection: .mostCentral)).acquire(shifted)
    guard case .face(let middle) = central else {
      Issue.record("the central face must be taken")
      return
    }
    let away = middle.box.center.distance(to: Point(x: Double(image.width) / 2, y: Double(image.height) / 2))
    #expect(away < 30)
  }

  @Test("a face that fills the picture is found at half the size, a small one all the same")
  func coarseSearch() throws {
    let image = try Reference.sample("obama.jpg")
    let analyzer = try Self.analyzer()
    #expect(max(image.width, image.height) >= 640)
    guard case .face(let face) = try analyzer.acquire(image), let full = try analyzer.analyze(image).first
    else {
      Issue.record("both searches must find the face")
      return
    }
    #expect(face.box != full.box)
    #expect(face.box.center.distance(to: full.box.center) < 0.05 * full.box.width)
    let one = try #require(try analyzer.embedding(of: face, in: image))
    let other = try #require(try analyzer.embedding(of: full, in: image))
    #expect(zip(one.vector, other.vector).reduce(0) { $0 + $1.0 * $1.1 } > 0.99)

    // The same picture in a corner of a large canvas: too small for half the size, and found by the full search.
    let canvas = image.letterboxed(width: 240, height: 300, canvasWidth: 1000, canvasHeight: 800)
    guard case .face(let small) = try analyzer.acquire(canvas) else {
      Issue.record("the full search must follow")
      return
    }
    #expect(small.box.width < 80)
  }

  @Test("from which size on a second face makes a picture ambiguous can be set")
  func rivals() throws {
    let image = try Reference.sample("several-faces.jpg")
    guard case .face = try Self.analyzer(AnalysisOptions(rivalAreaShare: 1.01)).acquire(image) else {
      Issue.record("no other face is larger than the largest")
      return
    }
  }

  @Test("faces are chosen by area or by the distance from the middle")
  func choosing() {
    let image = Image(width: 100, height: 100)
    let faces = [
      DetectionTests.face(0, 0, side: 40, score: 0.7), DetectionTests.face(45, 45, side: 10, score: 0.9),
      DetectionTests.face(60, 0, side: 29, score: 0.8),
    ].sorted { $0.box.area > $1.box.area }
    func sides(_ selection: FaceSelection, share: Double = 0.5, without refused: Double = 0) -> [Double] {
      selection.confirmed(faces, rivalAreaShare: share, in: image) {
        $0.box.width == refused ? nil : $0.box.width
      }
    }
    #expect(sides(.unambiguous) == [40, 29])
    #expect(sides(.unambiguous, share: 0.53) == [40])
    #expect(sides(.unambiguous, share: 0) == [40, 29, 10])
    #expect(sides(.unambiguous, share: 2) == [40])
    #expect(sides(.largest) == [40])
    #expect(sides(.mostCentral) == [10])
    // What turns out to be no face neither hides a smaller one nor counts as its rival.
    #expect(sides(.unambiguous, without: 40) == [29])
    #expect(sides(.unambiguous, share: 0.1, without: 40) == [29, 10])
    #expect(sides(.unambiguous, without: 29) == [40])
    #expect(sides(.largest, without: 40) == [29])
    #expect(sides(.mostCentral, without: 10) == [40])
    #expect(FaceSelection.largest.confirmed([], rivalAreaShare: 0.5, in: image) { $0 }.isEmpty)
  }

  @Test("a face that is too small says how small it is")
  func tooSmall() throws {
    let image = try Reference.sample("astronaut.png").resized(width: 160, height: 160)
    let outcome = try Self.analyzer().acquire(image)
    guard case .tooSmall(let pixels) = outcome else {
      Issue.record("13 pixels between the eyes are too few, not \(outcome.explanation)")
      return
    }
    #expect(abs(pixels - 13.3) < 1)
    #expect(outcome.explanation.contains("13 pixels"))
    guard case .face = try Self.analyzer(AnalysisOptions(minimumInterEyeDistance: 10)).acquire(image) else {
      Issue.record("the limit can be lowered")
      return
    }
  }

  @Test("a face without detail is poor, with the reason")
  func poor() throws {
    let image = try Reference.sample("obama.jpg").resized(width: 40, height: 50).resized(
      width: 910, height: 1137)
    guard case .poorQuality(_, let reasons) = try Self.analyzer().acquire(image) else {
      Issue.record("a blurred face must be poor")
      return
    }
    #expect(reasons.map(\.name) == ["blurred"])
    #expect(try Self.analyzer().acquire(image).explanation.contains("blurred"))
  }

  @Test(
    "pictures without a usable face never stop the program",
    arguments: [
      (0, 0), (1, 1), (1, 5000), (5000, 1), (2, 3), (31, 33), (64, 64), (640, 8), (333, 777),
    ])
  func oddSizes(width: Int, height: Int) throws {
    let analyzer = try Self.analyzer()
    for value: UInt8 in [0, 127, 255] {
      let image = Image(width: width, height: height, filledWith: value)
      #expect(try analyzer.analyze(image).isEmpty)
      #expect(try analyzer.acquire(image) == .none)
    }
    // Noise that is the same on every run.
    let noise = Image(width: width, height: height) {
      UInt8(truncatingIfNeeded: ($0 &* 7919 ^ $1 &* 104_729) >> 3)
    }
    #expect(try analyzer.analyze(noise).isEmpty)
  }

  @Test("faces at the border and upside down give a face or none", arguments: ["obama.jpg", "astronaut.png"])
  func borders(name: String) throws {
    let analyzer = try Self.analyzer()
    let image = try Reference.sample(name)
    let face = try #require(try analyzer.analyze(image).first)
    let upsideDown = try analyzer.analyze(image.upsideDown())
    for found in upsideDown { #expect(found.meshScore >= 0.5 || found.score >= 0.85) }
    // Half of the face outside, to each side.
    let center = face.box.center
    for (x, y) in [
      (Int(center.x), 0), (Int(center.x) - image.width, 0), (0, Int(center.y)),
      (0, Int(center.y) - image.height),
    ] {
      for found in try analyzer.analyze(image.part(x: x, y: y, width: image.width, height: image.height)) {
        #expect(found.meshScore >= 0.5 || found.score >= 0.85)
        if found.meshScore < 0.5 { #expect(found.quality.overall == 0) }
      }
    }
  }

  @Test("an analysis without eyes leaves them out and everything else as it is")
  func withoutEyes() throws {
    let image = try Reference.sample("astronaut.png")
    let whole = try #require(try Self.analyzer().analyze(image).first)
    let part = try #require(try Self.analyzer(AnalysisOptions(includesEyes: false)).analyze(image).first)
    #expect(part.eyes == nil && part.gaze == nil && part.attention == nil)
    #expect(part.mesh == whole.mesh)
    #expect(part.quality == whole.quality)
    #expect(whole.eyes != nil && whole.gaze != nil && whole.attention != nil)
  }

  @Test("a face is followed from frame to frame without the detector, and lost when it is gone")
  func tracking() throws {
    let image = try Reference.sample("obama.jpg")
    let analyzer = try Self.analyzer()
    let face = try #require(try analyzer.analyze(image).first)
    let moved = image.part(x: -30, y: 20, width: image.width, height: image.height)
    let next = try #require(try analyzer.track(face, in: moved))
    let shift = next.landmarks5.noseTip - face.landmarks5.noseTip
    #expect(shift.distance(to: Point(x: 30, y: -20)) < 3)
    #expect((next.box.center - face.box.center).distance(to: Point(x: 30, y: -20)) < 4)
    #expect(abs(next.box.width / face.box.width - 1) < 0.03)
    let wall = Image(width: image.width, height: image.height, filledWith: 140)
    #expect(try analyzer.track(face, in: wall) == nil)
  }

  @Test("places are told in the file's pixels when the picture was decoded at a part of its size")
  func reducedDecoding() throws {
    let path = Reference.samplePath("obama.jpg")
    let reduced = try DecodedImage(contentsOf: path, options: DecodingOptions(maximumSide: 400))
    try #require(reduced.image.width == 455)
    let analyzer = try Self.analyzer()
    let whole = try #require(try analyzer.analyze(Reference.sample("obama.jpg")).first)
    let found = try #require(try analyzer.analyze(reduced.image).first)
    let face = found.inOriginal(of: reduced)
    for (point, expected) in zip(face.landmarks5.all, whole.landmarks5.all) {
      #expect(point.distance(to: expected) < 0.03 * whole.box.width)
    }
    let eyes = try #require(face.eyes)
    let wholeEyes = try #require(whole.eyes)
    #expect(eyes.left.irisCenter.distance(to: wholeEyes.left.irisCenter) < 0.03 * whole.box.width)
    #expect(abs(face.mesh.square.side / found.mesh.square.side - 2) < 1e-9)
    #expect(abs(face.box.width / found.box.width - 2) < 1e-9)
    #expect(face.pose == found.pose)
    #expect(face.quality == found.quality)
    let unreduced = try DecodedImage(contentsOf: path)
    #expect(whole.inOriginal(of: unreduced) == whole)
  }

  @Test("two analysers with shared networks give the same, also side by side")
  func workers() async throws {
    let models = try Bundled.models()
    let image = try Reference.sample("astronaut.png")
    let embeddings = try await withThrowingTaskGroup(of: Embedding.self) { group in
      for threads in [1, 2] {
        group.addTask {
          let analyzer = FaceAnalyzer(models: models, options: AnalysisOptions(threads: threads))
          let face = try #require(try analyzer.analyze(image).first)
          return try #require(try analyzer.embedding(of: face, in: image))
        }
      }
      var all: [Embedding] = []
      for try await embedding in group { all.append(embedding) }
      return all
    }
    #expect(embeddings.count == 2)
    #expect(embeddings[0] == embeddings[1])
  }
}
