"""The acceptance table of motion: verdicts per window, with exact 95 % intervals.

    liveness-rates --windows 3 attacks/*.avi > attacks.jsonl
    python motion_rates.py attacks.jsonl clips.jsonl …

The verdict is that at the end of the window; whoever asks after every frame acts on the first one, which the last columns tell.
Windows in which the face was not followed in at least 80 % of the frames are counted apart. `--from` and `--to` take a part
of the recordings, by the start of the window in seconds.
"""

import argparse
import json
import pathlib
import re
import statistics
from collections import Counter, defaultdict

from intervals import share

VERDICTS = ["live", "flat", "undecided"]


def row(title, windows):
    count = Counter(window["verdict"] for window in windows)
    cells = [share(count[verdict], len(windows)) for verdict in VERDICTS]
    first = [[w[key] for w in windows if w[key] is not None] for key in ("firstLive", "firstFlat")]
    cells += [share(len(times), len(windows)) for times in first]
    cells.append(f"{statistics.median(first[0]):.1f} s" if first[0] else "")
    return f"| {title} | {len(windows)} | " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--from", dest="low", type=float, default=0)
    parser.add_argument("--to", dest="high", type=float, default=float("inf"))
    parser.add_argument("--kinds", action="store_true", help="a row for each kind of attack")
    options = parser.parse_args()
    print("| set | N | live | flat | undecided | live at any moment | flat at any moment | first live, median |")
    print("|---|---|---|---|---|---|---|---|")
    for path in options.files:
        with open(path) as file:
            windows = [w for w in map(json.loads, file) if options.low <= w["start"] < options.high]
        usable = [w for w in windows if w["faceShare"] >= 0.8]
        print(row(path.stem, usable))
        turned = [w for w in usable if w["turn"] >= 10]
        print(row(f"{path.stem}, turn of 10° or more", turned))
        if options.kinds:
            kinds = defaultdict(list)
            for window in usable:
                kinds[re.sub(r"^[0-9]+-", "", pathlib.Path(window["path"]).stem)].append(window)
            for kind, members in sorted(kinds.items()):
                print(row(kind, members))
        print(f"| {path.stem}, face not followed | {len(windows) - len(usable)} | | | |")


if __name__ == "__main__":
    main()
