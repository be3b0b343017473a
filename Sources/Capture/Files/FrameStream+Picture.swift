import Imaging
import Platform

extension FrameStream {
  /// Whether an ordinary file holds one picture, or something that is not known, rather than a recording. The file is
  /// left where it stands.
  ///
  /// One JPEG or PNG is a picture, whatever other bytes follow it; so are the several views of one photo that cameras
  /// store in a file. JPEG or PNG pictures that follow each other are a recording, also with text between them.
  ///
  /// - Parameter descriptor: Open for reading.
  public static func isPicture(_ descriptor: Int32) -> Bool {
    guard OpenFile.isOrdinary(descriptor) else { return false }
    let place = lseek(descriptor, 0, SEEK_CUR)
    defer { lseek(descriptor, place, SEEK_SET) }
    let bytes = ByteStream(descriptor: descriptor, closesDescriptor: false, patienceSeconds: .infinity)
    bytes.beginFrame { false }
    guard let container = try? ContainerSniffer(options: CaptureOptions()).container(of: bytes) else {
      return true
    }
    // Behind lines of text a picture's reader would find none.
    guard container is PictureSequence, (try? PictureSequence.beginsPicture(bytes)) == true else {
      return false
    }
    return (try? !SecondPicture(limits: FrameLimits(decoding: DecodingOptions())).follows(bytes)) ?? true
  }
}
