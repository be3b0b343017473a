/// The kind of biometry that the machine offers; one bit each.
public enum LABiometryType: Int, Sendable {
  /// None, or not asked for yet.
  case none = 0
  /// A fingerprint reader; never reported on Linux.
  case touchID = 1
  /// A face in front of a camera.
  case faceID = 2
  /// An iris reader; never reported on Linux.
  case opticID = 4

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The former name of ``none``.
  public static var LABiometryNone: LABiometryType { .none }
}
