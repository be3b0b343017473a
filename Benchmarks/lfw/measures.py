"""Reading embeddings and pair lists, and the error rates computed from them. Score: cosine, higher is more alike."""

import csv
import math
from pathlib import Path

import numpy as np

REJECTED = -2.0  # score of a pair with a failure to acquire: below every cosine, so never a match


class Embeddings:
    """embeddings.npy and index.csv as `facelatch embed FOLDER --out DIR` writes them.

    Pictures are known by their last two path components (person/file). When a picture has several rows, the one with
    the lowest face number counts: the largest face.
    """

    def __init__(self, folder):
        self.vectors = np.load(Path(folder) / "embeddings.npy").astype(np.float32)
        self.rows, self.failures, faces = {}, {}, {}
        with open(Path(folder) / "index.csv", newline="") as file:
            for entry in csv.DictReader(file):
                key = picture_key(entry["path"])
                if entry["row"] == "":
                    self.failures[key] = entry["error"] or "no reason given"
                    continue
                face = int(entry["face"] or 0)
                if key not in faces or face < faces[key]:
                    faces[key], self.rows[key] = face, int(entry["row"])
        self.failures = {key: error for key, error in self.failures.items() if key not in self.rows}

    def failure(self, path):
        """`None`, or why there is no embedding of this picture."""
        key = picture_key(path)
        return None if key in self.rows else self.failures.get(key, "not in the index")

    def score(self, a, b):
        rows = [self.rows.get(picture_key(path)) for path in (a, b)]
        return REJECTED if None in rows else float(self.vectors[rows[0]] @ self.vectors[rows[1]])

    def impostor_scores_above(self, paths, floor):
        """All against all: (number of pairs, first index, second index, score) of the pairs above `floor`.

        Pictures without an embedding still count in the number of pairs: they are attempts that were refused.
        """
        known = [(i, self.rows[picture_key(p)]) for i, p in enumerate(paths) if picture_key(p) in self.rows]
        indices = np.array([i for i, _ in known])
        vectors = self.vectors[[row for _, row in known]]
        found = []
        for start in range(0, len(vectors), 512):
            block = vectors[start:start + 512] @ vectors.T
            a, b = np.nonzero(block > floor)
            keep = a + start < b
            a, b = a[keep], b[keep]
            found.append((indices[a + start], indices[b], block[a, b]))
        first, second, scores = (np.concatenate(part) for part in zip(*found))
        return len(paths) * (len(paths) - 1) // 2, first, second, scores


def picture_key(path):
    return "/".join(path.replace("\\", "/").split("/")[-2:])


def read_pairs(path):
    """[(path_a, path_b, same, fold)], the fold "" where there is none"""
    with open(path, newline="") as file:
        return [(r["path_a"], r["path_b"], r["same"] == "1", r.get("fold") or "") for r in csv.DictReader(file)]


def first_pictures(pairs):
    """The first picture of each person that the pairs name, by file name."""
    first = {}
    for path in sorted({p for pair in pairs for p in pair[:2]}, key=picture_key):
        first.setdefault(picture_key(path).split("/")[0], path)
    return list(first.values())


def fold_accuracies(scores, same, folds):
    """Each fold with the threshold that is best on all the others."""
    result = []
    for fold in sorted(set(folds)):
        inside = folds == fold
        threshold = best_threshold(scores[~inside], same[~inside])
        result.append(float(((scores[inside] >= threshold) == same[inside]).mean()))
    return np.array(result)


def best_threshold(scores, same):
    order = np.argsort(scores)
    scores, same = scores[order], same[order]
    # correct(k): everything from the k-th score on is called a match
    correct = np.concatenate([[same.sum()], same.sum() + np.cumsum(~same) - np.cumsum(same)])
    best = int(np.argmax(correct))
    if best == 0:
        return float(scores[0])
    return float(scores[-1] + 1e-6 if best == len(scores) else (scores[best - 1] + scores[best]) / 2)


def equal_error_rate(scores, same):
    genuine, impostor = np.sort(scores[same]), np.sort(scores[~same])
    thresholds = np.sort(scores)
    misses = np.searchsorted(genuine, thresholds) / len(genuine)
    false_matches = 1 - np.searchsorted(impostor, thresholds) / len(impostor)
    at = int(np.argmin(np.abs(misses - false_matches)))
    return float((misses[at] + false_matches[at]) / 2)


def is_supported(rate, trials):
    """Rule of 3: without an error in N trials the rate may still be 3/N, so fewer than 3/rate trials say nothing."""
    return trials * rate >= 3


def threshold_at(rate, trials, impostor_scores):
    """The lowest threshold at which at most `rate` of the trials match; `impostor_scores` holds the highest ones."""
    allowed = int(math.floor(rate * trials + 1e-9))
    ordered = np.sort(impostor_scores)[::-1]
    if allowed >= len(ordered):
        raise ValueError("the floor of the kept scores is above the threshold asked for")
    # A match is score >= threshold, so the threshold lies just above the first score that must not match.
    return float(np.nextafter(np.float32(ordered[allowed]), np.float32(2)))


def binomial_interval(errors, trials, confidence=0.95):
    """Exact (Clopper-Pearson) interval of a rate."""
    tail = (1 - confidence) / 2
    low = 0.0 if errors == 0 else _solve(lambda p: 1 - _cumulative(errors - 1, trials, p) - tail)
    high = 1.0 if errors == trials else _solve(lambda p: tail - _cumulative(errors, trials, p))
    return low, high


def _cumulative(count, trials, p):
    """Probability of at most `count` errors."""
    if p <= 0:
        return 1.0
    if p >= 1:
        return 1.0 if count >= trials else 0.0
    k = np.arange(count + 1)
    logs = np.array([math.lgamma(trials + 1) - math.lgamma(i + 1) - math.lgamma(trials - i + 1) for i in k])
    return float(np.exp(logs + k * math.log(p) + (trials - k) * math.log1p(-p)).sum())


def _solve(rising):
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return (low + high) / 2
