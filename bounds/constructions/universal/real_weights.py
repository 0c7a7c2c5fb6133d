"""Softmax, sparsemax or entmax in place of hardmax in the contextual mapping, at the temperature of Assumption 2.

Every row of the mapping is an integer. So a network that rounds each row to the nearest integer before it adds it to
the id computes exactly the same ids, as soon as each row is less than 1/2 off. Scores are products of integers: a query
that is not 0, and an id. So keys of different ids differ in score by at least 1, and keys of one id have one value.

*Theorem.* Let softmax or entmax at temperature t have weight at least 1 - eta on a key that leads all other n - 1 by 1
(``attention.probability_maps``), and let R be the greatest difference of two values of a head, in any layer. A head's
output is off by at most eta R, that of two heads by 2 eta R. With eta < 1/(4 R) all ids are exact.
Proof. Let m keys have the highest score, weight p_1 each. If the other n - m had more than eta together, one would have
p_j > eta/(n - m) >= eta/(n - 1), and p_1 < (1 - eta)/m <= 1 - eta: as in the proof there, t <= L(p_1) - L(p_j) <
L(1 - eta) - L(eta/(n - 1)) <= t. So they have at most eta, and each of their values differs from the right one by at
most R. The rows of a layer are right after rounding, and the next layer starts from the same ids.

For alpha-entmax with alpha > 1, eta = 0: temperature 1/(alpha - 1) makes every row exact, whatever the ids are.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from flint import arb, ctx

from ....attention import Hardmax, ProbabilityMap, error_upper
from .contextual_mapping import ContextualMapping, Idle, Spread

MARGIN = Fraction(1, 2)
"""How far a row may be off."""

PRECISION = 192
"""Bits of the balls: rows of some hundred bits, weights of some ten."""


@dataclass(frozen=True)
class RealWeights:
    """A mapping with real weights.

    ``eta`` is what the temperature leaves to other keys; rows are off by at most ``bound`` by the theorem, and by at
    most ``found`` in balls on ``inputs`` inputs (all of them if ``exhaustive``).
    """

    map: str
    temperature: Fraction
    eta: Fraction
    bound: Fraction
    found: Fraction
    inputs: int
    exhaustive: bool

    @property
    def words(self) -> str:
        """The result in words."""
        scope = f"all {self.inputs} inputs" if self.exhaustive else f"the first {self.inputs} inputs"
        shown = str(self.temperature) if self.temperature.denominator < 1000 else f"{float(self.temperature):.4f}"
        if self.found == 0:
            return f"{self.map} at temperature {shown}: rows exact on {scope}, so the same ids"
        off = f"off by at most {float(self.found):.2g} on {scope} (in balls), so the same ids after rounding"
        return f"{self.map} at temperature {shown}: rows {off}"


def with_real_weights(mapping: ContextualMapping, map_: ProbabilityMap, most: int = 300) -> RealWeights:
    """The mapping with another map in place of hardmax: the temperature, the bound, and a run in balls.

    Parameters
    ----------
    mapping : ContextualMapping
    map_ : a map for which Assumption 2 holds
    most : inputs that are run

    Raises
    ------
    ValueError
        If the map cannot be sharpened, or a row is off by 1/2 or more, which the theorem rules out.

    Examples
    --------
    >>> from ....attention import PROBABILITY_MAPS
    >>> from ....questions.layer_patterns import Star
    >>> from ....questions.sparse_pattern import SparsePattern
    >>> from .contextual_mapping import contextual_mapping
    >>> mapping = contextual_mapping(SparsePattern((Star(3),)), range(3), levels=2)
    >>> with_real_weights(mapping, PROBABILITY_MAPS["sparsemax"]).words
    'sparsemax at temperature 1: rows exact on all 8 inputs, so the same ids'
    >>> found = with_real_weights(mapping, PROBABILITY_MAPS["softmax"])
    >>> found.found < found.bound < Fraction(1, 2)
    True
    """
    spread = greatest_difference(mapping)
    keys = max(len(row) for rows in mapping.rows for row in rows)
    exact = isinstance(map_, Hardmax) or getattr(map_, "alpha", 1) > 1
    eta = Fraction(0) if exact else 1 / (4 * Fraction(spread) + 1)
    sharp = map_.sharpness(keys, 1, eta)
    if not sharp.holds or sharp.temperature is None:
        raise ValueError(f"map_ must satisfy Assumption 2, but {sharp.words}; take softmax, entmax or sparsemax")
    total = mapping.tokens**mapping.n
    found, inputs = Fraction(0), 0
    with ctx.workprec(PRECISION):
        for tokens in islice(mapping.inputs(), most):
            inputs += 1
            stages = list(mapping.stages(tokens))
            for t, step in enumerate(mapping.steps):
                if isinstance(step, Idle):
                    continue
                for k, row in enumerate(mapping.rows[t % len(mapping.rows)]):
                    ids = [stages[t][j] for j in row]
                    if isinstance(step, Spread):
                        heads = [(1, step.factor)]
                    else:
                        centred = 2 * (stages[t][k] - step.bucket)
                        heads = [(centred + 1, mapping.tokens), (centred - 1, -mapping.tokens)]
                    output = sum((_head(map_, sharp.temperature, *head, ids) for head in heads), arb(0))
                    wanted = stages[t + 1][k] - stages[t][k]
                    found = max(found, error_upper([[output]], [[wanted]], precision=PRECISION))
    if found >= MARGIN:
        raise ValueError(f"a row is off by up to {float(found):.3g}, which the theorem rules out; raise PRECISION")
    return RealWeights(map_.name, sharp.temperature, eta, 2 * eta * spread, found, inputs, inputs == total)


def greatest_difference(mapping: ContextualMapping) -> int:
    """R: an upper bound of the differences of two values of a head, over all layers."""
    greatest = mapping.greatest
    found = mapping.tokens * greatest
    for _ in range(mapping.hops):
        found = max(found, mapping.factor * greatest)
        greatest *= mapping.factor + 1
    return found


def _head(map_: ProbabilityMap, temperature: Fraction, query: int, factor: int, ids: list[int]) -> arb:
    weights = map_.weights([temperature * query * own for own in ids], PRECISION)
    return sum((_ball(weight) * (factor * own) for weight, own in zip(weights, ids, strict=True)), arb(0))


def _ball(weight: Fraction | arb) -> arb:
    return arb(weight.numerator) / weight.denominator if isinstance(weight, Fraction) else weight
