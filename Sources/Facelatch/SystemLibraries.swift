import CJPEG
import CPNG
import Policy
import Store

/// The libraries of the system that this package stands on.
public enum SystemLibraries {
  /// A library and its version.
  public struct Library: Hashable, Sendable {
    /// The name that its project uses.
    public let name: String
    /// The version as its project writes it.
    public let version: String
  }

  /// The image libraries. libpng tells its version at run time, libjpeg-turbo only while building.
  public static var all: [Library] {
    [
      Library(name: "libjpeg-turbo", version: dotted(Int(LIBJPEG_TURBO_VERSION_NUMBER), digits: 3)),
      Library(name: "libpng", version: dotted(Int(png_access_version_number()), digits: 2)),
    ]
  }

  /// A version in one number, `2001005` with three digits a part or `10639` with two, as `2.1.5` or `1.6.39`.
  private static func dotted(_ number: Int, digits: Int) -> String {
    let radix = digits == 3 ? 1000 : 100
    return "\(number / (radix * radix)).\(number / radix % radix).\(number % radix)"
  }
}
