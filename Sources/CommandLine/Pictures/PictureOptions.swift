import Facelatch

/// The options that all commands share that look at pictures.
struct PictureOptions: Sendable {
  /// Longer side that a large JPEG keeps at least when it is decoded at a fraction of its size. Detection works at 640
  /// and a face needs 112, so more would only cost time.
  private static let usefulSide = 1600

  private let modelFolder: Path?
  private let operatingPoints: Path?
  private let maximumPixelCount: Int?
  private let threads: Int
  private let framesPerSecond: Double?

  init(_ arguments: ParsedArguments) throws(Failure) {
    modelFolder = arguments.path(.models)
    operatingPoints = arguments.path(.operatingPoints)
    maximumPixelCount = try arguments.integer(.maximumPixels, in: 1...1_000_000_000)
    threads = try arguments.integer(.threads, in: 1...1024) ?? MachineFacts.usableProcessorCount
    framesPerSecond = try arguments.number(.framesPerSecond, in: 0.001...100_000)
  }

  /// The defaults, with a model pack in `models`.
  init(models: Path?) {
    modelFolder = models
    operatingPoints = nil
    maximumPixelCount = nil
    threads = MachineFacts.usableProcessorCount
    framesPerSecond = nil
  }

  /// The networks of the chosen pack, with the chosen operating points; each is loaded when it is first needed.
  func loadModels() throws(Failure) -> FaceModels {
    var pack: ModelPack
    do throws(ModelPackError) {
      pack = if let modelFolder { try ModelPack(directory: modelFolder) } else { try .bundled() }
    } catch {
      throw Failure(error)
    }
    if let operatingPoints {
      do throws(OperatingPointsFileError) {
        pack = try pack.with(OperatingPointsFile(contentsOf: operatingPoints))
      } catch {
        throw Failure(error)
      }
    }
    return FaceModels(pack: pack)
  }

  /// Limits for decoding.
  ///
  /// - Parameter inFullSize: Whether every pixel is needed, for drawing; faces are found in less.
  func decoding(inFullSize: Bool = false) -> DecodingOptions {
    var options = DecodingOptions(maximumSide: inFullSize ? nil : Self.usefulSide)
    if let maximumPixelCount { options.maximumPixelCount = maximumPixelCount }
    return options
  }

  /// Limits and rate for frames.
  func capture(inFullSize: Bool = false) -> CaptureOptions {
    var options = CaptureOptions(decoding: decoding(inFullSize: inFullSize))
    if let framesPerSecond { options.framesPerSecond = framesPerSecond }
    return options
  }

  /// As many workers as were asked for, but no more than there are pictures.
  func workers(
    _ models: FaceModels, _ analysis: AnalysisOptions, pictureCount: Int, inFullSize: Bool = false
  ) -> [PictureWorker] {
    let decoding = decoding(inFullSize: inFullSize)
    return (0..<max(1, min(threads, pictureCount))).map { _ in
      PictureWorker(models: models, analysis: analysis, decoding: decoding)
    }
  }
}
