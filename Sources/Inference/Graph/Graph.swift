/// The place of a value in `Graph.values`.
struct ValueID: Hashable, Sendable {
  let index: Int
}

/// One tensor that flows through a graph: an input, a constant, or what a node computes.
struct Value: Sendable {
  let name: String
  /// The content, where it does not depend on the input.
  var constant: Tensor?
}

/// One operation with its operands. An absent optional operand is `nil`.
struct Node: Sendable {
  /// The node's name in the file, or its operator and first output where the file gives none.
  let name: String
  var operation: any Operator
  var inputs: [ValueID?]
  var outputs: [ValueID]
}

/// An input that the caller fills.
struct GraphInput: Sendable {
  let name: String
  let value: ValueID
  let elementType: ElementType
  /// Extents as the file declares them; `nil` where they are free.
  let dimensions: [Int?]
}

/// A model's computation: nodes in an order in which every operand is computed before it is used.
struct Graph: Sendable {
  var values: [Value]
  var nodes: [Node]
  var inputs: [GraphInput]
  var outputs: [ValueID]
}
