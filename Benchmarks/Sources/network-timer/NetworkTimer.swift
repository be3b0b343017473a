import Inference
import TimerRequests

/// Holds the sessions that a driver has loaded and answers its requests.
struct NetworkTimer: RequestTimer {
  private var sessions: [Substring: Session] = [:]

  mutating func answer(to line: String) throws -> String {
    let words = line.split(separator: " ")
    switch (words.first, words.count) {
    case ("load", 6...):
      // A file name may contain blanks: it is everything from the sixth word on.
      let file = words[5...].joined(separator: " ")
      sessions[words[1]] = try load(file: file, threads: words[2], scale: words[3], shape: words[4])
      return ""
    case ("run", 3):
      return try run(session(words[1]), count: number(words[2]))
    case ("output", 3):
      return try session(words[1]).output(String(words[2])).map { "\($0)" }.joined(separator: " ")
    default:
      throw Refusal(description: "unknown request: \(line)")
    }
  }

  private func load(
    file: String, threads: Substring, scale: Substring, shape: Substring
  ) throws -> Session {
    let parts = shape.split(separator: "=")
    guard parts.count == 2, let scale = Float(scale) else {
      throw Refusal(description: "expected SCALE and INPUT=SHAPE, found \(scale) \(shape)")
    }
    let input = String(parts[0])
    let dimensions = try parts[1].split(separator: "x").map(number)
    let model = try Model(contentsOf: file)
    let session = try model.makeSession(inputShapes: [input: dimensions], threads: number(threads))
    try session.withInput(input) { buffer in
      var generator = PseudoRandomInput()
      for index in buffer.indices {
        buffer[index] = Float(generator.next()) * scale
      }
    }
    return session
  }

  private func run(_ session: Session, count: Int) -> String {
    let clock = ContinuousClock()
    var seconds: [Double] = []
    for _ in 0..<count {
      let elapsed = clock.measure { session.run() }
      seconds.append(elapsed / .seconds(1))
    }
    return seconds.map { "\($0)" }.joined(separator: " ")
  }

  private func session(_ name: Substring) throws -> Session {
    guard let session = sessions[name] else {
      throw Refusal(description: "nothing is loaded as \(name)")
    }
    return session
  }
}
