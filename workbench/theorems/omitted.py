"""What theory has and the ledger has not, and why."""

NOT_IN_THE_LEDGER: dict[str, str] = {
    "q-SA with m = O(d' + q log N) and p = O(log(q/eps log N)) (SHT23, Theorem 2)": (
        "asymptotic, the constant is hidden; qsa-sign-keys has instances"
    ),
    "N >= 2q + 1 and m p <= c q exclude q-SA within 1/(2q) (SHT23, Theorem 4)": (
        "the constant is hidden; query-cut and qsa-counting have ours"
    ),
    "m p H <= c N / loglog N excludes Match3 (SHT23, Theorem 7)": (
        "the constant is hidden; match3-transcripts has ours"
    ),
    "Match3Local with m = O(K log N) and one head": "asymptotic; match3-local has width 2K + 2",
    "a recurrent network needs (N - 1)/2 bits (SHT23, Theorem 11)": "weaker than rnn-state-bits",
    "a fully connected first layer of N d'/2 (SHT23, Theorem 10)": "weaker than fully-connected-width",
    "real softmax comes as near to a saturated head as one likes": (
        "a limit; attention/balls.py encloses it, and certificates speak of real weights in class THRESH only"
    ),
    "accuracy 2 (N - q) 2^-g / q of a gap g": "proved in bounds/margin.py for all heads; no certificate states it",
    "Match3 has real tensor rank 3 before the null token": "the checker bounds signs, not the rank of a given tensor",
    "m is the sign-rank of the pattern with a row of pluses, less 1, or with a null token the sign-rank": (
        "it is how class SIGN is defined in certificates: certificates/FORMAT.rst has the proof"
    ),
    "1 - cos(2 pi/M) >= 8/M^2, so scale M^2 log N is enough for Match2": (
        "real softmax at a scale; match2-unit is in integers, with an exact gap"
    ),
    "sign keys need m of about 9 .. 16 q ln N": "seen in simulation, no theorem",
    "sign-rank <= d gives a chirotope with the Grassmann-Pluecker and Cramer relations": (
        "it is how certificates are replayed; certificates/FORMAT.rst has the proof"
    ),
    "Warren-type counting": "dimensions of random matrices; no certificate of this kind",
    "the margin of unit vectors gives m >= log(#rows) / log(1 + 2 / margin)": "weaker than counting in class GRID",
    "a gap g in a p-bit grid needs m B D (sum d + sum e) >= 4 T": (
        "certified where probe asks (evidence ``margin``); certificates/theorems/costs.py has the proof"
    ),
    "the census of 4 x 4 matrices by D: 2, 28, 2842, 62664": "65536 matrices; benchmarks/_depth_census.py counts them",
    "gamma_2 <= 1 of a 0/1 matrix exactly for blocky matrices": "an equivalence over all matrices",
    "gamma_2^2 = gamma_2^inf": "observed at small sizes, not a theorem",
    "FIXED is not monotone in p": (
        "no task is known here whose least size grows with p; the argument fails (evidence/outputs/fixed_cases.py)"
    ),
    "a read-out that sees its own token escapes query-cut": (
        "a counterexample by coin weighing, beside the code in reductions/excluded_sizes/counting_lower.py"
    ),
    "with a free threshold the count of queries of q-SA is divided by 2N + 1": (
        "a correction of a proof; class GRID has no threshold of its own"
    ),
    "bits of state are at least log2 of the number of distinct rows of a task's prefix matrix, and so many suffice": (
        "a statement about all tasks, proved in reductions/excluded_sizes/streaming_state.py; rnn-state-bits has q-SA"
    ),
    "the width of a fully connected first layer is at least the dimension of the span of the task's functionals": (
        "a statement about all tasks, proved in reductions/excluded_sizes/first_layer_width.py; "
        "fully-connected-width has q-SA"
    ),
    "H >= the one-hot threshold degree, for every Boolean function": (
        "a statement about all functions, proved in certificates/threshold_evidence.py; parity-heads has the parity"
    ),
    "heads side by side may share out a subset by another partition in every row": (
        "how the question of concat is defined in certificates; qsa-two-heads-side-by-side has an instance"
    ),
    "P and its transpose have the same sign-rank, and different relaxations": (
        "the first is plain, the second is about the search, which tries both"
    ),
    "a pattern without stars and zeros may assume a uniform chirotope": (
        "a normalisation within refutations; certificates/FORMAT.rst has the proof"
    ),
    "(2D - 1) H (m + dv) p >= floor(N/3) for Cycle3 by D layers, and D H (m + dv) p >= N - 2": (
        "proved in reductions/excluded_sizes/triangle_lower.py and token_lower.py; disj-to-triangles has the reduction "
        "of the first, certificates of kind told-token (headcount bounds cycle3 --layers -o) the second up to N = 20"
    ),
    "ceil(log2 n^n) bits of function composition, one way": (
        "proved in reductions/excluded_sizes/composition_lower.py; index-to-composition has n - 1 of them"
    ),
    "R = n log2 n - H (d + 1) p > 0 gives an error of R / (3 n log2 n) (Peng, Narayanan, Papadimitriou 2024)": (
        "quoted: it is about rounded sums and an average error, and is not proved here"
    ),
    "Assumptions 1 and 2 give universality in d_p, 1 <= p < infinity (Yun et al. 2020, Theorem 1)": (
        "cited: a limit; the parts of Assumption 1 are certified pattern by pattern"
    ),
    "with free element-wise networks depth D computes every function on a finite grid iff D >= the number of hops": (
        "about all functions: proved in bounds/sparse_patterns/copying.py; strided-hops and others have the hops"
    ),
    "the least depth of copying 0s0s, and the shares of random patterns": (
        "computed, not certified: headcount pattern --copying and --seeds, benchmarks/sparse_patterns.rst"
    ),
    "running the cut protocol on a unit costs what the formula says": "a measurement of units: headcount protocol",
}
"""What is left out, and the reason."""
