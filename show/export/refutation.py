"""A refutation in DIMACS, every clause with the schema that makes it, and its proof in LRAT.

DIMACS (Johnson, Trick 1993): a line for each clause, its literals and a 0. All comments stand before the line
``p cnf``, since verified parsers want it so, and each holds one JSON value.

LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp 2017): ``id literals 0 hints 0``, with the clauses of the
DIMACS file numbered from 1. Certificates have the same proofs, clauses numbered from 0. Strict programs read less than
the checker of certificates does, hence

* a literal stands once in a clause, also where the certificate has it twice;
* clauses with a literal and its negation are left out, and the numbers after them move up: such a clause never becomes
  unit with a literal that was open, so nothing rests on it;
* a hint is left out if its only literal that is not false is true already, as it is if the hint stands twice, and all
  hints after a conflict are: the others are unit, or the conflict, as before.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .stated_claim import Exported, ExportedFile, StatedClaim

Clause = tuple[int, ...]
Given = tuple[Sequence[Any], Clause]
"""The schema of a clause with its numbers, and the clause."""
Lemma = tuple[Sequence[int], Sequence[int]]
"""Literals, and hints: numbers of clauses from 0, given ones first."""


@dataclass(frozen=True)
class Refutation:
    """Clauses that cannot all be true, and the lemmas that show it.

    ``suffix`` ends the name of its files; ``about``: what is supposed; ``means``: what the schemas say, and why they
    hold; ``says``: what a variable says.
    """

    suffix: str
    about: Mapping[str, Any]
    means: str
    says: Callable[[int], Any]
    given: Sequence[Given]
    lemmas: Sequence[Lemma]

    def files(self, claim: StatedClaim) -> tuple[ExportedFile, ExportedFile]:
        """``claim-0.cnf`` and ``claim-0.lrat``."""
        cnf, lrat = f"{claim.name}{self.suffix}.cnf", f"{claim.name}{self.suffix}.lrat"
        checks = (f"lrat-check {cnf} {lrat}", f"cake_lpr {cnf} {lrat}", f"python independent/lrat.py {cnf} {lrat}")
        believe = f"That whatever is supposed satisfies the clauses: the comments 'means' of {cnf} say why"
        proves = f"{claim.words}, since what {cnf} supposes does not exist"
        return (
            ExportedFile(cnf, self.dimacs(claim), proves, believe, "unsat", (f"cadical {cnf}",)),
            ExportedFile(lrat, self.lrat(), f"that {cnf} is unsatisfiable", believe, "verified", checks),
        )

    def dimacs(self, claim: StatedClaim) -> str:
        """The clauses, in DIMACS."""
        kept = [(label, clause) for label, made in self.given if (clause := strict(made)) is not None]
        met = sorted({abs(literal) for _, clause in kept for literal in clause})
        size = max([*met, *(abs(literal) for literals, _ in self.lemmas for literal in literals)], default=0)
        lines = ["c headcount refutation 2"]
        for name, about in (("question", claim.question), ("claim", claim.claim), ("supposed", self.about)):
            lines.append(f"c {name} {json.dumps(about)}")
        lines += [f"c means {json.dumps(line)}" for line in self.means.splitlines()]
        lines += [f"c variable {number} {json.dumps(self.says(number))}" for number in met]
        lines += [f"c clause {number} {json.dumps(label)}" for number, (label, _) in enumerate(kept, start=1)]
        lines.append(f"p cnf {size} {len(kept)}")
        lines += [" ".join(map(str, (*clause, 0))) for _, clause in kept]
        return "\n".join(lines) + "\n"

    def lrat(self) -> str:
        """The proof, in LRAT."""
        return "".join(lrat_lines([clause for _, clause in self.given], self.lemmas))


def together(claim: StatedClaim, found: Sequence[Refutation]) -> Exported:
    """The refutations of one claim."""
    files = [file for one in found for file in one.files(claim)]
    by = {"refutations": [file.name for file in files[::2]], "proofs": [file.name for file in files[1::2]]}
    return Exported(by, tuple(files))


def strict(clause: Sequence[int]) -> Clause | None:
    """The clause with each literal once; None if it holds a literal and its negation.

    >>> strict((1, -2, 1)), strict((1, -1))
    ((1, -2), None)
    """
    literals = dict.fromkeys(clause)
    return None if any(-literal in literals for literal in literals) else tuple(literals)


def lrat_lines(given: Sequence[Clause], lemmas: Sequence[Lemma]) -> Iterator[str]:
    """The lines of the proof, up to the empty clause.

    >>> print(*lrat_lines([(1, 2), (-1,), (-2, -2)], [((2,), (0, 1)), ((), (3, 3, 2))]), sep="", end="")
    4 2 0 1 2 0
    5 0 4 3 0

    The certificate names the first lemma twice as a hint of the second. A clause that is empty already:

    >>> print(*lrat_lines([(1,), ()], []), end="")
    3 0 2 0
    """
    clauses = [strict(clause) for clause in given]
    numbers = [0] * len(clauses)
    count = 0
    for place, clause in enumerate(clauses):
        if clause is not None:
            count += 1
            numbers[place] = count
    if () in clauses:
        yield f"{count + 1} 0 {numbers[clauses.index(())]} 0\n"
        return
    for literals, hints in lemmas:
        lemma = strict(literals)
        clauses.append(lemma)
        numbers.append(0)
        if lemma is None:
            continue
        used = [numbers[hint] for hint in _needed(lemma, hints, clauses)]
        count += 1
        numbers[-1] = count
        yield " ".join(map(str, (count, *lemma, 0, *used, 0))) + "\n"
        if not lemma:
            return


def _needed(lemma: Clause, hints: Sequence[int], clauses: Sequence[Clause | None]) -> list[int]:
    """The hints that make a literal true that was open, in their order, and the one that is the conflict."""
    true = {-literal for literal in lemma}
    used = []
    for hint in hints:
        clause = clauses[hint]
        if clause is None:
            continue
        still_open = [literal for literal in clause if -literal not in true]
        if len(still_open) == 1 and still_open[0] in true:
            continue
        used.append(hint)
        if not still_open:
            return used
        if len(still_open) > 1:
            break
        true.add(still_open[0])
    raise ValueError(f"a lemma does not follow from its hints {list(hints)[:20]}; the checker has not accepted it")
