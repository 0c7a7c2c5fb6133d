"""Search for coordinate-wise encoders from DISJ_n to a task that looks for a pair; the least modulus for Match3.

The form (``coordinate_encoder``): a public constant at position 1, where the output is read as "1 iff not disjoint",
and two tokens for every bit of every party, 4n + 1 free choices. By the theorem of ``pair_conditions`` an encoder is
correct for all inputs iff finitely many pairs of tokens are unrelated and n pairs are related: clauses for a solver.

**The least M for Match3 in this form is 2n + 2 = N + 1, for every n.** Proof. Let c be the public token and t = -c.
Then x and y are related iff y = t - x. The map x -> t - x of Z_M to itself is an involution; its orbits have one or two
elements. Let alpha_i be Alice's on-token i. Required: Bob's is t - alpha_i, so both are the orbit of alpha_i. This
orbit has two elements, as alpha_i must not be related to itself. For i != k the orbits of alpha_i and alpha_k differ:
if alpha_i = alpha_k, then Alice's i would be related to Bob's k; if alpha_i = t - alpha_k, to Alice's k. The orbit of c
has two elements, since c is not related to itself, and c is none of the tokens alpha_i and t - alpha_i, since it would
be related to the other. These are n + 1 orbits of two elements, so M >= 2n + 2; ``disj_to_match3`` attains it. The
search does not know this proof: it decides the same question from the clauses alone.

"1 iff disjoint" is another form: for n >= 3 it is impossible, since a related pair fixes two bits only and leaves both
bits of some coordinate free; for n = 2 it is possible with M = 4 < 6.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from itertools import pairwise

import networkx as nx

from ...solvers.clause_decision import Model, Replayed, TimeOut, decide_clauses
from ...solvers.outcome import NotDecided
from ..laws import Verified
from ..reduction import ReductionError, require_parameter
from .coordinate_encoder import CoordinateEncoder, PairRelation, match3_relation
from .pair_conditions import pairs_of_places, verify_by_pairs

MAX_CLAUSES = 3_000_000
"""Most clauses that are written out."""


@dataclass(frozen=True)
class Found:
    """An encoder of the form, checked exactly for all inputs (``verification``)."""

    relation: str
    n: int
    encoder: CoordinateEncoder
    verification: Verified
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True)
class Impossible:
    """There is no encoder of the form.

    ``replayed``: a refutation with this many ``lemmas`` from ``clauses`` clauses was replayed step by step; otherwise
    it is the word of a SAT solver.
    """

    relation: str
    n: int
    replayed: bool
    clauses: int
    lemmas: int
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True)
class LeastModulus:
    """Bounds for the least M with an encoder of the form from DISJ_n to Match3 over Z_M.

    ``lower <= least M <= upper``; ``impossible`` holds an answer for every M from 1 to lower - 1, ``found`` the encoder
    at ``upper`` (None if none was found). ``length_plus_one`` is N + 1 = 2n + 2.
    """

    n: int
    lower: int
    upper: int | None
    found: Found | None
    impossible: tuple[Impossible, ...]

    @property
    def closed(self) -> bool:
        """Whether the least M is known."""
        return self.lower == self.upper

    @property
    def replayed(self) -> bool:
        """Whether every impossibility below was replayed."""
        return all(answer.replayed for answer in self.impossible)

    @property
    def length_plus_one(self) -> int:
        """N + 1."""
        return 2 * self.n + 2


def synthesise_encoder(
    n: int, relation: PairRelation, *, seconds: float = float("inf")
) -> Found | Impossible | NotDecided:
    """A coordinate-wise encoder from DISJ_n to a task that looks for a pair, or a proof that there is none.

    Parameters
    ----------
    n : int >= 1
    relation : PairRelation
        ``match3_relation(M)``, or a task of the user's own.
    seconds : float
        Time limit.

    Returns
    -------
    Found, Impossible or NotDecided

    Raises
    ------
    ReductionError
        If n is no size, the clauses are too many to be written out, or a symmetry of the relation is none.

    Examples
    --------
    >>> synthesise_encoder(2, match3_relation(6)).verification.holds
    True
    >>> synthesise_encoder(2, match3_relation(5)).replayed
    True

    x + y + z = 0 for binary vectors of length 2 under exclusive or:

    >>> xor = PairRelation("xor", 4, lambda c, x, y: c ^ x ^ y == 0)
    >>> type(synthesise_encoder(1, xor)).__name__, type(synthesise_encoder(2, xor)).__name__
    ('Found', 'Impossible')
    """
    require_parameter("n", n, 1, "the number of coordinates")
    started = time.monotonic()
    clauses = encoder_clauses(n, relation)
    answer = decide_clauses(clauses, started + seconds)
    spent = time.monotonic() - started
    if isinstance(answer, TimeOut):
        return NotDecided(f"no answer for {relation.name} at n = {n} within {spent:.1f} s")
    if isinstance(answer, Model):
        encoder = _read(answer.true, n, relation.symbols)
        verification = verify_by_pairs(encoder, relation)
        if not isinstance(verification, Verified):
            raise RuntimeError(f"the clauses are wrong: their model {encoder} is no encoder ({verification})")
        return Found(relation.name, n, encoder, verification, spent)
    lemmas = len(answer.refutation.lemmas) if isinstance(answer, Replayed) else 0
    return Impossible(relation.name, n, isinstance(answer, Replayed), len(clauses), lemmas, spent)


def least_modulus(n: int, *, seconds: float = float("inf")) -> LeastModulus:
    """The least M with a coordinate-wise encoder from DISJ_n to Match3 over Z_M, every smaller M refuted.

    Examples
    --------
    >>> least = least_modulus(2)
    >>> least.lower, least.upper, least.length_plus_one, least.replayed
    (6, 6, 6, True)
    """
    deadline = time.monotonic() + seconds
    impossible: list[Impossible] = []
    M = 1
    while (left := deadline - time.monotonic()) > 0:
        answer = synthesise_encoder(n, match3_relation(M), seconds=left)
        if isinstance(answer, Found):
            return LeastModulus(n, M, M, answer, tuple(impossible))
        if isinstance(answer, NotDecided):
            break
        impossible.append(answer)
        M += 1
    return LeastModulus(n, M, None, None, tuple(impossible))


def encoder_clauses(n: int, relation: PairRelation, *, break_symmetry: bool = True) -> list[tuple[int, ...]]:
    """The clauses whose models are the encoders: variable 1 + place * symbols + x says that place may hold x.

    Every place has a value; a forbidden pair never has related values, a required pair never unrelated ones. A place
    may be given several values by a model; since all other clauses only forbid, any one of them will do.

    Symmetry breaking keeps a solution if there is one. (1) Exchanging coordinates i and k, both parties' tables,
    maps the places and their pairs to themselves: Alice's on-tokens may be assumed not to decrease. (2) A symmetry of
    the relation applied to all tokens at once maps solutions to solutions: the public token may be assumed least in its
    orbit under the symmetries given. Both at once: apply (2) first, then sort.
    """
    symbols = relation.symbols
    every = range(symbols)
    related = {(c, x, y): relation.related(c, x, y) for c in every for x in every for y in every}
    _check_symmetries(relation, related)
    pairs = list(pairs_of_places(n, relation))
    partners = sum(related.values())
    size = sum(symbols**3 - partners if is_required else partners for _, _, is_required in pairs)
    if size > MAX_CLAUSES:
        raise ReductionError(
            f"{relation.name} at n={n} takes {size} clauses, the limit is {MAX_CLAUSES}; try fewer symbols or smaller n"
        )

    def holds(place: int, x: int) -> int:
        return 1 + place * symbols + x

    clauses: list[tuple[int, ...]] = [tuple(holds(place, x) for x in range(symbols)) for place in range(4 * n + 1)]
    for j, l, is_required in pairs:
        for (c, x, y), true in related.items():
            if true != is_required and (j or x == c) and (j != l or x == y):
                clauses.append(tuple(sorted({-holds(0, c), -holds(j, x), -holds(l, y)})))
    if break_symmetry:
        on = [2 + 2 * i for i in range(n)]  # Alice's on-places
        clauses += [(-holds(i, x), -holds(k, y)) for i, k in pairwise(on) for x in range(symbols) for y in range(x)]
        clauses += [(-holds(0, c),) for c in range(symbols) if c not in _least_of_orbits(relation)]
    return list(dict.fromkeys(clauses))


def _check_symmetries(relation: PairRelation, related: dict[tuple[int, int, int], bool]) -> None:
    for image in relation.symmetries:
        if sorted(image) != list(range(relation.symbols)):
            raise ReductionError(f"a symmetry of {relation.name} must permute its symbols, got {image}")
        for (c, x, y), true in related.items():
            if related[image[c], image[x], image[y]] != true:
                raise ReductionError(f"{image} is no symmetry of {relation.name}: it changes the triple {(c, x, y)}")


def _least_of_orbits(relation: PairRelation) -> set[int]:
    """The least element of every orbit of the group that the symmetries generate."""
    graph = nx.Graph()
    graph.add_nodes_from(range(relation.symbols))
    graph.add_edges_from(pair for image in relation.symmetries for pair in enumerate(image))
    return {min(orbit) for orbit in nx.connected_components(graph)}


def _read(true: frozenset[int], n: int, symbols: int) -> CoordinateEncoder:
    """The encoder of a model: the least value of every place."""
    entries = [min(x for x in range(symbols) if 1 + p * symbols + x in true) for p in range(4 * n + 1)]
    switches = tuple((entries[k], entries[k + 1]) for k in range(1, 4 * n, 2))
    return CoordinateEncoder(entries[0], switches[:n], switches[n:])
