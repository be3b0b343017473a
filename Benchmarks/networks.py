#!/usr/bin/env python3
"""Times every bundled network in this engine and in the usual runtimes, interleaved in one run.

    python3 -m venv .venv && .venv/bin/pip install -r requirements.txt
    .venv/bin/python networks.py [--rounds 25] [--threads 1,2] [--only embedding] [--json FILE]

One round runs each engine for a short block, one after the other; a figure is the median over the rounds of the
blocks' medians, a ratio the median of the rounds' ratios with its quartiles. Below 1 this engine is faster.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from runtimes import LiteRT, OnnxRuntime, OurEngine, pseudo_random, relu_copy

HERE = Path(__file__).resolve().parent
MODELS = HERE.parent / "Models"
TFLITE = MODELS / "convert" / "cache"

# name, file, input, shape, scale of the input bytes, published TFLite file
NETWORKS = [
    ("embedding", "face-embedding.onnx", "data", (1, 3, 112, 112), 1.0, None),
    ("embedding, ReLU", "relu copy", "data", (1, 3, 112, 112), 1.0, None),
    ("detector 640×640", "face-detector.onnx", "input", (1, 3, 640, 640), 1.0, None),
    ("detector 480×640", "face-detector.onnx", "input", (1, 3, 480, 640), 1.0, None),
    ("detector 320×256", "face-detector.onnx", "input", (1, 3, 320, 256), 1.0, None),
    ("mesh", "face-mesh.onnx", "image", (1, 3, 192, 192), 1 / 255, "face_landmark.tflite"),
    ("iris", "iris.onnx", "image", (1, 3, 64, 64), 1 / 255, "iris_landmark.tflite"),
]
BLOCK_SECONDS = 0.04
# Worker threads of a runtime spin for a while after its last run; the next engine waits until they sleep.
PAUSE_SECONDS = 0.02


def block_size(engine):
    engine.run(2)
    return max(1, min(50, round(BLOCK_SECONDS / statistics.median(engine.run(3)))))


def measure(engines, rounds):
    """{engine: [median seconds of each round]}"""
    counts = {name: block_size(engine) for name, engine in engines.items()}
    result = {name: [] for name in engines}
    order = list(engines)
    for index in range(rounds):
        # Each engine goes first equally often.
        for name in order[index % len(order):] + order[:index % len(order)]:
            time.sleep(PAUSE_SECONDS)
            result[name].append(statistics.median(engines[name].run(counts[name])))
    return result


def largest_difference(ours, peer):
    """Relative to the largest magnitude among all outputs of the network."""
    expected = peer.outputs()
    scale = max(float(np.abs(values).max()) for values in expected.values())
    return max(float(np.abs(ours.output(name) - values).max()) for name, values in expected.items()) / scale


def ratio(ours, peer):
    quarters = statistics.quantiles([a / b for a, b in zip(ours, peer)], n=4)
    return {"median": quarters[1], "lower": quarters[0], "upper": quarters[2]}


def build_timer():
    print("building network-timer …", file=sys.stderr)
    command = ["swift", "build", "-c", "release", "--package-path", str(HERE), "--product", "network-timer"]
    subprocess.run(command, check=True, stdout=sys.stderr)
    path = subprocess.run(command + ["--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
    return Path(path) / "network-timer"


def machine():
    text = Path("/proc/cpuinfo").read_text() if os.path.exists("/proc/cpuinfo") else ""
    model = next((line.split(":", 1)[1].strip() for line in text.splitlines() if line.startswith("model name")),
                 platform.machine())
    flags = [name for name, flag in (("AVX-512", " avx512f "), ("AVX2", " avx2 ")) if flag in text + " "]
    return f"{model}, {os.cpu_count()} logical processors, {flags[0] if flags else 'baseline'}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--threads", default="1,2", help="comma-separated numbers of threads")
    parser.add_argument("--only", help="only networks whose name starts with this")
    parser.add_argument("--timer", type=Path, help="a network-timer built already")
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    arguments = parser.parse_args()

    timer = arguments.timer or build_timer()
    print(f"{machine()}; {OnnxRuntime.version()}, {LiteRT.version()}")
    print(f"{'network':18} {'threads':>7} {'ours ms':>8} {'peer':>12} {'ms':>8} {'ratio':>6} {'quartiles':>13} "
          f"{'difference':>10}")
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        for name, file, source, shape, scale, tflite in NETWORKS:
            if arguments.only and not name.startswith(arguments.only):
                continue
            path = relu_copy(MODELS / "face-embedding.onnx", Path(folder)) if file == "relu copy" else MODELS / file
            tensor = (pseudo_random(int(np.prod(shape))).astype(np.float32) * np.float32(scale)).reshape(shape)
            for threads in (int(t) for t in arguments.threads.split(",")):
                with OurEngine(timer, path, source, shape, scale, threads) as ours:
                    engines = {"ours": ours, "onnxruntime": OnnxRuntime(path, source, tensor, threads)}
                    if tflite and (TFLITE / tflite).exists():
                        engines["LiteRT"] = LiteRT(TFLITE / tflite, tensor, threads)
                    seconds = measure(engines, arguments.rounds)
                    difference = largest_difference(ours, engines["onnxruntime"])
                for peer in list(engines)[1:]:
                    figures.append({
                        "network": name, "threads": threads, "peer": peer,
                        "ours": statistics.median(seconds["ours"]), "other": statistics.median(seconds[peer]),
                        "ratio": ratio(seconds["ours"], seconds[peer]), "difference": difference})
                    f = figures[-1]
                    spread = f"{f['ratio']['lower']:.2f} … {f['ratio']['upper']:.2f}"
                    print(f"{name:18} {threads:7} {f['ours'] * 1e3:8.2f} {peer:>12} {f['other'] * 1e3:8.2f} "
                          f"{f['ratio']['median']:6.2f} {spread:>13} {difference:10.1e}", flush=True)
            if tflite and not (TFLITE / tflite).exists():
                print(f"{name}: no LiteRT, {tflite} is not in Models/convert/cache (run convert.py)", file=sys.stderr)
    if arguments.json:
        arguments.json.write_text(json.dumps({"machine": machine(), "figures": figures}, indent=1) + "\n")


if __name__ == "__main__":
    main()
