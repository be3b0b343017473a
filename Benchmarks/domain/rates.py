#!/usr/bin/env python3
"""What of harmed pictures is compared, and how often different people match among that: with and without a domain.

    facelatch embed --models PACK-WITHOUT-DOMAIN stress --out before
    facelatch embed stress --out after
    rates.py --before before --after after [--threshold 0.4736] [--least-quality 0.25] [--json rates.json]

`stress` is what make_stress.py wrote. A pack without domain is a copy of the model pack whose manifest lacks
`embedding.domain`. `embed` judges no quality; `compare`, `identify`, `enroll` and `authenticate` do, so faces below the
least quality count as not compared here.

Two rates: a harmed face against harmed faces of others (the worst that can be, since one harm makes faces alike), and
against unharmed ones (a stranger before somebody's enrolment). Intervals are by people: 2.5 and 97.5 % of 1,000 draws
of people with replacement; where nothing matched, the rule of three over pairs. Needs numpy.
"""

import argparse
import csv
import json
import os

import numpy as np

from harms import KINDS, strength_name

DRAWS = 1000


class Faces:
    """The embeddings of a folder that `embed` wrote, by kind, strength and person."""

    def __init__(self, folder, least_quality):
        vectors = np.load(os.path.join(folder, "embeddings.npy"))
        self.found, self.pictures = {}, {}
        with open(os.path.join(folder, "index.csv"), newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                kind, strength, name = row["path"].split("/")[-3:]
                self.pictures.setdefault((kind, strength), set()).add(name)
                if row["row"] and float(row["quality"]) >= least_quality:
                    self.found.setdefault((kind, strength), {})[name] = vectors[int(row["row"])]

    def of(self, key):
        return self.found.get(key, {})


def matches(first, second, threshold):
    """Pairs of different people: whether they count, and whether they match, people by people."""
    names = sorted(set(first) | set(second))
    count, hit = (np.zeros((len(names), len(names))) for _ in range(2))
    for row, a in enumerate(names):
        for column, b in enumerate(names):
            if a != b and a in first and b in second:
                count[row, column] = 1
                hit[row, column] = float(first[a] @ second[b]) >= threshold
    return names, count, hit


def rate(groups):
    """Matches, pairs and the interval over several strengths of one kind; people are drawn once for all."""
    people = sorted({name for names, _, _ in groups for name in names})
    place = {name: index for index, name in enumerate(people)}
    count, hit = (np.zeros((len(people), len(people))) for _ in range(2))
    for names, c, h in groups:
        index = [place[name] for name in names]
        count[np.ix_(index, index)] += c
        hit[np.ix_(index, index)] += h
    pairs, found = count.sum(), hit.sum()
    if pairs == 0:
        return {"pairs": 0, "matches": 0, "rate": None, "interval": None}
    if found == 0:
        interval = [0, min(1, 3 / pairs)]
    else:
        random, drawn = np.random.default_rng(1), []
        for _ in range(DRAWS):
            weight = np.bincount(random.integers(len(people), size=len(people)), minlength=len(people))
            total = weight @ count @ weight
            drawn.append(weight @ hit @ weight / total if total else 0)
        interval = [float(value) for value in np.percentile(drawn, [2.5, 97.5])]
    return {"pairs": int(pairs), "matches": int(found), "rate": found / pairs, "interval": interval}


def text(value):
    if value["rate"] is None:
        return "–"
    if value["matches"] == 0:
        return f"0 of {value['pairs']:,}"
    low, high = value["interval"]
    return f"{value['rate']:.1e} ({low:.0e} to {high:.0e}; {value['matches']:,} of {value['pairs']:,})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", required=True, help="folder that 'embed' wrote without a domain")
    parser.add_argument("--after", required=True, help="folder that 'embed' wrote with it")
    parser.add_argument("--threshold", type=float, default=0.4736)
    parser.add_argument("--least-quality", type=float, default=0.25)
    parser.add_argument("--pooled", action="store_true", help="one row for each kind, all strengths together")
    parser.add_argument("--json")
    arguments = parser.parse_args()

    before, after = (Faces(folder, arguments.least_quality) for folder in (arguments.before, arguments.after))
    unharmed = after.of(("unharmed", "-"))
    rows = []
    for kind, (_, strengths) in KINDS.items():
        keys = [(kind, strength_name(strength)) for strength in strengths]
        for chosen in [keys] if arguments.pooled else [[key] for key in keys]:
            row = {"kind": kind, "strength": "all" if len(chosen) > 1 else chosen[0][1],
                   "pictures": sum(len(before.pictures.get(key, ())) for key in chosen)}
            for name, faces in (("before", before), ("after", after)):
                # Pairs of one strength are counted once.
                both = [(n, np.triu(c), np.triu(h)) for n, c, h in
                        (matches(faces.of(key), faces.of(key), arguments.threshold) for key in chosen)]
                against = [matches(faces.of(key), unharmed, arguments.threshold) for key in chosen]
                row[name] = {"compared": sum(len(faces.of(key)) for key in chosen),
                             "harmed": rate(both), "unharmed": rate(against)}
            rows.append(row)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"threshold": arguments.threshold, "rows": rows}, file, indent=1)
    print("| kind | strength | pictures | compared: before → now | both harmed, before | both harmed, now | "
          "against unharmed, before | against unharmed, now |\n|---|---|---|---|---|---|---|---|")
    for row in rows:
        first, second, total = row["before"], row["after"], max(1, row["pictures"])
        print(f"| {row['kind']} | {row['strength']} | {row['pictures']} | {first['compared'] / total:.0%} → "
              f"{second['compared'] / total:.0%} | {text(first['harmed'])} | {text(second['harmed'])} | "
              f"{text(first['unharmed'])} | {text(second['unharmed'])} |")


if __name__ == "__main__":
    main()
