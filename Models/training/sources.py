"""The pictures of each split, with the box that the program's detector gives the face in question."""

import csv
import hashlib
import json
import pathlib
import subprocess
from dataclasses import dataclass

HERE = pathlib.Path(__file__).parent
SPLIT = json.loads((HERE / "split.json").read_text())


@dataclass(frozen=True)
class Source:
    path: str
    dataset: str
    person: str
    is_attack: bool
    box: tuple = ()


def nuaa(root, part):
    with open(root / "nuaa" / "manifest.csv") as table:
        rows = [row for row in csv.DictReader(table) if row["subject"] in SPLIT["nuaa"][part]]
    return [Source(str(root / "nuaa" / r["path"]), "nuaa", r["subject"], r["label"] == "attack") for r in rows]


def lfw(root, part):
    name = "pairsDevTest.csv" if part == "report" else "pairsDevTrain.csv"
    with open(root / "lfw" / name) as table:
        paths = sorted({row[key] for row in csv.DictReader(table) for key in ("path_a", "path_b")})
    chosen = []
    for path in paths:
        person = path.split("/")[-2]
        held_out = hashlib.sha256(person.encode()).hexdigest()[-1] in "01"
        if part == "report" or held_out == (part == "validation"):
            chosen.append(Source(str(root / "lfw" / path), "lfw", person, False))
    if part == "train":
        # Spread over the alphabet, so that the cap keeps as many people as it can.
        limit = SPLIT["lfw"]["trainPictures"]
        chosen = [chosen[index * len(chosen) // limit] for index in range(min(limit, len(chosen)))]
    return chosen


def yale(root):
    """Only ever reported."""
    with open(root / "yale" / "manifest.csv") as table:
        return [Source(str(root / "yale" / r["path"]), "yale", r["subject"], False) for r in csv.DictReader(table)]


# Frames per second that are taken from a clip; the long ones change slowly.
CLIP_RATES = {"talking-face": 1, "webcam-1": 2}


def clips(root, part, work):
    """Frames of the clips, written as JPEG below `work`."""
    found = []
    for name in SPLIT["clips"][part]:
        folder = work / "clips" / name
        if not folder.exists():
            folder.mkdir(parents=True)
            rate = f"fps={CLIP_RATES.get(name, 5)}"
            video = root / "clips" / f"{name}.mp4"
            command = ["ffmpeg", "-v", "error", "-i", video, "-vf", rate, "-q:v", "2", folder / "%04d.jpg"]
            subprocess.run(command, check=True)
        found += [Source(str(path), "clips", name, False) for path in sorted(folder.glob("*.jpg"))]
    return found


def inspections(paths, facelatch, batch=500):
    """What `facelatch inspect --json` says of each picture, by path."""
    found = {}
    for start in range(0, len(paths), batch):
        command = [facelatch, "inspect", "--json", "--threads", "1", *paths[start : start + batch]]
        lines = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
        found |= {entry["image"]: entry for entry in map(json.loads, lines)}
    return found


def chosen_face(entry, dataset):
    """The face that the picture is about: the most central one of LFW, else the largest; None without a face."""
    faces = entry.get("faces") or []
    if dataset != "lfw" or not faces:
        return faces[0] if faces else None

    def distance(face):
        x, y, width, height = face["box"]
        return abs(x + width / 2 - entry["width"] / 2) + abs(y + height / 2 - entry["height"] / 2)

    return min(faces, key=distance)


def with_boxes(sources, facelatch, cache):
    """The sources in which a face was found; inspections are kept in the file `cache`."""
    cache = pathlib.Path(cache)
    known = json.loads(cache.read_text()) if cache.exists() else {}
    missing = [source.path for source in sources if source.path not in known]
    if missing:
        known |= inspections(missing, facelatch)
        cache.write_text(json.dumps(known))
    found = []
    for source in sources:
        face = chosen_face(known.get(source.path, {}), source.dataset)
        if face:
            found.append(Source(source.path, source.dataset, source.person, source.is_attack, tuple(face["box"])))
    return found


def all_sources(root, part, work, facelatch):
    root, work = pathlib.Path(root), pathlib.Path(work)
    work.mkdir(parents=True, exist_ok=True)
    sources = nuaa(root, part) + lfw(root, part) + clips(root, part, work)
    if part == "report":
        sources += yale(root)
    return with_boxes(sources, facelatch, work / "boxes.json")
