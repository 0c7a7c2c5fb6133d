"""Making the ledger: every claim of the registry is run, instance by instance, and what comes out is written down.

With the certificates of an earlier run and budget 0 nothing is searched: then an entry comes out as it is stored if,
and only if, the checker finds the statements in the certificates.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from ..claims import Claim, ClaimStore, Outcome, Verdict
from ..claims.claim_over_range import spell
from ..claims.instances_apart import CarriedStore, Parameters, decided_apart
from ..claims.store import Record, certificate_hash
from ..elaborate.certify import kind_of
from ..search.cores import cores
from ..sweep import processes_can_share
from .stored import Ledger, LedgerEntry, LedgerInstance
from .theorem import Theorem

CLASS = re.compile(r"class ([A-Z]+(?:\([^)]*\))?)")

Watch = Callable[[str, int, int], None]
"""Told what is at work, how many instances are done, and how many there are."""


def silent(*_: object) -> None:
    """Watches nothing."""


def at_hand(texts: Iterable[str]) -> CarriedStore:
    """The certificates of one statement as a store."""
    return CarriedStore(Record(tuple(texts)))


def run_ledger(
    theorems: Iterable[Theorem],
    *,
    watch: Watch = silent,
    store: Path | None = None,
    jobs: int | None = 1,
    scheduler: str | None = None,
    say: Callable[[str], None] = silent,
) -> tuple[Ledger, dict[str, str]]:
    """Run the claims and collect entries and certificates.

    Parameters
    ----------
    theorems : iterable of Theorem
    watch : callable, optional
    store : folder, optional
        Certificates of earlier runs, see ``Claim.run``; what is decided is kept there as it comes.
    jobs : int >= 1, optional
        Instances at work at a time, in processes of their own where there are more than one; None: one a core (where
        processes can be forked), or one a thread of the cluster's workers.
    scheduler : str, optional
        The address of a Dask scheduler, whose workers decide the instances.
    say : callable, optional
        Told in words what holds the run up, mostly nothing.

    Returns
    -------
    ledger, certificates
        The latter by hash. Neither depends on the order in which instances are decided; one that stays open beside
        others is tried again alone.

    Raises
    ------
    ClaimError, TaskError
        See ``Claim.run``.
    """
    chosen = list(theorems)
    asked = [(theorem, parameters) for theorem in chosen for parameters in theorem.claim.instances()]
    kept = None if store is None else ClaimStore(store)
    if scheduler is None and jobs is None:
        jobs = cores() if processes_can_share() else 1
    outcomes = dict(_outcomes(asked, kept, jobs, scheduler, watch, say))
    certificates: dict[str, str] = {}
    entries = []
    for theorem in chosen:
        own = [outcomes[place] for place, (other, _) in enumerate(asked) if other is theorem]
        texts = {name: text for outcome in own for name, text in _texts(outcome).items()}
        entries.append(_entry(theorem, own, texts))
        certificates |= texts
    return Ledger(tuple(entries)), certificates


def _outcomes(
    asked: Sequence[tuple[Theorem, Parameters]],
    store: ClaimStore | None,
    jobs: int | None,
    scheduler: str | None,
    watch: Watch,
    say: Callable[[str], None],
) -> Iterator[tuple[int, Outcome]]:
    """The outcome of each instance with its place, in any order."""
    done = 0

    def told(at_work: Sequence[int], note: str = "") -> None:
        if note:
            say(note)
        if at_work:
            theorem, parameters = asked[at_work[0]]
            watch(f"{theorem.name} {spell(parameters)}", done, len(asked))

    claims = [(theorem.claim, parameters) for theorem, parameters in asked]
    one_by_one = jobs == 1 and scheduler is None
    left = list(range(len(claims))) if one_by_one else []
    if not one_by_one:
        for place, outcome in decided_apart(
            claims, store=store, jobs=jobs, scheduler=scheduler, then=_as_stored, watch=told
        ):
            if outcome.verdict is Verdict.OPEN:  # maybe for want of a core: it is tried again with nothing beside it
                left.append(place)
                continue
            yield place, outcome
            done += 1
    for place in left:
        told([place])
        claim, parameters = claims[place]
        yield place, _as_stored(claim, parameters, claim.decide(parameters, store=store, retry=not one_by_one))
        done += 1


def _as_stored(claim: Claim, parameters: Parameters, found: Outcome) -> Outcome:
    """Stored is what the certificates prove, which may be more than the search used."""
    return claim.decide(parameters, budget=0, store=at_hand(found.decision.certificates))


def replayed_entry(
    theorem: Theorem, stored: LedgerEntry, certificates: Mapping[str, str], watch: Watch = silent
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
        watch(theorem.name, number, len(instances))
        spelled = spell(parameters)
        names = by_parameters[spelled].certificates if spelled in by_parameters else ()
        kept = at_hand(certificates[name] for name in names if name in certificates)
        outcome = theorem.claim.decide(parameters, budget=0, store=kept)
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
        theorem.source,
        theorem.scope,
        theorem.general,
        theorem.coq,
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
    return tuple(sorted({kind_of(claim["proof"]) for claim in claims}))
