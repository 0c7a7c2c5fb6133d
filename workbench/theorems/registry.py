"""The theorems of the ledger, one line each: claim, what is proved beyond its instances, expected verdict."""

from ..claims import Verdict
from . import architectures as elsewhere
from . import attention_matrices as matrices
from . import communication as measures
from . import heads, sign_rank
from . import pairs_and_triples as matching
from . import reductions as encoders
from . import sparse_averaging as averaging
from . import sparse_patterns as patterns
from .theorem import Theorem

REFUTED = Verdict.REFUTED

ALL_SIZES = "all sizes, by the proof that is cited; the checker goes through the instances"
BY_CLOSED_FORM = "all n and w: the checker knows the closed form, at any size"
BY_SYMMETRY = "all N and q: the checker argues by symmetry, at any size"
AS_CITED = "all n, by the argument that is cited"
SAMPLE = "all matrices: textbook; the instances are a sample"

THEOREMS: tuple[Theorem, ...] = (
    Theorem(averaging.qsa_width, BY_SYMMETRY, condition="q < N"),
    Theorem(averaging.qsa_width_at_a_million, BY_SYMMETRY),
    Theorem(averaging.qsa_one_less, "false for every q", REFUTED),
    Theorem(averaging.averages_width, BY_SYMMETRY, condition="3 q <= N"),
    Theorem(
        averaging.averages_by_a_centre,
        "all of these N and q, by the proof that is cited",
        condition="q + 2 <= N and N <= 2 q + 1",
    ),
    Theorem(averaging.topk_width, BY_SYMMETRY, condition="2 k <= N"),
    Theorem(averaging.topk_by_cosine, BY_SYMMETRY, condition="k < N"),
    Theorem(averaging.topk_nearest, BY_SYMMETRY, condition="k <= N - 2"),
    Theorem(averaging.thresholds_are_ties, "false at N = 4 and 5; true for N >= 6", REFUTED),
    Theorem(averaging.qsa_counting, ALL_SIZES, condition="q < N and q >= H"),
    Theorem(averaging.qsa_one_bit_counting_is_tight, "false at q = 2, N = 5 and 6", REFUTED),
    Theorem(averaging.qsa_one_bit),
    Theorem(averaging.qsa_two_heads_summed),
    Theorem(averaging.qsa_two_heads_side_by_side),
    Theorem(averaging.qsa_multi_head_lower, "false at q = 3, H = 2 and N = 5, 6", REFUTED),
    Theorem(averaging.qsa_moment_curve, ALL_SIZES, condition="q < N"),
    Theorem(averaging.qsa_multi_head, ALL_SIZES, condition="q >= H"),
    Theorem(averaging.qsa_head_per_position, "all N and q, by binary digits", condition="q < N and q = H"),
    Theorem(averaging.qsa_superimposed_code, ALL_SIZES),
    Theorem(averaging.qsa_sign_keys),
    Theorem(matching.match2_width, "all M, by the proof that is cited"),
    Theorem(matching.match2_output_width, "all M other than 4, by the same proof"),
    Theorem(matching.match2_output_at_four),
    Theorem(matching.match2_needs_three, "false at M = 2 and 3 only; true for M >= 4", REFUTED),
    Theorem(matching.match2_unit, ALL_SIZES),
    Theorem(matching.match3_width_four, "all M, by the proof that is cited"),
    Theorem(matching.match3_width_small),
    Theorem(matching.match3_width_three, "all M >= 4: the flattening holds Match2's three columns"),
    Theorem(matching.match3_needs_five, "false for every M", REFUTED),
    Theorem(matching.match_s_width, "all s and M, by the proof that is cited", condition="s < 5 or M < 4"),
    Theorem(matching.match3_third_order, ALL_SIZES),
    Theorem(matching.match_s_unit, ALL_SIZES),
    Theorem(matching.match3_histogram, ALL_SIZES),
    Theorem(matching.match3_bigram, ALL_SIZES),
    Theorem(
        matching.match3_local,
        "all M, K and N >= 2K + 2, by the proof that is cited; the checker goes through the instances",
        condition="N >= 2 K + 2 and M^N <= 1000",
    ),
    Theorem(matching.cycle3_strassen, ALL_SIZES),
    Theorem(sign_rank.disj_sign_rank, AS_CITED),
    Theorem(sign_rank.eq_sign_rank, AS_CITED),
    Theorem(sign_rank.gt_sign_rank, AS_CITED),
    Theorem(sign_rank.ip3_sign_rank),
    Theorem(sign_rank.ip4_sign_rank, "also for n > 4, since IP_n holds IP_4"),
    Theorem(sign_rank.forster_of_ip, "all n: a Hadamard matrix has spectral norm sqrt(2^n)"),
    Theorem(sign_rank.vc_below_sign_rank, SAMPLE),
    Theorem(heads.parity_heads, "H >= k for all k; H <= k for the instances"),
    Theorem(heads.parity_two_heads, "false for every k >= 3", REFUTED),
    Theorem(heads.disj_heads_lower, "all n, by the argument that is cited; n = 6 is the first where it gives 3"),
    Theorem(heads.disj_heads),
    Theorem(heads.disj_two_heads, "false at n = 1 and for n >= 6; true for 2 <= n <= 4; open at 5", REFUTED),
    Theorem(heads.parity_any_read_out),
    Theorem(heads.parity_heads_fixed, "false at p = 2 and k = 2", REFUTED),
    Theorem(measures.named_depth, "all n: ranks from below; Alice says her word and Bob the answer"),
    Theorem(measures.disj_parts, "all n, by the argument in the note"),
    Theorem(
        measures.eq_parts,
        "all n for ranks, C1, P1 and P0: each row is a rectangle, J - M is regular; C0 as in the note",
    ),
    Theorem(measures.gt_parts, "all n: triangular matrices"),
    Theorem(measures.ip_parts),
    Theorem(measures.named_fooling, "all n: (a, a) for EQ_n and GT_n, (a, complement of a) for DISJ_n"),
    Theorem(measures.partition_below_depth, SAMPLE),
    Theorem(measures.depth_is_log_of_partition, "true of most small matrices", REFUTED),
    Theorem(measures.depth_below_one_way, SAMPLE),
    Theorem(measures.one_way_is_depth, "it is at least D - 1, and may be exponentially larger", REFUTED),
    Theorem(measures.covers_and_partitions, SAMPLE),
    Theorem(measures.ranks_and_partitions, SAMPLE),
    Theorem(measures.hexagon_partition),
    Theorem(measures.factorisation_norms, SAMPLE),
    Theorem(measures.discrepancies, SAMPLE),
    Theorem(measures.eq_gamma2, "all n, by the argument in the note; certified for the instances", condition="N = 2^n"),
    Theorem(measures.ip_gamma2, "all n, by Lee and Shraibman; certified for the instances"),
    Theorem(measures.disj_gamma2_01, "all n: gamma_2 of a tensor product is the product"),
    Theorem(measures.gt_gamma2),
    Theorem(elsewhere.query_cut, ALL_SIZES, condition="q < N"),
    Theorem(
        elsewhere.match3_transcripts,
        "all n, p, H and m at dv = 1, by the proof that is cited; the checker counts at any size",
        condition="16 p H <= n",
    ),
    Theorem(elsewhere.rnn_state_bits, ALL_SIZES, condition="q < N"),
    Theorem(elsewhere.fully_connected_width, ALL_SIZES, condition="q < N and (d = 1 or N < 6)"),
    Theorem(matrices.permutation_width, "all L: the checker argues by symmetry, at any size"),
    Theorem(matrices.sparse_matrix_width, "all such matrices, by the proof that is cited"),
    Theorem(
        matrices.sparse_matrices_need_2k,
        "k = 2 is false for every L >= 5: neighbours are edges of the polygon",
        REFUTED,
    ),
    Theorem(matrices.others_with_small_spread),
    Theorem(matrices.others_by_a_polygon, "m <= 2 for all L, by the polygon; m >= 2 for L >= 3"),
    Theorem(matrices.others_need_ties, "false for L = 4, 5 and 6", REFUTED),
    Theorem(patterns.window_hops, BY_CLOSED_FORM, condition="w <= n"),
    Theorem(patterns.strided_hops, BY_CLOSED_FORM, condition="w <= n"),
    Theorem(patterns.fixed_hops, BY_CLOSED_FORM, condition="n % w = 0"),
    Theorem(
        patterns.fixed_without_last_summary,
        "all n and w, by the argument that is cited",
        condition="w < n and n % w > 0",
    ),
    Theorem(patterns.fixed_always_finite, "false whenever w < n does not divide n", REFUTED, "w < n"),
    Theorem(patterns.star_hops, BY_CLOSED_FORM),
    Theorem(patterns.causal_hops_infinite, "all causal patterns"),
    Theorem(patterns.assumption_1_of_named_patterns),
    Theorem(patterns.separate_parts_fail),
    Theorem(patterns.hub_without_a_path, "all n >= 4, by the same two lines"),
    Theorem(patterns.depth_is_hops, "all patterns in which every position attends to itself"),
    Theorem(patterns.universal_construction, "all patterns that satisfy Assumption 1, all tables"),
    Theorem(encoders.disj_to_qsa, ALL_SIZES),
    Theorem(encoders.disj_to_match3, ALL_SIZES),
    Theorem(encoders.disj_to_match3_larger_moduli, ALL_SIZES),
    Theorem(encoders.match3_public_zero, "false for every n: the output is always 1", REFUTED),
    Theorem(encoders.match3_modulus_n, "false for every n", REFUTED),
    Theorem(encoders.disj_to_cycle3, ALL_SIZES),
    Theorem(encoders.disj_to_triangles, ALL_SIZES, condition="rows * columns <= 6"),
    Theorem(encoders.index_to_induction_heads, ALL_SIZES),
    Theorem(encoders.index_to_k_hop, ALL_SIZES),
    Theorem(encoders.index_to_composition, ALL_SIZES),
    Theorem(encoders.index_to_streaming_qsa, ALL_SIZES),
)

if len({theorem.name for theorem in THEOREMS}) != len(THEOREMS):
    raise ValueError("two theorems of the ledger have the same name")
