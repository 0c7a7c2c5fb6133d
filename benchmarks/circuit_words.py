"""Words of circuits: lower bounds for sign-ranks by cycles that build on each other; the checker has no such rule.

    python benchmarks/circuit_words.py                          # the table of open_cases.rst
    python benchmarks/circuit_words.py --only signs-20-2 --write steps.json

Let u_c in R^j be vectors in general position with the signs of a pattern. Any j + 1 of them have one linear
dependency, up to factors; its signs are the *word* of the circuit of these columns, up to changing all of them. A row
never shows this word. A *cycle* is a list of signed sets of j + 1 columns such that every signed set of j columns lies
in an even number of them. In a cycle, the number of sets whose word is that of their circuit has the parity of the
number of sets that alternate: this is the proof of the theorem ``cycle`` (``certificates/theorems/cycle.py``), which
counts hulls that hold 0, and needs the rows only at its end, for that no member counts.

A *step* is a cycle of words A on one set T of columns, and of members that are excluded: shown by a row, or by a step
before. So the number of words in A that are the circuit's has the parity of those that alternate, and is 0 or 1. If it
is 1, the circuit's word is in A, and all other words on T are excluded; if it is 0, those in A are. If A is empty and
the parity odd, or if no word is left on T, there are no such vectors: the sign-rank is at least j + 1.

``refutes`` decides by counting whether steps are of this form; ``_circuit_search.py`` finds them.
"""

import argparse
import json
import time
from collections.abc import Sequence
from itertools import pairwise, product
from pathlib import Path

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from _circuit_search import Step, Word, search, signs_of_question
from open_cases import cases

RANKS = {
    "ip-4": 5, "pg-2-3": 5, "pg-2-4": 5, "hadamard-12": 5, "signs-18-2": 5, "signs-20-2": 5,
    "signs-24-0": 6, "signs-24-1": 6, "signs-24-2": 6, "signs-24-3": 6,
}  # fmt: skip
"""Open cases without zeros, and the rank that would have to be refuted."""


def refutes(rows: Sequence[Sequence[int]], j: int, steps: Sequence[Step]) -> bool:
    """Whether the steps exclude vectors of j coordinates with the signs of the rows (of +1 and -1).

    >>> rows = [[-1, 1, 1], [1, -1, 1], [1, 1, -1], [1, 1, 1]]
    >>> members = (0, ~1, ~2), (0, ~1, 2), (0, 1, ~2), (0, 1, 2)
    >>> refutes(rows, 2, [Step((), members)]), refutes(rows, 2, [Step((), members[1:])])
    (True, False)
    """
    left: dict[Word, set[Word]] = {}
    for words, members in steps:
        odd: set[Word] = set()
        alternating = 0
        for signed in (*words, *members):
            columns = _columns(signed)
            if len(signed) != j + 1 or signed[0] < 0 or any(a >= b for a, b in pairwise((*columns, len(rows[0])))):
                return False
            alternating += all((a < 0) != (b < 0) for a, b in pairwise(signed))
            for k in range(j + 1):
                face = signed[:k] + signed[k + 1 :]
                odd ^= {face if face[0] >= 0 else tuple(~c for c in face)}
        if odd or not all(_excluded(rows, left, member) for member in members):
            return False
        if not words:
            if alternating % 2:
                return True
            continue
        (where, *more) = {_columns(word) for word in words}
        if more or len(set(words)) < len(words):
            return False
        known = left.setdefault(where, set(_all_words(where)))
        known &= set(words) if alternating % 2 else known - set(words)
        if not known:
            return True
    return False


def _columns(signed: Word) -> Word:
    return tuple(c if c >= 0 else ~c for c in signed)


def _all_words(columns: Word) -> list[Word]:
    first, *rest = columns
    return [(first, *word) for word in product(*((c, ~c) for c in rest))]


def _excluded(rows: Sequence[Sequence[int]], left: dict[Word, set[Word]], member: Word) -> bool:
    where = _columns(member)
    if where in left and member not in left[where]:
        return True
    wanted = [1 if c >= 0 else -1 for c in member]
    return any([row[c] * row[where[0]] for c in where] == wanted for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=[*RANKS], metavar="CASE", choices=[*RANKS])
    parser.add_argument(
        "--write", type=Path, metavar="FILE", help="where the steps of the last case go that is refuted"
    )
    given = parser.parse_args()
    table = Table(
        "case", "rank", "seen from", "words left", "after", "rounds", "steps", "members", "kB", "s", box=SIMPLE
    )
    for case in cases():
        if case.name not in given.only:
            continue
        signs = signs_of_question(case.ask())
        symmetric = np.array_equal(signs, signs.T)
        for seen, part in [("columns", signs), ("rows", signs.T)][: 1 if symmetric else 2]:
            began = time.monotonic()
            found = search(part, RANKS[case.name])
            seconds = f"{time.monotonic() - began:.1f}"
            cells = [case.name, str(RANKS[case.name]), seen, f"{found.before:.3f}", f"{found.after:.3f}"]
            if found.steps is None:
                table.add_row(*cells, str(found.rounds), "", "", "", seconds)
                continue
            if not refutes(part.tolist(), RANKS[case.name], found.steps):
                raise SystemExit(f"{case.name}: the steps that were found are no refutation")
            text = json.dumps([list(step) for step in found.steps], separators=(",", ":"))
            members = sum(len(step.members) for step in found.steps)
            cells += [str(found.rounds), str(len(found.steps)), f"{members:,}", str(len(text) // 1000), seconds]
            table.add_row(*cells)
            if given.write:
                given.write.write_text(text + "\n", "utf-8")
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
