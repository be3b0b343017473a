import Glibc

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
    if var folder = executable()?.parent {
      candidates.append(folder.parent.appending("share/facelatch/SampleImages"))
      // `.build/x86_64-unknown-linux-gnu/release` lies three levels below the source folder.
      for _ in 0..<3 {
        folder = folder.parent
        candidates.append(folder.appending("SampleImages"))
      }
    }
    return candidates + [Path("SampleImages")]
  }

  private static func executable() -> Path? {
    let capacity = 4096
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = start.withMemoryRebound(to: CChar.self, capacity: capacity) {
        max(0, readlink("/proc/self/exe", $0, capacity))
      }
    }
    return bytes.isEmpty || bytes.count == capacity ? nil : Path(bytes)
  }
}

extension Path {
  /// The folder that an absolute path lies in.
  fileprivate var parent: Path {
    let slash = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return Path(slash == 0 ? [UInt8(ascii: "/")] : Array(bytes[..<slash]))
  }
}
