#!/usr/bin/env python3
"""Times the search in a gallery and the comparison of all pairs beside faiss and numpy, interleaved in one run.

    python3 -m venv .venv && .venv/bin/pip install -r requirements.txt
    .venv/bin/python gallery.py [--rounds 15] [--threads 1,2] [--only 1000000] [--json FILE]

One round runs each program for a short block, one after the other, and asks `machine-limits` what the machine can do
at that moment; a figure is the median over the rounds of the blocks' medians, a ratio the median of the rounds' ratios
with its quartiles. Below 1 this engine is faster.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import faiss
import numpy as np
from threadpoolctl import threadpool_limits

from rounds import TimerProcess, build, limit, machine, measure as rounds_of_all, ratio, timed

HERE = Path(__file__).resolve().parent
DIMENSIONS = 128
CANDIDATES = 10
# templates, probes
SEARCHES = [(10_000, 1), (10_000, 64), (100_000, 1), (100_000, 64), (1_000_000, 1), (1_000_000, 64)]
ALL_AGAINST_ALL = 20_000
THRESHOLDS_PER_UNIT = 4096
# Floats for exact scores; what a search for one face reads is one byte per value and two floats.
FLOAT_BYTES = 4 * DIMENSIONS
CODE_BYTES = DIMENSIONS + 8
# A chain of 128 multiply-adds in single precision, in either program.
TOLERANCE = 2e-6


def unit(rows):
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def make_templates(count):
    """Random directions: the hardest case for a search, since many impostors score nearly alike."""
    return unit(np.random.default_rng(1).standard_normal((count, DIMENSIONS), dtype=np.float32))


def make_probes(templates, count):
    """Every other probe is near a template, the others are near none."""
    random = np.random.default_rng(2)
    probes = random.standard_normal((count, DIMENSIONS), dtype=np.float32)
    mated = random.choice(len(templates), (count + 1) // 2, replace=False)
    probes[::2] = templates[mated] + 0.05 * probes[::2]
    return unit(probes)


class OurGallery(TimerProcess):
    """gallery-timer as a child process; it waits on its standard input while the others run."""

    def load(self, kind, rows, folder):
        path = Path(folder) / f"{kind}.bin"
        rows.tofile(path)
        self.request(f"{kind} {len(rows)} {rows.shape[1]} {path}")
        path.unlink()

    def search(self, probes, threads, count):
        return [float(word) for word in self.request(f"search {probes} {CANDIDATES} {threads} {count}")]

    def found(self):
        words = [[pair.split(":") for pair in word.split(",")] for word in self.request("found")]
        rows = np.array([[int(row) for row, _ in word] for word in words])
        return rows, np.array([[float(score) for _, score in word] for word in words])

    def pairs(self, threads):
        return [float(self.request(f"pairs 1000 {threads}")[0])]

    def counts(self):
        return np.array([int(word) for word in self.request("counts")])

    def most_memory(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) * 1024


class Candidate:
    """Something that is timed like the engines of networks.py."""

    def __init__(self, run):
        self.run = run


def measure(candidates, rounds, limits, kind, threads):
    """{name: [median seconds of each round]} and the machine's limit in each round."""
    best = []
    seconds = rounds_of_all(candidates, rounds, lambda: best.append(limit(limits, kind, threads)))
    return seconds, best


@contextmanager
def threads_of_peers(number):
    """Limits faiss's own threads and those of the BLAS libraries that it and numpy use."""
    faiss.omp_set_num_threads(number)
    with threadpool_limits(number):
        yield


def share(work, seconds, best):
    """How much of the machine's limit was used, the median of the rounds."""
    return statistics.median(work / s / b for s, b in zip(seconds, best))


def check_found(ours, peer):
    """The largest difference of scores; rows must agree wherever scores do not tie within the tolerance."""
    (rows, scores), (peer_scores, peer_rows) = ours, peer
    difference = float(np.abs(scores - peer_scores).max())
    gaps = -np.diff(peer_scores, axis=1) > 2 * TOLERANCE
    edge = np.ones((len(scores), 1), bool)
    alone = np.hstack([edge, gaps]) & np.hstack([gaps, ~edge])
    if difference > TOLERANCE or not (rows[alone] == peer_rows[alone]).all():
        raise SystemExit(f"the candidates differ: scores by up to {difference}")
    return difference


def numpy_counts(rows):
    """How many pairs reach each threshold, as one would write it with numpy: products of blocks, counted by bins."""
    bins = np.zeros(2 * THRESHOLDS_PER_UNIT + 1, np.int64)
    step = 1000
    for start in range(0, len(rows), step):
        scores = rows[start:start + step] @ rows[start:].T
        places = np.floor(scores * np.float32(THRESHOLDS_PER_UNIT)).astype(np.int32)
        np.clip(places, -THRESHOLDS_PER_UNIT, THRESHOLDS_PER_UNIT, out=places)
        places += THRESHOLDS_PER_UNIT
        own = np.triu_indices(min(step, len(rows) - start), 1)
        bins += np.bincount(places[own], minlength=len(bins))
        bins += np.bincount(places[:, step:].ravel(), minlength=len(bins))
    return bins[::-1].cumsum()[::-1]


