"""Axioms of the chirotope of the columns of a pattern of sign-rank at most d, each checked on its own.

Suppose U (C x d) and W realise the pattern, d <= C. U may be taken of rank d: coordinates that U does not need are
replaced by generic ones of which W makes no use. chi(S) is the sign of the determinant of the rows S of U, |S| = d.

``cramer`` [row, T]   |T| = d+1: sum_i (-1)^i det(T - t_i) (w_row . u_{t_i}) = 0;
                      the last factor has the pattern's sign.
``plucker`` [A, T]    |A| = d-1, |T| = d+1: sum_i (-1)^i det(A, t_i) det(T - t_i) = 0 (Grassmann-Pluecker).
``sign``              some one determinant is positive: negate a coordinate. Once, and only for a uniform chirotope.
``basis``             some determinant is positive among the sets that contain given independent columns.
``exclusive``         a determinant is not both positive and negative.
``product``           a bi-quadratic final polynomial (Bokowski, Richter-Gebert 1990): in an identity whose terms have
                      one sign except for one term, that term is at least as large as each other one; if such
                      inequalities multiply to the same product on both sides and one is strict, the signs assumed
                      are impossible.
``lex``               among the images of a realisation under signed column permutations that the pattern does not
                      notice, and under negation, take the one whose signs, in the order of the certificate's list of
                      sets, are greatest: if they equal an image's signs before some place, they are not the smaller
                      ones there. Uniform chirotopes only.

*Uniform*: if the pattern has no zeros, every condition is a strict inequality, U may be perturbed to general
position, and no determinant is zero.
"""

from collections import Counter
from dataclasses import dataclass

from ...kernel.clauses import Clause
from ...kernel.sums import SIGN_OF, Literals, Subset, Term, term_signs
from ....questions.reading import Node
from ....questions.subsets import subsets_up_to

RULES = ("cramer", "plucker", "sign", "basis", "exclusive", "lex", "product")


@dataclass(frozen=True)
class Chirotope:
    """The question an axiom is about: the rows, the dimension, and how literals name determinants."""

    rows: tuple[str, ...]
    dimension: int
    literals: Literals

    @property
    def size(self) -> int:
        return len(self.rows[0])


def cramer_terms(chirotope: Chirotope, row: int, large: Subset) -> list[Term]:
    """The terms of Cramer's identity of a row on d+1 columns."""
    terms = []
    for i, column in enumerate(large):
        symbol = SIGN_OF[chirotope.rows[row][column]]
        coefficient = None if symbol is None else symbol * (-1) ** i
        terms.append(Term(coefficient, (large[:i] + large[i + 1 :],), (row, column)))
    return terms


def plucker_terms(small: Subset, large: Subset) -> list[Term]:
    """The terms of the Grassmann-Pluecker identity of d-1 and d+1 columns."""
    terms = []
    for i, column in enumerate(large):
        if column in small:
            continue
        after = sum(other > column for other in small)
        joined = tuple(sorted((*small, column)))
        terms.append(Term((-1) ** (i + after), (joined, large[:i] + large[i + 1 :])))
    return terms


def check_axiom(node: Node, chirotope: Chirotope, independent: Subset) -> tuple[str, Clause]:
    """The rule and the clause of one axiom, once the clause is known to be implied."""
    rule = node.field("rule")
    clause = chirotope.literals.read(node.field("clause"))
    if rule.value in ("sign", "basis", "exclusive"):
        node.fields(("rule", "clause"))
    if rule.value in ("cramer", "plucker"):
        implied = chirotope.literals.implied(clause, _identity(node, chirotope, "clause"))
    elif rule.value == "sign":
        implied = chirotope.literals.uniform and len(clause) == 1
    elif rule.value == "basis":
        implied = _covers_bases(node, clause, chirotope, independent)
    elif rule.value == "exclusive":
        implied = chirotope.literals.excluded(clause)
    elif rule.value == "lex":
        implied = _lexicographic(node, clause, chirotope)
    elif rule.value == "product":
        _check_product(node, clause, chirotope)
        implied = True
    else:
        rule.word(RULES)
    if not implied:
        node.reject("clause-not-implied", f"rule {rule.value}")
    return rule.value, clause


def _identity(node: Node, chirotope: Chirotope, *others: str) -> list[Term]:
    last, d = chirotope.size - 1, chirotope.dimension
    node.meter.charge(10 * (d + 1) * (d + 5))
    rule = node.field("rule")
    if rule.value == "cramer":
        fields = node.fields(("rule", "row", "large", *others))
        row = fields["row"].integer(0, len(chirotope.rows) - 1)
        return cramer_terms(chirotope, row, fields["large"].increasing(0, last, d + 1))
    if rule.value == "plucker":
        fields = node.fields(("rule", "small", "large", *others))
        return plucker_terms(fields["small"].increasing(0, last, d - 1), fields["large"].increasing(0, last, d + 1))
    rule.word(("cramer", "plucker"))
    raise AssertionError("both words have returned")


