"""Shares with the exact interval of Clopper and Pearson."""

from scipy.stats import beta


def share(events, trials):
    """The share in percent, the numbers and the 95 % interval, as text."""
    if trials == 0:
        return "no trial"
    low = 0.0 if events == 0 else beta.ppf(0.025, events, trials - events + 1)
    high = 1.0 if events == trials else beta.ppf(0.975, events + 1, trials - events)
    return f"{100 * events / trials:.1f} % ({events} of {trials}; {100 * low:.1f} to {100 * high:.1f} %)"
