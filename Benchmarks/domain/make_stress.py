#!/usr/bin/env python3
"""Harmed pictures of faces: one picture of each of some people, harmed in every kind and strength of harms.py.

    make_stress.py --facelatch PROGRAM --root lfw --people A.csv [--but B.csv] [--count 150] [--seed 1] --out DIR

People are those that a list of pairs (path_a,path_b,…) names, without those of another one; of each, the first picture.
The five points by which things are put before the face are those that `facelatch inspect --json` tells of the unharmed
picture. Writes DIR/KIND/STRENGTH/PERSON.png, no loss but that of the harm. Needs numpy and Pillow.
"""

import argparse
import csv
import json
import os
import subprocess
import zlib

import numpy as np
from PIL import Image

from harms import KINDS, Face, array, image, strength_name


def first_pictures(pairs):
    """The first picture of every person of a list of pairs."""
    first = {}
    with open(pairs, newline="") as file:
        for row in csv.DictReader(file):
            for path in (row["path_a"], row["path_b"]):
                person = os.path.basename(os.path.dirname(path))
                first[person] = min(path, first.get(person, path))
    return first


def faces(program, paths):
    """The one face of each picture; those without, or with several, are left out."""
    found = {}
    # Some thousand names may be too long for one command line.
    for start in range(0, len(paths), 100):
        lines = subprocess.run([program, "inspect", "--json", *paths[start:start + 100]], capture_output=True, text=True,
                               check=False).stdout.splitlines()
        for line in map(json.loads, lines):
            if len(line.get("faces", [])) == 1:
                found[line["image"]] = Face(line["faces"][0]["landmarks5"])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facelatch", default="facelatch")
    parser.add_argument("--root", required=True, help="the folder that the lists' paths lie in")
    parser.add_argument("--people", required=True, action="append", help="CSV with path_a and path_b; may be repeated")
    parser.add_argument("--but", help="CSV whose people are left out")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="*", choices=list(KINDS), default=list(KINDS), metavar="KIND",
                        help="only these kinds of harms.py")
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()

    first = {person: path for pairs in arguments.people for person, path in first_pictures(pairs).items()}
    if arguments.but:
        for person in first_pictures(arguments.but):
            first.pop(person, None)
    people = sorted(first)
    np.random.default_rng(arguments.seed).shuffle(people)
    paths = {person: os.path.join(arguments.root, first[person]) for person in people[:arguments.count + 50]}
    found = faces(arguments.facelatch, list(paths.values()))
    people = [person for person in paths if paths[person] in found][:arguments.count]

    for kind in arguments.kinds:
        harm, strengths = KINDS[kind]
        for strength in strengths:
            folder = os.path.join(arguments.out, kind, strength_name(strength))
            os.makedirs(folder, exist_ok=True)
            for person in people:
                random = np.random.default_rng([arguments.seed, zlib.crc32(f"{kind} {strength} {person}".encode())])
                picture = array(Image.open(paths[person]))
                harmed = harm(picture, found[paths[person]], strength, random)
                image(harmed).save(os.path.join(folder, person + ".png"), compress_level=1)
    print(f"{len(people)} people, {sum(len(KINDS[kind][1]) for kind in arguments.kinds)} pictures of each")


if __name__ == "__main__":
    main()
