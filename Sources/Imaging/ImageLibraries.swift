import CJPEG
import CPNG
import Platform

/// The libraries that decode and encode pictures.
public enum ImageLibraries {
  /// Each with its version; libpng tells it at run time, libjpeg-turbo only while building.
  public static var all: [SystemLibrary] {
    [
      SystemLibrary(name: "libjpeg-turbo", version: dotted(Int(LIBJPEG_TURBO_VERSION_NUMBER), digits: 3)),
      SystemLibrary(name: "libpng", version: dotted(Int(png_access_version_number()), digits: 2)),
    ]
  }

  /// A version in one number, `2001005` with three digits a part or `10639` with two, as `2.1.5` or `1.6.39`.
  private static func dotted(_ number: Int, digits: Int) -> String {
    let radix = digits == 3 ? 1000 : 100
    return "\(number / (radix * radix)).\(number / radix % radix).\(number % radix)"
  }
}
