#!/usr/bin/env python3
"""Writes Tests/ErrorRatesTests/Fixtures/metrics.json: scores, and what other programs compute from them.

    metrics_expectations.py > ../../Tests/ErrorRatesTests/Fixtures/metrics.json

Areas under curves are scikit-learn's, equal error rates pyeer's, intervals of binomial rates scipy's or, where it has too
few digits, sums of 60 digits; the rest is numpy. Draws of the bootstrap are carried out: whoever is drawn twice is there
twice.
"""

import json
import sys
import textwrap
import warnings
from decimal import Decimal, getcontext
from pathlib import Path

import numpy as np
from pyeer.eer_info import get_eer_stats
from scipy.stats import beta
from sklearn.metrics import roc_auc_score, roc_curve

from resampling import weights

sys.path.insert(0, str(Path(__file__).parent.parent / "lfw"))
from measures import REJECTED, fold_accuracies  # noqa: E402

IDENTITIES = 24
FOLDS = 10
ROUNDS = 200
THRESHOLDS = (0.2, 0.25, 0.37, 0.42)
RATES = (0.0, 0.01, 0.05, 0.1, 0.5)


def make_pairs():
    """[(score as float32, first, second, fold)], about two thirds on multiples of 1/64, so that there are ties"""
    random = np.random.default_rng(7)
    pairs = []
    for index in range(360):
        first = int(random.integers(IDENTITIES))
        second = first if index % 5 < 2 else int((first + random.integers(1, IDENTITIES)) % IDENTITIES)
        score = random.normal(0.5, 0.17) if first == second else random.normal(0.12, 0.15)
        score = round(score * 64) / 64 if random.random() < 0.65 else score
        pairs.append((np.float32(np.clip(score, -0.9, 0.99)), first, second, index % FOLDS + 1))
    return pairs


def split(pairs):
    genuine = [pair for pair in pairs if pair[1] == pair[2]]
    impostor = [pair for pair in pairs if pair[1] != pair[2]]
    return genuine, impostor


def scores_of(pairs):
    return np.array([pair[0] for pair in pairs], np.float64)


def area(genuine, impostor):
    return roc_auc_score([1] * len(genuine) + [0] * len(impostor), np.concatenate([genuine, impostor]))


def equal_error(genuine, impostor):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        stats = get_eer_stats(np.asarray(genuine), np.asarray(impostor))
    return stats.eer, stats.eer_low, stats.eer_high, stats.eer_th


def threshold_at(rate, impostor):
    """The lowest float32 at which at most `rate` of the scores match, tried out"""
    candidates = [float(np.nextafter(np.float32(score), np.float32(2))) for score in set(impostor)]
    return min(t for t in candidates + [-1.0] if (impostor >= t).sum() / len(impostor) <= rate)


def drawn(pairs, weight, is_genuine):
    times = [weight[a] if is_genuine else weight[a] * weight[b] for _, a, b, _ in pairs]
    return np.repeat(scores_of(pairs), times)


def percentiles(values):
    return [float(v) for v in np.percentile(values, [2.5, 97.5])]


def bootstrap(pairs):
    genuine, impostor = split(pairs)
    rows = []
    for number in range(ROUNDS):
        weight = weights(IDENTITIES, number)
        g, i = drawn(genuine, weight, True), drawn(impostor, weight, False)
        row = [(i >= t).mean() for t in THRESHOLDS] + [(g < t).mean() for t in THRESHOLDS]
        row += [threshold_at(rate, i) for rate in RATES]
        row += [(g < threshold_at(rate, i)).mean() for rate in RATES]
        row += [equal_error(g, i)[0]]
        row += [((g >= t).sum() + (i < t).sum()) / (len(g) + len(i)) for t in THRESHOLDS]
        rows.append(row)
    return [percentiles(column) for column in np.array(rows).T]


def make_samples():
    """(pictures of each identity, [(score, first, second)] of all pairs of them)"""
    random = np.random.default_rng(11)
    counts = [int(n) for n in random.integers(0, 5, 16)]
    owners = [identity for identity, count in enumerate(counts) for _ in range(count)]
    pairs = []
    for a in range(len(owners)):
        for b in range(a + 1, len(owners)):
            mean = 0.5 if owners[a] == owners[b] else 0.1
            pairs.append((np.float32(round(random.normal(mean, 0.16), 3)), owners[a], owners[b], 0))
    return counts, pairs


