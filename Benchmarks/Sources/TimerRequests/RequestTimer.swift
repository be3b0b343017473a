#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Answers the requests of a driver, one line in, one line out, so that it can interleave this program with others.
public protocol RequestTimer {
  /// Carries out one request and returns the figures of its answer, separated by blanks.
  mutating func answer(to line: String) throws -> String
}

extension RequestTimer {
  /// Answers until the end of input. Any failure answers `error WHY`.
  public mutating func answerAll() {
    while let line = readLine() {
      do {
        let answer = try answer(to: line)
        print(answer.isEmpty ? "ok" : "ok \(answer)")
      } catch {
        print("error \(error)")
      }
      // A pipe is not flushed line by line.
      fflush(nil)
    }
  }

  /// The number that a word of a request says.
  public func number(_ text: Substring) throws -> Int {
    guard let value = Int(text), value > 0 else {
      throw Refusal(description: "expected a positive number, found \(text)")
    }
    return value
  }
}

/// A request that cannot be carried out.
public struct Refusal: Error, CustomStringConvertible {
  public let description: String

  public init(description: String) {
    self.description = description
  }
}
