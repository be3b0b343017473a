import ModelFiles
import Platform

/// Finds the model pack that travels with this package.
///
/// The bundle accessor that the package manager would generate for a Swift target traps when the files are missing and
/// needs Foundation, which costs a short-lived program some ten milliseconds and eight megabytes. The files therefore
/// belong to a C target, and the few places are looked up by hand.
public enum BundledModels {
  /// The name of the manifest that makes a folder a model pack.
  public static let manifestName = "model-pack.json"

  /// The folder with the bundled model pack, or `nil` when no place in ``searchPath()`` has one.
  public static func directory() -> String? {
    searchPath().first { isReadable($0 + "/" + manifestName) }
  }

  /// The folders that ``directory()`` looks at, in this order, whether they exist or not:
  /// the resource bundle beside the executable (as the build leaves it), `share/facelatch/Models` of the prefix that
  /// the executable is installed in, and the source folder that this file was compiled in.
  public static func searchPath() -> [String] {
    var folders: [String] = []
    if let executable = executablePath() {
      let folder = parent(of: executable)
      folders.append(folder + "/" + bundleName)
      folders.append(parent(of: folder) + "/share/facelatch/Models")
    }
    folders.append(parent(of: #filePath))
    return folders
  }

  private static let bundleName = String(cString: facelatch_model_bundle_name())

  private static func executablePath() -> String? {
    #if os(Linux)
      let capacity = Int(PATH_MAX)
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer -> String? in
        guard let start = buffer.baseAddress else { return nil }
        let length = readlink("/proc/self/exe", start, capacity)
        // A path that fills the buffer may be cut off.
        guard length > 0, length < capacity else { return nil }
        return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    #else
      return nil
    #endif
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func isReadable(_ path: String) -> Bool {
    access(path, R_OK) == 0
  }
}
