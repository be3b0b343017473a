import Facelatch

/// Turns the file behind an input into a picture.
struct PictureDecoder: Sendable {
  let options: DecodingOptions

  func decode(_ input: Input, root: Path? = nil) throws(Failure) -> DecodedImage {
    if let failure = input.failure { throw failure }
    // Read here and not by the decoder, which knows names as text only.
    let bytes = try FileReader.contents(of: input.path.resolved(against: root), describedAs: input.path)
    do {
      return try DecodedImage(decoding: bytes, name: input.path.description, options: options)
    } catch {
      throw Failure(error, path: input.path)
    }
  }
}

extension Failure {
  /// Why a file is no picture.
  fileprivate init(_ error: ImageError, path: Path) {
    self.init(path.description, cause: error.reason, exitCode: .unusableInput)
    if case .tooManyPixels = error { cause += " with --max-pixels" }
  }
}
