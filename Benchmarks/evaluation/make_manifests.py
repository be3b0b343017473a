"""Manifests for `facelatch evaluate authentication`: who is enrolled, and who then claims to be whom.

    python make_manifests.py lfw   --data DATA --out lfw.csv
    python make_manifests.py nuaa  --data DATA --out nuaa.csv
    python make_manifests.py nuaa  --data DATA --out nuaa-recordings.csv --recordings FOLDER
    python make_manifests.py clips --data DATA --out clips.csv --recordings FOLDER

DATA holds `lfw/images`, `nuaa/manifest.csv` and `clips`. Paths in a manifest are relative to DATA or absolute, so DATA is
the `--root` of the evaluation. Recordings and moving attacks are made by ffmpeg and `../liveness/make_attacks.py`; FOLDER
keeps them between runs.

| | enrolled | own transactions | other people | attacks |
|---|---|---|---|---|
| lfw | people with six pictures or more: first half by name | a picture of the other half each | the first picture of everybody else, who claims once to be somebody, each the next one | – |
| nuaa | subjects 3, 6 and 9 (recordings: 6 and 9): their first session | pieces of the other sessions | pieces of all other subjects, as each of them | prints of the same subject, a recording each |
| clips | talking-face, webcam-1, portrait-d3: a part | pieces of the rest | pieces of all other clips, as each of the three | stills of the enrolled part, moved before a simulated camera |

Neither the passive network nor its threshold has seen the enrolled subjects and clips (`Models/training/split.json`), and no
number of the judgement of motion was chosen on the recordings in which they probe or are attacked: subject 3 of NUAA is
left out of them, and of talking-face only the first minute probes. Some of the other people were used for both. Pieces
are three seconds long; NUAA has about every fourth frame of 20 a second. Subject 3 has a single session: its first half
enrols, its other half probes.
"""

import argparse
import collections
import csv
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
HEADER = ["path", "subject", "use", "claim", "species", "transaction"]
NUAA_SUBJECTS = ["0003", "0006", "0009"]
NUAA_MOVING_SUBJECTS = ["0006", "0009"]
NUAA_PIECE = 15  # frames, about three seconds
NUAA_RATE = "24/5"
SECONDS = 3
# Where a clip enrols and where it probes, in seconds.
CLIPS = {"talking-face": ((60, 70), (0, 60)), "webcam-1": ((0, 8), (8, 53)), "portrait-d3": ((0, 2.8), (2.8, 11.8))}
STILLS = 3  # of each enrolled clip, each moved in every way


def lfw(options):
    people = sorted(p for p in (options.data / "lfw/images").iterdir() if p.is_dir())
    enrolled, strangers = [], []
    for person in people:
        pictures = [str(p.relative_to(options.data)) for p in sorted(person.iterdir())]
        if len(pictures) < 6:
            strangers += [(person.name, pictures[0])] if pictures else []
            continue
        half = len(pictures) // 2
        enrolled.append(person.name)
        yield from ([p, person.name, "enrol"] for p in pictures[:half])
        yield from ([p, person.name, "probe"] for p in pictures[half:])
    for number, (name, picture) in enumerate(strangers):
        yield [picture, name, "probe", enrolled[number % len(enrolled)]]


def pieces(items, size):
    """Runs of `size` items; a rest that is shorter than half a piece is left out."""
    return [p for p in (items[i : i + size] for i in range(0, len(items), size)) if len(p) * 2 >= size]


def as_recording(options, name, frames):
    """The frames, as they are, in an AVI file."""
    path = (options.recordings / "nuaa" / f"{name}.avi").resolve()
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        command = ["ffmpeg", "-v", "error", "-y", "-f", "image2pipe", "-c:v", "mjpeg"]
        command += ["-framerate", NUAA_RATE, "-i", "-", "-c", "copy", path]
        subprocess.run(command, input=b"".join((options.data / f).read_bytes() for f in frames), check=True)
    return str(path)


