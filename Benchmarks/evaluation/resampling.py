"""The bootstrap of people, draw by draw as the package makes it."""

import numpy as np

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
SEED = 20240501


def mixed(state):
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & MASK
    return state ^ (state >> 31)


def weights(groups, round_number, seed=SEED):
    """How often each of `groups` groups was drawn in a round."""
    state = mixed((seed + (round_number + 1) * STEP) & MASK)
    result = np.zeros(groups, int)
    for _ in range(groups):
        state = (state + STEP) & MASK
        result[(mixed(state) * groups) >> 64] += 1
    return result
