"""Random units of one layer in which everything occurs: orders, ways of looking up, weights, null tokens, masks."""

from headcount.questions import PAIRWISE, STRASSEN, Head, Layer, ScorePolynomial, Table, Unit, tensor

POLYNOMIALS = (PAIRWISE, STRASSEN, tensor(3), tensor(4), None)


def random_polynomial(rng):
    order = rng.randint(2, 4)
    parts = [[part for part in range(order) if rng.random() < 0.5] for _ in range(rng.randint(1, 3))]
    return ScorePolynomial(order, tuple(tuple(monomial) for monomial in parts if monomial) or ((0,),))


def random_unit(rng, size, polynomial=None):
    """A unit of one layer with entries in -size .. size, and the length of its inputs."""
    alphabet, length = rng.randint(1, 3), rng.randint(1, 3)
    polynomial = polynomial or random_polynomial(rng)
    m, dv, null, parts = rng.randint(0, 3), rng.randint(1, 2), rng.random() < 0.5, range(polynomial.order - 1)
    rows = {"token": alphabet, "position": length, "both": alphabet * length}

    def vector(width):
        return tuple(rng.randint(-size, size) for _ in range(width))

    def table(width):
        by = rng.choice(("token", "position", "both"))
        return Table(by, tuple(vector(width) for _ in range(rows[by])))

    def head():
        keys, values = (tuple(table(width) for _ in parts) for width in (m, dv))
        nulls = (tuple(vector(width) for _ in parts) if null else () for width in (m, dv))
        return Head(table(m), keys, values, *nulls)

    weights = rng.choice(("saturated", "fixed", "base_two") if size <= 20 else ("saturated", "fixed"))
    bits = rng.randint(1, 5) if weights == "fixed" else 0
    mask = None
    if rng.random() < 0.5:
        mask = tuple(tuple(sorted(rng.sample(range(length), rng.randint(not null, length)))) for _ in range(length))
    heads = tuple(head() for _ in range(rng.randint(1, 2)))
    return Unit(alphabet, (Layer(heads, polynomial, weights, bits, rng.choice(("sum", "concat")), mask),)), length
