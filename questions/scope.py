"""Which units of a class with tables in a grid a bracket is about, where it is not about all of them.

What stands where a token stands: four kinds of tables. N positions, A symbols, i the position of the query, j of a key.

``both``      queries, keys and values are any functions of position and token
``token``     of the token alone: no positions
``additive``  token and position embeddings are added: each table is T[i, x] = u_x + v_i, and all N A sums are in the
              grid (the summands need not be). This is so iff T[i, x] + T[j, y] = T[i, y] + T[j, x] for all i, j, x, y:
              take u_x = T[0, x], v_i = T[i, 0] - T[0, 0].
``relative``  queries are functions of the token; keys and values of the token and the offset j - i. So scores are any
              functions of both tokens and the offset, in m coordinates: T5's and ALiBi's numbers b(j - i) beside
              <q, k> are one coordinate more, k = (k_y, b), q = (q_x, 1); rotary keys are k(y, d) = R(d) k_y, as
              <R(i) q, R(j) k> = <q, R(j - i) k>, in the grid if rounded there.

*Inherited bounds.* A token table is additive (v = 0), and relative (the same for all offsets); additive tables are
tables of the kind both. So lower bounds pass from both to additive to token, and from relative to token; upper bounds
from token to additive to both, and from token to relative. At one position i a relative unit is one of the kind both:
k(j, y) = k'(y, j - i), q(i, x) = q'(x), and the other way round. So where one answer is asked for, relative and both
are the same; a lower bound of both for the answer at one position holds for relative units that give this answer among
others. Where several are asked for neither contains the other: both has other queries at other positions, relative
other keys.
"""

from dataclasses import dataclass

KINDS = {
    "both": "tables by position and token",
    "token": "tables by token",
    "additive": "tables u + v of token and position",
    "relative": "tables by token and offset",
}
"""The kinds of tables, in words."""


@dataclass(frozen=True)
class Scope:
    """Units of order 2 with pairwise scores; a bracket's upper bound has to lie within, its lower bound to cover it.

    The null token is a beginning-of-sequence token: a key and a value that all positions see, at no position, never
    asked. Where ties are broken it comes before all others.

    Parameters
    ----------
    null : whether a null token is allowed
    tables : "both": by position and token; "token": by the token; "additive": sums of a vector of the token and one of
        the position; "relative": queries by the token, keys and values by token and offset from the query
    combine : "concat": heads side by side or summed; "sum": summed

    Examples
    --------
    >>> Scope(null=False, tables="token").words
    'pairwise scores, tables by token, no null token'
    """

    null: bool = True
    tables: str = "both"
    combine: str = "concat"

    @property
    def words(self) -> str:
        """The scope, as part of a statement."""
        sums = ", heads summed" if self.combine == "sum" else ""
        return f"pairwise scores, {KINDS[self.tables]}, {'null token allowed' if self.null else 'no null token'}{sums}"

    def to_json(self) -> dict[str, object]:
        """The scope as it stands in a claim."""
        return {"null": self.null, "tables": self.tables, "combine": self.combine}
