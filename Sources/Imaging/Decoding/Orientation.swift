/// How a stored picture must be turned and mirrored to stand upright: the values of the Exif tag 0x0112.
///
/// The names say where the stored picture's first row and first column belong in the upright one (Exif 2.32,
/// section 4.6.4, "Orientation").
enum Orientation: UInt16, CaseIterable, Sendable {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case mirroredUpsideDown = 4
  case transposed = 5
  case turnedLeft = 6
  case transverse = 7
  case turnedRight = 8

  /// Whether width and height change places.
  var swapsSides: Bool { rawValue >= 5 }
}

extension Image {
  /// The picture that stands upright when this one is stored with `orientation`.
  func turnedUpright(from orientation: Orientation) -> Image {
    // Walk along the upright picture; one step right or down there is a fixed step in the stored one.
    let lastX = width - 1
    let lastY = height - 1
    let (first, right, down): (Int, Int, Int) =
      switch orientation {
      case .upright: (0, 1, width)
      case .mirrored: (lastX, -1, width)
      case .upsideDown: (lastY * width + lastX, -1, -width)
      case .mirroredUpsideDown: (lastY * width, 1, -width)
      case .transposed: (0, width, 1)
      case .turnedLeft: (lastY * width, -width, 1)
      case .transverse: (lastY * width + lastX, -width, -1)
      case .turnedRight: (lastX, width, -1)
      }
    guard width > 0, height > 0 else { return self }
    let newWidth = orientation.swapsSides ? height : width
    let newHeight = orientation.swapsSides ? width : height
    return Image(width: newWidth, height: newHeight) { target in
      pixels.withUnsafeBufferPointer { source in
        // Tiles keep both the rows read and the rows written in the cache when sides are swapped.
        let tile = 32
        for tileY in stride(from: 0, to: newHeight, by: tile) {
          for tileX in stride(from: 0, to: newWidth, by: tile) {
            for y in tileY..<min(tileY + tile, newHeight) {
              var from = (first + y * down + tileX * right) * 3
              var to = (y * newWidth + tileX) * 3
              for _ in tileX..<min(tileX + tile, newWidth) {
                target[to] = source[from]
                target[to + 1] = source[from + 1]
                target[to + 2] = source[from + 2]
                from += right * 3
                to += 3
              }
            }
          }
        }
      }
    }
  }
}
