"""The noun Theorem: a claim of the ledger, with what is known beyond the instances that are run."""

from __future__ import annotations

import inspect
from dataclasses import dataclass

from ..claims import Claim, Verdict

INSTANCES_ONLY = "the instances only"
"""The scope of a theorem of which nothing is proved beyond the range that is run."""

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
    """A line of the registry.

    Attributes
    ----------
    claim : Claim
        Its docstring is the statement; its range is what is run.
    scope : str
        What is proved in general, beyond the instances, and where the proof is.
    expected : Verdict
        PROVED, or REFUTED for a false claim that is here to be known as false.
    condition : str
        Which choices of parameters belong to the range, the claim's ``where`` in words: ``q < N``.
    """

    claim: Claim
    scope: str = INSTANCES_ONLY
    expected: Verdict = Verdict.PROVED
    condition: str = ""

    @property
    def topic(self) -> str:
        """What the module that states it is about."""
        module = self.claim.function.__module__.rpartition(".")[2]
        return TOPICS.get(module, module)

    @property
    def name(self) -> str:
        """The claim's name with hyphens, as ``headcount theorems`` takes it."""
        return self.claim.name.replace("_", "-")

    @property
    def range_words(self) -> str:
        """The range that is run, with its condition: ``N = 2..6, q = 1..5, q < N``."""
        return ", ".join(words for words in (self.claim.range_words, self.condition) if words)

    @property
    def remarks(self) -> str:
        """The paragraphs of the docstring after the statement: how to read it, and what it does not say."""
        paragraphs = (inspect.getdoc(self.claim.function) or "").split("\n\n")[1:]
        return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
