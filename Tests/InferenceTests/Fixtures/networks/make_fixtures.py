#!/usr/bin/env python3
"""Inputs and onnxruntime's outputs for every bundled network, in forms that a test reads without an image decoder.

    python3 make_fixtures.py        (requirements: those of Models/convert)

The faces are the crops of FaceAnalysisTests/Fixtures. See README.md for the file format.
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime
from PIL import Image

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
CROPS = ROOT / "Tests" / "FaceAnalysisTests" / "Fixtures"
FACES = ("astronaut", "biden", "obama", "obama2")
UNIT = 1 / 255


def session(name):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = 1
    # Above this level onnxruntime swaps in a coarser sigmoid and other summation orders.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    return onnxruntime.InferenceSession(str(ROOT / "Models" / name), options, providers=["CPUExecutionProvider"])


def planes(name, channels="RGB"):
    pixels = np.asarray(Image.open(CROPS / f"{name}.png").convert("RGB"))
    return pixels.transpose(2, 0, 1)[:: 1 if channels == "RGB" else -1]


def pseudo_random(count, seed):
    """The high byte of a linear congruential generator, so that a test can make the same bytes itself."""
    state, values = seed, np.empty(count, np.uint8)
    for index in range(count):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        values[index] = state >> 24
    return values


class Writer:
    def __init__(self):
        self.cases, self.sessions = [], {}

    def add(self, name, model, pixels, scale, seed=None):
        runtime = self.sessions.setdefault(model, session(model))
        source = runtime.get_inputs()[0].name
        tensor = pixels.astype(np.float32)[None] * np.float32(scale)
        names = [o.name for o in runtime.get_outputs()]
        outputs = runtime.run(names, {source: np.ascontiguousarray(tensor)})
        values = {"name": source, "shape": list(tensor.shape), "scale": scale}
        if seed is None:
            values["file"] = f"{name}.u8"
            (HERE / values["file"]).write_bytes(np.ascontiguousarray(pixels).tobytes())
        else:
            values["seed"] = seed
        (HERE / f"{name}.f32").write_bytes(b"".join(o.astype("<f4").tobytes() for o in outputs))
        self.cases.append({
            "name": name, "model": model, "input": values, "outputFile": f"{name}.f32",
            "outputs": [{"name": n, "shape": list(o.shape)} for n, o in zip(names, outputs)]})

    def add_random(self, name, model, shape, scale, seed):
        self.add(name, model, pseudo_random(int(np.prod(shape)), seed).reshape(shape), scale, seed)


def main():
    writer = Writer()
    for face in FACES:
        writer.add(f"embedding_{face}", "face-embedding.onnx", planes(f"{face}_arc112"), 1)
        writer.add(f"mesh_{face}", "face-mesh.onnx", planes(f"{face}_meshcrop192"), UNIT)
        for side in ("left", "right"):
            writer.add(f"iris_{face}_{side}", "iris.onnx", planes(f"{face}_iris_{side}"), UNIT)
    # The mesh crop holds a face that fills most of it, so the detector sees one; 160 is an odd multiple of 32.
    for face in ("obama", "biden"):
        pixels = planes(f"{face}_meshcrop192", "BGR")[:, 16:176, 16:176]
        writer.add(f"detector_{face}", "face-detector.onnx", pixels, 1)
    for seed, (height, width) in enumerate([(32, 32), (96, 160), (160, 96), (224, 352)], 1):
        writer.add_random(f"detector_random_{height}x{width}", "face-detector.onnx", (3, height, width), 1, seed)
    writer.add_random("embedding_random", "face-embedding.onnx", (3, 112, 112), 1, 11)
    writer.add_random("mesh_random", "face-mesh.onnx", (3, 192, 192), UNIT, 12)
    writer.add_random("iris_random", "iris.onnx", (3, 64, 64), UNIT, 13)
    writer.add_random("passive_random", "presentation-attack.onnx", (3, 112, 112), UNIT, 14)
    (HERE / "networks.json").write_text(json.dumps({
        "onnxruntime": onnxruntime.__version__, "cases": writer.cases}, indent=1) + "\n")
    print(f"{len(writer.cases)} cases, {sum(p.stat().st_size for p in HERE.iterdir()):,} bytes")


if __name__ == "__main__":
    sys.exit(main())
