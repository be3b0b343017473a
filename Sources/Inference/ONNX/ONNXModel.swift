struct ONNXNode: Sendable {}
