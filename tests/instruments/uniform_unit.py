"""All that a position reaches, gathered by one uniform head a layer: the upper bound of the least depth, as a unit.

Layer t: m = 0, so every score is 0 and weights are uniform; the value at position j is b^j times the number of its
state, b the number of states. The row at k is the sum of these over what k attends to, divided by their number; since
tables may depend on the position, so may the next layer's values, and a state is the pair of state and row.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from headcount.bounds.constructions.construction import ConstructionError
from headcount.bounds.constructions.universal.contextual_mapping import written_out
from headcount.questions import Head, Layer, ReadOut, Table, Unit
from headcount.questions.finite_task import Word
from headcount.questions.sparse_pattern import SparsePattern


def uniform_unit(pattern: SparsePattern, layers: int, alphabet: int, inputs: Iterable[Word]) -> Unit:
    """The unit of so many layers; it is run on the inputs to number the states that occur.

    Parameters
    ----------
    pattern : each position attends to some in every layer
    layers : at least 1
    alphabet : A
    inputs : sequences of n tokens

    Raises
    ------
    ConstructionError
        If a position attends to nothing in some layer, or there is no layer.

    Examples
    --------
    >>> from itertools import product
    >>> from headcount.questions.layer_patterns import Window
    >>> unit = uniform_unit(SparsePattern((Window(3, 1),)), 2, 2, product(range(2), repeat=3))
    >>> unit.m, unit.dv, unit.H, len(unit.layers)
    (0, 1, 1, 2)
    >>> len({unit.outputs(tokens)[0] for tokens in product(range(2), repeat=3)})
    8
    """
    if layers < 1:
        raise ConstructionError(f"layers must be at least 1, got {layers}")
    masks = [written_out(layer) for layer in pattern.layers]
    if any(() in mask for mask in masks):
        raise ConstructionError(f"a position of {pattern.words} attends to nothing; let it attend to itself")
    states = [tuple(tokens) for tokens in inputs]
    built, read_outs = [], []
    for t in range(layers):
        mask = masks[t % len(masks)]
        value = [tuple(alphabet**j * state for state in range(alphabet)) for j in range(pattern.n)]
        values = Table("both", tuple((one,) for row in value for one in row))
        nothing = Table("token", ((),) * alphabet)
        built.append(Layer((Head(nothing, (nothing,), (values,)),), mask=mask))
        numbers: dict[tuple[int, Fraction], int] = {}
        after = []
        for state in states:
            rows = [Fraction(sum(value[j][state[j]] for j in row), len(row)) for row in mask]
            after.append(tuple(numbers.setdefault(pair, len(numbers)) for pair in zip(state, rows, strict=True)))
        if t < layers - 1:
            symbols = tuple(((symbol, (row,)), number) for (symbol, row), number in numbers.items())
            alphabet = len(numbers)
            read_outs.append(ReadOut(symbols, alphabet))
        states = after
    return Unit(len(built[0].heads[0].queries.rows), tuple(built), tuple(read_outs))
