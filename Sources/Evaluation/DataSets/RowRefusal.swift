import Formats
import Platform

/// Why a row of a protocol file, or a file of a data set, says nothing.
package enum RowRefusal: Error, Hashable, Sendable {
  case missingPath
  /// The file cannot be read. The reason is one line without its name.
  case unreadable(Path, reason: String)
  case outsideOfFolders(Path)

  // Labels and scores.
  case unknownSameness(String)
  case unknownLabel(String, of: Path, LabelledPictures.Wording)
  case unreadableScore(String)
  case attackWithoutSpecies(Path)

  // What stands in another row, too.
  case repeatedPicture(Path, line: Int)
  case repeatedPair(line: Int)
  case contradictedPair(line: Int)
  case pairedWithItself(Path)

  // Who is who.
  case renamed(Path, String, known: String)
  /// A pair that is labelled as one person.
  case differentPeople(String, String)
  /// A pair that is labelled as different people.
  case samePerson(String)
  case contradictedIdentities(label: String)

  // The original lists of Labeled Faces in the Wild.
  case noPair
  case pairOutOfTurn(expectsGenuine: Bool, perFold: Int)
  case impostorOfOnePerson
  case pairBeyondPromise(Int)
  case fewerThanPromised(Int, found: Int)

  // Enrolment and probes.
  case unknownUse(String, of: Path)
  case enrolsNobody(Path)
  case enrolledTwice(Path)
  case claimsNobody(Path)
  case belongsToNobody(Path)
  case claimsUnknown(String)
  case probesWithEnrolment(Path)
  /// Subject, claim or species differ from those of the transaction's first row.
  case otherTransaction(String, line: Int)
}

extension RowRefusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missingPath: "a path is missing"
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .outsideOfFolders(let path): "\(path) lies in no person's folder"
    case .unknownSameness(let label):
      "the label '\(printable(label))' is neither 1 (the same person) nor 0"
    case .unknownLabel(let label, let path, let wording):
      "the label '\(printable(label))' of \(path) is \(wording.expectation)"
    case .unreadableScore(let text): "the score '\(printable(text))' is no cosine from -1 to 1"
    case .attackWithoutSpecies(let path): "\(path) is an attack without a species"
    case .repeatedPicture(let path, let line): "\(path) was named in line \(line) already"
    case .repeatedPair(let line): "the same pair as in line \(line)"
    case .contradictedPair(let line): "contradicts line \(line), which counts"
    case .pairedWithItself(let path): "\(path) is paired with itself"
    case .renamed(let path, let name, let known):
      "calls \(path) '\(printable(name))' and not '\(printable(known))' as another row does"
    case .differentPeople(let first, let second):
      "is labelled as one person, but shows '\(printable(first))' and '\(printable(second))'"
    case .samePerson(let name):
      "is labelled as different people, but shows '\(printable(name))' twice"
    case .contradictedIdentities(let label):
      "the label '\(printable(label))' contradicts the identities"
    case .noPair: "is neither 'name n m' nor 'name n name m'"
    case .pairOutOfTurn(let expectsGenuine, let perFold):
      "stands where \(expectsGenuine ? "a genuine" : "an impostor") pair is due: the first line promises "
        + "\(perFold) of each in turn"
    case .impostorOfOnePerson: "is an impostor pair of one person"
    case .pairBeyondPromise(let promised):
      "follows the \(grouped(promised)) pairs that the first line promises"
    case .fewerThanPromised(let promised, let found):
      "promises \(grouped(promised)) pairs, \(grouped(found)) follow"
    case .unknownUse(let word, let path):
      "the use '\(printable(word))' of \(path) is neither 'enrol' nor 'probe'"
    case .enrolsNobody(let path): "\(path) enrols nobody: the subject is missing"
    case .enrolledTwice(let path): "\(path) is enrolled twice"
    case .claimsNobody(let path): "\(path) claims to be nobody: subject and claim are missing"
    case .belongsToNobody(let path): "\(path) is nobody's: subject and species are missing"
    case .claimsUnknown(let name): "claims to be '\(printable(name))', who is not enrolled"
    case .probesWithEnrolment(let path):
      "\(path) is enrolled as the same person, so it cannot probe"
    case .otherTransaction(let name, let line):
      "transaction '\(printable(name))' has another subject, claim or species than in line \(line)"
    }
  }
}
