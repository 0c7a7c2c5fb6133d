"""The laws of a reduction for all inputs at once: a solver is asked about them as terms."""

from __future__ import annotations

from typing import Any

from ..bounds.bound import Status
from ..tasks.two_party.arithmetic import Arithmetic
from ..tasks.two_party.functions import BitStrings, Numbers
from .laws import (
    Broken,
    Refuted,
    Undecided,
    Verified,
    checked_encoding,
    checked_tokens,
    require_right,
    require_same,
    require_structure,
    verify_some,
)
from .reduction import Owner, ReductionError, SizedReduction


def verify_symbolic(reduction: SizedReduction, *, seconds: float = float("inf")) -> Verified | Refuted | Undecided:
    """Check locality, alphabet and correctness for all inputs at once, by z3 over bit-vectors.

    The claim: for all a, a', b, b', Alice's tokens are the same under (a, b) and (a, b'), Bob's under (a, b) and
    (a', b), the public ones under (a, b) and (a', b'); every token under (a, b) lies in the alphabet; and the formula
    on the tokens under (a, b) is f(a, b). That the formula says what task and read-out say is checked on some pairs
    here, and on all at small n by ``verify_exhaustive``. A counterexample is confirmed by the definitions before it is
    returned; "holds" is a solver's answer.

    Raises
    ------
    ReductionError
        If there is no formula; if a counterexample of the solver turns out to be none, so that formula and task differ
        from the terms.

    Examples
    --------
    >>> from headcount.reductions.encoders.disj_to_match3 import disj_to_match3
    >>> found = verify_symbolic(disj_to_match3.at(12))
    >>> found.holds, str(found.status)
    (True, 'PROVED-BY-SOLVER')
    """
    from ..solvers.symbolic_terms import SymbolicInput, decide  # here, since z3 takes longer to load than all else

    source, formula = reduction.source, reduction.formula
    if formula is None:
        raise ReductionError(
            f"{reduction.name} has no formula to be run on terms; write headcount.reduction(.., formula=lambda tokens, "
            "arithmetic: ..), or check all pairs of a smaller n with ‹verify=True›"
        )
    held = [x for x in (source.alice, source.bob) if isinstance(x, BitStrings | Numbers)]
    if len(held) < 2:
        raise ReductionError(
            f"a solver knows bits and numbers, and an input of {source} is {source.alice} or {source.bob}; check all "
            "pairs of a smaller n with ‹verify=True›"
        )
    try:
        require_structure(reduction)
    except Broken as broken:
        return broken.found
    wrong, compared = verify_some(reduction)
    if wrong is not None:
        return wrong
    kinds = [SymbolicInput(x.n, isinstance(x, BitStrings)) for x in held] * 2

    def claim(terms: list[Any], on: Arithmetic) -> Any:
        a, b, a2, b2 = terms
        tokens = reduction.tokens(a, b, on)
        parts: list[Any] = []
        for owner, other in ((Owner.ALICE, (a, b2)), (Owner.BOB, (a2, b)), (Owner.PUBLIC, (a2, b2))):
            moved = reduction.tokens(*other, on)
            parts += [_same(tokens[i - 1], moved[i - 1], on) for i in reduction.positions(owner)]
        parts += [reduction.in_alphabet(token, on) for token in tokens]
        said, true = (on.number(truth) for truth in (formula(tokens, on), source.rule(a, b, on)))
        right = said == true
        if source.promise is not None:
            right = on.any([on.negation(source.promise(a, b, on)), right])
        return on.all([*parts, right])

    largest = max(reduction.largest, source.n + 1)
    answer = decide(kinds, claim, largest=largest, seconds=seconds)
    if answer.holds is None:
        return Undecided(reduction.name, source.n, answer.seconds)
    pairs = source.alice.count * source.bob.count
    if answer.holds:
        method = f"z3, bit-vectors; formula against task on {compared} pairs"
        return Verified(reduction.name, source.n, pairs, method, Status.PROVED_BY_SOLVER, seconds=answer.seconds)
    return _confirmed(reduction, *answer.values)


def _confirmed(reduction: SizedReduction, a: Any, b: Any, a2: Any, b2: Any) -> Refuted:
    """The law that a solver's counterexample breaks, by the definitions."""
    try:
        tokens = checked_tokens(reduction, a, b)
        for owner, other in ((Owner.ALICE, (a, b2)), (Owner.BOB, (a2, b)), (Owner.PUBLIC, (a2, b2))):
            require_same(reduction, owner, a, b, tokens, other, reduction.tokens(*other))
        if reduction.source.promised(a, b):
            require_right(reduction, checked_encoding(reduction, a, b, tokens), a, b)
    except Broken as broken:
        return broken.found
    raise ReductionError(
        f"the solver says that {reduction.name} fails on a={a}, b={b}, a'={a2}, b'={b2}, and it does not: the formula "
        "or an encoder means something else on terms than on integers, or `largest` is too small"
    )


def _same(x: Any, y: Any, on: Any) -> Any:
    if isinstance(x, tuple | list):
        return on.all(
            [isinstance(y, tuple | list) and len(x) == len(y), *(_same(*pair, on) for pair in zip(x, y, strict=False))]
        )
    return x == y
