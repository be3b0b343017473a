"""Blinks that `liveness-rates` found against the annotation of the first minute of talking-face.

    liveness-rates talking-face.avi > blinks.jsonl
    python blink_rates.py blinks.jsonl
"""

import csv
import json
import pathlib
import sys

from intervals import share


def main():
    with open(pathlib.Path(__file__).with_name("blinks-talking-face.csv")) as file:
        rows = [row for row in csv.DictReader(file) if row["kind"] == "blink"]
    truth = [(float(row["begin"]), float(row["peak"]), float(row["end"])) for row in rows]
    with open(sys.argv[1]) as file:
        found = [row for row in map(json.loads, file) if "peak" in row and row["peak"] < 60]
    hit, matched = set(), 0
    for blink in found:
        near = [i for i, (begin, _, end) in enumerate(truth) if begin - 0.1 <= blink["peak"] <= end + 0.1 and i not in hit]
        if near:
            hit.add(near[0])
            matched += 1
        else:
            print(f"not annotated: {blink['begin']} to {blink['end']}")
    for index, blink in enumerate(truth):
        if index not in hit:
            print(f"not found: {blink[0]} to {blink[2]}")
    print(f"recall {share(len(hit), len(truth))}")
    print(f"precision {share(matched, len(found))}")


if __name__ == "__main__":
    main()
