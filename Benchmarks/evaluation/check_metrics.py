#!/usr/bin/env python3
"""Computes the figures of `facelatch evaluate verification` once more, from the scores that it wrote.

    check_metrics.py --run DIR

DIR is what `--out` named. Areas under the curve are scikit-learn's, equal error rates pyeer's, exact intervals scipy's,
all else is numpy. Every figure of `summary.json` is printed beside the other one; a difference above 1e-9 ends with exit
code 1.
"""

import argparse
import csv
import json
import warnings
from pathlib import Path

import numpy as np
from pyeer.eer_info import get_eer_stats
from pyeer.eer_stats import get_eer_values
from scipy.stats import beta
from sklearn.metrics import roc_auc_score

from resampling import ROUNDS, weights

TOLERANCE = 1e-9
UNIT = 4096


class Report:
    """Compares figures and remembers whether all were equal."""

    def __init__(self):
        self.compared, self.different = 0, 0

    def check(self, name, ours, other, source):
        if (ours is None) != (other is None):
            difference = np.inf
        elif ours is None:
            difference = 0.0
        else:
            ours, other = np.atleast_1d(np.array(ours, float)), np.atleast_1d(np.array(other, float))
            difference = np.abs(ours - other).max(initial=0) if ours.shape == other.shape else np.inf
        is_equal = difference <= TOLERANCE
        self.compared += 1
        self.different += not is_equal
        print(f"{'' if is_equal else 'DIFFERS '}{name}: {shown(ours)}, {source} {shown(other)}, "
              f"difference {difference:.1e}")


def shown(value):
    if value is None:
        return "none"
    return " ".join(f"{v:.12g}" for v in np.atleast_1d(value))


class Listed:
    """Every comparison with its score: scores.csv"""

    form = "scores.csv"

    def __init__(self, rows):
        self.same = np.array([row["same"] == "1" for row in rows])
        self.has_score = np.array([row["score"] != "" for row in rows])
        # The scores are written so that they read as the same float32 again.
        self.scores = np.array([np.float32(row["score"] or "nan") for row in rows]).astype(np.float64)
        self.folds = [row["fold"] for row in rows]
        self.genuine = self.scores[self.same & self.has_score]
        self.impostor = self.scores[~self.same & self.has_score]
        self.genuine_count, self.impostor_count = len(self.genuine), len(self.impostor)
        self.identities = people(rows)

    def matches(self, threshold):
        return int((self.impostor >= threshold).sum())

    def misses(self, threshold):
        return int((self.genuine < threshold).sum())

    def threshold(self, rate):
        """The lowest multiple of 1/4096 at which at most `rate` of the impostor scores match"""
        shares = self.counts_on_grid()[1] / self.impostor_count
        few = np.flatnonzero(shares <= rate)
        return float((few[0] - UNIT) / UNIT) if len(few) else None

    def area(self):
        scores = np.concatenate([self.genuine, self.impostor])
        return roc_auc_score([1] * len(self.genuine) + [0] * len(self.impostor), scores)

    def equal_error_rate(self):
        return get_eer_stats(self.genuine, self.impostor).eer

    def counts_on_grid(self):
        edges = np.arange(-UNIT, UNIT + 1) / UNIT
        below = [np.searchsorted(np.sort(scores), edges) for scores in (self.genuine, self.impostor)]
        counts = np.array([len(self.genuine) - below[0], len(self.impostor) - below[1]])
        counts[:, 0] = len(self.genuine), len(self.impostor)
        return counts


