"""What a token has to tell, by units of any number of layers: D H (m + dv) p >= log2 of the number of its values.

All tokens but one are fixed; V values of that one have different answers, two by two, at positions other than its own
(``solvers/units/told_values.py``). In each of D layers a unit of tables knows of the token its key and its value
for every head, H (m + dv) p bits; all else is the same for all values, whatever the masks, the null tokens and the
networks between the layers are. So **2^(D H (m + dv) p) >= V**, for units of order 2 with any scores and any read-out.
In one layer key and value do not depend on the other tokens, so that several contexts may tell the values apart. (With
more layers they may: the row that a token has had after one layer depends on all tokens that it sees. Where no position
sees a later one, contexts will do that are alike before the token.)
"""

from __future__ import annotations

from ...questions import LeastSize
from ...solvers.units.told_values import ToldValues
from ..bound import Bound, certified_bound


def told_token_lower(asked: LeastSize, told: ToldValues) -> Bound | None:
    """The least m, p or H that is left, certified; None if the least that there is pays for all values.

    Parameters
    ----------
    asked : LeastSize
        About a computation, in a class of tables.
    told : ToldValues
        Of its task; in one context, unless units of one layer are asked about, or the mask hides later positions.

    Raises
    ------
    CheckerRefusedError
        If the checker does not accept it, which would be a defect; TooLongToCheckError if it has too many steps.

    Examples
    --------
    >>> from ...questions import computation_question, least_size
    >>> from ...solvers.units.told_values import told_values
    >>> hops = computation_question("k-hop", A=4, N=7, k=3)
    >>> asked = least_size(hops, "H", "FIXED(1, twos)", m=0, layers=1, read_out="any")
    >>> print(told_token_lower(asked, told_values(hops.finite)))
    H >= 2 [CERTIFIED] a token has 4 values to tell, by key and value in each head
    """
    count, value = len(told.values), asked.least
    if count <= 1:
        return None
    while _telling(asked, value) < (count - 1).bit_length():  # 2^bits < V iff bits < ceil(log2 V)
        value += 1
    if value == asked.least:
        return None
    evidence = {
        "kind": "told-token",
        "inputs": told.contexts,
        "position": told.position,
        "values": told.values[: 1 + (1 << _telling(asked, value - 1))],
    }
    how = f"a token has {count} values to tell, by key and value in each head" + (" and layer" * (asked.layers > 1))
    return certified_bound(asked, "lower", value, how, evidence)


def _telling(asked: LeastSize, value: int) -> int:
    """D H (m + dv) p where the resource has this value."""
    m, bits, heads = asked.sizes_at(value)
    return asked.layers * heads * (m + asked.dv_at(value)) * bits
