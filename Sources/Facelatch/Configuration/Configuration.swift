import Capture
import Findings
import Imaging
import Liveness
import Matching
import Platform
import Policy
import Store

/// The one description of everything that decides: people and their store, networks and decision point, rules, life, frames.
///
/// A machine's owner sets it once, in a file, for all programs that authenticate through this package; the command line makes
/// the same value of its options, a program of its own code.
///
/// ```json
/// {
///   "user": "ada",
///   "store": "/home/ada/.local/share/facelatch",
///   "frames": { "command": ["ffmpeg", "-v", "error", "-i", "/dev/video0", "-f", "yuv4mpegpipe", "-"] },
///   "rules": "face-id",
///   "assurance": "motion"
/// }
/// ```
///
/// Every key may be left out. Without `frames` there is no camera, and the passcode alone counts.
public struct Configuration: Sendable, Equatable {
  /// Whose record counts; `nil` for the account that runs the program.
  public var user: String?

  /// The folder of the store; `nil` for the usual one.
  public var store: Path?

  /// Where frames come from; `nil` for nowhere.
  public var frames: Frames?

  /// A folder with a model pack; `nil` for the one that comes with the package.
  public var models: Path?

  /// A file of operating points for the model pack; `nil` for its own.
  public var operatingPoints: Path?

  /// The rate of false matches at which decisions are made, within the measured range; `nil` for the one that the operating
  /// points name.
  public var falseMatchRate: FalseMatchRate?

  /// The rules for attempts, times and passcodes.
  public var rules: PolicyRules

  /// What has to show that a living person is there; `nil` for what suits the frames: motion for a command or a recording,
  /// the looks for pictures. With a challenge the movements are drawn anew each time and asked for on the terminal.
  public var liveness: LivenessRequirement?

  /// What the comparison of a face has to be worth at least, whoever asks; as much is then asked for, whatever `liveness`
  /// says. `nil` for what suits who decides: a gate takes whatever was shown, the machine's authenticator asks for what
  /// `liveness` names, else for motion, whatever kind of frames come. The passcode satisfies any.
  public var leastAssurance: Assurance?

  /// The movements that are asked for where a challenge is required; `nil` for ones that are drawn anew each time.
  public var challenge: Challenge?

  /// Limits, rate and patience for reading frames.
  public var capture: CaptureOptions

  /// Whether decisions are written into the log beside the store.
  public var isAudited: Bool

  /// Longer side in pixels that a large JPEG keeps at least when it is decoded at a fraction of its size: faces are looked
  /// for at 640 and compared at 112, so more would only cost time.
  public static let usefulSide = 1_600

  /// A configuration of defaults: those of the command line.
  public init(
    user: String? = nil, store: Path? = nil, frames: Frames? = nil, models: Path? = nil,
    operatingPoints: Path? = nil, falseMatchRate: FalseMatchRate? = nil, rules: PolicyRules = .faceID,
    liveness: LivenessRequirement? = nil, leastAssurance: Assurance? = nil, challenge: Challenge? = nil,
    capture: CaptureOptions? = nil,
    isAudited: Bool = true
  ) {
    self.user = user
    self.store = store
    self.frames = frames
    self.models = models
    self.operatingPoints = operatingPoints
    self.falseMatchRate = falseMatchRate
    self.rules = rules
    self.liveness = liveness
    self.leastAssurance = leastAssurance
    self.challenge = challenge
    self.capture = capture ?? CaptureOptions(decoding: DecodingOptions(maximumSide: Self.usefulSide))
    self.isAudited = isAudited
  }

  /// The same with what the owner of a machine asks for where nothing else is said.
  var ofMachine: Configuration {
    var configuration = self
    configuration.leastAssurance = leastAssurance ?? liveness?.assurance ?? .motion
    return configuration
  }

  /// Whose record counts.
  public var person: String { user ?? Account.name }

  /// The files of the store.
  public var location: StoreLocation { StoreLocation(explicit: store) }

  /// The file that holds the configuration.
  ///
  /// - Returns: `FACELATCH_CONFIG`, else `facelatch/config.json` in `XDG_CONFIG_HOME`, else in `.config` at
  ///   home, which is `HOME`, or where that is no absolute path, what the system knows of the account.
  public static func path() -> Path { path(environment: Environment.path) }

  /// - Parameter environment: Looks a variable of the environment up.
  static func path(environment: (String) -> Path?) -> Path {
    if let named = named(environment) { return named }
    if let folder = environment("XDG_CONFIG_HOME"), folder.isAbsolute {
      return folder.appending("facelatch/config.json")
    }
    return Account.homeFolder(environment: environment).appending(".config/facelatch/config.json")
  }

  private static func named(_ environment: (String) -> Path?) -> Path? {
    environment("FACELATCH_CONFIG").flatMap { $0.bytes.isEmpty ? nil : $0 }
  }

  /// Reads a configuration.
  ///
  /// - Parameter path: The file, relative paths in which are taken from its folder; `nil` for the one that `path()` says.
  /// - Returns: The defaults when nobody named a file, and there is none in the usual place. What a face has to be worth at
  ///   least is always said; see `leastAssurance`.
  /// - Throws: `ConfigurationError` when a file that was named is missing, or the file cannot be read, is not valid, of
  ///   which it tells everything, or could be changed by others: weaker rules must not take the place of those meant.
  public static func load(_ path: Path? = nil) throws(ConfigurationError) -> Configuration {
    try load(path, environment: Environment.path)
  }

  /// - Parameter environment: Looks a variable of the environment up.
  static func load(
    _ path: Path?, environment: (String) -> Path?
  ) throws(ConfigurationError) -> Configuration {
    let named = path ?? named(environment)
    let path = named ?? self.path(environment: environment)
    guard let bytes = try ConfigurationFile.read(path) else {
      guard named == nil else { throw .missing(path: path) }
      return Configuration().ofMachine
    }
    return try ConfigurationFile(path: path).configuration(bytes).ofMachine
  }
}
