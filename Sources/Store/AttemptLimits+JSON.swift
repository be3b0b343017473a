import Formats

/// Limits as a part of the sealed attempts.
extension AttemptLimits {
  var json: JSON {
    .object([
      "failedMatches": .integer(failedMatches),
      "failedMatchesBeforeDelay": failedMatchesBeforeDelay.map(JSON.integer) ?? .null,
      "matchDelaySeconds": .exact(matchDelaySeconds),
      "undecidedTries": undecidedTries.map(JSON.integer) ?? .null,
      "failedPasscodes": failedPasscodes.map(JSON.integer) ?? .null,
      "passcodeDelaysSeconds": .array(passcodeDelaysSeconds.map { .exact($0) }),
      "passcodeAfterRestart": .boolean(passcodeAfterRestart),
      "unlockAgeSeconds": unlockAgeSeconds.map { .exact($0) } ?? .null,
      "passcodeAgeSeconds": passcodeAgeSeconds.map { .exact($0) } ?? .null,
      "biometricAgeSeconds": .exact(biometricAgeSeconds),
    ])
  }

  init?(_ value: DocumentValue) {
    guard let document = value.object() else { return nil }
    let failedMatches = document["failedMatches"]?.wholeNumber()
    let beforeDelay = document.present("failedMatchesBeforeDelay").flatMap { $0.wholeNumber() }
    let matchDelay = document["matchDelaySeconds"]?.number()
    let undecidedTries = document.present("undecidedTries").flatMap { $0.wholeNumber() }
    let failedPasscodes = document.present("failedPasscodes").flatMap { $0.wholeNumber() }
    let delays = document["passcodeDelaysSeconds"]?.numbers()
    let afterRestart = document["passcodeAfterRestart"]?.boolean()
    let unlockAge = document.present("unlockAgeSeconds").flatMap { $0.number() }
    let passcodeAge = document.present("passcodeAgeSeconds").flatMap { $0.number() }
    let biometricAge = document["biometricAgeSeconds"]?.number()
    document.finish()
    guard let failedMatches, let matchDelay, let delays, let afterRestart, let biometricAge else {
      return nil
    }
    self.init(
      failedMatches: failedMatches, failedMatchesBeforeDelay: beforeDelay, matchDelaySeconds: matchDelay,
      undecidedTries: undecidedTries, failedPasscodes: failedPasscodes, passcodeDelaysSeconds: delays,
      passcodeAfterRestart: afterRestart, unlockAgeSeconds: unlockAge, passcodeAgeSeconds: passcodeAge,
      biometricAgeSeconds: biometricAge)
  }
}
