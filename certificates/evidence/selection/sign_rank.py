"""Evidence that a pattern has sign-rank at least k: class SIGN.

``independence``  a set of columns (or rows) that is linearly independent in every realisation: its size is a lower
                  bound. A linear dependency has a sign vector lambda; each row r gives sum_j lambda_j (w_r . u_j) = 0,
                  hence a clause by the sum rule; a refutation of all of them shows that there is none. Contains
                  shattered sets (VC dimension), sign-nonsingular and triangular submatrices.
``symmetric``     the same for k columns of a question that is named by its sizes, by cases: a dependency is excluded
                  by a row that is one-sided on it. Say a <= b of its entries have one and the other sign.
                  *q-SA*: a subset that contains the a columns and misses one of the b.
                  *Thresholds*: both signs occur, because of the all-plus row; a set that contains the columns of one
                  sign and none of the other (Radon).
``chirotope``     the signs of d x d determinants of the columns cannot satisfy what holds for vectors
                  (``chirotope_axioms.py``): sign-rank >= d + 1.
"""

from ...kernel.clauses import Clause, replay
from ...kernel.sums import SIGN_OF, Literals, Subset, Term
from ...reading import Node
from ...statement.least_size import LeastSize
from ...statement.question import Question
from ...statement.retrieval import Retrieval
from ...statement.selection import SparseAveraging
from ...statement.separation import Separation
from ...statement.sign_pattern import transposed
from ..proof import Premises, Proved
from .chirotope_axioms import Chirotope, check_axiom

FINAL_POLYNOMIALS = "bi-quadratic final polynomials: Bokowski, Richter-Gebert 1990"


def by_independence(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "independence", "vectors": "columns", "set": [..], "axioms": [..], "lemmas": [..]}``."""
    question = quantity.question
    fields = node.fields(("kind", "vectors", "set", "axioms", "lemmas"))
    rows = _oriented(fields["vectors"], question)
    chosen = _independent(node, rows)
    how = f"{len(chosen)} {fields['vectors'].value} independent in every realisation"
    return Proved(len(chosen) - question.offset, how)


def by_symmetry(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "symmetric", "size": k}``."""
    question = quantity.question
    size = node.fields(("kind", "size"))["size"].integer(0)
    if not isinstance(question, SparseAveraging | Separation):
        node.reject("symmetry-not-applicable")
    if size > question.N:
        node.field("size").fail(f"must be at most N = {question.N}")
    covered = all_separated(question, size) if isinstance(question, Separation) else _all_tied(question, size)
    if not covered:
        node.reject("signs-not-covered", f"{size} columns, {size // 2} of them negative")
    return Proved(size - question.offset, f"any {size} keys independent in every realisation, by symmetry")


