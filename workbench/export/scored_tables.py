"""Points by cosine or Euclidean distance, and queries whose rows share a vector (question ``scored``), as a script."""

from __future__ import annotations

from collections.abc import Sequence

from ...questions.scored import Scored
from .asked import require_sizes, size_of
from .script import Script, need_room
from .stated_claim import StatedClaim

Table = Sequence[Sequence[int]]


def scored_tables(claim: StatedClaim) -> Script:
    """The script of an upper bound by rational points, every score checked."""
    question, evidence = size_of(claim).question, claim.evidence
    assert isinstance(question, Scored)  # the table of writers
    width = evidence["dimension"]
    need_room(
        question.of.cells * (width + 3)
        if question.of.cells
        else len(question.of.pattern.rows) * question.columns * (width + 3)
    )
    rows = question.signs
    return write_points(claim, question.score, rows, evidence["queries"], evidence["keys"], question.shared)


def write_points(
    claim: StatedClaim, score: str, rows: Sequence[str], queries: Table, keys: Table, shared: Sequence[int] = ()
) -> Script:
    """Points v / w for the keys (v, w), and a query for each row, with every score.

    Parameters
    ----------
    score : ``"inner"``, ``"cosine"`` or ``"euclidean"``
    queries : (q, t) for each row, by Euclidean distance (q, -s, t), s > 0
    shared : the number of the query of each row; empty if every row has its own
    """
    balls, width = score == "euclidean", len(keys[0]) - 1
    need_room(len(rows) * len(keys) * (width + 2))
    of_balls = (
        "w <q, v> - s |v|^2 + t w^2, which is positive inside of a ball about q / 2s and negative outside of it"
        if balls
        else "<q, v> + t w, which has the sign of <q, v / w> less a threshold"
    )
    script = Script(
        "QF_NIA",
        claim.words,
        f"points v_c / d_c of R^{width}, d_c > 0"
        + (", all of one norm," if score == "cosine" else ",")
        + f" and for every row numbers q, t{', s > 0' if balls else ''} for which the score of each point, "
        f"{of_balls}, has the sign of the pattern" + ("; rows of one query differ in t only" if shared else ""),
        "that the rows written above the conditions are those of the statement (+ above the threshold, or inside of "
        "the "
        "ball; * anywhere)" + (f"; the numbers of the queries of the rows are {list(shared)}" if shared else ""),
    )
    for c, key in enumerate(keys):
        v = script.vector(f"v_{c}", key[:-1])
        d = script.define(f"d_{c}", key[-1])
        script.require(f"(> {d} 0)")
        square = script.define(f"n_{c}", script.dot(v, v))
        if score == "cosine":
            script.require(f"(= (* {square} d_0 d_0) (* n_0 {d} {d}))")
    require_sizes(script, claim, m=width)
    first: dict[int, int] = {}
    for r, (row, query) in enumerate(zip(rows, queries, strict=True)):
        script.remark(f"row {r}: {row}")
        q = script.vector(f"q_{r}", query[:width])
        t = script.define(f"t_{r}", query[-1])
        same = first.setdefault(shared[r], r) if shared else r
        script.require(*(f"(= {a} q_{same}_{k})" for k, a in enumerate(q) if same != r))
        if balls:
            s = script.define(f"s_{r}", -query[-2])
            script.require(f"(> {s} 0)", *[f"(= {s} s_{same})"] * (same != r))
        for c, symbol in enumerate(row):
            if symbol == "*":
                continue
            product = script.dot(q, [f"v_{c}_{k}" for k in range(width)])
            number = (
                f"(+ (* d_{c} {product}) (- (* {s} n_{c})) (* {t} d_{c} d_{c}))"
                if balls
                else f"(+ {product} (* {t} d_{c}))"
            )
            script.require(f"({'>' if symbol == '+' else '<'} {number} 0)")
    return script
