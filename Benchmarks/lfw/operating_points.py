#!/usr/bin/env python3
"""Thresholds for a model pack: all against all over the people of one pairs file, checked on another.

    operating_points.py --embeddings DIR --pairs pairsDevTrain.csv [--check pairsDevTest.csv]

The interval of a threshold comes from a bootstrap that draws people, because pairs share them.
"""

import argparse
import json

import numpy as np

from measures import Embeddings, first_pictures, is_supported, read_pairs, threshold_at

RATES = (1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6)


def bootstrap_thresholds(people, first, second, scores, rates, rounds=1000):
    """rounds × rates; the threshold at each rate when `people` people are drawn with replacement"""
    generator = np.random.default_rng(20240501)
    order = np.argsort(-scores)
    first, second, scores = first[order], second[order], scores[order]
    result = np.empty((rounds, len(rates)))
    for row in result:
        weight = np.bincount(generator.integers(0, people, people), minlength=people).astype(float)
        # Pairs of one person with itself are no impostors.
        trials = (people ** 2 - (weight ** 2).sum()) / 2
        matched = np.cumsum(weight[first] * weight[second])
        row[:] = [scores[min(np.searchsorted(matched, rate * trials, side="right"), len(scores) - 1)]
                  for rate in rates]
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--embeddings", required=True, help="folder with embeddings.npy and index.csv")
    parser.add_argument("--pairs", required=True, help="CSV that names the people to measure on")
    parser.add_argument("--check", help="CSV with other people: their FMR at the thresholds found")
    arguments = parser.parse_args()

    embeddings = Embeddings(arguments.embeddings)
    first = first_pictures(read_pairs(arguments.pairs))
    trials, a, b, scores = embeddings.impostor_scores_above(first, floor=0.1)
    rates = [rate for rate in RATES if is_supported(rate, trials)]
    print(f"{len(first)} people, {trials} impostor pairs; refused for want of pairs: "
          f"{[rate for rate in RATES if rate not in rates]}")
    low, high = np.percentile(bootstrap_thresholds(len(first), a, b, scores, rates), [2.5, 97.5], axis=0)
    others = None
    if arguments.check:
        pairs = read_pairs(arguments.check)
        others = embeddings.impostor_scores_above(first_pictures(pairs), floor=0.1)
        genuine = np.array([embeddings.score(x, y) for x, y, same, _ in pairs if same])
        print(f"check: {len(first_pictures(pairs))} other people, {others[0]} impostor pairs, "
              f"{len(genuine)} genuine")
    points = []
    for rate, lower, upper in zip(rates, low, high):
        threshold = threshold_at(rate, trials, scores)
        line = f"FMR {rate:.0e}: threshold {threshold:.4f} (95 %: {lower:.4f} to {upper:.4f})"
        if others is not None:
            matches = int((others[3] >= threshold).sum())
            line += f"; check: FMR {matches / others[0]:.2e} ({matches} matches), FNMR {(genuine < threshold).mean():.2%}"
        print(line)
        points.append({"falseMatchRate": rate, "threshold": round(threshold, 4), "impostorPairs": trials})
    print(json.dumps(points, indent=2))


if __name__ == "__main__":
    main()
