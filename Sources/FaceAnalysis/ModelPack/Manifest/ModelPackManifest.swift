import Imaging

/// `model-pack.json` as it is written. `ModelPack` checks the values and gives them their final form.
struct ModelPackManifest: Decodable {
  let name: String
  let detector: Detector?
  let mesh: Mesh?
  let iris: Iris?
  let embedding: Embedding
  let presentationAttack: PresentationAttack?

  /// The only part that every version of the format has.
  struct Version: Decodable {
    let formatVersion: Int
  }

  struct File: Decodable {
    let file: String
    let sha256: String
    let licence: String
    let origin: String
  }

  struct Input: Decodable {
    let name: String
    let layout: TensorLayout
    let channels: ChannelOrder
    let scale: Double
    let offset: Double
    let width: Int?
    let height: Int?
    let sizeMultiple: Int?
  }

  struct Detector: Decodable {
    let file: File
    let input: Input
    let scoreThreshold: Double
    let overlapThreshold: Double

    private enum Key: String, CodingKey { case input, scoreThreshold, overlapThreshold }

    init(from decoder: any Decoder) throws {
      file = try File(from: decoder)
      let container = try decoder.container(keyedBy: Key.self)
      input = try container.decode(Input.self, forKey: .input)
      scoreThreshold = try container.decode(Double.self, forKey: .scoreThreshold)
      overlapThreshold = try container.decode(Double.self, forKey: .overlapThreshold)
    }
  }

  struct MeshOutputs: Decodable {
    let landmarks: String
    let score: String
  }

  struct IrisOutputs: Decodable {
    let eye: String
    let iris: String
  }

  /// A network with several outputs, told apart by name.
  struct Landmarks<Outputs: Decodable>: Decodable {
    let file: File
    let input: Input
    let outputs: Outputs

    init(from decoder: any Decoder) throws {
      file = try File(from: decoder)
      let container = try decoder.container(keyedBy: LandmarksKey.self)
      input = try container.decode(Input.self, forKey: .input)
      outputs = try container.decode(Outputs.self, forKey: .outputs)
    }
  }

  private enum LandmarksKey: String, CodingKey { case input, outputs }

  typealias Mesh = Landmarks<MeshOutputs>
  typealias Iris = Landmarks<IrisOutputs>

  struct Embedding: Decodable {
    let file: File
    let input: Input
    let output: String
    let dimensions: Int
    let alignment: [[Double]]
    let operatingPoints: [MeasuredThreshold]
    let decisionFalseMatchRate: Double

    private enum Key: String, CodingKey {
      case input, output, dimensions, alignment, operatingPoints, decisionFalseMatchRate
    }

    init(from decoder: any Decoder) throws {
      file = try File(from: decoder)
      let container = try decoder.container(keyedBy: Key.self)
      input = try container.decode(Input.self, forKey: .input)
      output = try container.decode(String.self, forKey: .output)
      dimensions = try container.decode(Int.self, forKey: .dimensions)
      alignment = try container.decode([[Double]].self, forKey: .alignment)
      operatingPoints = try container.decode([MeasuredThreshold].self, forKey: .operatingPoints)
      decisionFalseMatchRate = try container.decode(Double.self, forKey: .decisionFalseMatchRate)
    }
  }

  struct PresentationAttack: Decodable {
    let file: File
    let input: Input
    let output: String
    let cropScales: [Double]
    let threshold: Double

    private enum Key: String, CodingKey { case input, output, cropScales, threshold }

    init(from decoder: any Decoder) throws {
      file = try File(from: decoder)
      let container = try decoder.container(keyedBy: Key.self)
      input = try container.decode(Input.self, forKey: .input)
      output = try container.decode(String.self, forKey: .output)
      cropScales = try container.decode([Double].self, forKey: .cropScales)
      threshold = try container.decode(Double.self, forKey: .threshold)
    }
  }
}
