"""``probe --mask``: units in which a position attends under a sparse pattern, so that only keys in its row compete.

Of a selection, the keys that position i does not see are no condition (``*``): whatever they score, the softmax takes
no notice of them. Of q-SA a position may be asked for any q of the keys that it sees; of a pattern with a row and a
column for each position, row i is asked at position i. Such masks never make the least m larger, and may make it much
smaller. Of a computation the mask is part of the units (class FIXED or ROUNDED), and may make the task impossible.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from ..questions import Question, SignPattern, pattern_question
from ..questions.layer_patterns import LayerPattern
from ..questions.reading import read_pattern
from ..questions.sparse_pattern import SparsePattern
from ..tasks import TaskError

if TYPE_CHECKING:
    from ..bounds.constructions.construction import Construction

MOST_ROWS = 20_000
"""Most subsets, of all positions together, that are written out."""


def masked(question: Question, mask: str) -> Question:
    """The question with the keys that a position does not see left free.

    Parameters
    ----------
    question : q-SA, or a pattern with as many rows as columns
    mask : a pattern of one layer in words, ``"window w=2"`` or a file; n is that of the question if left out

    Raises
    ------
    TaskError
        If the mask is none, has several layers or another n, hides all keys from a position without a null token, or
        the question has no positions to mask.

    Examples
    --------
    >>> from ..questions import qsa_question
    >>> question = masked(qsa_question(5, 1), "window w=1")
    >>> question.pattern.rows[:3]
    ('0-***', '-0***', '0--**')
    """
    keys = question.columns
    layer = mask_layer(mask, keys, null=question.null)
    if question.task == "qsa":
        rows = _subsets(layer, dict(question.parameters)["q"])
    elif question.task == "pattern" and question.can_be_written_out and len(question.pattern.rows) == keys:
        rows = [_row(layer, i, word) for i, word in enumerate(question.pattern.rows)]
    else:
        raise TaskError(
            "‹mask› is for qsa, for patterns with a row and a column for each position, and for tasks that units "
            f"compute, not for {question.words}; leave it out, or name a class of units that compute, such as "
            "‹unit_class=fixed›"
        )
    label = f"{question.spoken[0]} under {_plain(layer.words)}"
    return pattern_question(SignPattern(tuple(rows), question.null), label, masked=True)


def mask_of_units(question: Question, mask: str, *, null: bool) -> SparsePattern:
    """The mask of units for a computation; ``null``: whether a null token is allowed.

    Raises
    ------
    TaskError
        If the mask is none, has several layers or another n, or hides all keys from a position without a null token.

    Examples
    --------
    >>> from ..questions import computation_question
    >>> mask_of_units(computation_question("match", order=2, M=3, N=4), "causal", null=False).layers[0].row(1)
    (range(0, 2),)
    """
    assert question.finite is not None
    layer = mask_layer(mask, question.finite.length, null=null)
    return read_pattern(SparsePattern((layer,)).to_json())  # a file's graph as the lists that a claim states


def masked_construction(built: Construction, mask: str) -> Construction:
    """The construction under a mask, of what positions see.

    Raises
    ------
    TaskError, ConstructionError
        If the mask is none, does not fit, or the construction is not for one.
    """
    from ..bounds.constructions.under_mask import under_mask

    return under_mask(built, lambda positions, null: mask_layer(mask, positions, null=null))


def mask_layer(mask: str, keys: int, *, null: bool) -> LayerPattern:
    """The pattern of one layer that the words name, on so many positions; ``causal`` alone is itself and all before.

    Raises
    ------
    TaskError
        If the mask is none, has several layers or another n, or hides all keys from a position without a null token.

    Examples
    --------
    >>> mask_layer("causal", 4, null=False).words
    'causal dense'
    """
    from ..tasks.sparse_patterns import pattern_from_words

    words = mask.split()
    if not words:
        raise TaskError("‹mask› must name a sparse pattern; try ‹mask=causal› or ‹mask=window w=2›")
    if words == ["causal"]:
        words.append("dense")
    if not any(word.startswith("n=") for word in words) and "." not in words[-1]:
        words.append(f"n={keys}")
    asked = pattern_from_words(words)
    if len(asked.layers) != 1:
        raise TaskError(
            f"‹mask› must be a pattern of one layer, got one of {len(asked.layers)}; put them into one head with union"
        )
    if asked.n != keys:
        raise TaskError(
            f"‹mask› must be a pattern on {keys} positions, one for each key, got one on {asked.n}; take n={keys}, or "
            f"a file with {keys} positions"
        )
    layer = asked.layers[0]
    if not null and (empty := next((i for i in range(layer.n) if not layer.degree(i)), None)) is not None:
        raise TaskError(
            f"‹mask› must leave each position a key to attend to, and position {empty} sees none under {layer.words}; "
            "let it see one, for instance itself, or allow a null token (class fixed: ‹null›)"
        )
    return layer


def _plain(words: str) -> str:
    """Words of a pattern as they may stand in a label.

    >>> _plain("window(2) with dilated(1, 2)")
    'window 2 with dilated 1 2'
    """
    return words.replace("(", " ").replace(")", "").replace(",", "")


def _row(layer: LayerPattern, i: int, word: str) -> str:
    return "".join(symbol if layer.has(i, j) else "*" for j, symbol in enumerate(word))


def _subsets(layer: LayerPattern, q: int) -> list[str]:
    """The rows of q-SA: for each position any q of the keys that it sees tied above the others that it sees."""
    count = sum(comb(layer.degree(i), q) for i in range(layer.n))
    if count > MOST_ROWS:
        raise TaskError(
            f"‹mask› leaves {count} subsets of {q} keys to all positions together, and at most {MOST_ROWS} are written "
            "out; take a smaller N, q or mask"
        )
    found: dict[str, None] = {}
    for i in range(layer.n):
        seen = [j for j in range(layer.n) if layer.has(i, j)]
        for chosen in combinations(seen, q):
            symbols = dict.fromkeys(seen, "-") | dict.fromkeys(chosen, "0")
            found["".join(symbols.get(j, "*") for j in range(layer.n))] = None
    if not found:
        raise TaskError(f"no position sees {q} keys under {layer.words}, so nothing is asked; take a smaller q")
    return list(found)
