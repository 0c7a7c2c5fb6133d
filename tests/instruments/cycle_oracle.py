"""Cycles of signed sets by their definition, and random signs."""

from itertools import pairwise

import numpy as np


def is_cycle(signs, cycle):
    """By the definition: a face in an even number of members, an odd number of which alternate."""
    faces, alternating = {}, 0
    for r, *columns in cycle.members:
        assert columns == sorted(set(columns))
        assert len(columns) == cycle.size
        word = [int(signs[r, c]) for c in columns]
        assert 0 not in word
        alternating += all(a == -b for a, b in pairwise(word))
        for k in range(len(columns)):
            face = [(c, x) for i, (c, x) in enumerate(zip(columns, word, strict=True)) if i != k]
            key = tuple((c, x * face[0][1]) for c, x in face)
            faces[key] = faces.get(key, 0) + 1
    return alternating % 2 == 1 and all(count % 2 == 0 for count in faces.values())


def random_signs(rng, rows, columns, zeros=0.0):
    drawn = [[0 if rng.random() < zeros else rng.choice([1, -1]) for _ in range(columns)] for _ in range(rows)]
    return np.array(drawn, np.int8)
