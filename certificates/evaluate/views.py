"""Two inputs that look alike from a position at which their answers differ: no unit of any size does the task.

All classes of tables and SATURATED, any order, heads, read-outs between layers; masks are the rows of the
claim's sparse pattern. What a position *sees* of an input in a layer, its view, is its own symbol and the multiset of
the symbols at the positions that it attends to, each symbol with its position, unless tables are by token alone. The
row there is a function of its view: queries are looked up by its own symbol, keys and values by those that it attends
to, weights are a function of the score and the highest score, and the weighted sums take no notice of an order; rounded
ones do, so that in ROUNDED symbols have to come with their positions. (Without a null token the row is a mean of what
is seen, so that it is the same if each symbol is seen twice as often, or three times.) So are the symbols of the next
layer, which are functions of symbol and row, and the argument goes on, layer by layer, with views in place of symbols.
After the last one, with read-out ``any`` the answer is a function of position, token and row, with ``threshold`` of the
row alone.

*Ties.* In LEFTMOST all weight is on the first tuple of highest score, and the view is the list of the different symbols
that are seen, by their first places. For a score depends on symbols alone: of the tuples with the symbols (a, b, ..),
which all score the same, the first is that of the first places of a, b, .. (the null token is before all others). So
the winner is the first among the tuples of first places, and how these are ordered follows from the list. In RIGHTMOST
it is the list by last places. If symbols are merged, as a read-out may do, the list of the merged ones follows from the
list, so layers go on as above. (Nothing less will do: if a is before b in one list and not in the other, a unit whose
highest score is that of a and b, with different values, tells them apart, and so does one whose is that of a alone if
there is no a in the other.)

*One key.* Classes LEFTMOST and RIGHTMOST, order 2, one layer, one head, any tables and read-out, null token or not.
From a position with its token, the score of a key is a function of its position and token. Of inputs alike there take
all pairs (position, token) that the position sees in some of them, and of those of highest score the first (or last):
each input that has it attends to it, and all of these have one row, so one answer. If the null token does better, that
is so of all inputs. So no unit of any size gives the answers if each pair occurs with two of them.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from math import gcd

from ..claims import Claim
from ..meaning.masks import seen_by
from ..meaning.tasks import task_of
from ..meter import ENTRY, Meter, walk
from ..refuse import Refused, need
from ..schema import Record, integer, many, pair, record
from ..unit_class import FAMILIES, TABULATED
from .exhibit import Exhibit, Shown


def equal_views(p: Record, claim: Claim, meter: Meter) -> Shown:
    """No size at all, or any lower bound of the resource."""
    q, task = claim.quantity, task_of(claim.statement, meter)
    (one, i), (two, j) = p.inputs
    answers = []
    for word, place in walk(meter, p.inputs, 10):
        wanted = task.wanted(word)
        need(wanted is not None and place < task.length, "what is named is no input of the task, or no position")
        answers.append((wanted or ())[place])
    need(None not in answers and answers[0] != answers[1], "the answers are alike, or one is not asked for")
    need(q.read_out == "threshold" or (i, one[i]) == (j, two[j]), "the read-out may tell the two positions apart")
    by_token, null = (False, True) if q.scope is None else (q.scope.tables == "token", q.scope.null)
    need(not by_token or not FAMILIES[q.unit_class.name].rounds, "rounded sums depend on the order of the keys")
    ties = FAMILIES[q.unit_class.name].ties
    meter.charge(2 * q.layers * task.length**2 * ENTRY)  # for the multisets as well
    views: list[list[Hashable]] = [[x if by_token else (k, x) for k, x in enumerate(word)] for word in (one, two)]
    for t in range(q.layers):
        seen = [range(task.length)] * task.length if q.pattern is None else seen_by(q.pattern, t, meter)
        pairs = [
            [(own, told([view[k] for k in seen[at]], ties, scaled=not null)) for at, own in enumerate(view)]
            for view in views
        ]
        names = {pair: number for number, pair in enumerate(dict.fromkeys(pairs[0] + pairs[1]))}
        views = [[names[pair] for pair in view] for view in pairs]  # numbers, so that views of views stay short
    need(views[0][i] == views[1][j], "the two inputs look different from there")
    return claim.value, "two inputs look alike where their answers differ"


def told(symbols: Sequence[Hashable], ties: str, *, scaled: bool) -> Hashable:
    """What weights tell of symbols in the order of their places, by who gets the weight where scores are tied.

    >>> told("abbab", "leftmost", scaled=True), told("abbab", "rightmost", scaled=True)
    (('a', 'b'), ('b', 'a'))
    """
    if ties in ("leftmost", "rightmost"):
        return tuple(dict.fromkeys(symbols if ties == "leftmost" else reversed(symbols)))
    return multiset(symbols, scaled=scaled)


def multiset(symbols: Iterable[Hashable], *, scaled: bool) -> Hashable:
    """How often each symbol occurs; ``scaled``: in lowest terms.

    >>> multiset("aabbbb", scaled=True) == multiset("babbab", scaled=False)
    False
    >>> multiset("aabbbb", scaled=True) == multiset("bab", scaled=False)
    True
    """
    counts = Counter(symbols)
    common = gcd(*counts.values()) if scaled else 1
    return frozenset((symbol, count // common) for symbol, count in counts.items())


def one_key(p: Record, claim: Claim, meter: Meter) -> Shown:
    """No size at all, or any lower bound of m or p; or that one head is too few."""
    q, task, i = claim.quantity, task_of(claim.statement, meter), p.position
    need((q.layers, q.order) == (1, 2), "this is about one layer of order 2")
    alone = q.heads == 1 if q.resource != "H" else claim.side == "lower" and claim.value == 2
    need(alone and i < task.length, "this is about one head, and a position of the task")
    seen = range(task.length) if q.pattern is None else seen_by(q.pattern, 0, meter)[i]
    tokens, told = set[int](), dict[tuple[int, int], set[int]]()
    for word in walk(meter, p.inputs, ENTRY * task.length):
        answer = (task.wanted(word) or (None,) * task.length)[i]
        if answer is None:
            raise Refused("what is named is no input of the task, or no answer is asked for")
        tokens.add(word[i])
        for j in seen:
            told.setdefault((j, word[j]), set()).add(answer)
    need(len(tokens) == 1, "the read-out may tell the inputs apart")
    need(bool(told) and all(len(answers) > 1 for answers in told.values()), "a key is seen with one answer only")
    return claim.value, f"{len(p.inputs)} inputs in which no key tells the answer"


INPUTS = many(pair(many(integer(0)), integer(0)), 2, 2)
EXHIBITS = {
    "equal-views": Exhibit(
        f"lower|none size computation {'|'.join((*TABULATED, 'SATURATED'))}", record({"inputs": INPUTS}), equal_views
    ),
    "one-key": Exhibit(
        "lower|none size computation LEFTMOST|RIGHTMOST",
        record({"inputs": many(many(integer(0))), "position": integer(0)}),
        one_key,
    ),
}
