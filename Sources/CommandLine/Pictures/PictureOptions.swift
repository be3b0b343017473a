import Facelatch

/// The options that all commands share that look at pictures.
struct PictureOptions: Sendable {
  /// What the options say about pictures and networks.
  let configuration: Configuration

  private let threads: Int

  /// - Parameter decides: Whether `--fmr` names the rate of this command's decisions; elsewhere it has a meaning of its own.
  init(_ arguments: ParsedArguments, decides: Bool = false) throws(Failure) {
    var configuration = Configuration(
      models: arguments.path(.models), operatingPoints: arguments.path(.operatingPoints),
      falseMatchRate: decides ? try arguments.rate(.falseMatchRate) : nil)
    if let count = try arguments.integer(.maximumPixels, in: 1...1_000_000_000) {
      configuration.capture.decoding.maximumPixelCount = count
    }
    if let rate = try arguments.number(.framesPerSecond, in: 0.001...100_000) {
      configuration.capture.framesPerSecond = rate
    }
    configuration.capture.decoding.turn = try Self.turn(arguments)
    self.configuration = configuration
    threads = try arguments.integer(.threads, in: 1...1024) ?? MachineFacts.usableProcessorCount
  }

  private static func turn(_ arguments: ParsedArguments) throws(Failure) -> QuarterTurn {
    guard let degrees = try arguments.integer(.turn, in: 0...270) else { return .none }
    if let turn = QuarterTurn(rawValue: degrees) { return turn }
    throw .usage("'--turn' takes 0, 90, 180 or 270, not \(degrees)", command: arguments.command)
  }

  /// The defaults, with a model pack in `models`.
  init(models: Path?) {
    configuration = Configuration(models: models)
    threads = MachineFacts.usableProcessorCount
  }

  /// The door for one run of a command.
  func gate() -> Gate { Gate(unchecked: configuration) }

  /// The networks of the chosen pack, with the chosen operating points; each is loaded when it is first needed.
  func loadModels() throws(Failure) -> FaceModels {
    try Failure.whenOpening { () throws(GateError) in try gate().models() }
  }

  /// Limits for decoding.
  ///
  /// - Parameter inFullSize: Whether every pixel is needed, for drawing; faces are found in less.
  func decoding(inFullSize: Bool = false) -> DecodingOptions { capture(inFullSize: inFullSize).decoding }

  /// Limits and rate for frames.
  func capture(inFullSize: Bool = false) -> CaptureOptions {
    var options = configuration.capture
    if inFullSize { options.decoding.maximumSide = nil }
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
