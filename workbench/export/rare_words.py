"""Upper ends of the VC dimension, ``rare-words``: that no k + 1 columns are shattered, as clauses.

Suppose a shattered set of k + 1 columns, which are different, and each the first of those equal to it. Variable (t, c)
says that c is the t-th of them in increasing order, t = 0 .. k; so t different columns lie before c and k - t after it.

``some-column`` [t]           one of the columns that leave room on both sides has place t.
``increasing``  [t, [a, b]]   if column a has place t, no column b <= a has place t + 1.
``rare``        [columns, w]  these are not the first columns of the set: fewer than 2^(k + 1 - j) different rows show
                              the word w on these j, but of a shattered set as many do, one for each word on the others.

The tree of cases of the evidence becomes a resolution: a case is a beginning of the set.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .record import Exported
from .refutation import Axiom, Refutation
from .stated_claim import StatedClaim
from .tree_resolution import Numbered, Resolution

Chosen = tuple[int, ...]
Key = tuple[Any, ...]
"""Rule, and what it is about; columns by their numbers among different ones."""


def rare_words(claim: StatedClaim) -> Exported:
    """The refutation of a shattered set that is larger than the value."""
    first: dict[Chosen, int] = {}
    for number, column in enumerate(zip(*claim.matrix.rows, strict=True)):
        first.setdefault(tuple(map(int, column)), number)
    tree = _Tree(claim.evidence["size"], list(first.values()))
    nodes = list(tree.nodes(claim.evidence["cases"]))
    axioms: dict[Key, Axiom] = {}
    for chosen, word in nodes:
        axioms |= {key: tree.axiom(key) for key in tree.keys(chosen, word)}
    lemmas = tree.resolution(nodes, {key: number for number, key in enumerate(axioms)}, axioms).lemmas
    met = sorted({abs(literal) for axiom in axioms.values() for literal in axiom.clause})
    size = claim.evidence["size"]
    about = {"kind": claim.kind, "size": size}
    says = {number: tree.says(number) for number in met}
    refutation = Refutation(
        claim.question, claim.claim, about, says, (size + 1) * len(first), list(axioms.values()), lemmas
    )
    proves = f"{claim.words}, since no {size + 1} columns are shattered"
    believe = "That the places of the columns of a shattered set would satisfy the clauses."
    by = {"refutation": f"{claim.name}.cnf", "proof": f"{claim.name}.lrat"}
    return Exported(by, refutation.files(claim.name, proves, believe))


class _Tree:
    """The cases for sets of ``size`` + 1 columns, which are numbered among those that differ."""

    def __init__(self, size: int, columns: list[int]) -> None:
        self.size, self.columns = size, columns

    def room(self, place: int) -> range:
        """The columns that leave room on both sides."""
        return range(place, len(self.columns) - self.size + place)

    def variable(self, place: int, column: int) -> int:
        return 1 + place * len(self.columns) + column

    def says(self, number: int) -> dict[str, Any]:
        place, column = divmod(number - 1, len(self.columns))
        return {"chosen": [place, self.columns[column]]}

    def nodes(self, steps: list[int]) -> Iterator[tuple[Chosen, int]]:
        """The beginning at each step, and the step: a word that is rare, or -1 where the case is split."""
        waiting: list[Chosen] = [()]
        for step in steps:
            chosen = waiting.pop()
            yield chosen, step
            if step < 0:
                waiting += [(*chosen, column) for column in reversed(self.after(chosen))]

    def after(self, chosen: Chosen) -> list[int]:
        """The columns that may come next."""
        return [column for column in self.room(len(chosen)) if not chosen or column > chosen[-1]]

    def keys(self, chosen: Chosen, word: int) -> list[Key]:
        """The axioms that a case uses."""
        if word >= 0:
            return [("rare", chosen, word)]
        before = [column for column in self.room(len(chosen)) if chosen and column <= chosen[-1]]
        return [("some", len(chosen)), *(("increasing", len(chosen) - 1, chosen[-1], column) for column in before)]

    def axiom(self, key: Key) -> Axiom:
        """The clause of a key."""
        rule, *about = key
        if rule == "some":
            (place,) = about
            return Axiom(
                {"rule": "some-column", "place": place},
                tuple(self.variable(place, column) for column in self.room(place)),
            )
        if rule == "increasing":
            place, a, b = about
            label = {"rule": rule, "place": place, "columns": [self.columns[a], self.columns[b]]}
            return Axiom(label, (-self.variable(place, a), -self.variable(place + 1, b)))
        chosen, word = about
        text = format(word, f"0{len(chosen)}b") if chosen else ""
        return Axiom(
            {"rule": rule, "columns": [self.columns[column] for column in chosen], "word": text},
            tuple(-self.variable(place, column) for place, column in enumerate(chosen)),
        )

    def resolution(
        self, nodes: list[tuple[Chosen, int]], numbers: dict[Key, int], axioms: dict[Key, Axiom]
    ) -> Resolution:
        """The tree as lemmas: what excludes a case is a clause about the columns in it."""

        def numbered(key: Key) -> Numbered:
            return numbers[key], axioms[key].clause

        proof, found = Resolution(len(axioms)), list[Numbered]()
        for chosen, word in reversed(nodes):  # the cases of a split have been excluded, the last one first
            first, *others = self.keys(chosen, word)
            if word >= 0:
                found.append(numbered(first))
                continue
            place = len(chosen)
            closed = [(self.variable(place, key[3]), numbered(key)) for key in others]
            closed += [(self.variable(place, column), found.pop()) for column in self.after(chosen)]
            found.append(proof.derived(numbered(first), closed))
        return proof
