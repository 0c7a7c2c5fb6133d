"""What is excluded of k hops, induction heads and composition at finite sizes, depth by depth.

Class FIXED(p, twos), dv = m, H = 1, p = 1: the least m that no argument excludes, by units of D layers with any
networks between them. Where it is 1 nothing is excluded, and the reason is in the last column but one: the bits in
which a token can be told whole. At D = 1 the arguments for one layer are among them.
"""

from headcount import lower_bounds
from headcount.tasks.registry import task_from_words

DEPTHS = (1, 2, 3, 4, 6, 8)
TASKS = (
    "induction-heads A=3 N=129",
    "induction-heads A=64 N=129",
    "induction-heads A=1024 N=2049",
    "k-hop A=4 N=131 k=2",
    "k-hop A=64 N=129 k=2",
    "k-hop A=64 N=129 k=4",
    "k-hop A=1024 N=2049 k=4",
    "composition n=64",
    "composition n=1024",
    "cycle3 N=20",
    "cycle3 N=90",
)


def least(words: str, layers: int) -> tuple[int, str]:
    """The least m at p = H = 1 that no argument excludes, and the argument that excludes most."""
    regions = lower_bounds(words, layers=layers) + (lower_bounds(words) if layers == 1 else ())
    best = max(regions, key=lambda region: region.least_m(1, 1))
    return best.least_m(1, 1), "" if best.excludes_nothing else best.argument


def row(words: str) -> list[str]:
    """A row of the table: the task, m by depth, the bits of a token, and the arguments."""
    found = [least(words, layers) for layers in DEPTHS]
    bits = (task_from_words(words.split()).alphabet - 1).bit_length()
    arguments = ", ".join(dict.fromkeys(argument for _, argument in found if argument))
    return [words, *(str(m) for m, _ in found), str(bits), arguments]


def main() -> None:
    """Print the table."""
    print("\t".join(["task", *(f"D = {layers}" for layers in DEPTHS), "bits of a token", "arguments"]))
    for words in TASKS:
        print("\t".join(row(words)), flush=True)


if __name__ == "__main__":
    main()
