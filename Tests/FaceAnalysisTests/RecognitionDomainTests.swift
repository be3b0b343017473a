import Findings
import Imaging
import Testing

@testable import FaceAnalysis

/// Which faces are compared at all.
struct RecognitionDomainTests {
  private static let portraits = ["obama.jpg", "obama2.jpg", "obama3.jpg", "biden.jpg", "astronaut.png"]

  private static func analyzer(withDomain: Bool = true) throws -> FaceAnalyzer {
    FaceAnalyzer(
      models: try withDomain ? Bundled.models() : FaceModels(pack: Self.packWithoutDomain()),
      options: AnalysisOptions(includesEyes: false))
  }

  private static func packWithoutDomain() throws -> ModelPack {
    let bundled = try ModelPack.bundled()
    return try ModelPack(
      manifest: try ModelPackTests.changed(["embedding", "domain"], to: nil), directory: bundled.directory)
  }

  private static func recognition(_ image: Image, withDomain: Bool = true) throws -> Recognition {
    let analyzer = try analyzer(withDomain: withDomain)
    return try analyzer.recognise(try #require(try analyzer.analyze(image).first), in: image)
  }

  @Test(
    "an upright portrait is embedded, and with the same numbers as without a domain", arguments: portraits)
  func upright(name: String) throws {
    let image = try Reference.sample(name)
    let recognition = try Self.recognition(image)
    guard case .embedding(let embedding) = recognition else {
      Issue.record("\(name): \(recognition)")
      return
    }
    #expect(try Self.recognition(image, withDomain: false) == .embedding(embedding))
  }

  @Test("a face that is upside down is not compared, and how it lies is told", arguments: portraits)
  func upsideDown(name: String) throws {
    let image = try Reference.sample(name).upsideDown()
    let analyzer = try Self.analyzer()
    for face in try analyzer.analyze(image) {
      let recognition = try analyzer.recognise(face, in: image)
      guard case .outsideDomain(.rolled(let angle)) = recognition else {
        Issue.record("\(name): \(recognition)")
        continue
      }
      #expect(angle.magnitude > 140)
    }
  }

  @Test("an upside-down face is found and would be embedded if the pack stated no domain")
  func withoutDomain() throws {
    let recognition = try Self.recognition(Reference.sample("obama.jpg").upsideDown(), withDomain: false)
    guard case .embedding = recognition else {
      Issue.record("\(recognition)")
      return
    }
  }

  @Test("a head that leans is compared", arguments: [-30.0, -15, 15, 30])
  func leaning(degrees: Double) throws {
    let recognition = try Self.recognition(Reference.sample("astronaut.png").turned(byDegrees: degrees))
    guard case .embedding = recognition else {
      Issue.record("\(recognition)")
      return
    }
  }

  @Test("a face that was followed into the picture of another one is looked at anew")
  func followed() throws {
    let analyzer = try Self.analyzer()
    let upright = try Reference.sample("obama.jpg")
    let face = try #require(try analyzer.analyze(upright).first)
    let turned = upright.upsideDown()
    // The place is that of the upright face; what is there now is not what was followed.
    let recognition = try analyzer.recognise(face, in: turned)
    guard case .outsideDomain = recognition else {
      Issue.record("\(recognition)")
      return
    }
  }

  @Test("the second look tells the turn after which a face stands upright", arguments: QuarterTurn.allCases)
  func uprightTurn(turn: QuarterTurn) throws {
    let analyzer = try Self.analyzer()
    let image = try Reference.sample("astronaut.png")
    let face = try #require(try analyzer.analyze(image).first)
    let look = try #require(try analyzer.secondLook(at: face, in: image))
    #expect(look.uprightTurn == .none)
    #expect(try #require(look.disagreement) < 0.2)
    let scores = [look.turnedRight, look.turnedHalf, look.turnedLeft]
    #expect(scores.allSatisfy { $0 < look.certainty })
    var turned = [look.certainty] + scores
    turned.rotate(by: turn.rawValue / 90)
    let rotated = SecondLook(
      certainty: turned[0], turnedRight: turned[1], turnedHalf: turned[2], turnedLeft: turned[3],
      disagreement: nil)
    #expect(rotated.uprightTurn.rawValue == (360 - turn.rawValue) % 360)
  }

  @Test("each limit is held, and names its reason")
  func limits() {
    let domain = RecognitionDomain(
      leastLength: 9, leastCertainty: 0.8, largestDisagreement: 0.2, leastContrast: 10,
      largestUnderexposedShare: 0.2, largestOverexposedShare: 0.2, largestUnevenness: 0.6)
    func look(_ certainty: Double, half: Double = 0, apart: Double? = 0.1) -> SecondLook {
      SecondLook(
        certainty: certainty, turnedRight: 0, turnedHalf: half, turnedLeft: 0, disagreement: apart)
    }
    #expect(domain.objection(to: look(0.8, apart: 0.2), roll: 0) == nil)
    #expect(domain.objection(to: look(0.79), roll: 0) == .unclear(certainty: 0.79))
    #expect(domain.objection(to: look(0.9, apart: 0.21), roll: 0) == .landmarksDisagree(distance: 0.21))
    #expect(domain.objection(to: look(0.9, half: 0.91), roll: 5) == .rolled(angle: -175))
    #expect(domain.objection(to: Embedding(vector: [], length: 9)) == nil)
    #expect(domain.objection(to: Embedding(vector: [], length: 8.9)) == .unlikeFaces(length: 8.9))
  }

  @Test("a face that is half black, half lit, washed out or without contrast is not compared")
  func light() throws {
    let domain = try #require(try ModelPack.bundled().embedding.domain)
    let analyzer = try Self.analyzer()
    let image = try Reference.sample("obama.jpg").resized(width: 228, height: 284)
    let face = try #require(try analyzer.analyze(image).first)
    let middle = face.landmarks5.noseTip.x
    func objection(_ change: (Double, Double) -> Double) throws -> QualityReason? {
      var changed = image
      for index in changed.pixels.indices {
        let x = Double(index / 3 % image.width)
        changed.pixels[index] = UInt8(max(0, min(255, change(Double(image.pixels[index]), x))))
      }
      return domain.objection(
        to: try #require(FaceQuality(of: face.mesh, pose: face.pose, in: changed)))
    }
    #expect(try objection { value, _ in value } == nil)
    #expect(try objection { value, x in x < middle ? 0 : value }?.name == "underexposed")
    #expect(try objection { value, x in x < middle ? value / 8 + 12 : value }?.name == "unevenLight")
    #expect(try objection { value, _ in value * 6 }?.name == "overexposed")
    #expect(try objection { value, _ in value / 12 + 120 }?.name == "flat")
  }

  @Test(
    "the sentence says by how much pictures have to be turned",
    arguments: [(180.0, "180°"), (-175, "180°"), (90, "270°"), (-80, "90°"), (100, "270°")])
  func cure(angle: Double, turn: String) {
    #expect(QualityReason.rolled(angle: angle).description.contains("turned by \(turn)"))
  }

  @Test("limits come from the manifest, and a limit that is no number is a fault")
  func manifest() throws {
    let domain = try #require(try ModelPack.bundled().embedding.domain)
    #expect(domain.leastLength > 0)
    #expect((0..<1).contains(domain.leastCertainty))
    let bundled = try ModelPack.bundled()
    #expect(throws: ModelPackError.self) {
      try ModelPack(
        manifest: try ModelPackTests.changed(["embedding", "domain", "leastLength"], to: "much"),
        directory: bundled.directory)
    }
    let other = try ModelPack(
      manifest: try ModelPackTests.changed(["embedding", "domain", "leastLength"], to: 3.5),
      directory: bundled.directory)
    #expect(other.embedding.domain?.leastLength == 3.5)
    #expect(other.embedding.domain?.leastCertainty == domain.leastCertainty)
    #expect(try Self.packWithoutDomain().embedding.domain == nil)
  }

  @Test(
    "What is told to people holds for numbers that are none, too",
    arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func numbers(_ number: Double) {
    let reasons: [QualityReason] = [
      .small(interEyeDistance: number), .overexposed(share: number), .underexposed(share: number),
      .unevenLight(difference: number), .turnedAway(angle: number), .rolled(angle: number),
    ]
    for reason in reasons { #expect(!reason.description.isEmpty) }
    #expect(FaceProblem.tooSmall(eyeDistance: number).description.contains("–"))
    #expect(LivenessReason.tooFewFrames(perSecond: number).description.hasPrefix("– frames"))
  }

  @Test("A face that leans is told by how much to turn it", arguments: [(-175.0, 180), (88, 270), (-91, 90)])
  func turns(angle: Double, degrees: Int) {
    #expect(QualityReason.rolled(angle: angle).description.hasSuffix("turned by \(degrees)°"))
  }
}

extension [Double] {
  /// The elements, each as many places farther to the front.
  fileprivate mutating func rotate(by count: Int) { self = Array(self[count...] + self[..<count]) }
}
