import Facelatch
import Platform

/// Why a command, or one of its inputs, came to nothing: one line for a person.
struct Failure: Error, Equatable, Sendable {
  /// The file or option that it is about, ready to print.
  var subject: String?
  var cause: String
  /// What the reader can do about it.
  var cure: String?
  var exitCode: ExitCode
  /// The code of Apple's interface that an app would see, where somebody was not let in.
  var authenticationError: AuthenticationError?
  /// Whether the command has printed an object that tells it.
  var isInJSON = false

  init(
    _ subject: String? = nil, cause: String, cure: String? = nil, exitCode: ExitCode,
    authenticationError: AuthenticationError? = nil
  ) {
    self.subject = subject
    self.cause = cause
    self.cure = cure
    self.exitCode = exitCode
    self.authenticationError = authenticationError
  }

  /// The same, told in an object that the command has printed.
  func told(inJSON isInJSON: Bool) -> Failure {
    var failure = self
    failure.isInJSON = isInJSON
    return failure
  }

  /// `SUBJECT: cause; cure`, without line break.
  var line: String {
    (subject.map { $0 + ": " } ?? "") + reason
  }

  /// The line without its subject, for a table that names the subject in a column of its own.
  var reason: String {
    cause + (cure.map { "; " + $0 } ?? "") + (authenticationError.map { " (\($0.name), \($0.code))" } ?? "")
  }
}

extension Failure {
  /// A wrong command line; sends the reader to the help of `command`.
  static func usage(_ cause: String, cure: String? = nil, command: String? = nil) -> Failure {
    let help = "see 'facelatch \(command.map { $0 + " " } ?? "")--help'"
    return Failure(cause: cause, cure: cure ?? help, exitCode: .usage)
  }

  /// A picture or folder that the operating system does not let us read.
  static func reading(_ path: Path, errorNumber: Int32) -> Failure {
    let (cause, cure) = explain(errorNumber, whileWriting: false)
    return Failure(path.description, cause: cause, cure: cure, exitCode: .unusableInput)
  }

  /// A place that the operating system does not let us write to.
  static func writing(_ subject: String, errorNumber: Int32) -> Failure {
    let (cause, cure) = explain(errorNumber, whileWriting: true)
    return Failure(subject, cause: cause, cure: cure, exitCode: .configuration)
  }

  private static func explain(_ errorNumber: Int32, whileWriting: Bool) -> (cause: String, cure: String?) {
    switch errorNumber {
    case ENOENT where whileWriting: ("its folder does not exist", "create the folder first")
    case ENOENT: ("no such file", "check the name")
    case ENOTDIR: ("a part of the path is not a folder", "check the path")
    case EACCES where whileWriting, EPERM where whileWriting:
      ("no permission to write here", "choose another place or change its permissions")
    case EACCES, EPERM: ("no permission to read it", "change its permissions or run as its owner")
    case EISDIR where whileWriting: ("is a folder", "name a file")
    case EISDIR: ("is a folder, not a picture", "name the pictures in it, or use 'facelatch embed'")
    case EEXIST: ("exists and is not a folder", "choose another name")
    case EROFS: ("the file system is read-only", "choose another place")
    case ENOSPC: ("no space left on the device", "free some space or choose another place")
    case EDQUOT: ("the disk quota is used up", "free some space or choose another place")
    case EFBIG: ("the file would be too large for the file system", "choose another place")
    case EBADF: ("is closed", nil)
    case ELOOP: ("symbolic links lead in a circle", "check the links")
    case ENAMETOOLONG: ("the name is too long", "check the path")
    case EMFILE, ENFILE: ("too many files are open", "raise the limit with 'ulimit -n'")
    case ENOMEM: ("not enough memory", nil)
    default: (words(for: errorNumber), nil)
    }
  }

  /// The system's words within a sentence.
  private static func words(for errorNumber: Int32) -> String {
    let message = systemMessage(errorNumber)
    return message.prefix(1).lowercased() + message.dropFirst()
  }
}
