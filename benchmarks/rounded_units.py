"""Units with rounded sums at toy sizes: which functions of N bits they compute, parity, and Match3 by N and p.

    python benchmarks/rounded_units.py                # half an hour: all tables of rounded_units.rst
    python benchmarks/rounded_units.py --functions    # ten seconds; --parity, --match3, --seconds 120 for each search

*Functions.* All units of one head, dv = 1, over two symbols, tables by position and token, any read-out at the last
position, are gone through here, with nothing of the search: a second opinion on it. Tables of the first N - 1 positions
are shared by both last tokens; the entry and the query of the last token are its own. A function is computed if, for
each last token, it is constant where the rows are equal. *Symmetric* ones are functions of the number of ones.

*Parity, Match3*: ``probe``; every bound is certified. Match3 takes M = N + 1 as in Theorem 7 of Sanford, Hsu, Telgarsky
2023, H = 1, values as wide as queries (dv = m), grid twos.
"""

import argparse
from functools import cache
from itertools import product

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from headcount import probe
from headcount.questions.grid import GRIDS
from headcount.questions.rounded import rounded, rounded_integer
from headcount.tasks import TaskError

CELLS = (
    *((N, 1, grid, m) for grid in ("midrise", "twos") for N in (2, 3, 4) for m in (0, 1)),
    *((4, 2, grid, 0) for grid in ("midrise", "twos")),
    *((5, 1, grid, m) for grid in ("midrise", "twos") for m in (0, 1)),
)  # fmt: skip
"""N, p, grid, m."""
ALL_FUNCTIONS = 4
"""Up to this N all functions are counted, above it symmetric ones alone."""
TOY, LARGE, BITS = (2, 3, 4), (9, 17, 33, 65, 257, 1025, 4097), (1, 2, 3, 4)


