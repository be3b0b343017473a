/// Templates with one byte per value, read instead of the floats to rule out those that cannot reach a score: a quarter
/// of the memory traffic, which is what bounds the search for one face among many.
///
/// The code c of a value stands for scale · ((1 + c/256) − 3/2): its bits go straight into the mantissa of a float.
public struct CodedTemplates {
  /// Templates in a group.
  public static let groupCount = 64

  /// Packed as [group of 64 templates][dimension ÷ 4][64], four dimensions in a word, the first in the lowest byte.
  public var codes: UnsafePointer<UInt32>
  /// Words per template: a quarter of the dimensions, rounded up.
  public var words: Int
  /// One per template, padded to whole groups.
  public var scales: UnsafePointer<Float>
  /// By how much the score may exceed the one of the codes, rounding included; one per template, padded likewise.
  public var bounds: UnsafePointer<Float>

  public init(
    codes: UnsafePointer<UInt32>, words: Int, scales: UnsafePointer<Float>, bounds: UnsafePointer<Float>
  ) {
    self.codes = codes
    self.words = words
    self.scales = scales
    self.bounds = bounds
  }
}