class Counted:
    """How many scores reach each multiple of 1/4096: counts.csv"""

    form = "counts.csv"

    def __init__(self, counts):
        self.thresholds = np.arange(-UNIT, UNIT + 1) / UNIT
        self.counts = counts
        self.genuine_count, self.impostor_count = int(counts[0][0]), int(counts[1][0])

    def place(self, threshold):
        return int(np.ceil(max(-1.0, threshold) * UNIT)) + UNIT

    def matches(self, threshold):
        return int(self.counts[1][self.place(threshold)])

    def misses(self, threshold):
        return int(self.counts[0][0] - self.counts[0][self.place(threshold)])

    def threshold(self, rate):
        few = np.flatnonzero(self.counts[1] / self.counts[1][0] <= rate)
        return float(self.thresholds[few[0]]) if len(few) else None

    def area(self):
        inside = -np.diff(self.counts, axis=1, append=0)
        size = len(self.thresholds)
        return roc_auc_score([1] * size + [0] * size, np.tile(self.thresholds, 2), sample_weight=inside.ravel())

    def equal_error_rate(self):
        genuine, impostor = (np.append(count, 0) / count[0] for count in self.counts)
        return get_eer_values(impostor, 1 - genuine)[3]


def people(rows):
    """Position of the first and of the second person of each row, and how many there are; positions by first mention.

    Without names, people are the groups of pictures that genuine pairs connect.
    """
    pictures = list(dict.fromkeys(path for row in rows for path in (row["path_a"], row["path_b"])))
    name = {}
    if all(row["identity_a"] and row["identity_b"] for row in rows):
        for row in rows:
            name[row["path_a"]], name[row["path_b"]] = row["identity_a"], row["identity_b"]
    else:
        name = {path: path for path in pictures}
        place = {path: index for index, path in enumerate(pictures)}

        def leader(path):
            while name[path] != path:
                name[path] = name[name[path]]
                path = name[path]
            return path

        for row in rows:
            if row["same"] == "1":
                first, second = sorted((leader(row["path_a"]), leader(row["path_b"])), key=place.get)
                name[second] = first
        name = {path: leader(path) for path in pictures}
    positions = {person: index for index, person in enumerate(dict.fromkeys(name[path] for path in pictures))}
    return (np.array([positions[name[row["path_a"]]] for row in rows]),
            np.array([positions[name[row["path_b"]]] for row in rows]), len(positions))


class Bootstrap:
    """Error rates of every draw of people."""

    def __init__(self, data):
        first, second, count = data.identities
        scored = data.has_score
        self.genuine, self.impostor = data.genuine, data.impostor
        # Who is in no comparison with a score is not drawn.
        numbers = np.full(count, -1)
        taking_part = np.unique(np.concatenate([first[scored], second[scored]]))
        numbers[taking_part] = np.arange(len(taking_part))
        self.count = len(taking_part)
        self.owner = numbers[first[data.same & scored]]
        self.pair = numbers[first[~data.same & scored]], numbers[second[~data.same & scored]]
        self.thresholds = np.unique(np.concatenate([self.genuine, self.impostor]))

    def draws(self):
        for number in range(ROUNDS):
            weight = weights(self.count, number)
            yield weight[self.owner], weight[self.pair[0]] * weight[self.pair[1]]

    def rates(self, points):
        """{threshold: (false matches, false non-matches)} and the equal error rate of every draw"""
        matches, misses, equal = {t: [] for t in points}, {t: [] for t in points}, []
        for genuine, impostor in self.draws():
            for threshold in points:
                if impostor.sum() > 0:
                    matches[threshold].append(impostor[self.impostor >= threshold].sum() / impostor.sum())
                if genuine.sum() > 0:
                    misses[threshold].append(genuine[self.genuine < threshold].sum() / genuine.sum())
            if genuine.sum() > 0 and impostor.sum() > 0:
                equal.append(self.equal(genuine, impostor))
        return matches, misses, equal

    def equal(self, genuine, impostor):
        size = len(self.thresholds)
        at = [np.bincount(np.searchsorted(self.thresholds, scores), weight, size)
              for scores, weight in ((self.genuine, genuine), (self.impostor, impostor))]
        misses = np.concatenate([[0], np.cumsum(at[0])]) / genuine.sum()
        matches = (impostor.sum() - np.concatenate([[0], np.cumsum(at[1])])) / impostor.sum()
        return get_eer_values(matches, misses)[3]


