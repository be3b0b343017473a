import Platform

/// Finds the pictures that the demo tells its story on.
enum SampleImages {
  /// The folder with the sample pictures, `nil` where there is none.
  static func folder() -> Path? {
    candidates().first { candidate in
      candidate.appending("obama.jpg").withCString { access($0, R_OK) } == 0
    }
  }

  /// Where they are looked for: beside an installed program, in the source folder that the program was built in, and
  /// in the current folder.
  static func candidates() -> [Path] {
    var candidates: [Path] = []
    if var folder = Path.executable?.parentFolder {
      candidates.append(folder.parentFolder.appending("share/facelatch/SampleImages"))
      // `.build/x86_64-unknown-linux-gnu/release` lies three levels below the source folder.
      for _ in 0..<3 {
        folder = folder.parentFolder
        candidates.append(folder.appending("SampleImages"))
      }
    }
    return candidates + [Path("SampleImages")]
  }
}
