"""The bootstrap of people, draw by draw as the package makes it."""

import numpy as np

STEP = 0x9E3779B97F4A7C15
SEED = 20240501
ROUNDS = 1000


def outputs(seed, first, count):
    """The output numbers `first`, `first` + 1, … of the generator SplitMix64 with a seed"""
    index = np.arange(first + 1, first + count + 1, dtype=np.uint64)
    state = np.uint64(seed) + index * np.uint64(STEP)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


def weights(groups, round_number, seed=SEED):
    """How often each of `groups` groups (below 2**32) was drawn in a round."""
    numbers = outputs(outputs(seed, round_number, 1)[0], 0, groups)
    half, count = np.uint64(32), np.uint64(groups)
    # The upper 64 bits of number × groups.
    drawn = ((numbers >> half) * count + ((numbers & np.uint64(0xFFFFFFFF)) * count >> half)) >> half
    return np.bincount(drawn.astype(np.int64), minlength=groups)
