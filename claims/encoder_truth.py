"""The statement ``reduces``: an encoder of a two-party function is a correct and local reduction."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice, product
from typing import Any

from ..bounds.bound import CheckerRefusedError
from ..reductions.laws import MAX_PAIRS, Refuted, Verified, verify_exhaustive
from ..reductions.laws_by_solver import verify_symbolic
from ..reductions.reduction import Owner, ReductionError, SizedReduction
from ..reductions.reduction_certificate import WITHOUT_CERTIFICATE, counterexample_certificate, reduction_certificate
from ..tasks import TaskError
from .effort import Effort, Search, compact
from .errors import ClaimError
from .statement import Statement
from .truth import Holds, Truth

SAMPLED = 64
"""Pairs of inputs whose tokens tell one encoder from another, besides its name and sizes."""


def reduces(reduction: SizedReduction) -> Statement:
    """Each party writes its tokens from its own input, and the task's answer at one position gives f(a, b).

    Parameters
    ----------
    reduction : SizedReduction
        At one size, such as ``disj_to_match3.at(4)`` or one of your own.

    Raises
    ------
    ClaimError
        If it is no reduction, or an encoder does not write the positions of its party.

    Examples
    --------
    >>> from headcount.reductions import find_reduction
    >>> from headcount.claims import Effort, decide
    >>> found = decide(reduces(find_reduction("disj", "match3").at(2)), Effort(10))
    >>> str(found.verdict)
    'PROVED'
    """
    if not isinstance(reduction, SizedReduction):
        raise ClaimError(
            f"reduces needs a reduction at one size, got {reduction!r:.60} ({type(reduction).__name__}); "
            "take find_reduction('disj', 'match3').at(3)"
        )
    return Holds(EncoderTruth(reduction))


class EncoderTruth(Truth):
    """Whether a reduction is local and correct."""

    def __init__(self, reduction: SizedReduction) -> None:
        self.reduction = reduction
        self._pairs = reduction.source.alice.count * reduction.source.bob.count

    @property
    def words(self) -> str:
        reduction = self.reduction
        sizes = ", ".join(f"{name}={value}" for name, value in reduction.target.parameters.items())
        target = f"{reduction.target.name}({sizes})"
        return f"{reduction.name} is a correct and local reduction of {reduction.source} to {target}"

    @property
    def identity(self) -> Mapping[str, Any]:
        reduction = self.reduction
        rng, source = random.Random(0), reduction.source
        drawn = [(source.alice.drawn(rng, 0.5), source.bob.drawn(rng, 0.5)) for _ in range(SAMPLED)]
        seen = [repr((self._tokens(a, b), source.evaluate(a, b), self._read(a, b))) for a, b in drawn]
        return {
            "reduces": str(reduction.source),
            "to": [reduction.target.name, dict(reduction.target.parameters)],
            "owners": "".join(str(owner)[0] for owner in reduction.owners),
            "position": list(reduction.read_positions) if reduction.also_read else reduction.output_position,
            "seen": hashlib.sha256("\n".join(seen).encode()).hexdigest(),
        }

    def _read(self, a: Any, b: Any) -> int | None:
        """The bit that is read off the encoded pair; None if there is none, or the task refuses the tokens."""
        with suppress(Exception):  # the user's code; what is wrong with it is found and told by ``find``
            return self.reduction.encode(a, b).answer
        return None

    def find(self, effort: Effort) -> Search:
        try:
            return self._found(effort)
        except (ReductionError, TaskError, LookupError, TypeError, ValueError, ArithmeticError) as error:
            if isinstance(error, ClaimError):
                raise
            raise ClaimError(
                f"{self.reduction.name} cannot be written as a certificate, {type(error).__name__}: {error}"
            ) from error

    def _found(self, effort: Effort) -> Search:
        if self._pairs > MAX_PAIRS:
            return self._asked_of_a_solver(effort)
        try:
            if self._is_local():
                return Search((compact(reduction_certificate(self.reduction)),))
        except CheckerRefusedError:  # wrong, or more than the checker goes through
            pass
        found = verify_exhaustive(self.reduction)
        if isinstance(found, Refuted):
            return self._counterexample(found)
        return Search((), (f"{found}; the checker refused the certificate for so many pairs, so there is none",))

    def says(self, bundle: Mapping[str, Any]) -> bool | None:
        question, claim = bundle.get("question"), (bundle.get("claims") or [{}])[0]
        if not isinstance(question, dict) or question.get("task") != "reduction":
            return None
        try:
            if claim.get("claim") == "correct":
                same = self._is_local() and reduction_certificate(self.reduction) == bundle
                return True if same else None
            return False if any(again == bundle for again in self._rebuilt(question, claim)) else None
        except (CheckerRefusedError, ReductionError, LookupError, TypeError, ValueError):
            return None

    def _rebuilt(self, question: Mapping[str, Any], claim: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """The counterexamples at the inputs that a bundle names, from the encoder itself."""
        if "runs" in question:
            (a, b), other = (self._inputs(run["row"], run["column"]) for run in question["runs"])
            laws: tuple[str, ...] = ("locality",)
        else:
            (a, b), other = self._inputs(claim["proof"]["row"], claim["proof"]["column"]), None
            laws = ("correctness", "alphabet")
        name, n, tokens = self.reduction.name, self.reduction.source.n, self._tokens(a, b)
        for law in laws:
            with suppress(CheckerRefusedError, ReductionError, TaskError):  # another law is broken there, or none
                refuted = Refuted(name, n, law, a, b, tokens, None, None, None, other)
                yield counterexample_certificate(self.reduction, refuted)

    def _inputs(self, row: int, column: int) -> tuple[Any, Any]:
        source = self.reduction.source
        return next(islice(source.alice_inputs(), row, None)), next(islice(source.bob_inputs(), column, None))

    def _is_local(self) -> bool:
        """Whether every token that a party writes is the same for all inputs of the other."""
        if self._pairs > MAX_PAIRS:
            return False
        seen: dict[tuple[Owner, Any], tuple[Any, ...]] = {}
        places = {owner: self.reduction.positions(owner) for owner in Owner}
        for a, b in _pairs(self.reduction):
            tokens = self._tokens(a, b)
            for owner, held in ((Owner.ALICE, a), (Owner.BOB, b), (Owner.PUBLIC, None)):
                written = tuple(tokens[i - 1] for i in places[owner])
                if seen.setdefault((owner, held), written) != written:
                    return False
        return True

    def _tokens(self, a: Any, b: Any) -> tuple[Any, ...]:
        try:
            return self.reduction.tokens(a, b)
        except ReductionError as error:
            raise ClaimError(str(error)) from None
        except Exception as error:  # the user's code
            where = f"a={self.reduction.source.alice.spell(a)}, b={self.reduction.source.bob.spell(b)}"
            raise ClaimError(
                f"an encoder of {self.reduction.name} raised {type(error).__name__} at {where}: {error}"
            ) from error

    def _asked_of_a_solver(self, effort: Effort) -> Search:
        found = verify_symbolic(self.reduction, seconds=effort.seconds)
        if isinstance(found, Refuted):
            return self._counterexample(found)
        if isinstance(found, Verified):
            return Search((), (f"{found}; a solver's answer is no certificate",))
        return Search((), (f"{self._pairs} pairs: the solver did not finish in {found.seconds:.0f} s",))

    def _counterexample(self, found: Refuted) -> Search:
        if found.law in WITHOUT_CERTIFICATE:
            raise ClaimError(f"{self.reduction.name} cannot be stated as a claim: {found}")
        try:
            return Search((compact(counterexample_certificate(self.reduction, found)),))
        except ReductionError as error:  # an encoder that is no function
            raise ClaimError(f"{self.reduction.name} cannot be stated as a claim: {error}") from None


def _pairs(reduction: SizedReduction) -> Iterator[tuple[Any, Any]]:
    return product(reduction.source.alice_inputs(), reduction.source.bob_inputs())
