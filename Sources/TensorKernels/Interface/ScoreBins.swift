/// A histogram of scores with bins of a power of two, so that a score falls into its bin without any rounding.
public enum ScoreBins {
  /// Bins from a score of 0 to a score of 1.
  public static let perUnit = 4096

  /// From −1 to just below 1, and one bin for 1 and whatever rounding pushed beyond it.
  public static let count = 2 * perUnit + 1
}
