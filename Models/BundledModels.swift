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
  public static func directory() -> Path? {
    searchPath().first { folder in
      folder.appending(manifestName).withCString { access($0, R_OK) } == 0
    }
  }

  /// The folders that ``directory()`` looks at, in this order, whether they exist or not:
  /// the resource bundle beside the executable (as the build leaves it), `share/facelatch/Models` of the prefix that
  /// the executable is installed in, and the source folder that this file was compiled in.
  public static func searchPath() -> [Path] {
    var folders: [Path] = []
    if let executable = Path.executable {
      let folder = executable.parentFolder
      folders.append(folder.appending(bundleName))
      folders.append(folder.parentFolder.appending("share/facelatch/Models"))
    }
    folders.append(Path(#filePath).parentFolder)
    return folders
  }

  private static let bundleName = String(cString: facelatch_model_bundle_name())
}
