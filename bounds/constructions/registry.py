"""The constructions known by name, and how words on the command line become one."""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from inspect import signature

from ...tasks import TaskError
from ...tasks.extensions import extension, extensions
from ...tasks.words import integer_word, named_words
from .averaging.moment_curve_averaging import NODES, qsa_moment_curve
from .averaging.shared_heads import qsa_multi_head
from .averaging.sign_keys import qsa_sign_keys
from .averaging.superimposed_code import qsa_superimposed_code
from .construction import Construction, ConstructionError
from .sequences.cycle3_strassen import cycle3_strassen
from .sequences.match2_unit import match2_unit
from .sequences.match3_bigram import match3_bigram
from .sequences.match3_histogram import match3_histogram
from .sequences.match3_local import match3_local
from .sequences.match_s_unit import match3_third_order, match_s_unit

MAX_PARAMETER = 10**6
"""Largest parameter of a construction; some set a lower limit themselves, where their tables grow faster."""


@dataclass(frozen=True)
class ConstructionEntry:
    """One line of the registry. ``choices`` maps an optional word parameter to the words it may be."""

    name: str
    make: Callable[..., Construction]
    required: tuple[str, ...]
    optional: tuple[str, ...]
    summary: str
    example: str
    choices: tuple[tuple[str, tuple[str, ...]], ...] = ()


CONSTRUCTIONS: tuple[ConstructionEntry, ...] = (
    ConstructionEntry(
        "qsa-moment-curve", qsa_moment_curve, ("N", "q"), (),
        "q-sparse averaging with m = 2q at unbounded precision", "qsa-moment-curve N=7 q=2",
        (("nodes", NODES),),
    ),
    ConstructionEntry(
        "qsa-sign-keys", qsa_sign_keys, ("N", "q"), ("m", "seed", "bits"),
        "q-sparse averaging with few bits: random sign keys, m = O(q log N)", "qsa-sign-keys N=1024 q=4",
    ),
    ConstructionEntry(
        "qsa-superimposed-code", qsa_superimposed_code, ("N", "q"), ("excess",),
        "q-sparse averaging with 0/1 tables, deterministic", "qsa-superimposed-code N=64 q=2",
    ),
    ConstructionEntry(
        "qsa-multi-head", qsa_multi_head, ("N", "q", "H"), ("seed",),
        "q-sparse averaging shared out among H heads, m = 2 ceil(q/H)", "qsa-multi-head N=8 q=4 H=2",
        (("keys", ("moment-curve", "sign-keys")),),
    ),
    ConstructionEntry(
        "match2", match2_unit, ("M",), ("N", "gap"),
        "pairs that sum to 0 mod M, m = 3", "match2 M=7 N=4", (("keys", ("conic", "circle")),),
    ),
    ConstructionEntry(
        "match3-third-order", match3_third_order, ("M",), ("N", "gap", "scale"),
        "triples that sum to 0 mod M by one head of order 3, m = 5", "match3-third-order M=7 N=4",
    ),
    ConstructionEntry(
        "match", match_s_unit, ("order", "M"), ("N", "gap", "scale"),
        "s-tuples that sum to 0 mod M by one head of order s, m = 2^(s-1) + 1", "match order=4 M=5 N=3",
    ),
    ConstructionEntry(
        "match3-histogram", match3_histogram, ("M",), ("N",),
        "triples by an ordinary head that counts tokens, dv = M", "match3-histogram M=5 N=4",
    ),
    ConstructionEntry(
        "match3-bigram", match3_bigram, ("M",), ("N",),
        "x_i + x_j + x_(j+1) = 0 mod M by two layers", "match3-bigram M=5 N=4",
    ),
    ConstructionEntry(
        "match3-local", match3_local, ("M", "N", "K"), (),
        "triples within distance K by one head that reads a window", "match3-local M=5 N=5 K=1",
    ),
    ConstructionEntry(
        "cycle3-strassen", cycle3_strassen, ("N",), (),
        "directed triangles by one Strassen head", "cycle3-strassen N=3",
    ),
)  # fmt: skip

