import Formats
import Imaging
import Platform

/// Reads `model-pack.json` and notes everything that is wrong with it.
struct ManifestReader {
  /// The folder that holds the files.
  let directory: Path

  /// Collects what is wrong.
  let reader = DocumentReader()

  /// What a manifest says. A part is `nil` where the manifest leaves it out.
  struct Parts {
    let name: String
    let embedding: EmbeddingSpecification
    let detector: DetectorSpecification?
    let mesh: MeshSpecification?
    let iris: IrisSpecification?
    let presentationAttack: PresentationAttackSpecification?

    /// The networks that a pack can do without only where another one has them.
    var missingNetworks: [DocumentFault] {
      [
        (ManifestKey.detector, detector == nil), (ManifestKey.mesh, mesh == nil),
        (ManifestKey.iris, iris == nil),
      ].filter(\.1).map { DocumentFault($0.0, .missing) }
    }
  }

  /// Far more than any manifest needs, in bytes.
  static let byteLimit = 1 << 20

  /// The version that a manifest says it has; `nil` where it says none, which is noted.
  func version(of document: DocumentObject) -> Int? { document[ManifestKey.formatVersion]?.wholeNumber() }

  /// Reads all of a manifest.
  ///
  /// - Returns: Nil where something without which there is no pack is missing or wrong, which is noted. Faults may have
  ///   been noted even where there are parts.
  func parts(of document: DocumentObject) -> Parts? {
    let name = document[ManifestKey.name]?.string()
    let embedding = document[ManifestKey.embedding]?.object().flatMap { self.embedding($0) }
    let detector = document.optional(ManifestKey.detector)?.object().flatMap { self.detector($0) }
    let mesh = document.optional(ManifestKey.mesh)?.object().flatMap { self.mesh($0) }
    let iris = document.optional(ManifestKey.iris)?.object().flatMap { self.iris($0) }
    let presentationAttack = document.optional(ManifestKey.presentationAttack)?.object()
      .flatMap { self.presentationAttack($0) }
    document.finish()
    guard let name, let embedding else { return nil }
    return Parts(
      name: name, embedding: embedding, detector: detector, mesh: mesh, iris: iris,
      presentationAttack: presentationAttack)
  }

  // MARK: - Networks

  private func detector(_ part: DocumentObject) -> DetectorSpecification? {
    let file = modelFile(part)
    let input = part[ManifestKey.input]?.object()
    let pixels = input.flatMap { self.input($0) }
    let sizeMultiple = input?[ManifestKey.sizeMultiple]?.wholeNumber(in: 1...256)
    input?.finish()
    let scoreThreshold = part[ManifestKey.scoreThreshold]?.number(in: 0...1)
    let overlapThreshold = part[ManifestKey.overlapThreshold]?.number(in: 0...1)
    part.finish()
    guard let file, let pixels, let sizeMultiple, let scoreThreshold, let overlapThreshold else { return nil }
    return DetectorSpecification(
      file: file, input: pixels, sizeMultiple: sizeMultiple, scoreThreshold: scoreThreshold,
      overlapThreshold: overlapThreshold)
  }

  private func mesh(_ part: DocumentObject) -> MeshSpecification? {
    let file = modelFile(part)
    let input = part[ManifestKey.input]?.object().flatMap { squareInput($0) }
    let outputs = part[ManifestKey.outputs]?.object()
    let landmarks = outputs?[ManifestKey.landmarks]?.string()
    let score = outputs?[ManifestKey.score]?.string()
    outputs?.finish()
    part.finish()
    guard let file, let input, let landmarks, let score else { return nil }
    return MeshSpecification(
      file: file, input: input.pixels, side: input.side, landmarksOutput: landmarks, scoreOutput: score)
  }

