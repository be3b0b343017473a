/// An import in a source file.
struct Arrow: Hashable {
  let file: String
  let line: Int
  let module: String

  /// The imports of a file.
  static func all(in text: String, file: String) -> [Arrow] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      // Asked first, since an expression takes its time with a hundred thousand lines.
      guard line.contains("import") else { return nil }
      return line.prefixMatch(of: /\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)?import\s+(?:\w+\s+)?(\w+)/)
        .map { Arrow(file: file, line: index + 1, module: String($0.1)) }
    }
  }
}

/// What speaks against the table of rooms.
struct ArchitectureFaults {
  /// What comes with the toolchain and may be imported everywhere.
  static let toolchain: Set = ["Dispatch", "Foundation", "FoundationEssentials", "Swift", "Synchronization"]
  /// The C library, which one room alone knows.
  static let cLibrary: Set = ["Glibc", "Musl", "Darwin"]
  static let ground = "Platform"

  let table: RoomTable
  /// Paths of all sources from the root of the package.
  let files: [String]
  let package: PackageTargets
  /// All imports, with the row of the file.
  private let arrows: [(arrow: Arrow, row: RoomTable.Row?)]
  /// The lines of the rows that have sources in Swift.
  private let swiftRows: Set<Int>

  /// - Parameter sources: Paths of all sources from the root of the package, with their text where they are Swift.
  init(table: RoomTable, sources: [String: String?], package: PackageTargets) {
    self.table = table
    self.package = package
    files = sources.keys.sorted()
    var arrows: [(arrow: Arrow, row: RoomTable.Row?)] = []
    var swiftRows: Set<Int> = []
    for file in files {
      guard let text = sources[file] ?? nil else { continue }
      let row = table.row(of: file)
      if let row { swiftRows.insert(row.line) }
      arrows += Arrow.all(in: text, file: file).map { ($0, row) }
    }
    self.arrows = arrows
    self.swiftRows = swiftRows
  }

  var all: [String] { missingArrows + staleArrows + missingTargets + otherDependencies }

  /// Imports that the table does not have.
  var missingArrows: [String] {
    arrows.compactMap { arrow, row in
      let place = "\(arrow.file):\(arrow.line)"
      guard let row else {
        return "\(place): no row of the table in \(RoomTable.path) has this file's folder"
      }
      if Self.cLibrary.contains(arrow.module) {
        return row.targets == [Self.ground]
          ? nil : "\(place): imports \(arrow.module); only \(Self.ground) does, import that"
      }
      if Self.toolchain.contains(arrow.module) || row.imports.contains(arrow.module) { return nil }
      return
        "\(place): the arrow \(row.targets.joined(separator: ", ")) → \(arrow.module) is not in the table of "
        + "\(RoomTable.path) (line \(row.line))"
    }
  }

  /// Imports of the table that no source of the row has.
  var staleArrows: [String] {
    var used: [Int: Set<String>] = [:]
    for (arrow, row) in arrows { if let row { used[row.line, default: []].insert(arrow.module) } }
    return table.rows.flatMap { row in
      // Sources in C name headers, not modules; the package's dependencies speak for them.
      swiftRows.contains(row.line)
        ? row.imports.filter { !(used[row.line] ?? []).contains($0) }.map {
          "\(RoomTable.path):\(row.line): no source of \(row.targets.joined(separator: ", ")) imports \($0)"
        } : []
    }
  }

  /// Targets of the package without a row, rows without a target, folders without a source.
  var missingTargets: [String] {
    let listed = table.rows.flatMap(\.targets)
    return package.dependencies.keys.filter { !listed.contains($0) }.sorted().map {
      "Package.swift: the target \($0) has no row in the table of \(RoomTable.path)"
    }
      + Dictionary(grouping: listed, by: { $0 }).filter { $1.count > 1 }.keys.sorted().map {
        "\(RoomTable.path): the target \($0) has several rows"
      }
      + table.rows.flatMap { row in
        row.targets.filter { package.dependencies[$0] == nil }.map {
          "\(RoomTable.path):\(row.line): Package.swift has no target \($0)"
        }
          + row.folders.filter { folder in !files.contains { $0.hasPrefix(folder + "/") } }.map {
            "\(RoomTable.path):\(row.line): the folder \($0) has no sources"
          }
      }
  }

  /// Dependencies of the package that differ from the table's imports.
  var otherDependencies: [String] {
    table.rows.flatMap { row in
      row.targets.flatMap { target -> [String] in
        guard let dependencies = package.dependencies[target] else { return [] }
        return dependencies.subtracting(row.imports).sorted().map {
          "Package.swift: \(target) depends on \($0), which is no import of it in \(RoomTable.path) (line \(row.line))"
        }
          + (row.targets.count == 1 ? Set(row.imports).subtracting(dependencies).sorted() : []).map {
            "Package.swift: \(target) does not depend on \($0), which \(RoomTable.path) (line \(row.line)) lets it import"
          }
      }
    }
  }
}
