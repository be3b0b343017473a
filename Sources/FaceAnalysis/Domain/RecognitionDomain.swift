import Findings
import Imaging

/// Which faces an embedding network may be asked about: those like the ones that its rates were measured on. Outside of it
/// a score means nothing.
public struct RecognitionDomain: Sendable, Equatable {
  /// The least length of the network's output; see `Embedding.length`.
  public let leastLength: Double

  /// How certain the detector has to be of the face as the mesh has set it, 0…1; see `SecondLook.certainty`.
  public let leastCertainty: Double

  /// How far the points of detector and mesh may lie apart, in distances between the eyes; see `SecondLook.disagreement`.
  public let largestDisagreement: Double

  /// The least contrast, the largest shares of black and of white, and the largest difference of both sides of a face; see
  /// `FaceQuality`.
  public let leastContrast: Double
  public let largestUnderexposedShare: Double
  public let largestOverexposedShare: Double
  public let largestUnevenness: Double

  public init(
    leastLength: Double, leastCertainty: Double, largestDisagreement: Double, leastContrast: Double,
    largestUnderexposedShare: Double, largestOverexposedShare: Double, largestUnevenness: Double
  ) {
    self.leastLength = leastLength
    self.leastCertainty = leastCertainty
    self.largestDisagreement = largestDisagreement
    self.leastContrast = leastContrast
    self.largestUnderexposedShare = largestUnderexposedShare
    self.largestOverexposedShare = largestOverexposedShare
    self.largestUnevenness = largestUnevenness
  }

  /// Why a face is outside of the domain, before it is embedded; `nil` where nothing says so.
  ///
  /// - Parameters:
  ///   - face: What mesh and light say of it.
  ///   - look: What the detector says of it.
  public func objection(to face: Face, _ look: SecondLook) -> QualityReason? {
    objection(to: look, roll: face.pose.roll) ?? objection(to: face.quality)
  }

  /// Why a face is outside of the domain by its light; `nil` where nothing says so.
  func objection(to quality: FaceQuality) -> QualityReason? {
    if quality.underexposedShare > largestUnderexposedShare {
      return .underexposed(share: quality.underexposedShare)
    }
    if quality.overexposedShare > largestOverexposedShare {
      return .overexposed(share: quality.overexposedShare)
    }
    if quality.unevenness > largestUnevenness { return .unevenLight(difference: quality.unevenness) }
    return quality.contrast < leastContrast ? .flat(contrast: quality.contrast) : nil
  }

  /// Why a face is outside of the domain; `nil` where nothing says so.
  ///
  /// - Parameters:
  ///   - look: What the detector says of the face.
  ///   - roll: How far the mesh says that the face leans, in degrees clockwise.
  func objection(to look: SecondLook, roll: Double) -> QualityReason? {
    if look.uprightTurn != .none {
      return .rolled(angle: (roll - Double(look.uprightTurn.rawValue)).remainder(dividingBy: 360))
    }
    if look.certainty < leastCertainty { return .unclear(certainty: look.certainty) }
    guard let disagreement = look.disagreement, disagreement <= largestDisagreement else {
      return .landmarksDisagree(distance: look.disagreement ?? .infinity)
    }
    return nil
  }

  /// Why an embedding is outside of the domain; `nil` where it is within.
  public func objection(to embedding: Embedding) -> QualityReason? {
    embedding.length < leastLength ? .unlikeFaces(length: embedding.length) : nil
  }
}
