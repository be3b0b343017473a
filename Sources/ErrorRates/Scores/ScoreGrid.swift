/// The thresholds at which scores are counted where they are too many to be listed: the multiples of 1/4096 from −1
/// to 1, so that counts, tables, sliders and decisions all speak of the same ones.
public enum ScoreGrid {
  /// Steps from 0 to 1.
  public static let stepsPerUnit = 4096

  /// How many thresholds there are.
  public static let count = 2 * stepsPerUnit + 1

  /// A threshold by its index, 0 for −1 and `count` − 1 for 1.
  public static func threshold(_ index: Int) -> Double {
    Double(index - stepsPerUnit) / Double(stepsPerUnit)
  }

  /// The index of the lowest threshold that is at least `value`; 0 for what is below −1.
  ///
  /// - Parameter value: At most 1.
  static func index(atOrAbove value: Double) -> Int {
    Int((max(-1, value) * Double(stepsPerUnit)).rounded(.up)) + stepsPerUnit
  }
}
