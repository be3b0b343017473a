"""What the benchmarks share: rounds in which the engines take turns, their statistics, building, and Markdown."""

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
BLOCK_SECONDS = 0.04
# Worker threads of a runtime spin for a while after its last run; the next engine waits until they sleep.
PAUSE_SECONDS = 0.02


def timed(function, count):
    seconds = []
    for _ in range(count):
        start = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - start)
    return seconds


class TimerProcess:
    """One of this package's timers as a child process, which answers each line with one that begins with ok."""

    def __init__(self, program):
        self.name = Path(program).name
        self.process = subprocess.Popen([str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def request(self, request):
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if not answer or answer[0] != "ok":
            raise SystemExit(f"{self.name}: {' '.join(answer) or 'ended'} (asked: {request})")
        return answer[1:]

    def ask(self, request):
        return np.array([float(value) for value in self.request(request)])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


def block_size(engine):
    engine.run(2)
    return max(1, min(50, round(BLOCK_SECONDS / statistics.median(engine.run(3)))))


def limit(program, kind, threads):
    """Bytes read or multiply-adds a second, of the widest instruction set that is allowed."""
    output = subprocess.run([program, kind, str(threads), "3"], check=True, capture_output=True, text=True).stdout
    lines = [json.loads(line) for line in output.splitlines()]
    forced = os.environ.get("FACELATCH_ISA")
    lines = [line for line in lines if line.get("instruction_set") == forced] or lines
    return lines[-1]["bytes_per_second" if kind == "read" else "per_second"]


def measure(engines, rounds, before_round=lambda: None):
    """{engine: [median seconds of each round]}; `before_round` is called at the start of each."""
    counts = {name: block_size(engine) for name, engine in engines.items()}
    result = {name: [] for name in engines}
    order = list(engines)
    for index in range(rounds):
        before_round()
        # Each engine goes first equally often.
        for name in order[index % len(order):] + order[:index % len(order)]:
            time.sleep(PAUSE_SECONDS)
            result[name].append(statistics.median(engines[name].run(counts[name])))
    return result


def ratio(ours, peer):
    quarters = statistics.quantiles([a / b for a, b in zip(ours, peer)], n=4)
    return {"median": quarters[1], "lower": quarters[0], "upper": quarters[2]}


def build(product, package=HERE):
    """Builds a release executable of a package and returns its path."""
    print(f"building {product} …", file=sys.stderr)
    command = ["swift", "build", "-c", "release", "--package-path", str(package), "--product", product]
    subprocess.run(command, check=True, stdout=sys.stderr)
    path = subprocess.run(command + ["--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
    return Path(path) / product


def machine():
    text = Path("/proc/cpuinfo").read_text() if os.path.exists("/proc/cpuinfo") else ""
    model = next((line.split(":", 1)[1].strip() for line in text.splitlines() if line.startswith("model name")),
                 platform.machine())
    flags = [name for name, flag in (("AVX-512", " avx512f "), ("AVX2", " avx2 ")) if flag in text + " "]
    forced = os.environ.get("FACELATCH_ISA")
    return (f"{model}, {os.cpu_count()} logical processors, {flags[0] if flags else 'baseline'}"
            + (f", Facelatch limited to {forced}" if forced else ""))


class Table:
    """Prints a Markdown table row by row, so that a long run shows what it has."""

    def __init__(self, *columns):
        self.widths = [max(len(column), 8) for column in columns]
        self.row(*columns)
        # The first column holds words, the others numbers.
        print("|" + "|".join("-" * (width + 1) + (":" if index else "-") for index, width in enumerate(self.widths))
              + "|", flush=True)

    def row(self, *cells):
        padded = [str(cell).ljust(width) if index == 0 else str(cell).rjust(width)
                  for index, (cell, width) in enumerate(zip(cells, self.widths))]
        print("| " + " | ".join(padded) + " |", flush=True)


def spread(figure):
    return f"{figure['lower']:.2f} … {figure['upper']:.2f}"
