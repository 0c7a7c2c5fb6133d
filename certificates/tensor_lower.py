"""Evidence that selecting tuples of order s >= 2 with sum 0 mod M needs width m: ``flattening``.

The score of query x with a tuple is sum_a q_x[a] k1_y[a] k2_z[a] ..; T(x) is that of the null tuple. Holding all parts
but one together makes it an inner product, so what is known about sign-ranks applies.

* part 0, the query: score - T(x) = <q_x, u>, with u = k1_y * k2_z * .. - n1 * n2 * .. of width m. Rows are the M
  symbols. Only the residue t = -(y + z + ..) counts, so the columns are the M residues (``+`` at row t, ``-`` else) and
  one column ``-`` for tuples that are partly null. Hence **m >= sign-rank**.
* part k >= 1 (s >= 3), a key: score - T(x) = <(k_y, -1), (w, T(x))>, with w the product of the other parts. Rows are
  the M symbols and null, columns the residues of the other parts (``+`` at row t, ``-`` else, null included) and one
  column for the other keys all null: ``-`` at the symbols, ``0`` at null. Hence **m + 1 >= sign-rank**.

Both patterns are smaller than the flattened tensor: equal columns are written once.
"""

from .lower_evidence import proved_lower
from .question import MAX_CELLS, Question, pattern_question
from .reading import Node
from .sign_pattern import SignPattern


def proved_by_flattening(node: Node, question: Question) -> tuple[int, str]:
    """``{"kind": "flattening", "part": k, "sign_rank": {..}}``: m >= the value returned.

    ``sign_rank`` is a lower end for ``flattened_pattern`` as a pattern with a null token.
    """
    parameters = dict(question.parameters)
    if question.task != "match":
        node.fail("applies to a question 'match' only")
    fields = node.fields(("kind", "part", "sign_rank"))
    order, modulus = parameters["order"], parameters["M"]
    part = fields["part"].integer(0, order - 1 if order > 2 else 0)
    if (modulus + 1) ** 2 > MAX_CELLS:
        node.fail(f"would flatten to more than {MAX_CELLS} cells")
    rank, how = proved_lower(fields["sign_rank"], pattern_question(flattened_pattern(modulus, part > 0)))
    return max(0, rank - (part > 0)), f"the tensor flattened to part {part} has sign-rank >= {rank} ({how})"


def flattened_pattern(modulus: int, key: bool) -> SignPattern:
    """The pattern of the flattening to the query, or to a key.

    >>> flattened_pattern(2, key=False).rows
    ('+--', '-+-')
    >>> flattened_pattern(2, key=True).rows
    ('+--', '-+-', '--0')
    """
    rows = ["".join("+" if t == row else "-" for t in range(modulus)) + "-" for row in range(modulus)]
    return SignPattern((*rows, "-" * modulus + "0") if key else tuple(rows), null=True)