def _covers_bases(node: Node, clause: Clause, chirotope: Chirotope, independent: Subset) -> bool:
    """Whether the clause says "positive" of every d-set that contains the independent columns.

    Independent columns extend to a basis among the columns, and a global sign makes its determinant positive.
    """
    literals = chirotope.literals
    if literals.uniform:
        return False
    positive = {literals.sets[(literal - 1) // 2] for literal in clause if literal > 0 and literal % 2}
    node.meter.charge(len(positive) * chirotope.dimension)
    core = set(independent)
    covered = sum(core <= set(subset) for subset in positive)
    needed = subsets_up_to(chirotope.size - len(core), chirotope.dimension - len(core), covered)
    if covered < needed:
        node.reject("not-a-basis-clause", f"{covered} of {needed} sets or more")
    return True


def _check_product(node: Node, clause: Clause, chirotope: Chirotope) -> None:
    known, uniform = chirotope.literals.signs_if_false(clause), chirotope.literals.uniform
    balance: Counter[tuple[str, Subset]] = Counter()
    strict = False
    for step in node.fields(("rule", "clause", "inequalities"))["inequalities"].entries():
        terms = _identity(step, chirotope, "larger", "smaller", "times")
        larger, smaller = (step.field(name).integer(0, len(terms) - 1) for name in ("larger", "smaller"))
        times = step.field("times").integer(1)
        signs = [term_signs(term, known, uniform) for term in terms]
        top = signs[larger]
        if len(top) != 1 or 0 in top or larger == smaller:
            step.reject("inequality-not-forced", "the larger term has no definite sign")
        (sign,) = top
        if any(sign in other for i, other in enumerate(signs) if i != larger):
            step.reject("inequality-not-forced", "another term may have the larger term's sign")
        strict |= any(0 not in other for i, other in enumerate(signs) if i not in (larger, smaller))
        for term, weight in ((terms[larger], times), (terms[smaller], -times)):
            for factor in term.factors:
                balance["determinant", factor] += weight
            if term.scale is not None:
                balance["entry", term.scale] += weight
    if any(balance.values()):
        node.reject("products-differ")
    if not strict:
        node.reject("nothing-strict")


def _lexicographic(node: Node, clause: Clause, chirotope: Chirotope) -> bool:
    """Whether the clause is false only of sign vectors that are smaller than their image."""
    literals, n = chirotope.literals, chirotope.size
    fields = node.fields(("rule", "clause", "permutation", "signs", "negated"))
    permutation, signs = fields["permutation"].integers(0, n - 1), fields["signs"].integers(-1, 1)
    negation = -1 if fields["negated"].truth() else 1
    if not literals.uniform or len(permutation) != n or len(set(permutation)) != n or len(signs) != n or 0 in signs:
        return False
    node.meter.charge(n * (2 * len(chirotope.rows) + 2) + len(literals.sets) * (20 + 2 * chirotope.dimension**2))
    node.meter.room(len(literals.sets) * 100)
    if not _is_automorphism(chirotope.rows, permutation, signs):
        node.reject("not-an-automorphism")
    number = {subset: k for k, subset in enumerate(literals.sets)}
    true = {-literal for literal in clause}
    for k, subset in enumerate(literals.sets):
        # the image's determinant on this set is, up to sign, the determinant on the permuted set
        moved = [permutation[column] for column in subset]
        image = number.get(tuple(sorted(moved)))
        if image is None:
            return False
        inversions = sum(a > b for i, a in enumerate(moved) for b in moved[i + 1 :])
        sign = negation * (-1) ** inversions
        for column in subset:
            sign *= signs[column]
        if image == k and sign == 1:
            continue
        negative_here, positive_there = -(k + 1) in true, sign * (image + 1) in true
        if negative_here and positive_there:
            return True
        if not negative_here and not positive_there:
            return False  # the sign here may be the greater one
    return False


def _is_automorphism(rows: tuple[str, ...], permutation: tuple[int, ...], signs: tuple[int, ...]) -> bool:
    """Whether each row is, up to its overall sign, a permuted and signed row."""
    flip = str.maketrans("+-", "-+")
    images = {
        "".join(row[p] if s > 0 else row[p].translate(flip) for p, s in zip(permutation, signs, strict=True))
        for row in rows
    }
    return all(row in images or row.translate(flip) in images for row in rows)
