"""What is believed and open: no claim is run, none is certified; what is known beside it is named."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Conjecture:
    """A statement that nobody has proved or refuted.

    Attributes
    ----------
    name : str
    statement : str
    source : str
    known : tuple of str
        What is known about it here, each with its place.
    instances : str
        Where hard instances come from.
    """

    name: str
    statement: str
    source: str
    known: tuple[str, ...]
    instances: str


CONJECTURES: tuple[Conjecture, ...] = (
    Conjecture(
        "match3-several-layers",
        "No transformer of D layers, H heads, width m and p bits with D, H, m, p all polylogarithmic in N does Match3 "
        "of N tokens modulo M = N^4.",
        "Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896): conjectured there, in our words",
        (
            "One layer of class FIXED: impossible, with all constants (match3-transcripts, headcount bounds match3).",
            "Two layers and more: a cut between two parties excludes nothing once H (m + dv) p >= log2 M = 4 log2 N, "
            "because a token can then be told outright (reductions/protocols/layered_cost.py). So a proof needs more "
            "than the D-layer protocol.",
            "One head of order 3 does it with m = 4 (match-s-width), and one ordinary layer with values as wide as M "
            "(match3-histogram).",
        ),
        "headcount.tasks.match3_instance(N, planted=True or False): N independent tokens, against one planted triple; "
        "any two tokens are distributed alike in both.",
    ),
    Conjecture(
        "k-hop-depth",
        "No transformer with fewer than about log2 k layers and H m p below N^(1 - eps), for an eps > 0, does k hops.",
        "Sanford, Hsu, Telgarsky 2024 (arXiv 2402.09268): proved there if parallel computation with so little memory "
        "needs about log n rounds to tell one cycle of n vertices from two; in our words",
        (
            "About log2 k layers suffice (same source).",
            "One layer of class FIXED: INDEX, one way, with all constants (index-to-k-hop, headcount bounds k-hop).",
            "Two layers and more: what one token has to tell, D H (m + dv) p >= log2 (A - 1) "
            "(headcount bounds k-hop --layers); a cut says no more (reductions/protocols/layered_cost.py).",
        ),
        "headcount.tasks.KHop(A, N, k).samples(count): chains of k hops, and the same with a token changed.",
    ),
)

if len({conjecture.name for conjecture in CONJECTURES}) != len(CONJECTURES):
    raise ValueError("two conjectures have the same name")
