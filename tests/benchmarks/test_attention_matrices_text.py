"""What the text beside the benchmark says of its numbers is what the stored numbers say."""

from pathlib import Path

import attention_matrices as benchmark

TEXT = " ".join(Path(benchmark.__file__).with_suffix(".rst").read_text("utf-8").split())


def said(ends):
    return "{:.1f} to {:.1f} times".format(*ends)


def test_ratios_of_what_is_proved_to_what_is_measured():
    projection, keys = map(benchmark.proved_over_measured, ("projection", "least-squares"))
    assert f"What is proved for it is {said(projection)} what is measured" in TEXT
    assert f"ln(1 + 1/k), is {said(keys)} what is measured" in TEXT
    assert f"A margin of 1/2 costs {said(benchmark.cost_of_margin())} the dimensions" in TEXT


def test_where_the_formula_of_the_projection_says_nothing():
    last = [max(L for L in benchmark.SIZES if benchmark.formula("projection", L, k) >= L) for k in (1, 2, 4)]
    assert f"says nothing (above L - 1) up to L = {last[0]}, {last[1]}, {last[2]} for k = 1, 2, 4" in TEXT


def test_a_projection_beyond_what_always_works():
    """The table has d = 81 for L = 16, where ``approximate`` ends with d = 15."""
    assert "81 (40.5), 4" in TEXT
    assert (
        benchmark.compared(benchmark.permutations(16), benchmark.DELTA, benchmark.EPS2, "projection") == "81 (40.5), 4"
    )
