"""The claims of a certificate judged a second time, by code that shares nothing with the checker.

It covers what shows an explicit unit: ``tables``, ``shared-tables``, ``unit``, ``averaging`` and ``softmax-weights``.
Everything is written from FORMAT.rst, slowly, and takes for granted that the certificate is well formed.
"""

import re
from fractions import Fraction

import pattern_opinion
import unit_opinion

JUDGES = {
    "tables": pattern_opinion.tables_judged,
    "shared-tables": pattern_opinion.shared_tables_judged,
    "unit": unit_opinion.unit_judged,
    "averaging": unit_opinion.averaging_judged,
    "softmax-weights": unit_opinion.softmax_judged,
}


def proves(certificate):
    """Whether each claim follows from its evidence (lower bounds are taken on trust).

    Raises ``task_answers.NoOpinion`` for a task of more than MOST_INPUTS inputs (for averages: so many z in {-1, 1}^N).
    """
    uppers = [claim for claim in certificate["claims"] if claim["side"] == "upper"]
    return all(_proves(claim.get("question", certificate.get("question")), claim) for claim in uppers)


def _proves(question, claim):
    value, resource = claim["value"], claim["resource"]
    name, _, bits, grid, gap = re.fullmatch(
        r"(\w+)(\((\w+), (\w+)(?:, gap (\d+(?:/\d+)?))?\))?", claim["unit_class"]
    ).groups()
    p = value if bits == "p" else int(bits or 0)
    most = {"m": claim.get("m"), "H": claim.get("heads", question.get("heads", 1))}
    named = question["order"] if question["task"] == "match" else 2
    most |= {"order": claim.get("order", named), "layers": claim.get("layers", 1)}
    most["dv"] = value if claim.get("dv") == "m" else claim.get("dv", 1)
    if resource != "p":
        most[resource] = value
    sizes, good = JUDGES[claim["evidence"]["kind"]](question, claim, name, p, grid, Fraction(gap or 0))
    good = good and ("scope" not in claim or unit_opinion.in_scope(claim["evidence"]["unit"], claim["scope"]))
    return good and all(most[size] is None or needed <= most[size] for size, needed in sizes.items())
