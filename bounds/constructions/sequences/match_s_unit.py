"""Match-s by one head of order s and width 2^(s-1) + 1; Match3 by third order with m = 5.

The score of a token with a tuple of tokens is, up to rounding, S^s cos(2 pi (sum of the tokens)/M): highest where the
sum is 0 mod M. A null token stands between. The proof, with the scale S that is enough, is in
``trigonometric_tables``; with values 1 for tokens and 0 for the null token, a head that attends to matching tuples
only outputs 1, and one that attends to the null tuple outputs 0.

Softmax. Scores that are scaled so that the gap is g (matching >= T + g, others <= T - g, with the null tuple at T)
give, with weights 2^score and n = (N+1)^(s-1) tuples, relative to the null tuple's weight 1:

* a match: output >= 2^g / (2^g + 1 + n 2^-g)  (all tuples of tokens have value 1, which only helps);
* no match: output <= n 2^-g / (1 + n 2^-g) <= n 2^-g.

So the error is at most **2^-g + n 2^-g**, below 1/2 if 2^g > 2 (n + 1); gap g costs about log2(g)/s more bits.
"""

from collections.abc import Mapping

from ....questions import Head, Layer, Table, Unit, least_size, match2_question, match_question, tensor
from ....questions.attention import MAX_ORDER
from ....questions.question import MAX_CELLS
from ....tasks import Match3, MatchS
from ...bound import certificate, certified_bound
from ..construction import ConstructionError, Theorem
from ..explicit_construction import ExplicitConstruction
from .trigonometric_tables import NoThresholdError, TrigonometricTables, proved_scale, trigonometric_tables
from .tuple_scores import match_margin

CERTIFIED_CELLS = MAX_CELLS // 4
"""Up to so many tuples of types the checker replays in some seconds."""


def match3_third_order(M: int, N: int = 4, gap: int = 1, scale: int = 0) -> ExplicitConstruction:
    """Match3 over Z_M by one head of order 3, m = 5.

    Parameters
    ----------
    M : int >= 1
        The modulus.
    N : int >= 1
        The length of the sequences it is verified on; the tables do not depend on it.
    gap : int >= 1
        g: matching pairs beat the null pair by g, all other pairs lose to it by g.
    scale : int
        S, the largest entry; 0 for the least that works (M <= 27), one found by bisection (M <= 130), else the proved.

    Guarantee
    ---------
    The selection is right for all sequences of every length: the scores of all pairs of token types were compared, or
    the scale is the proved one.

    Raises
    ------
    ConstructionError
        If the scale does not work. (TaskError for M or N out of range.)

    Source
    ------
    Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), on third-order attention (m = 5); the integer tables are ours.

    Examples
    --------
    >>> unit = match3_third_order(7, 3).unit
    >>> unit.m, [int(row[0]) for row in unit.outputs((1, 2, 4))], [int(row[0]) for row in unit.outputs((1, 1, 2))]
    (5, [1, 1, 1], [0, 0, 0])
    """
    words = "third-order attention computes Match3 with m = 5"
    theorem = Theorem(words, "arXiv 2306.02896", _formula(3, M, gap) if M > 0 else {})
    return _built("match3-third-order", {"M": M, "N": N}, Match3(M, N), theorem, gap, scale)


def match_s_unit(order: int, M: int, N: int = 4, gap: int = 1, scale: int = 0) -> ExplicitConstruction:
    """Match-s over Z_M by one head of order s, m = 2^(s-1) + 1.

    Parameters, guarantee and errors as for ``match3_third_order``, which is order 3.

    Source
    ------
    Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), on higher-order attention; the integer tables are ours.

    Examples
    --------
    >>> built = match_s_unit(4, 5, 3)
    >>> built.size.m, [int(row[0]) for row in built.unit.outputs((1, 1, 2))]
    (9, [1, 1, 1])
    """
    if type(order) is int and order > MAX_ORDER:
        raise ConstructionError(
            f"order must be at most {MAX_ORDER}, got {order}: a position has (N+1)^(order-1) tuples; try order=4"
        )
    task = MatchS(order, M, N)
    theorem = Theorem("order-s attention computes Match-s with m = 2^(s-1) + 1", "ours", _formula(order, M, gap))
    return _built("match", {"order": order, "M": M, "N": N}, task, theorem, gap, scale)


