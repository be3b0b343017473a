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
  public var description: String {
    switch self {
    case .notFound(let path):
      "\(shown(path)): no such file; check the path"
    case .isDirectory(let path):
      "\(shown(path)): is a folder, not a picture; name a JPEG or PNG file inside it"
    case .notRegularFile(let path):
      "\(shown(path)): is a device, pipe or socket; save the picture to a file first"
    case .permissionDenied(let path):
      "\(shown(path)): no permission to read it; change its mode or run as a user who may"
    case .cannotRead(let path, let reason):
      "\(shown(path)): cannot be read (\(reason)); check the disk or copy the file again"
    case .fileTooLarge(let path, let byteCount, let limit):
      "\(shown(path)): \(byteCount) bytes exceed the limit of \(limit); save it smaller or raise the limit"
    case .empty(let name):
      "\(shown(name)): the file is empty; copy it again"
    case .unknownFormat(let name, let looksLike):
      if let looksLike {
        "\(shown(name)): is \(looksLike), not a JPEG or PNG picture; convert it to JPEG or PNG"
      } else {
        "\(shown(name)): neither JPEG nor PNG by its content; convert it to one of them"
      }
    case .truncated(let name, let format):
      "\(shown(name)): this \(format.displayName) is cut off before the picture is complete; copy it again"
    case .damaged(let name, let format, let reason):
      "\(shown(name)): damaged \(format.displayName) (\(shown(reason))); copy or export it again"
    case .unsupported(let name, let format, let variant):
      "\(shown(name)): \(shown(variant)) is not supported; save it as an ordinary 8-bit \(format.displayName)"
    case .tooManyPixels(let name, let width, let height, let limit):
      "\(shown(name)): \(width)×\(height) pixels exceed the limit of \(limit); shrink it or raise the limit"
    case .tooExpensive(let name, let format, let reason):
      "\(shown(name)): this \(format.displayName) costs too much to decode (\(shown(reason))); export it again"
    case .cannotEncode(let format, let reason):
      "the picture cannot be written as \(format.displayName) (\(shown(reason))); "
        + "use a size of 1 to \(format == .png ? "1,000,000" : "65,500") pixels per side"
    case .cannotWrite(let path, let reason):
      "\(shown(path)): cannot be written (\(reason)); check the folder, its permissions and the free space"
    }
  }

  /// The text with control characters made visible, so that a message stays on one line whatever a file is
  /// called.
  private func shown(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return text
    }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.properties.generalCategory == .control {
        result += scalar.escaped(asASCII: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
