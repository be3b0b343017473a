import Facelatch

/// What `doctor` found in the store.
struct StoreExamination: Sendable {
  private let directory: Path
  /// How many people are in the store; `nil` where there is none, or it cannot be used.
  private let peopleCount: Int?
  /// What is damaged, or why the store cannot be used.
  let problems: [Failure]

  /// Looks at a store without making one; every sealed value is opened, nothing is changed.
  init(_ gate: Gate) {
    directory = gate.configuration.location.directory
    let found = Result { () throws(StoreError) in
      let opened = try gate.store()
      return (
        people: opened.isMissing ? nil : try opened.store.userNames().count, damage: try gate.damageOfStore()
      )
    }
    switch found {
    case .success(let store): (peopleCount, problems) = (store.people, store.damage.map { Failure($0) })
    case .failure(let error): (peopleCount, problems) = (nil, [Failure(error)])
    }
  }

  var lines: [String] {
    guard problems.isEmpty else { return ["\(directory): NOT USABLE or damaged"] }
    guard let peopleCount else { return ["none yet in \(directory)"] }
    return [
      "\(directory): \(peopleCount == 1 ? "1 person" : "\(grouped(peopleCount)) people"), sound"
    ]
  }

  var json: JSON {
    .object([
      "directory": .string(directory.text), "people": peopleCount.map(JSON.integer) ?? .null,
      "sound": .boolean(problems.isEmpty),
    ])
  }
}
