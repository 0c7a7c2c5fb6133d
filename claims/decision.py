"""Deciding a statement: certificates from the store first, then a search, and at the end what the files prove.

PROVED and REFUTED rest on certificates that the checker has replayed, and on nothing else; a solver's answer leaves a
statement OPEN.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..solvers.outcome import Verdict
from .effort import Certificate, Effort, accepted
from .interval import Interval
from .statement import Quantity, Statement
from .store import ClaimStore, Record

SIDES = frozenset({"lower", "upper"})

INTERRUPTED = "interrupted"
"""What a search notes when it was stopped by Ctrl-C."""


@dataclass(frozen=True)
class Decision:
    """What became of a statement.

    Attributes
    ----------
    verdict : Verdict
    statement : str
        The statement in words.
    brackets : tuple of str
        What is proved of every quantity in it, such as ``m = 4`` or ``3 <= H``.
    certificates : tuple of str
        JSON texts that ``check`` accepts, from which the verdict follows (of an open one: what is proved so far).
    notes : tuple of str
        What an open search ran into.
    seconds, budget : float
        Time taken now; time that was allowed for the search, when it was made.
    reused : bool
        Whether it was read from the store: the certificates were replayed, nothing was searched.
    """

    verdict: Verdict
    statement: str
    brackets: tuple[str, ...]
    certificates: tuple[Certificate, ...] = field(default=(), repr=False)
    notes: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)
    budget: float = 0.0
    reused: bool = field(default=False, compare=False)

    def __bool__(self) -> bool:
        return bool(self.verdict)

    def __str__(self) -> str:
        budget = f" within {self.budget:g} s" if self.verdict is Verdict.OPEN else ""
        return f"{self.verdict}: {self.statement}{budget}; " + ", ".join(self.brackets)


def decide(statement: Statement, effort: Effort, store: ClaimStore | None = None, *, retry: bool = False) -> Decision:
    """Prove or refute a statement.

    Parameters
    ----------
    statement : Statement
    effort : Effort
        Wall-clock seconds for all quantities of the statement together, and a seed.
    store : ClaimStore, optional
        Where certificates are kept. Those of an earlier run are replayed instead of searched for; a statement that
        stayed open is searched again only with a longer budget, or if ``retry``.

    Guarantee
    ---------
    PROVED and REFUTED follow from the brackets that the checker accepts of ``certificates``, whatever was searched.

    Examples
    --------
    >>> from headcount.claims import least
    >>> print(decide(least("m", "qsa N=6 q=2") >= 5, Effort(10.0)))
    REFUTED: least m of q-SA(N=6, q=2) without a null token, class SIGN >= 5; m <= 4
    """
    start = time.monotonic()
    quantities = list({quantity.place: quantity for quantity in statement.quantities()}.values())
    record = Record() if store is None else store.find(statement, effort.seed)
    believed = tuple(text for text in record.certificates if accepted(text))
    if len(believed) < len(record.certificates) or not all(quantity.searched_once for quantity in quantities):
        record = replace(record, budget=0.0)  # so that an open statement is searched again
    record = replace(record, certificates=believed)
    kept = {quantity.place: believed for quantity in quantities}
    known = _proved(quantities, kept)
    truth = statement.truth(known)
    if truth is None and (retry or record.budget < effort.seconds):
        notes = _search(statement, quantities, known, kept, effort, start + effort.seconds)
        known = _proved(quantities, kept)
        truth = statement.truth(known)
        if truth is not None:
            _cut_down(statement, truth, quantities, known, kept)
            known = _proved(quantities, kept)  # what is left has to prove the same, or it is a bug of ours
            assert statement.truth(known) is truth, statement.words
        certificates = tuple(dict.fromkeys(text for quantity in quantities for text in kept[quantity.place]))
        spent = time.monotonic() - start if INTERRUPTED in notes else effort.seconds
        record = Record(certificates, max(record.budget, spent), notes, fresh=True)
    verdict = {True: Verdict.PROVED, False: Verdict.REFUTED, None: Verdict.OPEN}[truth]
    decision = Decision(
        verdict,
        statement.words,
        tuple(
            quantity.described(known[quantity.place], _name(quantity, quantities), record.certificates)
            for quantity in quantities
        ),
        record.certificates,
        () if truth is not None else record.notes,
        time.monotonic() - start,
        record.budget,
        reused=not record.fresh and bool(record.certificates or record.budget),
    )
    if store is not None and record.fresh:
        store.keep(statement, record, decision.verdict.value, effort.seed)
    if record.fresh and truth is None and INTERRUPTED in record.notes:
        raise KeyboardInterrupt  # searches catch it to save their brackets; what is proved so far is in the store
    return decision


def _proved(quantities: Sequence[Quantity], kept: dict[str, tuple[Certificate, ...]]) -> dict[str, Interval]:
    return {quantity.place: quantity.proved(kept[quantity.place]) for quantity in quantities}


def _search(
    statement: Statement,
    quantities: Sequence[Quantity],
    known: dict[str, Interval],
    kept: dict[str, tuple[Certificate, ...]],
    effort: Effort,
    deadline: float,
) -> tuple[str, ...]:
    """Search for every quantity in turn until the statement is decided; what was found goes into ``kept``."""
    notes: list[str] = []
    for number, quantity in enumerate(quantities):
        left = deadline - time.monotonic()
        if statement.truth(known) is not None or left <= 0:
            break

        def enough(interval: Interval, place: str = quantity.place) -> bool:
            return statement.truth({**known, place: known[place].within(interval)}) is not None

        share = left / (len(quantities) - number)  # the last one may use all that the others left
        found = quantity.search(Effort(share, effort.seed), enough)
        kept[quantity.place] = tuple(dict.fromkeys((*kept[quantity.place], *found.certificates)))
        known[quantity.place] = quantity.proved(kept[quantity.place])
        notes += [note for note in found.notes if note not in notes]
        if INTERRUPTED in notes:
            break
    return tuple(notes)


def _cut_down(
    statement: Statement,
    truth: bool,
    quantities: Sequence[Quantity],
    known: dict[str, Interval],
    kept: dict[str, tuple[Certificate, ...]],
) -> None:
    """Leave out the bounds that the verdict does not need, so that a counterexample is as short as it can be."""
    for quantity in quantities:
        sides = SIDES
        for side in sorted(SIDES):
            ends: dict[str, Any] = {"lower": known[quantity.place].lower, "upper": known[quantity.place].upper}
            less = {**known, quantity.place: Interval(**(ends | {side: None}))}
            if statement.truth(less) is truth:
                sides, known[quantity.place] = sides - {side}, less[quantity.place]
        kept[quantity.place] = quantity.only(kept[quantity.place], sides)


def _name(quantity: Quantity, quantities: Sequence[Quantity]) -> str:
    """A short name, if it tells the quantities of the statement apart."""
    alike = [other for other in quantities if other.name == quantity.name]
    return quantity.name if len(alike) == 1 else quantity.words
