import FaceAnalysis
import Imaging
import Testing

@testable import Liveness

struct FaceTrackerTests {
  /// The portrait shifted and zoomed.
  static func moved(_ image: Image, x: Double, y: Double, zoom: Double = 1) -> Image {
    let middle = Double(image.width) / 2
    return image.warped(
      by: AffineTransform(
        a: 1 / zoom, b: 0, tx: middle - (middle + x) / zoom, c: 0, d: 1 / zoom,
        ty: middle - (middle + y) / zoom),
      width: image.width, height: image.height)
  }

  @Test("a face that moves and grows is followed as one track")
  func follows() throws {
    let portrait = try Sample.portrait()
    var tracker = FaceTracker(models: try Bundled.models())
    let eye = portrait.face.mesh[.leftEyeInnerCorner]
    for index in 0..<20 {
      let (x, zoom) = (Double(index) * 4 - 40, 1 + Double(index) * 0.01)
      let frame = try tracker.observe(
        Self.moved(portrait.image, x: x, y: x / 2, zoom: zoom), timeSeconds: Double(index) / 25)
      let face = try #require(frame.face)
      #expect(frame.trackNumber == 1)
      #expect(face.eyes != nil && face.attention != nil)
      let expected = Point(x: 240 + (eye.x - 240) * zoom + x, y: 240 + (eye.y - 240) * zoom + x / 2)
      #expect(face.mesh[.leftEyeInnerCorner].distance(to: expected) < 4)
    }
  }

  @Test("a face that is lost is found again, as a new track")
  func recovers() throws {
    let portrait = try Sample.portrait()
    var tracker = FaceTracker(models: try Bundled.models())
    let black = Image(width: 480, height: 480)
    var seen: [(isFace: Bool, track: Int)] = []
    for (index, frame) in [portrait.image, portrait.image, black, black, portrait.image].enumerated() {
      let tracked = try tracker.observe(frame, timeSeconds: Double(index) / 25)
      seen.append((tracked.face != nil, tracked.trackNumber))
    }
    #expect(seen.map(\.isFace) == [true, true, false, false, true])
    #expect(seen.map(\.track) == [1, 1, 1, 1, 2])
  }

  @Test("a face that jumps to another place begins a new track")
  func jump() throws {
    let portrait = try Sample.portrait()
    var tracker = FaceTracker(models: try Bundled.models())
    let places = [-110.0, -110, 110, 110]
    let tracks = try places.enumerated().map { index, x in
      try tracker.observe(Self.moved(portrait.image, x: x, y: 0, zoom: 0.6), timeSeconds: Double(index) / 25)
        .trackNumber
    }
    // Where the face was it is dark now, which one frame alone may be.
    #expect(tracks == [1, 1, 1, 2])
  }

  @Test("a gap in time, and time that runs back, begin a new track")
  func gaps() throws {
    let portrait = try Sample.portrait()
    var tracker = FaceTracker(models: try Bundled.models())
    let tracks = try [0, 0.5, 2, 2.1, 1, 1, 1.1].map {
      try tracker.observe(portrait.image, timeSeconds: $0).trackNumber
    }
    #expect(tracks == [1, 1, 2, 2, 3, 4, 4])
  }

  @Test("a second face that comes blocks, and the first one counts again when it has gone")
  func second() throws {
    let pair = try Sample.image("several-faces.jpg")
    var alone = pair
    var pixels = alone.pixels
    for row in 0..<pair.height {
      for index in (row * pair.width + pair.width / 2) * 3..<(row + 1) * pair.width * 3 { pixels[index] = 90 }
    }
    alone.pixels = pixels
    var tracker = FaceTracker(models: try Bundled.models(), options: TrackerOptions(searchSeconds: 0.15))
    let frames = Array(repeating: alone, count: 3) + Array(repeating: pair, count: 6)
    var outcomes: [TrackedFrame.Outcome] = []
    for (index, frame) in (frames + Array(repeating: alone, count: 6)).enumerated() {
      outcomes.append(try tracker.observe(frame, timeSeconds: Double(index) / 25).outcome)
    }
    func isFace(_ outcome: TrackedFrame.Outcome) -> Bool {
      if case .face = outcome { true } else { false }
    }
    #expect(isFace(outcomes[0]))
    #expect(outcomes[8] == .several(count: 2))
    #expect(isFace(try #require(outcomes.last)))
    // From the first frame on when both are there from the start.
    var other = FaceTracker(models: try Bundled.models())
    #expect(try other.observe(pair, timeSeconds: 0).outcome == .several(count: 2))
    #expect(try other.observe(Image(width: 0, height: 0), timeSeconds: 0.1).outcome == .none)
  }
}
