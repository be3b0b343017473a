extension Operator {
  /// Computes the outputs for given operands; `outputs` is what `infer` said about them.
  func evaluate(_ operands: [Tensor?], outputs: [ValueInformation]) -> [Tensor] {
    var results: [Tensor] = []
    results.reserveCapacity(outputs.count)
    lendOperands(operands[...], lent: []) { views in
      fillOutputs(outputs[...], filled: [], &results) { targets in run(views, targets) }
    }
    return results
  }

  /// Every operand is lent within the call of the one before, as an array's memory may only be used that way.
  private func lendOperands(
    _ operands: ArraySlice<Tensor?>, lent: [TensorView?], _ body: ([TensorView?]) -> Void
  ) {
    guard let first = operands.first else { return body(lent) }
    guard let operand = first else { return lendOperands(operands.dropFirst(), lent: lent + [nil], body) }
    operand.withView { lendOperands(operands.dropFirst(), lent: lent + [$0], body) }
  }

  private func fillOutputs(
    _ outputs: ArraySlice<ValueInformation>, filled: [MutableTensorView], _ results: inout [Tensor],
    _ body: ([MutableTensorView]) -> Void
  ) {
    guard let first = outputs.first else { return body(filled) }
    var later: [Tensor] = []
    let tensor = Tensor.filled(shape: first.shape, elementType: first.elementType) { view in
      fillOutputs(outputs.dropFirst(), filled: filled + [view], &later, body)
    }
    results.append(tensor)
    results += later
  }
}

extension Node {
  /// What `infer` says about the outputs, checked against the node and the limits.
  func inferOutputs(
    _ operands: [ValueInformation?], limits: InferenceLimits
  ) throws(InferenceError) -> [ValueInformation] {
    let results: [ValueInformation]
    do {
      results = try operation.infer(operands)
    } catch {
      throw error.naming(name)
    }
    guard results.count == outputs.count else {
      throw .invalidNode(node: name, detail: "has \(outputs.count) outputs where \(results.count) belong")
    }
    for result in results {
      guard result.shape.count <= maximumRank, !result.shape.contains(where: { $0 < 0 }) else {
        throw .invalidNode(node: name, detail: "computes a tensor of the impossible shape \(result.shape)")
      }
      guard let bound = elementBound(result.shape), bound <= limits.elementsPerValue else {
        throw .limitExceeded(
          detail:
            "node \(name) computes a tensor \(result.shape), more than \(limits.elementsPerValue) elements")
      }
    }
    return results
  }
}
