#!/usr/bin/env python3
"""Times every bundled network in this engine and in the usual runtimes, interleaved in one run.

    python3 -m venv .venv && .venv/bin/pip install -r requirements.txt
    .venv/bin/python networks.py [--rounds 25] [--threads 1,2] [--only embedding] [--json FILE]

One round runs each engine for a short block, one after the other; a figure is the median over the rounds of the
blocks' medians, a ratio the median of the rounds' ratios with its quartiles. Below 1 this engine is faster.
"""

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnx.shape_inference

from rounds import Table, build, limit, machine, measure, ratio, spread
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
    ("passive liveness", "presentation-attack.onnx", "image", (1, 3, 112, 112), 1 / 255, None),
]


def largest_difference(ours, peer):
    """Relative to the largest magnitude among all outputs of the network."""
    expected = peer.outputs()
    scale = max(float(np.abs(values).max()) for values in expected.values())
    return max(float(np.abs(ours.output(name) - values).max()) for name, values in expected.items()) / scale


def multiply_adds(path, source, shape):
    """Multiply-adds of the convolutions and matrix products of one run."""
    model = onnx.load(path)
    for value in model.graph.input:
        if value.name == source:
            for dimension, extent in zip(value.type.tensor_type.shape.dim, shape):
                dimension.dim_value = extent
    # What an older export says about shapes in between would contradict the input's.
    del model.graph.value_info[:]
    for output in model.graph.output:
        output.type.tensor_type.ClearField("shape")
    graph = onnx.shape_inference.infer_shapes(model, data_prop=True).graph
    shapes = {tensor.name: list(tensor.dims) for tensor in graph.initializer}
    for value in list(graph.value_info) + list(graph.output):
        shapes[value.name] = [dimension.dim_value for dimension in value.type.tensor_type.shape.dim]
    total = 0
    for node in graph.node:
        if node.op_type == "Conv":
            total += int(np.prod(shapes[node.output[0]]) * np.prod(shapes[node.input[1]][1:]))
        elif node.op_type == "Gemm":
            total += int(np.prod(shapes[node.input[1]]))
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--threads", default="1,2", help="comma-separated numbers of threads")
    parser.add_argument("--only", help="only networks whose name starts with this")
    parser.add_argument("--timer", type=Path, help="a network-timer built already")
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    arguments = parser.parse_args()

    timer = arguments.timer or build("network-timer")
    limits = build("machine-limits")
    print(f"{machine()}; {OnnxRuntime.version()}, {LiteRT.version()}\n")
    table = Table("network         ", "threads", "ours ms", "peer       ", "ms", "ratio", "quartiles  ", "of peak", "difference")
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        for name, file, source, shape, scale, tflite in NETWORKS:
            if arguments.only and not name.startswith(arguments.only):
                continue
            path = relu_copy(MODELS / "face-embedding.onnx", Path(folder)) if file == "relu copy" else MODELS / file
            tensor = (pseudo_random(int(np.prod(shape))).astype(np.float32) * np.float32(scale)).reshape(shape)
            work = multiply_adds(path, source, shape)
            for threads in (int(t) for t in arguments.threads.split(",")):
                with OurEngine(timer, path, source, shape, scale, threads) as ours:
                    engines = {"ours": ours, "onnxruntime": OnnxRuntime(path, source, tensor, threads)}
                    if tflite and (TFLITE / tflite).exists():
                        engines["LiteRT"] = LiteRT(TFLITE / tflite, tensor, threads)
                    peaks = []
                    seconds = measure(engines, arguments.rounds,
                                      lambda: peaks.append(limit(limits, "multiply-add", threads)))
                    share = work / statistics.median(seconds["ours"]) / max(peaks)
                    difference = largest_difference(ours, engines["onnxruntime"])
                for peer in list(engines)[1:]:
                    figures.append({
                        "network": name, "threads": threads, "peer": peer,
                        "ours": statistics.median(seconds["ours"]), "other": statistics.median(seconds[peer]),
                        "ratio": ratio(seconds["ours"], seconds[peer]), "multiplyAdds": work, "shareOfPeak": share,
                        "difference": difference})
                    f = figures[-1]
                    table.row(name, threads, f"{f['ours'] * 1e3:.2f}", peer, f"{f['other'] * 1e3:.2f}",
                              f"{f['ratio']['median']:.2f}", spread(f["ratio"]), f"{share:.0%}", f"{difference:.1e}")
            if tflite and not (TFLITE / tflite).exists():
                print(f"{name}: no LiteRT, {tflite} is not in Models/convert/cache (run convert.py)", file=sys.stderr)
    if arguments.json:
        arguments.json.write_text(json.dumps({"machine": machine(), "figures": figures}, indent=1) + "\n")


if __name__ == "__main__":
    main()
