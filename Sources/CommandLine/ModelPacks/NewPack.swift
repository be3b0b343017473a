import Facelatch

/// What `pack new` is asked for.
struct NewPack: Sendable {
  static let embedding = OptionSpecification(
    "--embedding", placeholder: "FILE", summary: "the ONNX file with your embedding network")
  static let out = OptionSpecification(
    "--out", placeholder: "DIR", summary: "the pack's folder: a new or an empty one")
  static let name = OptionSpecification(
    "--name", placeholder: "TEXT", summary: "the pack's name (default: that of the folder)")
  static let licence = OptionSpecification(
    "--licence", placeholder: "TEXT", summary: "the licence of the weights (default: 'not stated')")
  static let origin = OptionSpecification(
    "--origin", placeholder: "TEXT", summary: "where the file comes from (default: its name)")
  static let channelOrder = OptionSpecification(
    "--channel-order", placeholder: "ORDER", summary: "the order of its colours: rgb (default) or bgr")
  static let mean = OptionSpecification(
    "--mean", placeholder: "R,G,B",
    summary: "taken off each pixel (0 to 255), one number or one per colour (default 127.5)")
  static let scale = OptionSpecification(
    "--scale", placeholder: "R,G,B",
    summary: "what the rest is multiplied by, a number or 1/number (default 1/127.5)")
  static let alignment = OptionSpecification(
    "--alignment", placeholder: "FILE",
    summary:
      "where eyes, nose and mouth corners lie: [[x, y] × 5] (default: the usual template of 112×112)")
  static let size = OptionSpecification(
    "--size", placeholder: "WxH",
    summary: "the picture's size, where the file leaves it free (default 112x112)")
  static let layout = OptionSpecification(
    "--layout", placeholder: "LAYOUT", summary: "nchw or nhwc, where the file leaves it open")
  static let output = OptionSpecification(
    "--output", placeholder: "NAME", summary: "the output with the embedding, where there are several")

  static let options = [
    embedding, out, name, licence, origin, channelOrder, mean, scale, alignment, size, layout, output,
  ]

  private enum Order: String, CaseIterable {
    case rgb, bgr

    var channels: ChannelOrder { self == .rgb ? .redGreenBlue : .blueGreenRed }
  }

  private enum Layout: String, CaseIterable {
    case nchw, nhwc

    var layout: TensorLayout { self == .nchw ? .planar : .interleaved }
  }

  private let network: Path
  private let folder: Path
  private let name: String?
  private let licence: String?
  private let origin: String?
  private let channels: ChannelOrder?
  private let mean: ColourNumbers?
  private let scale: ColourNumbers?
  private let template: Path?
  private let hints: EmbeddingNetwork.Hints

  init(_ arguments: ParsedArguments) throws(Failure) {
    guard let network = arguments.path(Self.embedding) else {
      throw .usage("'pack new' needs '--embedding FILE'", command: "pack")
    }
    guard let folder = arguments.path(Self.out) else {
      throw .usage("'pack new' needs '--out DIR'", command: "pack")
    }
    self.network = network
    self.folder = folder
    name = try arguments.text(Self.name)
    licence = try arguments.text(Self.licence)
    origin = try arguments.text(Self.origin)
    channels = try arguments.choice(Self.channelOrder, of: Order.self)?.channels
    mean = try ColourNumbers(arguments, Self.mean)
    scale = try ColourNumbers(arguments, Self.scale)
    template = arguments.path(Self.alignment)
    let size = try Self.size(arguments)
    hints = EmbeddingNetwork.Hints(
      layout: try arguments.choice(Self.layout, of: Layout.self)?.layout, width: size?.width,
      height: size?.height, output: try arguments.text(Self.output))
  }