def nuaa(options):
    clips = collections.defaultdict(lambda: collections.defaultdict(list))
    with open(options.data / "nuaa/manifest.csv") as file:
        for row in sorted(csv.DictReader(file), key=lambda row: (row["clip"], int(row["frame"]))):
            clips[row["subject"], row["label"]][row["clip"]].append(f"nuaa/{row['path']}")
    enrolled = NUAA_MOVING_SUBJECTS if options.recordings else NUAA_SUBJECTS
    probing = {}
    for (subject, label), sessions in clips.items():
        if label != "bonafide":
            continue
        names = sorted(sessions)
        first = sessions[names[0]]
        enrolment = first if len(names) > 1 else first[: len(first) // 2]
        rest = {n: sessions[n] for n in names[1:]} or {names[0]: first[len(first) // 2 :]}
        probing[subject] = [(f"{n}-{i}", p) for n in rest for i, p in enumerate(pieces(rest[n], NUAA_PIECE))]
        if subject in enrolled:
            yield from ([path, subject, "enrol"] for path in enrolment)
    for claim in enrolled:
        for subject in sorted(probing):
            for name, frames in probing[subject]:
                yield from transaction(options, name, frames, subject, claim, "")
        for name, frames in sorted(clips[claim, "attack"].items()):
            yield from transaction(options, name, frames, "", claim, "print")


def transaction(options, name, frames, subject, claim, species):
    if options.recordings:
        frames = [as_recording(options, name, frames)]
    return [[path, subject, "probe", claim, species, f"{name} as {claim}"] for path in frames]


def cut(options, clip, start, end):
    path = (options.recordings / "clips" / f"{clip}-{start:g}-{end:g}.avi").resolve()
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        source = options.data / "clips" / f"{clip}.mp4"
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-i", source, "-ss", str(start), "-t", str(end - start), "-an"]
            + ["-c:v", "mjpeg", "-q:v", "2", path],
            check=True,
        )
    return str(path)


def duration(path):
    command = ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", str(path)]
    return float(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


def moving_attacks(options, clip, start, end):
    sys.path.insert(0, str(HERE.parent / "liveness"))
    import cv2
    import make_attacks
    import numpy as np

    reader = cv2.VideoCapture(cut(options, clip, start, end))
    frames = []
    while (frame := reader.read()[1]) is not None:
        frames.append(frame)
    folder = options.recordings / "attacks"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(STILLS * len(make_attacks.KINDS)):
        kind = make_attacks.KINDS[number % len(make_attacks.KINDS)]
        path = (folder / f"{clip}-{number:02d}-{kind}.avi").resolve()
        if not path.exists():
            still = frames[len(frames) * (2 * (number // len(make_attacks.KINDS)) + 1) // (2 * STILLS)]
            random = np.random.default_rng([3, sorted(CLIPS).index(clip), number])
            partial = path.with_name("partial-" + path.name)
            make_attacks.attack(partial, still, still, kind, random)
            partial.rename(path)
        yield str(path)


def clips(options):
    probing = {}
    for source in sorted((options.data / "clips").glob("*.mp4")):
        clip = source.stem
        (start, end) = CLIPS[clip][1] if clip in CLIPS else (0, duration(source))
        starts = [start + SECONDS * i for i in range(int((end - start + 0.01) / SECONDS))]
        probing[clip] = [cut(options, clip, s, s + SECONDS) for s in starts]
    for clip, (enrolment, _) in CLIPS.items():
        yield [cut(options, clip, *enrolment), clip, "enrol"]
    for claim, (enrolment, _) in CLIPS.items():
        for clip, paths in probing.items():
            yield from ([path, clip, "probe", claim] for path in paths)
        for path in moving_attacks(options, claim, *enrolment):
            yield [path, "", "probe", claim, "moving picture"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", choices=["lfw", "nuaa", "clips"])
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--recordings", type=pathlib.Path)
    options = parser.parse_args()
    if options.set == "clips" and not options.recordings:
        parser.error("clips needs --recordings FOLDER")
    rows = list({"lfw": lfw, "nuaa": nuaa, "clips": clips}[options.set](options))
    with open(options.out, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([HEADER] + [row + [""] * (6 - len(row)) for row in rows])


if __name__ == "__main__":
    main()