class ExtremeBootstrap:
    """The same where all pictures were compared with all, from the highest impostor and the lowest genuine scores."""

    def __init__(self, folder, genuine_rows):
        identities = table(folder / "identities.csv")
        places = {row["identity"]: place for place, row in enumerate(identities)}
        self.pictures = np.array([int(row["pictures"]) for row in identities])
        self.impostor, first, second = self.extremes(table(folder / "impostors.csv"), places)
        self.pair = first, second
        self.genuine, self.owner, _ = self.extremes(genuine_rows, places)

    @staticmethod
    def extremes(rows, places):
        scores = np.array([np.float32(row["score"]) for row in rows]).astype(np.float64)
        return scores, *(np.array([places[row[key]] for row in rows], int) for key in ("identity_a", "identity_b"))

    def rates(self, points):
        """{threshold: false matches} and {threshold: false non-matches} of every draw, where the lists reach so far"""
        n = self.pictures
        complete = (len(self.genuine) == (n * (n - 1) // 2).sum(),
                    len(self.impostor) == (n.sum() ** 2 - (n ** 2).sum()) // 2)
        matches = {t: [] for t in points if complete[1] or t > self.impostor.min()}
        misses = {t: [] for t in points if complete[0] or t <= self.genuine.max(initial=-2)}
        for number in range(ROUNDS):
            weight = weights(len(n), number)
            impostors = ((weight * n).sum() ** 2 - ((weight * n) ** 2).sum()) / 2
            genuines = (weight * n * (n - 1) / 2).sum()
            pairs = weight[self.pair[0]] * weight[self.pair[1]]
            for threshold, rates in matches.items():
                rates.append(pairs[self.impostor >= threshold].sum() / impostors)
            for threshold, rates in misses.items():
                if genuines > 0:
                    rates.append(weight[self.owner][self.genuine < threshold].sum() / genuines)
        return matches, misses


def percentiles(rates):
    if rates is None or all(rate == 0 for rate in rates) or all(rate == 1 for rate in rates):
        return None
    return np.percentile(rates, [2.5, 97.5])


def exact_interval(events, trials):
    return (0.0 if events == 0 else beta.ppf(0.025, events, trials - events + 1),
            1.0 if events == trials else beta.ppf(0.975, events + 1, trials - events))


def fold_accuracies(data):
    """Each fold, in the order in which they are first mentioned, with the lowest of the thresholds that are best on all
    others. A threshold lies in the middle between two different scores."""
    folds = np.array(data.folds)
    result = []
    for fold in dict.fromkeys(data.folds):
        inside = folds == fold
        others = ~inside & data.has_score
        scores, places = np.unique(data.scores[others], return_inverse=True)
        same = np.bincount(places, data.same[others], len(scores))
        # Gain over accepting everything by refusing the lowest scores.
        gains = np.concatenate([[0], np.cumsum(np.bincount(places, minlength=len(scores)) - 2 * same)])
        edges = np.concatenate([scores[:1], (scores[:-1] + scores[1:]) / 2, scores[-1:] + 1e-6])
        accepted = data.has_score & (data.scores >= edges[np.argmax(gains)])
        result.append((accepted == data.same)[inside].mean())
    return np.array(result)


def check_point(report, name, point, data, drawn):
    threshold = point["threshold"]
    if point.get("fmr") is not None:
        supported = data.impostor_count >= 3 / point["fmr"]
        report.check(f"{name} supported", point["supported"], supported, "rule of 3")
        report.check(f"{name} threshold", threshold, data.threshold(point["fmr"]) if supported else None, data.form)
    if threshold is None:
        return
    events = {"fnmr": (data.misses(threshold), data.genuine_count),
              "measuredFMR": (data.matches(threshold), data.impostor_count)}
    for key, interval_key in (("fnmr", "interval"), ("measuredFMR", "measuredFMRInterval")):
        count, trials = events[key]
        if key in point:
            report.check(f"{name} {key}", point[key], count / trials if trials else None, data.form)
        if interval_key in point:
            report.check(f"{name} {interval_key}", point[interval_key],
                         exact_interval(count, trials) if trials else None, "scipy")
    for key, rates in drawn.items():
        if key in point:
            report.check(f"{name} {key}", point[key], percentiles(rates.get(threshold)), "drawn")


def table(path):
    with open(path, newline="", errors="surrogateescape") as file:
        return list(csv.DictReader(file))


def read_counts(path):
    rows = [(float(row["threshold"]), int(row["genuine"]), int(row["impostor"])) for row in table(path)]
    if [row[0] for row in rows] != [index / UNIT for index in range(-UNIT, UNIT + 1)]:
        raise SystemExit(f"{path}: not a row for each multiple of 1/{UNIT} from -1 to 1")
    return np.array([[row[1] for row in rows], [row[2] for row in rows]])


def check_points(report, title, figures, data, rates):
    """`rates` computes the false matches and false non-matches of draws at thresholds."""
    points = {f"{title}FMR {point['fmr']:g}": point for point in figures["operatingPoints"]}
    if figures.get("decision"):
        points[f"{title}decision"] = figures["decision"]
    matches, misses = rates({point["threshold"] for point in points.values() if point["threshold"] is not None})
    for name, point in points.items():
        check_point(report, name, point, data,
                    {"measuredFMRPeopleInterval": matches, "peopleInterval": misses})


def check_listed(report, folder, summary, data, counts):
    report.check("pairs", summary["pairs"], len(data.same), data.form)
    report.check("genuine", summary["genuine"], data.same.sum(), data.form)
    report.check("impostor", summary["impostor"], (~data.same).sum(), data.form)
    people = summary.get("allAgainstAll")
    # Counts of people against people are of other impostor comparisons than those listed.
    kinds = 1 if people else 2
    differing = (counts != data.counts_on_grid())[:kinds].any(0).sum()
    report.check("counts.csv, thresholds that differ", 0, differing, data.form)
    if summary.get("accuracy"):
        accuracies = fold_accuracies(data)
        report.check("accuracy by fold", summary["accuracy"]["folds"], accuracies, "numpy")
        report.check("accuracy", summary["accuracy"]["mean"], accuracies.mean(), "numpy")
        report.check("standard error", summary["accuracy"]["standardError"],
                     accuracies.std(ddof=1) / np.sqrt(len(accuracies)), "numpy")
    bootstrap = Bootstrap(data)
    if "equalErrorRateInterval" in summary:
        report.check("equal error rate, interval", summary["equalErrorRateInterval"],
                     percentiles(bootstrap.rates([])[2]), "drawn")
    check_points(report, "", summary, data, lambda points: bootstrap.rates(points)[:2])
    if people:
        extremes = ExtremeBootstrap(folder, [])
        report.check("people against people", people["impostor"], counts[1][0], "counts.csv")
        check_points(report, "people against people, ", people, Counted(counts),
                     lambda points: (extremes.rates(points)[0], bootstrap.rates(points)[1]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", required=True, type=Path, help="folder with summary.json and the tables beside it")
    folder = parser.parse_args().run
    summary = json.loads((folder / "summary.json").read_text())
    counts, rows = read_counts(folder / "counts.csv"), table(folder / "scores.csv")
    report = Report()
    warnings.simplefilter("ignore", RuntimeWarning)

    # Of too many comparisons only the extreme ones are listed.
    is_listed = len(rows) == summary["pairs"]
    data = Listed(rows) if is_listed else Counted(counts)
    both = data.genuine_count > 0 and data.impostor_count > 0
    report.check("equal error rate", summary["equalErrorRate"], data.equal_error_rate() if both else None, "pyeer")
    report.check("area under the curve", summary["areaUnderCurve"], data.area() if both else None, "scikit-learn")
    if is_listed:
        check_listed(report, folder, summary, data, counts)
    else:
        compared = summary["pairs"] - summary.get("pairsNotCompared", 0)
        report.check("comparisons", compared, counts[:, 0].sum(), data.form)
        check_points(report, "", summary, data, ExtremeBootstrap(folder, rows).rates)
    print(f"{report.compared} figures compared, {report.different} differ by more than {TOLERANCE:g}")
    raise SystemExit(1 if report.different else 0)


if __name__ == "__main__":
    main()
