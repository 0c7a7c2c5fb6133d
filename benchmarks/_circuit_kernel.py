"""Sparse elimination over GF(2) for ``_circuit_search.py``: the inner loops, compiled.

An equation is a list of falling unknowns whose sum is 0 or 1. Each one that is stored owns its first unknown, which no
other stored equation begins with; it keeps the numbers of the equations that were added to it.
"""

import numpy as np

from headcount.compiling import compiled

ONE, ALL = np.uint64(1), ~np.uint64(0)


@compiled
def merged(a, count_a, b, count_b, out):
    """The sum of two falling lists, into ``out``; its length."""
    i = j = k = 0
    while i < count_a and j < count_b:
        if a[i] > b[j]:
            out[k] = a[i]
            i, k = i + 1, k + 1
        elif a[i] < b[j]:
            out[k] = b[j]
            j, k = j + 1, k + 1
        else:
            i, j = i + 1, j + 1
    for x in a[i:count_a]:
        out[k] = x
        k += 1
    for x in b[j:count_b]:
        out[k] = x
        k += 1
    return k


@compiled
def reduced(n, most, owner, rows, pool, one, other, used):
    """Reduce the list ``one`` by equations below ``most``: (what is left, how many were used, sum, in which buffer).

    ``rows[o]``: start and length in the pool, right side, and so for what was used.
    """
    value, k, swapped = 0, 0, False
    while n > 0:
        o = owner[one[0]]
        if o < 0 or o >= most:
            break
        used[k] = o
        k += 1
        n = merged(one, n, pool[rows[o, 0] :], rows[o, 1], other)
        value ^= rows[o, 2]
        one, other, swapped = other, one, not swapped
    return n, k, value, swapped


@compiled
def add_equations(lists, values, names, owner, rows, pool, traces, state, one, other, used):
    """Store equations; the place of the first that says 0 = 1 and the length of its trace, else (-1, 0).

    ``state``: how many are stored, and how much of ``pool`` and ``traces`` is in use. (-2, 0): there is no room.
    """
    for place in range(len(lists)):
        ordered = np.sort(lists[place])[::-1]
        one[: len(ordered)] = ordered
        n, k, value, swapped = reduced(len(ordered), len(rows), owner, rows, pool, one, other, used)
        value ^= values[place]
        if n == 0:
            if value:
                return place, k
            continue
        if state[1] + n > len(pool) or state[2] + k > len(traces):
            return -2, 0
        c, left = state[0], other if swapped else one
        owner[left[0]] = c
        rows[c, 0], rows[c, 1], rows[c, 2], rows[c, 3] = state[1], n, value, names[place]
        rows[c, 4], rows[c, 5] = state[2], k
        pool[state[1] : state[1] + n] = left[:n]
        traces[state[2] : state[2] + k] = used[:k]
        state[0] += 1
        state[1] += n
        state[2] += k
    return -1, 0


@compiled
def some_solutions(owner, rows, pool, values):
    """Give every owned unknown its value; the others hold random ones, 64 solutions side by side."""
    for x in range(len(owner)):
        o = owner[x]
        if o >= 0:
            value = ALL if rows[o, 2] else np.uint64(0)
            for i in range(rows[o, 0] + 1, rows[o, 0] + rows[o, 1]):
                value ^= values[pool[i]]
            values[x] = value


@compiled
def traced(used, rows, traces, flags):
    """Mark the equations, as they were given, whose sum is that of the stored ones ``used``."""
    for o in used:
        flags[o] = not flags[o]
    for o in range(len(flags) - 1, -1, -1):
        if flags[o]:
            for i in range(rows[o, 4], rows[o, 4] + rows[o, 5]):
                flags[traces[i]] = not flags[traces[i]]


@compiled
def possible_words(z, left, found):
    """Of the words left on each set: those that agree with all linear relations of the 64 solutions on this set.

    A relation is a sum of indicators that is 0, or 1, in all of them; a word agrees if it alone gives this sum.
    """
    size = z.shape[1]
    basis, parts = np.zeros(65, np.uint64), np.zeros(65, np.uint64)
    words = np.zeros(64, np.int64)
    for t in range(len(z)):
        m = count = 0
        for w in range(size):
            found[t, w] = left[t, w]
            if left[t, w]:
                words[m] = w
                m += 1
        if m > 63:
            continue
        good = (ONE << np.uint64(m)) - ONE
        for k in range(m + 1):
            value = z[t, words[k]] if k < m else ALL
            part = ONE << np.uint64(k)
            for i in range(count):
                if value ^ basis[i] < value:
                    value ^= basis[i]
                    part ^= parts[i]
            if value == 0:
                good &= part if part >> np.uint64(m) & ONE else ~part
                continue
            i = count
            while i > 0 and basis[i - 1] < value:
                basis[i], parts[i] = basis[i - 1], parts[i - 1]
                i -= 1
            basis[i], parts[i] = value, part
            count += 1
        for k in range(m):
            found[t, words[k]] = good >> np.uint64(k) & ONE != 0
