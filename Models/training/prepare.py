"""Turns the pictures of the training and validation people into crops: python prepare.py --data DIR --work DIR --facelatch FILE

Writes WORK/train.npz and WORK/validation.npz: per sample one crop for each scale, the label, and the group that it belongs to.
"""

import argparse
import os
import pathlib

# The products are small: more threads only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2
import numpy as np

from crops import SCALES, crop
from network import SIDE
from recapture import camera, recaptured, resized
from sources import SPLIT, all_sources

# Variants of each picture in training: plain, as a print and on a screen. Real attacks stay what they are.
VARIANTS = {
    ("nuaa", False): (2, 1, 1),
    ("nuaa", True): (5, 0, 0),
    ("lfw", False): (2, 1, 1),
    ("clips", False): (4, 2, 2),
}


def jittered(random, box):
    """Detectors place boxes a little differently from frame to frame."""
    side = max(box[2], box[3])
    scale = 1 + random.uniform(-0.08, 0.08)
    x, y = random.uniform(-0.05, 0.05, 2) * side
    return (
        box[0] + x + box[2] * (1 - scale) / 2,
        box[1] + y + box[3] * (1 - scale) / 2,
        box[2] * scale,
        box[3] * scale,
    )


def variant(random, source, image, kind, other):
    """One training picture and the box in it."""
    box = source.box
    if kind == "plain":
        if random.random() < 0.7:
            image, box = resized(image, box, random.uniform(0.6, 1.1))
    else:
        image, box = recaptured(random, image, box, other, kind)
    return camera(random, image, box)


def build(sources, random, is_training):
    pictures = [cv2.imread(source.path) for source in sources]
    backgrounds = [index for index, source in enumerate(sources) if not source.is_attack]
    samples, labels, groups, names = [], [], [], []
    for source, image in zip(sources, pictures):
        plain, prints, screens = VARIANTS[source.dataset, source.is_attack]
        if not is_training:
            plain = 1
            prints = screens = int(not source.is_attack and source.dataset != "nuaa")
        for kind, count in (("plain", plain), ("print", prints), ("screen", screens)):
            for _ in range(count):
                if kind == "plain" and not is_training:
                    result, box = image, source.box
                else:
                    other = pictures[backgrounds[random.integers(len(backgrounds))]]
                    result, box = variant(random, source, image, kind, other)
                    box = jittered(random, box)
                rgb = cv2.cvtColor(result, cv2.COLOR_BGR2RGB)
                samples.append(np.stack([crop(rgb, box, scale, SIDE) for scale in SCALES]))
                labels.append(kind == "plain" and not source.is_attack)
                species = "bona fide" if labels[-1] else "attack" if source.is_attack else kind
                groups.append(f"{source.dataset} {species}")
                names.append(source.person)
    return {
        "crops": np.stack(samples),
        "labels": np.array(labels),
        "groups": np.array(groups),
        "people": np.array(names),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True, help="folder with nuaa/, lfw/ and clips/")
    parser.add_argument(
        "--work", required=True, help="folder for frames, boxes and crops, outside of the repository"
    )
    parser.add_argument("--facelatch", required=True, help="the program, whose detector gives the boxes")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for number, part in enumerate(("train", "validation")):
        sources = all_sources(options.data, part, options.work, options.facelatch)
        arrays = build(sources, np.random.default_rng([SPLIT["seed"], number]), part == "train")
        np.savez(pathlib.Path(options.work) / f"{part}.npz", **arrays)
        names, counts = np.unique(arrays["groups"], return_counts=True)
        print(part, dict(zip(names.tolist(), counts.tolist())))


if __name__ == "__main__":
    main()
