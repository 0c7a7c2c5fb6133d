"""The noun Theorem: a claim of the ledger, with what its docstring says beyond the instances that are run."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from functools import cached_property

from ..claims import Claim, Verdict

INSTANCES_ONLY = "the instances only"
"""The scope of a theorem of which nothing is proved beyond the range that is run."""

LABEL = re.compile(r"^(Source|Coq|Beyond|In part|Refuted|Where): ", re.MULTILINE)
"""How parts of the last paragraph of a docstring begin."""

TOPICS = {
    "sparse_averaging": "sparse averaging",
    "pairs_and_triples": "pairs and triples",
    "sign_rank": "sign-rank",
    "attention_matrices": "attention matrices",
    "architectures": "other architectures and cuts",
    "sparse_patterns": "sparse patterns",
}
"""Module of a claim -> topic, where it is not the module's name."""


@dataclass(frozen=True, eq=False)
class Theorem:
    """A claim of the ledger: its range is what is run, and its docstring says the rest.

    The first paragraph is the statement, the others are remarks. The last one has labels, each at the beginning of a
    line: ``Source``, a paper with the number of the theorem, or the file that has the proof; ``Coq``, the theorem of
    ``proofs/`` that is the general statement; ``Beyond``, what is proved beyond the instances, and where, in its place
    ``In part`` if that is less than the general statement, or ``Refuted`` for a false claim that is here to be known as
    false; ``Where``, the claim's ``where`` in words, such as ``q < N``.
    """

    claim: Claim

    @property
    def topic(self) -> str:
        """What the module that states it is about."""
        module = self.claim.function.__module__.rpartition(".")[2]
        return TOPICS.get(module, module)

    @property
    def name(self) -> str:
        """The claim's name with hyphens, as ``headcount theorems`` takes it."""
        return self.claim.name.replace("_", "-")

    @cached_property
    def labelled(self) -> dict[str, str]:
        """What stands after each label."""
        _, *found = LABEL.split(self._paragraphs[-1])
        return {label: " ".join(words.split()) for label, words in zip(found[::2], found[1::2], strict=True)}

    @property
    def _paragraphs(self) -> list[str]:
        return (inspect.getdoc(self.claim.function) or "").split("\n\n")

    @property
    def remarks(self) -> str:
        """How to read it, and what it does not say: the paragraphs between the statement and the labels."""
        paragraphs = self._paragraphs[1 : -1 if self.labelled else None]
        return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)

    @property
    def source(self) -> str:
        """A paper with the number of the theorem, or the file that has the proof."""
        return self.labelled.get("Source", self.claim.source)

    @property
    def scope(self) -> str:
        """What is proved in general, beyond the instances, and where the proof is."""
        told = (self.labelled[name] for name in ("Beyond", "In part", "Refuted") if name in self.labelled)
        return next(told, INSTANCES_ONLY)

    @property
    def coq(self) -> str:
        """The theorem of ``proofs/`` that is the general statement; empty if there is none."""
        return self.labelled.get("Coq", "")

    @property
    def general(self) -> str:
        """A word of ``stored.GENERAL``; of a false claim always the instances, one of which is enough to refute it."""
        return "Coq" if self.coq else "words" if "Beyond" in self.labelled else "instances"

    @property
    def expected(self) -> Verdict:
        """PROVED, or REFUTED for a false claim that is here to be known as false."""
        return Verdict.REFUTED if "Refuted" in self.labelled else Verdict.PROVED

    @property
    def condition(self) -> str:
        """Which choices of parameters belong to the range, the claim's ``where`` in words."""
        return self.labelled.get("Where", "")

    @property
    def range_words(self) -> str:
        """The range that is run, with its condition: ``N = 2..6, q = 1..5, q < N``."""
        return ", ".join(words for words in (self.claim.range_words, self.condition) if words)
