"""Reductions, and output layers: what their statements hold and mean.

A *reduction* encodes a two-party function into the input of a task, party by party: ``owners`` gives each position to
Alice, Bob or the public (A, B, P), and each party's tokens are a table over its own input, so locality is in the form.
The answer read is that at ``position`` (at several: the greatest), ``read_out`` takes answers to bits. Tokens are those
of a finite task, or pairs [z, y] for q-SA: a number z in [-1, 1] and the q positions whose mean is asked for. With
``runs`` in place of tables it tells the inputs of the task in two runs.

An *output layer* has a row of weights, and perhaps a bias, for each of n classes: a state x gives class j the score
<W_j, x> + b_j. Classes are *reached* if for some x (``centred``: with coordinates that add up to 0) their scores, and
no others, are above a threshold that no score equals: 0 (``zero``), or any number that may depend on x (``free``).
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from ..meter import Meter
from ..schema import Record, Type, fraction, integer, many, pair, record, refuse, tagged, text, truth, word
from .matrices import shape
from .tasks import length_of

Token = int | tuple[Fraction, tuple[int, ...]]
Tokens = tuple[Token, ...]
Table = tuple[tuple[int, Tokens], ...]
"""Tokens by the number of an input."""


def either(kind: type, of: Type, other: Type) -> Type:
    """Values that are read as ``of`` if the file has this kind of object there, else as ``other``."""
    return Type(lambda value, path, meter: (of if isinstance(value, kind) else other).read(value, path, meter))


TOKENS = many(either(list, pair(fraction(denominator=100), many(integer(), 0)), integer()), 0)


def _table(value: Any, path: str, meter: Meter) -> Table:
    """A list for all inputs, or an object with some of their numbers as keys."""
    if isinstance(value, list):
        return tuple(enumerate(many(TOKENS).read(value, path, meter)))
    if not isinstance(value, dict):
        refuse(path, "must be a list or an object of tokens by input")
    meter.charge(30 * len(value))
    if not all(key.isascii() and key.isdigit() and len(key) <= 200 and str(int(key)) == key for key in value):
        refuse(path, "must have numbers of inputs as keys")
    return tuple(sorted((int(key), TOKENS.read(row, path, meter)) for key, row in value.items()))


def _fits(f: Mapping[str, Any]) -> str | None:
    target, owners, position, runs = f["target"], f["owners"], f["position"], f["runs"] or ()
    if any((f[name] is None) != bool(runs) for name in WHOLE):
        return "must have all tables of an encoding and no runs, or runs and no tables"
    computed, (height, width) = target.kind == "computation", shape(f["source"])
    length = length_of(target) if computed else target.N
    given: list[Any] = [[(run.row, run.tokens) for run in runs], [(run.column, run.tokens) for run in runs]]
    tables = [(length, table) for table in given]
    if not runs:
        given = [f["alice"], f["bob"], ((0, f["public"]),)]
        tables = [(owners.count(party), table) for party, table in zip("ABP", given, strict=True)]
    most = [max((number for number, _ in table), default=0) for _, table in tables]
    wide = all(len(tokens) == count for count, table in tables for _, tokens in table)
    kinds = {isinstance(token, int) for _, table in tables for _, tokens in table for token in tokens}
    kinds |= {isinstance(output, int) for output, _ in f["read_out"] or ()}
    rules = (
        (len(owners) == length, "must have an owner for each position of the target"),
        (not computed or target.position is None, "must have a target without a position of its own"),
        (runs or position[-1] < length, "must have positions of the target"),
        (runs or computed or len(position) == 1, "must have one position where outputs are averages"),
        (runs or len(dict(f["read_out"])) == len(f["read_out"]), "must not have an output twice in its read-out"),
        (most[0] < height and most[1] < width, "must have inputs of the function"),
        (wide, "must have as many tokens as a party owns"),
        (kinds <= {computed}, "must have tokens and outputs of the kind of its target"),
    )
    return next((reason for holds, reason in rules if not holds), None)


WHOLE = ("position", "public", "alice", "bob", "read_out")


def reduction_types(communication: Type, target: Type) -> dict[str, Type]:
    """The type of the statement, by the types of its function and of its target."""
    run = record({"row": integer(0), "column": integer(0), "tokens": TOKENS})
    places = many(integer(0), rule="increasing")
    one = Type(lambda value, path, meter: (integer(0).read(value, path, meter),))
    fields = {
        "source": tagged("task", {"communication": communication}), "target": target, "owners": text("ABP", 10**6, 1),
        "position": either(list, places, one), "public": TOKENS, "alice": Type(_table), "bob": Type(_table),
        "read_out": many(pair(either(str, fraction(), integer()), integer(0, 1)), 0, 4096), "runs": many(run, 2, 2),
    }  # fmt: skip
    form = record(fields, dict.fromkeys((*WHOLE, "runs")), _fits)

    def whole(value: Any, path: str, meter: Meter) -> Record:
        found: Record = form.read(value, path, meter)
        for party, count in zip(("alice", "bob"), shape(found.source), strict=True):
            if isinstance(value.get(party), list) and len(value[party]) < count:
                refuse(f"{path}.{party}", "must list tokens for each input of the function")
        return found

    return {"reduction": Type(whole)}


def is_token(token: Token, target: Record, alphabet: int) -> bool:
    """Whether it is one of the target's."""
    if isinstance(token, int):
        return 0 <= token < alphabet
    z, y = token
    return abs(z) <= 1 and len(y) == target.q and all(j < k for j, k in pairwise((-1, *y, target.N)))


