/// How luma and chroma lie in memory: one plane after the other, rows from the top, without padding, 8 bits a value.
package struct PlanarLayout: Sendable, Equatable {
  /// Where chroma values stand among those of luma, where there are fewer.
  package enum Siting: Sendable, Equatable {
    /// In the middle of the four (JPEG).
    case centred
    /// On the left column, between two rows (MPEG-2).
    case left
    /// On the left column and the upper row (DV).
    case topLeft
  }

  package enum Chroma: Sendable, Equatable {
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
  package let width: Int

  /// Rows; at least 1.
  package let height: Int

  package let chroma: Chroma

  package init(width: Int, height: Int, chroma: Chroma) {
    self.width = width
    self.height = height
    self.chroma = chroma
  }

  package var chromaWidth: Int {
    switch chroma {
    case .none: 0
    case .halved, .halvedHorizontally: (width + 1) / 2
    case .full: width
    }
  }

  package var chromaHeight: Int {
    switch chroma {
    case .none: 0
    case .halved: (height + 1) / 2
    case .halvedHorizontally, .full: height
    }
  }

  /// Bytes of a frame.
  package var byteCount: Int { width * height + 2 * chromaWidth * chromaHeight }
}
