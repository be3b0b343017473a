import Facelatch
import Foundation
import TestSupport

@testable import facelatch

/// A store in a temporary folder with Ada in it, who has a passcode and the face of `obama.jpg`.
struct PreparedStore {
  struct NoFace: Error {}

  static let user = "ada"
  static let passcode = "correct horse"

  /// The same person, and somebody else; both look at the camera.
  static let face = Samples.path("obama3.jpg")
  static let stranger = Samples.path("biden.jpg")

  private static let template = Result { try makeTemplate() }

  /// Costs almost nothing to compare.
  private static let verifier = Result {
    try PasscodeHash.make(Array(passcode.utf8), limits: .leastForTests)
  }

  let folder: TemporaryFolder

  var directory: String { folder.file("store") }

  init(isEnrolled: Bool = true) throws {
    folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: Path(directory))
    let verifier = try Self.verifier.get()
    let templates = isEnrolled ? [try Self.template.get()] : []
    let now = SystemClock().now()
    try store.update(Self.user) { (record) throws(StoreError) in
      record = UserRecord(
        name: Self.user, appearances: isEnrolled ? [Appearance(label: "default", templates: templates)] : [],
        passcodeVerifier: verifier, attempts: AttemptState(lastPasscode: now),
        enrolmentNonce: [UInt8](repeating: 7, count: 16))
    }
  }

  private static func makeTemplate() throws -> FaceTemplate {
    let analyzer = FaceAnalyzer(models: FaceModels(pack: try .bundled()))
    let image = try DecodedImage(contentsOf: Samples.path("obama.jpg")).image
    guard case .face(let face) = try analyzer.acquire(image),
      let template = try analyzer.template(of: face, in: image).template
    else { throw NoFace() }
    return template
  }

  /// Runs the program on this store.
  ///
  /// - Parameter passcodes: Lines for `--passcode-fd 3`, which is added to the arguments.
  func run(_ arguments: String..., passcodes: String? = nil, input: [UInt8] = []) throws -> ProgramRun {
    let all = arguments + (passcodes == nil ? [] : ["--passcode-fd", "3"])
    return try ProgramRun(
      bytes: all.map { Array($0.utf8) }, input: input, passcodes: passcodes,
      environment: ["FACELATCH_STORE": directory])
  }

  /// The program with this store on a terminal.
  func terminal(_ arguments: String...) throws -> PseudoTerminal {
    try PreparedStore.terminal(arguments, store: directory)
  }

  /// The program with any store on a terminal.
  static func terminal(_ arguments: [String], store: String) throws -> PseudoTerminal {
    var launch = Launch(try ProgramRun.executable(), arguments)
    launch.environment.merge(["FACELATCH_STORE": store, "TERM": "dumb"]) { $1 }
    return try PseudoTerminal(launch)
  }

  var record: UserRecord? {
    get throws { try SQLiteStore(directory: Path(directory)).record(of: Self.user) }
  }
}

extension ProgramRun {
  /// `domain`, `code` and `name` of the JSON's `error`.
  func jsonError() throws -> (domain: String?, code: Int?, name: String?) {
    let error = try json()["error"] as? [String: Any]
    return (error?["domain"] as? String, error?["code"] as? Int, error?["name"] as? String)
  }

  /// The keys of the JSON in the order in which they are printed.
  func keysInOrder(_ keys: [String]) -> Bool {
    let places = keys.compactMap { output.range(of: "\"\($0)\":")?.lowerBound }
    return places.count == keys.count && places == places.sorted()
  }
}
