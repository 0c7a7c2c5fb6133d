"""The reduction that words on the command line name, its sizes and its inputs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from inspect import signature

from ..tasks import TaskError
from ..tasks.two_party.functions import TwoPartyError
from ..tasks.user_file import load_object
from ..tasks.words import integer_word, named_words
from .instances.instance_reduction import InstanceReduction
from .problem_graph import reduction_between
from .reduction import Reduction, ReductionError, SizedReduction
from .registry import INSTANCE_REDUCTIONS

MAX_SIZE = 4096
"""Largest n of a reduction that is written out."""

MOST_POSITIONS = 600
"""Largest N (and other parameter) at which a task is evaluated by its definition, in time N^3 for triples."""

MOST_SYMBOLIC = 100
"""Largest n of a symbolic check: the formula has about n^2 terms, and it is built before the clock of z3 runs."""


@dataclass(frozen=True)
class ReductionAsked:
    """A reduction, the sizes n that are asked about, its other parameters, and inputs of both parties, or None."""

    reduction: Reduction
    sizes: tuple[int, ...]
    parameters: dict[str, int]
    inputs: tuple[str, str] | None

    def require(self, *, symbolic: bool = False) -> None:
        """Refuse what cannot be run.

        Raises
        ------
        ReductionError
            If a parameter is unknown or too large, or there are inputs and several sizes.
        """
        name, n = self.reduction.name, self.sizes[0]
        if self.inputs and len(self.sizes) > 1:
            raise ReductionError(f"n must be one number where a and b are given, got {n}:{self.sizes[-1]}; try n={n}")
        unknown = [name for name in self.parameters if name not in self.reduction.parameters]
        if unknown:
            known = ", ".join(("n", "a", "b", *self.reduction.parameters))
            raise ReductionError(f"{name} has no parameter {unknown[0][:40]}; it takes {known}")
        for given, value in self.parameters.items():
            if value > MOST_POSITIONS:
                raise ReductionError(f"{given} must be at most {MOST_POSITIONS} here, got {value}; try a smaller one")
        if symbolic and self.sizes[-1] > MOST_SYMBOLIC:
            raise ReductionError(f"‹symbolic› needs n of at most {MOST_SYMBOLIC}, got {self.sizes[-1]}; try n=16")

    def sized(self) -> list[SizedReduction]:
        """The reduction at each of its sizes.

        Raises
        ------
        ReductionError
            If the parameters do not fit, or inputs are given for a task that is too long to be evaluated.
        """
        found = [self.reduction.at(n, **self.parameters) for n in self.sizes]
        if self.inputs and found[0].sizes["N"] > MOST_POSITIONS:
            raise ReductionError(
                f"n must give at most {MOST_POSITIONS} positions, since the task is evaluated by its definition, got "
                f"{found[0].sizes['N']}; try n=100"
            )
        return found


def reduction_from_words(words: list[str]) -> ReductionAsked:
    """What words such as ``disj match3 n=4 a=0110 b=0011`` ask.

    Raises
    ------
    ReductionError, TaskError
        If they name no reduction, or n or one of the inputs is missing.

    Examples
    --------
    >>> asked = reduction_from_words(["disj", "match3", "a=01", "b=11"])  # or mine.py:encoding n=4
    >>> asked.sizes, asked.inputs
    ((2,), ('01', '11'))
    """
    own = bool(words) and ".py:" in words[0]
    if not own and (len(words) < 2 or "=" in words[0] or "=" in words[1]):
        raise ReductionError(
            "name a two-party function and a task, such as: headcount reduce disj match3 n=4 a=0110 b=0011; or one of "
            "your own, mine.py:encoding n=4"
        )
    given = named_words(words[1 if own else 2 :])
    reduction = _from_file(words[0]) if own else reduction_between(words[0], words[1])
    a, b, n = given.pop("a", None), given.pop("b", None), given.pop("n", None)
    inputs = _both_or_none(a, b)
    if n is None and a is None:
        raise ReductionError("n, the size of the two-party function, is missing; write for example n=4")
    sizes = [len(a or "")] if n is None else sizes_of(n)
    chosen = {name: integer_word(name, value) for name, value in given.items()}
    return ReductionAsked(reduction, tuple(sizes), chosen, inputs)


def instance_from_words(words: list[str]) -> tuple[InstanceReduction, str | None, int | None] | None:
    """What words such as ``stretch attention FILE padding=1`` ask: the reduction, the instance, how often it is padded.

    None if the first two name no reduction of instances.

    Raises
    ------
    ReductionError, TaskError
        If it is reduced to something else, there are several instances, or a parameter is unknown.

    Examples
    --------
    >>> found = instance_from_words(["stretch", "attention", "pappus"])
    >>> found[0].name, found[1:]
    ('stretch-to-attention', ('pappus', None))
    """
    reduction = next((one for one in INSTANCE_REDUCTIONS if [one.source, one.target] == words[:2]), None)
    if reduction is None:
        near = next((one for one in INSTANCE_REDUCTIONS if [one.source] == words[:1]), None)
        if near is not None:
            got = repr(words[1][:40]) if len(words) > 1 else "nothing"
            raise ReductionError(
                f"{near.source} is reduced to {near.target}, got {got} as the second word; write headcount reduce "
                f"{near.source} {near.target} FILE"
            )
        return None
    instances = [word for word in words[2:] if "=" not in word]
    given = named_words([word for word in words[2:] if "=" in word])
    unknown = [name for name in given if name != "padding"]
    if unknown:
        raise ReductionError(f"{reduction.name} has no parameter {unknown[0][:40]}; it takes a file and padding")
    if len(instances) > 1:
        raise ReductionError(f"{reduction.name} takes one file, got {', '.join(instances)[:80]}; leave the others out")
    padding = integer_word("padding", given["padding"]) if given else None
    return reduction, next(iter(instances), None), padding


def asked_of(sized: SizedReduction, a: object = None, b: object = None) -> ReductionAsked:
    """What is asked of a reduction that has a size already, with inputs as words or numbers, or none.

    Raises
    ------
    ReductionError
        If one input is missing.
    """
    family = Reduction(sized.name, "", lambda n: sized, (), "at one size", "")
    inputs = _both_or_none(*(None if given is None else str(given) for given in (a, b)))
    return ReductionAsked(family, (sized.source.n,), {}, inputs)


def _both_or_none(a: str | None, b: str | None) -> tuple[str, str] | None:
    if a is None and b is None:
        return None
    if a is None or b is None:
        raise ReductionError(f"{'b' if b is None else 'a'} is missing; give both a and b, or neither")
    return a, b


def _from_file(reference: str) -> Reduction:
    """What a file holds: a ``Reduction``, or a function of n that makes one at a size by ``headcount.reduction``."""
    found = load_object(reference)
    if isinstance(found, Reduction):
        return found
    known = list(signature(found).parameters) if callable(found) else []
    if "n" not in known:
        raise ReductionError(
            f"{reference} must be a function of n that returns headcount.reduction(..), got {_what(found, known)}; "
            "write def encoding(n): return headcount.reduction(..)"
        )

    def size(n: int, **chosen: int) -> SizedReduction:
        try:
            made = found(n=n, **chosen)  # type: ignore[operator]
        except (ReductionError, TaskError, TwoPartyError):
            raise
        except Exception as error:  # the user's code, not ours
            given = ", ".join(f"{key}={value}" for key, value in {"n": n, **chosen}.items())
            raise ReductionError(f"{reference} raised {type(error).__name__} for {given}: {error}") from error
        if not isinstance(made, SizedReduction):
            raise ReductionError(f"{reference} must return headcount.reduction(..), got {made!r:.60} for n={n}")
        return named_after(reference, made, n)

    return Reduction(reference, "", size, tuple(name for name in known if name != "n"), "from a file", "")


def named_after(reference: str, made: SizedReduction, n: int) -> SizedReduction:
    """A reduction from a file, with its place there as a name, and the n of the call where f has another size."""
    called = "" if n == made.source.n else f" at n={n}, of {made.source}"
    return replace(made, name=f"{reference}{called} ({made.name})")


def _what(found: object, parameters: list[str]) -> str:
    if not callable(found):
        return f"{found!r:.60}"
    return f"a function of {', '.join(parameters)}" if parameters else "a function without a parameter"


def sizes_of(word: str) -> list[int]:
    """The sizes that ``n=4`` or ``n=1:8`` names.

    Raises
    ------
    ReductionError
        If it names none.

    Examples
    --------
    >>> sizes_of("4"), sizes_of("1:3")
    ([4], [1, 2, 3])
    """
    first, colon, last = word.partition(":")
    low = integer_word("n", first)
    high = integer_word("n", last) if colon else low
    if not 1 <= low <= high <= MAX_SIZE:
        raise ReductionError(f"n must be from 1 to {MAX_SIZE}, or a range such as 1:8, got {word[:40]!r}; try n=4")
    return list(range(low, high + 1))
