// A program for tests that need whole processes: full disks, killed ones, other accounts.
//
//   PlatformTestTool [--as UID] [--limit BYTES] [--pause] PATH TEXT COUNT
//   PlatformTestTool --variable NAME
//
// Says what it takes a variable of the environment for, or writes TEXT so many times to PATH. With --pause it says `begun` in the middle and goes on when standard input ends.

import Platform

func report(_ line: String) {
  try? writeAll(Array((line + "\n").utf8), toDescriptor: STDERR_FILENO)
}

func run(_ path: Path, _ text: String, _ count: Int, pauses: Bool) throws(FileError) {
  let file = try OutputFile(path)
  for turn in 0..<count {
    try file.write(Array(text.utf8))
    guard pauses, turn == count / 2 else { continue }
    report("begun")
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) > 0 {}
  }
  try file.finish()
}

var arguments = Array(CommandLine.arguments.dropFirst())
var pauses = false
while let option = arguments.first, option.hasPrefix("--") {
  arguments.removeFirst()
  switch option {
  case "--pause": pauses = true
  case "--variable":
    report(Environment.text(arguments[0]) ?? "none")
    exit(0)
  case "--as":
    let account = uid_t(arguments.removeFirst()) ?? 0
    guard setgid(account) == 0, setuid(account) == 0 else { exit(3) }
  case "--limit":
    var limit = rlimit()
    limit.rlim_cur = rlim_t(arguments.removeFirst()) ?? 0
    limit.rlim_max = limit.rlim_cur
    // Ignored, so that the write fails instead.
    signal(SIGXFSZ, SIG_IGN)
    guard setrlimit(__rlimit_resource_t(1), &limit) == 0 else { exit(3) }
  default: exit(3)
  }
}
guard arguments.count == 3, let count = Int(arguments[2]) else { exit(3) }
do {
  try run(Path(arguments[0]), arguments[1], count, pauses: pauses)
} catch {
  report(error.description)
  exit(1)
}
