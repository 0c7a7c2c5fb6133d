"""Minimal forbidden parts: small +-1 matrices that need more dimensions than each of their proper parts.

A matrix has a sign-rank above r if, and only if, it has a part whose sign-rank is above r while that of no proper part
is. So these parts decide small matrices, and they are few.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .catalogue import Bracket, Entry, Stated
from .sign_matrices import rows_of, stated, text_of, words_of


@dataclass(frozen=True)
class ForbiddenParts:
    """The catalogue."""

    name: str = "forbidden_parts"
    title: str = "Minimal forbidden parts for sign-ranks"
    says: str = (
        "Every matrix of + and - with at most n rows and n columns whose sign-rank is larger than that of each part "
        "that lacks a row or a column, up to permutations and negations of rows and of columns, and transposition."
    )
    objects: str = (
        "matrices of 1 and -1 with at most n rows and n columns that have a larger sign-rank than all their proper "
        "parts, up to permutations and negations of rows and of columns, and transposition"
    )
    counted: str = "found among all classes of these shapes, as many as the orbit-counting lemma (Burnside) says"
    sizes: tuple[int, ...] = tuple(range(2, 9))
    quantities: tuple[str, ...] = ("sign_rank",)

    def keys(self, n: int) -> list[str]:
        """All of them, small ones first. Every class of k x l matrices is looked at, k <= l <= n: minutes for n = 8."""
        from .critical_matrices import critical  # here, since it takes long to load

        return [
            text_of(form, width)
            for width in range(2, n + 1)
            for k in range(2, width + 1)
            for form in critical(k, width)
        ]

    def count(self, n: int) -> int | None:
        """No lemma counts them; how many classes are looked at is compared by ``critical``."""
        return None

    def settle(self, n: int, keys: Sequence[str], until: float | None) -> list[Entry]:
        """The entries of some classes, until time is over: certificates of the part, and of all that lack a line."""
        from ..bounds.bound import certificate  # here, since they take long to load
        from .critical_matrices import parts_without_a_line
        from .sign_rank_certificates import bounds_of

        found: list[Entry] = []
        for key in keys:
            if until is not None and time.monotonic() > until:
                break
            rows, width = rows_of(key)
            bounds = {"sign_rank": bounds_of(rows, width)}
            bounds |= {name: bounds_of(part, less) for name, part, less in parts_without_a_line(rows, width)}
            brackets: dict[str, Bracket] = {name: [lower.value, upper.value] for name, (lower, upper) in bounds.items()}
            claimed = [certificate(bounds["sign_rank"][0].question, *(one for ends in bounds.values() for one in ends))]
            found.append(Entry(key, self.fields(n, key, brackets), claimed))
        return found

    def stated(self, n: int, key: str) -> Mapping[str, Stated]:
        """The sign-rank of the part, and of each part of it that lacks a line."""
        from .critical_matrices import parts_without_a_line

        rows, width = rows_of(key)
        return {"sign_rank": stated(rows, width)} | {
            name: stated(part, fewer) for name, part, fewer in parts_without_a_line(rows, width)
        }

    def fields(self, n: int, key: str, brackets: Mapping[str, Bracket]) -> dict[str, Any]:
        """Shape and rows, the sign-rank, and the largest one of a part that lacks a line."""
        rows, width = rows_of(key)
        others = [ends for name, ends in brackets.items() if name != "sign_rank"]
        without = [None if None in ends else max(ends) for ends in zip(*others, strict=True)]
        return {
            "shape": key.partition(":")[0], "rows": words_of(rows, width), "sign_rank": brackets["sign_rank"],
            "without_a_line": without,
        }  # fmt: skip


FORBIDDEN_PARTS = ForbiddenParts()
