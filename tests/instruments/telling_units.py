"""Units whose rows tell bits of all tokens."""

from headcount.questions import Head, Layer, ReadOut, Table, Unit


def telling_unit(length, alphabet, p, D, digits, width):
    """The last of D layers averages one-hot copies of the tokens' digits; earlier layers pass the tokens on.

    ``digits(i)`` are the binary digits of the token at position i that are told, each negated in a coordinate of its
    own, ``width`` in all.
    """
    zero = Table("token", ((0,),) * alphabet)

    def value(position, token):
        before = sum(len(digits(i)) for i in range(position))
        told = [-(token >> k & 1) for k in digits(position)]
        return (*(0,) * before, *told, *(0,) * (width - before - len(told)))

    values = Table("both", tuple(value(i, x) for i in range(length) for x in range(alphabet)))
    telling = Layer((Head(zero, (zero,), (values,)),), weights="fixed", bits=p)
    passing = Layer((Head(zero, (zero,), (zero,)),), weights="fixed", bits=p)
    keep = ReadOut(tuple(((x, (0,)), x) for x in range(alphabet)), alphabet)
    return Unit(alphabet, (*[passing] * (D - 1), telling), (keep,) * (D - 1))