def _formula(order: int, M: int, gap: int) -> dict[str, tuple[str, float | None]]:
    scale = proved_scale(order, M, gap) if type(M) is int and M > 0 and type(order) is int and order > 1 else 0
    return {
        "m": ("2^(s-1) + 1", 2 ** (order - 1) + 1),
        "S": ("8 S^s/M^2 >= 2E + 2g + S^(s-1), so O(M^2)", scale),
        "p": ("1 + bits of S, so 2 log2 M + O(1)", 1 + scale.bit_length()),
    }


def _built(
    name: str, parameters: Mapping[str, int], task: MatchS, theorem: Theorem, gap: int, scale: int
) -> ExplicitConstruction:
    if type(gap) is not int or gap < 1:
        raise ConstructionError(f"gap must be an integer >= 1, got {gap!r}; try gap=1")
    try:
        tables = trigonometric_tables(task.order, task.M, gap, scale)
    except NoThresholdError as error:
        least = proved_scale(task.order, task.M, gap)
        raise ConstructionError(f"scale={scale} is too small: {error}; try scale={least} or leave it out") from None
    return match_construction(name, parameters, task, theorem, tables, gap)


def match_construction(
    name: str, parameters: Mapping[str, int], task: MatchS, theorem: Theorem, tables: TrigonometricTables, gap: int
) -> ExplicitConstruction:
    """The construction with these tables by token, values 1 for tokens and 0 for the null token."""
    unit = Unit(task.M, (Layer((selecting_head(tables.queries, tables.keys, tables.null_keys),), tensor(task.order)),))
    return ExplicitConstruction(
        name,
        parameters,
        task,
        theorem,
        unit,
        margin_of=match_margin(unit, task.order, task.M),
        claim=lambda built: selection_certificate(built, gap),
    )


def selecting_head(
    queries: tuple[tuple[int, ...], ...],
    keys: tuple[tuple[tuple[int, ...], ...], ...],
    null_keys: tuple[tuple[int, ...], ...],
) -> Head:
    """A head with tables by token that outputs 1 where it attends to tokens and 0 where to the null token."""
    ones = Table("token", ((1,),) * len(queries))
    return Head(
        Table("token", queries),
        tuple(Table("token", rows) for rows in keys),
        (ones,) * len(keys),
        null_keys,
        ((0,),) * len(keys),
    )


def selection_certificate(built: ExplicitConstruction, gap: int) -> dict[str, object] | None:
    """The certificate that all scores have the right signs with this gap, whatever the sequence; class GRID."""
    task, size = built.task, built.size
    assert isinstance(task, MatchS)
    if task.M * (task.M + 1) ** (task.order - 1) > CERTIFIED_CELLS:
        return None
    head = built.unit.layers[0].heads[0]
    evidence: dict[str, object] = {"dimension": size.m, "queries": head.queries.rows}
    if task.order == 2:
        question = match2_question(task.M)
        evidence |= {"kind": "tables", "keys": head.keys[0].rows, "null_key": head.null_keys[0]}
    else:
        question = match_question(task.order, task.M)
        evidence |= {"kind": "tables", "keys": [table.rows for table in head.keys], "null_keys": head.null_keys}
    bits = max(size.query_bits, size.key_bits)
    unit_class = f"GRID({bits}, {size.grid}, gap {gap})"
    words = f"{built.name}: {built.theorem.words}"
    asked = least_size(question, "m", unit_class)
    return certificate(question, certified_bound(asked, "upper", size.m, words, evidence))
