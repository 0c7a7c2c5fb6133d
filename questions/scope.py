"""Which units of class FIXED a bracket is about, where its lower bound is not about all of them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Scope:
    """Units of order 2 with pairwise scores; a bracket's upper bound has to lie within, its lower bound to cover it.

    Parameters
    ----------
    null : whether a null token is allowed
    tables : "both": by position and token, the most general kind; "token": by the token alone
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
        kind = "tables by position and token" if self.tables == "both" else "tables by token"
        sums = ", heads summed" if self.combine == "sum" else ""
        return f"pairwise scores, {kind}, {'null token allowed' if self.null else 'no null token'}{sums}"

    def to_json(self) -> dict[str, object]:
        """The scope as it stands in a claim."""
        return {"null": self.null, "tables": self.tables, "combine": self.combine}
