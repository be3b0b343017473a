import Matching

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How an enrolment ended.
package struct EnrolmentReading: CachedReading, Codable {
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
    // Finite numbers and text always encode.
    (try? JSONEncoder().encode(self)).map { Array($0) } ?? []
  }

  package init?(_ bytes: some Collection<UInt8>) {
    guard let reading = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = reading
  }
}
