"""Two-party functions by name and by matrix. Bits and indices are counted from 1, the symbols of pointers from 0.

DISJ_n is 1 iff a AND b = 0; EQ_n iff a = b; GT_n iff a > b (strict, most significant bit first); IP_n is the parity of
a AND b; INDEX_n is bit b of a. Under a promise: UDISJ_n is DISJ_n for sets with at most one common element; GHD_n with
an even n - gap is 1 iff a and b differ in (n + gap)/2 places or more, 0 iff in (n - gap)/2 or fewer; AUGMENTED-INDEX_n
gives Bob all bits of a before the one that is asked for. POINTER-JUMPING_n follows k pointers. AND-OR_n with blocks of
k positions is 1 iff a AND b has a 1 in every block.

Sources: Kushilevitz, Nisan 1997, *Communication Complexity*, sections 1.2 and 1.3; Indyk, Woodruff 2003 and
Chakrabarti, Regev 2012 (gap Hamming distance); Razborov 1992 (unique disjointness); Bar-Yossef, Jayram, Krauthgamer,
Kumar 2004 (augmented index); Nisan, Wigderson 1993 (pointer jumping); Jayram, Kumar, Sivakumar 2003 (AND-OR, there
called tribes).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .arithmetic import Arithmetic, chosen
from .function import Rule, TwoPartyError, TwoPartyFunction
from .inputs import Bits, BitStrings, Inputs, Numbers, Prefixes, Words

__all__ = [
    "DISJ_WORDS", "FUNCTIONS", "BitStrings", "Bits", "Inputs", "NamedFunction", "Numbers", "Prefixes", "Rule",
    "TwoPartyError", "TwoPartyFunction", "Words", "and_or", "augmented_index", "disj", "eq", "function_named", "ghd",
    "gt", "index", "ip", "matrix_function", "pointer_jumping", "udisj",
]  # fmt: skip

DISJ_WORDS = "DISJ is 1 iff the sets are disjoint; the papers' DISJ, the maximum of a_i b_i, is 1 iff they meet"
"""What has to be said where DISJ is spoken of: the two are complements, with the same D(f)."""


def disj(n: int) -> TwoPartyFunction:
    """DISJ_n: 1 iff no position has a 1 in both."""
    return _on_bits("disj", n, lambda a, b, on: on.all(x + y < 2 for x, y in zip(a, b, strict=True)))


def eq(n: int) -> TwoPartyFunction:
    """EQ_n: 1 iff a = b.

    >>> eq(2).evaluate((0, 1), (0, 1)), eq(2).evaluate((0, 1), (1, 1))
    (1, 0)
    """
    return _on_bits("eq", n, lambda a, b, on: on.all(x == y for x, y in zip(a, b, strict=True)))


def gt(n: int) -> TwoPartyFunction:
    """GT_n: 1 iff a > b as binary numbers, the first bit the most significant; 0 where they are equal.

    >>> gt(2).matrix()
    ('0000', '1000', '1100', '1110')
    """

    def rule(a: Any, b: Any, on: Arithmetic) -> Any:
        return on.any(on.all([a[i] > b[i], *(a[j] == b[j] for j in range(i))]) for i in range(n))

    return _on_bits("gt", n, rule)


def ip(n: int) -> TwoPartyFunction:
    """IP_n: the parity of the number of positions with a 1 in both.

    >>> ip(2).evaluate((1, 1), (1, 1)), ip(2).evaluate((1, 1), (0, 1))
    (0, 1)
    """
    return _on_bits("ip", n, lambda a, b, on: on.bit(_common(a, b), 0))


def index(n: int) -> TwoPartyFunction:
    """INDEX_n: Alice has n bits, Bob a number b from 1 to n; the value is a's bit number b.

    >>> index(3).evaluate((0, 1, 0), 2)
    1
    """
    _require_size("n", n)
    return TwoPartyFunction("index", n, BitStrings(n), Numbers(n), lambda a, b, on: chosen(on, b, a) == 1)


def udisj(n: int) -> TwoPartyFunction:
    """UDISJ_n: 1 iff no position has a 1 in both, under the promise that at most one has.

    >>> udisj(2).matrix()
    ('1111', '1010', '1100', '100*')
    """
    found = _on_bits("udisj", n, lambda a, b, on: _common(a, b) == 0)
    return _promised(found, lambda a, b, on: _common(a, b) <= 1)


def ghd(n: int, gap: int) -> TwoPartyFunction:
    """GHD_n: 1 iff a, b differ in (n + gap)/2 places or more, promised that else in (n - gap)/2 or fewer.

    >>> f = ghd(3, 1)  # 1, 2, 3 differences or 0, 1: all pairs
    >>> f.matrix()[0], ghd(4, 2).matrix()[0]
    ('00010111', '000*0**10**1*111')

    Raises
    ------
    TwoPartyError
        If n - gap is odd, or gap is not from 1 to n.
    """
    _require_size("n", n)
    _require_size("gap", gap)
    if gap > n or (n - gap) % 2:
        near = min((g for g in range(1, n + 1) if (n - g) % 2 == 0), key=lambda g: abs(g - gap))
        raise TwoPartyError(
            f"gap must be from 1 to n = {n} with n - gap even, so that (n - gap)/2 differences or fewer are told from "
            f"(n + gap)/2 or more, got {gap}; try gap={near}"
        )
    few, many = (n - gap) // 2, (n + gap) // 2
    found = _on_bits("ghd", n, lambda a, b, on: _differences(a, b, on) >= many, gap=gap)
    return _promised(found, lambda a, b, on: on.any([_differences(a, b, on) <= few, _differences(a, b, on) >= many]))


def augmented_index(n: int) -> TwoPartyFunction:
    """AUGMENTED-INDEX_n: Alice has n bits, Bob those before some place, as promised; 1 iff a has a 1 there.

    >>> f = augmented_index(3)
    >>> f.evaluate((0, 1, 1), (0, 1)), f.promised((0, 1, 1), (1, 1)), f.evaluate((0, 1, 1), ())
    (1, False, 0)
    """
    _require_size("n", n)
    found = TwoPartyFunction("augmented-index", n, BitStrings(n), Prefixes(n), lambda a, b, on: a[len(b)] == 1)
    return _promised(found, lambda a, b, on: on.all(x == y for x, y in zip(a, b, strict=False)))


def pointer_jumping(n: int, k: int) -> TwoPartyFunction:
    """POINTER-JUMPING_n: a, b are functions on 0 .. n-1; k jumps from 0, Alice's first, then by turns; 1 iff odd.

    >>> f = pointer_jumping(3, 3)  # a(b(a(0)))
    >>> f.evaluate((2, 0, 1), (0, 0, 1)), len(set(f.matrix())), len(set(zip(*f.matrix())))
    (0, 11, 27)

    Raises
    ------
    TwoPartyError
        If n or k is below 1.
    """
    _require_size("n", n)
    _require_size("k", k)

    def rule(a: Any, b: Any, on: Arithmetic) -> Any:
        at: Any = 0
        for jump in range(k):
            at = chosen(on, at + 1, (b if jump % 2 else a))
        return on.any(at == odd for odd in range(1, n, 2))

    return TwoPartyFunction("pointer-jumping", n, Words(n, n), Words(n, n), rule, parameters=(("k", k),))


def and_or(n: int, k: int = 2) -> TwoPartyFunction:
    """AND-OR_n: a, b are n blocks of k bits; 1 iff in every block some position has a 1 in both.

    >>> and_or(2, 1).matrix(), and_or(1).matrix()  # of one block: the complement of DISJ_k
    (('0000', '0000', '0000', '0001'), ('0000', '0101', '0011', '0111'))
    """
    _require_size("n", n)
    _require_size("k", k)

    def rule(a: Any, b: Any, on: Arithmetic) -> Any:
        blocks = [(a[i : i + k], b[i : i + k]) for i in range(0, n * k, k)]
        return on.all(_common(*block) >= 1 for block in blocks)

    return TwoPartyFunction("and-or", n, BitStrings(n * k), BitStrings(n * k), rule, parameters=(("k", k),))


def matrix_function(rows: Sequence[str | Sequence[int | str | None]], name: str = "matrix") -> TwoPartyFunction:
    """The function of a matrix: Alice has the number of a row, Bob that of a column, both from 1.

    Parameters
    ----------
    rows : sequence of words or lists
        Entries 0 and 1, and ``*`` (or None) where nothing is promised.
    name : str
        A label.

    Raises
    ------
    TwoPartyError
        If the matrix is empty, ragged, has another entry, or promises nothing.

    Examples
    --------
    >>> matrix_function([[1, 0, 0], [0, 1, 0]]).evaluate(2, 2)
    1
    >>> matrix_function(["01", "1*"]).promised(2, 2)
    False
    """
    table = tuple("".join(_symbol(entry, i, j) for j, entry in enumerate(row, 1)) for i, row in enumerate(rows, 1))
    if not table or not table[0] or len({len(row) for row in table}) > 1:
        raise TwoPartyError("the matrix must have at least one row and one column and rows of equal length")
    if not set("".join(table)) - {"*"}:
        raise TwoPartyError("the matrix must promise something, got * everywhere; some entry must be 0 or 1")

    def has(entry: str) -> Rule:
        return lambda a, b, on: chosen(on, a, [chosen(on, b, [int(x == entry) for x in row]) for row in table]) == 1

    count = len(table), len(table[0])
    found = TwoPartyFunction(name, max(count), Numbers(count[0]), Numbers(count[1]), has("1"), table)
    outside = has("*")
    partial = any("*" in row for row in table)
    return _promised(found, lambda a, b, on: on.negation(outside(a, b, on))) if partial else found


@dataclass(frozen=True)
class NamedFunction:
    """A row of ``FUNCTIONS``: called with the sizes it makes the function.

    ``example`` has a value for each size that it takes; those in ``optional`` have a default.
    """

    name: str
    make: Callable[..., TwoPartyFunction]
    example: Mapping[str, int]
    optional: tuple[str, ...] = ()

    def __call__(self, n: int, **others: int) -> TwoPartyFunction:
        """The function at this size."""
        return self.make(n, **others)

    @property
    def summary(self) -> str:
        """What it is, in a line."""
        return (self.make.__doc__ or "").split("\n")[0].partition(": ")[2]

    @property
    def words(self) -> str:
        """Name and sizes as one writes them: ``ghd n=4 gap=2``."""
        return " ".join([self.name, *(f"{size}={value}" for size, value in self.example.items())])


_LISTED = (
    NamedFunction("disj", disj, {"n": 3}), NamedFunction("eq", eq, {"n": 3}), NamedFunction("gt", gt, {"n": 3}),
    NamedFunction("ip", ip, {"n": 3}), NamedFunction("index", index, {"n": 3}),
    NamedFunction("udisj", udisj, {"n": 3}), NamedFunction("ghd", ghd, {"n": 4, "gap": 2}),
    NamedFunction("augmented-index", augmented_index, {"n": 3}),
    NamedFunction("pointer-jumping", pointer_jumping, {"n": 3, "k": 2}),
    NamedFunction("and-or", and_or, {"n": 2, "k": 2}, ("k",)),
)  # fmt: skip

FUNCTIONS: dict[str, NamedFunction] = {one.name: one for one in _LISTED}
"""The functions known by name."""


def function_named(name: str, **sizes: int) -> TwoPartyFunction:
    """A function by its name and its sizes.

    Raises
    ------
    TwoPartyError
        If there is none of this name, or a size is missing, unknown or impossible.

    Examples
    --------
    >>> print(function_named("ghd", n=5, gap=3))
    GHD_5(gap=3)
    """
    if name not in FUNCTIONS:
        raise TwoPartyError(f"the function must be one of {', '.join(FUNCTIONS)}, got {name[:40]!r}; try disj n=3")
    entry = FUNCTIONS[name]
    unknown = [size for size in sizes if size not in entry.example]
    missing = [size for size in entry.example if size not in sizes and size not in entry.optional]
    if unknown or missing:
        wrong = f"has no {unknown[0][:40]}" if unknown else f"needs {missing[0]}"
        sizes_of = ", ".join(entry.example)
        raise TwoPartyError(f"{name} {wrong}; its sizes are {sizes_of}; write for example {entry.words}")
    return entry(**sizes)


def _promised(function: TwoPartyFunction, promise: Rule) -> TwoPartyFunction:
    return replace(function, promise=promise)


def _common(a: Any, b: Any) -> Any:
    """How many positions have a 1 in both."""
    return sum(x * y for x, y in zip(a, b, strict=True))


def _differences(a: Any, b: Any, on: Arithmetic) -> Any:
    return sum(on.number(x != y) for x, y in zip(a, b, strict=True))


def _on_bits(name: str, n: int, rule: Rule, **others: int) -> TwoPartyFunction:
    _require_size("n", n)
    return TwoPartyFunction(name, n, BitStrings(n), BitStrings(n), rule, parameters=tuple(others.items()))


def _require_size(name: str, size: object) -> None:
    if type(size) is not int or size < 1:
        raise TwoPartyError(
            f"{name}, the size of a two-party function, must be an integer >= 1, got {size!r}; try {name}=4"
        )


def _symbol(entry: object, row: int, column: int) -> str:
    if entry is None:
        return "*"
    if (type(entry) is int and entry in (0, 1)) or (isinstance(entry, str) and entry in ("0", "1", "*")):
        return str(entry)
    raise TwoPartyError(f"the matrix must hold 0, 1 and * only, got {entry!r} in row {row}, column {column}")
