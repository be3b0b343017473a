import Formats
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Rules")
struct PolicyRulesTests {
  @Test("The presets make sense and have names")
  func presets() {
    for name in PolicyRules.presetNames { #expect(PolicyRules.preset(name)?.faults.isEmpty == true) }
    #expect(PolicyRules.preset("face-id") == .faceID)
    #expect(PolicyRules.preset("nist-800-63b") == .nist80063B)
    #expect(PolicyRules.preset("lenient") == nil)
  }

  @Test("Rules that make no sense are named")
  func problems() {
    var rules = PolicyRules.faceID
    rules.failedMatchLimit = 0
    rules.matchDelaySeconds = -1
    rules.minimumTemplatesPerAppearance = 9
    #expect(
      rules.faults == [
        DocumentFault("failedMatchLimit", .outOfRange(1...1_000_000)),
        DocumentFault("matchDelaySeconds", .noDuration),
        DocumentFault("minimumTemplatesPerAppearance", .exceeds(key: "templatesPerAppearance")),
      ])
    rules = .faceID
    rules.passcodeDelaysSeconds = [0, .nan]
    #expect(rules.faults == [DocumentFault("passcodeDelaysSeconds.1", .noDuration)])
    rules = .faceID
    rules.minimumPasscodeLength = 1_000_000
    #expect(rules.faults.map(\.keyPath) == ["minimumPasscodeLength"])
  }

  private func read(_ json: String) -> (rules: PolicyRules?, faults: [DocumentFault]) {
    let reader = DocumentReader()
    let rules = reader.value(Array(json.utf8)).flatMap { PolicyRules($0) }
    return (rules, reader.faults)
  }

  private func decode(_ json: String) throws -> PolicyRules {
    let (rules, faults) = read(json)
    #expect(faults == [])
    return try #require(rules)
  }

  @Test("A configuration names a preset, or the values that differ from one")
  func decoding() throws {
    #expect(try decode("\"nist-800-63b\"") == .nist80063B)
    #expect(try decode("{}") == .faceID)
    #expect(try decode("{ \"preset\": \"nist-800-63b\" }") == .nist80063B)
    var expected = PolicyRules.faceID
    expected.failedMatchLimit = 3
    expected.unlockAgeLimitSeconds = nil
    #expect(try decode("{ \"failedMatchLimit\": 3, \"unlockAgeLimitSeconds\": null }") == expected)
  }

  @Test("Every value has a key")
  func keys() {
    for property in Mirror(reflecting: PolicyRules.faceID).children {
      let key = property.label ?? ""
      let (rules, faults) = read("{\"\(key)\": {}}")
      #expect(rules == .faceID)
      #expect(faults.count == 1 && faults.first?.keyPath == key)
      guard case .wrongKind(_, .object) = faults.first?.problem else {
        Issue.record("\(faults)")
        continue
      }
    }
  }

  @Test("All values are read")
  func allValues() throws {
    let rules = try decode(
      """
      {
        "failedMatchLimit": 7, "failedMatchesBeforeDelay": 2, "matchDelaySeconds": 0.5, "triesPerEvaluation": 3,
        "secondsPerTry": 7.5, "usableFramesPerTry": 4, "undecidedLimit": 3, "requiresAttention": false, "passcodeAfterRestart": false,
        "unlockAgeLimitSeconds": 10, "passcodeAgeLimitSeconds": null, "biometricAgeLimitSeconds": 30,
        "passcodeDelaysSeconds": [1, 2], "failedPasscodeLimit": 9, "passcodeTriesPerEvaluation": 5,
        "minimumPasscodeLength": 8, "appearancesPerPerson": 1, "templatesPerAppearance": 6,
        "minimumTemplatesPerAppearance": 2, "learnedTemplatesPerAppearance": 3, "learningMargin": 0.25
      }
      """)
    var expected = PolicyRules.nist80063B
    expected.failedMatchLimit = 7
    expected.failedMatchesBeforeDelay = 2
    expected.matchDelaySeconds = 0.5
    expected.triesPerEvaluation = 3
    expected.secondsPerTry = 7.5
    expected.undecidedLimit = 3
    expected.usableFramesPerTry = 4
    expected.requiresAttention = false
    expected.passcodeAfterRestart = false
    expected.unlockAgeLimitSeconds = 10
    expected.passcodeAgeLimitSeconds = nil
    expected.biometricAgeLimitSeconds = 30
    expected.passcodeDelaysSeconds = [1, 2]
    expected.failedPasscodeLimit = 9
    expected.passcodeTriesPerEvaluation = 5
    expected.minimumPasscodeLength = 8
    expected.appearancesPerPerson = 1
    expected.templatesPerAppearance = 6
    expected.minimumTemplatesPerAppearance = 2
    expected.learnedTemplatesPerAppearance = 3
    expected.learningMargin = 0.25
    #expect(rules == expected)
  }

  @Test(
    "What is misspelt or senseless is refused with its place, not ignored",
    arguments: [
      ("\"lenient\"", [""]), ("{ \"preset\": \"lenient\" }", ["preset"]),
      ("{ \"failedMatchLimits\": 3 }", ["failedMatchLimits"]),
      ("{ \"failedMatchLimit\": 0 }", ["failedMatchLimit"]),
      ("{ \"undecidedLimit\": 0 }", ["undecidedLimit"]), ("{ \"secondsPerTry\": 0 }", ["secondsPerTry"]),
      ("{ \"failedMatchLimit\": \"3\", \"secondsPerTry\": null }", ["failedMatchLimit", "secondsPerTry"]),
      ("{ \"passcodeDelaysSeconds\": [-1] }", ["passcodeDelaysSeconds.0"]), ("[]", [""]), ("7", [""]),
    ])
  func refused(json: String, places: [String]) {
    #expect(read(json).faults.map(\.keyPath) == places)
  }
}