  private static func size(
    _ arguments: ParsedArguments
  ) throws(Failure) -> (width: Int, height: Int)? {
    guard let text = try arguments.text(size) else { return nil }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], (8...1024).contains(width),
      (8...1024).contains(height)
    else {
      throw .usage(
        "'--size' takes width and height from 8 to 1,024, for example 112x112, not '\(printable(text))'",
        command: "pack")
    }
    return (width, height)
  }

  /// Looks at the network and writes the folder.
  func write() throws(Failure) -> NewPackReport {
    try Self.checkIsFree(folder)
    let bytes = try InputFile.contents(of: network)
    let found: EmbeddingNetwork
    do {
      found = try EmbeddingNetwork(bytes: bytes, name: network.description, hints: hints)
    } catch {
      throw Failure(error)
    }
    let mean = mean ?? .usualMean
    let scale = scale ?? .usualScale
    let pack = NewModelPack(
      name: name ?? Path(folder.lastComponent).text, network: found, fileName: fileName,
      licence: licence ?? "not stated", origin: origin ?? Path(network.lastComponent).text,
      channels: channels ?? .redGreenBlue, scale: scale.values, offset: scale.offset(forMean: mean),
      alignment: try alignment(found))
    let manifest: String
    do {
      manifest = try pack.manifest()
    } catch {
      throw Failure(error)
    }
    try write(bytes, manifest, pack.fileName)
    return NewPackReport(
      folder: folder, pack: pack, mean: mean, scale: scale,
      assumptions: [
        channels == nil ? .channelOrder : nil, self.mean == nil ? .mean : nil,
        self.scale == nil ? .scale : nil, template == nil ? .alignment : nil,
      ].compactMap { $0 })
  }

  /// The file keeps its name where a manifest may have it.
  private var fileName: String {
    let name = Path(network.lastComponent).exactText
    return name.flatMap { NewModelPack.isFileName($0) ? $0 : nil } ?? "embedding.onnx"
  }

  private func alignment(_ network: EmbeddingNetwork) throws(Failure) -> AlignmentTemplate {
    guard let template else {
      let usual = EmbeddingNetwork.usualSide
      guard network.width == usual, network.height == usual else {
        throw Failure(
          self.network.description,
          cause: "takes \(network.width)×\(network.height), and the usual template is for \(usual)×\(usual)",
          cure: "name the one that it was trained with, with --alignment", exitCode: .unusableInput)
      }
      return .usual
    }
    let bytes = try InputFile.contents(of: template)
    do {
      return try AlignmentTemplate(parsing: bytes, file: template.description)
    } catch {
      throw Failure(cause: error.description, exitCode: .unusableInput)
    }
  }

  /// Whatever a folder holds is somebody's.
  private static func checkIsFree(_ folder: Path) throws(Failure) {
    guard FolderWalk.isFolder(folder), try !FolderWalk.isEmpty(folder) else { return }
    throw Failure(
      folder.description, cause: "is not empty", cure: "name a new or an empty folder",
      exitCode: .configuration)
  }

  /// Both files are complete before one appears, the manifest last: whoever finds it finds a whole pack.
  private func write(_ network: [UInt8], _ manifest: String, _ name: String) throws(Failure) {
    try Failure.whenWriting { () throws(FileError) in
      try Folder.make(folder)
      let networkFile = try OutputFile(folder.appending(name))
      try networkFile.write(network)
      let manifestFile = try OutputFile(folder.appending(ModelPack.manifestName))
      try manifestFile.write(Array(manifest.utf8))
      try networkFile.finish()
      try manifestFile.finish()
    }
  }
}

extension Failure {
  /// The ONNX file is no embedding network, or leaves something open.
  fileprivate init(_ error: EmbeddingNetworkError) {
    let cure: String? =
      switch error.reason {
      case .ambiguousLayout: "say which with --layout"
      case .outputs(let names) where !names.isEmpty: "name one with --output"
      case .noSuchOutput: "name one of them with --output"
      case .otherSize: "leave --size out"
      default: nil
      }
    self.init(cause: error.description, cure: cure, exitCode: .unusableInput)
  }
}
