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

  public var description: String {
    switch self {
    case .unreadable(let file, let reason):
      "\(printable(file)): cannot be read (\(printable(reason)))"
    case .malformed(let file, let detail):
      "\(printable(file)): not a valid ONNX model (\(printable(detail)))"
    case .unsupportedModel(let file, let detail):
      "\(printable(file)): \(printable(detail)), which is not supported"
    case .unsupportedOperator(let name, let version, let node):
      "node \(printable(node)): operator \(printable(name)) of operator set \(version) is not supported"
    case .invalidNode(let node, let detail):
      "node \(printable(node)): \(printable(detail))"
    case .invalidInput(let name, let detail):
      "input \(printable(name)): \(printable(detail))"
    case .invalidOutput(let name, let detail):
      "output \(printable(name)): \(printable(detail))"
    case .limitExceeded(let detail):
      "the model is too large: \(printable(detail))"
    case .outOfMemory(let byteCount):
      "\(byteCount) bytes of memory are not available"
    }
  }
}
