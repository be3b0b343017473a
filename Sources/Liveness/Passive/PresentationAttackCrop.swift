import FaceAnalysis
import Findings
import Imaging

/// The squares around a face that a presentation-attack network looks at.
///
/// `Models/training/crops.py` cuts the same squares for the training, so a change here needs a new network.
struct PresentationAttackCrop: Sendable, Equatable {
  /// Side of the square, as a multiple of the larger side of the face's box.
  let scale: Double

  /// Width and height of the crop in pixels.
  let pixels: Int

  /// The upright square around the middle of a box, averaged over source pixels where it shrinks; black where the
  /// picture ends.
  func image(of box: Rectangle, in image: Image) -> Image {
    let square = FaceSquare(center: box.center, side: scale * max(box.width, box.height), rotation: 0)
    return image.warped(by: square.cropToImage(pixels: pixels), width: pixels, height: pixels)
  }
}
