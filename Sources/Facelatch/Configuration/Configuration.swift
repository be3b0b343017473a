import Findings
import Liveness
import Matching
import Policy
import Store

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a machine's owner sets once for all programs that authenticate through this package.
///
/// ```json
/// {
///   "user": "ada",
///   "store": "/home/ada/.local/share/facelatch",
///   "frames": { "command": ["ffmpeg", "-v", "error", "-i", "/dev/video0", "-f", "yuv4mpegpipe", "-"] },
///   "rules": "face-id",
///   "liveness": "motion"
/// }
/// ```
///
/// Every key may be left out. Without `frames` there is no camera, and the passcode alone counts.
public struct Configuration: Sendable, Equatable {
  /// Where frames come from.
  public enum Frames: Sendable, Equatable {
    /// A picture, or a recording: MJPEG, AVI with MJPG, Y4M.
    case file(String)
    /// All pictures and recordings of a folder, in natural order of their names.
    case folder(String)
    /// A program and its arguments, which writes frames to its standard output in any format that `FrameStream`
    /// reads.
    case command([String])
  }

  /// Whose record counts; nil for the account that runs the program.
  public var user: String?

  /// The folder of the store; nil for the usual one.
  public var store: String?

  /// Where frames come from; nil for nowhere.
  public var frames: Frames?

  /// A folder with a model pack; nil for the one that comes with the package.
  public var models: String?

  /// A file of operating points for the model pack; nil for its own.
  public var operatingPoints: String?

  /// The rate of false matches at which decisions are made, within the measured range; nil for the one that the operating
  /// points name.
  public var falseMatchRate: FalseMatchRate?

  /// The rules for attempts, times and passcodes.
  public var rules: PolicyRules

  /// What has to show that a living person is there; nil for what suits the frames: motion for a command or a recording,
  /// the looks for pictures. With a challenge the movements are drawn anew each time and asked for on the terminal.
  public var liveness: LivenessRequirement?

  /// A configuration of defaults.
  public init(
    user: String? = nil, store: String? = nil, frames: Frames? = nil, models: String? = nil,
    operatingPoints: String? = nil, falseMatchRate: FalseMatchRate? = nil, rules: PolicyRules = .faceID,
    liveness: LivenessRequirement? = nil
  ) {
    self.user = user
    self.store = store
    self.frames = frames
    self.models = models
    self.operatingPoints = operatingPoints
    self.falseMatchRate = falseMatchRate
    self.rules = rules
    self.liveness = liveness
  }

  /// The file that holds the configuration.
  ///
  /// - Parameter environment: Looks a variable of the environment up.
  /// - Returns: `FACELATCH_CONFIG`, else `facelatch/config.json` in `XDG_CONFIG_HOME`, else in `.config` at
  ///   home.
  public static func path(environment: (String) -> String? = StoreLocation.environmentVariable) -> String {
    if let explicit = environment("FACELATCH_CONFIG"), !explicit.isEmpty { return explicit }
    if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return folder + "/facelatch/config.json"
    }
    return (environment("HOME") ?? "") + "/.config/facelatch/config.json"
  }

  /// Reads a configuration.
  ///
  /// - Parameter path: The file. Relative paths in it are taken from its folder.
  /// - Returns: The defaults when there is no such file.
  /// - Throws: `ConfigurationError` when the file cannot be read, is not valid, or could be changed by
  ///   others.
  public static func load(_ path: String = Configuration.path()) throws(ConfigurationError) -> Configuration {
    guard let bytes = try ConfigurationFile.read(path) else { return Configuration() }
    let parts: ConfigurationFile.Parts
    do {
      parts = try JSONDecoder().decode(ConfigurationFile.Parts.self, from: Data(bytes))
    } catch {
      throw .malformed(path: path, detail: ConfigurationFile.words(for: error))
    }
    return try ConfigurationFile(path: path).configuration(parts)
  }
}

/// Why a configuration cannot be used: file, cause, cure in one line.
public enum ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file is there and cannot be read.
  case unreadable(path: String, reason: String)
  /// Other accounts could change the file, and with it who is let in.
  case writableByOthers(path: String)
  /// The content is not a configuration.
  case malformed(path: String, detail: String)

  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "\(path): cannot be read (\(reason)); correct its permissions or remove it"
    case .writableByOthers(let path):
      "\(path): other accounts can change it, so they could say whose face counts; run: chmod go-w '\(path)'"
    case .malformed(let path, let detail):
      "\(path): is no configuration (\(detail)); correct it, Documentation/LocalAuthentication.md shows one"
    }
  }
}
