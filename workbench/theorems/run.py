"""Making the ledger: every claim of the registry is run, instance by instance, and what comes out is written down.

With the certificates of an earlier run and budget 0 nothing is searched: then an entry comes out as it is stored if,
and only if, the checker finds the statements in the certificates.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from ..claims import ClaimStore, Outcome, Statement, Verdict
from ..claims.claim_over_range import spell
from ..claims.store import Record, certificate_hash
from .stored import Ledger, LedgerEntry, LedgerInstance
from .theorem import Theorem

CLASS = re.compile(r"class ((?:GRID|FIXED)\([^)]*\)|[A-Z]+)")

Watch = Callable[[str, int, int], None]
"""Told the theorem at work, how many instances of it are done, and how many there are."""


class CertificatesAtHand(ClaimStore):
    """The certificates of one statement as a store that is read only."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = tuple(texts)

    def find(self, statement: Statement, seed: int = 0) -> Record:
        return Record(self.texts)

    def keep(self, statement: Statement, record: Record, verdict: str, seed: int = 0) -> None:
        """Nothing: what is at hand does not change."""


def run_ledger(
    theorems: Iterable[Theorem], *, watch: Watch | None = None, store: Path | None = None
) -> tuple[Ledger, dict[str, str]]:
    """Run the claims and collect entries and certificates.

    Parameters
    ----------
    theorems : iterable of Theorem
    watch : callable, optional
    store : folder, optional
        Certificates of earlier runs, see ``Claim.run``.

    Returns
    -------
    ledger, certificates
        The latter by hash.
    """
    certificates: dict[str, str] = {}
    kept = None if store is None else ClaimStore(store)
    entries = []
    for theorem in theorems:
        outcomes = []
        instances = theorem.claim.instances()
        for number, parameters in enumerate(instances):
            if watch is not None:
                watch(theorem.name, number, len(instances))
            found = theorem.claim.decide(parameters, store=kept)
            # Stored is what the certificates prove, which may be more than the search used.
            at_hand = CertificatesAtHand(found.decision.certificates)
            outcomes.append(theorem.claim.decide(parameters, budget=0, store=at_hand))
        texts = {name: text for outcome in outcomes for name, text in _texts(outcome).items()}
        entries.append(_entry(theorem, outcomes, texts))
        certificates |= texts
    return Ledger(tuple(entries)), certificates


def replayed_entry(
    theorem: Theorem, stored: LedgerEntry, certificates: Mapping[str, str], watch: Watch | None = None
) -> LedgerEntry:
    """The entry that the stored certificates prove now, with nothing searched.

    A stored instance that has no certificates, or whose certificates are missing, comes out OPEN unless it holds by
    definition.
    """
    instances = theorem.claim.instances()
    by_parameters = {instance.spelled: instance for instance in stored.instances}
    outcomes: list[Outcome] = []
    texts: dict[str, str] = {}
    for number, parameters in enumerate(instances):
        if watch is not None:
            watch(theorem.name, number, len(instances))
        spelled = spell(parameters)
        names = by_parameters[spelled].certificates if spelled in by_parameters else ()
        at_hand = CertificatesAtHand(certificates[name] for name in names if name in certificates)
        outcome = theorem.claim.decide(parameters, budget=0, store=at_hand)
        outcomes.append(outcome)
        texts |= _texts(outcome)
    return _entry(theorem, outcomes, texts)


def _texts(outcome: Outcome) -> dict[str, str]:
    """The certificates in the form that is hashed."""
    plain = (
        json.dumps(json.loads(text), sort_keys=True, separators=(",", ":")) for text in outcome.decision.certificates
    )
    return {certificate_hash(text): text for text in plain}


def _entry(theorem: Theorem, outcomes: list[Outcome], texts: Mapping[str, str]) -> LedgerEntry:
    verdicts = {outcome.verdict for outcome in outcomes}
    joint = next(verdict for verdict in (Verdict.REFUTED, Verdict.OPEN, Verdict.PROVED) if verdict in verdicts)
    instances = tuple(
        LedgerInstance(
            dict(outcome.parameters),
            outcome.decision.statement,
            str(outcome.verdict),
            outcome.decision.brackets,
            tuple(certificate_hash(text) for text in outcome.decision.certificates),
        )
        for outcome in outcomes
    )
    return LedgerEntry(
        theorem.name,
        theorem.topic,
        theorem.claim.words,
        theorem.remarks,
        theorem.claim.source,
        theorem.scope,
        theorem.range_words,
        str(joint),
        str(theorem.expected),
        _classes(instances),
        _kinds(texts.values()),
        instances,
    )


def _classes(instances: Iterable[LedgerInstance]) -> tuple[str, ...]:
    """The classes in the statements and in what is proved."""
    found = [name for i in instances for words in (i.statement, *i.proved) for name in CLASS.findall(words)]
    return tuple(dict.fromkeys(found))


def _kinds(texts: Iterable[str]) -> tuple[str, ...]:
    claims = [claim for text in texts for claim in json.loads(text).get("claims", ())]
    return tuple(sorted({claim["evidence"]["kind"] for claim in claims}))
