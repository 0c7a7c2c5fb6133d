"""Signed column permutations that a sign pattern does not notice, and a choice among equivalent chirotopes.

A signed permutation maps the vectors u_j to signs_j u_{perm_j}. It is an automorphism if every row, permuted and
signed, is a row of the pattern up to its overall sign: then it maps realisations to realisations, so one may ask
for the realisation whose chirotope is the greatest among its images (lex-leader symmetry breaking, Crawford et al.
1996).
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from .subsets import rank

STAR = 2

GENERATORS = 8
"""Random automorphisms drawn; so many generate the whole group with high probability."""


@dataclass(frozen=True)
class SignedPermutation:
    """u_j -> signs[j] * u_{permutation[j]}."""

    permutation: tuple[int, ...]
    signs: tuple[int, ...]


def signed_automorphisms(
    pattern: np.ndarray, *, most: int, deadline: float, rng: np.random.Generator
) -> list[SignedPermutation]:
    """Up to ``most`` automorphisms: a few random ones by backtracking before the deadline, then their products.

    Examples
    --------
    The 3 x 3 identity-like pattern may permute its columns, and negate them all.

    >>> rng = np.random.default_rng(0)
    >>> len(signed_automorphisms(2 * np.eye(3, dtype=np.int8) - 1, most=100, deadline=float("inf"), rng=rng))
    12
    """
    columns = pattern.shape[1]
    targets = [_up_to_sign(pattern[:, : k + 1]) for k in range(columns)]
    found: list[SignedPermutation] = []
    choices = [(c, s) for c in range(columns) for s in (1, -1)]

    def extend(permutation: list[int], signs: list[int]) -> None:
        k = len(permutation)
        if k == columns:
            found.append(SignedPermutation(tuple(permutation), tuple(signs)))
            return
        for place in rng.permutation(len(choices)).tolist():
            column, sign = choices[place]
            if column in permutation:
                continue
            if len(found) > before or time.monotonic() > deadline:
                return
            candidate, candidate_signs = [*permutation, column], [*signs, sign]
            if _up_to_sign(_signed(pattern[:, candidate], np.array(candidate_signs))) == targets[k]:
                extend(candidate, candidate_signs)

    for _ in range(GENERATORS):
        before = len(found)
        extend([], [])
        if len(found) == before:
            break
    return _closure(list(dict.fromkeys(found)), most)


def _closure(generators: list[SignedPermutation], most: int) -> list[SignedPermutation]:
    """Products of the generators, breadth first, up to so many."""
    group = dict.fromkeys(generators)
    queue = list(generators)
    for element in queue:
        for generator in generators:
            if len(group) >= most:
                return list(group)
            product = SignedPermutation(
                tuple(element.permutation[k] for k in generator.permutation),
                tuple(s * element.signs[k] for s, k in zip(generator.signs, generator.permutation, strict=True)),
            )
            if product not in group:
                group[product] = None
                queue.append(product)
    return list(group)


class LexLeader:
    """The images of a uniform chirotope under automorphisms and negation, and clauses true of the greatest one."""

    def __init__(self, sets: np.ndarray, columns: int, automorphisms: list[SignedPermutation]) -> None:
        self.automorphisms = automorphisms
        images = [_image(sets, columns, automorphism) for automorphism in automorphisms]
        self.numbers = np.array([numbers for numbers, _ in images])
        self.signs = np.array([signs for _, signs in images])

    def violated(self, chi: np.ndarray, most: int) -> list[tuple[tuple[int, ...], int, bool]]:
        """Clauses (uniform literals), each with the number of its automorphism and whether chi is negated as well.

        In words: if chi equals its image before some place, it is not the smaller of the two at that place.
        """
        clauses: dict[tuple[int, ...], tuple[int, bool]] = {}
        for negated in (False, True):
            signs = -self.signs if negated else self.signs
            differs = signs * chi[self.numbers] != chi
            first = np.argmax(differs, axis=1)
            wrong = np.nonzero(differs.any(axis=1) & (chi[first] < 0))[0]
            for g in wrong[np.argsort(first[wrong], kind="stable")][:most].tolist():
                image = (signs[g] * (self.numbers[g] + 1)).tolist()
                place = int(first[g])
                clause = {place + 1, -image[place]}
                for i in range(place):
                    if image[i] != i + 1:
                        clause.add(i + 1 if chi[i] < 0 else -image[i])
                if not any(-literal in clause for literal in clause):
                    clauses.setdefault(tuple(sorted(clause)), (g, negated))
        return [(clause, *where) for clause, where in clauses.items()]


def _image(sets: np.ndarray, columns: int, automorphism: SignedPermutation) -> tuple[np.ndarray, np.ndarray]:
    moved = np.array(automorphism.permutation)[sets]
    inversions = np.zeros(len(sets), dtype=np.int64)
    for i in range(sets.shape[1]):
        inversions += (moved[:, i : i + 1] > moved[:, i + 1 :]).sum(axis=1)
    signs = (1 - 2 * (inversions % 2)) * np.array(automorphism.signs)[sets].prod(axis=1)
    return rank(np.sort(moved, axis=1), columns), signs


def _signed(part: np.ndarray, signs: np.ndarray) -> np.ndarray:
    return np.where(part == STAR, STAR, part * signs)


def _up_to_sign(part: np.ndarray) -> bytes:
    """The rows as a multiset, each with its first nonzero entry positive."""
    signed = np.where(part == STAR, 0, part)
    first = np.take_along_axis(signed, np.argmax(signed != 0, axis=1)[:, None], axis=1)
    normal = _signed(part, np.where(first < 0, -1, 1))
    return bytes(normal[np.lexsort(normal.T[::-1])].astype(np.int8).tobytes())
