"""The quantity ``least``: the least m, p or H of a unit of a class for a task, the other sizes held fixed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..bounds.bound import Bound, bounds_in
from ..questions import Question, SignPattern
from ..search.ask import ask
from ..search.asked import RESOURCES, Asked, MatrixAsked
from ..search.class_bounds import CAPPED, MOST_CLAIMED
from ..search.options import made
from ..search.probe_options import ProbeOptions
from ..search.settle import question_of
from ..tasks import Task, TaskError
from .bounded import BoundedQuantity, Claim, stated
from .effort import Certificate, Effort, Search, accepted, compact
from .errors import ClaimError
from .interval import Interval


def least(
    resource: str, task: Task | SignPattern | Question | str, unit_class: str | None = None, **sizes: Any
) -> Least:
    """The least size of a unit of a class that does a task.

    Parameters
    ----------
    resource : "m", "p" or "H"
        Width of queries and keys, bits of a stored number, number of heads.
    task : Task, SignPattern, Question or str
        What the unit has to do. A string is what ``headcount probe`` takes: ``"qsa N=6 q=2"``, ``"parity k=3"``.
    unit_class : "sign", "grid", "keys", "fixed", "rounded", "softmax" or "thresh", optional
        Told by the other arguments if they suffice, else sign. A bound of one class says nothing about another.
    **sizes
        What is held fixed, named as the options of ``headcount probe``: ``bits``, ``width``, ``heads``, ``combine``,
        ``order``, ``gap``, ``grid``, ``read_out``, ``dv`` (class fixed, rounded: a number, or "m", the default: values
        as wide as queries; of averages nothing below ``values``), ``tables``, ``position``, ``null``, ``error``,
        ``values``, ``score``, ``mask``. Of an attention matrix (``"others L=6"``, ``"A.npz"``), whose least m is of
        class SOFTMAX, ``delta`` and ``eps2``: ratios of nonzeros within e^delta or 2^(3/4), zeros at most eps2 of them.

    Returns
    -------
    Least
        A quantity: compare it with ``==``, ``>=``, ``<=``, ``<``, ``>``, ``!=`` to make a statement.

    Raises
    ------
    ClaimError
        If the resource, the class, a size or the task is unknown or impossible.

    Examples
    --------
    >>> print(least("m", "qsa N=6 q=2"))
    least m of q-SA(N=6, q=2) without a null token, class SIGN
    >>> print(least("H", "match2 M=3 N=2", "thresh", position=0) >= 1)
    least H of the computation of match(order=2, M=3, N=2) at position 0, class THRESH >= 1
    >>> print(least("m", "permutation L=5") == 2)
    least m of every 5x5 permutation matrix as attention, at every tolerance, class SOFTMAX == 2
    """
    if resource not in RESOURCES:
        known = ", ".join(f"{name} ({words})" for name, words in RESOURCES.items())
        raise ClaimError(f"the resource must be one of {known}, got {resource!r:.40}; try least('m', ...)")
    if not isinstance(task, Task | SignPattern | Question | str):
        raise ClaimError(
            f"the task must be a Task, a SignPattern or words such as 'qsa N=6 q=2', got {task!r:.80}"
            f" ({type(task).__name__})"
        )
    given = {"unit_class": unit_class, "minimise": None if resource == "m" else resource, **sizes}
    try:  # "m" alone tells no class; p and H do
        asked = question_of(task, made(ProbeOptions, given, "least"))
    except TaskError as error:
        raise ClaimError(str(error)) from None
    if isinstance(asked, MatrixAsked) and not asked.exact:
        raise ClaimError(
            "a claim needs tolerances that are powers of two, which are exact, such as delta 2^1/8 and eps2 2^-10; "
            f"got {asked.tolerances[0]} and {asked.tolerances[1]}"
        )
    return Least(asked)


class Least(BoundedQuantity):
    """The least m, p or H as ``asked``."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.name = asked.resource

    @property
    def words(self) -> str:
        return f"least {self.asked.resource} of {self.asked.question.words}, {self.asked.words}"

    @property
    def identity(self) -> dict[str, Any]:
        asked = self.asked
        held = {name: value for name, value in asked.held_fixed.items() if name not in ("position", "order")}
        return {"least": asked.resource, "of": asked.question.to_json(), "class": str(asked.unit_class), "held": held}

    def search(self, effort: Effort, enough: Callable[[Interval], bool]) -> Search:
        def told(lower: int, upper: int | None) -> bool:
            return enough(Interval(Fraction(lower), None if upper is None else Fraction(upper)))

        try:
            found = ask(self.asked, budget=effort.seconds, seed=effort.seed, enough=told)
        except TaskError as error:  # too large to be searched: nothing is said about whether the claim is true
            return Search((), (str(error),))
        return Search((compact(found.certificate()),), found.notes)

    @property
    def least(self) -> Fraction:  # type: ignore[override]
        """By definition: m >= 0, p >= 1, H >= 1."""
        return Fraction(0 if self.asked.resource == "m" else 1)

    def described(self, interval: Interval, name: str, certificates: Sequence[Certificate]) -> str:
        words = super().described(interval, name, certificates)
        return f"{words} ({CAPPED})" if interval.lower == MOST_CLAIMED else words

    def claims(self, bundle: Mapping[str, Any]) -> Sequence[Claim]:
        try:
            bounds = bounds_in(bundle)
        except ValueError:
            return ()
        return bundle["claims"] if all(self._is_ours(bound) for bound in bounds) else ()

    def proved(self, certificates: Sequence[Certificate]) -> Interval:
        if not self.asked.counts_heads:
            return super().proved(certificates)
        heads: dict[int, Interval] = {}
        for text in certificates:
            bundle = json.loads(text)
            claims = self.claims(bundle)
            for bound, claim in zip(bounds_in(bundle), claims, strict=True) if claims and accepted(text) else ():
                number = bound.question.heads
                heads[number] = heads.get(number, Interval()).within(stated(claim))
        return Interval(self.least).within(self._heads(heads))

    def only(self, certificates: Sequence[Certificate], sides: frozenset[str]) -> tuple[Certificate, ...]:
        if not self.asked.counts_heads:
            return super().only(certificates, sides)
        return tuple(text for text in certificates if self.claims(json.loads(text)) and accepted(text))

    def _is_ours(self, bound: Bound) -> bool:
        if not self.asked.counts_heads:
            return bound.quantity == self.asked.stated
        sizes, heads = dict(self.asked.question.parameters), bound.question.heads
        if not 1 <= heads <= sizes["q"]:
            return False
        return bound.quantity == self.asked.width_with(heads)

    def _heads(self, heads: dict[int, Interval]) -> Interval:
        """The least H from what is known of the least m with each number of heads, and the width held fixed."""
        width, lower = self.asked.least.m or 0, 1
        while lower in heads and heads[lower].lower is not None and heads[lower].lower > width:  # type: ignore[operator]
            lower += 1
        enough = [h for h, known in heads.items() if known.upper is not None and known.upper <= width]
        return Interval(Fraction(lower), Fraction(min(enough)) if enough else None)
