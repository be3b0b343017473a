import Platform

/// Why a picture could not be read or written. Every description is one line: which file, what is wrong with
/// it, and what helps.
public enum ImageError: Error, Equatable, Sendable {
  /// There is nothing at this path.
  case notFound(path: String)

  /// The path leads to a folder.
  case isDirectory(path: String)

  /// The path leads to a device, a pipe or a socket.
  case notRegularFile(path: String)

  /// The file exists but this user may not read it.
  case permissionDenied(path: String)

  /// The operating system failed to read the file.
  case cannotRead(path: String, reason: String)

  /// The file has more bytes than the limit.
  case fileTooLarge(path: String, byteCount: Int, limit: Int)

  /// There is not a single byte.
  case empty(name: String)

  /// The content is neither JPEG nor PNG. `looksLike` says what it is when that is easily known.
  case unknownFormat(name: String, looksLike: String?)

  /// The picture data ends before the picture is complete.
  case truncated(name: String, format: ImageFormat)

  /// The content contradicts the rules of its format.
  case damaged(name: String, format: ImageFormat, reason: String)

  /// A variant of the format that cannot be decoded, such as 12-bit or lossless JPEG.
  case unsupported(name: String, format: ImageFormat, variant: String)

  /// The picture has more pixels than the limit.
  case tooManyPixels(name: String, width: Int, height: Int, limit: Int)

  /// Decoding would take far more time or memory than a picture of this size deserves.
  case tooExpensive(name: String, format: ImageFormat, reason: String)

  /// The picture cannot be turned into a file of this format.
  case cannotEncode(ImageFormat, reason: String)

  /// The operating system failed to write the file.
  case cannotWrite(path: String, reason: String)
}

extension ImageError: CustomStringConvertible {
  public var description: String { subject.map { "\(printable($0)): \(reason)" } ?? reason }

  /// What the file is called; `nil` where no file is meant.
  public var subject: String? {
    switch self {
    case .notFound(let name), .isDirectory(let name), .notRegularFile(let name), .permissionDenied(let name),
      .cannotRead(let name, _), .fileTooLarge(let name, _, _), .empty(let name), .unknownFormat(let name, _),
      .truncated(let name, _), .damaged(let name, _, _), .unsupported(let name, _, _),
      .tooManyPixels(let name, _, _, _), .tooExpensive(let name, _, _), .cannotWrite(let name, _):
      name
    case .cannotEncode: nil
    }
  }

  /// What is wrong and what helps, without the name of the file.
  public var reason: String {
    switch self {
    case .notFound:
      "no such file; check the path"
    case .isDirectory:
      "is a folder, not a picture; name a JPEG or PNG file inside it"
    case .notRegularFile:
      "is a device, pipe or socket; save the picture to a file first"
    case .permissionDenied:
      "no permission to read it; change its mode or run as a user who may"
    case .cannotRead(_, let reason):
      "cannot be read (\(printable(reason))); check the disk or copy the file again"
    case .fileTooLarge(_, let byteCount, let limit):
      "\(byteCount) bytes exceed the limit of \(limit); save it smaller or raise the limit"
    case .empty:
      "the file is empty; copy it again"
    case .unknownFormat(_, let looksLike):
      if let looksLike {
        "is \(looksLike), not a JPEG or PNG picture; convert it to JPEG or PNG"
      } else {
        "neither JPEG nor PNG by its content; convert it to one of them"
      }
    case .truncated(_, let format):
      "this \(format.displayName) is cut off before the picture is complete; copy it again"
    case .damaged(_, let format, let reason):
      "damaged \(format.displayName) (\(printable(reason))); copy or export it again"
    case .unsupported(_, let format, let variant):
      "\(printable(variant)) is not supported; save it as an ordinary 8-bit \(format.displayName)"
    case .tooManyPixels(_, let width, let height, let limit):
      "\(width)×\(height) pixels exceed the limit of \(limit); shrink it or raise the limit"
    case .tooExpensive(_, let format, let reason):
      "this \(format.displayName) costs too much to decode (\(printable(reason))); export it again"
    case .cannotEncode(let format, let reason):
      "the picture cannot be written as \(format.displayName) (\(printable(reason))); "
        + "use a size of 1 to \(format == .png ? "1,000,000" : "65,500") pixels per side"
    case .cannotWrite(_, let reason):
      "cannot be written (\(printable(reason))); check the folder, its permissions and the free space"
    }
  }
}
