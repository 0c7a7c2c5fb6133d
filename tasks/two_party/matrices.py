"""Communication matrices from what people hold in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...questions import CommunicationMatrix
from ...questions.matrix import MatrixError
from ..plain_rows import symbol_rows
from ..task import TaskError

ENTRIES = {0: "0", 1: "1", "0": "0", "1": "1", "*": "*", None: "*"}
WANTED = "0 and 1 (or False, True), and * or NaN outside a promise"


def communication_matrix(
    data: Any, inputs: tuple[Iterable[Any], Iterable[Any]] | None = None, *, name: str = ""
) -> CommunicationMatrix:
    """The matrix of a two-party function: a row per input of Alice, a column per input of Bob.

    Parameters
    ----------
    data : CommunicationMatrix, sequence of words or rows, NumPy or SciPy array, DataFrame, or callable (a, b)
        Entries 0 and 1, or ``*`` (NaN, None) where nothing is promised.
    inputs : pair of iterables
        For a callable: Alice's inputs and Bob's.
    name : str
        A label for reports; it proves nothing.

    Raises
    ------
    TaskError
        If an entry is none of these, the rows are not equally long, or a callable comes without inputs.

    Examples
    --------
    >>> communication_matrix([[0, 1], [1, None]]).rows
    ('01', '1*')
    >>> communication_matrix(lambda a, b: a & b == 0, (range(4), range(4))).rows
    ('1111', '1010', '1100', '1000')
    """
    if isinstance(data, CommunicationMatrix):
        return data
    if callable(data):
        data = rows_of_function(data, inputs)
    elif inputs is not None:
        raise TaskError(f"inputs are those of a function of a and b, got {type(data).__name__}; leave inputs out")
    rows = symbol_rows(data, _symbol, WANTED, "a communication matrix")
    try:
        return CommunicationMatrix(rows, name)
    except MatrixError as error:
        raise TaskError(str(error)) from None


def _symbol(entry: object) -> str | None:
    # False and True are the keys 0 and 1.
    return ENTRIES.get(entry) if isinstance(entry, int | str | None) else None


def rows_of_function(
    function: Callable[..., Any], inputs: tuple[Iterable[Any], Iterable[Any]] | None
) -> list[list[Any]]:
    """The values of a function at all pairs of inputs: a row for each input of Alice.

    Raises
    ------
    TaskError
        If there are no inputs.
    """
    name = getattr(function, "__name__", "the function")
    if inputs is None:
        raise TaskError(
            f"inputs, the inputs of Alice and of Bob, are needed for {name}; try inputs=(range(8), range(8))"
        )
    alice, bob = (list(each) for each in inputs)
    return [[function(a, b) for b in bob] for a in alice]
