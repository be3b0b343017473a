import Imaging

/// Turns planes of luma and chroma into a picture. Chroma is interpolated linearly between the places where it stands.
struct PlanarConversion {
  let layout: PlanarLayout
  let coefficients: ColorCoefficients

  /// - Parameter planes: Exactly `layout.byteCount` values.
  func image(_ planes: UnsafeBufferPointer<UInt8>) -> Image {
    precondition(planes.count == layout.byteCount, "planes of another size")
    return Image(width: layout.width, height: layout.height) { pixels in
      guard let source = planes.baseAddress, let target = pixels.baseAddress else { return }
      fill(target, pixels.count, from: source)
    }
  }

  /// - Parameters:
  ///   - target: Room for `count` values, three a pixel.
  ///   - source: `layout.byteCount` values.
  private func fill(_ target: UnsafeMutablePointer<UInt8>, _ count: Int, from source: UnsafePointer<UInt8>) {
    let (width, height) = (layout.width, layout.height)
    // Two rows of chroma in full width, and between them room for one in half width with a neighbour on either side.
    let room = width + 2
    let scratch = UnsafeMutablePointer<Int16>.allocate(capacity: 3 * room)
    let packed = UnsafeMutablePointer<UInt32>.allocate(capacity: room)
    defer {
      scratch.deallocate()
      packed.deallocate()
    }
    scratch.initialize(repeating: 0, count: 3 * room)
    packed.initialize(repeating: 0, count: room)
    let (blue, red, half) = (scratch, scratch + room, scratch + 2 * room)
    let bluePlane = source + width * height
    let redPlane = bluePlane + layout.chromaWidth * layout.chromaHeight
    for y in 0..<height {
      upsample(bluePlane, row: y, into: blue, through: half)
      upsample(redPlane, row: y, into: red, through: half)
      ColorLoops.convert(
        luma: source + y * width, blue: blue, red: red, count: width, coefficients, into: packed)
      let place = 3 * width * y
      ColorLoops.store(packed, count: width, into: target + place, room: count - place)
    }
  }

  /// One row of chroma as wide as luma: differences from grey, times 16. Rows stay 0 where there is no chroma.
  private func upsample(
    _ plane: UnsafePointer<UInt8>, row: Int, into full: UnsafeMutablePointer<Int16>,
    through half: UnsafeMutablePointer<Int16>
  ) {
    let count = layout.chromaWidth
    switch layout.chroma {
    case .none: return
    case .full:
      let values = plane + row * count
      ColorLoops.mix(values, 2, values, 2, count: count, into: full)
      ColorLoops.quadruple(full, count: count)
    case .halvedHorizontally:
      let values = plane + row * count
      ColorLoops.mix(values, 2, values, 2, count: count, into: half + 1)
      ColorLoops.widen(half, count: count, width: layout.width, isCentred: false, into: full)
    case .halved(let siting):
      let near = row / 2
      let isOdd = row % 2 == 1
      let far = min(max(0, isOdd ? near + 1 : siting == .topLeft ? near : near - 1), layout.chromaHeight - 1)
      let farWeight: Int16 = siting == .topLeft ? (isOdd ? 2 : 0) : 1
      ColorLoops.mix(
        plane + near * count, 4 - farWeight, plane + far * count, farWeight, count: count, into: half + 1)
      ColorLoops.widen(half, count: count, width: layout.width, isCentred: siting == .centred, into: full)
    }
  }
}
