"""``reduce`` with the options of ``headcount reduce``."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

from ..display.answer import CertifiedAnswer, flat
from ..display.html import Html, badge, framed, paragraph
from ..reductions.excluded_sizes.excluded_region import ExcludedRegion
from ..reductions.instances.instance_reduction import EncodedInstance, InstanceReduction
from ..reductions.laws import Refuted, Undecided, Verified, verify_exhaustive
from ..reductions.laws_by_solver import verify_symbolic
from ..reductions.reduction import Encoded, ReductionError, SizedReduction
from ..reductions.reduction_certificate import reduction_certificate
from ..reductions.reduction_words import asked_of, instance_from_words, reduction_from_words
from ..tasks import TaskError
from .lower_bounds import own_bounds


@dataclass(frozen=True, repr=False)
class Reduced(CertifiedAnswer):
    """A reduction at one size or several, what a pair of inputs is encoded in, and what checks said of all inputs.

    Attributes
    ----------
    reductions : tuple of SizedReduction
        One for each n: ``encode(a, b)``, ``source``, ``target``, ``owners``, ``sizes``.
    encoded : Encoded or None
        The tokens with their owners, what the task answers, and the function's value, if inputs were given.
    checks : tuple of Verified, Refuted or Undecided
    ways : tuple of str
        How each check was made, "exhaustive" or "symbolic".
    citation : str
        The source of the encoding.

    As a truth value it is ``holds`` of the checks; without one that ended, a ``TypeError``.
    """

    reductions: tuple[SizedReduction, ...]
    encoded: Encoded | None = None
    checks: tuple[Verified | Refuted | Undecided, ...] = ()
    ways: tuple[str, ...] = ()
    citation: str = ""

    @property
    def reduction(self) -> SizedReduction:
        """That of the first n."""
        return self.reductions[0]

    @property
    def holds(self) -> bool | None:
        """Whether all that was checked is right; None if nothing was, or a check did not end."""
        said = [check.holds for check in self.checks]
        if self.encoded is not None:
            said.append(self.encoded.answer == self.encoded.wanted)
        return False if False in said else None if None in said or not said else True

    def __bool__(self) -> bool:
        """Whether what was checked is right; one pair of inputs alone may show that it is wrong, and no more.

        Raises
        ------
        TypeError
            If nothing was checked for all inputs, or a check did not end.
        """
        if self.holds is False:
            return False
        if not self.checks or self.holds is None:
            why = "a check did not end; ask with a larger budget" if self.checks else "nothing was; ask verify=True"
            raise TypeError(
                f"{self.reduction.name} is neither right nor wrong until it is checked on all inputs: {why}"
            )
        return True

    def lower_bounds(
        self, *, dv: int | str = "m", grid: str = "twos", budget: float = 60.0
    ) -> tuple[ExcludedRegion, ...]:
        """The sizes (m, p, H) of fixed-point units that cannot do the task, by this encoding at the first n.

        Such a unit, run by Alice and Bob across the cut, would decide the function with fewer bits than it needs.

        Parameters
        ----------
        dv : int >= 1 or "m"
            The width of values; as wide as queries by default.
        grid : "twos" or "midrise"
        budget : float > 0
            Seconds; what the function needs is measured in a quarter of it.

        Guarantee
        ---------
        The encoding was checked on all pairs of inputs first.

        Raises
        ------
        ReductionError
            If the encoding breaks a law (with the counterexample), there are too many pairs to go through, or the
            tokens are put together into an input that is no sequence of them.

        Examples
        --------
        >>> region = reduce("disj match3", n=3).lower_bounds()[0]
        >>> region.required, region.least_m(p=1, H=1)
        (3, 1)
        """
        done = [check for check in self.checks if isinstance(check, Verified) and check.status is None]
        found = next((check for check in done if check.n == self.reduction.source.n), None)
        return own_bounds(self.reduction, found, dv=dv, grid=grid, budget=budget)

    def figure(self) -> Any:
        """The tokens with their owners and what is read, as a Matplotlib figure.

        Raises
        ------
        ReductionError
            If no inputs were given.
        """
        from ..show.pictures.reduction import encoded_figure

        if self.encoded is None:
            raise ReductionError("there are no tokens to be drawn without inputs; give a and b, such as a='01', b='11'")
        return encoded_figure(self.encoded, self.reduction.target)

    def certificate(self) -> dict[str, Any]:
        """The bundle that ``check`` accepts: the tables of both parties at the first n, right for all inputs.

        Raises
        ------
        ReductionError
            If a check has found it wrong; with the pair of inputs.
        CheckerRefusedError
            If it is wrong; as ``TooLongToCheckError`` if the checker's steps do not suffice for all pairs.
        """
        wrong = next((check for check in self.checks if isinstance(check, Refuted)), None)
        if wrong is not None:
            raise ReductionError(f"there is no certificate that a wrong encoding is right: {wrong}")
        return reduction_certificate(self.reduction)

    def to_json(self) -> dict[str, Any]:
        """The object that ``headcount reduce --json`` prints."""
        sized, encoded = self.reduction, self.encoded
        answer: dict[str, Any] = {
            "reduction": sized.name,
            "source": sized.source.name,
            "target": sized.target.name,
            "citation": self.citation,
        }
        if encoded is not None:
            answer |= {
                "sizes": dict(sized.sizes),
                "tokens": [
                    {"position": i, "owner": str(owner), "token": token}
                    for i, (token, owner) in enumerate(zip(encoded.tokens, encoded.owners, strict=True), start=1)
                ],
                "output_position": encoded.output_position,
                **({"also_read": list(encoded.also_read)} if encoded.also_read else {}),
                "output": str(encoded.output),
                "answer": encoded.answer,
                "wanted": encoded.wanted,
            }
        answer["checks"] = [_check_json(how, found) for how, found in zip(self.ways, self.checks, strict=True)]
        return answer

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each token, if inputs were encoded; else one for each check."""
        found = self.to_json()
        rows: list[dict[str, Any]] = found.get("tokens", found["checks"])
        return [flat(row) for row in rows]

    @property
    def in_a_line(self) -> str:
        """The name and sizes, and what came out: WRONG with a pair, right, or not checked."""
        first = self._head()
        if self.holds is False:
            wrong = next((check for check in self.checks if isinstance(check, Refuted)), None)
            return f"{first}: WRONG" + (": the pair of inputs given" if wrong is None else f": {wrong}")
        if self.checks and self.holds is None:
            return f"{first}: undecided"
        return f"{first}: {'right for all inputs' if self.checks else 'not checked on all inputs'}"

    def _head(self) -> str:
        sizes = "; ".join(", ".join(f"{k} = {v}" for k, v in one.sizes.items()) for one in self.reductions)
        return f"{self.reduction.name}: {sizes}"

    def __str__(self) -> str:
        wrong = " -- WRONG" if self.holds is False else ""
        lines = [self._head() + wrong, *([] if self.encoded is None else [str(self.encoded)])]
        return "\n".join([*lines, *map(str, self.checks)])

    def _repr_html_(self) -> str:
        first, *_ = str(self).splitlines()
        inside = [] if self.encoded is None else [Html(self.encoded._repr_html_())]
        words = {True: "CHECKED", False: "REFUTED", None: "OPEN"}
        return framed(first, *inside, *(paragraph(badge(words[one.holds]), f" {one}") for one in self.checks))