def _all_tied(question: SparseAveraging, size: int) -> bool:
    """Whether every dependency of so many columns is excluded by a q-subset."""
    # Up to sign, b <= size/2 entries are negative and some entry is positive. A q-subset y meets the columns in s
    # places for any s from max(0, q - (N - size)) to min(q, size). If b <= s <= size - 1, y can cover the negative
    # columns and miss a positive one: the row is then 0 on the former, so the sum has negative terms only. The
    # condition is hardest for the largest b.
    fewest, most = max(0, question.q - (question.N - size)), min(question.q, size)
    return not size or max(size // 2, fewest) <= min(most, size - 1)


def all_separated(question: Separation | Retrieval, size: int, alone: int = 1) -> bool:
    """Whether every dependency of so many columns, ``alone`` at least of each sign, is excluded by a set of l to k.

    >>> [max(size for size in range(10) if all_separated(Separation(9, least, 3), size)) for least in (1, 3)]
    [7, 7]
    """
    # alone <= a <= b, a + b <= size. A set contains the a columns and none of the b if a <= k and l <= N - b (it has
    # from max(a, l) to min(k, N - b) members), and the other way round if b <= k and l <= N - a. Neither holds in three
    # cases: k < a; or a <= k < b and N - l < b; or b <= k and N - l < a. Each must need more than size columns.
    beyond = question.most + 1, question.N - question.least + 1  # the least b with k < b, and with N - l < b
    return size < 2 * beyond[0] and size < alone + max(beyond) and (beyond[1] >= beyond[0] or size < 2 * beyond[1])


def by_chirotope(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "chirotope", "vectors", "dimension", "uniform", "sets", "axioms", "lemmas"}``, and ``basis``."""
    question = quantity.question
    fields = node.fields(("kind", "vectors", "dimension", "uniform", "sets", "axioms", "lemmas"), ("basis",))
    rows = _oriented(fields["vectors"], question)
    columns = len(rows[0])
    dimension = fields["dimension"].integer(1, columns)
    uniform = fields["uniform"].truth()
    node.meter.charge(len(rows) * columns)
    if uniform and any("0" in row for row in rows):
        fields["uniform"].reject("uniform-not-allowed")
    sets = [subset.increasing(0, columns - 1, dimension) for subset in fields["sets"].entries()]
    if len(set(sets)) != len(sets):
        fields["sets"].fail("must not hold the same set twice")
    independent: Subset = ()
    if "basis" in fields:
        fields["basis"].fields(("set", "axioms", "lemmas"))
        independent = _independent(fields["basis"], rows)
        if len(independent) > dimension:
            fields["basis"].fail(f"must have at most {dimension} columns")
    chirotope = Chirotope(rows, dimension, Literals(tuple(sets), uniform))
    clauses = []
    rules: set[str] = set()
    choices: set[tuple[str, Clause]] = set()  # ways in which the freedom to choose a realisation was used
    for axiom in fields["axioms"].entries():
        rule, clause = check_axiom(axiom, chirotope, independent)
        if rule == "lex":
            choices.add(("sign", (1,)))  # the greatest image is positive on the first set
        elif rule in ("sign", "basis"):
            choices.add((rule, clause))
        if len(choices) > 1:
            axiom.reject("second-orientation")
        rules.add(rule)
        clauses.append(clause)
    replay(clauses, fields["lemmas"], chirotope.literals.variables)
    value, vectors = dimension + 1 - question.offset, fields["vectors"].value
    if "product" in rules:  # an oriented matroid may fit: the final polynomials speak of vectors
        how = f"no vectors of dimension {dimension} fit the {vectors}, by final polynomials"
        return Proved(value, how, (FINAL_POLYNOMIALS,))
    return Proved(value, f"no oriented matroid of rank {dimension} fits the {vectors}")


def _oriented(vectors: Node, question: Question) -> tuple[str, ...]:
    """The homogeneous rows, transposed if the vectors argued about are the rows' vectors."""
    vectors.word(("columns", "rows"))
    vectors.meter.charge(len(question.rows) * len(question.rows[0]))
    return question.rows if vectors.value == "columns" else transposed(question.rows)


def _independent(node: Node, rows: tuple[str, ...]) -> Subset:
    """The set, once the refutation of a dependency on it has been replayed. Set k of the literals is {k}."""
    chosen = node.field("set").increasing(0, len(rows[0]) - 1)
    literals = Literals(tuple((k,) for k in range(len(chosen))), uniform=False)
    clauses = []
    for axiom in node.field("axioms").entries():
        rule = axiom.field("rule")
        clause = literals.read(axiom.field("clause"))
        axiom.meter.charge(10 * (len(chosen) + len(clause)))
        if rule.word(("row", "nonzero", "exclusive")) == "row":
            row = rows[axiom.fields(("rule", "row", "clause"))["row"].integer(0, len(rows) - 1)]
            terms = [Term(SIGN_OF[row[column]], ((k,),)) for k, column in enumerate(chosen)]
            implied = literals.implied(clause, terms)
        elif rule.value == "nonzero":  # some coefficient is positive: negate; so there is one
            axiom.fields(("rule", "clause"))
            positive = set(clause)
            implied = all(2 * k + 1 in positive for k in range(len(chosen)))
        else:
            axiom.fields(("rule", "clause"))
            implied = literals.excluded(clause)
        if not implied:
            axiom.reject("clause-not-implied", f"rule {rule.value}")
        clauses.append(clause)
    replay(clauses, node.field("lemmas"), literals.variables)
    return chosen
