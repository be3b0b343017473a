/// The keys of `model-pack.json`, for who reads and who writes it.
enum ManifestKey {
  // The manifest.
  static let formatVersion = "formatVersion"
  static let name = "name"
  static let detector = "detector"
  static let mesh = "mesh"
  static let iris = "iris"
  static let embedding = "embedding"
  static let presentationAttack = "presentationAttack"

  // A network.
  static let file = "file"
  static let sha256 = "sha256"
  static let licence = "licence"
  static let origin = "origin"
  static let input = "input"
  static let output = "output"
  static let outputs = "outputs"

  // Its input.
  static let layout = "layout"
  static let channels = "channels"
  static let scale = "scale"
  static let offset = "offset"
  static let width = "width"
  static let height = "height"
  static let sizeMultiple = "sizeMultiple"

  // Its outputs.
  static let landmarks = "landmarks"
  static let score = "score"
  static let eye = "eye"

  // The detector.
  static let scoreThreshold = "scoreThreshold"
  static let overlapThreshold = "overlapThreshold"

  // The embedding.
  static let dimensions = "dimensions"
  static let alignment = "alignment"
  static let agreementExponent = "agreementExponent"
  static let operatingPoints = "operatingPoints"
  static let decisionFalseMatchRate = "decisionFalseMatchRate"
  static let domain = "domain"

  // Its domain.
  static let leastLength = "leastLength"
  static let leastCertainty = "leastCertainty"
  static let largestDisagreement = "largestDisagreement"
  static let leastContrast = "leastContrast"
  static let largestUnderexposedShare = "largestUnderexposedShare"
  static let largestOverexposedShare = "largestOverexposedShare"
  static let largestUnevenness = "largestUnevenness"

  // Passive liveness.
  static let cropScales = "cropScales"
  static let threshold = "threshold"
}
