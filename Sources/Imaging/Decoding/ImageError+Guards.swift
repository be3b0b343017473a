import CImageGuards
import Platform

extension ImageError {
  /// The error that a guarded decoder reports; `nil` after success.
  init?(_ outcome: image_guard_outcome, name: String, format: ImageFormat) {
    let reason = outcome.text
    switch outcome.status {
    case image_guard_complete: return nil
    case image_guard_truncated: self = .truncated(name: name, format: format)
    case image_guard_unsupported:
      self = .unsupported(name: name, format: format, variant: "\(format.displayName) with \(reason)")
    case image_guard_too_expensive: self = .tooExpensive(name: name, format: format, reason: reason)
    default: self = .damaged(name: name, format: format, reason: reason)
    }
  }
}

extension ImageError {
  /// Refuses a picture whose pixels the system has no memory for.
  ///
  /// - Parameter pixelCount: Pixels of three bytes.
  static func checkMemory(pixelCount: Int, name: String, format: ImageFormat) throws(ImageError) {
    let byteCount = pixelCount * 3
    // Twice, for the upright copy of a picture that lies on its side.
    guard byteCount < MemoryRoom.leastAskedByteCount || MemoryRoom.has(2 * byteCount) else {
      throw .tooExpensive(
        name: name, format: format, reason: "\(byteCount) bytes of memory are not available")
    }
  }
}

extension image_guard_outcome {
  /// The library's own words.
  var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
