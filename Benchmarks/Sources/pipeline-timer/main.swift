import TimerRequests

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Times the way from a photo to an embedding.
//
// With `--root FOLDER --list FILE [--threads N]` it walks through the pictures that the file names, one path a line, and
// prints pictures per second and the time of every stage. Without arguments it answers requests, one line in, one line
// out, so that a driver can interleave it with others:
//
//   load ID THREADS FILE      → ok              reads the photo and makes an analyser for it
//   decode ID SIDE COUNT      → ok SECONDS …    decodes it, COUNT times; SIDE is what the longer one keeps, 0 for all
//   embed ID COUNT            → ok SECONDS …    decodes it, finds the largest face and embeds it
//   size ID SIDE              → ok WIDTH HEIGHT of what `decode` gives
//   embedding ID              → ok VALUE …      of the last `embed`
//
// Any failure answers `error WHY`; the end of input ends the program.

if CommandLine.arguments.count > 1 {
  do {
    print(try await StageReport(arguments: CommandLine.arguments.dropFirst()).text)
  } catch {
    print("error \(error)")
    exit(2)
  }
} else {
  var timer = PipelineTimer()
  timer.answerAll()
}
