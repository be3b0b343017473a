import Platform

extension PolicyRules {
  private enum Key: String, CodingKey, CaseIterable {
    case preset
    case failedMatchLimit, failedMatchesBeforeDelay, matchDelaySeconds, triesPerEvaluation, framesPerTry
    case usableFramesPerTry, requiresAttention
    case passcodeAfterRestart, unlockAgeLimitSeconds, passcodeAgeLimitSeconds, biometricAgeLimitSeconds
    case passcodeDelaysSeconds, failedPasscodeLimit, passcodeTriesPerEvaluation, minimumPasscodeLength
    case appearancesPerPerson, templatesPerAppearance, minimumTemplatesPerAppearance
  }

  /// Any key, to find those that are unknown.
  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads rules: the name of a preset, or an object with the values that differ from a preset.
  ///
  /// `{ "preset": "face-id", "failedMatchLimit": 3, "unlockAgeLimitSeconds": null }`; without `preset` the values differ
  /// from those of `face-id`, and `null` stands for "never".
  ///
  /// - Throws: `DecodingError` also for a key that is unknown, because a misspelt limit must not be ignored, and for
  ///   values that make no sense.
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self = try Self.named(name, decoder.codingPath)
      return
    }
    for key in try decoder.container(keyedBy: AnyKey.self).allKeys where Key(rawValue: key.stringValue) == nil
    {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "rule \"\(printable(key.stringValue, limit: 40))\" is unknown"))
    }
    let values = try decoder.container(keyedBy: Key.self)
    self = try Self.named(
      values.decodeIfPresent(String.self, forKey: .preset) ?? "face-id", decoder.codingPath)

    func read<Value: Decodable>(_ key: Key, _ value: inout Value) throws {
      if values.contains(key) { value = try values.decode(Value.self, forKey: key) }
    }
    try read(.failedMatchLimit, &failedMatchLimit)
    try read(.failedMatchesBeforeDelay, &failedMatchesBeforeDelay)
    try read(.matchDelaySeconds, &matchDelaySeconds)
    try read(.triesPerEvaluation, &triesPerEvaluation)
    try read(.framesPerTry, &framesPerTry)
    try read(.usableFramesPerTry, &usableFramesPerTry)
    try read(.requiresAttention, &requiresAttention)
    try read(.passcodeAfterRestart, &passcodeAfterRestart)
    try read(.unlockAgeLimitSeconds, &unlockAgeLimitSeconds)
    try read(.passcodeAgeLimitSeconds, &passcodeAgeLimitSeconds)
    try read(.biometricAgeLimitSeconds, &biometricAgeLimitSeconds)
    try read(.passcodeDelaysSeconds, &passcodeDelaysSeconds)
    try read(.failedPasscodeLimit, &failedPasscodeLimit)
    try read(.passcodeTriesPerEvaluation, &passcodeTriesPerEvaluation)
    try read(.minimumPasscodeLength, &minimumPasscodeLength)
    try read(.appearancesPerPerson, &appearancesPerPerson)
    try read(.templatesPerAppearance, &templatesPerAppearance)
    try read(.minimumTemplatesPerAppearance, &minimumTemplatesPerAppearance)
    if let problem = problems.first {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: problem))
    }
  }

  /// Writes all values, so that they stay what they are when a preset changes.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(failedMatchLimit, forKey: .failedMatchLimit)
    try values.encode(failedMatchesBeforeDelay, forKey: .failedMatchesBeforeDelay)
    try values.encode(matchDelaySeconds, forKey: .matchDelaySeconds)
    try values.encode(triesPerEvaluation, forKey: .triesPerEvaluation)
    try values.encode(framesPerTry, forKey: .framesPerTry)
    try values.encode(usableFramesPerTry, forKey: .usableFramesPerTry)
    try values.encode(requiresAttention, forKey: .requiresAttention)
    try values.encode(passcodeAfterRestart, forKey: .passcodeAfterRestart)
    try values.encode(unlockAgeLimitSeconds, forKey: .unlockAgeLimitSeconds)
    try values.encode(passcodeAgeLimitSeconds, forKey: .passcodeAgeLimitSeconds)
    try values.encode(biometricAgeLimitSeconds, forKey: .biometricAgeLimitSeconds)
    try values.encode(passcodeDelaysSeconds, forKey: .passcodeDelaysSeconds)
    try values.encode(failedPasscodeLimit, forKey: .failedPasscodeLimit)
    try values.encode(passcodeTriesPerEvaluation, forKey: .passcodeTriesPerEvaluation)
    try values.encode(minimumPasscodeLength, forKey: .minimumPasscodeLength)
    try values.encode(appearancesPerPerson, forKey: .appearancesPerPerson)
    try values.encode(templatesPerAppearance, forKey: .templatesPerAppearance)
    try values.encode(minimumTemplatesPerAppearance, forKey: .minimumTemplatesPerAppearance)
  }

  private static func named(_ name: String, _ path: [any CodingKey]) throws -> PolicyRules {
    guard let rules = preset(name) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: path,
          debugDescription: "rules \"\(printable(name, limit: 40))\" are unknown, there are "
            + presetNames.joined(separator: " and ")))
    }
    return rules
  }
}