def reduce(
    source: str | SizedReduction,
    target: str = "",
    n: int | str | None = None,
    *,
    a: str | None = None,
    b: str | int | None = None,
    instance: Any = None,
    verify: bool = False,
    symbolic: bool = False,
    budget: float = 60.0,
    **parameters: int,
) -> Reduced | EncodedInstance:
    """Encode the inputs of a two-party function into the input of a task, and check the encoding: ``headcount reduce``.

    Parameters
    ----------
    source, target : str, or SizedReduction alone
        The function and the task, such as ``"disj"`` and ``"match3"``; or all words in one, as on the command line. Or
        one reduction of your own, made by ``headcount.reduction``, which has a size.
    n : int or "1:6", optional
        The size of the function; the length of ``a`` unless given.
    a, b : str, optional
        Inputs: bits such as ``"0110"``; b of index is a number from 1.
    instance : str, Path or object, optional
        For reductions of whole instances, ``"stretch attention"`` and ``"attention attention"``: a name, a file, what
        a JSON file holds, or a sign pattern as ``probe`` takes it. ``padding=`` adds as much to the least m.
    verify : bool
        Check all laws on every pair of inputs of every n.
    symbolic : bool
        Check correctness, locality and alphabet for all inputs at once, by z3: a solver's answer.
    budget : float > 0
        Seconds for each check.
    **parameters
        Further parameters of the reduction, such as ``rows=2``.

    Returns
    -------
    Reduced, or EncodedInstance
        Of an instance its ``pattern``, what its least m tells (``asks``), and the laws that were checked.

    Raises
    ------
    ReductionError, TwoPartyError, TaskError
        If there is no such reduction, a size does not fit, or an input is none.

    Examples
    --------
    >>> found = reduce("disj", "match3", a="0110", b="0011")
    >>> found.encoded.answer, found.encoded.wanted
    (0, 0)
    >>> reduce("disj match3", n="1:3", verify=True).holds
    True
    >>> reduce("disj match3", n=2, verify=True)
    <Reduced: disj-to-match3: n = 2, N = 5, M = 6: right for all inputs>
    >>> reduce("stretch attention", instance={"swaps": [1, 2, 1]}).pattern.rows  # three pseudolines, seven cells
    ('+++----', '++-++--', '+--+-+-')
    """
    if not budget > 0:
        raise TaskError(f"budget must be a positive number of seconds, got {budget}; try budget=60")
    if isinstance(source, SizedReduction):
        if target or n is not None or parameters:
            raise ReductionError(f"{source.name} is a reduction at its size; leave target, n and parameters out")
        asked = asked_of(source, a, b)
    else:
        words = [*shlex.split(source), *shlex.split(target)]
        given = {"n": n, "a": a, "b": b, **parameters}
        whole = instance_from_words(words + [f"{name}={value}" for name, value in given.items() if value is not None])
        if whole is not None:
            return encoded_instance(*whole, given=instance, verify=verify, symbolic=symbolic)
        words += [f"{name}={value}" for name, value in given.items() if value is not None]
        asked = reduction_from_words(words)
    asked.require(symbolic=symbolic)
    reductions = tuple(asked.sized())
    encoded = None
    if asked.inputs:
        encoded = reductions[0].encode(*reductions[0].source.parse(*asked.inputs))
    checks: list[Verified | Refuted | Undecided] = []
    for reduction in reductions:
        checks += [verify_exhaustive(reduction, seconds=budget)] if verify else []
        checks += [verify_symbolic(reduction, seconds=budget)] if symbolic else []
    ways = [way for way, wanted in (("exhaustive", verify), ("symbolic", symbolic)) if wanted] * len(reductions)
    return Reduced(reductions, encoded, tuple(checks), tuple(ways), asked.reduction.citation)


