/// Limits and wishes for decoding a picture.
public struct DecodingOptions: Sendable, Equatable {
  /// Most pixels (width × height as the file states them) that are accepted. It is checked before any
  /// memory is taken.
  public var maximumPixelCount: Int

  /// Most bytes that a file may have.
  public var maximumFileSize: Int

  /// When set, a large JPEG is decoded at 1/2, 1/4 or 1/8 of its size: the smallest of them whose longest
  /// side still has at least this many pixels. The result is not resized any further.
  public var maximumSide: Int?

  /// How pictures are turned once they are upright by what their files say.
  public var turn: QuarterTurn

  /// Makes options.
  ///
  /// - Parameters:
  ///   - maximumPixelCount: Most pixels that are accepted; 64 million by default.
  ///   - maximumFileSize: Most bytes that a file may have; 512 MiB by default.
  ///   - maximumSide: Pixels of the longest side that the caller needs at least; nothing decodes in full
  ///     size.
  ///   - turn: Not at all by default.
  public init(
    maximumPixelCount: Int = 64_000_000, maximumFileSize: Int = 512 << 20, maximumSide: Int? = nil,
    turn: QuarterTurn = .none
  ) {
    self.maximumPixelCount = maximumPixelCount
    self.maximumFileSize = maximumFileSize
    self.maximumSide = maximumSide
    self.turn = turn
  }
}
