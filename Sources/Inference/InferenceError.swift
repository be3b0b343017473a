import Platform

/// Why a model could not be loaded, prepared for an input shape, or run.
public enum InferenceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file could not be opened or read.
  case unreadable(file: String, reason: String)
  /// The bytes are no valid ONNX model.
  case malformed(file: String, detail: String)
  /// The model is valid, but uses a part of the format that this engine does not have.
  case unsupportedModel(file: String, detail: String)
  /// The model needs an operator that this engine does not have.
  case unsupportedOperator(name: String, version: Int, node: String)
  /// A node's attributes, types or shapes contradict its operator.
  case invalidNode(node: String, detail: String)
  /// An input that the model does not have, or one whose shape or element type does not fit.
  case invalidInput(name: String, detail: String)
  /// An output that the model does not have, or one whose element type does not fit.
  case invalidOutput(name: String, detail: String)
  /// Running the model would take more memory or work than the limits allow.
  case limitExceeded(detail: String)
  /// The system has no such memory for this process.
  case outOfMemory(byteCount: Int)

  public var description: String { words { printable($0) } }

  /// The description with foreign names as they are, for an error that makes its own text safe to print.
  package var plainDescription: String { words { $0 } }

  /// - Parameter show: Makes text from outside safe to print.
  private func words(_ show: (String) -> String) -> String {
    switch self {
    case .unreadable(let file, let reason): "\(show(file)): cannot be read (\(show(reason)))"
    case .malformed(let file, let detail): "\(show(file)): not a valid ONNX model (\(show(detail)))"
    case .unsupportedModel(let file, let detail): "\(show(file)): \(show(detail)), which is not supported"
    case .unsupportedOperator(let name, let version, let node):
      "node \(show(node)): operator \(show(name)) of operator set \(version) is not supported"
    case .invalidNode(let node, let detail): "node \(show(node)): \(show(detail))"
    case .invalidInput(let name, let detail): "input \(show(name)): \(show(detail))"
    case .invalidOutput(let name, let detail): "output \(show(name)): \(show(detail))"
    case .limitExceeded(let detail): "the model is too large: \(show(detail))"
    case .outOfMemory(let byteCount): "\(byteCount) bytes of memory are not available"
    }
  }
}
