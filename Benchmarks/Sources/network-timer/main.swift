import TimerRequests

// Times networks on request, one line in, one line out, so that a driver can interleave this engine with others.
//
//   load ID THREADS SCALE INPUT=1x3x112x112 FILE   → ok
//   run ID COUNT                                   → ok SECONDS SECONDS …     one figure per run
//   output ID NAME                                 → ok VALUE VALUE …         of the last run
//
// The input is filled once, by `PseudoRandomInput`. Any failure answers `error WHY`; the end of input ends the program.

var timer = NetworkTimer()
timer.answerAll()
