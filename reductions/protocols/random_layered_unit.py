"""Random fixed-point units of several layers, for the inputs that are to be run."""

from collections.abc import Iterable, Sequence
from typing import Any

from ...questions import ReadOut, Unit
from ...tasks import TaskError
from ...tasks.task import require_integer
from .random_unit import random_fixed_point_unit

MOST_LAYERS = 64
"""Largest D: transcripts of more layers are not read by anyone."""


def random_layered_unit(
    inputs: Iterable[Sequence[int]], alphabet: int, m: int, p: int, H: int = 1, *, D: int, seed: int = 0, **how: Any
) -> Unit:
    """D layers, every entry uniform in the p-bit grid, tables looked up by position and *exact state*.

    The read-out after a layer gives every pair of symbol and row that occurs on the inputs a symbol of its own, so
    nothing is forgotten: the symbol is the token with all rows so far. Any networks between the layers, residual
    connections included, are such read-outs with some symbols merged.

    Parameters
    ----------
    inputs : sequences of symbols, all of one length
        What the unit can be run on: its read-outs have the states that occur there.
    alphabet, m, p, H, seed; in ``how``: dv, grid, combine, null
        As for ``random_fixed_point_unit``; D = 1 gives the same unit.
    D : int from 1 to 64

    Raises
    ------
    TaskError
        If a parameter is out of range, there is no input, or the tables would be too large.

    Examples
    --------
    >>> unit = random_layered_unit([(0, 1, 1), (1, 0, 1)], 2, m=2, p=2, D=3)
    >>> len(unit.layers), [read_out.alphabet for read_out in unit.read_outs]
    (3, [5, 5])
    """
    require_integer("D", "the number of layers", D, 1, "D=3")
    if D > MOST_LAYERS:
        raise TaskError(f"D, the number of layers, must be at most {MOST_LAYERS}, got {D}; try D=3")
    words = [tuple(tokens) for tokens in inputs]
    if not words or len({len(word) for word in words}) > 1:
        raise TaskError("inputs must be at least one, all of one length; give the sequences that are to be run")
    layers, read_outs, symbols = [], [], alphabet
    for number in range(D):
        one = random_fixed_point_unit(len(words[0]), symbols, m, p, H, seed=seed + 1_000_003 * number, **how)
        layers.append(one.layers[0])
        if number < D - 1:
            states: dict[tuple[int, tuple[object, ...]], int] = {}
            following = []
            for word in words:
                pairs = zip(word, one.outputs(word), strict=True)
                following.append(tuple(states.setdefault(pair, len(states)) for pair in pairs))
            words, symbols = following, len(states)
            read_outs.append(ReadOut(tuple(states.items()), symbols))  # type: ignore[arg-type]
    return Unit(alphabet, tuple(layers), tuple(read_outs))
