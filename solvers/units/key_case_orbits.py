"""Orbits of candidates under the symmetries that fix known keys, compiled: those of ``PointSets``, on arrays."""

import numpy as np

from ..compiled import compiled
from .key_case_sets import (
    BASE,
    BLOCKS,
    CODE,
    COLUMNS,
    COUNT,
    DEPTH,
    DIGITS,
    EMPTY,
    FIELDS,
    FRAMES,
    HEADS,
    KEYS,
    NEXT,
    ONE,
    ORBIT,
    ORBITS,
    PARTS,
    POINTS,
    REST,
    SIGNED,
    START,
    WIDTH,
    WORK,
    Ints,
    Sets,
    domain_at,
)


@compiled
def divide_into_orbits(n: Ints, b: Sets, head: int, column: int) -> None:
    """Number the orbits of the candidates of a column of the last frame, by their first points."""
    depth, width, base, signed = n[DEPTH], n[WIDTH], n[BASE], n[SIGNED]
    block, sign, digits = n[BLOCKS], n[BLOCKS] + width, n[BLOCKS] + 2 * width
    place, rest, domain = depth * n[HEADS] + head, n[REST] + depth * n[PARTS], domain_at(n, depth, head, column)
    fixed, keys = n[n[COUNT] + place], n[KEYS] + place * n[COLUMNS]
    for x in range(n[PARTS]):
        b[rest + x] = b[domain + x]
    for a in range(width):
        negative = signed and fixed and 2 * n[n[DIGITS] + n[keys] * width + a] < base
        n[sign + a] = 1 if negative else 0
        n[block + a] = a
        for other in range(a):
            same = True
            for i in range(fixed):
                x, y = n[n[DIGITS] + n[keys + i] * width + a], n[n[DIGITS] + n[keys + i] * width + other]
                x, y = base - 1 - x if n[sign + a] else x, base - 1 - y if n[sign + other] else y
                same = same and x == y
            if same:
                n[block + a] = n[block + other]
                break
    for code in range(n[POINTS]):
        n[n[CODE] + code] = -1
    orbits = 0
    for point in range(n[POINTS]):
        n[n[ORBIT] + depth * n[POINTS] + point] = -1
        if (b[rest + point // 64] >> np.uint64(point % 64)) & ONE == EMPTY:
            continue
        for a in range(width):
            digit = n[n[DIGITS] + point * width + a]
            if n[sign + a] or (signed and not fixed and 2 * digit < base):
                digit = base - 1 - digit
            last = a  # sorted within its block
            for back in range(a):
                other = a - 1 - back
                if n[block + other] == n[block + a]:
                    if n[digits + other] <= digit:
                        break
                    n[digits + last] = n[digits + other]
                    last = other
            n[digits + last] = digit
        code = 0
        for a in range(width):
            code = code * base + n[digits + a]
        if n[n[CODE] + code] < 0:
            n[n[CODE] + code] = orbits
            n[n[START] + depth * n[POINTS] + orbits] = point
            orbits += 1
        n[n[ORBIT] + depth * n[POINTS] + point] = n[n[CODE] + code]
    frame = n[FRAMES] + depth * FIELDS
    n[frame + NEXT] = 0
    n[frame + ORBITS] = orbits
    n[WORK] += 8 * width * n[POINTS]


@compiled
def strike_orbit(n: Ints, b: Sets) -> None:
    """Strike the orbit off, and go to the next one."""
    depth, points = n[DEPTH], n[POINTS]
    frame = n[FRAMES] + depth * FIELDS
    for point in range(points):
        if n[n[ORBIT] + depth * points + point] == n[frame + NEXT]:
            b[n[REST] + depth * n[PARTS] + point // 64] &= ~(ONE << np.uint64(point % 64))
    n[frame + NEXT] += 1
    n[WORK] += points