def partitions(N, p, grid, m, rounds):
    """For each choice of the tables of N - 1 positions: the partitions of the 2^(N-1) words by equal rows.

    A partition is a tuple: for each word the number of the first one with an equal row.
    """
    numbers = list(GRIDS[grid](p))
    entries, queries = list(product(numbers, repeat=m + 1)), list(product(numbers, repeat=m))
    words = np.array(list(product((0, 1), repeat=N - 1)))
    count = len(entries) ** (2 * (N - 1))
    limit = 2 * N * 2**p * max(map(abs, numbers)) + 1
    kept = np.array([rounded_integer(x, p) if rounds else x for x in range(-limit, limit + 1)])
    keys, values = (
        np.array([e[:m] for e in entries], dtype=int).reshape(len(entries), m),
        np.array([e[m] for e in entries]),
    )

    @cache
    def row(total, scaled):
        quotient = rounded(1, 1) * scaled / total
        return rounded(quotient, p) if rounds else quotient

    found = set()
    for start in range(0, count, 2**16):
        number = np.arange(start, min(count, start + 2**16))
        tables = [number // len(entries) ** t % len(entries) for t in range(2 * (N - 1))]  # by position, then token
        codes = []
        for query, last in product(queries, range(len(entries))):
            scores = keys @ np.array(query, dtype=int)
            rows = np.empty((len(number), len(words)), dtype=int)
            for w, word in enumerate(words):
                held = np.stack([*(tables[2 * j + bit] for j, bit in enumerate(word)), np.full(len(number), last)])
                below = scores[held].max(axis=0) - scores[held]
                weights = np.where(below <= p, 1 << np.maximum(p - below, 0), 0)
                total = scaled = np.zeros(len(number), dtype=int)
                for weight, value in zip(weights, values[held], strict=True):
                    total, scaled = kept[total + weight + limit], kept[scaled + weight * value + limit]
                rows[:, w] = total * 2 * limit + scaled
            seen, place = np.unique(rows, return_inverse=True)
            split = [divmod(int(code) + limit, 2 * limit) for code in seen]
            names = {}
            of = np.array([names.setdefault(row(total, rest - limit), len(names)) for total, rest in split])
            rows = of[place].reshape(rows.shape)
            first = np.stack([(rows[:, : w + 1] == rows[:, w : w + 1]).argmax(axis=1) for w in range(len(words))], 1)
            codes.append(first)
        for choice in np.unique(np.sort(_packed(np.stack(codes, 1)), axis=1), axis=0):
            found.add(frozenset(choice.tolist()))
    return found, words


def _packed(partitions):
    """Partitions of up to 16 words as one integer each."""
    return (partitions.astype(np.uint64) << (4 * np.arange(partitions.shape[-1], dtype=np.uint64))).sum(axis=-1)


def _unpacked(code, words):
    return [code >> 4 * w & 15 for w in range(words)]


def symmetric_words(N, p, grid, m, rounds):
    """The symmetric functions that are computed, as words: values at 0, 1, .., N ones."""
    found, words = partitions(N, p, grid, m, rounds)
    ones, computed = words.sum(axis=1), set()

    @cache
    def parts(code):
        """Words of N letters, values at 0 .. N - 1 ones among the first N - 1 bits, that are constant on the parts."""
        equal = [(ones[w], ones[first]) for w, first in enumerate(_unpacked(code, len(words)))]
        return {f for f in product("01", repeat=N) if all(f[a] == f[b] for a, b in equal)}

    for choice in found:
        some = set().union(*map(parts, choice))
        computed |= {(*f, end) for f in some for end in "01" if (*f[1:], end) in some}
    return {"".join(word) for word in computed}


def functions_computed(N, p, grid, m, rounds):
    """How many of the 2^(2^N) functions are computed; N <= 4."""
    found, words = partitions(N, p, grid, m, rounds)
    size = 2 ** len(words)
    computed = np.zeros((size, size), dtype=bool)

    @cache
    def parts(code):
        masks, functions = {}, [0]
        for w, first in enumerate(_unpacked(code, len(words))):
            masks[first] = masks.get(first, 0) | 1 << w
        for mask in masks.values():
            functions += [f | mask for f in functions]
        return functions

    for choice in found:
        some = np.zeros(size, dtype=bool)
        for code in choice:
            some[parts(code)] = True
        computed |= np.outer(some, some)
    return int(computed.sum())


def functions_table():
    """The functions of N bits that units with exact and with rounded sums compute."""
    table = Table(title="functions of N bits: symmetric | all", box=SIMPLE)
    for name in ("N", "p", "grid", "m", "exact sums", "rounded sums", "of"):
        table.add_column(name, justify="right")
    for N, p, grid, m in CELLS:
        cells = []
        for rounds in (False, True):
            told = str(len(symmetric_words(N, p, grid, m, rounds)))
            cells.append(told + (f" | {functions_computed(N, p, grid, m, rounds)}" if N <= ALL_FUNCTIONS else ""))
        of = str(2 ** (N + 1)) + (f" | {2**2**N}" if N <= ALL_FUNCTIONS else "")
        table.add_row(str(N), str(p), grid, str(m), *cells, of)
    return table


def parity_table(seconds):
    """Least m for the parity of k bits, dv = 1."""
    table = Table(title="parity of k bits: least m, dv = 1", box=SIMPLE)
    for name in ("k", "p", "grid", "exact sums", "rounded sums"):
        table.add_column(name, justify="right")
    for k, p, grid in product((3, 4), (1, 2), ("midrise", "twos")):
        asked = {"bits": p, "dv": 1, "grid": grid, "budget": seconds}
        found = [probe(f"parity k={k}", unit_class=name, **asked) for name in ("fixed", "rounded")]
        table.add_row(str(k), str(p), grid, *(answer.values for answer in found))
    return table


def match3_table(seconds):
    """Least m for Match3, M = N + 1: by search at toy sizes, by counting and by telling which tokens occur beyond."""
    table = Table(title="Match3, M = N + 1: least m, exact sums | rounded sums", box=SIMPLE)
    for name in ("N", *(f"p = {p}" for p in BITS)):
        table.add_column(name, justify="right")
    for N in (*TOY, *LARGE):
        table.add_row(
            str(N), *(f"{_match3(N, p, 'fixed', seconds)} | {_match3(N, p, 'rounded', seconds)}" for p in BITS)
        )
    return table


def _match3(N, p, unit_class, seconds):
    try:
        return probe(f"match3 N={N} M={N + 1}", unit_class=unit_class, bits=p, grid="twos", budget=seconds).values
    except TaskError:  # nothing is known of it but the definition
        return "1..?"


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser()
    for name in ("functions", "parity", "match3"):
        options.add_argument(f"--{name}", action="store_true", help="this table alone")
    options.add_argument("--seconds", type=float, default=120.0, help="for each search")
    chosen = options.parse_args()
    every = not (chosen.functions or chosen.parity or chosen.match3)
    console = Console(width=110)
    if chosen.functions or every:
        console.print(functions_table())
    if chosen.parity or every:
        console.print(parity_table(chosen.seconds))
    if chosen.match3 or every:
        console.print(match3_table(chosen.seconds))


if __name__ == "__main__":
    main()
