import Formats

extension PolicyRules {
  /// Reads rules: the name of a preset, or an object with the values that differ from a preset.
  ///
  /// `{ "preset": "face-id", "failedMatchLimit": 3, "unlockAgeLimitSeconds": null }`; without `preset` the values differ
  /// from those of `face-id`, and `null` stands for "never".
  ///
  /// What is wrong is noted, also a key that is unknown, because a misspelt limit must not be ignored, and values that
  /// make no sense; it stays as in the preset then.
  ///
  /// - Returns: `nil` where the value is neither a name nor an object.
  package init?(_ value: DocumentValue) {
    if case .string = value.json {
      guard let rules = value.preset() else { return nil }
      self = rules
      return
    }
    guard let document = value.object() else { return nil }
    self = document.present(Key.preset).flatMap { $0.preset() } ?? .faceID
    document.read(Key.failedMatchLimit, &failedMatchLimit) { $0.wholeNumber() }
    document.readLimit(Key.failedMatchesBeforeDelay, &failedMatchesBeforeDelay) { $0.wholeNumber() }
    document.read(Key.matchDelaySeconds, &matchDelaySeconds) { $0.number() }
    document.read(Key.triesPerEvaluation, &triesPerEvaluation) { $0.wholeNumber() }
    document.read(Key.secondsPerTry, &secondsPerTry) { $0.number() }
    document.read(Key.usableFramesPerTry, &usableFramesPerTry) { $0.wholeNumber() }
    document.readLimit(Key.undecidedLimit, &undecidedLimit) { $0.wholeNumber() }
    document.read(Key.requiresAttention, &requiresAttention) { $0.boolean() }
    document.read(Key.passcodeAfterRestart, &passcodeAfterRestart) { $0.boolean() }
    document.readLimit(Key.unlockAgeLimitSeconds, &unlockAgeLimitSeconds) { $0.number() }
    document.readLimit(Key.passcodeAgeLimitSeconds, &passcodeAgeLimitSeconds) { $0.number() }
    document.read(Key.biometricAgeLimitSeconds, &biometricAgeLimitSeconds) { $0.number() }
    document.read(Key.passcodeDelaysSeconds, &passcodeDelaysSeconds) { $0.numbers() }
    document.readLimit(Key.failedPasscodeLimit, &failedPasscodeLimit) { $0.wholeNumber() }
    document.read(Key.passcodeTriesPerEvaluation, &passcodeTriesPerEvaluation) { $0.wholeNumber() }
    document.read(Key.minimumPasscodeLength, &minimumPasscodeLength) { $0.wholeNumber() }
    document.read(Key.appearancesPerPerson, &appearancesPerPerson) { $0.wholeNumber() }
    document.read(Key.templatesPerAppearance, &templatesPerAppearance) { $0.wholeNumber() }
    document.read(Key.minimumTemplatesPerAppearance, &minimumTemplatesPerAppearance) { $0.wholeNumber() }
    document.read(Key.learnedTemplatesPerAppearance, &learnedTemplatesPerAppearance) { $0.wholeNumber() }
    document.read(Key.learningMargin, &learningMargin) { $0.number() }
    document.finish()
    value.reader.note(faults.map { $0.below(value.place.path) })
  }

  /// The keys of a document, called like the properties.
  enum Key {
    static let preset = "preset"
    static let failedMatchLimit = "failedMatchLimit"
    static let failedMatchesBeforeDelay = "failedMatchesBeforeDelay"
    static let matchDelaySeconds = "matchDelaySeconds"
    static let triesPerEvaluation = "triesPerEvaluation"
    static let secondsPerTry = "secondsPerTry"
    static let usableFramesPerTry = "usableFramesPerTry"
    static let undecidedLimit = "undecidedLimit"
    static let requiresAttention = "requiresAttention"
    static let passcodeAfterRestart = "passcodeAfterRestart"
    static let unlockAgeLimitSeconds = "unlockAgeLimitSeconds"
    static let passcodeAgeLimitSeconds = "passcodeAgeLimitSeconds"
    static let biometricAgeLimitSeconds = "biometricAgeLimitSeconds"
    static let passcodeDelaysSeconds = "passcodeDelaysSeconds"
    static let failedPasscodeLimit = "failedPasscodeLimit"
    static let passcodeTriesPerEvaluation = "passcodeTriesPerEvaluation"
    static let minimumPasscodeLength = "minimumPasscodeLength"
    static let appearancesPerPerson = "appearancesPerPerson"
    static let templatesPerAppearance = "templatesPerAppearance"
    static let learnedTemplatesPerAppearance = "learnedTemplatesPerAppearance"
    static let learningMargin = "learningMargin"
    static let minimumTemplatesPerAppearance = "minimumTemplatesPerAppearance"
  }
}

extension DocumentObject {
  /// Replaces a value by that of the document, where there is a sound one.
  fileprivate func read<Value>(_ key: String, _ value: inout Value, _ read: (DocumentValue) -> Value?) {
    if let found = optional(key).flatMap(read) { value = found }
  }

  /// The same for a limit that null takes away.
  fileprivate func readLimit<Value>(_ key: String, _ limit: inout Value?, _ read: (DocumentValue) -> Value?) {
    guard let found = optional(key) else { return }
    if case .null = found.json {
      limit = nil
    } else if let value = read(found) {
      limit = value
    }
  }
}

extension DocumentValue {
  fileprivate func preset() -> PolicyRules? {
    guard let name = string() else { return nil }
    return PolicyRules.preset(name)
      ?? note(.unknownWord(found: name, understood: PolicyRules.presetNames))
  }
}
