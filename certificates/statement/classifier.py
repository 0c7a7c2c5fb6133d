"""An output layer: which sets of classes a hidden state can put above a threshold.

A *classifier* has a row of weights W_j and perhaps a bias b_j for each of n classes; a hidden state x in R^d gives
class j the score <W_j, x> + b_j. A set S of classes is *reachable* if for some x the scores of S, and no others, are
above the threshold: 0 (``zero``, independent sigmoids), or any number that may depend on x (``free``: S are the top
classes; a class that is reachable alone is *argmaxable*), and no score is at the threshold. With ``centred`` only
states whose coordinates add up to 0 count, as they leave a normalisation.
"""

from collections.abc import Iterable
from dataclasses import dataclass

MOST_NAMED = 20


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
    """What the classes are called."""
    name: str = ""

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
        """In words, what is claimed of all these sets."""
        who = ("some" if reachable else "no") + (" hidden state with sum 0" if self.centred else " hidden state")
        above = "above all others" if self.free else "above 0 and all others below"
        named = ", ".join(self.spell(one) for one in sets[:MOST_NAMED]) + (", .." if len(sets) > MOST_NAMED else "")
        return f"{self.words}: {who} scores exactly the classes {named} {above} ({len(sets)} sets)"

    def word(self, one: Iterable[int]) -> str:
        """The signs asked for: ``+`` in the set, ``-`` off it."""
        signs = bytearray(b"-" * len(self.rows))
        for j in one:
            signs[j] = ord("+")
        return signs.decode()

    def spell(self, one: Iterable[int]) -> str:
        """A set of classes by what they are called."""
        names = [str(self.classes[j]) for j in one]
        return f"{{{', '.join(names[:MOST_NAMED])}{', ..' if len(names) > MOST_NAMED else ''}}}"
