"""Makes the recordings that `try_all.py` hands to the program.

    python make.py --data DATA --out FOLDER --program ../../../.build/release/facelatch [--part report] [--kinds A,B]

DATA holds `clips` and `nuaa`; FOLDER gets `tune/` and `report/`, apart by person, with a `manifest.csv` each and a recording
of everybody's enrolment. The program is asked once what it sees in the people's own recordings (`FOLDER/scan`). The same
command makes the same recordings; those that are there already are kept.
"""

import argparse
import csv
import pathlib
import time

import cv2

from kinds import Studio, all_kinds
from people import People, write

SHARE = {"tune": 0.5, "report": 1.0}  # of a kind's count, at least one for each owner
FIELDS = ["path", "kind", "family", "genuine", "owner", "rate", "frames"]


def known(manifest):
    """The rows of a manifest by path."""
    if not manifest.exists():
        return {}
    with open(manifest) as file:
        return {row["path"]: row for row in csv.DictReader(file)}


def make_part(options, part):
    folder = options.out / part
    (folder / "enrol").mkdir(parents=True, exist_ok=True)
    people = People(options.data, options.out, options.program, part)
    studio = Studio(people, options.program)
    for person in people.all:
        path = folder / "enrol" / f"{person.name}.avi"
        if not path.exists():
            write(path, person.enrolment.frames, person.enrolment.rate)
    manifest = folder / "manifest.csv"
    rows = known(manifest)
    for kind in all_kinds():
        if options.kinds and not any(kind.name.startswith(k) for k in options.kinds.split(",")):
            continue
        started = time.monotonic()
        (folder / kind.name).mkdir(exist_ok=True)
        for number in range(max(8, round(kind.count * SHARE[part]))):
            studio.set(kind, number)
            picture = kind.family == "picture file"
            path = folder / kind.name / f"{number:03d}.{'jpg' if picture else 'avi'}"
            name = str(path.relative_to(folder))
            if path.exists() and name in rows:
                continue
            made = kind.make(studio)
            if made is None:
                continue
            frames, rate = made
            if picture:
                cv2.imwrite(str(path), frames[0], [cv2.IMWRITE_JPEG_QUALITY, 93])
            else:
                write(path, frames, rate)
            rows[name] = dict(zip(FIELDS, [name, kind.name, kind.family, int(kind.genuine), studio.owner.name, f"{rate:g}", len(frames)]))
        rows = {**known(manifest), **rows}  # another process may make other kinds
        partial = manifest.with_suffix(".partial")
        with open(partial, "w", newline="") as file:
            writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows.values())
        partial.rename(manifest)
        print(f"{part} {kind.name}: {sum(r['kind'] == kind.name for r in rows.values())}, {time.monotonic() - started:.0f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--part", choices=["tune", "report"])
    parser.add_argument("--kinds", help="beginnings of names, separated by commas")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for part in [options.part] if options.part else ["tune", "report"]:
        make_part(options, part)


if __name__ == "__main__":
    main()
