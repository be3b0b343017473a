#!/usr/bin/env python3
"""Crops of sample portraits, what onnxruntime makes of them, and recaptures of a portrait.

    python make_fixtures.py --facelatch FILE       (requirements: those of Models/training)

See README.md for the files.
"""

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "Models" / "training"))

from crops import SCALES, crop  # noqa: E402
from network import SIDE  # noqa: E402
from recapture import recaptured  # noqa: E402
from sources import inspections  # noqa: E402

PORTRAITS = ("astronaut.png", "obama2.jpg")
# Clear cases, picked by eye: a whole card held into the picture, and a screen whose pixels show.
RECAPTURES = {"print": 4, "screen": 5}


def read(path):
    """RGB bytes, upright."""
    return cv2.cvtColor(cv2.imread(str(path)), cv2.COLOR_BGR2RGB)


def write(name, image):
    cv2.imwrite(str(HERE / name), cv2.cvtColor(image, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_PNG_COMPRESSION, 9])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facelatch", required=True)
    options = parser.parse_args()
    session = onnxruntime.InferenceSession(
        str(ROOT / "Models" / "presentation-attack.onnx"), providers=["CPUExecutionProvider"]
    )

    def logit(pixels):
        values = pixels.astype(np.float32).transpose(2, 0, 1)[None] / 127.5 - 1
        return float(session.run(None, {"image": np.ascontiguousarray(values)})[0][0, 0])

    portraits = []
    for name in PORTRAITS:
        path = str(ROOT / "SampleImages" / name)
        box = inspections([path], options.facelatch)[path]["faces"][0]["box"]
        crops = []
        for scale in SCALES:
            pixels = crop(read(path), box, scale, SIDE)
            file = f"{name.split('.')[0]}_{scale:g}.png"
            write(file, pixels)
            crops.append({"file": file, "scale": scale, "logit": logit(pixels)})
        portraits.append({"image": name, "box": box, "crops": crops})
        if name == "astronaut.png":
            for species, seed in RECAPTURES.items():
                random = np.random.default_rng(seed)
                other = cv2.imread(str(ROOT / "SampleImages" / "rocket.jpg"))
                image, _ = recaptured(random, cv2.imread(path), tuple(box), other, species)
                write(f"{species}.png", cv2.cvtColor(image, cv2.COLOR_BGR2RGB))
    (HERE / "passive.json").write_text(json.dumps({"portraits": portraits}, indent=1) + "\n")


if __name__ == "__main__":
    main()