def average(tokens: Tokens, position: int) -> Fraction:
    """The mean that q-SA asks for at the position.

    >>> average(((Fraction(1), (0,)), (Fraction(1, 2), (0, 1))), 1)
    Fraction(3, 4)
    """
    pairs = [token for token in tokens if not isinstance(token, int)]
    y = pairs[position][1]
    return sum((pairs[j][0] for j in y), Fraction(0)) / len(y)


def encoded(owners: str, alice: Tokens, bob: Tokens, public: Tokens) -> Tokens:
    """The input of the task that a pair is encoded into: each party's tokens in order, at the positions it owns.

    >>> encoded("BAPA", (1, 2), (3,), (4,))
    (3, 1, 4, 2)
    """
    parts = {"A": iter(alice), "B": iter(bob), "P": iter(public)}
    return tuple(next(parts[owner]) for owner in owners)


def _layer(f: Mapping[str, Any]) -> str | None:
    given = [f[name] for name in ("bias", "classes", "names") if f[name]]
    if any(len(one) != len(f["weights"]) for one in given):
        return "must have a bias, a number and a name for each class, or none"
    return "must not be centred with a bias" if f["centred"] and f["bias"] is not None else None


def classifier_type(label: Type) -> Type:
    """The type of the statement of an output layer."""
    fields = {
        "weights": many(many(integer()), rule="equal"), "threshold": word("free", "zero"), "bias": many(integer()),
        "centred": truth(), "classes": many(integer(0, 10**9), rule="increasing"), "name": label, "names": many(text()),
    }  # fmt: skip
    defaults = {"bias": None, "centred": False, "classes": (), "name": "", "names": ()}
    return record(fields, defaults, _layer)


def rows_of(s: Record, meter: Meter) -> list[tuple[int, ...]]:
    """A row for each class: its weights, its bias if there is one, and -1 if the threshold is free.

    A set of classes is reached iff <row, z> > 0 exactly for the rows of the set, and never 0, for some z = (x s, s, t)
    with s > 0: x is the state, t / s its threshold. Without bias s is no coordinate.
    """
    meter.charge(len(s.weights) * (5 + 2 * len(s.weights[0])))
    end = (-1,) if s.threshold == "free" else ()
    return [(*row, *(s.bias[j : j + 1] if s.bias else ()), *end) for j, row in enumerate(s.weights)]
