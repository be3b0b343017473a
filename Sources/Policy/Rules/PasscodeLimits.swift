/// The length of passcodes.
public enum PasscodeLimits {
  /// Most bytes that any prompt takes; more is refused before it is compared.
  public static let maximumByteCount = 1_024
}
