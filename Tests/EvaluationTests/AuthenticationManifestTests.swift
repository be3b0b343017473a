import Formats
import Testing

@testable import Evaluation

@Suite("Manifests of the whole policy")
struct AuthenticationManifestTests {
  private func manifest(_ lines: String...) throws -> AuthenticationManifest {
    let head = "path,subject,use,claim,species,transaction"
    return try AuthenticationManifest(
      csv: Array(([head] + lines).joined(separator: "\n").utf8), name: "people.csv")
  }

  @Test("People are enrolled with their pictures, and probes claim themselves or somebody else")
  func claims() throws {
    let list = try manifest(
      "a1.jpg,Ada,enrol", "p1.jpg,Ada,probe", "b1.jpg,Bo,Enroll", "a2.jpg,Ada,enrol", "p2.jpg,Bo,probe,Ada",
      "p3.jpg,,PROBE,Bo,print", "p4.jpg,Ada,probe,Ada,mask")
    #expect(list.people.map(\.name) == ["Ada", "Bo"])
    #expect(list.people.map { $0.enrolment.map(\.text) } == [["a1.jpg", "a2.jpg"], ["b1.jpg"]])
    #expect(
      list.transactions.map { $0.paths.map(\.text) } == [["p1.jpg"], ["p2.jpg"], ["p3.jpg"], ["p4.jpg"]])
    #expect(list.transactions.map(\.subject) == ["Ada", "Bo", "", "Ada"])
    #expect(list.transactions.map(\.claim) == [0, 0, 1, 0])
    #expect(list.transactions.map(\.species) == ["", "", "print", "mask"])
    #expect(list.transactions.map(\.line) == [3, 6, 7, 8])
    #expect(list.problems.isEmpty)
  }

  @Test("Rows of one transaction are its frames in their order")
  func transactions() throws {
    let list = try manifest(
      "a.jpg,Ada,enrol", "1.jpg,Ada,probe,,,t1", "2.jpg,Ada,probe,,,t2", "3.jpg,Ada,probe,Ada,,t1",
      "4.jpg,Bo,probe,Ada,,t2", "5.jpg,Ada,probe", "6.jpg,Ada,probe")
    #expect(
      list.transactions.map { $0.paths.map(\.text) } == [
        ["1.jpg", "3.jpg"], ["2.jpg"], ["5.jpg"], ["6.jpg"],
      ])
    #expect(
      list.problems.texts == [
        "line 6: transaction 't2' has another subject, claim or species than in line 4"
      ])
  }

  @Test("Rows that say nothing are left out with line and cause, in the order of the file")
  func leftOut() throws {
    let list = try manifest(
      "p0.jpg,Cy,probe", "a.jpg,Ada,enrol", "a.jpg,Ada,enrol", ",Ada,enrol", "a.jpg,,enrol", "p.jpg,,probe",
      "p.jpg,Ada,test", "p.jpg,Ada", "p1.jpg,Ada,probe", "a.jpg,Bo,enrol", "p2.jpg,Ada,probe,Nobody")
    #expect(list.people.map(\.name) == ["Ada", "Bo"])
    #expect(list.transactions.map(\.line) == [10])
    #expect(
      list.problems.texts == [
        "line 2: claims to be 'Cy', who is not enrolled", "line 4: a.jpg is enrolled twice",
        "line 5: a path is missing", "line 6: a.jpg enrols nobody: the subject is missing",
        "line 7: p.jpg claims to be nobody: subject and claim are missing",
        "line 8: the use 'test' of p.jpg is neither 'enrol' nor 'probe'",
        "line 9: the use '' of p.jpg is neither 'enrol' nor 'probe'",
        "line 12: claims to be 'Nobody', who is not enrolled",
      ])
  }

  @Test("Columns that may be missing, quotes, CR LF and a byte-order mark")
  func form() throws {
    let bytes = ProtocolText.bytes(
      "use,Subject,path", "enrol,\"Lovelace, Ada\",\"a, b.jpg\"", "probe,\"Lovelace, Ada\",p.jpg")
    for text in [bytes, ProtocolText.spreadsheet(bytes)] {
      let list = try AuthenticationManifest(csv: text, name: "")
      #expect(list.people.map(\.name) == ["Lovelace, Ada"])
      #expect(list.people[0].enrolment.map(\.text) == ["a, b.jpg"])
      #expect(list.transactions.count == 1)
    }
  }

  @Test(
    "A file that is no manifest is refused with file, cause and cure",
    arguments: [
      ("", "its first line does not name the columns path, subject and use"),
      ("path,subject\n", "its first line does not name the columns path, subject and use"),
      ("path,subject,use\n", "nobody probes"), ("path,subject,use\na,Ada,enrol\n", "nobody probes"),
      (
        "path,subject,use\na,Ada,probe\n",
        "no usable probe; line 2: claims to be 'Ada', who is not enrolled"
      ),
      ("path,subject,use\na,Ada,enrol\nb,\"Ada,probe\n", "the quote in line 3 is never closed"),
    ])
  func unusable(_ text: String, _ cause: String) {
    let error = #expect(throws: DataSetError.self) {
      try AuthenticationManifest(csv: Array(text.utf8), name: "people.csv")
    }
    #expect(error?.description.hasPrefix("people.csv: \(cause); ") == true, "\(String(describing: error))")
  }

  @Test("A person with many pictures takes no longer per picture")
  func many() throws {
    let rows = (0..<20_000).map { "\($0).jpg,Ada,enrol\n" }.joined()
    let list = try AuthenticationManifest(
      csv: Array(("path,subject,use\n" + rows + "p.jpg,Ada,probe\n").utf8), name: "")
    #expect(list.people[0].enrolment.count == 20_000)
  }
}
