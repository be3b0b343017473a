"""Windows of motion, blinks, eyes, challenges and looks, from the data sets; `attacks` has what is let in.

    nice swift build -c release --package-path .. --product liveness-rates
    python acceptance.py --data DATA --work FOLDER --rates ../.build/release/liveness-rates [--set tuning]

DATA holds `clips`, `lfw`, `nuaa` and `yale`; FOLDER takes recordings and reports and is kept between runs. What belongs to
which set was fixed before anything was measured:

| | tuning | reporting |
|---|---|---|
| stills of attacks | LFW people A to J, NUAA subjects 1 to 4; 96 attacks | LFW people K to Z, NUAA subjects 5 to 9; 240 attacks |
| clips | talking-face from 60 s on, portrait-d0, d12, d18 | webcam-1, portrait-d3, d20; talking-face to 60 s |
| NUAA sequences | subjects 1 to 4 | subjects 5 to 9 |
"""

import argparse
import csv
import json
import pathlib
import subprocess
import sys

from intervals import share

HERE = pathlib.Path(__file__).parent
CLIPS = {
    "tuning": ["talking-face", "portrait-d0", "portrait-d12", "portrait-d18"],
    "reporting": ["talking-face", "webcam-1", "portrait-d3", "portrait-d20"],
}
ATTACKS = {"tuning": 96, "reporting": 240}
# Frames of NUAA are 20 a second, of which about every fourth is there.
NUAA_RATE = "4.8"


def recording(options, clip):
    path = options.work / f"{clip}.avi"
    if not path.exists():
        source = options.data / "clips" / f"{clip}.mp4"
        subprocess.run(["ffmpeg", "-v", "error", "-i", source, "-c:v", "mjpeg", "-q:v", "2", path], check=True)
    return path


def sequences(options):
    """A folder of links per sequence of NUAA; the folders per label."""
    with open(options.data / "nuaa/manifest.csv") as file:
        rows = [r for r in csv.DictReader(file) if (int(r["subject"]) <= 4) == (options.set == "tuning")]
    found = {"bonafide": set(), "attack": set()}
    for row in rows:
        folder = options.work / "nuaa" / options.set / row["label"] / row["clip"]
        folder.mkdir(parents=True, exist_ok=True)
        link = folder / f"{int(row['frame']):05d}.jpg"
        if not link.exists():
            link.symlink_to((options.data / "nuaa" / row["path"]).resolve())
        found[row["label"]].add(folder)
    return {label: sorted(folders) for label, folders in found.items()}


def report(options, name, arguments, paths):
    path = options.work / f"{name}.jsonl"
    with open(path, "w") as file:
        subprocess.run([options.rates, *arguments, *paths], stdout=file, check=True)
    return path


def motion(options, paths, *more):
    print(flush=True)
    subprocess.run([sys.executable, HERE / "motion_rates.py", *paths, *more], check=True)


def attention(options):
    """Closed and open eyes on the Yale faces."""
    with open(options.data / "yale/manifest.csv") as file:
        rows = list(csv.DictReader(file))
    path = report(options, "yale", ["--frames"], [options.data / "yale" / row["path"] for row in rows])
    with open(path) as file:
        seen = {frame["path"]: frame for frame in map(json.loads, file)}
    print("\n| eyes | accepted | refused as closed | one eye reported closed |\n|---|---|---|---|")
    for eyes in ("open", "one-closed", "closed"):
        frames = [seen[str(options.data / "yale" / row["path"])] for row in rows if row["eyes"] == eyes]
        accepted = sum(frame.get("attention") == [] for frame in frames)
        closed = sum("eyesClosed" in frame.get("attention", []) for frame in frames)
        one = sum(frame.get("eyes") == "oneClosed" for frame in frames)
        print(f"| {eyes} | {share(accepted, len(frames))} | {share(closed, len(frames))} | {share(one, len(frames))} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--rates", type=pathlib.Path, required=True)
    parser.add_argument("--set", choices=["tuning", "reporting"], default="reporting")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    attacks = options.work / "attacks" / options.set
    count = str(ATTACKS[options.set])
    maker = [sys.executable, HERE / "make_attacks.py", "--data", options.data, "--out", attacks]
    subprocess.run([*maker, "--set", options.set, "--count", count], check=True)
    clips = [recording(options, clip) for clip in CLIPS[options.set]]
    folders = sequences(options)
    windows = ["--windows", "3"]
    motion(options, [report(options, "attacks", windows, sorted(attacks.glob("[0-9]*.avi")))], "--kinds")
    limits = ["--from", "60"] if options.set == "tuning" else ["--to", "60"]
    motion(options, [report(options, "talking-face", windows, clips[:1])], *limits)
    motion(options, [report(options, "clips", windows, clips[1:])])
    slow = windows + ["--fps", NUAA_RATE]
    motion(options, [report(options, f"nuaa-{label}", slow, folders[label]) for label in ("bonafide", "attack")])
    attention(options)
    if options.set == "reporting":
        print(flush=True)
        blinks = report(options, "blinks", [], clips[:1])
        subprocess.run([sys.executable, HERE / "blink_rates.py", blinks], check=True)
        everything = [recording(options, clip) for clip in sorted(set(CLIPS["tuning"] + CLIPS["reporting"]))]
        print(report(options, "challenges", ["--challenges", "2000"], everything).read_text())


if __name__ == "__main__":
    main()
