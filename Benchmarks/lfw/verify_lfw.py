#!/usr/bin/env python3
"""LFW verification from embeddings: what `facelatch embed FOLDER --out DIR` wrote, scored over a pairs file.

    verify_lfw.py --embeddings DIR --pairs pairs.csv [--json summary.json]

A pair with a failure to acquire counts as refused: an error when it is genuine. Nothing is dropped.
"""

import argparse
import json

import numpy as np

from measures import (Embeddings, binomial_interval, equal_error_rate, first_pictures, fold_accuracies,
                      is_supported, read_pairs, threshold_at)

RATES = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--embeddings", required=True, help="folder with embeddings.npy and index.csv")
    parser.add_argument("--pairs", required=True, help="CSV: path_a,path_b,same,fold")
    parser.add_argument("--json", help="also write the figures to this file")
    arguments = parser.parse_args()

    embeddings, pairs = Embeddings(arguments.embeddings), read_pairs(arguments.pairs)
    scores = np.array([embeddings.score(a, b) for a, b, _, _ in pairs])
    same = np.array([pair[2] for pair in pairs])
    folds = np.array([pair[3] for pair in pairs])
    pictures = sorted({path for pair in pairs for path in pair[:2]})
    failures = {path: embeddings.failure(path) for path in pictures if embeddings.failure(path)}
    summary = {"pairs": len(pairs), "genuine": int(same.sum()), "impostor": int((~same).sum()),
               "pictures": len(pictures), "failureToAcquire": len(failures)}

    print(f"{len(pairs)} pairs ({same.sum()} genuine), {len(pictures)} pictures")
    print(f"failures to acquire: {len(failures)} of {len(pictures)}")
    for path, error in failures.items():
        print(f"  {path}: {error}")
    if len(set(folds)) > 1:
        accuracies = fold_accuracies(scores, same, folds)
        error = accuracies.std(ddof=1) / np.sqrt(len(accuracies))
        summary["accuracy"] = {"mean": accuracies.mean(), "standardError": error, "folds": accuracies.tolist()}
        print(f"accuracy, {len(accuracies)} folds: {accuracies.mean():.4%} ± {error:.2%} (standard error)")
        print("  by fold: " + " ".join(f"{a:.2%}" for a in accuracies))
    summary["equalErrorRate"] = equal_error_rate(scores, same)
    print(f"equal error rate: {summary['equalErrorRate']:.2%}")

    first = first_pictures(pairs)
    trials, _, _, impostors = embeddings.impostor_scores_above(first, floor=0.1)
    print(f"impostors: first picture of {len(first)} people, all against all, {trials} pairs (they share people, so "
          "they are not independent)")
    genuine = scores[same]
    summary["operatingPoints"] = []
    for rate in RATES:
        if not is_supported(rate, trials):
            print(f"  FMR {rate:.0e}: {trials} pairs cannot support it")
            summary["operatingPoints"].append({"fmr": rate, "supported": False})
            continue
        threshold = threshold_at(rate, trials, impostors)
        misses = int((genuine < threshold).sum())
        low, high = binomial_interval(misses, len(genuine))
        summary["operatingPoints"].append({"fmr": rate, "threshold": threshold, "fnmr": misses / len(genuine),
                                           "interval": [low, high], "supported": True})
        print(f"  FMR {rate:.0e}: threshold {threshold:.4f}, FNMR {misses / len(genuine):.2%} "
              f"(95 %: {low:.2%} to {high:.2%}, {misses} of {len(genuine)})")
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(summary, file, indent=2)


if __name__ == "__main__":
    main()
