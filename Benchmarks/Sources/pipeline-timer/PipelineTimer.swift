import Facelatch
import TimerRequests

/// Holds the photos that a driver has loaded and answers its requests.
struct PipelineTimer: RequestTimer {
  private struct Photo {
    let bytes: [UInt8]
    let name: String
    let analyzer: FaceAnalyzer
    var embedding: [Float] = []
  }

  private var photos: [Substring: Photo] = [:]
  private var models: FaceModels?

  mutating func answer(to line: String) throws -> String {
    let words = line.split(separator: " ")
    switch (words.first, words.count) {
    case ("load", 4...):
      // A file name may contain blanks: it is everything from the fourth word on.
      try load(words[1], threads: words[2], file: words[3...].joined(separator: " "))
      return ""
    case ("decode", 4):
      let (photo, side) = (try photo(words[1]), try side(words[2]))
      return try times(number(words[3])) { _ = try decode(photo, side: side) }
    case ("size", 3):
      let image = try decode(photo(words[1]), side: side(words[2]))
      return "\(image.width) \(image.height)"
    case ("embed", 3):
      var photo = try photo(words[1])
      let answer = try times(number(words[2])) { photo.embedding = try embed(photo) }
      photos[words[1]] = photo
      return answer
    case ("embedding", 2):
      return try photo(words[1]).embedding.map { "\($0)" }.joined(separator: " ")
    default:
      throw Refusal(description: "unknown request: \(line)")
    }
  }

  private mutating func load(_ id: Substring, threads: Substring, file: String) throws {
    let models = try models ?? FaceModels(pack: .bundled())
    self.models = models
    let options = AnalysisOptions(
      selection: .largest, minimumQuality: 0, includesEyes: false, threads: try number(threads))
    photos[id] = Photo(
      bytes: try FileBytes.content(of: file), name: file,
      analyzer: FaceAnalyzer(models: models, options: options))
  }

  private func decode(_ photo: Photo, side: Int?) throws -> Image {
    try DecodedImage(
      bytes: photo.bytes, name: photo.name, options: DecodingOptions(maximumSide: side)
    ).image
  }

  /// What `facelatch embed` does with a photo, with the same limit for decoding.
  private func embed(_ photo: Photo) throws -> [Float] {
    let image = try decode(photo, side: StageReport.usefulSide)
    let acquisition = try photo.analyzer.acquire(image)
    guard case .face(let face) = acquisition,
      case .embedding(let embedding) = try photo.analyzer.recognise(face, in: image)
    else { throw Refusal(description: "\(photo.name): \(acquisition.explanation)") }
    return embedding.vector
  }

  private func times(_ count: Int, _ work: () throws -> Void) throws -> String {
    let clock = ContinuousClock()
    var seconds: [Double] = []
    for _ in 0..<count { seconds.append(try clock.measure(work) / .seconds(1)) }
    return seconds.map { "\($0)" }.joined(separator: " ")
  }

  private func photo(_ id: Substring) throws -> Photo {
    guard let photo = photos[id] else { throw Refusal(description: "nothing is loaded as \(id)") }
    return photo
  }

  private func side(_ text: Substring) throws -> Int? {
    text == "0" ? nil : try number(text)
  }
}
