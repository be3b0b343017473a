import Imaging
import Platform

/// A network's file and where it comes from.
public struct ModelFile: Sendable, Equatable {
  /// Path of the ONNX file.
  public let path: Path

  /// What the file's SHA-256 must be, 64 lowercase hexadecimal digits. It is checked before the file is used.
  public let sha256: String

  /// Licence of the weights, as an SPDX identifier or a sentence.
  public let licence: String

  /// Where the file was published.
  public let origin: String

  /// What errors call the file.
  package var name: String { path.text }
}

/// The order of the three colours in a network's input.
public enum ChannelOrder: String, Sendable, CaseIterable {
  case redGreenBlue = "RGB"
  case blueGreenRed = "BGR"
}

/// How a network's input lies in memory.
public enum TensorLayout: String, Sendable, CaseIterable {
  /// One plane per colour: 1×3×height×width.
  case planar = "NCHW"
  /// The colours of a pixel side by side: 1×height×width×3.
  case interleaved = "NHWC"
}

/// A number for each colour of a pixel, whatever their order in a network's input.
public struct ChannelValues: Sendable, Equatable {
  public let red: Float
  public let green: Float
  public let blue: Float

  public init(red: Float, green: Float, blue: Float) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The same number for all colours.
  public init(_ value: Float) {
    (red, green, blue) = (value, value, value)
  }
}

/// How pixels become a network's input: `value = pixel (0…255) × scale + offset`, for each colour.
public struct NetworkInput: Sendable, Equatable {
  /// The name of the input in the ONNX file.
  public let name: String
  public let layout: TensorLayout
  public let channels: ChannelOrder
  public let scale: ChannelValues
  public let offset: ChannelValues
}

/// A network that finds faces in a picture of any size (the YuNet family).
public struct DetectorSpecification: Sendable, Equatable {
  public let file: ModelFile
  public let input: NetworkInput
  /// Width and height of the input must be multiples of this many pixels.
  public let sizeMultiple: Int
  /// Lowest score of a face, 0…1.
  public let scoreThreshold: Double
  /// Two boxes that share more than this part of their union (0…1) are the same face.
  public let overlapThreshold: Double
}

/// A network that finds the 468 points of a face mesh in a square crop.
public struct MeshSpecification: Sendable, Equatable {
  public let file: ModelFile
  public let input: NetworkInput
  /// Width and height of the crop in pixels.
  public let side: Int
  /// Name of the output with 468 × 3 coordinates in crop pixels.
  public let landmarksOutput: String
  /// Name of the output with the logit of the face score.
  public let scoreOutput: String
}

/// A network that finds the contour and the iris of one eye in a square crop.
public struct IrisSpecification: Sendable, Equatable {
  public let file: ModelFile
  public let input: NetworkInput
  /// Width and height of the crop in pixels.
  public let side: Int
  /// Name of the output with 71 × 3 coordinates of contour and brow in crop pixels.
  public let eyeOutput: String
  /// Name of the output with 5 × 3 coordinates of the iris in crop pixels.
  public let irisOutput: String
}

/// A network that tells a face before the camera from a picture of one.
///
/// It sees upright squares around the middle of the detector's box, and gives one logit for each, high for a bona
/// fide face. The score is the logistic function of their mean.
public struct PresentationAttackSpecification: Sendable, Equatable {
  public let file: ModelFile
  public let input: NetworkInput
  /// Width and height of the crops in pixels.
  public let side: Int
  /// Name of the output with the logit.
  public let output: String
  /// The sides of the squares, as multiples of the larger side of the detector's box.
  public let cropScales: [Double]
  /// From this score on (0…1) a face counts as bona fide.
  public let threshold: Double
}

/// A network that turns an aligned face into an embedding.
public struct EmbeddingSpecification: Sendable, Equatable {
  public let file: ModelFile
  public let input: NetworkInput
  /// Width of the aligned crop in pixels.
  public let width: Int
  /// Height of the aligned crop in pixels.
  public let height: Int
  /// Name of the output with the embedding.
  public let output: String
  /// Length of the embedding.
  public let dimensions: Int
  /// Where image-left eye, image-right eye, nose tip, image-left and image-right mouth corner lie in the
  /// crop, on pixel indices (the centre of the first pixel is 0, 0), as such templates are published.
  public let alignment: [Point]
  /// How much of what several pictures of a face do not share lowers their score, 0…1; `nil` where nobody measured it.
  public let agreementExponent: Double?
  /// Which faces the network may be asked about; `nil` where that was not measured, and nothing is left out.
  public let domain: RecognitionDomain?
  /// The measured thresholds by rising threshold; empty until they are measured, which allows scores but no decision.
  public internal(set) var operatingPoints: [MeasuredThreshold]
  /// The false-match rate at which decisions are made unless the user chooses another one; `nil` where there are no
  /// operating points.
  public internal(set) var decisionFalseMatchRate: Double?
}
