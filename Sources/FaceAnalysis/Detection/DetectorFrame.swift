import Imaging

/// How a picture lies in the detector's input: shrunk to fit, at the top left, padded to whole cells.
struct DetectorFrame: Equatable {
  /// Size of the shrunk picture.
  let width: Int
  let height: Int
  /// Size of the input.
  let paddedWidth: Int
  let paddedHeight: Int

  /// - Parameters:
  ///   - imageWidth: At least 1.
  ///   - imageHeight: At least 1.
  ///   - maximumSide: The longest side that the shrunk picture may have; a smaller picture keeps its size.
  ///   - multiple: The input's sides are multiples of this.
  init(imageWidth: Int, imageHeight: Int, maximumSide: Int, multiple: Int) {
    let scale = min(1, Double(maximumSide) / Double(max(imageWidth, imageHeight)))
    width = max(1, Int((Double(imageWidth) * scale).rounded()))
    height = max(1, Int((Double(imageHeight) * scale).rounded()))
    paddedWidth = (width + multiple - 1) / multiple * multiple
    paddedHeight = (height + multiple - 1) / multiple * multiple
  }
}
