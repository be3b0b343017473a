"""Error rates of presentation-attack detection, and the threshold that the validation people give."""

import numpy as np
from scipy.stats import beta

# The share of bona fide faces that the threshold may refuse in any one group of the validation people.
ALLOWED_BPCER = 0.03


def interval(errors, count, confidence=0.95):
    """Exact binomial (Clopper–Pearson) interval of a rate."""
    tail = (1 - confidence) / 2
    lower = beta.ppf(tail, errors, count - errors + 1) if errors else 0.0
    upper = beta.ppf(1 - tail, errors + 1, count - errors) if errors < count else 1.0
    return float(lower), float(upper)


def combined(logits):
    """One logit from those of all scales, as the program does it."""
    return logits.mean(1)


def threshold_for(logits, samples):
    """The highest logit that refuses no more than the allowed share in every bona fide group."""
    values = combined(logits)
    groups = [group for group in np.unique(samples["groups"]) if group.endswith("bona fide")]
    return min(float(np.quantile(values[samples["groups"] == group], ALLOWED_BPCER)) for group in groups)


def describe(logits, samples):
    """Per group the errors at the threshold and the median logit, as text."""
    threshold = threshold_for(logits, samples)
    lines = []
    for group in np.unique(samples["groups"]):
        values = combined(logits)[samples["groups"] == group]
        wrong = values < threshold if group.endswith("bona fide") else values >= threshold
        lines.append(f"  {group}: {int(wrong.sum())} of {len(wrong)} wrong, median logit {np.median(values):.2f}")
    return "\n".join(lines)
