import FaceAnalysis
import Imaging
import Matching
import Platform
import Policy

/// Why nothing can be decided: a part does not work here, or a picture shows no face to work with.
public enum GateError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The model pack or one of its networks cannot be used.
  case models(ModelPackError)
  /// Another account could change the model pack or the operating points, and with them who is let in.
  case untrusted(EngineFailure.Part, OwnershipFault)
  /// A file that decides is none.
  case configuration(ConfigurationError)
  /// The file of operating points cannot be used.
  case operatingPoints(OperatingPointsFileError)
  /// The pack's operating points allow no decision, or templates of different networks meet.
  case matching(MatchingError, pack: String)
  /// A picture cannot be read.
  case picture(ImageError)
  /// A picture shows no face that can be compared. `picture` is what it is called; empty for one in memory.
  case noUsableFace(picture: String, Obstacle)

  public var description: String {
    switch self {
    case .models(let error): error.description
    case .untrusted(_, let fault): fault.description
    case .configuration(let error): error.description
    case .operatingPoints(let error): error.description
    case .matching(let error, let pack): "\(printable(pack, limit: 400)): \(error)"
    case .picture(let error): error.description
    case .noUsableFace("", let obstacle): obstacle.description
    case .noUsableFace(let picture, let obstacle):
      "\(printable(picture, limit: 400)): \(obstacle)"
    }
  }

  /// The same as a part of an evaluation that does not work.
  var failure: EngineFailure {
    switch self {
    case .models, .picture, .noUsableFace: EngineFailure(.models, description)
    case .untrusted(let part, _): EngineFailure(part, description)
    case .configuration: EngineFailure(.configuration, description)
    case .operatingPoints, .matching: EngineFailure(.operatingPoints, description)
    }
  }
}
