"""The constructions known by name, and how words on the command line become one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import wraps
from inspect import signature

from ...lazy_names import named
from ...tasks import TaskError
from ...tasks.extensions import extension, extensions
from ...tasks.words import integer_word, named_words
from .averaging import NODES
from .construction import Construction, ConstructionError

MAX_PARAMETER = 10**6
"""Largest parameter of a construction; some set a lower limit themselves, where their tables grow faster."""


@dataclass(frozen=True)
class ConstructionEntry:
    """One line of the registry. ``choices`` maps an optional word parameter to the words it may be.

    ``home`` is the function that makes it, or where it is in this folder: ``"averaging.sign_keys:qsa_sign_keys"``.
    """

    name: str
    home: Callable[..., Construction] | str
    summary: str
    example: str
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    @property
    def make(self) -> Callable[..., Construction]:
        """The function that makes it."""
        found: Callable[..., Construction] = (
            named(f"bounds.constructions.{self.home}") if isinstance(self.home, str) else self.home
        )
        return found

    @property
    def required(self) -> tuple[str, ...]:
        """Parameters without a default."""
        return tuple(one.name for one in signature(self.make).parameters.values() if one.default is one.empty)

    @property
    def known(self) -> tuple[str, ...]:
        """All parameters: those required, the other integers, the words."""
        optional = (name for name in signature(self.make).parameters if name not in (*self.required, *self.choices))
        return (*self.required, *optional, *self.choices)


CONSTRUCTIONS: tuple[ConstructionEntry, ...] = (
    ConstructionEntry(
        "qsa-moment-curve", "averaging.moment_curve_averaging:qsa_moment_curve",
        "q-sparse averaging with m = 2q at unbounded precision",
        "qsa-moment-curve N=7 q=2", {"nodes": NODES},
    ),
    ConstructionEntry(
        "qsa-sign-keys", "averaging.sign_keys:qsa_sign_keys",
        "q-sparse averaging with few bits: random sign keys, m = O(q log N)", "qsa-sign-keys N=1024 q=4",
    ),
    ConstructionEntry(
        "qsa-kerdock", "averaging.linear_keys:qsa_kerdock",
        "q-sparse averaging with sign keys, every subset: q <= sqrt(m)/2, N <= m^2/2", "qsa-kerdock N=128 q=2",
    ),
    ConstructionEntry(
        "qsa-linear-keys", "averaging.linear_keys:qsa_linear_keys",
        "q-sparse averaging with sign keys, every subset: the narrowest code known here", "qsa-linear-keys N=16 q=2",
    ),
    ConstructionEntry(
        "qsa-superimposed-code", "averaging.shared_heads:qsa_superimposed_code",
        "q-sparse averaging with 0/1 tables, deterministic", "qsa-superimposed-code N=64 q=2",
    ),
    ConstructionEntry(
        "qsa-multi-head", "averaging.shared_heads:qsa_multi_head",
        "q-sparse averaging shared out among H heads, m = 2 ceil(q/H)",
        "qsa-multi-head N=8 q=4 H=2", {"keys": ("moment-curve", "sign-keys")},
    ),
    ConstructionEntry(
        "match2", "sequences.match_units:match2_unit",
        "pairs that sum to 0 mod M, m = 3", "match2 M=7 N=4", {"keys": ("conic", "circle")},
    ),
    ConstructionEntry(
        "match3-third-order", "sequences.match_units:match3_third_order",
        "triples that sum to 0 mod M by one head of order 3, m = 5", "match3-third-order M=7 N=4",
    ),
    ConstructionEntry(
        "match", "sequences.match_units:match_s_unit",
        "s-tuples that sum to 0 mod M by one head of order s, m = 2^(s-1) + 1", "match order=4 M=5 N=3",
    ),
    ConstructionEntry(
        "match3-histogram", "sequences.match3_heads:match3_histogram",
        "triples by an ordinary head that counts tokens, dv = M", "match3-histogram M=5 N=4",
    ),
    ConstructionEntry(
        "match3-bigram", "sequences.match3_heads:match3_bigram",
        "x_i + x_j + x_(j+1) = 0 mod M by two layers", "match3-bigram M=5 N=4",
    ),
    ConstructionEntry(
        "match3-local", "sequences.match3_heads:match3_local",
        "triples within distance K by one head that reads a window", "match3-local M=5 N=5 K=1",
    ),
    ConstructionEntry(
        "match3-local-signs", "sequences.match3_local_signs:match3_local_signs",
        "triples within distance K with one-bit queries and keys, m = O(K log N)", "match3-local-signs M=3 N=6 K=1",
    ),
    ConstructionEntry(
        "equality", "sequences.equality_unit:equality_unit",
        "two tokens of 4^p symbols are compared in p bits, m = dv = 1, and in no fewer",
        "equality p=2", {"grid": ("midrise", "twos")},
    ),
    ConstructionEntry(
        "cycle3-strassen", "sequences.cycle3_strassen:cycle3_strassen",
        "directed triangles by one Strassen head", "cycle3-strassen N=3",
    ),
)  # fmt: skip


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

    @wraps(make)
    def made(**parameters: int) -> Construction:
        found = outside.call(make, **parameters)
        if not isinstance(found, Construction):
            raise TaskError(f"{outside} must make a headcount Construction, got {type(found).__name__}")
        return found

    entry = ConstructionEntry(name, made, (make.__doc__ or "").strip().split("\n")[0], "")
    return replace(entry, example=" ".join([name, *(f"{parameter}=3" for parameter in entry.required)]))


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
    choices, known = entry.choices, entry.known
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
    choices = entry_named(words[0]).choices
    given = named_words(words[1:])
    return construct(words[0], **{n: value if n in choices else integer_word(n, value) for n, value in given.items()})


def _unknown(name: str) -> str:
    if name == "qsa-rounded-curve":
        return f"{name} averages within an error only; add ‹error=1/10›"
    names = [entry.name for entry in CONSTRUCTIONS] + [one.name for one in extensions("constructions")]
    close = get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]}? " if close else ""
    known = f"{', '.join(names)}, and with ‹error=1/10› qsa-rounded-curve"
    return f"there is no construction {name[:60]!r}; {hint}known are {known}"
