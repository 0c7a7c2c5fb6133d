"""Certificates for the outcomes of a reduction: correct for all pairs, or wrong, with the counterexample.

The tables are written out, party by party, so a file is correct or not without this room, its encoders or its tasks.
Positions, rows and columns are counted from 0 there, as everywhere in certificates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from operator import index
from typing import Any

from ..bounds.bound import CheckerRefusedError, TooLongToCheckError
from ..certificates.meaning.matrices import FUNCTIONS as NAMED
from ..certificates.verdict import Accepted, Undecided
from ..elaborate.certify import certify
from ..questions.question import MAX_CELLS, MAX_NAME, plain_label
from ..tasks import SparseAveraging
from ..tasks.named_computation import named_computation
from ..tasks.two_party import functions as two_party
from ..tasks.two_party.arithmetic import PLAIN
from ..tasks.two_party.functions import TwoPartyFunction
from .laws import Refuted, require_few_pairs
from .reduction import Owner, ReductionError, SizedReduction

LETTERS = {Owner.ALICE: "A", Owner.BOB: "B", Owner.PUBLIC: "P"}

WITHOUT_CERTIFICATE = {
    "encoders": "an encoder that raises an error cannot be written as tables",
    "ownership": "an encoder that misses its positions cannot be written as tables",
    "order": "a file claims no order: what it accepts says whether Alice's positions come first",
    "length": "tokens of another number than the task's positions are no tables of a reduction",
    "formula": "the formula for solvers stands in no file",
    "both answers": "a constant function is encoded correctly; what is accepted counts both values",
}
"""Laws of ``laws.LAWS`` whose violation no file shows, and why."""


def reduction_certificate(sized: SizedReduction) -> dict[str, Any]:
    """The bundle that proves a reduction correct for all pairs of inputs, those of the promise if there is one.

    Parameters
    ----------
    sized : SizedReduction
        A task that the checker does not know by name is listed: the inputs that occur, with the answer that is read.

    Returns
    -------
    dict
        What ``check`` accepts, with claim ``correct``; ``json.dumps`` writes it.

    Guarantee
    ---------
    The checker has just accepted it: for every pair the task's own definition, read off at the position, gives f.

    Raises
    ------
    ReductionError
        If there are more than ``MAX_PAIRS`` pairs, or the task has outputs that no list can hold.
    CheckerRefusedError
        If the reduction is wrong (``verify_exhaustive`` says where).
    TooLongToCheckError
        If it has more pairs than the checker goes through in its steps.

    Examples
    --------
    >>> from headcount.reductions.encoders.disj_to_match3 import disj_to_match3
    >>> from headcount import check
    >>> check(reduction_certificate(disj_to_match3.at(2))).claims
    ('correct: evaluated at 9 pairs with value 1 and 7 with value 0',)
    """
    require_few_pairs(sized)
    first_a, first_b = next(sized.source.alice_inputs()), next(sized.source.bob_inputs())
    alice = [_part(sized, Owner.ALICE, sized.tokens(a, first_b)) for a in sized.source.alice_inputs()]
    bob = [_part(sized, Owner.BOB, sized.tokens(first_a, b)) for b in sized.source.bob_inputs()]
    public = _part(sized, Owner.PUBLIC, sized.tokens(first_a, first_b))
    target = _target(sized, _promised_pairs(sized))
    outputs = _outputs(sized, target, [public, *alice, *bob])
    return _accepted(sized, "correct", {"kind": "all-pairs"}, target, outputs, public=public, alice=alice, bob=bob)


def counterexample_certificate(sized: SizedReduction, refuted: Refuted) -> dict[str, Any]:
    """The bundle that proves a reduction wrong, from what ``verify_exhaustive`` or ``verify_symbolic`` has found.

    Parameters
    ----------
    sized : SizedReduction
    refuted : Refuted
        With law ``correctness`` or ``alphabet`` (claim ``incorrect``) or ``locality`` (claim ``not-local``).

    Returns
    -------
    dict
        What ``check`` accepts; it holds the tokens of one pair of inputs, or of two.

    Raises
    ------
    ReductionError
        If nothing is refuted, the law is one of ``WITHOUT_CERTIFICATE``, or the encoder does not write the same tokens
        again.
    CheckerRefusedError
        If the checker does not find the counterexample to be one.

    Examples
    --------
    >>> from headcount.reductions.encoders.coordinate_encoder import CoordinateEncoder, match3_by_coordinates
    >>> from headcount.reductions.laws import verify_exhaustive
    >>> wrong = match3_by_coordinates(CoordinateEncoder(0, ((1, 0),), ((1, 3),)), 4)
    >>> from headcount import check
    >>> check(counterexample_certificate(wrong, verify_exhaustive(wrong))).claims
    ('incorrect: the function has the value 1, read off is 0',)
    """
    if not isinstance(refuted, Refuted):
        raise ReductionError(f"refuted must be a Refuted, got {type(refuted).__name__}: nothing is refuted")
    if refuted.law in WITHOUT_CERTIFICATE:
        raise ReductionError(
            f"there is no certificate for a violation of {refuted.law!r} ({WITHOUT_CERTIFICATE[refuted.law]}); "
            "what is refuted has to be correctness, alphabet or locality"
        )
    a, b = refuted.a, refuted.b
    tokens = sized.tokens(a, b)
    if tokens != refuted.tokens:
        raise ReductionError(f"{sized.name} must write the same tokens again at a={a}, b={b}, got {tokens}")
    row, column = sized.source.alice.number(a), sized.source.bob.number(b)
    if refuted.law == "locality":
        assert refuted.other is not None  # a token has moved against another pair
        after = sized.tokens(*refuted.other)
        others = (sized.source.alice.number(refuted.other[0]), sized.source.bob.number(refuted.other[1]))
        runs = [
            {"row": i, "column": j, "tokens": _words(sized, written)}
            for i, j, written in ((row, column, tokens), (*others, after))
        ]
        pairs = [pair for pair in ((a, b), refuted.other) if sized.source.promised(*pair)]
        target = _target(sized, pairs or _encodable(sized))
        return _accepted(sized, "not-local", {"kind": "runs"}, target, runs=runs)
    if refuted.law == "correctness":
        target = _target(sized, [(a, b)])
        outputs: Iterable[Any] = [sized.encode(a, b).output]
    else:
        target = _target(sized, _encodable(sized))
        outputs = _named_outputs(target)
    public, alice, bob = (_part(sized, owner, tokens) for owner in (Owner.PUBLIC, Owner.ALICE, Owner.BOB))
    tables = {"public": public, "alice": {str(row): alice}, "bob": {str(column): bob}}
    evidence = {"kind": "pair", "row": row, "column": column}
    return _accepted(sized, "incorrect", evidence, target, outputs, **tables)


def _accepted(
    sized: SizedReduction,
    claim: str,
    evidence: dict[str, Any],
    target: dict[str, Any],
    outputs: Iterable[Any] | None = None,
    **tables: Any,
) -> dict[str, Any]:
    """The bundle about these tables, with the position and the read-out of the outputs, if there are any."""
    owners = "".join(LETTERS[owner] for owner in sized.owners)
    question = {"task": "reduction", "source": _source(sized.source), "target": target, "owners": owners}
    if outputs is not None:
        positions = sorted(i - 1 for i in sized.read_positions)  # from 0: one, or several in increasing order
        tables = {"position": positions if len(positions) > 1 else positions[0], **tables}
        # An output without a bit is left out; should it occur, the checker says so.
        bits = ((output, sized.bit(output)) for output in outputs)
        tables["read_out"] = [[_answer(target, output), bit] for output, bit in bits if bit is not None]
    bundle, verdict = certify({"question": {**question, **tables}, "claims": [{"claim": claim, "evidence": evidence}]})
    if not isinstance(verdict, Accepted):
        refused = TooLongToCheckError if isinstance(verdict, Undecided) else CheckerRefusedError
        raise refused(f"{sized.name}, claim {claim}: {verdict}")
    return bundle


def _source(source: TwoPartyFunction) -> dict[str, Any]:
    """By name if it is the listed function, not only called so; else as a matrix."""
    if _is_listed(source):
        return {"task": "communication", "of": source.name, "n": source.n}
    if source.alice.count * source.bob.count > MAX_CELLS:
        raise ReductionError(f"{source} is no listed function and has more than {MAX_CELLS} pairs; try a smaller n")
    return {
        "task": "communication",
        "of": "matrix",
        "name": plain_label(str(source))[:MAX_NAME],
        "rows": list(source.matrix()),
    }


def _is_listed(source: TwoPartyFunction) -> bool:
    """Whether it is the function of this name, and not only called so."""
    make = getattr(two_party, source.name, None) if source.name in NAMED else None
    if make is None or source.rows or make(source.n) != source:
        return False
    return _code(make(source.n).rule) == _code(source.rule)


def _code(rule: Any) -> tuple[Any, ...]:
    """What a function does: its code, and the values that it closes over."""
    closed = tuple(cell.cell_contents for cell in getattr(rule, "__closure__", None) or ())
    return getattr(rule, "__code__", rule), closed


def _target(sized: SizedReduction, pairs: Iterable[tuple[Any, Any]]) -> dict[str, Any]:
    """The task as a question: by name if it is one of ours, else the list of the inputs of these pairs."""
    task = sized.target
    if type(task) is SparseAveraging:
        return {"task": "averaging", "N": task.N, "q": task.q}
    if named := dict(named_computation(task)):
        return named
    listed: dict[tuple[int, ...], list[int | None]] = {}
    for a, b in pairs:
        tokens = sized.tokens(a, b)
        outputs = task.evaluate(sized.assemble(tokens))
        answers: list[int | None] = [None] * len(tokens)
        for i in sized.read_positions:
            output = outputs[i - 1]
            if type(output) is not int:
                raise ReductionError(f"the outputs of {task.name} must be integers to be listed, got {output!r:.60}")
            answers[i - 1] = output
        listed[tuple(_words(sized, tokens))] = answers
    label = " ".join([task.name, *(f"{name}={value}" for name, value in task.parameters.items())])
    return {
        "task": "computation",
        "of": "table",
        "alphabet": task.alphabet,
        "length": len(sized.owners),
        "name": plain_label(label)[:MAX_NAME],
        "answers": [[list(tokens), answers] for tokens, answers in listed.items()],
    }


def _promised_pairs(sized: SizedReduction) -> Iterator[tuple[Any, Any]]:
    """All pairs of inputs for which the function is defined."""
    for a in sized.source.alice_inputs():
        for b in sized.source.bob_inputs():
            if sized.source.promised(a, b):
                yield a, b


def _encodable(sized: SizedReduction) -> list[tuple[Any, Any]]:
    """A pair that is encoded into an input of the task, so that a list of inputs is not empty; none among the first."""
    for pair in islice(_promised_pairs(sized), 1000):
        tokens = sized.tokens(*pair)
        if all(sized.in_alphabet(token, PLAIN) for token in tokens):
            return [pair]
    return []


def _outputs(sized: SizedReduction, target: Mapping[str, Any], tables: list[list[Any]]) -> Iterable[Any]:
    """Every output that can occur for these tokens, or at least does."""
    if target["task"] == "computation":
        listed = (answers for _, answers in target.get("answers", ()))
        return _named_outputs(target) or sorted({answers[i - 1] for answers in listed for i in sized.read_positions})
    q = target["q"]
    if all(z in ("-1", "1") for tokens in tables for z, _ in tokens):
        return [Fraction(2 * ones - q, q) for ones in range(q + 1)]
    return sorted({sized.encode(a, b).output for a, b in _promised_pairs(sized)})


def _named_outputs(target: Mapping[str, Any]) -> Iterable[Any]:
    """The outputs of a task that the checker knows by name; none if it is listed, or averages."""
    of = target.get("of", "table")
    if of == "composition":
        return range(target["n"])
    return () if of == "table" else range(target["A"] + 1) if of in ("induction-heads", "k-hop") else (0, 1)


def _answer(target: Mapping[str, Any], output: Any) -> Any:
    return str(Fraction(output)) if target["task"] == "averaging" else int(output)


def _part(sized: SizedReduction, owner: Owner, tokens: tuple[Any, ...]) -> list[Any]:
    words = _words(sized, tokens)
    return [words[i - 1] for i in sized.positions(owner)]


def _words(sized: SizedReduction, tokens: tuple[Any, ...]) -> list[Any]:
    """All tokens as they stand in a file."""
    task_input = sized.assemble(tokens)
    if type(sized.target) is SparseAveraging:
        return [[str(Fraction(z)), list(y)] for z, y in zip(*task_input, strict=True)]
    return [index(symbol) for symbol in sized.target.symbols(task_input)]  # of any integral type, and no other
