"""The quantity ``least``: the least m, p or H of a unit of a class for a task, the other sizes held fixed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from ...bounds.bound import Bound, bounds_in
from ...questions import AttentionRatios, Question, SignPattern
from ...questions.attention_matrix import PermutationMatrix
from ...tasks import Task, TaskError
from ...tasks.attention_matrix.tolerances import Tolerance
from ..search.classes.class_probe import class_probe
from ..search.classes.matrix_asked import matrix_asked
from ..search.classes.probe_options import CHOICES, ProbeOptions, settle
from ..search.classes.unit_asked import RESOURCES, UnitAsked
from ..search.probe import probe
from .effort import Certificate, Effort, Search, accepted, compact
from .errors import ClaimError
from .interval import Interval
from .statement import Quantity


def least(
    resource: str,
    task: Task | SignPattern | Question | str,
    unit_class: str | None = None,
    *,
    delta: Tolerance | None = None,
    eps2: Tolerance | None = None,
    **sizes: Any,
) -> Least:
    """The least size of a unit of a class that does a task.

    Parameters
    ----------
    resource : "m", "p" or "H"
        Width of queries and keys, bits of a stored number, number of heads.
    task : Task, SignPattern, Question or str
        What the unit has to do. A string is what ``headcount probe`` takes: ``"qsa N=6 q=2"``, ``"parity k=3"``.
    unit_class : "sign", "grid", "fixed", "softmax" or "thresh", optional
        Told by the other arguments if they suffice, else sign. A bound of one class says nothing about another.
    delta, eps2 : number, or text such as "2^3/4" and "2^-10", optional
        Of an attention matrix (``"others L=6"``, ``"permutations L=8 k=2"``, ``"A.npz"``), of which the least m of
        class SOFTMAX is asked: ratios of nonzeros within e^delta or 2^(3/4), zeros at most eps2 of the nonzeros.
    **sizes
        What is held fixed, named as the options of ``headcount probe``: ``bits``, ``width``, ``heads``, ``combine``,
        ``order``, ``gap``, ``grid``, ``read_out``, ``dv`` (class fixed: a number, or "m", the default: values as
        wide as queries; of averages nothing below ``values``), ``tables``, ``position``, ``null``, ``error``,
        ``values``, ``score``.

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
    if unknown := sorted(set(sizes) - (set(ProbeOptions.__dataclass_fields__) - {"unit_class", "minimise"})):
        known = ", ".join(sorted(set(ProbeOptions.__dataclass_fields__) - {"unit_class", "minimise"}))
        raise ClaimError(f"least takes no argument {unknown[0]!r}; it takes {known}")
    if not isinstance(task, Task | SignPattern | Question | str):
        raise ClaimError(
            f"the task must be a Task, a SignPattern or words such as 'qsa N=6 q=2', got {task!r:.80}"
            f" ({type(task).__name__})"
        )
    # "m" alone tells no class; p and H do.
    options = ProbeOptions(unit_class, None if resource == "m" else resource, **sizes)
    try:
        if (of_matrix := matrix_asked(task, resource, unit_class, delta, eps2)) is not None:
            if options.given.keys() - {"class"}:
                raise TaskError("an attention matrix takes no other arguments than --delta and --eps2")
            return Least(of_matrix)
        return Least(settle(task.split() if isinstance(task, str) else task, options))
    except TaskError as error:
        raise ClaimError(in_python(str(error))) from None


def in_python(message: str) -> str:
    """A message that speaks of options, for somebody who writes arguments.

    >>> in_python("--bits is needed; write for example --bits 2, or take --class fixed")
    "bits is needed; write for example bits=2, or take unit_class='fixed'"
    """
    named = message.replace("--class ", "--unit_class ").replace("--read-out", "--read_out")
    choices = "|".join({word for words in CHOICES.values() for word in words})
    named = re.sub(rf"--([a-z_]+) ({choices})\b", r"\1='\2'", named)
    named = re.sub(r"--([a-z_]+) (\d+)", r"\1=\2", named)
    return re.sub(r"--([a-z_]+)", r"\1", named)


class Least(Quantity):
    """The least m, p or H as ``asked``."""

    def __init__(self, asked: UnitAsked) -> None:
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

        if self.asked.is_sign_rank or isinstance(self.asked.question, AttentionRatios | PermutationMatrix):
            bracket = probe(self.asked.question, budget=effort.seconds, seed=effort.seed, enough=told)
            return Search((compact(bracket.certificate()),), bracket.notes)
        try:
            found = class_probe(self.asked, budget=effort.seconds, seed=effort.seed, enough=told)
        except TaskError as error:  # too large to be searched: nothing is said about whether the claim is true
            return Search((), (in_python(str(error)),))
        return Search(tuple(compact(bundle) for bundle in found.certificates()), found.notes)

    def proved(self, certificates: Sequence[Certificate]) -> Interval:
        least = Fraction(0 if self.asked.resource == "m" else 1)  # by definition
        interval = Interval(least)
        heads: dict[int, Interval] = {}
        for text in certificates:
            bounds = self._ours(text)
            if not bounds or not accepted(text):
                continue
            for bound in bounds:
                value = Fraction(bound.value)
                end = Interval(value, None) if bound.side == "lower" else Interval(None, value)
                if self.asked.counts_heads:
                    heads[bound.question.heads] = heads.get(bound.question.heads, Interval()).within(end)
                else:
                    interval = interval.within(end)
        return interval.within(self._heads(heads)) if heads else interval

    def only(self, certificates: Sequence[Certificate], sides: frozenset[str]) -> tuple[Certificate, ...]:
        kept = []
        for text in certificates:
            if not (bounds := self._ours(text)) or not accepted(text):
                continue
            bundle = json.loads(text)
            if self.asked.counts_heads:
                kept.append(text)
                continue
            best = {
                side: max(chosen, key=lambda bound: bound.value if side == "lower" else -bound.value)
                for side in ("lower", "upper")
                if (chosen := [bound for bound in bounds if bound.side == side])
            }
            claims = [bundle["claims"][bounds.index(bound)] for side, bound in best.items() if side in sides]
            if claims:
                kept.append(compact(bundle | {"claims": claims}))
        return tuple(dict.fromkeys(kept))

    def _ours(self, text: Certificate) -> tuple[Bound, ...]:
        """The bounds that a certificate claims, if all of them are about what is asked here; else none."""
        try:
            bounds = bounds_in(json.loads(text))
        except ValueError:
            return ()
        return bounds if all(self._is_ours(bound) for bound in bounds) else ()

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
