"""Questions about small finite tasks, and claims about the fixed-point units that compute them."""

from fractions import Fraction
from itertools import product

import drafted
from headcount.bounds.unit_classes.fixed_unit_bounds import unit_of
from headcount.questions import Question, Unit
from headcount.questions.finite_task import FiniteTask
from headcount.questions.least_size import LeastSize
from headcount.questions.outputs import Computation
from headcount.questions.scope import Scope
from headcount.questions.sparse_pattern import Lists, SparsePattern
from headcount.questions.unit_class import UnitClass
from headcount.solvers.units.fixed_case_search import Refuted, key_order, search_cases
from headcount.solvers.units.fixed_tables import FixedTables, Found
from headcount.solvers.units.fixed_units import FixedUnits


def listed(alphabet, length, rows):
    parameters = (("alphabet", alphabet), ("length", length))
    return Computation(FiniteTask("table", parameters, tuple(rows)), "listed")


def equality(symbols):
    words = product(range(symbols), repeat=2)
    return listed(symbols, 2, [((x, y), (int(x == y), None)) for x, y in words])


def setting(
    p=1, grid="midrise", m=None, heads=1, resource="m", dv=1, read_out="any", name="FIXED", pattern=None, **scope
):
    """What a claim about a question is about, the question left open."""
    unit_class = UnitClass(name, 0 if resource == "p" else p, grid)
    given = Scope(**{"null": False} | scope)

    def quantity(question):
        H = None if resource == "H" else heads
        return LeastSize(question, resource, unit_class, m, H, dv=dv, read_out=read_out, scope=given, pattern=pattern)

    return quantity


def stated(proofs):
    """The evidence with these proofs, a pair of a size and what the search has found for each."""
    refuted = [{"size": size, "symmetries": proof.symmetries, "tree": proof.tree} for size, proof in proofs]
    return {"kind": "fixed-cases", "refuted": refuted}


def evidence(question, sizes, *, p=1, m=1, heads=1, resource="m", **options):
    """Refutations with key types in their order."""
    proofs = []
    for size in sizes:
        shape = {"m": (p, size, heads), "p": (size, m, heads), "H": (p, m, size)}[resource]
        tables = FixedTables(FixedUnits(question.of, shape[0], "midrise", shape[1], shape[2], **options))
        proof = search_cases(tables, key_order(tables))
        assert isinstance(proof, Refuted)
        proofs.append((size, proof))
    return stated(proofs)


def prove(stated, question, given, value=None):
    """The value that is proved; the one claimed is that of the largest size refuted, unless it is given."""
    if value is None:
        value = max((one["size"] for one in stated.get("refuted", ())), default=0) + 1
    quantity = given(question)
    return drafted.proved(question.to_json(), drafted.of_quantity(quantity, "lower", value, stated))


def mask_of(units):
    """The mask of units as the sparse pattern of a claim."""
    return None if units.mask is None else SparsePattern((Lists(len(units.mask), units.mask),))


def outcome_of(question, tables, order=None, automorphisms=()):
    """Found or Refuted, either of them checked."""
    units = tables.units
    outcome = search_cases(tables, key_order(tables) if order is None else order, automorphisms)
    if isinstance(outcome, Found):
        verify_unit(question, unit_of(units, outcome), units.read_out, outcome.at)
        return Found
    assert isinstance(outcome, Refuted)
    given = setting(
        units.bits, units.grid, None, units.heads, "m", units.dv, units.read_out,
        "ROUNDED" if units.rounds else "FIXED", mask_of(units),
        null=units.null, tables=units.tables, combine=units.combine,
    )  # fmt: skip
    assert prove(stated([(units.m, outcome)]), question, given) == units.m + 1
    return Refuted


def verify_unit(question: Question, unit: Unit, read_out: str, at: Fraction) -> None:
    """Run the unit on every input by the definition.

    Raises
    ------
    RuntimeError
        If it does not do the task: a bug of the search, never a user's mistake.
    """
    assert question.finite is not None
    told: dict[tuple[object, ...], int] = {}
    for tokens, answers in question.finite.pairs():
        for i, (row, answer) in enumerate(zip(unit.outputs(tokens), answers, strict=True)):
            if answer is None:
                continue
            right = (
                told.setdefault((i, tokens[i], row), answer) == answer
                if read_out == "any"
                else row[0] != at and (row[0] > at) == bool(answer)
            )
            if not right:
                raise RuntimeError(f"the unit fails at position {i} of {tokens}; the search has a bug")


def respects(tables, automorphism):
    """Whether the map takes the inputs to the inputs, answers with them, and types to types."""
    listed = dict(tables.units.task.pairs())
    if tables.units.tables == "token" and len(set(automorphism.tokens)) > 1:
        return False
    for word, answers in listed.items():
        moved = [0] * len(word)
        for j, token in enumerate(word):
            moved[automorphism.positions[j]] = automorphism.tokens[j][token]
        image = listed.get(tuple(moved))
        if image is None or any(image[automorphism.positions[i]] != a for i, a in enumerate(answers)):
            return False
    return True
