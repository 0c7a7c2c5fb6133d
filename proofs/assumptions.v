(* Every main theorem, as it stands, and what it assumes. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns identities clauses chirotopes products choices lexicographic ranks independence refutations
  widths cycles diagonal thresholds propagation signed rows families averages rule_dependency rule_part checker.

Print Assumptions check_sound.
Print Assumptions cramer.
Print Assumptions grassmann_plucker.
Print Assumptions relation_sound.
Print Assumptions product_sound.
Print Assumptions general_position.
Print Assumptions mirrored.
Print Assumptions lex_greater.
Print Assumptions full_rank.
Print Assumptions extend.
Print Assumptions unsatisfiable_independent.
Print Assumptions independent_refutes.
Print Assumptions refuted_unsatisfiable.
Print Assumptions unsatisfiable_refutes.
Print Assumptions chirotope_refutes.
Print Assumptions independence_refutes.
Print Assumptions sign_rank_transposed.
Print Assumptions sign_rank_wider.
Print Assumptions width_sign_rank.
Print Assumptions cycle_sound.
Print Assumptions diagonal_needs_three.
Print Assumptions diagonal_by_cycle.
Print Assumptions qsa_width.
Print Assumptions separation_width.
Print Assumptions averaging_width.
Print Assumptions refute_sound.
Print Assumptions implied_by_sum_sound.
Print Assumptions rows_asked.
Print Assumptions attends_table.
Print Assumptions dependency_free.
Print Assumptions part_bound.
Print Assumptions tied_bound.
Print Assumptions separation_bound.
Print Assumptions sphere_bound.
Print Assumptions ball_bound.
Print Assumptions sphere_of_balls.
Print Assumptions averages_attend.
Print Assumptions attends_averages.
