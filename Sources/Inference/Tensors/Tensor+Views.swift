extension Tensor {
  /// Lends the elements to an operator for the time of a call.
  func withView<Result>(_ body: (TensorView) -> Result) -> Result {
    switch elements {
    case .float32(let values): withView(of: values, body)
    case .float16(let values): withView(of: values, body)
    case .deferred(let values): withView(of: values.floats(), body)
    case .int8(let values): values.withUnsafeBytes { withView(of: $0, body) }
    case .uint8(let values): withView(of: values, body)
    case .int32(let values): withView(of: values, body)
    case .int64(let values): withView(of: values, body)
    case .boolean(let values): withView(of: values, body)
    }
  }

  private func withView<Element, Result>(of values: [Element], _ body: (TensorView) -> Result) -> Result {
    values.withUnsafeBytes { withView(of: $0, body) }
  }

  private func withView<Result>(of bytes: UnsafeRawBufferPointer, _ body: (TensorView) -> Result) -> Result {
    if let base = bytes.baseAddress {
      return body(TensorView(shape: shape, elementType: elementType, base: base))
    }
    // Nothing is read through the address of an empty tensor; it only has to be one.
    var nowhere: UInt64 = 0
    return withUnsafePointer(to: &nowhere) {
      body(TensorView(shape: shape, elementType: elementType, base: UnsafeRawPointer($0)))
    }
  }

  /// A tensor whose elements `body` writes, all of them.
  static func filled(
    shape: [Int], elementType: ElementType, _ body: (MutableTensorView) -> Void
  ) -> Tensor {
    let elements: Elements =
      switch elementType {
      case .float32: .float32(filledArray(shape, elementType, body))
      case .float16: .float16(filledArray(shape, elementType, body))
      case .int8: .int8(SignedBytes(filledArray(shape, elementType, body)))
      case .uint8: .uint8(filledArray(shape, elementType, body))
      case .int32: .int32(filledArray(shape, elementType, body))
      case .int64: .int64(filledArray(shape, elementType, body))
      case .boolean: .boolean(filledArray(shape, elementType, body))
      }
    return Tensor(shape: shape, elements: elements)
  }

  private static func filledArray<Element: BitwiseCopyable>(
    _ shape: [Int], _ elementType: ElementType, _ body: (MutableTensorView) -> Void
  ) -> [Element] {
    let count = shape.reduce(1, *)
    // At least one element, so that an empty tensor has an address too.
    return [Element](unsafeUninitializedCapacity: max(count, 1)) { buffer, initialized in
      if let base = buffer.baseAddress {
        body(MutableTensorView(shape: shape, elementType: elementType, base: UnsafeMutableRawPointer(base)))
        initialized = count
      }
    }
  }
}
