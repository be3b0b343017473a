import FaceAnalysis
import Findings

/// The bell curve.
enum GaussianKernel {
  /// The value at a distance from the middle, 1 in the middle itself.
  static func value(_ distance: Double, sigma: Double) -> Double {
    Mathematics.exponential(-distance * distance / (2 * sigma * sigma))
  }
}
