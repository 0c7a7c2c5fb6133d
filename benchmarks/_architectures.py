"""Attention, recurrent and fully connected networks on the same task, q-SA: the size that each needs, in exact numbers.

Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896) separate them: attention needs about q log N bits per position, a
recurrent network about N bits of state, a fully connected one about N units in its first layer. Here each of these is
a number with its side, its class and its reason. The three resources are different things; what can be compared is
how they grow with N.

Counting for class GRID(p), m p H >= log2 C(N, q), is proved in ``headcount.reductions.excluded_sizes.counting_lower``.
"""

from dataclasses import dataclass
from math import comb

from headcount.bounds import Bound, Status, simplex_upper, sparse_averaging_lower, sparse_averaging_upper
from headcount.bounds.constructions.averaging.shared_heads import qsa_superimposed_code
from headcount.questions import qsa_question
from headcount.reductions.excluded_sizes.counting_lower import qsa_counting_lower
from headcount.reductions.excluded_sizes.first_layer_width import qsa_first_layer_width
from headcount.reductions.excluded_sizes.streaming_state import qsa_streaming_bits
from headcount.tasks import SparseAveraging, TaskError

MOST_POSITIONS = 10**6
"""Largest N: the code words of all positions are written out."""


@dataclass(frozen=True)
class NeededSize:
    """One size of one architecture: ``resource`` is at least, at most or exactly ``value`` (``side``), and why.

    ``unit_class`` says what kind of network is meant; bounds of different classes must not be compared as one
    bracket. ``status`` is ``CERTIFIED`` if the checker replayed a certificate, else ``PROVED``: by the argument that
    ``why`` names, which stands beside the code.
    """

    architecture: str
    resource: str
    side: str
    value: int
    unit_class: str
    why: str
    status: str

    def __str__(self) -> str:
        relation = {"lower": ">=", "upper": "<=", "exact": "="}[self.side]
        claim = f"{self.architecture}: {self.resource} {relation} {self.value}"
        return f"{claim}, class {self.unit_class} [{self.status}] {self.why}"


@dataclass(frozen=True)
class Comparison:
    """What attention, recurrent and fully connected networks need for q-SA(N, q) with scalar values."""

    N: int
    q: int
    sizes: tuple[NeededSize, ...]

    def value(self, architecture: str, resource: str, side: str) -> int:
        """The number of a line.

        Raises
        ------
        KeyError
            If there is no such line.
        """
        for size in self.sizes:
            if (size.architecture, size.resource, size.side) == (architecture, resource, side):
                return size.value
        raise KeyError(f"no line says {side} for {resource} of {architecture}")

    def __str__(self) -> str:
        return "\n".join([f"q-SA(N={self.N}, q={self.q})", *(f"  {size}" for size in self.sizes)])


def compare_architectures(N: int, q: int) -> Comparison:
    """The sizes that q-SA(N, q) takes on the three architectures, z scalar.

    Parameters
    ----------
    N, q : int, 1 <= q <= N - 1

    Raises
    ------
    TaskError
        If a parameter is out of range.

    Examples
    --------
    >>> table = compare_architectures(1024, 4)
    >>> table.value("attention", "m", "exact"), table.value("attention", "m p H", "lower")
    (8, 36)
    >>> table.value("recurrent", "bits of state", "exact")
    1023
    >>> table.value("fully connected", "first-layer width", "exact")
    1024
    """
    SparseAveraging(N, q)  # checks the parameters
    if q == N:
        raise TaskError(f"q must be at most N - 1 = {N - 1} here, got {q}: the mean of all inputs selects nothing")
    if N > MOST_POSITIONS:
        raise TaskError(f"N must be at most {MOST_POSITIONS} here, got {N}; the formulas stand in the functions used")
    return Comparison(N, q, (*_attention(N, q), _recurrent(N, q), _fully_connected(N, q)))


def _attention(N: int, q: int) -> tuple[NeededSize, ...]:
    question = qsa_question(N, q)
    lower = sparse_averaging_lower(question)
    upper = min(_present(sparse_averaging_upper(question), simplex_upper(question)), key=lambda bound: bound.value)
    assert lower is not None and lower.value == upper.value == min(2 * q, N - 1)
    assert lower.evidence.status is upper.evidence.status is Status.CERTIFIED
    code = qsa_superimposed_code(N, q)
    counted = (comb(N, q) - 1).bit_length()
    both = f"{lower.evidence.method}; {upper.evidence.method}"
    # With p = 1 a score that is more than 1 below the best has weight 0, so a gap of 4 selects exactly in FIXED(1) too.
    one_bit = "GRID(1, midrise, gap 4), FIXED(1, midrise)"
    how = f"superimposed code, m = {code.size.m}: {code.proved}"
    least = qsa_counting_lower(N, q, grid="midrise").least_m(1, 1)
    return (
        NeededSize("attention", "m", "exact", lower.value, "SIGN", both, "CERTIFIED"),
        NeededSize("attention", "m p H", "lower", counted, "GRID(p), any p", "distinct y, distinct queries", "PROVED"),
        NeededSize("attention", "m p H", "upper", code.size.bits, one_bit, how, "PROVED"),
        NeededSize(
            "attention", "m at p = H = dv = 1", "lower", least, "FIXED(1, midrise), read off the row alone",
            "one-way messages, counted (qsa_counting_lower)", "PROVED",
        ),
        NeededSize("attention", "m at p = H = dv = 1", "upper", code.size.m, "FIXED(1, midrise)", how, "PROVED"),
    )  # fmt: skip


def _present(*bounds: Bound | None) -> list[Bound]:
    return [bound for bound in bounds if bound is not None]


def _recurrent(N: int, q: int) -> NeededSize:
    bits = qsa_streaming_bits(N, q)
    kind = "any update and read-out, z in {-1, 1}, last output, error < 1/q"
    return NeededSize("recurrent", "bits of state", "exact", bits, kind, f"2^{N - 1} distinct prefixes", "PROVED")


def _fully_connected(N: int, q: int) -> NeededSize:
    found = qsa_first_layer_width(N, q)
    kind = f"anything after the first layer, z real, error < 1/{2 * q - 1}"
    why = f"{found.width} independent linear functionals"
    return NeededSize("fully connected", "first-layer width", "exact", found.width, kind, why, "PROVED")
