"""Evidence that a sign pattern has sign-rank at least k.

``trivial``       sign-rank >= 0, and >= 1 without a null token (the all-plus row is not zero).
``independence``  a set of columns (or rows) that is linearly independent in every realisation: its size is a lower
                  bound. A linear dependency has a sign vector lambda; each row r gives sum_j lambda_j (w_r . u_j) = 0,
                  hence a clause by the sum rule; a refutation of all of them shows that there is none. Contains
                  shattered sets (VC dimension), sign-nonsingular and triangular submatrices.
``symmetric``     the same for q-SA on k columns, by cases: a dependency with b negative and at least as many positive
                  entries is excluded by a subset that contains the negative columns and misses a positive one.
``chirotope``     the signs of d x d determinants of the columns cannot satisfy what holds for vectors: sign-rank >=
d + 1.
"""

from .chirotope_axioms import SIGN_OF, Chirotope, check_axiom
from .question import Question
from .reading import Node
from .refutation import replay
from .sign_pattern import transposed
from .sum_rule import Literals, Subset, Term, one_sided, term_signs
from .verdict import RejectionError


def proved_lower(node: Node, question: Question) -> tuple[int, str]:
    """The sign-rank bound that the evidence proves, and how, in words."""
    kind = node.field("kind")
    if kind.value == "trivial":
        node.fields(("kind",))
        return question.offset, "a dimension is not negative"
    if kind.value == "symmetric":
        return _symmetric(node, question)
    if kind.value == "independence":
        fields = node.fields(("kind", "vectors", "set", "axioms", "lemmas"))
        rows = oriented_rows(fields["vectors"], question)
        chosen = _independent(node, rows)
        return len(chosen), f"{len(chosen)} {fields['vectors'].value} independent in every realisation"
    if kind.value == "chirotope":
        return _chirotope(node, question)
    kind.fail("must be trivial, independence, symmetric or chirotope for a lower bound")


def oriented_rows(vectors: Node, question: Question) -> tuple[str, ...]:
    """The homogeneous rows, transposed if the vectors argued about are the rows' vectors."""
    if vectors.value == "columns":
        return question.rows
    if vectors.value == "rows":
        return transposed(question.rows)
    vectors.fail("must be columns or rows")


def _independent(node: Node, rows: tuple[str, ...]) -> Subset:
    """The set, once the refutation of a dependency on it has been replayed. Set k of the literals is {k}."""
    chosen = node.field("set").increasing(0, len(rows[0]) - 1)
    literals = Literals(tuple((k,) for k in range(len(chosen))), uniform=False)
    clauses = []
    for axiom in node.field("axioms").items():
        rule = axiom.field("rule")
        clause = axiom.field("clause").integers()
        if any(literal == 0 or abs(literal) > literals.variables for literal in clause):
            axiom.field("clause").fail(f"must hold nonzero literals up to {literals.variables}")
        known = literals.signs_if_false(clause)
        if rule.value == "row":
            row = rows[axiom.fields(("rule", "row", "clause"))["row"].integer(0, len(rows) - 1)]
            terms = [Term(SIGN_OF[row[column]], ((k,),)) for k, column in enumerate(chosen)]
            implied = one_sided([term_signs(term, known, uniform=False) for term in terms])
        elif rule.value == "nonzero":  # some coefficient is positive: negate the dependency
            axiom.fields(("rule", "clause"))
            implied = all(2 * k + 1 in clause for k in range(len(chosen)))
        elif rule.value == "exclusive":
            axiom.fields(("rule", "clause"))
            implied = any(not signs for signs in known.values())
        else:
            rule.fail("must be row, nonzero or exclusive")
        if not implied:
            raise RejectionError("clause-not-implied", axiom.path, f"rule {rule.value}")
        clauses.append(clause)
    replay(clauses, node.field("lemmas"), literals.variables)
    return chosen


def _symmetric(node: Node, question: Question) -> tuple[int, str]:
    size = node.fields(("kind", "size"))["size"].integer(0)
    if question.task != "qsa":
        raise RejectionError("symmetry-not-applicable", node.path)
    positions, q = dict(question.parameters)["N"], dict(question.parameters)["q"]
    if size > positions:
        node.field("size").fail(f"must be at most N = {positions}")
    # Up to sign, b <= size/2 entries are negative and some entry is positive. A q-subset y meets the columns in s
    # places for any s from max(0, q - (N - size)) to min(q, size). If b <= s <= size - 1, y can cover the negative
    # columns and miss a positive one: the row is then 0 on the former, so the sum has negative terms only. The
    # condition is hardest for the largest b.
    fewest, most = max(0, q - (positions - size)), min(q, size)
    if size and max(size // 2, fewest) > min(most, size - 1):
        raise RejectionError("signs-not-covered", node.path, f"{size} columns, {size // 2} of them negative")
    return size, f"any {size} keys independent in every realisation, by symmetry"


def _chirotope(node: Node, question: Question) -> tuple[int, str]:
    fields = node.fields(("kind", "vectors", "dimension", "uniform", "sets", "axioms", "lemmas"), ("basis", "within"))
    rows = oriented_rows(fields["vectors"], question)
    if "within" in fields:  # argue about some of the columns only: a part needs no more dimensions than the whole
        within = fields["within"].increasing(0, len(rows[0]) - 1)
        rows = tuple("".join(row[column] for column in within) for row in rows)
    columns = len(rows[0])
    dimension = fields["dimension"].integer(1, columns)
    uniform = fields["uniform"].truth()
    if uniform and any("0" in row for row in rows):
        raise RejectionError("uniform-not-allowed", fields["uniform"].path)
    sets = []
    for subset in fields["sets"].items():
        subset.items(dimension)
        sets.append(subset.increasing(0, columns - 1))
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
    choices: set[tuple[str, tuple[int, ...]]] = set()  # ways in which the freedom to choose a realisation was used
    for axiom in fields["axioms"].items():
        rule, clause = check_axiom(axiom, chirotope, independent)
        if rule == "lex":
            choices.add(("sign", (1,)))  # the greatest image is positive on the first set
        elif rule in ("sign", "basis"):
            choices.add((rule, clause))
        if len(choices) > 1:
            raise RejectionError("second-orientation", axiom.path)
        rules.add(rule)
        clauses.append(clause)
    replay(clauses, fields["lemmas"], chirotope.literals.variables)
    vectors = fields["vectors"].value
    if "product" in rules:  # an oriented matroid may fit: the final polynomials speak of vectors
        return dimension + 1, f"no vectors of dimension {dimension} fit the {vectors}, by final polynomials"
    return dimension + 1, f"no oriented matroid of rank {dimension} fits the {vectors}"
