import Facelatch

extension Failure {
  /// A part that decides cannot be used, or a picture shows no face; with the cure that fits a command line.
  init(_ error: GateError) {
    switch error {
    case .models(let error): self.init(error)
    case .untrusted(_, let fault): self.init(cause: fault.description, exitCode: .configuration)
    case .configuration(let error): self.init(cause: error.description, exitCode: .configuration)
    case .operatingPoints(let error): self.init(error)
    case .matching(.withoutOperatingPoints, let pack): self = .withoutOperatingPoints(pack)
    case .matching(let error, let pack):
      self.init(
        printable(pack), cause: "\(error)", cure: "correct 'operatingPoints' in its manifest",
        exitCode: .configuration)
    case .picture(let error): self.init(error)
    case .noUsableFace(let picture, let obstacle):
      self.init(printable(picture), cause: obstacle.clause, exitCode: .unusableInput)
    }
  }

  /// Opens parts of a gate, and tells what goes wrong as a failure.
  static func whenOpening<Result>(_ body: () throws(GateError) -> Result) throws(Failure) -> Result {
    do throws(GateError) {
      return try body()
    } catch {
      throw Failure(error)
    }
  }

  /// A picture cannot be read.
  init(_ error: ImageError, path: Path? = nil) {
    let name = path?.description ?? error.subject.map { printable($0) }
    self.init(name, cause: error.reason, exitCode: .unusableInput)
    if case .tooManyPixels = error { cause += " with --max-pixels" }
  }

  /// Frames cannot be read.
  init(_ error: CaptureError) {
    switch error {
    case .unreadable(_, .picture(let error)), .picture(let error): self.init(error)
    default: self.init(error.subject.map { printable($0) }, cause: error.reason, exitCode: .unusableInput)
    }
  }

  /// What stood in the way, with the cure that fits a command line.
  init(_ obstacle: Obstacle, exitCode: ExitCode) {
    switch obstacle {
    case .unreadable(let error): self.init(error)
    default: self.init(cause: obstacle.clause, exitCode: exitCode)
    }
    self.exitCode = exitCode
  }
}
