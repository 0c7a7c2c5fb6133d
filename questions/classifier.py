"""An output layer: which sets of classes a hidden state can put above a threshold.

A *classifier* has a row of weights W_j and perhaps a bias b_j for each of n classes; a hidden state x in R^d gives
class j the score <W_j, x> + b_j. A set S of classes is *reachable* if for some x the scores of S, and no others, are
above the threshold: 0 (``zero``, independent sigmoids), or any number that may depend on x (``free``: S are the top
classes; a class that is reachable alone is *argmaxable*), and no score is at the threshold. With ``centred`` only
states whose coordinates add up to 0 count, as they leave a normalisation.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from .messages import quoted

MOST_NAMED = 20
MOST_WRITTEN = 200
"""Characters after which no further set, or class, is written out."""


@dataclass(frozen=True)
class Classifier:
    """Rows of weights, with bias as a further coordinate, and a last coordinate -1 if the threshold is free.

    So S is reachable iff <row, z> > 0 exactly for the rows of S, and never 0, for some z = (x s, s, t) with s > 0: x is
    the state, t / s its threshold. Without bias s is no coordinate.

    >>> Classifier(((1, 0, -1), (0, 1, -1)), bias=False, free=True, centred=False, classes=(0, 7)).words
    'the output layer (2 classes, 2 coordinates, no bias)'
    """

    rows: tuple[tuple[int, ...], ...]
    bias: bool
    free: bool
    centred: bool
    classes: tuple[int, ...]
    """The numbers of the classes."""
    name: str = ""
    names: tuple[str, ...] = ()
    """What the classes are called, by the file: any text, of which nothing is proved."""

    @property
    def width(self) -> int:
        """d."""
        return len(self.rows[0]) - self.bias - self.free

    @property
    def words(self) -> str:
        """Its size in words."""
        label = f" '{self.name}'" if self.name else ""
        bias = "with bias" if self.bias else "no bias"
        return f"the output layer{label} ({len(self.rows)} classes, {self.width} coordinates, {bias})"

    def says(self, sets: list[tuple[int, ...]], reachable: bool) -> str:
        """In words, what is claimed of each of these sets; the first ones are written out.

        >>> layer = Classifier(((1, -1), (2, -1)), False, True, False, (0, 7), names=("cat", "dog"))
        >>> layer.says([(1,)], reachable=False).partition(": ")[2]
        "this set of classes has no hidden state at which it scores above all others: {7 'dog'}"
        """
        state = "hidden state with sum 0" if self.centred else "hidden state"
        above = "above all others" if self.free else "above 0 and the others below"
        if len(sets) == 1:
            who = f"this set of classes has {'a' if reachable else 'no'}"
        else:
            who = f"{'each' if reachable else 'none'} of these {len(sets)} sets of classes has a"
        return f"{self.words}: {who} {state} at which it scores {above}: {self._listed(sets)}"

    def _listed(self, sets: list[tuple[int, ...]]) -> str:
        written = _first(map(self.spell, sets))
        more = len(sets) - len(written)
        return ", ".join(written) + (f", and {more} more that the claim lists" if more else "")

    def word(self, one: Iterable[int]) -> str:
        """The signs asked for: ``+`` in the set, ``-`` off it."""
        signs = bytearray(b"-" * len(self.rows))
        for j in one:
            signs[j] = ord("+")
        return signs.decode()

    def spell(self, one: Iterable[int]) -> str:
        """A set of classes by their numbers, and by their names in quotes, with all but ASCII escaped."""
        chosen = tuple(one)
        called = _first(f"{self.classes[j]}{f' {quoted(self.names[j])}' if self.names else ''}" for j in chosen)
        return f"{{{', '.join(called)}{', ..' if len(chosen) > len(called) else ''}}}"


def _first(texts: Iterable[str]) -> list[str]:
    """The first ones, as many as a message has room for."""
    written: list[str] = []
    for text in islice(texts, MOST_NAMED):
        written.append(text)
        if sum(map(len, written)) > MOST_WRITTEN:
            break
    return written