  private func iris(_ part: DocumentObject) -> IrisSpecification? {
    let file = modelFile(part)
    let input = part[ManifestKey.input]?.object().flatMap { squareInput($0) }
    let outputs = part[ManifestKey.outputs]?.object()
    let eye = outputs?[ManifestKey.eye]?.string()
    let iris = outputs?[ManifestKey.iris]?.string()
    outputs?.finish()
    part.finish()
    guard let file, let input, let eye, let iris else { return nil }
    return IrisSpecification(
      file: file, input: input.pixels, side: input.side, eyeOutput: eye, irisOutput: iris)
  }

  private func embedding(_ part: DocumentObject) -> EmbeddingSpecification? {
    let file = modelFile(part)
    let input = part[ManifestKey.input]?.object()
    let pixels = input.flatMap { self.input($0) }
    let width = input?[ManifestKey.width]?.wholeNumber(in: Self.sides)
    let height = input?[ManifestKey.height]?.wholeNumber(in: Self.sides)
    input?.finish()
    let output = part[ManifestKey.output]?.string()
    let dimensions = part[ManifestKey.dimensions]?.wholeNumber(in: Self.dimensions)
    let alignment = part[ManifestKey.alignment]?.alignment()
    let exponent = part.optional(ManifestKey.agreementExponent)?.number(in: 0...1)
    let domain = part.optional(ManifestKey.domain)?.object().flatMap { self.domain($0) }
    let points = part.optional(ManifestKey.operatingPoints)
    let thresholds = points?.measuredThresholds()
    let rate = decisionRate(part, thresholds, hasPoints: points != nil)
    part.finish()
    if let thresholds, let points { reader.note(thresholds.faults(at: points.place.path)) }
    guard let file, let pixels, let width, let height, let output, let dimensions, let alignment else {
      return nil
    }
    return EmbeddingSpecification(
      file: file, input: pixels, width: width, height: height, output: output, dimensions: dimensions,
      alignment: alignment, agreementExponent: exponent, domain: domain,
      operatingPoints: thresholds?.points.sortedByThreshold ?? [],
      decisionFalseMatchRate: rate)
  }

  private func domain(_ part: DocumentObject) -> RecognitionDomain? {
    let length = part[ManifestKey.leastLength]?.number(in: Self.lengths)
    let certainty = part[ManifestKey.leastCertainty]?.number(in: 0...1)
    let disagreement = part[ManifestKey.largestDisagreement]?.number(in: 0...10)
    let contrast = part[ManifestKey.leastContrast]?.number(in: 0...127.5)
    let black = part[ManifestKey.largestUnderexposedShare]?.number(in: 0...1)
    let white = part[ManifestKey.largestOverexposedShare]?.number(in: 0...1)
    let unevenness = part[ManifestKey.largestUnevenness]?.number(in: 0...1)
    part.finish()
    guard let length, let certainty, let disagreement, let contrast, let black, let white, let unevenness
    else { return nil }
    return RecognitionDomain(
      leastLength: length, leastCertainty: certainty, largestDisagreement: disagreement,
      leastContrast: contrast, largestUnderexposedShare: black, largestOverexposedShare: white,
      largestUnevenness: unevenness)
  }

  /// The rate and the points that it is one of stand there together, or neither of them.
  private func decisionRate(
    _ part: DocumentObject, _ thresholds: ListedThresholds?, hasPoints: Bool
  ) -> Double? {
    guard hasPoints, thresholds?.count != 0 else {
      return part.optional(ManifestKey.decisionFalseMatchRate)?
        .note(.without(key: ManifestKey.operatingPoints))
    }
    guard let value = part[ManifestKey.decisionFalseMatchRate], let rate = value.rate() else { return nil }
    reader.note(thresholds?.faults(ofDecisionRate: rate, at: value.place.path) ?? [])
    return rate
  }

