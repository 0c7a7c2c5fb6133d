"""Clauses that express determinant identities, and what the checker needs to see that they do.

An identity is a sum of terms that vanishes; a term of one sign therefore needs one of the other sign. Signs are
coded as in
``certificates.sum_rule``: in a uniform chirotope literal +k says that determinant k-1 is positive, -k that it is
negative; otherwise 2k+1 says that determinant k is positive, 2k+2 that it is negative.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..arrays import Ints
from .automorphisms import SignedPermutation

if TYPE_CHECKING:
    from .final_polynomial import Inequality

STAR = 2
Clause = tuple[int, ...]


@dataclass(frozen=True)
class Axiom:
    """A clause together with the identity that implies it; ``detail`` holds what the rule needs (row, subsets, ..)."""

    rule: str
    clause: Clause
    detail: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True)
class ChirotopeProof:
    """A refutation: clauses with their identities, lemmas (literals, hints), and the sets that the literals name."""

    axioms: tuple[Axiom, ...]
    lemmas: tuple[tuple[Clause, tuple[int, ...]], ...]
    sets: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class SignCode:
    """How literals speak of determinants' signs."""

    uniform: bool

    def literal(self, number: int, sign: int) -> int:
        """The literal that says: determinant ``number`` has this nonzero sign."""
        if self.uniform:
            return sign * (int(number) + 1)
        return 2 * int(number) + (1 if sign > 0 else 2)

    def read(self, model: list[int], size: int) -> np.ndarray:
        """The signs of ``size`` determinants in a model; one that the solver never saw is positive, or zero."""
        values = np.array(model, dtype=np.int64)
        if self.uniform:
            chi = np.ones(size, dtype=np.int8)
            chi[: len(values)] = np.where(values > 0, 1, -1)[:size]
            return chi
        padded = np.full(2 * size, -1, dtype=np.int64)
        padded[: len(values)] = values[: 2 * size]
        return (padded[0::2] > 0).astype(np.int8) - (padded[1::2] > 0).astype(np.int8)

    def cramer_clauses(self, numbers: np.ndarray, entries: np.ndarray) -> tuple[Ints, list[list[int]]]:
        """Clauses of one row on many (d+1)-sets: the number of the set of each, and the clauses.

        Parameters
        ----------
        numbers : (sets, d+1)
            Determinant numbers of the faces.
        entries : (sets, d+1)
            The row's entries on the sets, -1, 0, 1 or 2 (star: any sign, so a way out if its determinant is not zero).
        """
        starred = entries == STAR
        coefficients = np.where(starred, 0, entries) * alternating(numbers.shape[1])
        if self.uniform:  # a star's term can have either sign: nothing to say
            inside = np.nonzero(~starred.any(axis=1))[0]
            literals = (numbers[inside].astype(np.int64) + 1) * coefficients[inside]
            return np.concatenate([inside, inside]), without_zeros(np.concatenate([literals, -literals]))
        positive, negative = 2 * numbers.astype(np.int64) + 1, 2 * numbers.astype(np.int64) + 2
        either = [np.where(starred, positive, 0), np.where(starred, negative, 0)] if starred.any() else []
        places, found = [], []
        for side in (1, -1):
            wanted = -side * coefficients
            opposite = np.where(wanted > 0, positive, np.where(wanted < 0, negative, 0))
            literals = np.concatenate([opposite, *either], axis=1)
            for i in range(numbers.shape[1]):
                relevant = np.nonzero(coefficients[:, i])[0]
                clauses = literals[relevant]
                clauses[:, i] = -np.where(wanted[relevant, i] < 0, positive[relevant, i], negative[relevant, i])
                places.append(relevant)
                found += without_zeros(clauses)
        return np.concatenate(places), found

    def every_plucker_clause(self, numbers: np.ndarray, signs: np.ndarray) -> list[list[int]]:
        """All clauses of three-term relations of a uniform chirotope, 16 of each relation.

        One product must have another sign than the other two: forbid every way in which all three agree.

        Parameters
        ----------
        numbers : (relations, 3, 2), the determinants of the three products
        signs : (relations, 3)
        """
        bits = np.arange(16)[:, None]
        first = np.where(bits >> np.arange(3) & 1, 1, -1)
        agreed = first * np.where(bits & 8, 1, -1)
        literals = np.empty((len(numbers), 16, 3, 2), dtype=np.int64)
        named = numbers.astype(np.int64) + 1
        literals[..., 0] = -first * named[:, None, :, 0]
        literals[..., 1] = -agreed * (signs * named[:, :, 1])[:, None]
        clauses: list[list[int]] = literals.reshape(-1, 6).tolist()
        return clauses

    def plucker_clause(
        self, numbers: list[list[int]], signs: list[int], products: list[int], chi: np.ndarray
    ) -> Clause:
        """The clause of a three-term relation that the signs ``chi``, some of which may be zero, violate."""
        witness = next(k for k in range(3) if products[k])
        clause = [-self.literal(number, int(chi[number])) for number in numbers[witness]]
        for k in range(3):
            if k == witness:
                continue
            first, second = numbers[k]
            a, b = int(chi[first]), int(chi[second])
            if a and b:  # the product has the witness's sign: one factor has to change to the opposite sign
                clause += [self.literal(first, -a), self.literal(second, -b)]
            else:
                zero = first if not a else second
                clause += [self.literal(zero, 1), self.literal(zero, -1)]
        return tuple(dict.fromkeys(clause))


