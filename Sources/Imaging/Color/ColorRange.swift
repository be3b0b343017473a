/// Which of the values 0…255 luma and chroma use.
public enum ColorRange: Sendable, Equatable {
  /// Luma 16…235, chroma 16…240.
  case limited
  /// 0…255.
  case full
}
