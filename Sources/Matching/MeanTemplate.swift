/// Several templates of one face taken together: the direction of their mean, and how much they agree.
///
/// What recognition calls a biometric reference or probe that is made of several pictures (ISO/IEC 2382-37), and IJB-B and
/// IJB-C a template: C. Whitelam et al., "IARPA Janus Benchmark-B Face Dataset", 2017. A single template is a mean of one.
public struct MeanTemplate: Hashable, Sendable {
  /// The direction of the mean.
  public let template: FaceTemplate

  /// The length of the weighted mean of the unit vectors, 0…1: 1 where all are the same, or where there is one.
  public let agreement: Double

  /// How many templates went in, at least 1.
  public let count: Int

  /// One template alone.
  public init(_ template: FaceTemplate) {
    self.template = template
    agreement = 1
    count = 1
  }

  /// The mean of several templates.
  ///
  /// - Parameters:
  ///   - templates: At least one, all of one model.
  ///   - weights: How much each counts, finite and above 0; `nil` for the same.
  /// - Throws: `MatchingError.differentModels`, `.dimensionMismatch`; `.noDirection` where there is no template, where they
  ///   cancel each other out, or where a weight is none.
  public init(_ templates: [FaceTemplate], weights: [Double]? = nil) throws(MatchingError) {
    guard let first = templates.first else { throw .noDirection }
    let weights = weights ?? [Double](repeating: 1, count: templates.count)
    guard weights.count == templates.count, weights.allSatisfy({ $0.isFinite && $0 > 0 }) else {
      throw .noDirection
    }
    if templates.count == 1 {
      self.init(first)
      return
    }
    var sum = [Double](repeating: 0, count: first.vector.count)
    for (template, weight) in zip(templates, weights) {
      try first.checkComparable(template)
      for index in sum.indices { sum[index] += weight * Double(template.vector[index]) }
    }
    let length = sum.reduce(0.0) { $0 + $1 * $1 }.squareRoot()
    self.init(
      template: try FaceTemplate(embedding: sum.map { Float($0) }, modelHash: first.modelHash),
      agreement: min(1, length / weights.reduce(0, +)), count: templates.count)
  }

  /// The mean of templates of pictures, the better ones before the others.
  ///
  /// - Parameters:
  ///   - templates: At least one, all of one model.
  ///   - qualities: How well each face can be recognised, 0…1; a useless one still counts a little.
  /// - Throws: As `init(_:weights:)`.
  public init(_ templates: [FaceTemplate], qualities: [Double]) throws(MatchingError) {
    try self.init(templates, weights: qualities.map { max($0, Self.leastWeight) })
  }

  private static let leastWeight = 0.01

  private init(template: FaceTemplate, agreement: Double, count: Int) {
    (self.template, self.agreement, self.count) = (template, agreement, count)
  }

  /// The cosine between this mean and another one.
  ///
  /// - Throws: `MatchingError.differentModels` or `.dimensionMismatch`.
  public func cosine(to other: MeanTemplate) throws(MatchingError) -> Score {
    try template.score(against: other.template)
  }
}
