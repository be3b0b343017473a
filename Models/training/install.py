"""Takes a trained network into the model pack: python install.py --work DIR --threshold T"""

import argparse
import hashlib
import json
import pathlib
import shutil

from crops import SCALES
from network import SIDE

MODELS = pathlib.Path(__file__).resolve().parent.parent
FILE = "presentation-attack.onnx"


def entry(digest, threshold):
    return {
        "file": FILE,
        "sha256": digest,
        "licence": "Apache-2.0",
        "origin": "trained by this project, see Models/training",
        "input": {
            "name": "image",
            "layout": "NCHW",
            "width": SIDE,
            "height": SIDE,
            "channels": "RGB",
            "scale": 1 / 127.5,
            "offset": -1,
        },
        "output": "logit",
        "cropScales": list(SCALES),
        "threshold": threshold,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", required=True, help="the folder of train.py")
    parser.add_argument("--threshold", type=float, required=True, help="as train.py prints it")
    options = parser.parse_args()
    shutil.copyfile(pathlib.Path(options.work) / FILE, MODELS / FILE)
    digest = hashlib.sha256((MODELS / FILE).read_bytes()).hexdigest()
    path = MODELS / "model-pack.json"
    manifest = json.loads(path.read_text())
    manifest["presentationAttack"] = entry(digest, options.threshold)
    path.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")
    print(f"{FILE}: {(MODELS / FILE).stat().st_size:,} bytes, SHA-256 {digest}")


if __name__ == "__main__":
    main()
