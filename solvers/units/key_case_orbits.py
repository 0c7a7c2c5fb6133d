"""Orbits of candidates under the symmetries that fix known keys, compiled: those of ``PointSets``, on arrays."""

import numpy as np

from ...compiling import compiled
from ..arrays import Bits, Ints
from . import key_case_sets as sets


@compiled
def divide_into_orbits(n: Ints, b: Bits, head: int, column: int) -> None:
    """Number the orbits of the candidates of a column of the last frame, by their first points."""
    depth, width, base, signed = n[sets.DEPTH], n[sets.WIDTH], n[sets.BASE], n[sets.SIGNED]
    block, sign, digits = n[sets.BLOCKS], n[sets.BLOCKS] + width, n[sets.BLOCKS] + 2 * width
    place, rest, domain = (
        depth * n[sets.HEADS] + head,
        n[sets.REST] + depth * n[sets.PARTS],
        sets.domain_at(n, depth, head, column),
    )
    fixed, keys = n[n[sets.COUNT] + place], n[sets.KEYS] + place * n[sets.COLUMNS]
    for x in range(n[sets.PARTS]):
        b[rest + x] = b[domain + x]
    for a in range(width):
        negative = signed and fixed and 2 * n[n[sets.DIGITS] + n[keys] * width + a] < base
        n[sign + a] = 1 if negative else 0
        n[block + a] = a
        for other in range(a):
            same = True
            for i in range(fixed):
                x, y = n[n[sets.DIGITS] + n[keys + i] * width + a], n[n[sets.DIGITS] + n[keys + i] * width + other]
                x, y = base - 1 - x if n[sign + a] else x, base - 1 - y if n[sign + other] else y
                same = same and x == y
            if same:
                n[block + a] = n[block + other]
                break
    for code in range(n[sets.POINTS]):
        n[n[sets.CODE] + code] = -1
    orbits = 0
    for point in range(n[sets.POINTS]):
        n[n[sets.ORBIT] + depth * n[sets.POINTS] + point] = -1
        if (b[rest + point // 64] >> np.uint64(point % 64)) & sets.ONE == sets.EMPTY:
            continue
        for a in range(width):
            digit = n[n[sets.DIGITS] + point * width + a]
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
        if n[n[sets.CODE] + code] < 0:
            n[n[sets.CODE] + code] = orbits
            n[n[sets.START] + depth * n[sets.POINTS] + orbits] = point
            orbits += 1
        n[n[sets.ORBIT] + depth * n[sets.POINTS] + point] = n[n[sets.CODE] + code]
    frame = n[sets.FRAMES] + depth * sets.FIELDS
    n[frame + sets.NEXT] = 0
    n[frame + sets.ORBITS] = orbits


@compiled
def strike_orbit(n: Ints, b: Bits) -> None:
    """Strike the orbit off, and go to the next one."""
    depth, points = n[sets.DEPTH], n[sets.POINTS]
    frame = n[sets.FRAMES] + depth * sets.FIELDS
    for point in range(points):
        if n[n[sets.ORBIT] + depth * points + point] == n[frame + sets.NEXT]:
            b[n[sets.REST] + depth * n[sets.PARTS] + point // 64] &= ~(sets.ONE << np.uint64(point % 64))
    n[frame + sets.NEXT] += 1
