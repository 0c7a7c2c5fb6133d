"""Sign patterns as small integer arrays for the engines: -1, 0, 1 and 2 for a star."""

import numpy as np

from ..questions import Question

STAR = 2
_CODES = np.zeros(128, dtype=np.int8)
for _symbol, _value in (("-", -1), ("0", 0), ("+", 1), ("*", STAR)):
    _CODES[ord(_symbol)] = _value


def pattern_array(question: Question) -> np.ndarray:
    """The homogeneous rows of a question as an int8 array (R, C).

    >>> from ..questions import qsa_question
    >>> pattern_array(qsa_question(3, 1)).tolist()
    [[0, -1, -1], [-1, 0, -1], [-1, -1, 0], [1, 1, 1]]
    """
    rows = question.rows
    letters = np.frombuffer("".join(rows).encode("ascii"), dtype=np.uint8)
    return _CODES[letters].reshape(len(rows), len(rows[0]))