if len({entry.name for entry in CONSTRUCTIONS}) != len(CONSTRUCTIONS):
    raise ValueError("two constructions of the registry have the same name")


def entry_named(name: str) -> ConstructionEntry:
    """The line of the registry with a name, or that of another package (entry points ``headcount.constructions``).

    What another package gives is a function of integers that makes a ``Construction``; parameters without a default
    have to be given.

    Raises
    ------
    ConstructionError
        If there is none of the name; the message lists those that there are.
    TaskError
        If that of another package cannot be loaded, or is no function.
    """
    entry = next((entry for entry in CONSTRUCTIONS if entry.name == name), None)
    if entry is not None:
        return entry
    outside = extension("constructions", name)
    if outside is None:
        raise ConstructionError(_unknown(name))
    make = outside.load()
    if not callable(make):
        raise TaskError(f"{outside} must be a function that makes a Construction, got {make!r:.80}")
    given = signature(make).parameters.values()
    required = tuple(one.name for one in given if one.default is one.empty)
    optional = tuple(one.name for one in given if one.default is not one.empty)

    def made(**parameters: int) -> Construction:
        found = outside.call(make, **parameters)
        if not isinstance(found, Construction):
            raise TaskError(f"{outside} must make a headcount Construction, got {type(found).__name__}")
        return found

    summary = (make.__doc__ or "").strip().split("\n")[0]
    example = " ".join([name, *(f"{parameter}=3" for parameter in required)])
    return ConstructionEntry(name, made, required, optional, summary, example)


def construct(name: str, **parameters: int | str) -> Construction:
    """The construction of a name, with its parameters.

    Parameters
    ----------
    name : str
        A name of ``CONSTRUCTIONS``.
    parameters : int or str
        As in the registry: all required ones, any optional ones.

    Raises
    ------
    TaskError, ConstructionError
        If there is no such construction, or the parameters do not fit; the message says what to try.

    Examples
    --------
    >>> construct("match3-third-order", M=5, N=3).size.m
    5
    """
    entry = entry_named(name)
    for missing in entry.required:
        if missing not in parameters:
            other = next((given for given in parameters if given.lower() == missing.lower()), None)
            hint = "" if other is None else f" (not {other})"
            raise TaskError(f"{name} needs the parameter {missing}{hint}; write for example: {entry.example}")
    choices = dict(entry.choices)
    known = (*entry.required, *entry.optional, *choices)
    for given, value in parameters.items():
        if given not in known:
            raise TaskError(f"{name} has no parameter {given}; it takes {', '.join(known)}, as in: {entry.example}")
        if given in choices:
            if value not in choices[given]:
                raise TaskError(f"{given} must be one of {', '.join(choices[given])}, got {str(value)[:40]!r}")
        elif type(value) is not int:
            raise TaskError(f"{given} must be an integer, got {value!r:.40}; write for example: {entry.example}")
        elif value > MAX_PARAMETER:
            raise TaskError(f"{given} must be at most {MAX_PARAMETER}, got {value}; try a smaller one")
    return entry.make(**parameters)


def construction_from_words(words: list[str]) -> Construction:
    """The construction that words such as ``match3-third-order M=7 N=4`` name.

    Raises
    ------
    TaskError, ConstructionError
        As ``construct``, and if a word is not ``name=value``.

    Examples
    --------
    >>> construction_from_words(["match3-third-order", "M=5", "N=3"]).size.m
    5
    """
    if not words:
        raise ConstructionError("name a construction, such as: headcount construct match3-third-order M=7 N=4")
    choices = dict(entry_named(words[0]).choices)
    given = named_words(words[1:])
    return construct(words[0], **{n: value if n in choices else integer_word(n, value) for n, value in given.items()})


def _unknown(name: str) -> str:
    if name == "qsa-rounded-curve":
        return f"{name} averages within an error only; add --error 1/10"
    names = [entry.name for entry in CONSTRUCTIONS] + [one.name for one in extensions("constructions")]
    close = get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]}? " if close else ""
    known = f"{', '.join(names)}, and with --error qsa-rounded-curve"
    return f"there is no construction {name[:60]!r}; {hint}known are {known}"