def sample_bootstrap(counts, pairs):
    """All pairs of the pictures of whoever was drawn; copies of one person are not compared, and who has no picture
    is not drawn"""
    present = np.flatnonzero(counts)
    genuine, impostor = split(pairs)
    rows = []
    for number in range(ROUNDS):
        weight = np.zeros(len(counts), int)
        weight[present] = weights(len(present), number)
        g, i = drawn(genuine, weight, True), drawn(impostor, weight, False)
        row = [(i >= t).mean() for t in (0.3, 0.4)] + [(g < t).mean() for t in (0.3, 0.4)]
        rows.append(row + [threshold_at(rate, i) for rate in (0.01, 0.05)])
    return [percentiles(column) for column in np.array(rows).T]


def make_presentations():
    """[(species or "", score or None, subject)]"""
    random = np.random.default_rng(13)
    rows = []
    for index in range(240):
        species = ("", "", "print", "replay", "mask")[index % 5]
        mean = {"": 0.75, "print": 0.25, "replay": 0.35, "mask": 0.4}[species]
        score = None if random.random() < 0.06 else round(float(np.clip(random.normal(mean, 0.2), 0, 1)), 2)
        rows.append((species, score, f"s{random.integers(12)}"))
    return rows


def presentation_rates(rows, threshold):
    """{species: APCER}, BPCER"""
    attacks = {}
    for species, score, _ in rows:
        if species:
            attacks.setdefault(species, []).append(score is not None and score >= threshold)
    answered = [score < threshold for species, score, _ in rows if not species and score is not None]
    return {s: np.mean(v) for s, v in attacks.items()}, np.mean(answered) if answered else None


def presentation_equal_error(rows):
    scores = sorted({score for _, score, _ in rows if score is not None})
    previous = None
    for threshold in scores + [2.0]:
        attack, bona_fide = presentation_rates(rows, threshold)
        attack = max(attack.values())
        if attack <= bona_fide:
            if attack < bona_fide and previous and sum(previous) <= attack + bona_fide:
                return sum(previous) / 2
            return (attack + bona_fide) / 2
        previous = (attack, bona_fide)


def presentation_bootstrap(rows, threshold):
    subjects = sorted({subject for _, _, subject in rows})
    columns = []
    for number in range(ROUNDS):
        weight = dict(zip(subjects, weights(len(subjects), number)))
        sample = [row for row in rows for _ in range(weight[row[2]])]
        attack, bona_fide = presentation_rates(sample, threshold)
        columns.append([attack["mask"], attack["print"], attack["replay"], max(attack.values()), bona_fide,
                        (max(attack.values()) + bona_fide) / 2])
    return [percentiles(column) for column in np.array(columns).T]


def exact_interval(events, trials, confidence):
    tail = (1 - confidence) / 2
    if trials <= 1000 or events > 10000:
        return (0.0 if events == 0 else float(beta.ppf(tail, events, trials - events + 1)),
                1.0 if events == trials else float(beta.isf(tail, events + 1, trials - events)))
    tail = Decimal(tail)
    low, top = Decimal(events) / trials, Decimal(events + 50) * 3 / trials
    upper = root(lambda p: tail - at_most(events, trials, p), low, top)
    return (float(root(lambda p: 1 - at_most(events - 1, trials, p) - tail, Decimal(0), low)) if events else 0.0,
            float(upper))


def at_most(events, trials, chance):
    term = (1 - chance) ** trials
    total = term
    for k in range(events):
        term *= Decimal(trials - k) / (k + 1) * chance / (1 - chance)
        total += term
    return total


def root(rising, low, high):
    for _ in range(150):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return (low + high) / 2


def written(value):
    """JSON whose numbers are the shortest that read back as the same float; a list in lines of whole elements"""
    if not isinstance(value, (list, tuple)):
        return json.dumps(value)
    # What is no blank is not broken.
    elements = ", ".join(json.dumps(element).replace(" ", "\0") for element in value)
    lines = textwrap.wrap(elements, 108, break_long_words=False, break_on_hyphens=False)
    return "[\n" + textwrap.indent("\n".join(lines), "    ").replace("\0", " ") + "\n  ]"


