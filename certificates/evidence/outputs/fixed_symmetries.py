"""Symmetries of fixed-point units for a finite task, as evidence names them: read, and checked to be some."""

from collections.abc import Collection, Sequence

from ...meter import Meter
from ...reading import Node
from .explicit_unit import charge_inputs
from .fixed_units import FixedUnits, Symmetry


def read_symmetry(node: Node, units: FixedUnits) -> Symmetry:
    """A symmetry; parts that are left out are identities. Why it takes units to units: ``fixed_cases.py``.

    Raises
    ------
    RejectionError
        If a part is no permutation, or inputs and answers are not taken to such, or the read-out would notice.
    """
    fields = node.fields((), ("positions", "tokens", "heads", "keys", "values"))
    task = units.task
    node.meter.charge(100 * (task.length + units.heads * (units.m + units.dv)))  # it takes memory as well
    positions = _permutation(fields.get("positions"), task.length)
    tokens = _permutations(fields.get("tokens"), task.length, task.alphabet)
    heads = _permutation(fields.get("heads"), units.heads)
    keys = _permutations(fields.get("keys"), units.heads, units.m, signed=True)
    values = _permutations(fields.get("values"), units.heads, units.dv, signed=True)
    symmetry = Symmetry(positions, tokens, heads, keys, values)
    if any(min(row, default=1) < 0 for row in (*keys, *values)) and units.grid != "midrise":
        node.reject("not-an-automorphism", "the grid does not hold the opposite numbers")
    if units.read_out == "threshold" and any(list(row) != list(range(1, units.dv + 1)) for row in values):
        node.reject("not-an-automorphism", "the first coordinate of values is compared with a threshold")
    if units.combine == "sum" and any(row != values[0] for row in values):
        node.reject("not-an-automorphism", "values of heads that are summed have to change alike")
    if units.tables == "token" and any(row != tokens[0] for row in tokens):
        node.reject("not-an-automorphism", "tokens have to change alike at all positions")
    if {"positions", "tokens"} & set(fields) and not _is_automorphism(symmetry, units, node.meter):
        node.reject("not-an-automorphism", "an input is taken to none, or to other answers")
    return symmetry


def lowered_together(units: FixedUnits, position: int, meter: Meter) -> Collection[int]:
    """Numbers of the key types of a position on which an answer depends; by token: of all tokens, position 0.

    There are none where no answer is asked for: whoever asks has to name one of them.
    """
    task, alphabet = units.task, units.task.alphabet
    if task.name != "table":  # all inputs there are
        return range(position * alphabet, (position + 1) * alphabet)
    charge_inputs(meter, task, 10 + 10 * task.length + 2 * task.steps)  # their answers, and those of an image
    words = [word for word, wanted in task.pairs() if any(answer is not None for answer in wanted)]
    where = (position,) if units.tables == "both" else range(task.length)
    return {units.type_of(j, word[j]) for word in words for j in where}


def _is_automorphism(symmetry: Symmetry, units: FixedUnits, meter: Meter) -> bool:
    """Whether every input is taken to an input, and answers with it; as a bijection it then meets all inputs."""
    task = units.task
    charge_inputs(meter, task, 10 + 10 * task.length + 2 * task.steps)  # their answers, and those of an image
    for word, wanted in task.pairs():
        image = task.answers_to(symmetry.word(word))
        if image is None:
            return False
        for i, answer in enumerate(wanted):
            moved = symmetry.positions[i]
            if (image[moved] if task.position in (None, moved) else None) != answer:
                return False
    return True


def _permutations(node: Node | None, count: int, size: int, *, signed: bool = False) -> tuple[Sequence[int], ...]:
    items = [None] * count if node is None else node.items(count)
    return tuple(_permutation(item, size, signed=signed) for item in items)


def _permutation(node: Node | None, size: int, *, signed: bool = False) -> Sequence[int]:
    """A permutation of 0, .., size - 1; signed: of 1, .., size, up to signs."""
    identity = range(1, size + 1) if signed else range(size)
    if node is None:
        return identity
    numbers = node.integers()
    if len(numbers) != size or sorted(map(abs, numbers) if signed else numbers) != list(identity):
        node.fail(f"must be a {'signed ' if signed else ''}permutation of {size} numbers")
    return numbers
