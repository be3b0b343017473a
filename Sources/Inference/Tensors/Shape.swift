/// The most axes of a tensor; no face network has more than six.
let maximumRank = 8

/// A small number per axis, kept without memory of its own so that running operators allocate nothing.
typealias AxisVector = SIMD8<Int>

/// The number of elements of a shape; `nil` for a shape that no tensor may have.
func elementCount(_ shape: [Int]) -> Int? {
  guard let bound = elementBound(shape) else { return nil }
  return shape.contains(0) ? 0 : bound
}

/// The number of elements with extents of zero counted as one: what products over any of the axes cannot pass, and
/// what loops over some of the axes take at most. `nil` for a shape that no tensor may have.
func elementBound(_ shape: [Int]) -> Int? {
  guard shape.count <= maximumRank else { return nil }
  var bound = 1
  for extent in shape {
    guard extent >= 0 else { return nil }
    let (product, overflow) = bound.multipliedReportingOverflow(by: max(extent, 1))
    guard !overflow, product <= 1 << 40 else { return nil }
    bound = product
  }
  return bound
}

func saturatingSum(_ a: Int, _ b: Int) -> Int {
  let (sum, overflow) = a.addingReportingOverflow(b)
  return overflow ? .max : sum
}

/// The product of numbers that are not negative.
func saturatingProduct(_ factors: Int...) -> Int {
  var product = 1
  for factor in factors {
    let (next, overflow) = product.multipliedReportingOverflow(by: factor)
    if overflow { return .max }
    product = next
  }
  return product
}

/// The distance, in elements, of neighbours along each axis of a row-major tensor.
func rowMajorStrides(_ shape: [Int]) -> AxisVector {
  var strides = AxisVector()
  var stride = 1
  for axis in shape.indices.reversed() {
    strides[axis] = stride
    stride *= shape[axis]
  }
  return strides
}

/// Strides that walk `shape` over the axes of `target`, aligned at the last axis, standing still where it is broadcast.
func broadcastStrides(_ shape: [Int], to target: [Int]) -> AxisVector {
  let own = rowMajorStrides(shape)
  let shift = target.count - shape.count
  var strides = AxisVector()
  for axis in shape.indices where shape[axis] != 1 { strides[axis + shift] = own[axis] }
  return strides
}

/// The common shape of two operands under the format's multidirectional broadcasting; `nil` where they do not fit.
func broadcastShape(_ a: [Int], _ b: [Int]) -> [Int]? {
  var result = a.count >= b.count ? a : b
  let other = a.count >= b.count ? b : a
  let shift = result.count - other.count
  for axis in other.indices {
    let extent = other[axis]
    if result[axis + shift] == 1 {
      result[axis + shift] = extent
    } else if extent != 1, extent != result[axis + shift] {
      return nil
    }
  }
  return result
}

/// Visits the rows along the last axis of a row-major space in order, with the offset at which each of up to three
/// operands starts the row.
@inline(__always)
func forEachRow(
  of shape: [Int], _ a: AxisVector, _ b: AxisVector = AxisVector(), _ c: AxisVector = AxisVector(),
  _ body: (_ row: Int, _ a: Int, _ b: Int, _ c: Int) -> Void
) {
  let leading = shape.count - 1
  var rows = 1
  for axis in shape.indices {
    if shape[axis] == 0 { return }
    if axis < leading { rows *= shape[axis] }
  }
  var index = AxisVector()
  var offsetA = 0
  var offsetB = 0
  var offsetC = 0
  for row in 0..<rows {
    body(row, offsetA, offsetB, offsetC)
    var axis = leading - 1
    while axis >= 0 {
      index[axis] += 1
      offsetA += a[axis]
      offsetB += b[axis]
      offsetC += c[axis]
      if index[axis] < shape[axis] { break }
      offsetA -= a[axis] * shape[axis]
      offsetB -= b[axis] * shape[axis]
      offsetC -= c[axis] * shape[axis]
      index[axis] = 0
      axis -= 1
    }
  }
}
