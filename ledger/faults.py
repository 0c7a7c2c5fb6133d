"""What is wrong with a stored ledger: certificates that do not hold, statements that do not follow, lines too many.

Nothing is searched. Without a fault, the ledger is the registry's, entry by entry, and every word of it is what the
stored certificates prove now.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields

from ..certificates.check import check
from ..certificates.verdict import Accepted
from .run import replayed_entry, silent
from .stored import Ledger, LedgerEntry, LedgerInstance
from .theorem import Theorem

Watch = Callable[[int, int, str], None]
"""Told how many steps are done, how many there are, and what is at work."""


def ledger_faults(
    ledger: Ledger,
    certificates: Mapping[str, str],
    theorems: Sequence[Theorem],
    *,
    names: Sequence[str] = (),
    repeated: Iterable[str] = (),
    watch: Watch = silent,
) -> tuple[str, ...]:
    """The faults, each in a sentence; none if all holds.

    Parameters
    ----------
    ledger : Ledger
    certificates : mapping of str to str
        By hash, as ``stored_certificates`` has them.
    theorems : sequence of Theorem
        The registry. The ledger must list these and no others, in this order.
    names : sequence of str
        If any, only these theorems are looked at, and nothing is said about what else is stored.
    repeated : iterable of str
        Certificates that stand in more than one line.
    watch : callable, optional

    Guarantee
    ---------
    Without names and without faults: the ledger holds the entries of the registry in order, once each; every
    certificate is named by an entry and accepted by the checker; every entry comes out of its certificates as stored.
    """
    entries = [entry for entry in ledger.entries if not names or entry.name in names]
    wanted = [theorem.name for theorem in theorems if not names or theorem.name in names]
    used = sorted({name for entry in entries for name in entry.certificates})
    faults = _faults_of_names([entry.name for entry in entries], wanted)
    if not names:
        faults += [f"certificate {name} stands in more than one line; run make ledger" for name in repeated]
        if unused := sorted(set(certificates) - set(used)):
            others = f" and {len(unused) - 1} more" if len(unused) > 1 else ""
            faults.append(f"certificate {unused[0]}{others}: named by no entry; run make ledger")
    total, done = len(used) + sum(len(entry.instances) for entry in entries), 0
    for name in used:
        watch(done, total, f"certificate {name}")
        faults += _faults_of_certificate(name, certificates)
        done += 1
    by_name = {theorem.name: theorem for theorem in theorems}
    for entry in entries:
        if entry.name in by_name:

            def told(name: str, number: int, of: int, done: int = done) -> None:
                watch(done + number, total, f"{name} {number}/{of}")

            now = replayed_entry(by_name[entry.name], entry, certificates, told)
            if now != entry:
                faults.append(f"{entry.name}: {_difference(entry, now)}")
        done += len(entry.instances)
    return tuple(faults)


def _faults_of_names(stored: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """How the names of the entries differ from those of the registry."""
    counts = Counter(stored)
    faults = [f"{name} is missing from the ledger; run make ledger" for name in wanted if name not in counts]
    faults += [
        f"{name} stands {count} times in the ledger; run make ledger" for name, count in counts.items() if count > 1
    ]
    faults += [f"{name} is no theorem of the registry; run make ledger" for name in counts if name not in wanted]
    if not faults and list(stored) != list(wanted):
        place = next(k for k, (name, other) in enumerate(zip(stored, wanted, strict=True)) if name != other)
        faults.append(f"{stored[place]} stands where the registry has {wanted[place]}; run make ledger")
    return faults


def _faults_of_certificate(name: str, certificates: Mapping[str, str]) -> list[str]:
    if name not in certificates:
        return [f"certificate {name} is missing"]
    try:
        verdict = check(json.loads(certificates[name]))
    except ValueError as error:
        return [f"certificate {name} is no JSON: {error}"]
    return [] if isinstance(verdict, Accepted) else [f"certificate {name}: {verdict}"]


def _difference(stored: LedgerEntry, now: LedgerEntry) -> str:
    """The first difference in words."""
    before = [instance.spelled for instance in stored.instances]
    after = [instance.spelled for instance in now.instances]
    if before != after:
        return f"stored are the instances {_few(before)}, its range has {_few(after)}; run make ledger"
    for old, new in zip(stored.instances, now.instances, strict=True):
        if old != new:
            return f"at {old.spelled} {_difference_at(old, new)}"
    changed = [field.name for field in fields(LedgerEntry) if getattr(stored, field.name) != getattr(now, field.name)]
    return f"{', '.join(changed)} changed since it was stored; run make ledger"


def _difference_at(old: LedgerInstance, new: LedgerInstance) -> str:
    if old.verdict != new.verdict:
        return f"{new.verdict} is what the certificates prove, stored is {old.verdict}"
    if old.statement != new.statement:
        return f"the statement is {new.statement!r}, stored is {old.statement!r}; run make ledger"
    if old.proved != new.proved:
        return f"the certificates prove {', '.join(new.proved)!r}, stored is {', '.join(old.proved)!r}; run make ledger"
    missing = [name for name in old.certificates if name not in new.certificates]
    return f"it does not rest on the certificates {', '.join(missing) or 'in this order'}; run make ledger"


def _few(words: Sequence[str]) -> str:
    """The number of the words, and the first of them."""
    return f"{len(words)} ({words[0]}, ..)" if words else "none"
