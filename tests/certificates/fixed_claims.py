"""Questions about small finite tasks, and claims about the fixed-point units that compute them."""

import json
from fractions import Fraction
from itertools import product

from headcount.certificates.claim import Setting
from headcount.certificates.evidence.outputs.fixed_lower import proved_by_refutation
from headcount.certificates.evidence.outputs.fixed_tables import NULL_TYPE, FixedTables
from headcount.certificates.evidence.outputs.table_search import key_order
from headcount.certificates.protocol_cost import proved_by_protocol_cost
from headcount.certificates.reading.node import Node
from headcount.certificates.statement.finite_task import FiniteTask
from headcount.certificates.statement.question import Question
from headcount.certificates.statement.scope import Scope
from headcount.certificates.statement.unit_class import UnitClass


def listed(alphabet, length, rows):
    parameters = (("alphabet", alphabet), ("length", length))
    return Question("computation", parameters, None, "listed", FiniteTask("table", parameters, tuple(rows)))


def equality(symbols):
    words = product(range(symbols), repeat=2)
    return listed(symbols, 2, [((x, y), (int(x == y), None)) for x, y in words])


def setting(p=1, grid="midrise", m=None, heads=1, resource="m", dv=1, read_out="any", null=False):
    heads = None if resource == "H" else heads
    unit_class = UnitClass("FIXED", 0 if resource == "p" else p, grid)
    return Setting(resource, unit_class, m, heads, 2, 1, Fraction(0), dv, read_out, Scope(null=null))


def evidence(question, sizes, *, p=1, m=1, heads=1, resource="m", **options):
    """A refutation with key types in their order."""
    stated = {"kind": "fixed-refutation", "read_out": {"kind": options.get("read_out", "any")}, "searches": []}
    for size in sizes:
        shape = {"m": (p, size, heads), "p": (size, m, heads), "H": (p, m, size)}[resource]
        tables = FixedTables(question.finite, shape[0], "midrise", shape[1], shape[2], null=options.get("null", False))
        order = [["null"] if b.type == NULL_TYPE else ["key", *b.type] for b in key_order(tables)]
        stated["searches"].append({"size": size, "order": order, "automorphisms": []})
    return stated


def prove(stated, question, given):
    prover = proved_by_refutation if stated["kind"] == "fixed-refutation" else proved_by_protocol_cost
    return prover(Node(json.loads(json.dumps(stated)), "evidence"), question, given)
