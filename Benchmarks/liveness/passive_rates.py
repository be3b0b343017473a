#!/usr/bin/env python3
"""Error rates of passive presentation-attack detection on people and clips that were never trained or tuned on.

    python passive_rates.py --data DIR --work DIR --facelatch FILE      (requirements: those of Models/training)

Every score comes from the program (`facelatch inspect --json`), which decodes, detects, crops and judges. DIR of --data
holds nuaa/, lfw/, clips/ and yale/; pictures that are made for the test go to --work, outside of the repository.
"""

import argparse
import json
import pathlib
import sys
from dataclasses import dataclass, field

import cv2
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Models" / "training"))

from measures import interval  # noqa: E402
from prepare import variant  # noqa: E402
from sources import SPLIT, all_sources, inspections  # noqa: E402

THRESHOLD = json.loads((ROOT / "Models" / "model-pack.json").read_text())["presentationAttack"]["threshold"]
# How far a face may lie from where it was put, as a share of its larger side.
NEARNESS = 0.5
# What remains around the detector's box in the test of faces alone, as a share of its sides.
RIM = 0.1


@dataclass
class Group:
    """Pictures that count together: path, where the face is, and who it is."""

    name: str
    is_attack: bool
    pictures: list = field(default_factory=list)


def written(path, image):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(path), image, [cv2.IMWRITE_PNG_COMPRESSION, 1]):
        raise SystemExit(f"{path}: cannot be written")
    return str(path)


def face_alone(source, folder):
    """The picture cut off just outside of the face, so that no border of a card shows."""
    image = cv2.imread(source.path)
    x, y, width, height = source.box
    left, right = max(0, int(x - RIM * width)), int(x + width * (1 + RIM))
    top, bottom = max(0, int(y - RIM * height)), int(y + height * (1 + RIM))
    name = "_".join(pathlib.Path(source.path).parts[-2:]).rsplit(".", 1)[0] + ".png"
    path = written(folder / "alone" / name, image[top:bottom, left:right])
    return path, (x - left, y - top, width, height), source.person


def recaptures(sources, species, folder):
    """One print or screen of each person's first picture, made as the training's were but of other pictures."""
    random = np.random.default_rng([SPLIT["seed"], 7, ord(species[0])])
    firsts = list({source.person: source for source in reversed(sources)}.values())[::-1]
    for index, source in enumerate(firsts):
        other = firsts[random.integers(len(firsts))]
        image, box = variant(random, source, cv2.imread(source.path), species, cv2.imread(other.path))
        yield written(folder / species / f"{index:04}.png", image), box, source.person


def groups(sources, folder):
    nuaa = [source for source in sources if source.dataset == "nuaa"]
    lfw = [source for source in sources if source.dataset == "lfw"]

    def plain(chosen):
        return [(source.path, source.box, source.person) for source in chosen]

    def alone(chosen):
        return [face_alone(source, folder) for source in chosen]

    attacks = [source for source in nuaa if source.is_attack]
    genuine = [source for source in nuaa if not source.is_attack]
    yield Group("NUAA, bona fide", False, plain(genuine))
    yield Group("NUAA, print", True, plain(attacks))
    yield Group("NUAA, bona fide, face alone", False, alone(genuine))
    yield Group("NUAA, print, face alone", True, alone(attacks))
    yield Group("LFW DevTest, bona fide", False, plain(lfw))
    for name in SPLIT["clips"]["report"]:
        yield Group(f"clip {name}, bona fide", False, plain(s for s in sources if s.person == name))
    yield Group("Yale, bona fide", False, plain(source for source in sources if source.dataset == "yale"))
    for species in ("print", "screen"):
        yield Group(f"LFW DevTest, made {species}", True, list(recaptures(lfw, species, folder)))


def score(entry, box):
    """The passive score of the face where it is expected; None when none was found there."""
    middle = np.array([box[0] + box[2] / 2, box[1] + box[3] / 2])
    found = []
    for face in entry.get("faces") or []:
        x, y, width, height = face["box"]
        distance = np.linalg.norm(np.array([x + width / 2, y + height / 2]) - middle) / max(box[2], box[3])
        found.append((distance, face["liveness"]["passive"]))
    near = min(found, default=(np.inf, None))
    return near[1] if near[0] <= NEARNESS else None


def rate(values, is_attack, threshold):
    """Errors, count and the exact interval as text."""
    values = np.array(values)
    wrong = int((values >= threshold).sum() if is_attack else (values < threshold).sum())
    low, high = interval(wrong, len(values))
    return f"{100 * wrong / len(values):.1f} % ({wrong} of {len(values)}), 95 % interval {100 * low:.1f}–{100 * high:.1f} %"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--facelatch", default=str(ROOT / ".build" / "release" / "facelatch"))
    options = parser.parse_args()
    cv2.setNumThreads(1)
    sources = all_sources(options.data, "report", options.work, options.facelatch)
    scores, people = {}, {}
    for group in groups(sources, pathlib.Path(options.work) / "report"):
        entries = inspections([path for path, _, _ in group.pictures], options.facelatch)
        judged = [(score(entries.get(path, {}), box), person) for path, box, person in group.pictures]
        scores[group.name] = [value for value, _ in judged if value is not None]
        people[group.name] = [person for value, person in judged if value is not None]
        kind = "APCER" if group.is_attack else "BPCER"
        missed = len(judged) - len(scores[group.name])
        print(
            f"{group.name}: {kind} {rate(scores[group.name], group.is_attack, THRESHOLD)}; no face {missed}",
            flush=True,
        )
    print(f"at the pack's threshold {THRESHOLD}")

    for rest in ("", ", face alone"):
        genuine = np.array(scores["NUAA, bona fide" + rest])
        # The lowest scores that make up at most 5 % fall below.
        threshold = np.sort(genuine)[int(0.05 * len(genuine))]
        attacks = scores["NUAA, print" + rest]
        print(f"NUAA{rest}, APCER at BPCER 5 % (threshold {threshold:.3f}): {rate(attacks, True, threshold)}")
        for person in SPLIT["nuaa"]["report"]:
            chosen = np.array(people["NUAA, print" + rest]) == person
            own = np.array(people["NUAA, bona fide" + rest]) == person
            print(
                f"  person {person} at BPCER 5 % of all: APCER {rate(np.array(attacks)[chosen], True, threshold)}"
            )
            print(f"  person {person} at the pack's threshold: APCER {rate(np.array(attacks)[chosen], True, THRESHOLD)},"
                  f" BPCER {rate(genuine[own], False, THRESHOLD)}")  # fmt: skip


if __name__ == "__main__":
    main()
