"""The patterns of relevance as sparse arrays for the engines."""

import numpy as np
import scipy.sparse as sparse

from ..questions import Question
from ..questions.relevance import Relevance
from ..solvers.sparse_signs.sparse_signs import SparseSigns, signs_of_lists


def sparse_pattern(question: Question) -> SparseSigns:
    """The rows of a pattern over ``+ - *``, without the row that is added where there is no null token.

    >>> from ..questions import SignPattern, pattern_question
    >>> sparse_pattern(pattern_question(SignPattern(("+-*", "-+-"), null=False))).block(0, 2).tolist()
    [[1, -1, 0], [-1, 1, -1]]
    """
    if isinstance(question, Relevance):
        return signs_of_lists(question.width, question.selected, question.free)
    rows = question.pattern.rows
    letters = np.frombuffer("".join(rows).encode("ascii"), dtype=np.uint8).reshape(len(rows), -1)
    return SparseSigns(sparse.csr_array(letters == ord("+")), sparse.csr_array(letters == ord("*")))
