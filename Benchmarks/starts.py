#!/usr/bin/env python3
"""Starts commands in turn and prints what every run of each took, as JSON: wall s, processor s, peak bytes of memory.

    starts.py COUNT '[["facelatch", "--version"], …]'

A process of its own with nothing imported, because the system counts the memory of whoever started a program as the
program's peak until it has taken more.
"""

import json
import os
import subprocess
import sys
import time


def start_once(command):
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return [wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024]


def main():
    count, commands = int(sys.argv[1]), json.loads(sys.argv[2])
    for command in commands:
        start_once(command)
    rounds = [[start_once(command) for command in commands] for _ in range(count)]
    print(json.dumps([list(runs) for runs in zip(*rounds)]))


if __name__ == "__main__":
    main()