def floats(values):
    return [float(value) for value in values]


def main():
    getcontext().prec = 60
    pairs = make_pairs()
    genuine, impostor = (scores_of(part) for part in split(pairs))
    everything = np.concatenate([genuine, impostor])
    false_match, match, thresholds = roc_curve(
        [1] * len(genuine) + [0] * len(impostor), everything, drop_intermediate=False)
    same = np.array([pair[1] == pair[2] for pair in pairs])
    failed = np.array([index % 37 == 3 for index in range(len(pairs))])
    folds = np.array([pair[3] for pair in pairs])
    # Where scores are equal, fold_accuracies depends on the order in which they are sorted.
    different = np.array([pair[0] + np.float32(index / 65536) for index, pair in enumerate(pairs)], np.float64)
    accuracies = fold_accuracies(np.where(failed, REJECTED, different), same, folds)
    counts, sampled = make_samples()
    presentations = make_presentations()
    binomial = [(e, t, c, *exact_interval(e, t, c)) for e, t, c in (
        [(e, t, c) for t in (1, 2, 10, 100, 1000) for e in sorted({0, 1, t // 7, t // 2, t - 1, t})
         for c in (0.95, 0.99)]
        + [(e, t, 0.95) for e, t in ((0, 10**6), (17, 10**6), (1, 10**8), (2, 10**8), (5, 10**9), (0, 10**10),
                                     (1, 10**10), (10, 10**10), (300, 10**10), (10**8, 10**9), (3 * 10**9, 10**10),
                                     (5 * 10**9, 10**10))])]
    expectations = {
        # Score, first and second identity, fold.
        "pairs": [[float(s), a, b, f] for s, a, b, f in pairs],
        "identityCount": IDENTITIES,
        "areaUnderCurve": float(area(genuine, impostor)),
        "equalErrorRate": dict(zip(("value", "lower", "upper", "threshold"), floats(equal_error(genuine, impostor)))),
        "falseMatchRates": RATES,
        "thresholdsAtRates": [threshold_at(rate, impostor) for rate in RATES],
        # Threshold, false-match rate, true-match rate by falling threshold; the first threshold is beyond all scores.
        "curve": [floats(point) for point in np.stack([np.append(2, thresholds[1:]), false_match, match], 1)],
        # Here pairs whose position is 3 modulo 37 have no score, and all others 1/65536 more than the one before them,
        # so that none are equal.
        "foldAccuracies": floats(accuracies),
        "foldMean": float(accuracies.mean()),
        "foldStandardError": float(accuracies.std(ddof=1) / np.sqrt(FOLDS)),
        "rounds": ROUNDS,
        "thresholds": THRESHOLDS,
        # Lower and upper ends: false-match rates and false non-match rates at the thresholds, thresholds at the rates,
        # false non-match rates at the rates, equal error rate, accuracies at the thresholds.
        "bootstrap": bootstrap(pairs),
        "samplesPerIdentity": counts,
        # Score, first and second identity of all pairs of the samples.
        "samplePairs": [[float(s), a, b] for s, a, b, _ in sampled],
        # False-match rates at 0.3 and 0.4, false non-match rates there, thresholds at 0.01 and 0.05.
        "sampleBootstrap": sample_bootstrap(counts, sampled),
        # Without a species: bona fide. Without a score: no response.
        "presentations": [{"species": a, "score": s, "subject": b} for a, s, b in presentations],
        "presentationEqualErrorRate": float(presentation_equal_error(presentations)),
        # APCER of mask, print and replay at 0.5, the highest of them, BPCER, ACER.
        "presentationBootstrap": presentation_bootstrap(presentations, 0.5),
        "binomial": [dict(zip(("events", "trials", "confidence", "lower", "upper"), row)) for row in binomial],
    }
    members = [f"  {json.dumps(key)}: {written(value)}" for key, value in expectations.items()]
    print("{\n" + ",\n".join(members) + "\n}")


if __name__ == "__main__":
    main()
