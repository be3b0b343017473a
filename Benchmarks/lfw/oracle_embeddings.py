#!/usr/bin/env python3
"""Embeds every picture of a pairs file with the numpy oracle: the reference for `facelatch embed`.

    oracle_embeddings.py --pairs pairs.csv [--pairs more.csv] --root DIR --out DIR

Writes embeddings.npy (float32, unit rows) and index.csv (row, path, face, quality, error), the same files that
`facelatch embed` writes. In a picture with several faces the most prominent counts: large and near the middle.
"""

import argparse
import csv
import multiprocessing
import sys
import time
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "oracle"))
from pipeline import Oracle, prominence  # noqa: E402


def work(task):
    root, path = task
    if not hasattr(work, "oracle"):
        cv2.setNumThreads(1)
        work.oracle = Oracle()
    picture = cv2.imread(str(root / path))
    if picture is None:
        return path, None, 0.0, "unreadable"
    picture = np.ascontiguousarray(picture[:, :, ::-1])
    faces = work.oracle.detect(picture)
    if not faces:
        return path, None, 0.0, "no face"
    mesh = work.oracle.refined_mesh(picture, max(faces, key=lambda face: prominence(face.box, picture.shape)))
    return path, work.oracle.embed(work.oracle.aligned(picture, mesh.five_points())), mesh.score, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", action="append", required=True, help="CSV with path_a and path_b")
    parser.add_argument("--root", type=Path, required=True, help="folder that the paths are relative to")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    arguments = parser.parse_args()
    paths = set()
    for name in arguments.pairs:
        with open(name, newline="") as file:
            for row in csv.DictReader(file):
                paths |= {row["path_a"], row["path_b"]}
    paths = sorted(paths)
    start = time.time()
    vectors, rows = [], []
    with multiprocessing.Pool(arguments.processes) as pool:
        tasks = ((arguments.root, path) for path in paths)
        for count, (path, vector, quality, error) in enumerate(pool.imap(work, tasks, chunksize=16), 1):
            rows.append([len(vectors) if vector is not None else "", path, 0 if vector is not None else "",
                         f"{quality:.4f}", error])
            if vector is not None:
                vectors.append(vector)
            if count % 500 == 0:
                print(f"{count} of {len(paths)}, {count / (time.time() - start):.0f} pictures/s", file=sys.stderr)
    arguments.out.mkdir(parents=True, exist_ok=True)
    np.save(arguments.out / "embeddings.npy", np.array(vectors, np.float32))
    with open(arguments.out / "index.csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["row", "path", "face", "quality", "error"])
        writer.writerows(rows)
    print(f"{len(vectors)} of {len(paths)} embedded in {time.time() - start:.0f} s")


if __name__ == "__main__":
    main()
