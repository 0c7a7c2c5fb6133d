"""How many bits a fixed-point unit of several layers costs across a cut: an explicit integer, with its derivation.

Symbols: D layers, m width of queries and keys, dv width of values, p bits of an entry, H heads of a layer. The *state*
of a position before a layer is its token and all rows that it has had so far: whatever the networks between the layers
and the residual connections keep is a function of it, so queries, keys and values are tables looked up by position and
state. Both parties know the tables; of a position's state only its owner, for a public position whoever worked it out.

**Before the last layer** the parties tell each other, head by head, the keys and values of their own positions: (m +
dv) p bits for a position and a head. Each then knows all keys and values (those of public positions from their states),
the queries of its own and of the public positions, hence their rows, hence their next states. Without a mask all
positions of both parties speak in each of D - 1 layers, exchanged = (D - 1) (n_A + n_B):

    exchanged H (m + dv) p.

**The last layer** goes one way, to the party that works out the R rows asked for. There are two ways to do it:

(a) *keys and values* of the n_S positions that the other party owns: n_S H (m + dv) p bits, for any number of rows;

(b) *row sums*, row by row, as in one layer (``cost.RowSumCost``): R H (l + bits(lead) + bits(n_S 2^p + 1) + dv
    bits(n_S 2^p (2^p - 1) + 1)), plus R H m p where the answering party owns the rows' positions and sends the queries.

Both costs are known before a bit is sent, so the parties take the smaller, and the formula has the minimum of the two.
It increases with m, p, H and dv, as both do. With values as wide as queries (b) is cheaper for one row as soon as n_S
exceeds 5, and (a) for as many rows as there are speakers (seen at m, p <= 16, n_S <= 200; a row of (b) then costs more
than 2 m p, and its share of n_S is only a logarithm).

**Rows returned.** Without a mask the party that speaks last, S, can be told its rows instead, layer by layer before the
last: it tells, head by head, the queries, keys and values of its n_S positions, (2m + dv) p bits for each; the other
party, which then knows all states but these, works out their rows and returns for each and each head the sum of its
weights, at most K 2^p for K keys (the null token may be one more), and for each coordinate the sum of weight times u,
as in a row sum. So S learns its own next states, the other party all others, and in the last layer S tells keys and
values again (or row sums, once it is sent the queries, which it does not know even of public positions):

    (D - 1) n_S H (m + dv) p + (D - 1) n_S H (m p + bits(K 2^p + 1) + dv bits(K 2^p (2^p - 1) + 1)), and the last layer.

How many tokens the other party has enters by a logarithm. Its tokens vary, so that what S is returned cannot be left
out: INDEX of 32 bits in one token, read by one token of Bob, is done by two layers that tell 20 bits of Alice's token
(p = 5, m = dv = H = 1: her row is told Bob's number first).

With a mask fewer positions speak: a party needs the state of a position only if that position's key, value or row is
needed later. ``layered_protocol`` works that out, backwards from the rows asked for, and counts. If Alice's positions
never see Bob's (a causal mask, her tokens first), nothing goes from Bob to Alice: one way, D n_A H (m + dv) p.

**One way** with one layer, the rows' positions being public: (a) as above, or (b') *level sums*, row by row: R H (l +
levels (bits(n_S + 1) + dv bits(n_S (2^p - 1) + 1))), levels = p + 1 (midrise: p // 2 + 1); see ``level_sum_protocol``.

**What a cut can say at D >= 2.** A party can always tell its tokens, ceil(log2 A) bits each for A symbols. So what is
required is at most (n_A + n_B) log2 A, and nothing is excluded once H (m + dv) p >= log2 A: a token's keys and values
hold the token. Directed triangles have log2 A = N; Match3 with M = N^4 has 4 log2 N.

**An example by hand**: D = 3, n_A = n_B = 2, m = 2, dv = 1, p = 3, H = 2, one public row, grid twos. Exchanged: 2 * 4
positions, 8 * 2 * 3 * 3 = 144 bits. Last: (a) 2 * 2 * 3 * 3 = 36; (b) a score is one of 57 (6 bits), the lead one of 5
(3), Z <= 16 (5), the weighted sum <= 2 * 8 * 7 = 112 (7): 2 * 21 = 42. Altogether 144 + 36 = 180.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cost import Cost, RowSumCost, require_sizes, score_bits, sum_counts, times
from .transcript import width_of


@dataclass(frozen=True)
class LayeredCost(Cost):
    """``exchanged`` H (m + dv) p, and the cheaper of two ways for the last layer.

    Parameters
    ----------
    layers : int >= 1
        D.
    exchanged : int >= 0
        How often a position tells its keys and values before the last layer, over all layers and both parties.
    speakers : int >= 1
        n_S, the positions that speak in the last layer.
    rows : int >= 1
        R, the rows that are worked out.
    grid : "twos" or "midrise"
    query_sent : bool
        Whether the rows belong to the answering party (False: they are public).
    sums : bool
        Whether the last layer may go by sums: not where the speaking party could not work out the queries.
    one_way : bool
        Whether nothing goes back, so that sums are level sums.

    Examples
    --------
    The example by hand.

    >>> cost = LayeredCost(3, exchanged=8, speakers=2)
    >>> cost.bits(2, 3, 2, 1), cost.by_keys(2, 3, 2, 1), cost.by_sums(2, 3, 2, 1)
    (180, 36, 42)
    >>> cost.words
    '8 H (m + dv) p + min(2 H (m + dv) p, H (l + bits(p + 2) + bits(2 2^p + 1) + dv bits(2 2^p (2^p - 1) + 1)))'
    """

    layers: int
    exchanged: int
    speakers: int
    rows: int = 1
    grid: str = "twos"
    query_sent: bool = False
    sums: bool = True
    one_way: bool = False

    def bits(self, m: int, p: int, H: int, dv: int) -> int:
        last = self.by_keys(m, p, H, dv)
        if self.sums:
            last = min(last, self.by_sums(m, p, H, dv))
        return self.exchanged * H * (m + dv) * p + last

    def by_keys(self, m: int, p: int, H: int, dv: int) -> int:
        """The last layer by keys and values, (a)."""
        require_sizes(m=m, p=p, H=H, dv=dv)
        return self.speakers * H * (m + dv) * p

    def by_sums(self, m: int, p: int, H: int, dv: int) -> int:
        """The last layer by row sums, (b), or level sums, (b')."""
        return self.rows * self._row.bits(m, p, H, dv)

    @property
    def words(self) -> str:
        told = "H (m + dv) p"
        if not self.sums:
            return times(self.exchanged + self.speakers, told)
        last = f"min({times(self.speakers, told)}, {times(self.rows, self._row.words)})"
        return last if self.exchanged == 0 else f"{times(self.exchanged, told)} + {last}"

    @property
    def _row(self) -> RowSumCost | LevelSumCost:
        if self.one_way:
            return LevelSumCost(self.speakers, self.grid)
        return RowSumCost(self.speakers, self.grid, self.query_sent)


@dataclass(frozen=True)
class RowsReturnedCost(LayeredCost):
    """The same where each position that is told is returned its row: for its query, of ``keys`` keys K.

    Examples
    --------
    Two layers, one token of the speaker, five keys: 2 bits told, 1 + 4 + 4 for query and row, 2 in the last layer.

    >>> cost = RowsReturnedCost(2, 1, 1, sums=False, keys=5)
    >>> cost.bits(1, 1, 1, 1), cost.words
    (13, '2 H (m + dv) p + H (m p + bits(5 2^p + 1) + dv bits(5 2^p (2^p - 1) + 1))')
    """

    keys: int = 1

    def bits(self, m: int, p: int, H: int, dv: int) -> int:
        weights, values = (width_of(count) for count in sum_counts(p, self.keys))
        return super().bits(m, p, H, dv) + self.exchanged * H * (m * p + weights + dv * values)

    @property
    def words(self) -> str:
        row = f"m p + bits({times(self.keys, '2^p')} + 1) + dv bits({times(self.keys, '2^p (2^p - 1)')} + 1)"
        return f"{super().words} + {times(self.exchanged, f'H ({row})')}" if self.exchanged else super().words


@dataclass(frozen=True)
class LevelSumCost(Cost):
    """H (l + levels (bits(n + 1) + dv bits(n (2^p - 1) + 1))): one way, n keys of the speaker, a row.

    Examples
    --------
    m = 2, p = 3, H = 2, dv = 1, n = 4, twos: a score is one of 57 (6 bits), 4 levels of 3 + 5 bits.

    >>> cost = LevelSumCost(4)
    >>> cost.bits(2, 3, 2, 1), cost.words
    (76, 'H (l + (p + 1) (bits(4 + 1) + dv bits(4 (2^p - 1) + 1)))')
    """

    speakers: int
    grid: str = "twos"

    def of_a_head(self, m: int, p: int, dv: int) -> int:
        count, total = width_of(self.speakers + 1), width_of(self.speakers * (2**p - 1) + 1)
        return score_bits(m, p, self.grid) + levels(p, self.grid) * (count + dv * total)

    @property
    def words(self) -> str:
        many = "p + 1" if self.grid == "twos" else "p // 2 + 1"
        n = self.speakers
        return f"H (l + ({many}) (bits({n} + 1) + dv bits({times(n, '(2^p - 1)')} + 1)))"


def levels(p: int, grid: str = "twos") -> int:
    """How many levels of scores have a weight: those at most p below the highest.

    >>> levels(3), levels(3, "midrise")
    (4, 2)
    """
    return (p if grid == "twos" else p // 2) + 1


def rows_returned(layers: int, speakers: int, keys: int, rows: int = 1, grid: str = "twos") -> RowsReturnedCost:
    """The cost without a mask where the speaking party is returned its rows before the last layer.

    Parameters
    ----------
    layers, speakers, keys, rows : int >= 1
        D, n_S, K, R.

    Raises
    ------
    CostError
        If one is not an integer >= 1, or the grid is unknown.

    Examples
    --------
    One token of 100: less than what all tokens tell each other, and a logarithm of their number.

    >>> [cost.bits(1, 1, 1, 1) for cost in (rows_returned(2, 1, 100), without_mask(2, 1, 99))]
    [21, 202]
    """
    require_sizes(layers=layers, speakers=speakers, keys=keys)
    return RowsReturnedCost(layers, (layers - 1) * speakers, speakers, rows, grid, query_sent=True, keys=keys)


def without_mask(layers: int, alice: int, bob: int, rows: int = 1, grid: str = "twos") -> LayeredCost:
    """The cost where every position may attend to every other and the rows asked for are public.

    The party with fewer positions speaks last.

    Parameters
    ----------
    layers, alice, bob, rows : int >= 1
        D, n_A, n_B, R.

    Raises
    ------
    CostError
        If one is not an integer >= 1, or the grid is unknown.

    Examples
    --------
    >>> without_mask(2, 2, 3).bits(1, 1, 1, 1)  # 5 H (m + dv) p + 2 H (m + dv) p
    14
    """
    require_sizes(layers=layers, alice=alice, bob=bob)
    return LayeredCost(layers, (layers - 1) * (alice + bob), min(alice, bob), rows, grid)
