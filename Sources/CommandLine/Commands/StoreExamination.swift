import Facelatch

/// What `doctor` found in the store.
struct StoreExamination: Sendable {
  private let directory: String
  /// How many people are in the store; `nil` where there is none, or it cannot be used.
  private let peopleCount: Int?
  /// What is damaged, or why the store cannot be used.
  let problems: [Failure]

  /// Looks at a store without making one; every sealed value is opened, nothing is changed.
  init(_ gate: Gate) {
    directory = gate.configuration.location.directory
    do throws(StoreError) {
      let opened = try gate.store()
      peopleCount = opened.isMissing ? nil : try opened.store.userNames().count
      problems = try gate.damageOfStore().map { Failure($0) }
    } catch {
      peopleCount = nil
      problems = [Failure(error)]
    }
  }

  var lines: [String] {
    guard problems.isEmpty else { return ["\(printable(directory)): NOT USABLE or damaged"] }
    guard let peopleCount else { return ["none yet in \(printable(directory))"] }
    return [
      "\(printable(directory)): \(peopleCount == 1 ? "1 person" : "\(grouped(peopleCount)) people"), sound"
    ]
  }

  var json: JSON {
    .object([
      "directory": .string(directory), "people": peopleCount.map(JSON.integer) ?? .null,
      "sound": .boolean(problems.isEmpty),
    ])
  }
}
