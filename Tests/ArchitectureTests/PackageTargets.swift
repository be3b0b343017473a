/// The targets that `Package.swift` names, those of tests aside, each with its dependencies.
struct PackageTargets {
  let dependencies: [String: Set<String>]

  init(manifest: String) {
    let starts = manifest.matches(
      of: /\.(target|executableTarget|testTarget|systemLibrary)\(\s*name: "(\w+)"/)
    let ends = starts.dropFirst().map(\.range.lowerBound) + [manifest.endIndex]
    var dependencies: [String: Set<String>] = [:]
    for (start, end) in zip(starts, ends) where start.1 != "testTarget" {
      let text = manifest[start.range.upperBound..<end]
      guard !text.contains(#"path: "Tests/"#) else { continue }
      let list = text.firstRange(of: "dependencies:").map { text[$0.upperBound...] } ?? ""
      let end = list.firstMatch(of: /\b(path|exclude|sources|resources|swiftSettings):/)?.range.lowerBound
      dependencies[String(start.2)] = Set(
        list[..<(end ?? list.endIndex)].matches(of: /"(\w+)"/).map { String($0.1) })
    }
    self.dependencies = dependencies
  }
}
