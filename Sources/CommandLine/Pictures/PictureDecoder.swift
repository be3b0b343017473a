import Facelatch

/// Turns the file behind an input into a picture.
struct PictureDecoder: Sendable {
  let options: DecodingOptions

  func decode(_ input: Input, root: Path? = nil) throws(Failure) -> DecodedImage {
    if let failure = input.failure { throw failure }
    // Read here and not by the decoder, which knows names as text only.
    let bytes = try InputFile.contents(of: input.path.resolved(against: root), describedAs: input.path)
    do {
      return try DecodedImage(bytes: bytes, name: input.path.description, options: options)
    } catch {
      throw Failure(error, path: input.path)
    }
  }
}
