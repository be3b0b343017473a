import TensorKernels

/// The extents of a blocked activation: `images` times ⌈channels/16⌉ blocks of height × width pixels.
struct BlockedShape: Equatable {
  let images: Int
  let channels: Int
  let height: Int
  let width: Int

  /// `nil` unless `shape` is N×C×H×W or N×C.
  init?(_ shape: [Int]) {
    switch shape.count {
    case 4: (images, channels, height, width) = (shape[0], shape[1], shape[2], shape[3])
    case 2: (images, channels, height, width) = (shape[0], shape[1], 1, 1)
    default: return nil
    }
    guard shape.allSatisfy({ $0 > 0 }) else { return nil }
  }

  var blocks: Int { blockCount(channels) }
  var pixels: Int { height * width }
  /// Floats of one image.
  var imageFloats: Int { blocks * pixels * channelsPerBlock }
  var floats: Int { images * imageFloats }
}
