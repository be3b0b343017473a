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
    image.pixels.withUnsafeBufferPointer { pixels in
      switch layout {
      case .planar:
        let first = UnsafeMutableBufferPointer(
          rebasing: tensor[(isReversed ? 2 * count : 0)...].prefix(count))
        let second = UnsafeMutableBufferPointer(rebasing: tensor[count...].prefix(count))
        let third = UnsafeMutableBufferPointer(
          rebasing: tensor[(isReversed ? 0 : 2 * count)...].prefix(count))
        for index in 0..<count {
          first[index] = Float(pixels[3 * index]) * scale + offset
          second[index] = Float(pixels[3 * index + 1]) * scale + offset
          third[index] = Float(pixels[3 * index + 2]) * scale + offset
        }
      case .interleaved:
        for index in 0..<count {
          tensor[3 * index] = Float(pixels[3 * index + (isReversed ? 2 : 0)]) * scale + offset
          tensor[3 * index + 1] = Float(pixels[3 * index + 1]) * scale + offset
          tensor[3 * index + 2] = Float(pixels[3 * index + (isReversed ? 0 : 2)]) * scale + offset
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
