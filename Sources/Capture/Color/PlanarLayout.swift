/// How luma and chroma lie in memory: one plane after the other, rows from the top, without padding, 8 bits a value.
struct PlanarLayout: Equatable {
  /// Where chroma values stand among those of luma, where there are fewer.
  enum Siting: Equatable {
    /// In the middle of the four (JPEG).
    case centred
    /// On the left column, between two rows (MPEG-2).
    case left
    /// On the left column and the upper row (DV).
    case topLeft
  }

  enum Chroma: Equatable {
    /// Luma alone.
    case none
    /// Half as many columns and rows (4:2:0).
    case halved(Siting)
    /// Half as many columns, standing on the left ones (4:2:2).
    case halvedHorizontally
    /// As many as luma (4:4:4).
    case full
  }

  /// Pixels per row; at least 1.
  let width: Int

  /// Rows; at least 1.
  let height: Int

  let chroma: Chroma

  var chromaWidth: Int {
    switch chroma {
    case .none: 0
    case .halved, .halvedHorizontally: (width + 1) / 2
    case .full: width
    }
  }

  var chromaHeight: Int {
    switch chroma {
    case .none: 0
    case .halved: (height + 1) / 2
    case .halvedHorizontally, .full: height
    }
  }

  /// Bytes of a frame.
  var byteCount: Int { width * height + 2 * chromaWidth * chromaHeight }
}
