import Facelatch
import Formats

/// How an enrolment ended.
package struct EnrolmentReading: CachedReading {
  /// What was enrolled; empty where nothing was.
  let templates: [FaceTemplate]
  /// How often the enroller was asked.
  package let tries: Int
  /// The frames that it took for another person's, without which the next try was made.
  package let leftOut: [FramePlace]
  /// Why nobody is enrolled, in one line; `nil` after success.
  package let failure: String?

  /// How many templates are kept.
  package var templateCount: Int { templates.count }

  init(templates: [FaceTemplate], tries: Int, leftOut: [FramePlace], failure: String?) {
    self.templates = templates
    self.tries = tries
    self.leftOut = leftOut
    self.failure = failure
  }

  /// The same where the file at position i of the enrolment is at position `positions[i]` of another list.
  func renumbered(_ positions: [Int]) -> EnrolmentReading {
    EnrolmentReading(
      templates: templates, tries: tries,
      leftOut: leftOut.compactMap { place in
        guard positions.indices.contains(place.file) else { return nil }
        return FramePlace(file: positions[place.file], frame: place.frame)
      }, failure: failure)
  }

  package var bytes: [UInt8] {
    let json = JSON.object([
      "templates": .array(templates.map(\.json)), "tries": .integer(tries),
      "leftOut": .array(leftOut.map(\.json)), "failure": failure.map { .string($0) } ?? .null,
    ])
    return Array(json.text.utf8)
  }

  package init?(_ bytes: some Collection<UInt8>) {
    let reader = DocumentReader()
    guard let document = reader.document(Array(bytes)) else { return nil }
    let templates = document["templates"]?.all { FaceTemplate($0) }
    let tries = document["tries"]?.wholeNumber()
    let leftOut = document["leftOut"]?.all { FramePlace($0) }
    let failure = document.present("failure")?.string()
    document.finish()
    guard let templates, let tries, let leftOut, reader.faults.isEmpty else { return nil }
    self.init(templates: templates, tries: tries, leftOut: leftOut, failure: failure)
  }
}

extension FramePlace {
  fileprivate var json: JSON {
    .object(["file": .integer(file), "frame": frame.map { .integer($0) } ?? .null])
  }

  fileprivate init?(_ value: DocumentValue) {
    guard let document = value.object() else { return nil }
    let file = document["file"]?.wholeNumber()
    let frame = document.present("frame")?.wholeNumber()
    document.finish()
    guard let file else { return nil }
    self.init(file: file, frame: frame)
  }
}
