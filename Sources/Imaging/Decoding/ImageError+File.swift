import Platform

extension ImageError {
  /// A picture file that cannot be read.
  init(reading error: FileError) {
    let path = error.path.text
    switch error.cause {
    case .system(let refusal):
      switch refusal.code {
      case ENOENT, ENOTDIR: self = .notFound(path: path)
      case EACCES, EPERM: self = .permissionDenied(path: path)
      case ENXIO: self = .notRegularFile(path: path)
      default: self = .cannotRead(path: path, reason: refusal.description)
      }
    case .unsuitable(.folder): self = .isDirectory(path: path)
    case .unsuitable: self = .notRegularFile(path: path)
    case .tooLarge(let byteCount, let limit):
      self = .fileTooLarge(path: path, byteCount: byteCount, limit: limit)
    case .danglingLink, .noWriter, .noPath: self = .notFound(path: path)
    }
  }

  /// A picture file that cannot be written.
  init(writing error: FileError) {
    self = .cannotWrite(path: error.path.text, reason: error.reason)
  }
}
