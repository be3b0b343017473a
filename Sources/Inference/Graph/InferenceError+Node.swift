/// An error about a node whose name is not known here.
func invalid(_ detail: String) -> InferenceError {
  .invalidNode(node: "", detail: detail)
}

extension InferenceError {
  /// The same error with the node's name filled in.
  func naming(_ node: String) -> InferenceError {
    if case .invalidNode("", let detail) = self { return .invalidNode(node: node, detail: detail) }
    return self
  }
}
