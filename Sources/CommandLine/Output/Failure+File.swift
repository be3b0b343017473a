import Platform

extension Failure {
  /// A file that cannot be read.
  static func reading(_ error: FileError) -> Failure {
    func failure(_ cause: String, cure: String) -> Failure {
      Failure(error.path.description, cause: cause, cure: cure, exitCode: .unusableInput)
    }
    switch error.cause {
    case .system(let refusal): return .reading(error.path, errorNumber: refusal.code)
    case .unsuitable(.folder): return .reading(error.path, errorNumber: EISDIR)
    case .unsuitable: return failure(error.reason, cure: "name a picture")
    case .tooLarge(_, let limit):
      return failure("is larger than \(limit >> 20) MiB", cure: "give a smaller file")
    case .noWriter: return failure(error.reason, cure: "start the program that writes to it first")
    case .noPath: return .reading(error.path, errorNumber: ENOENT)
    case .danglingLink: return failure(error.reason, cure: "check the link")
    }
  }

  /// A file that cannot be written.
  static func writing(_ error: FileError) -> Failure {
    let subject = error.path.description
    switch error.cause {
    case .system(let refusal): return .writing(subject, errorNumber: refusal.code)
    case .unsuitable(.folder): return .writing(subject, errorNumber: EISDIR)
    case .danglingLink:
      return Failure(
        subject, cause: error.reason, cure: "remove the link, or name the file itself",
        exitCode: .configuration)
    case .unsuitable, .tooLarge, .noWriter, .noPath:
      return Failure(subject, cause: error.reason, cure: "name a file", exitCode: .configuration)
    }
  }

  /// Does something that writes files, and tells what goes wrong as a failure.
  static func whenWriting<Result>(
    _ body: () throws(FileError) -> Result
  ) throws(Failure) -> Result {
    do throws(FileError) {
      return try body()
    } catch {
      throw .writing(error)
    }
  }

  /// A folder that results cannot be written to.
  static func writing(_ error: OutputFolderError) -> Failure {
    func failure(cure: String) -> Failure {
      Failure(error.path.description, cause: error.reason, cure: cure, exitCode: .configuration)
    }
    switch error {
    case .file(let error): return .writing(error)
    case .foreign, .otherKind: return failure(cure: "name a new or an empty folder")
    case .busy: return failure(cure: "wait for its end, or name another folder")
    case .foreignFile: return failure(cure: "move it away, or name another folder")
    }
  }

  /// Does something in a folder of results, and tells what goes wrong as a failure.
  static func whenFilling<Result>(
    _ body: () throws(OutputFolderError) -> Result
  ) throws(Failure) -> Result {
    do throws(OutputFolderError) {
      return try body()
    } catch {
      throw .writing(error)
    }
  }
}
