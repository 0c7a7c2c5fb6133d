"""What the tests about matrices share: claims judged alone, all small matrices, mutations."""

from fractions import Fraction
from itertools import permutations, product

from headcount.certificates.book import Book
from headcount.certificates.claims import Claim
from headcount.certificates.evaluate.matrices import EXHIBITS
from headcount.certificates.meter import LIMIT, Meter, OverLimitError
from headcount.certificates.refuse import Malformed, Refused
from headcount.certificates.schema import Record


def evaluate(proof, claim, book):
    return EXHIBITS[proof["exhibit"]](proof, claim, book)


def farkas(proof, claim, book):
    from headcount.certificates.systems.programs import SYSTEMS

    return SYSTEMS[proof["system"]](proof, claim, book)


RULES = {"evaluate": evaluate, "farkas": farkas}


def judged(claim, question, limit=LIMIT):
    """accepted, rejected, malformed or undecided; with how, or why not, and the steps."""
    book = Book(Meter(limit), RULES)
    book.question = question
    try:
        return "accepted", book.prove(claim, book.stated(claim, "claim"), "claim"), book.meter.spent
    except Refused as error:
        return "rejected", error.why, book.meter.spent
    except Malformed as error:
        return "malformed", str(error), book.meter.spent
    except OverLimitError:
        return "undecided", "", book.meter.spent


def proved(rows, measure, side, proof, parameter=None, limit=10**7):
    """What a proof proves of a measure of a matrix, or None: whatever bound is claimed, the rules say the same."""
    statement = Record("communication", {"of": "matrix", "rows": tuple(rows), "name": ""}, ("name",))
    claim = Claim(statement, Record("measure", {"name": measure, "parameter": parameter}), side, Fraction(0))
    try:
        return RULES[proof["rule"]](proof, claim, Book(Meter(limit), RULES)).value
    except (Refused, Malformed, OverLimitError):
        return None


def small_matrices(height=3, width=3):
    """All matrices over 0 1 * up to this size with an entry 0 or 1, one of each kind up to the order of lines."""
    for r in range(1, height + 1):
        for c in range(1, width + 1):
            seen = set()
            for word in product("01*", repeat=r * c):
                rows = tuple("".join(word[i * c : (i + 1) * c]) for i in range(r))
                if rows in seen or set(word) == {"*"}:
                    continue
                for order in permutations(range(c)):
                    turned = ["".join(row[j] for j in order) for row in rows]
                    seen.update(permutations(turned))
                yield rows


def mutated(value, random):
    """The same with one number, text or list changed, somewhere."""
    if isinstance(value, dict):
        name = random.choice([name for name in value if name not in ("rule", "exhibit", "system")] or [None])
        return value if name is None else {**value, name: mutated(value[name], random)}
    if isinstance(value, list):
        kind = random.randrange(6)
        if not value or kind == 0:
            return [*value, random.choice([*value, 0, [], [0], [[0], [0]]])]
        k = random.randrange(len(value))
        if kind == 1:
            return value[:k] + value[k + 1 :]
        if kind == 2:
            j = random.randrange(len(value))
            copy = list(value)
            copy[k], copy[j] = copy[j], copy[k]
            return copy
        return [*value[:k], mutated(value[k], random), *value[k + 1 :]]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice([value + 1, value - 1, 0, 1, 2, -value, 2 * value, 10**6])
    if value in ("rows", "columns"):
        return random.choice(("rows", "columns"))
    return value
