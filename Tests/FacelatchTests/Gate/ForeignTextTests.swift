import Platform
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

/// What others wrote into packs, files and names must not reach a terminal as it is.
@Suite("Foreign text in errors")
struct ForeignTextTests {
  /// Clears the screen, sets the title, hides what follows, and turns the writing around.
  private static let evil = "a\u{1b}[2Jb\u{7}\u{9b}31m\nc\u{202e}d"
  private static let shown = #"a\x1b[2Jb\x07\u{9b}31m\nc\u{202e}d"#
  private static let path = Path(evil)

  private static let fault = OwnershipFault(
    path: path, entry: path, owner: evil, mode: 0o777, cause: .foreignOwner)

  private static let errors: [any Error & CustomStringConvertible] = [
    ModelPackError.notFound(searched: [evil]), ModelPackError.unreadable(file: evil, reason: evil),
    ModelPackError.malformedManifest(
      file: evil,
      faults: [DocumentFault(evil, .unknownKey(understood: ["key"])), DocumentFault(evil, .missing)]),
    ModelPackError.unsupportedFormat(file: evil, version: 2),
    ModelPackError.wrongContent(file: evil, expected: evil, found: evil),
    ModelPackError.unusableNetwork(file: evil, detail: evil),
    ModelPackError.withoutNetwork(pack: evil, role: evil),
    OperatingPointsFileError.unreadable(file: evil, reason: evil),
    OperatingPointsFileError.malformed(
      file: evil, faults: [DocumentFault(evil, .unknownWord(found: evil, understood: ["word"]))]),
    OperatingPointsFileError.unsupportedFormat(file: evil, version: 2),
    OperatingPointsFileError.otherModel(file: evil, measured: evil, inUse: evil),
    MatchingError.differentModels(enrolled: evil, probe: evil), MatchingError.invalidModelHash(evil),
    MatchingError.invalidOperatingPoints(detail: evil),
    ConfigurationError.missing(path: path), ConfigurationError.unreadable(path: path, reason: evil),
    ConfigurationError.untrusted(fault),
    ConfigurationError.malformed(path: path, faults: [DocumentFault(evil, .missing)]),
    GateError.matching(.withoutOperatingPoints, pack: evil), GateError.untrusted(.models, fault),
    GateError.noUsableFace(picture: evil, .noFace),
    CaptureError.source(name: evil, reason: evil), CaptureError.silentProgram(name: evil),
    CaptureError.untrusted(fault), CaptureError.unsupported(name: evil, variant: evil, cure: "convert it"),
    CaptureError.damaged(name: evil, frames: 1, reason: evil),
    CaptureError.tooLarge(name: evil, frames: 1, reason: evil),
    ImageError.cannotRead(path: evil, reason: evil),
    ImageError.unsupported(name: evil, format: .png, variant: evil),
    StoreError.cannotAccess(path: path, reason: evil), StoreError.untrusted(fault),
    StoreError.tooOpen(path: path, mode: 0o777, kind: .file),
    StoreError.wrongKey(path: path, database: path),
    StoreError.damagedValue(database: path, table: evil, column: evil, user: evil),
    StoreError.notAStore(path: path, reason: evil), StoreError.database(path: path, reason: evil),
    StoreError.invalidName(evil), StoreError.invalidSecretKey(evil), StoreError.unknownUser(evil),
    StoreError.tooLarge(what: evil, byteCount: 2, limit: 1), StoreError.changedMeanwhile(user: evil),
    StoreError.cryptography(reason: evil),
    PasscodeError.alreadySet(user: evil), PasscodeError.notSet(user: evil),
    EnrolmentError.invalidLabel(evil), EnrolmentError.unknownAppearance(label: evil, labels: [evil]),
    EnrolmentError.tooManyAppearances(limit: 2, labels: [evil]),
  ]

  @Test("It is shown by escapes, once, and never obeyed", arguments: errors.indices)
  func escaped(_ index: Int) {
    let text = "\(Self.errors[index])"
    #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(text)")
    #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .format }, "\(text)")
    // An escape that was escaped again would show two backslashes.
    #expect(!text.contains(#"\\"#), "\(text)")
    #expect(text.contains(Self.shown.prefix(11)), "\(text)")
  }
}
