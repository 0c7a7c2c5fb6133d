"""The noun Claim: a statement with parameters, over a range of them, to be decided instance by instance."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from ..solvers.outcome import Verdict
from .decision import Decision, decide
from .effort import Effort
from .errors import ClaimError
from .ranges import MAX_LISTED, Values, as_values, spell_value
from .report import ClaimReport, Outcome
from .statement import Statement, statement
from .store import ClaimStore

BUDGET = 10.0
"""Seconds for an instance, unless the claim or the run says otherwise."""

MAX_SHRINKS = 200
"""Most instances tried to make a counterexample smaller."""

SHRINKING = 5
"""How many times the budget of an instance may go into making its counterexample smaller."""

Parameters = Mapping[str, Any]


class ClaimRaisedError(ClaimError):
    """The function of a claim raised instead of making a statement; nothing is said about whether the claim is true."""


@dataclass(frozen=True, eq=False)
class Claim:
    """A claim; ``claim`` makes one from a function.

    Attributes
    ----------
    name, words, source : str
        The function's name, the first paragraph of its docstring, and where the claim comes from.
    function : callable of the parameters -> Statement
    ranges : mapping of str to Values
    where : callable of the parameters -> bool, or None
        Which choices of parameters belong to the range.
    budget : float
        Seconds for an instance.
    seed : int
    """

    name: str
    words: str
    function: Callable[..., Any] = field(repr=False)
    ranges: Mapping[str, Values] = field(repr=False)
    where: Callable[..., Any] | None = field(default=None, repr=False)
    source: str = ""
    budget: float = BUDGET
    seed: int = 0

    def __call__(self, **parameters: Any) -> Statement:
        """The statement for one choice of parameters.

        Raises
        ------
        ClaimError
            If a parameter is missing or unknown, or the function returns no statement.
        ClaimRaisedError
            If the function raises.
        """
        if set(parameters) != set(self.ranges):
            wanted = ", ".join(self.ranges) or "no parameters"
            raise ClaimError(f"{self.name} takes {wanted}, got {', '.join(parameters) or 'none'}")
        at = f" at {spell(parameters)}" if parameters else ""
        try:
            made = self.function(**parameters)
        except ClaimError as error:
            raise ClaimError(f"{self.name}{at}: {error}") from error
        except Exception as error:
            raise ClaimRaisedError(
                f"the function of the claim {self.name} raised {type(error).__name__}{at}: {error}; the claim is "
                "neither proved nor refuted there"
            ) from error
        try:
            return statement(made)
        except ClaimError as error:
            raise ClaimError(f"{self.name}{at}: {error}") from None

    def instances(self) -> tuple[Parameters, ...]:
        """All choices of parameters in the range, small ones first.

        Raises
        ------
        ClaimError
            If there are none, or more than ``MAX_LISTED``; ClaimRaisedError if ``where`` raises.
        """
        total = 1
        for values in self.ranges.values():
            total *= len(values)
        if total > MAX_LISTED:
            sizes = ", ".join(f"{name}: {len(values)}" for name, values in self.ranges.items())
            raise ClaimError(f"{self.name} has {total} instances ({sizes}), the limit is {MAX_LISTED}; narrow a range")
        chosen = [dict(zip(self.ranges, values, strict=True)) for values in product(*self.ranges.values())]
        kept = [parameters for parameters in chosen if self.holds_for(parameters)]
        if not kept:
            raise ClaimError(
                f"{self.name} has an empty range: where={getattr(self.where, '__name__', self.where)} is false for all "
                f"{total} choices of {', '.join(self.ranges)}; a claim about nothing proves nothing"
            )
        return tuple(sorted(kept, key=self.size))

    def holds_for(self, parameters: Parameters) -> bool:
        """Whether ``where`` admits the parameters."""
        if self.where is None:
            return True
        try:
            return bool(self.where(**parameters))
        except Exception as error:
            raise ClaimRaisedError(
                f"where= of the claim {self.name} raised {type(error).__name__} at {spell(parameters)}: {error}"
            ) from error

    @property
    def range_words(self) -> str:
        """The range in words, such as ``N = 3..8, q = 1..3``."""
        return ", ".join(f"{name} = {values.words}" for name, values in self.ranges.items())

    def size(self, parameters: Parameters) -> int:
        """How large an instance is: the sum of the places of its values in their ranges."""
        return sum(values.size(parameters[name]) for name, values in self.ranges.items())

    def decide(
        self,
        parameters: Parameters,
        *,
        budget: float | None = None,
        store: ClaimStore | None = None,
        retry: bool = False,
    ) -> Outcome:
        """Decide one instance.

        Raises
        ------
        ClaimError
            See ``__call__``.
        """
        made = self(**parameters)
        decision = decide(made, Effort(self.budget if budget is None else budget, self.seed), store, retry=retry)
        return self.outcome(parameters, decision)

    def outcome(self, parameters: Parameters, decision: Decision) -> Outcome:
        """A decision with the instance that it is about."""
        spelled = {name: spell_value(value) for name, value in parameters.items()}
        return Outcome(
            self.name,
            self.words,
            self.source,
            self.range_words,
            tuple(spelled.items()),
            self.size(parameters),
            decision,
        )

    def shrunk(
        self, parameters: Parameters, outcome: Outcome, *, budget: float | None = None, store: ClaimStore | None = None
    ) -> tuple[Parameters, Outcome]:
        """A refuted instance made smaller, value by value, as long as it stays refuted.

        Where all values of the ranges are run anyway, there is nothing to do: see ``Values.smaller``. All tries
        together get ``SHRINKING`` budgets.
        """
        tries, seconds = 0, self.budget if budget is None else budget
        deadline = time.monotonic() + SHRINKING * seconds
        while tries < MAX_SHRINKS:
            for smaller in self._smaller(parameters):
                tries += 1
                left = deadline - time.monotonic()
                if left <= 0:
                    return parameters, outcome
                try:
                    found = self.decide(smaller, budget=min(seconds, left), store=store)
                except ClaimError:  # the smaller value is none of which the claim can be made
                    continue
                if found.decision.verdict is Verdict.REFUTED:
                    parameters, outcome = smaller, found
                    break
                if tries >= MAX_SHRINKS:
                    return parameters, outcome
            else:
                return parameters, outcome
        return parameters, outcome

    def _smaller(self, parameters: Parameters) -> Iterator[Parameters]:
        for name, values in self.ranges.items():
            for value in values.smaller(parameters[name]):
                candidate = {**parameters, name: value}
                with suppress(ClaimError):  # where= may not be made for values outside the range
                    if self.holds_for(candidate):
                        yield candidate

    def run(
        self,
        *,
        budget: float | None = None,
        store: ClaimStore | Path | str | None = None,
        retry: bool = False,
        jobs: int | None = None,
        scheduler: str | None = None,
        watch: Callable[[int, int, Outcome], None] | None = None,
    ) -> ClaimReport:
        """Decide all instances; in a notebook the report shows as a table.

        Parameters
        ----------
        budget : float, optional
            Seconds for an instance; the claim's own unless given.
        store : ClaimStore or folder, optional
            Where certificates are kept, so that another run replays them.
        retry : bool
            Whether statements that stayed open are searched again with the same budget.
        jobs : int >= 1, optional
            Instances at work at a time, each in a process; one, in this process, unless given. (Its engines use the
            cores as well; with many small instances ``jobs`` uses them better.)
        scheduler : str, optional
            The address of a Dask scheduler, such as ``tcp://10.0.0.1:8786``, whose workers decide the instances, one a
            thread unless ``jobs`` says otherwise. The store stays here.
        watch : callable, optional
            Told how many instances are done, how many there are, and the last outcome.

        Examples
        --------
        >>> from headcount.claims import claim, least
        >>> @claim(M=[2, 3, 4])
        ... def width_of_match2(M):
        ...     "Match2 needs m = 3."
        ...     return least("m", f"match2 M={M}") == 3
        >>> report = width_of_match2.run()
        >>> [(str(outcome.verdict), outcome.instance) for outcome in report.outcomes]
        [('REFUTED', 'M=2'), ('REFUTED', 'M=3'), ('PROVED', 'M=4')]
        """
        kept = store if isinstance(store, ClaimStore) or store is None else ClaimStore(Path(store))
        instances = self.instances()
        if scheduler is not None or jobs not in (None, 1):
            return ClaimReport(self._side_by_side(instances, budget, kept, retry, jobs, scheduler, watch))
        outcomes: list[Outcome] = []
        for number, parameters in enumerate(instances, start=1):
            outcome = self.decide(parameters, budget=budget, store=kept, retry=retry)
            if outcome.verdict is Verdict.REFUTED and not any(o.verdict is Verdict.REFUTED for o in outcomes):
                _, outcome = self.shrunk(parameters, outcome, budget=budget, store=kept)  # one is enough
            outcomes.append(outcome)
            if watch is not None:
                watch(number, len(instances), outcome)
        return ClaimReport(tuple(outcomes))

    def _side_by_side(
        self,
        instances: tuple[Parameters, ...],
        budget: float | None,
        store: ClaimStore | None,
        retry: bool,
        jobs: int | None,
        scheduler: str | None,
        watch: Callable[[int, int, Outcome], None] | None,
    ) -> tuple[Outcome, ...]:
        """The outcomes in the order of the instances, as if they had been decided one after the other."""
        from .instances_apart import decided_apart

        asked = [(self, parameters) for parameters in instances]
        found: dict[int, Outcome] = {}
        for place, outcome in decided_apart(
            asked, budget=budget, store=store, retry=retry, jobs=jobs, scheduler=scheduler
        ):
            found[place] = outcome
            if watch is not None:
                watch(len(found), len(instances), outcome)
        refuted = min((place for place, outcome in found.items() if outcome.verdict is Verdict.REFUTED), default=None)
        if refuted is not None:
            _, found[refuted] = self.shrunk(instances[refuted], found[refuted], budget=budget, store=store)
        return tuple(outcome for _, outcome in sorted(found.items(), key=lambda item: item[0]))


def claim(
    *, where: Callable[..., Any] | None = None, source: str = "", budget: float = BUDGET, seed: int = 0, **ranges: Any
) -> Callable[[Callable[..., Any]], Claim]:
    """Make a claim of a function that returns a statement.

    Parameters
    ----------
    where : callable of the parameters -> bool, optional
        Restricts the range.
    source : str
        Where the claim comes from.
    budget : float > 0
        Seconds for each instance.
    seed : int >= 0
        Seed of every search.
    **ranges
        For every parameter of the function the values it takes: a range, a list (small ones first), ``matrices(..)``,
        ``random_matrices(..)``.

    Returns
    -------
    decorator
        Turns the function into a ``Claim``: ``.run()`` decides every instance, pytest collects it.

    Raises
    ------
    ClaimError
        If ranges and parameters differ, a range is empty or no list, or a budget is not positive.

    Examples
    --------
    >>> from headcount.claims import claim, least
    >>> @claim(N=range(3, 6), q=[1, 2], where=lambda N, q: q < N)
    ... def width_of_sparse_averaging(N, q):
    ...     "The least m of q-SA(N, q) is min(2q, N - 1)."
    ...     return least("m", f"qsa N={N} q={q}") == min(2 * q, N - 1)
    >>> print(width_of_sparse_averaging.run())
    PROVED   6 of 6  width_of_sparse_averaging: The least m of q-SA(N, q) is min(2q, N - 1). (N = 3..5, q = 1, 2)
    """
    if isinstance(budget, bool) or not isinstance(budget, int | float) or not budget > 0:
        raise ClaimError(f"budget must be a positive number of seconds, got {budget!r}; try budget=10")
    if type(seed) is not int or seed < 0:
        raise ClaimError(f"seed must be an integer >= 0, got {seed!r}; try seed=0")
    if where is not None and not callable(where):
        raise ClaimError(f"where must be a function of the parameters, got {where!r:.60}; try where=lambda N, q: q < N")

    def made(function: Callable[..., Any]) -> Claim:
        name = getattr(function, "__name__", "claim")
        _require_parameters(name, function, ranges)
        try:
            listed = {parameter: as_values(parameter, given) for parameter, given in ranges.items()}
        except ClaimError as error:
            raise ClaimError(f"the claim {name}: {error}") from None
        for parameter, values in listed.items():
            if not len(values):
                raise ClaimError(
                    f"the claim {name} has an empty range: {parameter}={ranges[parameter]!r:.60} has no values; "
                    "a claim about nothing proves nothing"
                )
        paragraph = (inspect.getdoc(function) or name.replace("_", " ")).split("\n\n")[0]
        return Claim(name, " ".join(paragraph.split()), function, listed, where, source, float(budget), seed)

    return made


def _require_parameters(name: str, function: Callable[..., Any], ranges: Mapping[str, Any]) -> None:
    if not callable(function):
        raise ClaimError(f"a claim is made of a function, got {function!r:.50}; write @claim(N=range(2, 9)) above it")
    taken = set(inspect.signature(function).parameters)
    for parameter in ranges:
        if parameter not in taken:
            raise ClaimError(
                f"the claim {name} has a range for {parameter!r}, but takes {', '.join(sorted(taken)) or 'nothing'}; "
                "name the ranges as the function names its parameters"
            )
    for parameter, details in inspect.signature(function).parameters.items():
        if parameter not in ranges and details.default is details.empty:
            raise ClaimError(
                f"the claim {name} takes {parameter!r}, and no range was given for it; write {parameter}=range(2, 9)"
            )


def spell(parameters: Parameters) -> str:
    """Parameters in one line, such as ``N=5, q=2``."""
    return ", ".join(f"{name}={spell_value(value)}" for name, value in parameters.items())
