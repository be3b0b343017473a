/// Read access to a row-major tensor that lives in the arena or in a constant.
struct TensorView {
  let shape: [Int]
  let elementType: ElementType
  let base: UnsafeRawPointer

  var count: Int { shape.reduce(1, *) }

  /// The elements as `type`, which must have the size of the element type.
  func elements<Element>(_ type: Element.Type = Element.self) -> UnsafePointer<Element> {
    base.assumingMemoryBound(to: Element.self)
  }

  /// An element of a tensor of 32-bit or 64-bit integers.
  func integer(at index: Int) -> Int {
    elementType == .int32 ? Int(elements(Int32.self)[index]) : Int(elements(Int64.self)[index])
  }
}

/// Write access to a row-major tensor in the arena; never overlaps the inputs of the operator that writes it.
struct MutableTensorView {
  let shape: [Int]
  let elementType: ElementType
  let base: UnsafeMutableRawPointer

  var count: Int { shape.reduce(1, *) }

  /// The elements as `type`, which must have the size of the element type.
  func elements<Element>(_ type: Element.Type = Element.self) -> UnsafeMutablePointer<Element> {
    base.assumingMemoryBound(to: Element.self)
  }
}
