import Facelatch

extension Failure {
  /// The model pack cannot be used.
  init(_ error: ModelPackError) {
    switch error {
    case .notFound(let searched):
      self.init(
        cause: "no model pack found (looked in \(searched.map { printable($0) }.joined(separator: ", ")))",
        cure: "reinstall, or name a folder with --models", exitCode: .configuration)
    default:
      self.init(cause: error.description, exitCode: .configuration)
    }
  }

  /// The operating points cannot be used.
  init(_ error: OperatingPointsFileError) {
    self.init(cause: error.description, exitCode: .configuration)
  }

  /// Each fault of a manifest on a line of its own; what else is wrong with a pack on one.
  static func each(_ error: ModelPackError) -> [Failure] {
    guard case .malformedManifest(let file, let faults) = error else { return [Failure(error)] }
    return faults.map { Failure(printable(file), cause: $0.description, exitCode: .configuration) }
  }

  /// Nothing can be decided, since nobody measured what the scores of the pack's network stand for.
  ///
  /// - Parameter directory: The pack's folder.
  static func withoutOperatingPoints(_ directory: String) -> Failure {
    Failure(
      printable(directory),
      cause: "the model pack has no operating points, so no false-match rate is known",
      cure: "measure them with 'facelatch evaluate verification' and 'facelatch tune'",
      exitCode: .configuration)
  }
}