def encoded_instance(
    reduction: InstanceReduction,
    named: str | None,
    padding: int | None,
    *,
    given: Any = None,
    verify: bool = False,
    symbolic: bool = False,
) -> EncodedInstance:
    """An instance by its name or file, or as an object, as a pattern.

    Raises
    ------
    ReductionError, TaskError
        If there is none or there are two, or a solver is asked.
    """
    if symbolic:
        raise ReductionError(f"‹symbolic› is for encoders of two parties; {reduction.name} has laws for ‹verify›")
    if (named is None) == (given is None):
        names = ", ".join((*reduction.examples, "or a file"))
        what = "no instance" if named is None else "two"
        raise ReductionError(f"{reduction.name} needs one instance, got {what}; give {names}")
    return reduction.encode(given if named is None else named, padding, verify=verify)


def _check_json(how: str, found: Verified | Refuted | Undecided) -> dict[str, Any]:
    entry: dict[str, Any] = {"n": found.n, "how": how, "holds": found.holds}
    if isinstance(found, Refuted):
        counterexample = {"a": found.a, "b": found.b, "tokens": list(found.tokens)}
        return {**entry, "law": found.law, **counterexample, "wanted": str(found.wanted), "got": str(found.got)}
    entry["seconds"] = round(found.seconds, 3)
    if isinstance(found, Verified):
        entry |= {"pairs": found.pairs, "method": found.method, "yes": found.yes, "no": found.no}
        entry["status"] = "EXHAUSTIVE" if found.status is None else str(found.status)
    return entry
