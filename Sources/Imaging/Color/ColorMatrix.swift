/// How luma and chroma were made of red, green and blue.
public enum ColorMatrix: Sendable, Equatable {
  /// ITU-R BT.601: JPEG, webcams, standard definition.
  case bt601
  /// ITU-R BT.709: high-definition video.
  case bt709

  /// The weights of red and blue in luma.
  var weights: (red: Double, blue: Double) {
    switch self {
    case .bt601: (0.299, 0.114)
    case .bt709: (0.2126, 0.0722)
    }
  }
}
