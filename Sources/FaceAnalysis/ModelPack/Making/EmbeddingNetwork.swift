import Imaging
import Inference
import Platform

/// What an ONNX file with an embedding network tells of itself when it is looked at and run once.
public struct EmbeddingNetwork: Sendable, Equatable {
  /// SHA-256 of the file, 64 lowercase hexadecimal digits.
  public let sha256: String
  /// The name of its only input.
  public let inputName: String
  public let layout: TensorLayout
  /// Width of the picture that it takes, in pixels.
  public let width: Int
  /// Height of the picture that it takes, in pixels.
  public let height: Int
  /// The name of the output with the embedding.
  public let outputName: String
  /// Length of the embedding.
  public let dimensions: Int

  /// What a file may leave open; `nil` for what shall be found in it.
  public struct Hints: Sendable {
    public var layout: TensorLayout?
    /// Width of the picture, for a network that takes several.
    public var width: Int?
    /// Height of the picture, for a network that takes several.
    public var height: Int?
    /// Which of several outputs has the embedding.
    public var output: String?

    public init(layout: TensorLayout? = nil, width: Int? = nil, height: Int? = nil, output: String? = nil) {
      (self.layout, self.width, self.height, self.output) = (layout, width, height, output)
    }
  }

  /// The side of the picture that a network gets which takes any and comes without hint, in pixels.
  public static let usualSide = 112

  /// Looks at a network and runs it on two inputs.
  ///
  /// - Parameters:
  ///   - bytes: The ONNX file.
  ///   - name: What errors call it.
  ///   - hints: What the file may leave open.
  /// - Throws: `EmbeddingNetworkError` where the file is no network that turns one colour picture into a vector, or leaves
  ///   open what the hints do not say.
  public init(bytes: [UInt8], name: String, hints: Hints = Hints()) throws(EmbeddingNetworkError) {
    do throws(EmbeddingNetworkError.Reason) {
      try self.init(examining: bytes, name: name, hints)
    } catch {
      throw EmbeddingNetworkError(file: name, reason: error)
    }
  }

  private init(
    examining bytes: [UInt8], name: String, _ hints: Hints
  ) throws(EmbeddingNetworkError.Reason) {
    let model: Model
    do { model = try Model(bytes: bytes, name: name) } catch { throw .engine(error) }
    guard let input = model.inputs.first, model.inputs.count == 1 else {
      throw .inputs(model.inputs.map(\.name))
    }
    let picture = try PictureShape(input.dimensions, hints)
    let output = try Self.output(model.outputs.map(\.name), hints)
    dimensions = try Trial(model, input: input.name, shape: picture.shape, output: output).dimensions
    sha256 = SHA256.hexadecimalDigest(bytes)
    inputName = input.name
    outputName = output
    (layout, width, height) = (picture.layout, picture.width, picture.height)
  }

  private static func output(
    _ names: [String], _ hints: Hints
  ) throws(EmbeddingNetworkError.Reason) -> String {
    if let wanted = hints.output {
      guard names.contains(wanted) else { throw .noSuchOutput(wanted, outputs: names) }
      return wanted
    }
    guard let only = names.first, names.count == 1 else { throw .outputs(names) }
    return only
  }
}

/// The form in which a network takes one picture.
private struct PictureShape {
  let layout: TensorLayout
  let width: Int
  let height: Int

  /// - Parameter dimensions: The extents of the input's axes; `nil` for free ones.
  init(
    _ dimensions: [Int?], _ hints: EmbeddingNetwork.Hints
  ) throws(EmbeddingNetworkError.Reason) {
    guard dimensions.count == 4 else { throw .noPicture(dimensions) }
    guard (dimensions[0] ?? 1) == 1 else { throw .severalPictures(dimensions) }
    let fitting = TensorLayout.allCases.filter { layout in
      (hints.layout ?? layout) == layout && Self.fits(dimensions, layout)
    }
    guard let layout = fitting.first else { throw .noPicture(dimensions) }
    guard fitting.count == 1 else { throw .ambiguousLayout(dimensions) }
    self.layout = layout
    let (rows, columns) = layout.sideAxes
    height = dimensions[rows] ?? hints.height ?? EmbeddingNetwork.usualSide
    width = dimensions[columns] ?? hints.width ?? EmbeddingNetwork.usualSide
    if let wanted = hints.height, wanted != height { throw .otherSize(width: width, height: height) }
    if let wanted = hints.width, wanted != width { throw .otherSize(width: width, height: height) }
  }

  private static func fits(_ dimensions: [Int?], _ layout: TensorLayout) -> Bool {
    let (rows, columns) = layout.sideAxes
    return (dimensions[layout.colourAxis] ?? 3) == 3
      && [rows, columns].allSatisfy { dimensions[$0].map(ManifestReader.sides.contains) ?? true }
  }

  var shape: [Int] {
    switch layout {
    case .planar: [1, 3, height, width]
    case .interleaved: [1, height, width, 3]
    }
  }
}

extension TensorLayout {
  fileprivate var colourAxis: Int { self == .planar ? 1 : 3 }

  fileprivate var sideAxes: (rows: Int, columns: Int) { self == .planar ? (2, 3) : (1, 2) }
}

/// One run on noise and one on zeros.
private struct Trial {
  /// Length of the vector that came out.
  let dimensions: Int

  init(
    _ model: Model, input: String, shape: [Int], output: String
  ) throws(EmbeddingNetworkError.Reason) {
    let (found, noise, zeros): ([Int], [Float], [Float])
    do throws(InferenceError) {
      let session = try model.makeSession(inputShapes: [input: shape])
      found = try session.outputShape(output)
      noise = try Self.run(session, input, output, generator: Noise())
      zeros = try Self.run(session, input, output, generator: nil)
    } catch {
      throw .engine(error)
    }
    guard found.count(where: { $0 != 1 }) == 1 else { throw .noVector(output, shape: found) }
    guard noise.allSatisfy(\.isFinite), zeros.allSatisfy(\.isFinite) else { throw .notFinite(output) }
    guard noise != zeros else { throw .constant(output) }
    dimensions = noise.count
  }

  private static func run(
    _ session: Session, _ input: String, _ output: String, generator: Noise?
  ) throws(InferenceError) -> [Float] {
    try session.withInput(input) { values in
      var generator = generator
      for index in values.indices { values[index] = generator?.next() ?? 0 }
    }
    session.run()
    return try session.output(output)
  }

  /// Numbers from -1 to 1, the same ones each time.
  private struct Noise {
    private var state: UInt32 = 1

    mutating func next() -> Float {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(state >> 8) / Float(1 << 23) - 1
    }
  }
}
