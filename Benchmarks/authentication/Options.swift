/// `--root DIR --threads N`
struct Options {
  struct Wrong: Error, CustomStringConvertible {
    let description = "usage: authentication-rates --root DIR [--threads N]"
  }

  let root: String
  private(set) var threads = 2

  init(_ arguments: ArraySlice<String>) throws {
    var root: String?
    var rest = arguments
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Wrong() }
      switch name {
      case "--root": root = value
      case "--threads":
        guard let count = Int(value), (1...256).contains(count) else { throw Wrong() }
        threads = count
      default: throw Wrong()
      }
    }
    guard let root else { throw Wrong() }
    self.root = root
  }
}