def alternating(count: int) -> np.ndarray:
    """1, -1, 1, ..: the signs of the terms of Cramer's identity."""
    return 1 - 2 * (np.arange(count) % 2)


def one_sided(entries: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """For each row whether entries times signs add up to no 0: all of one sign or 0, not all 0, no star with a sign.

    >>> one_sided(np.array([[1, 0], [1, -1], [0, 0], [1, 2]]), np.array([1, 1])).tolist()
    [True, False, False, False]
    """
    starred = entries == STAR
    products = np.where(starred, 0, entries) * signs
    found: np.ndarray = (products > 0).any(axis=1) != (products < 0).any(axis=1)
    return found & ~(starred & (signs != 0)).any(axis=1) if starred.any() else found


def without_zeros(literals: npt.NDArray[np.integer]) -> list[list[int]]:
    """The rows of an array as lists, without the zeros in them.

    >>> without_zeros(np.array([[1, 0, -2], [0, 0, 3]]))
    [[1, -2], [3]]
    """
    present = literals != 0
    if present.all():
        rows: list[list[int]] = literals.tolist()
        return rows
    flat = literals[present].tolist()
    ends = np.cumsum(present.sum(axis=1)).tolist()
    return [flat[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def axiom_of(clause: Clause, origin: tuple[Any, ...], sets: np.ndarray, large: np.ndarray) -> Axiom:
    """The axiom that a clause's origin describes.

    Origins: ("cramer", row, number of the (d+1)-set), ("plucker", numbers of Abc, Aef, Abe), ("product",
    inequalities), ("lex", automorphism, negated), ("sign",), ("basis",), ("exclusive",).
    """
    rule, *where = origin
    if rule == "cramer":
        row, t = where
        return Axiom(rule, clause, (("row", row), ("large", tuple(large[t].tolist()))))
    if rule == "plucker":
        return Axiom(rule, clause, small_and_large(*(sets[k].tolist() for k in where)))
    if rule == "product":
        return Axiom(rule, clause, (("inequalities", [_inequality_detail(i) for i in where[0]]),))
    if rule == "lex":
        symmetry: SignedPermutation = where[0]
        lists = (("permutation", list(symmetry.permutation)), ("signs", list(symmetry.signs)))
        return Axiom(rule, clause, (*lists, ("negated", where[1])))
    return Axiom(rule, clause)


def small_and_large(abc: list[int], aef: list[int], abe: list[int]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The three-term identity of A, b < c < e < f as small = A + b (d-1 elements) and large = A + c, e, f (d+1)."""
    context = set(abc) & set(aef)
    (c,) = set(abc) - set(abe)
    small = set(abc) - {c}
    large = context | {c} | (set(aef) - context)
    return (("small", tuple(sorted(small))), ("large", tuple(sorted(large))))


def _inequality_detail(inequality: Inequality) -> dict[str, object]:
    """An inequality as the certificate has it: the identity, and its terms by their number."""
    rule, *where = inequality.identity
    if rule == "cramer":
        row, large = where
        identity: dict[str, object] = {"rule": rule, "row": row, "large": list(large)}
        larger, smaller = (large.index(*set(large) - set(term[0])) for term in (inequality.larger, inequality.smaller))
    else:
        detail = dict(small_and_large(*map(list, where)))
        identity = {"rule": rule, **{name: list(value) for name, value in detail.items()}}
        small, large = detail["small"], detail["large"]
        free = [c for c in large if c not in small]
        terms = [{tuple(sorted((*small, c))), tuple(x for x in large if x != c)} for c in free]
        larger, smaller = (terms.index(set(term)) for term in (inequality.larger, inequality.smaller))
    return {**identity, "larger": larger, "smaller": smaller, "times": inequality.times}
