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
  let models = FaceModels(pack: try .bundled())
  for path in options.paths {
    var recording = try Recording(path, framesPerSecond: options.framesPerSecond)
    var tracker = FaceTracker(models: models)
    while let frame = try recording.next() {
      let tracked = try tracker.observe(frame.image, timeSeconds: frame.seconds)
      if case .frames(let mesh) = options.report { print(JSON(tracked, path: path, mesh: mesh).line) }
    }
  }
} catch {
  let line = Array("liveness-rates: \(error)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(1)
}
