#!/usr/bin/env python3
"""Compares many random templates with each other: time, memory, and whether the counts are exact.

    all_pairs.py [--templates 100000] [--checked 5000] [--timer PROGRAM]

The check computes every score of some of the templates as the package defines it, one chain of fused multiply-adds in
the order of the dimensions, and counts how many reach each threshold. It ends with 1 where a count differs.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

BENCHMARKS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(BENCHMARKS))
from rounds import TimerProcess  # noqa: E402

DIMENSIONS = 128
PER_UNIT = 4096
TIMER = BENCHMARKS / ".build/release/gallery-timer"


def memory(timer, key):
    """MiB, as the system counts them; VmHWM is the most so far"""
    for line in Path(f"/proc/{timer.process.pid}/status").read_text().splitlines():
        if line.startswith(key):
            return int(line.split()[1]) / 1024
    return float("nan")


def exact_counts(templates):
    """How many pairs reach each threshold, by rising threshold"""
    wide = templates.astype(np.float64)
    counts = np.zeros(2 * PER_UNIT + 1, np.int64)
    for start in range(0, len(templates), 250):
        block = wide[start:start + 250]
        scores = np.zeros((len(block), len(templates)), np.float32)
        for dimension in range(templates.shape[1]):
            # A product of two floats is exact in double precision: one rounding to float makes it fused.
            scores = (scores + block[:, dimension, None] * wide[None, :, dimension]).astype(np.float32)
        later = np.arange(len(templates))[None, :] > np.arange(start, start + len(block))[:, None]
        places = np.clip(np.floor(scores[later] * np.float32(PER_UNIT)), -PER_UNIT, PER_UNIT)
        counts += np.bincount(places.astype(np.int64) + PER_UNIT, minlength=len(counts))
    return counts[::-1].cumsum()[::-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--templates", type=int, default=100_000)
    parser.add_argument("--checked", type=int, default=5_000)
    parser.add_argument("--timer", type=Path, default=TIMER)
    arguments = parser.parse_args()

    generator = np.random.default_rng(20240501)
    templates = generator.standard_normal((arguments.templates, DIMENSIONS), np.float32)
    templates /= np.linalg.norm(templates, axis=1, keepdims=True)
    with tempfile.NamedTemporaryFile(suffix=".f32") as file:
        templates.tofile(file.name)
        timer = TimerProcess(arguments.timer)
        timer.request(f"probes {arguments.templates} {DIMENSIONS} {file.name}")
        before = memory(timer, "VmRSS")
        for threads in (1, 2):
            seconds = float(timer.request(f"pairs 1000 {threads}")[0])
            pairs = arguments.templates * (arguments.templates - 1) // 2
            print(f"{arguments.templates:,} templates, {pairs:,} pairs, {threads} thread(s): {seconds:.1f} s, "
                  f"{pairs / seconds / 1e6:.0f} M pairs/s; memory at most {memory(timer, 'VmHWM'):.0f} MiB, "
                  f"{before:.0f} MiB before the comparison")
        timer.request(f"probes {arguments.checked} {DIMENSIONS} {file.name}")
        timer.request("pairs 1000 2")
        ours = np.array([int(word) for word in timer.request("counts")])
    start = time.time()
    # The timer scales every template to length 1 once more, in double precision.
    checked = templates[:arguments.checked].astype(np.float64)
    checked = (checked / np.sqrt((checked ** 2).sum(axis=1, keepdims=True))).astype(np.float32)
    theirs = exact_counts(checked)
    differing = int((ours != theirs).sum())
    print(f"brute force over {arguments.checked:,} templates ({time.time() - start:.0f} s): {differing} of {len(ours)} "
          f"counts differ")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
