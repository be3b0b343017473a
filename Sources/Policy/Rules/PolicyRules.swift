import Formats

/// Every number that decides about attempts, times and enrolment. All times in seconds.
public struct PolicyRules: Sendable, Equatable {
  // MARK: Face

  /// Consecutive failed matches that lock biometry until the passcode succeeds.
  public var failedMatchLimit = 5

  /// Failed matches after which each further one has to wait `matchDelaySeconds`; `nil` for never.
  public var failedMatchesBeforeDelay: Int?

  /// The pause before a match once there is one.
  public var matchDelaySeconds = 0.0

  /// Tries with the face in one evaluation; after the last one the person chooses another way in or gives up.
  public var triesPerEvaluation = 2

  /// Seconds of the frames' own clock after which a try ends. Where nothing was judged until then it is not counted as a
  /// failed match. Frames without a clock count as 30 a second.
  public var secondsPerTry = 10.0

  /// Fewest usable frames that a try compares together.
  public var usableFramesPerTry = 3

  /// Tries in a row that showed the enrolled face and were not decided, after which the passcode is needed; `nil` for never.
  public var undecidedLimit: Int? = 8

  /// Whether open eyes that look at the camera are demanded.
  public var requiresAttention = true

  // MARK: Passcode instead of the face

  /// Whether the first success after a restart needs the passcode.
  public var passcodeAfterRestart = true

  /// Time without any success after which the passcode is needed; `nil` for never.
  public var unlockAgeLimitSeconds: Double? = 48 * 3_600

  /// Time without passcode after which it is needed, unless the face succeeded within `biometricAgeLimitSeconds`;
  /// `nil` for never.
  public var passcodeAgeLimitSeconds: Double? = 156 * 3_600

  /// See `passcodeAgeLimitSeconds`.
  public var biometricAgeLimitSeconds = 4 * 3_600.0

  // MARK: Passcode

  /// The pause after the first, second, … wrong passcode in a row; the last number holds for all further ones.
  public var passcodeDelaysSeconds: [Double] = [0, 0, 0, 0, 60, 300, 900, 900, 3_600]

  /// Wrong passcodes in a row after which none is accepted any more; `nil` for never.
  public var failedPasscodeLimit: Int?

  /// Passcodes that one evaluation accepts.
  public var passcodeTriesPerEvaluation = 6

  /// Fewest characters of a new passcode.
  public var minimumPasscodeLength = 4

  // MARK: Enrolment

  /// Looks of one person.
  public var appearancesPerPerson = 2

  /// Most templates of one look.
  public var templatesPerAppearance = 5

  /// Fewest good frames from which a look is made.
  public var minimumTemplatesPerAppearance = 1

  /// How many templates a look learns from successes that were certain, the oldest giving way; 0 for none. Only what
  /// exceeds the threshold of a match by `learningMargin`, with the look and with what was enrolled alone, is learned, so that
  /// no chain of small steps leads to another face.
  public var learnedTemplatesPerAppearance = 0

  /// By how much a score has to exceed the threshold for the look to learn from it, 0…1.
  public var learningMargin = 0.1

  /// The rules of Apple's Face ID, as far as they are published.
  public static let faceID = PolicyRules()

  /// The limits of NIST SP 800-63B-4 for biometrics without tested attack detection: after 5 failures 30 seconds
  /// before each further match, 50 in all; 100 wrong passcodes in all. Times of use as for Face ID.
  public static let nist80063B: PolicyRules = {
    var rules = PolicyRules()
    rules.failedMatchLimit = 50
    rules.failedMatchesBeforeDelay = 5
    rules.matchDelaySeconds = 30
    rules.failedPasscodeLimit = 100
    rules.minimumPasscodeLength = 6
    return rules
  }()

  /// The rules by the name that a configuration uses: `face-id` or `nist-800-63b`.
  public static func preset(_ name: String) -> PolicyRules? {
    switch name {
    case "face-id": .faceID
    case "nist-800-63b": .nist80063B
    default: nil
    }
  }

  /// The names that `preset` knows.
  public static let presetNames = ["face-id", "nist-800-63b"]

  /// The pause after `count` wrong passcodes in a row.
  public func passcodeDelay(afterFailures count: Int) -> Double {
    guard count > 0, let last = passcodeDelaysSeconds.last else { return 0 }
    return count <= passcodeDelaysSeconds.count ? passcodeDelaysSeconds[count - 1] : last
  }

  /// What is wrong with these rules, by the names of the properties; empty for rules that make sense.
  public var faults: [DocumentFault] {
    var faults: [DocumentFault] = []
    let counts: [(String, Int, upTo: Int)] = [
      (Key.failedMatchLimit, failedMatchLimit, Self.countLimit),
      (Key.triesPerEvaluation, triesPerEvaluation, Self.countLimit),
      (Key.usableFramesPerTry, usableFramesPerTry, Self.countLimit),
      (Key.passcodeTriesPerEvaluation, passcodeTriesPerEvaluation, Self.countLimit),
      (Key.minimumPasscodeLength, minimumPasscodeLength, PasscodeLimits.maximumByteCount),
      (Key.appearancesPerPerson, appearancesPerPerson, Self.countLimit),
      (Key.templatesPerAppearance, templatesPerAppearance, Self.countLimit),
      (Key.minimumTemplatesPerAppearance, minimumTemplatesPerAppearance, Self.countLimit),
    ]
    let limits = undecidedLimit.map { [(Key.undecidedLimit, $0, upTo: Self.countLimit)] } ?? []
    for (key, count, limit) in counts + limits where !(1...limit).contains(count) {
      faults.append(DocumentFault(key, .outOfRange(1...Double(limit))))
    }
    if !(0...Self.learnedLimit).contains(learnedTemplatesPerAppearance) {
      faults.append(
        DocumentFault(Key.learnedTemplatesPerAppearance, .outOfRange(0...Double(Self.learnedLimit))))
    }
    if !(0...1).contains(learningMargin) {
      faults.append(DocumentFault(Key.learningMargin, .outOfRange(0...1)))
    }
    let times: [(String, Double?)] =
      [
        (Key.matchDelaySeconds, matchDelaySeconds), (Key.secondsPerTry, secondsPerTry),
        (Key.unlockAgeLimitSeconds, unlockAgeLimitSeconds),
        (Key.passcodeAgeLimitSeconds, passcodeAgeLimitSeconds),
        (Key.biometricAgeLimitSeconds, biometricAgeLimitSeconds),
      ]
      + passcodeDelaysSeconds.enumerated().map { ("\(Key.passcodeDelaysSeconds).\($0)", $1) }
    for case (let key, let time?) in times where !time.isFinite || time < 0 {
      faults.append(DocumentFault(key, .noDuration))
    }
    if secondsPerTry == 0 { faults.append(DocumentFault(Key.secondsPerTry, .noDuration)) }
    if minimumTemplatesPerAppearance > templatesPerAppearance {
      faults.append(
        DocumentFault(Key.minimumTemplatesPerAppearance, .exceeds(key: Key.templatesPerAppearance)))
    }
    return faults
  }

  /// A look that has learned more than this would forget how it was enrolled.
  private static let learnedLimit = 16

  /// More than any count of these rules needs.
  private static let countLimit = 1_000_000
}
