import Platform

extension DecodedImage {
  /// Reads and decodes a JPEG or PNG file. The content decides which of them it is, not the file's name.
  ///
  /// - Parameters:
  ///   - path: Path of an ordinary file.
  ///   - options: Limits, and the size that is needed.
  /// - Throws: `ImageError` that names the file, the cause and what helps.
  public init(contentsOf path: Path, options: DecodingOptions = DecodingOptions()) throws(ImageError) {
    let bytes: [UInt8]
    do {
      bytes = try FileReader.contents(of: path, limit: options.maximumFileSize)
    } catch {
      throw ImageError(reading: error)
    }
    try self.init(bytes: bytes, name: path.description, options: options)
  }

  /// Reads and decodes a JPEG or PNG file whose path is a text.
  ///
  /// - Throws: What `init(contentsOf:options:)` throws for a `Path`.
  public init(contentsOf path: String, options: DecodingOptions = DecodingOptions()) throws(ImageError) {
    try self.init(contentsOf: Path(path), options: options)
  }

  /// Decodes a JPEG or PNG that is already in memory.
  ///
  /// The result is upright (Exif orientations 1–8 are applied, then the turn of the options) 8-bit RGB. Values are taken as sRGB: gamma
  /// entries and colour profiles are ignored. Transparent parts are laid over black. A picture whose data is
  /// cut off or damaged is refused as a whole; bytes after the picture, or a missing end marker after its
  /// last row, do no harm.
  ///
  /// - Parameters:
  ///   - bytes: The whole content of the file.
  ///   - name: What to call it in an error message.
  ///   - options: Limits, and the size that is needed.
  /// - Throws: `ImageError` that carries `name`, the cause and what helps.
  public init(
    bytes: [UInt8], name: String, options: DecodingOptions = DecodingOptions()
  ) throws(ImageError) {
    guard !bytes.isEmpty else { throw .empty(name: name) }
    switch FileSignature(bytes) {
    case .jpeg:
      self = try JPEGDecoder(bytes: bytes, name: name, options: options).decoded().turned(options.turn)
    case .png:
      self = try PNGDecoder(bytes: bytes, name: name, options: options).decoded().turned(options.turn)
    case .other(let looksLike):
      throw .unknownFormat(name: name, looksLike: looksLike)
    }
  }

  /// Makes the upright result from a picture as it lies in the file.
  ///
  /// - Parameters:
  ///   - stored: The picture as stored, possibly reduced.
  ///   - storedWidth: Width in the file before any reduction.
  ///   - storedHeight: Height in the file before any reduction.
  init(
    stored: Image, format: ImageFormat, storedWidth: Int, storedHeight: Int, orientation: Orientation
  ) {
    image = orientation == .upright ? stored : stored.turnedUpright(from: orientation)
    self.format = format
    originalWidth = orientation.swapsSides ? storedHeight : storedWidth
    originalHeight = orientation.swapsSides ? storedWidth : storedHeight
  }
}
