import Foundation

/// Who is enrolled, who probes, and who is a stranger.
struct People {
  struct Nobody: Error, CustomStringConvertible {
    let description: String
  }

  struct Person {
    let name: String
    /// Indices into `pictures`.
    let enrolled: Range<Int>
    let probes: Range<Int>
  }

  /// Fewest pictures of a person who is enrolled.
  static let minimumPictureCount = 6

  private(set) var pictures: [String] = []
  private(set) var enrolled: [Person] = []
  /// The first picture of everybody else.
  private(set) var strangers: Range<Int> = 0..<0

  /// Takes the first half of a person's pictures, by name, for enrolment and the others for probing.
  init(root: String) throws {
    let folder = FileManager.default.fileExists(atPath: root + "/images") ? root + "/images" : root
    var others: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let path = "\(folder)/\(name)"
      guard let files = try? FileManager.default.contentsOfDirectory(atPath: path).sorted(),
        let first = files.first
      else { continue }
      guard files.count >= Self.minimumPictureCount else {
        others.append("\(path)/\(first)")
        continue
      }
      let start = pictures.count
      let half = start + files.count / 2
      pictures += files.map { "\(path)/\($0)" }
      enrolled.append(Person(name: name, enrolled: start..<half, probes: half..<pictures.count))
    }
    strangers = pictures.count..<pictures.count + others.count
    pictures += others
    guard !enrolled.isEmpty, !others.isEmpty else {
      throw Nobody(description: "\(folder) holds no folders of pictures, one per person")
    }
  }

  var description: String {
    let enrolment = enrolled.reduce(0) { $0 + $1.enrolled.count }
    let probes = enrolled.reduce(0) { $0 + $1.probes.count }
    return "\(enrolled.count) people with \(enrolment) pictures to enrol and \(probes) to probe; "
      + "\(strangers.count) strangers with a picture each"
  }
}
