"""The answer of ``reachable``: what was decided of each set, by which evidence, and the certificate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import comb, log10
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bounds.selections import separation_lower
from ..certificates.verdict import Accepted
from ..display.answer import CertifiedAnswer
from ..display.html import framed, paragraph, table
from ..elaborate.certify import certify
from ..questions import separation_question
from ..solvers.reachability.batch_points import Reached
from ..solvers.reachability.nearest_point import Decision
from ..solvers.reachability.score_table import ScoreTable
from ..tasks.output_layers import LabelSets, OutputLayer
from ..tasks.output_layers.output_layer import MOST_NAMED
from .reachability_certificate import certificate_of

REACHABLE, UNREACHABLE, OPEN = "reachable", "unreachable", "open"

COUNTED = 400
"""Classes up to which reachable sets are counted by a sum of binomials."""


@dataclass(frozen=True)
class Rule:
    """What it means that a set is on top."""

    free: bool
    words: str


RULES = {
    "argmax": Rule(True, "the class scores above all others"),
    "top-k": Rule(True, "the set scores above all others"),
    "sigmoid": Rule(False, "the set, and no other class, scores above the threshold"),
}


@dataclass(frozen=True, eq=False)
class Reachability(CertifiedAnswer):
    """Which sets of classes some hidden state puts on top.

    Attributes
    ----------
    layer : OutputLayer
    rule : "argmax", "top-k" or "sigmoid"
    threshold : float
        Of ``sigmoid``, on the scores.
    labels : LabelSets
        The sets asked about; results name them by their places in ``labels.sets``.
    seconds : float
        What the decisions took.
    """

    layer: OutputLayer
    rule: str
    threshold: float
    labels: LabelSets
    table: ScoreTable
    first: Reached
    decided: dict[int, Decision]
    seconds: float
    certificates: tuple[dict[str, Any], frozenset[int]] = field(default=({}, frozenset()))

    @property
    def sets(self) -> tuple[tuple[int, ...], ...]:
        """The sets asked about."""
        return self.labels.sets

    @cached_property
    def statuses(self) -> tuple[str, ...]:
        """For each set "reachable", "unreachable" or "open"."""
        found = [OPEN] * len(self.sets)
        for number in self.first.which.tolist():
            found[number] = REACHABLE
        for number, decision in self.decided.items():
            found[number] = REACHABLE if decision.point else UNREACHABLE if decision.weights else OPEN
        return tuple(found)

    def _which(self, status: str) -> tuple[int, ...]:
        return tuple(number for number, found in enumerate(self.statuses) if found == status)

    @property
    def reachable(self) -> tuple[int, ...]:
        """The sets with a hidden state that does it."""
        return self._which(REACHABLE)

    @property
    def unreachable(self) -> tuple[int, ...]:
        """The sets with a combination of rows that shows that no hidden state does it."""
        return self._which(UNREACHABLE)

    @property
    def open(self) -> tuple[int, ...]:
        """The sets about which nothing is said."""
        return self._which(OPEN)

    @property
    def closed(self) -> bool:
        """Whether every set is decided."""
        return OPEN not in self.statuses

    @property
    def certified_sets(self) -> frozenset[int]:
        """The sets whose evidence the checker has replayed; that of the others was verified in integers here."""
        return self.certificates[1]

    @cached_property
    def _place(self) -> dict[int, int]:
        return {number: place for place, number in enumerate(self.first.which.tolist())}

    def point(self, number: int) -> tuple[int, ...]:
        """An integer point for a reachable set: direction of the state, scale (with a bias), threshold (if free).

        The threshold is times ``2^table.bits``, as the scores of ``table`` are.
        """
        if number in self.decided:
            return self.decided[number].point
        return self.first.point(self.table, self._place[number])

    def state(self, number: int) -> npt.NDArray[np.float64]:
        """A hidden state x for a reachable set: exact without bias, else the point divided by its scale, rounded."""
        point = self.point(number)
        d = self.layer.d
        if not self.table.bias:
            return np.array([float(entry) for entry in point[:d]])
        scaled = np.abs(self.table.rows).max(axis=0)
        part = float(np.abs(self.layer.weights).max() / scaled[:d].max()) if scaled[:d].any() else 1.0
        offset = self.layer.bias if self.layer.bias is not None else np.zeros(1)
        other = float(np.abs(offset - self.threshold).max() / scaled[d])
        return np.array([entry / point[d] for entry in point[:d]]) * (other / part)

    def mix(self, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The classes in an unreachable set, and those off it, whose rows rule it out together."""
        members = set(self.sets[number])
        used = [j for j, _ in self.decided[number].weights]
        return tuple(j for j in used if j in members), tuple(j for j in used if j not in members)

    def why(self, number: int) -> str:
        """In words, why a set is unreachable, or open."""
        decision = self.decided.get(number)
        who = self._spell(self.sets[number])
        if decision is None or decision.reason:
            return f"{who}: open, {decision.reason if decision else 'the time was over'}"
        inside, outside = self.mix(number)
        larger = ", with no smaller bias" if self.table.bias else ""
        if self.table.free and len(inside) == len(outside) == 1:
            other = self._names(outside)
            return f"{who} has the weights of {other}{larger}: it never scores above it"
        if self.rule == "argmax":
            return f"{who} lies in the hull of {len(outside)} others{larger}: {self._names(outside)}"
        if self.table.free:
            return f"{who}: a mean of {self._names(inside)} is a mean of {self._names(outside)}{larger}"
        parts = [f"{self._names(part)} {side}" for part, side in ((inside, "above"), (outside, "below")) if part]
        return f"{who}: no state has {' and '.join(parts)}"

    def _spell(self, one: tuple[int, ...]) -> str:
        return self._names(one) if self.rule == "argmax" else "{" + self._names(one) + "}"

    def _names(self, classes: tuple[int, ...]) -> str:
        shown = ", ".join(self.layer.spell(j) for j in classes[:MOST_NAMED])
        return shown + (f", .. ({len(classes)} classes)" if len(classes) > MOST_NAMED else "")

    @property
    def methods(self) -> dict[str, int]:
        """How many sets were decided how."""
        found = Counter(self._method(number) for number in self.decided)
        found["reached by a first direction"] += len(self.first.which)
        return {name: count for name, count in found.items() if count}

    def _method(self, number: int) -> str:
        decision = self.decided[number]
        if decision.reason:
            return "open"
        if decision.point:
            whole = self.table.free and len(self.sets[number]) in (0, self.table.classes)
            return "trivial" if whole else "reached by a nearest point"
        same = list(map(len, self.mix(number))) == [1, 1] and len({weight for _, weight in decision.weights}) == 1
        return "same weights as another class" if same else "ruled out by a combination"

    @property
    def facts(self) -> tuple[str, ...]:
        """What holds for every layer of this size, with its source."""
        return tuple(_facts(self.table, max(map(len, self.sets)), self.rule))

    def certificate(self) -> dict[str, Any]:
        """The bundle that ``headcount check`` accepts; without claims if none fits into one file."""
        return self.certificates[0]

    def certified(self, watch: Callable[[str, int, int], None] | None = None) -> Reachability:
        """With a certificate for as many sets as fit, replayed by the checker."""
        if watch is not None:
            watch("certificate", 0, 1)
        ruled = {number: self.decided[number].weights for number in self.unreachable}
        alone = [number for number in self.reachable if number in self.decided]
        groups = [[number for number in self.reachable if number not in self.decided], alone]
        content, included = certificate_of(
            self.table, self.sets, ruled, groups, self.point, self.layer.name, self.layer.names
        )
        if content["claims"]:
            content, verdict = certify(content)
            if not isinstance(verdict, Accepted):
                raise RuntimeError(f"the checker refuses what was found: {verdict}")
        return replace(self, certificates=(content, included))

    def witnesses(self) -> dict[str, npt.NDArray[Any]]:
        """What is written to a file: the sets' places, and a hidden state for each reachable one."""
        states = np.array([self.state(number) for number in self.reachable]).reshape(-1, self.layer.d)
        sets = [",".join(map(str, self.sets[number])) for number in self.reachable]
        return {
            "sets": np.array(sets, dtype=str),
            "labels": np.array([self.labels.labels[k] for k in self.reachable], dtype=str),
            "states": states,
        }

    def to_json(self) -> dict[str, Any]:
        """The summary that ``headcount reachable --json`` prints."""
        return {
            "name": self.layer.name,
            "classes": self.layer.classes,
            "d": self.layer.d,
            "bias": self.layer.bias is not None,
            "type": self.layer.type,
            "rule": self.rule,
            "threshold": self.threshold,
            "centred": self.table.centred,
            "sets": len(self.sets),
            "given": self.labels.given,
            REACHABLE: len(self.reachable),
            UNREACHABLE: len(self.unreachable),
            OPEN: len(self.open),
            "closed": self.closed,
            "certified": len(self.certified_sets),
            "methods": self.methods,
            "unreachable_sets": [self._listed(number) for number in self.unreachable],
            "open_sets": [
                {**self._named(number), "reason": self.why(number).partition(": open, ")[2]} for number in self.open
            ],
            "facts": list(self.facts),
            "seconds": self.seconds,
        }

    def _named(self, number: int) -> dict[str, Any]:
        one = list(self.sets[number])
        names = self.layer.names
        return {
            "label": self.labels.labels[number],
            "set": one,
            **({} if names is None else {"names": [names[j] for j in one]}),
        }

    def _listed(self, number: int) -> dict[str, Any]:
        inside, outside = self.mix(number)
        status = "CERTIFIED" if number in self.certified_sets else "VERIFIED"
        return {**self._named(number), "inside": list(inside), "outside": list(outside), "status": status}

    def __str__(self) -> str:
        counts = f"{len(self.reachable)} reachable, {len(self.unreachable)} not, {len(self.open)} open"
        listed = [f"  {self.why(number)}" for number in (*self.unreachable, *self.open)[:MOST_NAMED]]
        more = len(self.unreachable) + len(self.open) - len(listed)
        return "\n".join(
            [f"{self.layer.words}; {self.rule}: {counts}", *listed, *([f"  .. and {more} more"] if more else [])]
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        counts = ((REACHABLE, self.reachable), (UNREACHABLE, self.unreachable), (OPEN, self.open))
        rows = [(status, len(found), self._standing(status, found)) for status, found in counts]
        why = [paragraph(self.why(number)) for number in (*self.unreachable, *self.open)[:MOST_NAMED]]
        more = len(self.unreachable) + len(self.open) - len(why)
        left_out = [paragraph(f".. and {more} more")] if more else []
        return framed(f"{self.layer.words}; {self.rule}", table(rows), *why, *left_out)

    def _standing(self, status: str, found: tuple[int, ...]) -> str:
        if status == OPEN or not found:
            return ""
        certified = len(self.certified_sets.intersection(found))
        return "CERTIFIED" if certified == len(found) else f"{certified} CERTIFIED, the others verified in integers"


def _facts(table: ScoreTable, most: int, rule: str) -> Iterator[str]:
    n, bias = table.classes, int(table.bias)
    d = table.width - bias - int(table.centred)
    plus = (
        f"d = {d}"
        + (" with a bias" if bias else "")
        + (" (one coordinate less, as states have sum 0)" if table.centred else "")
    )
    if rule == "argmax":
        least = "1 with a bias" if bias else str(2 + table.centred)
        where = "a parabola" if bias else "a circle"
        yield f"from d = {least} on {n} classes can all be argmaxable (on {where}): it is a matter of the weights"
        return
    # Halfspaces through 0 cut R^e into at most 2 sum_{i<e} C(n - 1, i) cones, others into sum_{i<=e} C(n, i) parts.
    free = int(table.free)
    if n <= COUNTED:
        if bias:
            count = sum(comb(n, i) for i in range(d + free + 1))
        else:
            count = 2 * sum(comb(n - 1, i) for i in range(d + free))
        if count < 2**n:
            most_of = f"at most {_short(count)} of the {_short(2**n)} sets of {n} classes"
            yield f"at {plus} {most_of} are reachable, whatever the weights (Cover 1965)"
    if 0 < most < n:
        bound = separation_lower(separation_question(n, 1, most))
        if bound is not None:
            # Threshold 0: 2k + 1 vectors of R^2k have a dependency; the smaller side of it, or, if that is empty,
            # a class beyond these vectors is a set of 1 to k that nothing reaches.
            value = 2 * most + 1 if not free and n >= 2 * most + 2 else int(bound.value)
            needed, width = max(0, value - bias) + table.centred, d + table.centred
            enough = (
                "this d is not too small for that"
                if width >= needed
                else f"d = {width} is too small, whatever the weights"
            )
            yield f"all sets of at most {most} of {n} classes need d >= {needed} (Radon); {enough}"


def _short(count: int) -> str:
    return f"{count:,}" if count < 10**9 else f"about 10^{log10(count):.1f}"
