import Imaging

/// Checks the values of a manifest and turns its parts into specifications.
struct ManifestReader {
  /// Path of the manifest, for error messages.
  let manifestPath: String

  /// The folder that holds the files.
  let directory: String

  func detector(_ part: ModelPackManifest.Detector) throws(ModelPackError) -> DetectorSpecification {
    DetectorSpecification(
      file: try modelFile(part.file, role: "detector"),
      input: try input(part.input, role: "detector"),
      sizeMultiple: try whole(part.input.sizeMultiple, "detector.input.sizeMultiple", in: 1...256),
      scoreThreshold: try number(part.scoreThreshold, "detector.scoreThreshold", in: 0...1),
      overlapThreshold: try number(part.overlapThreshold, "detector.overlapThreshold", in: 0...1))
  }

  func mesh(_ part: ModelPackManifest.Mesh) throws(ModelPackError) -> MeshSpecification {
    MeshSpecification(
      file: try modelFile(part.file, role: "mesh"), input: try input(part.input, role: "mesh"),
      side: try side(part.input, role: "mesh"), landmarksOutput: part.outputs.landmarks,
      scoreOutput: part.outputs.score)
  }

  func iris(_ part: ModelPackManifest.Iris) throws(ModelPackError) -> IrisSpecification {
    IrisSpecification(
      file: try modelFile(part.file, role: "iris"), input: try input(part.input, role: "iris"),
      side: try side(part.input, role: "iris"), eyeOutput: part.outputs.eye, irisOutput: part.outputs.iris)
  }

  func embedding(_ part: ModelPackManifest.Embedding) throws(ModelPackError) -> EmbeddingSpecification {
    EmbeddingSpecification(
      file: try modelFile(part.file, role: "embedding"), input: try input(part.input, role: "embedding"),
      width: try whole(part.input.width, "embedding.input.width", in: Self.sides),
      height: try whole(part.input.height, "embedding.input.height", in: Self.sides),
      output: part.output,
      dimensions: try whole(part.dimensions, "embedding.dimensions", in: 1...65_536),
      alignment: try alignment(part.alignment),
      operatingPoints: try operatingPoints(part.operatingPoints),
      decisionFalseMatchRate: try rate(part.decisionFalseMatchRate, "embedding.decisionFalseMatchRate"))
  }

  func presentationAttack(
    _ part: ModelPackManifest.PresentationAttack
  ) throws(ModelPackError) -> PresentationAttackSpecification {
    let role = "presentationAttack"
    guard Self.cropCounts.contains(part.cropScales.count) else {
      throw malformed("\(role).cropScales must hold one to \(Self.cropCounts.upperBound) numbers")
    }
    for scale in part.cropScales { _ = try number(scale, "\(role).cropScales", in: Self.cropScales) }
    return PresentationAttackSpecification(
      file: try modelFile(part.file, role: role), input: try input(part.input, role: role),
      side: try side(part.input, role: role), output: part.output, cropScales: part.cropScales,
      threshold: try number(part.threshold, "\(role).threshold", in: 0...1))
  }

  /// Into how many squares around a face a network may look.
  private static let cropCounts = 1...8

  /// Sides that such a square may have, as multiples of the face's.
  private static let cropScales = 0.5...8

  /// Sides that a crop may have, in pixels.
  private static let sides = 8...1024

  private func modelFile(_ file: ModelPackManifest.File, role: String) throws(ModelPackError) -> ModelFile {
    // A plain name keeps a manifest from reaching outside of its folder, on every kind of path.
    guard !file.file.isEmpty, file.file != ".", file.file != "..",
      !file.file.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 == 0 })
    else {
      throw malformed("\(role).file must be the plain name of a file in the same folder")
    }
    let digits = file.sha256.lowercased()
    guard digits.utf8.count == 64, digits.allSatisfy(\.isHexDigit) else {
      throw malformed("\(role).sha256 must have 64 hexadecimal digits")
    }
    return ModelFile(
      path: directory + "/" + file.file, sha256: digits, licence: file.licence, origin: file.origin)
  }

  private func input(_ part: ModelPackManifest.Input, role: String) throws(ModelPackError) -> NetworkInput {
    NetworkInput(
      name: part.name, layout: part.layout, channels: part.channels,
      scale: Float(try number(part.scale, "\(role).input.scale", in: -1e6...1e6)),
      offset: Float(try number(part.offset, "\(role).input.offset", in: -1e6...1e6)))
  }

  private func side(_ part: ModelPackManifest.Input, role: String) throws(ModelPackError) -> Int {
    let width = try whole(part.width, "\(role).input.width", in: Self.sides)
    guard part.height == width else {
      throw malformed("\(role).input.height must equal its width")
    }
    return width
  }

  private func alignment(_ rows: [[Double]]) throws(ModelPackError) -> [Point] {
    guard rows.count == FivePoints.count, rows.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isFinite) })
    else {
      throw malformed("embedding.alignment must hold five points of two numbers")
    }
    let points = rows.map { Point(x: $0[0], y: $0[1]) }
    guard SimilarityTransform.fitting(points, to: points) != nil else {
      throw malformed("the points of embedding.alignment must not coincide")
    }
    return points
  }

  private func operatingPoints(_ points: [MeasuredThreshold]) throws(ModelPackError) -> [MeasuredThreshold] {
    do {
      return try MeasuredThresholdValidator(name: "embedding.operatingPoints").sorted(points)
    } catch {
      throw malformed(error.detail)
    }
  }

  private func rate(_ value: Double, _ name: String) throws(ModelPackError) -> Double {
    guard value > 0, value <= 1 else { throw malformed("\(name) must be greater than 0 and at most 1") }
    return value
  }

  private func number(
    _ value: Double, _ name: String, in range: ClosedRange<Double>
  ) throws(ModelPackError) -> Double {
    guard range.contains(value) else {
      throw malformed("\(name) must lie between \(range.lowerBound) and \(range.upperBound)")
    }
    return value
  }

  private func whole(_ value: Int?, _ name: String, in range: ClosedRange<Int>) throws(ModelPackError) -> Int
  {
    guard let value else { throw malformed("\(name) is missing") }
    guard range.contains(value) else {
      throw malformed("\(name) must lie between \(range.lowerBound) and \(range.upperBound)")
    }
    return value
  }

  private func malformed(_ detail: String) -> ModelPackError {
    .malformedManifest(file: manifestPath, detail: detail)
  }
}
