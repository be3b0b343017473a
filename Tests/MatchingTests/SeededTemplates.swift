import Matching
import TestSupport

extension SeededGenerator {
  mutating func template(dimensions: Int) throws -> FaceTemplate {
    try FaceTemplateTests.template(floats(dimensions))
  }

  /// A template near another one.
  mutating func template(near other: FaceTemplate, distance: Float) throws -> FaceTemplate {
    try FaceTemplateTests.template(zip(other.vector, floats(other.vector.count)).map { $0 + $1 * distance })
  }
}
