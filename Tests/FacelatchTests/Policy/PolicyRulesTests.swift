import Foundation
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Rules")
struct PolicyRulesTests {
  @Test("The presets make sense and have names")
  func presets() {
    for name in PolicyRules.presetNames { #expect(PolicyRules.preset(name)?.problems.isEmpty == true) }
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
    #expect(rules.problems.count == 3)
    rules = .faceID
    rules.passcodeDelaysSeconds = [.nan]
    #expect(rules.problems == ["a time is negative or not a number"])
  }

  private func decode(_ json: String) throws -> PolicyRules {
    try JSONDecoder().decode(PolicyRules.self, from: Data(json.utf8))
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

  @Test("All values survive being written and read", arguments: PolicyRules.presetNames)
  func roundTrip(name: String) throws {
    var rules = try #require(PolicyRules.preset(name))
    rules.unlockAgeLimitSeconds = nil
    rules.passcodeDelaysSeconds = [1, 2]
    rules.requiresAttention = false
    let written = try JSONEncoder().encode(rules)
    #expect(try JSONDecoder().decode(PolicyRules.self, from: written) == rules)
    // No value was forgotten: every stored property has a key in the text.
    let text = String(decoding: written, as: UTF8.self)
    for property in Mirror(reflecting: rules).children {
      #expect(text.contains("\"\(property.label ?? "")\""))
    }
  }

  @Test(
    "What is misspelt or senseless is refused, not ignored",
    arguments: [
      "\"lenient\"", "{ \"preset\": \"lenient\" }", "{ \"failedMatchLimits\": 3 }",
      "{ \"failedMatchLimit\": 0 }",
      "{ \"failedMatchLimit\": \"3\" }", "{ \"passcodeDelaysSeconds\": [-1] }", "[]", "7",
    ])
  func refused(json: String) {
    #expect(throws: DecodingError.self) { try decode(json) }
  }
}
