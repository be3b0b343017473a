import TimerRequests

// Times searches on request, one line in, one line out, so that a driver can interleave them with other programs.
//
//   gallery COUNT DIMENSIONS FILE       → ok                        row-major floats of a machine's own byte order
//   probes COUNT DIMENSIONS FILE        → ok
//   search PROBES CANDIDATES THREADS RUNS → ok SECONDS …            the first probes, one figure per run
//   found                               → ok ROW:SCORE,ROW:SCORE …  of the last search, one word per probe
//   pairs LISTED THREADS                → ok SECONDS                all pairs of the probes, each its own person
//   counts                              → ok COUNT …                of the last pairs, at or above each threshold
//   listed                              → ok ROW:ROW:SCORE …        of the last pairs
//
// Any failure answers `error WHY`; the end of input ends the program.

var timer = GalleryTimer()
timer.answerAll()
