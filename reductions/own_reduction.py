"""A reduction from two plain functions: what Alice writes for her input, and what Bob writes for his."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

from ..tasks import Task
from ..tasks.two_party.arithmetic import PLAIN, Arithmetic
from ..tasks.two_party.functions import FUNCTIONS, TwoPartyFunction, function_named, matrix_function
from ..tasks.two_party.matrices import communication_matrix
from ..tasks.words import integer_word, named_words
from .reduction import Placed, ReductionError, SizedReduction, ownership

Encoder = Callable[..., Mapping[int, Any]]


def reduction(
    source: str | TwoPartyFunction | Any,
    target: Task,
    n: int | None = None,
    *,
    alice: Encoder,
    bob: Encoder,
    public: Mapping[int, Any] | None = None,
    output_position: int = 1,
    read_out: Callable[[Any], int] = int,
    formula: Callable[[tuple[Any, ...], Arithmetic], Any] | None = None,
    name: str | None = None,
) -> SizedReduction:
    """Encode a two-party function into a task of your own, at one size; ``reduce`` checks it and says what follows.

    Who owns a position is who writes it. Nothing is believed: ``reduce(.., verify=True)`` goes through all inputs.

    Parameters
    ----------
    source : a name such as "disj" or "ghd gap=2", a matrix of 0, 1 and "*", or TwoPartyFunction
        f: a function of ``tasks.two_party.FUNCTIONS`` with its sizes besides n. DISJ is 1 iff the sets are disjoint;
        Bob's input of INDEX is a number from 1; of a matrix Alice has the number of a row and Bob that of a column,
        from 1. Where f is not promised (``*``, and the promises of ``udisj``, ``ghd`` and others), the encoders write
        tokens as well, and the task's output may be anything.
    target : Task
        At its size, such as ``Match3(6, 5)`` or a function under ``task``.
    n : int >= 1
        The size of f, where it goes by its name.
    alice, bob : callable (input) -> tokens by position
        A dict from positions, counted from 1, to tokens. With a second parameter they are also given the arithmetic in
        which they are run on terms, for ``reduce(.., symbolic=True)``.
    public : mapping of position to token, optional
        The tokens that everyone knows.
    output_position : int
        The position whose output is read, from 1.
    read_out : callable (output) -> 0 or 1
        f(a, b) from that output; the output itself by default.
    formula : callable (tokens, arithmetic) -> truth value, optional
        What task and read-out say of tokens, written so that it also runs on terms, for ``symbolic=True``.
    name : str, optional
        ``source-to-target`` by default.

    Raises
    ------
    ReductionError
        If f is unknown or has no size, the target is no task, an encoder does not return positions from 1 on, two of
        them write the same one, or one is written by nobody.

    Examples
    --------
    >>> from headcount import PairDetection, reduce
    >>> cycle = PairDetection(9, lambda x, y: (x - y) % 9 in (1, 8), name="cycle-9")  # is a token a neighbour of mine?
    >>> encoded = reduction(
    ...     "index", cycle, 3, bob=lambda b: {4: 3 * (b - 1)}, output_position=4,
    ...     alice=lambda a: {j: 3 * (j - 1) + bit for j, bit in enumerate(a, start=1)},
    ... )
    >>> reduce(encoded, verify=True).holds
    True
    """
    f = _function(source, n)
    if not isinstance(target, Task):
        raise ReductionError(
            f"target must be a task at its size, such as Match3(6, 5) or a function under @task(..), got {target!r:.60}"
        )
    hers, his, shared = _encoder("alice", alice), _encoder("bob", bob), _encoder("public", public)
    first = next(f.alice_inputs()), next(f.bob_inputs())
    written = [_positions("alice", hers, first[0]), _positions("bob", his, first[1])]
    everyone = _positions("public", shared, None)
    length = max([0, *written[0], *written[1], *everyone])
    twice = (written[0] | written[1]) & everyone
    if twice:
        raise ReductionError(f"position {min(twice)} must have one owner, got a party and the public; leave one out")
    owners = ownership(length, written[0], written[1])
    nobody = set(range(1, length + 1)) - written[0] - written[1] - everyone
    if nobody:
        raise ReductionError(
            f"position {min(nobody)} of {length} must be written by alice, bob or public, got it from none of them; "
            f"try public={{{min(nobody)}: 0}}"
        )
    return SizedReduction(
        name=name or f"{f.name}-to-{target.name}",
        source=f,
        target=target,
        sizes={"n": f.n, "N": length} | {key: size for key, size in target.parameters.items() if key != "n"},
        owners=owners,
        alice=hers,
        bob=his,
        public=lambda: shared(None, None),
        output_position=output_position,
        read_out=read_out,
        formula=formula,
        prefix=bool(written[0] and written[1]) and max(written[0]) < min(written[1]),
    )


def _function(source: Any, n: int | None) -> TwoPartyFunction:
    if isinstance(source, str):
        name, *words = source.split() or [""]
        if name not in FUNCTIONS:
            known = ", ".join(FUNCTIONS)
            what = f"one of {known}, or a matrix of 0, 1 and *"
            raise ReductionError(f"source must be {what}, got {name[:40]!r}; try 'disj'")
        sizes = {size: integer_word(size, value) for size, value in named_words(words).items()}
        if n is not None and "n" in sizes:
            raise ReductionError(f"n is given twice, in the source and as n={n}; leave one out")
        sizes |= {} if n is None else {"n": n}
        if "n" not in sizes:
            example = FUNCTIONS[name].example["n"]
            raise ReductionError(f"n, the size of {name}, is missing; write for example n={example}")
        return function_named(name, **sizes)
    if n is not None:
        raise ReductionError(f"n is the size of a function that goes by its name, got n={n} beside one; leave n out")
    if isinstance(source, TwoPartyFunction):
        return source
    matrix = communication_matrix(source)
    return matrix_function(matrix.rows, matrix.name or "matrix")


def _encoder(name: str, code: Any) -> Callable[[Any, Any], Placed]:
    """The encoder as a function of an input and an arithmetic."""
    if not callable(code):
        if isinstance(code, Mapping) or code is None:
            return lambda given, on: dict(code or {})
        raise ReductionError(
            f"{name} must be a function of an input, or a dict of tokens by position, got {code!r:.60}"
        )
    try:
        both = len(signature(code).parameters) > 1
    except ValueError:  # some builtins do not tell
        both = False
    return code if both else lambda given, on: code(given)


def _positions(name: str, encoder: Callable[[Any, Any], Placed], given: Any) -> set[int]:
    """What an encoder writes for one input, as positions."""
    try:
        placed = encoder(given, PLAIN)
    except Exception as error:  # the user's code, not ours
        raise ReductionError(f"{name} raised {type(error).__name__} for {given!r:.60}: {error}") from error
    if not isinstance(placed, Mapping) or any(type(i) is not int or i < 1 for i in placed):
        raise ReductionError(
            f"{name} must return a dict from positions, counted from 1, to tokens, got {placed!r:.80}; try {{1: 0}}"
        )
    return set(placed)
