import FaceAnalysis
import Liveness

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Follows the face of each recording and prints figures as JSON, one object a line.

do {
  let options = try Options(CommandLine.arguments.dropFirst())
  let follower = Follower(options: options, models: FaceModels(pack: try .bundled()))
  if case .challenges(let trials) = options.report {
    try ChallengeTrials(options: options, models: follower.models).run(count: trials)
  } else {
    for path in options.paths { try follower.follow(path) }
  }
} catch {
  let line = Array("liveness-rates: \(error)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(1)
}
