"""The style of pictures: colours, titles that fit, and the inputs of named functions as they are written."""

from __future__ import annotations

import textwrap

from matplotlib.figure import Figure

from ...questions import CommunicationMatrix
from ...tasks.two_party.functions import FUNCTIONS, BitStrings, Inputs

INK, ACCENT, PALE = "#2e4057", "#d1495b", "#c6d4e8"
COLOURS = (INK, ACCENT, "#66a182", "#edae49", "#8d6a9f", "#5b8e7d", "#8c6d46", "#3d7ea6")
"""Of curves side by side."""

WIDTH_OF_A_LETTER = 0.56
"""Of the size of the font, on average; digits and capitals are wider, most letters narrower."""


def fitted(words: str, figure: Figure, size: float = 12) -> str:
    r"""The words with line breaks, so that no line is wider than the figure.

    Examples
    --------
    >>> fitted("one two three four", Figure(figsize=(1, 1)), size=12)
    'one two\nthree four'
    """
    most = max(6, int(figure.get_figwidth() * 72 / (WIDTH_OF_A_LETTER * size)))
    return "\n".join("\n".join(textwrap.wrap(line, most)) for line in words.split("\n"))


def input_words(matrix: CommunicationMatrix) -> tuple[list[str], list[str]]:
    """How Alice's and Bob's inputs are written: bits or numbers of a named function, else the numbers from 0.

    Examples
    --------
    >>> input_words(CommunicationMatrix.named("index", 2))
    (['00', '01', '10', '11'], ['1', '2'])
    """
    if matrix.n and matrix.name in FUNCTIONS:
        function = FUNCTIONS[matrix.name](matrix.n)
        return _spelled(function.alice), _spelled(function.bob)
    return [str(i) for i in range(matrix.shape[0])], [str(j) for j in range(matrix.shape[1])]


def _spelled(inputs: Inputs) -> list[str]:
    if isinstance(inputs, BitStrings):
        return [inputs.spell(bits) for bits in inputs]
    return [inputs.spell(number) for number in inputs]
