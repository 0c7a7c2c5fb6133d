"""A task cut in two is a two-party function: its communication matrix, by the task's definition.

Rows are the assignments of Alice's tokens, columns those of Bob's, both in lexicographic order with the first position
most significant; public tokens are fixed. The entry says whether the task's output at one position has one value. A
unit that does the task, run across the cut, is a protocol for this function.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from ...questions import CommunicationMatrix
from ...questions.matrix import too_large
from ...questions.question import MAX_NAME, plain_label
from ...tasks import SequenceTask
from ..reduction import Owner
from .cut import Cut, CutError


def cut_matrix(
    task: SequenceTask, cut: Cut, at: int, public: Sequence[int] = (), value: int | None = None
) -> CommunicationMatrix:
    """The communication matrix of a task's output across a cut.

    Parameters
    ----------
    task : SequenceTask
        With N positions and symbols 0 .. A-1.
    cut : Cut
        Of N positions.
    at : int
        The position whose output is asked for, from 1.
    public : sequence of int
        The public tokens, in the order of their positions.
    value : int, optional
        The entry is 1 where the output equals this; may be left out if all outputs are 0 and 1.

    Raises
    ------
    CutError
        If the sizes do not fit, the matrix would be too large, or the outputs are not 0 and 1 and no value is given.

    Examples
    --------
    >>> from headcount.tasks import Match3
    >>> from headcount.reductions.protocols.cut import Cut
    >>> print(*cut_matrix(Match3(3, 3), Cut.of(3, [2], [3], [1]), 1, [1]).rows)  # 1 + 1 + 1 = 0 mod 3
    111 111 111
    >>> print(*cut_matrix(Match3(4, 3), Cut.of(3, [2], [3], [1]), 1, [1]).rows)
    0011 0010 1111 1010
    """
    if cut.N != task.N:
        raise CutError(f"the cut must own the {task.N} positions of the task, got {cut.N} letters in {cut}")
    if type(at) is not int or not 1 <= at <= task.N:
        raise CutError(f"at, the position of the output, must be an integer from 1 to {task.N}, got {at!r:.40}")
    positions = {owner: cut.positions(owner) for owner in Owner}
    public = tuple(public)
    if len(public) != len(positions[Owner.PUBLIC]):
        count, got = len(positions[Owner.PUBLIC]), ",".join(map(str, public)) or "none"
        example = ",".join("1" * count) or "no token"
        many = "1 token" if count == 1 else f"{count} tokens"
        raise CutError(f"public must hold {many}, one for each P of the cut, got {got}; write for example {example}")
    symbols = range(task.alphabet)
    if wrong := [token for token in public if token not in symbols]:
        raise CutError(f"public tokens must be symbols from 0 to {task.alphabet - 1}, got {wrong[0]!r:.40}")
    shape = [task.alphabet ** len(positions[owner]) for owner in (Owner.ALICE, Owner.BOB)]
    if reason := too_large(*shape):
        raise CutError(f"{reason}; make more positions public, or try a smaller alphabet or N")
    rows = []
    for alice in product(symbols, repeat=len(positions[Owner.ALICE])):
        row = []
        for bob in product(symbols, repeat=len(positions[Owner.BOB])):
            tokens = dict(zip(positions[Owner.ALICE], alice, strict=True))
            tokens |= zip(positions[Owner.BOB], bob, strict=True)
            tokens |= zip(positions[Owner.PUBLIC], public, strict=True)
            output = task.evaluate(tuple(tokens[j] for j in range(1, task.N + 1)))[at - 1]
            if value is None and output not in (0, 1):
                raise CutError(
                    f"the outputs must be 0 and 1, got {output!r}; say which value (‹value›) is to count as 1"
                )
            row.append("01"[output == (1 if value is None else value)])
        rows.append("".join(row))
    sizes = ", ".join(f"{name}={size}" for name, size in task.parameters.items())
    asked = f" = {value}" if value is not None else ""
    fixed = f" public {','.join(map(str, public))}" if public else ""
    label = f"{task.name} {sizes} output {at}{asked} cut {cut}{fixed}"
    return CommunicationMatrix(tuple(rows), plain_label(label)[:MAX_NAME])
