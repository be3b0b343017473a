import Imaging

extension NetworkInput {
  /// Writes a picture as the network's input.
  ///
  /// - Parameters:
  ///   - image: The picture; its size is that of the input.
  ///   - tensor: Memory of the input, exactly three values per pixel.
  /// - Returns: Whether the sizes fit; nothing is written otherwise.
  func fill(_ tensor: UnsafeMutableBufferPointer<Float>, with image: Image) -> Bool {
    let count = image.width * image.height
    guard tensor.count == count * 3 else { return false }
    let isReversed = channels == .blueGreenRed
    let (scale, offset) = (scale, offset)
    image.pixels.withUnsafeBufferPointer { pixels in
      switch layout {
      case .planar:
        let red = UnsafeMutableBufferPointer(
          rebasing: tensor[(isReversed ? 2 * count : 0)...].prefix(count))
        let green = UnsafeMutableBufferPointer(rebasing: tensor[count...].prefix(count))
        let blue = UnsafeMutableBufferPointer(
          rebasing: tensor[(isReversed ? 0 : 2 * count)...].prefix(count))
        for index in 0..<count {
          red[index] = Float(pixels[3 * index]) * scale.red + offset.red
          green[index] = Float(pixels[3 * index + 1]) * scale.green + offset.green
          blue[index] = Float(pixels[3 * index + 2]) * scale.blue + offset.blue
        }
      case .interleaved:
        let (first, last) = isReversed ? (2, 0) : (0, 2)
        let (firstScale, lastScale) = isReversed ? (scale.blue, scale.red) : (scale.red, scale.blue)
        let (firstOffset, lastOffset) = isReversed ? (offset.blue, offset.red) : (offset.red, offset.blue)
        for index in 0..<count {
          tensor[3 * index] = Float(pixels[3 * index + first]) * firstScale + firstOffset
          tensor[3 * index + 1] = Float(pixels[3 * index + 1]) * scale.green + offset.green
          tensor[3 * index + 2] = Float(pixels[3 * index + last]) * lastScale + lastOffset
        }
      }
    }
    return true
  }

  /// The input's shape for one picture.
  func shape(width: Int, height: Int) -> [Int] {
    switch layout {
    case .planar: [1, 3, height, width]
    case .interleaved: [1, height, width, 3]
    }
  }
}
