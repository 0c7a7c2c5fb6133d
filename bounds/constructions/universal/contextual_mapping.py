"""Contextual mapping under a sparse pattern: an id for each position of each input, no two alike, by masked attention.

After Yun et al. 2020 (arXiv 2006.04862); the amplitude, the embedding, the layers and the proof were worked out here.

Symbols: n positions, L levels, d coordinates, B = L^d tokens, p layers in the pattern's cycle, s hops of the pattern,
g(1), .., g(n) an order of the positions in which each g(i) attends to g(i-1) in some layer of the cycle, and every
position to itself in every layer.

A token is a point of the grid {0, 1/L, .., (L-1)/L}^d, written as the integer x = x_1 + x_2 L + .. + x_d L^(d-1) in
0 .. B-1; ids are counted in units of 1/L. The *id* of a vector z is L u.z with u = (1, L, .., L^(d-1)). The embedding
adds e to each coordinate of a position, so e W to its id, where W = L + L^2 + .. + L^d >= B; e = n - 1 for g(1), and
e = i - 2 for g(i), i >= 2. So at first g(1) has an id a_1 in (n-1)W .. (n-1)W + B-1, g(i) an a_i in
(i-2)W .. (i-2)W + B-1, its *bucket*; buckets are disjoint.

**Shifts.** For i = 2 .. n, and for each of the B values b in the bucket of g(i), one attention layer under the pattern
of a layer of the cycle in which g(i) attends to g(i-1): every position whose id is exactly b adds to it

    B (max over the positions attended to of their ids, minus the min of them),

by two hardmax heads of size 1. With queries 2(id - b) + 1 and 2(id - b) - 1 and keys id, one attends to the highest id
and the other to the lowest iff id = b, and both to the same ids otherwise; the values are B id and -B id.

*Lemma 1.* In these layers g(i) moves once, nobody else moves, and its id a_i becomes B M - (B-1) a_i, where M is the id
of g(i-1); this exceeds all ids there are.
Proof, by induction on i. Let M be the greatest of all ids, M >= (n-1)W, and let g(i), .., g(n) have their first ids,
the others ids of at least (n-1)W. Since W >= B, a_i <= (i-2)W + B-1 < a_j for j > i and a_i < (n-1)W: a_i is the least
id. So g(i) attends to M, the greatest, at g(i-1), and to a_i, the least, at itself, and moves to
a_i + B(M - a_i) = M + (B-1)(M - a_i) > M where b = a_i (B >= 2). No other id lies in the bucket, nor does this one.

*Lemma 2.* The id of g(i) after that determines the tokens at g(1), .., g(i).
Proof. B M - (B-1) a_i = a_i modulo B, and a_i - (i-2)W is the token, in 0 .. B-1; then M is known. Induction.

These are p (n-1) B layers of the network, of which (n-1) B move something: the layer of the cycle with the edge comes
up once in p layers. The greatest id G is reached for the token B-1 at g(1) and 0 elsewhere.

**Spreading.** In s further layers, of the patterns 1 .. s, each position adds C times the greatest id attended to
(one hardmax head of size 1, query 1).

*Lemma 3.* If C > G and (C+1)^s G < C^s (G+1), the ids after that are n B^n different numbers over all positions of all
inputs. So are they for s = 1 and C = G + 1; for s >= 2 and C = G + 1 we know no proof, and go through all inputs.
Proof. Let f_t(k) be the ids after t of these layers, and let M be the greatest f_0, that of g(n), which determines the
input (Lemma 2). f_s(k) = f_0(k) modulo C, which tells positions of one input apart. And C^s M <= f_s(k) <= (C+1)^s M:
the greatest f_t that a position attends to is at least C^t times the greatest f_0 that it reaches, and at most
(C+1)^t times it, since it attends to itself; after s layers M is reached. Now (C+1)^s M < C^s (M+1) for all M <= G.

The network before the first shift has p (n-1) B mod p = 0 layers behind it, so the s layers have patterns 1, 2, .., s.
Whatever is to be answered at a position is then a function of its id: a look-up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product

from ....questions.layer_patterns import LayerPattern
from ....questions.sparse_pattern import SparsePattern
from ...sparse_patterns.found import self_attention
from ..construction import ConstructionError, least_from

Tokens = tuple[int, ...]
Ids = tuple[int, ...]


@dataclass(frozen=True)
class Shift:
    """Whoever has the id ``bucket`` adds B times (greatest minus least id attended to)."""

    bucket: int


@dataclass(frozen=True)
class Idle:
    """A layer of the cycle without the edge that is needed: nobody moves."""


@dataclass(frozen=True)
class Spread:
    """Everybody adds ``factor`` times the greatest id attended to."""

    factor: int


Step = Shift | Idle | Spread


@dataclass(frozen=True)
class ContextualMapping:
    """The layers of the construction; ``stages`` runs them by definition.

    Parameters
    ----------
    pattern : every position attends to itself in every layer
    order : g(1), .., g(n)
    levels, coordinates : L >= 2, d >= 1
    hops : s
    factor : C

    Examples
    --------
    >>> from ....questions.layer_patterns import Star
    >>> mapping = contextual_mapping(SparsePattern((Star(4),)), range(4), levels=2)
    >>> mapping.layers, mapping.ids((0, 1, 0, 0))
    (7, (1770, 1775, 1784, 1800))
    """

    pattern: SparsePattern
    order: tuple[int, ...]
    levels: int
    coordinates: int
    hops: int
    factor: int

    @property
    def n(self) -> int:
        """Positions."""
        return self.pattern.n

    @property
    def tokens(self) -> int:
        """B = L^d."""
        tokens: int = self.levels**self.coordinates
        return tokens

    @property
    def layers(self) -> int:
        """Attention layers: p (n-1) B + s."""
        return self.moving_layers + (len(self.pattern.layers) - 1) * (self.n - 1) * self.tokens

    @property
    def moving_layers(self) -> int:
        """Attention layers in which an id may change: (n-1) B + s."""
        return (self.n - 1) * self.tokens + self.hops

    @cached_property
    def embedding(self) -> tuple[int, ...]:
        """What each position's id is before its token is added."""
        width = sum(self.levels**c for c in range(1, self.coordinates + 1))
        found = [0] * self.n
        for i, position in enumerate(self.order):
            found[position] = (i - 1 if i else self.n - 1) * width
        return tuple(found)

    @property
    def greatest(self) -> int:
        """G, the greatest id before spreading."""
        greatest = self.embedding[self.order[0]] + self.tokens - 1
        for position in self.order[1:]:
            greatest = self.tokens * greatest - (self.tokens - 1) * self.embedding[position]
        return greatest

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """What each attention layer t = 1, 2, .. does, under the pattern ``pattern.layer(t)``."""
        found: list[Step] = []
        for before, here in pairwise(self.order):
            edge = next(l for l, layer in enumerate(self.pattern.layers) if layer.has(here, before))
            for token in range(self.tokens):
                shift = Shift(self.embedding[here] + token)
                found += [shift if l == edge else Idle() for l in range(len(self.pattern.layers))]
        return (*found, *(Spread(self.factor) for _ in range(self.hops)))

    @cached_property
    def rows(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The lists A_k of each layer of the cycle."""
        return tuple(map(written_out, self.pattern.layers))

    def first_ids(self, tokens: Sequence[int]) -> Ids:
        """The ids of the embedded tokens."""
        return tuple(first + token for first, token in zip(self.embedding, tokens, strict=True))

    def stages(self, tokens: Sequence[int]) -> Iterator[Ids]:
        """The ids before the first layer, and after each."""
        ids = self.first_ids(tokens)
        yield ids
        for t, step in enumerate(self.steps):
            ids = self.after(step, self.rows[t % len(self.rows)], ids)
            yield ids

    def after(self, step: Step, rows: Sequence[Sequence[int]], ids: Ids) -> Ids:
        """The ids after one layer: the definition, applied to every position alike."""
        if isinstance(step, Idle):
            return ids
        found = []
        for own, row in zip(ids, rows, strict=True):
            seen = [ids[j] for j in row]
            if isinstance(step, Spread):
                own += step.factor * max(seen)
            elif own == step.bucket:
                own += self.tokens * (max(seen) - min(seen))
            found.append(own)
        return tuple(found)

    def ids(self, tokens: Sequence[int]) -> Ids:
        """The ids after all layers."""
        *_, last = self.stages(tokens)
        return last

    def inputs(self) -> Iterator[Tokens]:
        """All B^n inputs."""
        return product(range(self.tokens), repeat=self.n)


def contextual_mapping(
    pattern: SparsePattern, order: Sequence[int], levels: int, coordinates: int = 1, factor: int | None = None
) -> ContextualMapping:
    """The contextual mapping along an order of the positions.

    Parameters
    ----------
    pattern : SparsePattern
    order : the positions g(1), .., g(n), each attended to by the next one in some layer of the cycle
    levels : L >= 2
    coordinates : d >= 1
    factor : C > G; the least that Lemma 3 proves if left out

    Raises
    ------
    ConstructionError
        If a position does not attend to itself, the order is no such path, or some position never reaches another one.

    Examples
    --------
    >>> from ....questions.layer_patterns import Blocks, Summaries, Window
    >>> contextual_mapping(SparsePattern((Window(4, 1),)), range(4), levels=2, coordinates=2).layers
    15
    >>> contextual_mapping(SparsePattern((Blocks(3, 2), Summaries(3, 2))), range(3), levels=2)
    Traceback (most recent call last):
    headcount.bounds.constructions.construction.ConstructionError: the pattern n = 3, ...: position 0 never reaches ...
    """
    for name, value, least in (("levels", levels, 2), ("coordinates", coordinates, 1)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ConstructionError(
                f"{name} must be an integer of at least {least}, got {value!r:.40}; try {name}={least}"
            )
    order = tuple(order)
    _require_self_attending(pattern)
    _require_path(pattern, order)
    mapping = ContextualMapping(pattern, order, levels, coordinates, hops_of_all(pattern), 0)
    least = mapping.greatest + 1
    if factor is None:
        factor = proved_factor(mapping.greatest, mapping.hops)
    if factor < least:
        raise ConstructionError(f"factor must be at least {least}, above all ids, got {factor}")
    return ContextualMapping(pattern, order, levels, coordinates, mapping.hops, factor)


def proved_factor(greatest: int, hops: int) -> int:
    """The least C > G with (C+1)^s G < C^s (G+1), G the greatest id.

    >>> proved_factor(888, 1), proved_factor(888, 3)
    (889, 2665)
    """

    def enough(factor: int) -> bool:
        return bool((factor + 1) ** hops * greatest < factor**hops * (greatest + 1))

    return least_from(enough, greatest)


def written_out(layer: LayerPattern) -> tuple[tuple[int, ...], ...]:
    """The lists A_k of a layer, increasing.

    >>> from ....questions.layer_patterns import Window
    >>> written_out(Window(3, 1))
    ((0, 1), (0, 1, 2), (1, 2))
    """
    return tuple(tuple(sorted({j for part in layer.row(k) for j in part})) for k in range(layer.n))


def hops_of_all(pattern: SparsePattern) -> int:
    """s, for a pattern in which every position attends to itself, by going through all layers.

    Raises
    ------
    ConstructionError
        If some position never reaches another one.
    """
    rows = [written_out(layer) for layer in pattern.layers]
    everything = frozenset(range(pattern.n))
    reached = [frozenset({k}) for k in everything]
    before, t = list(reached), 0
    while any(one != everything for one in reached):
        if t and t % len(rows) == 0:
            if reached == before:  # a whole cycle brought nothing
                k = next(k for k, one in enumerate(reached) if one != everything)
                missing = min(everything - reached[k])
                raise ConstructionError(
                    f"the pattern {pattern.words}: position {k} never reaches position {missing}, whatever the number "
                    "of layers (hops are infinite); no network under this pattern computes every function"
                )
            before = list(reached)
        reached = [frozenset().union(*(reached[j] for j in row)) for row in rows[t % len(rows)]]
        t += 1
    return max(t, 1)


def _require_self_attending(pattern: SparsePattern) -> None:
    loops = self_attention(pattern)
    if not loops.holds:
        raise ConstructionError(
            f"the pattern must let each position attend to itself, but position {loops.position} does not in layer "
            f"{loops.layer} ({pattern.layer(loops.layer).words}); add the position to its own list"
        )


def _require_path(pattern: SparsePattern, order: tuple[int, ...]) -> None:
    if sorted(order) != list(range(pattern.n)):
        raise ConstructionError(f"order must name each of the {pattern.n} positions once, got {list(order)[:40]}")
    for before, here in pairwise(order):
        if not any(layer.has(here, before) for layer in pattern.layers):
            raise ConstructionError(
                f"order must have each position attended to by the next one in some layer, but position {here} does "
                f"not attend to position {before}"
            )