  private func presentationAttack(_ part: DocumentObject) -> PresentationAttackSpecification? {
    let file = modelFile(part)
    let input = part[ManifestKey.input]?.object().flatMap { squareInput($0) }
    let output = part[ManifestKey.output]?.string()
    let cropScales = part[ManifestKey.cropScales]?.numbers(count: Self.cropCounts, in: Self.cropScales)
    let threshold = part[ManifestKey.threshold]?.number(in: 0...1)
    part.finish()
    guard let file, let input, let output, let cropScales, let threshold else { return nil }
    return PresentationAttackSpecification(
      file: file, input: input.pixels, side: input.side, output: output, cropScales: cropScales,
      threshold: threshold)
  }

  // MARK: - What networks have in common

  /// Lengths that an embedding may have.
  private static let dimensions = 1...65_536

  /// Lengths that a network's output may have before it is scaled.
  private static let lengths = 0...1e9

  /// Into how many squares around a face a network may look.
  private static let cropCounts = 1...8

  /// Sides that such a square may have, as multiples of the face's.
  private static let cropScales = 0.5...8

  /// Sides that a crop may have, in pixels.
  static let sides = 8...1024

  private func modelFile(_ part: DocumentObject) -> ModelFile? {
    let name = part[ManifestKey.file].flatMap { value in
      value.string().flatMap { ModelFile.isPlainName($0) ? $0 : value.note(.noPlainName) }
    }
    let sha256 = part[ManifestKey.sha256].flatMap { value in
      value.string().flatMap { $0.isSHA256 ? $0.lowercased() : value.note(.noSHA256) }
    }
    let licence = part[ManifestKey.licence]?.string()
    let origin = part[ManifestKey.origin]?.string()
    guard let name, let sha256, let licence, let origin else { return nil }
    return ModelFile(path: directory.appending(name), sha256: sha256, licence: licence, origin: origin)
  }

  /// How pixels become input; the caller reads the size, and finishes.
  private func input(_ part: DocumentObject) -> NetworkInput? {
    let name = part[ManifestKey.name]?.string()
    let layout = part[ManifestKey.layout]?.word(of: TensorLayout.self)
    let channels = part[ManifestKey.channels]?.word(of: ChannelOrder.self)
    let scale = part[ManifestKey.scale]?.channelValues()
    let offset = part[ManifestKey.offset]?.channelValues()
    guard let name, let layout, let channels, let scale, let offset else { return nil }
    return NetworkInput(name: name, layout: layout, channels: channels, scale: scale, offset: offset)
  }

  private func squareInput(_ part: DocumentObject) -> (pixels: NetworkInput, side: Int)? {
    let pixels = input(part)
    let width = part[ManifestKey.width]?.wholeNumber(in: Self.sides)
    let height = part[ManifestKey.height]
    let heightCount = height?.wholeNumber(in: Self.sides)
    part.finish()
    guard let pixels, let width, let height, let heightCount else { return nil }
    return heightCount == width ? (pixels, width) : height.note(.notSquare)
  }
}

extension DocumentValue {
  /// One number for all colours, or a list of three, for red, green and blue.
  fileprivate func channelValues() -> ChannelValues? {
    let range = -1e6...1e6
    if case .array = json {
      return numbers(count: 3...3, in: range).map {
        ChannelValues(red: Float($0[0]), green: Float($0[1]), blue: Float($0[2]))
      }
    }
    return number(in: range).map { ChannelValues(Float($0)) }
  }

  /// Five points that are not all one.
  func alignment() -> [Point]? {
    guard let rows = list(count: FivePoints.count...FivePoints.count) else { return nil }
    let points = rows.compactMap { $0.numbers(count: 2...2).map { Point(x: $0[0], y: $0[1]) } }
    guard points.count == FivePoints.count else { return nil }
    return SimilarityTransform.fitting(points, to: points) == nil ? note(.coincidingPoints) : points
  }
}

extension ModelFile {
  /// Whether a manifest may name a file so: a plain name keeps it from reaching outside of its folder, on every kind of
  /// path.
  static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".."
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 == 0 }
  }
}