class Report:
    def __init__(self):
        self.figures = []
        print(f"{'task':26} {'threads':>7} {'ours ms':>9} {'peer':>6} {'ms':>9} {'ratio':>6} {'quartiles':>13} "
              f"{'difference':>10}  of the limit")

    def add(self, task, threads, seconds, peer, difference, limits):
        figure = {"task": task, "threads": threads, "peer": peer, "ours": statistics.median(seconds["ours"]),
                  "other": statistics.median(seconds[peer]), "ratio": ratio(seconds["ours"], seconds[peer]),
                  "difference": difference, "limits": limits}
        self.figures.append(figure)
        spread = f"{figure['ratio']['lower']:.2f} … {figure['ratio']['upper']:.2f}"
        print(f"{task:26} {threads:7} {figure['ours'] * 1e3:9.3f} {peer:>6} {figure['other'] * 1e3:9.3f} "
              f"{figure['ratio']['median']:6.2f} {spread:>13} {difference:10.1e}  "
              + ", ".join(f"{name} {value:.0%}" for name, value in limits.items()), flush=True)


def time_searches(ours, templates, probe_counts, threads, rounds, limits, report, folder):
    probes = make_probes(templates, max(probe_counts))
    ours.load("gallery", templates, folder)
    ours.load("probes", probes, folder)
    print(f"{len(templates)} templates: {ours.most_memory() / 1e6:.0f} MB at most in gallery-timer", file=sys.stderr)
    index = faiss.IndexFlatIP(DIMENSIONS)
    index.add(templates)
    for probe_count, number in ((probe_count, number) for probe_count in probe_counts for number in threads):
        some = probes[:probe_count]
        candidates = {
            "ours": Candidate(lambda count: ours.search(probe_count, number, count)),
            "faiss": Candidate(lambda count: timed(lambda: index.search(some, CANDIDATES), count))}
        single = probe_count == 1
        with threads_of_peers(number):
            seconds, best = measure(candidates, rounds, limits, "read" if single else "multiply-add", number)
        used = {}
        if not single:
            work = len(templates) * probe_count * DIMENSIONS
            used = {"multiply-adds": share(work, seconds["ours"], best),
                    "faiss's": share(work, seconds["faiss"], best)}
        elif len(templates) >= 1_000_000:
            # Smaller galleries lie in the caches.
            used = {"read": share(len(templates) * CODE_BYTES, seconds["ours"], best),
                    "as if it read floats": share(len(templates) * FLOAT_BYTES, seconds["ours"], best),
                    "faiss's": share(len(templates) * FLOAT_BYTES, seconds["faiss"], best)}
        difference = check_found(ours.found(), index.search(some, CANDIDATES))
        report.add(f"{len(templates):,} × {probe_count}", number, seconds, "faiss", difference, used)


def time_all_against_all(ours, threads, rounds, limits, report, folder):
    rows = make_templates(ALL_AGAINST_ALL)
    ours.load("gallery", rows, folder)
    ours.load("probes", rows, folder)
    index = faiss.IndexFlatIP(DIMENSIONS)
    index.add(rows)
    work = len(rows) ** 2 * DIMENSIONS
    for number in threads:
        with threads_of_peers(number):
            candidates = {
                "ours": Candidate(lambda count: ours.search(len(rows), number, count)),
                "faiss": Candidate(lambda count: timed(lambda: index.search(rows, CANDIDATES), count))}
            seconds, best = measure(candidates, rounds, limits, "multiply-add", number)
            difference = check_found(ours.found(), index.search(rows, CANDIDATES))
            report.add(f"{len(rows):,} × {len(rows):,}", number, seconds, "faiss", difference,
                       {"multiply-adds": share(work, seconds["ours"], best),
                        "faiss's": share(work, seconds["faiss"], best)})
            candidates = {
                "ours": Candidate(lambda count: [ours.pairs(number)[0] for _ in range(count)]),
                "numpy": Candidate(lambda count: timed(lambda: numpy_counts(rows), count))}
            seconds, best = measure(candidates, rounds, limits, "multiply-add", number)
            # A score within rounding of a threshold may fall on either side of it.
            difference = np.abs(ours.counts() - numpy_counts(rows)).max() / (len(rows) * (len(rows) - 1) / 2)
            if difference > 1e-6:
                raise SystemExit(f"the counts differ by a share of {difference}")
            report.add(f"{len(rows):,}, all pairs", number, seconds, "numpy", float(difference),
                       {"multiply-adds": share(work / 2, seconds["ours"], best)})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--threads", default="1,2", help="comma-separated numbers of threads")
    parser.add_argument("--only", type=int, help="only this many templates")
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    arguments = parser.parse_args()
    threads = [int(number) for number in arguments.threads.split(",")]
    timer, limits = build("gallery-timer"), build("machine-limits")
    print(f"{machine()}; faiss {faiss.__version__}, numpy {np.__version__}; {DIMENSIONS} dimensions, "
          f"{CANDIDATES} candidates")
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        for templates in sorted({templates for templates, _ in SEARCHES}):
            if arguments.only in (None, templates):
                probe_counts = [probes for count, probes in SEARCHES if count == templates]
                with OurGallery(timer) as ours:
                    time_searches(ours, make_templates(templates), probe_counts, threads, arguments.rounds, limits,
                                  report, folder)
        if arguments.only in (None, ALL_AGAINST_ALL):
            with OurGallery(timer) as ours:
                time_all_against_all(ours, threads, max(3, arguments.rounds // 3), limits, report, folder)
    if arguments.json:
        arguments.json.write_text(json.dumps({"machine": machine(), "figures": report.figures}, indent=1) + "\n")


if __name__ == "__main__":
    main()
