(* Every main theorem, as it stands, and what it assumes. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns identities clauses chirotopes choices refutations diagonal thresholds.

Print Assumptions cramer.
Print Assumptions grassmann_plucker.
Print Assumptions relation_sound.
Print Assumptions general_position.
Print Assumptions mirrored.
Print Assumptions refuted_unsatisfiable.
Print Assumptions unsatisfiable_refutes.
Print Assumptions diagonal_needs_three.
Print Assumptions qsa_width.
Print Assumptions separation_width.
Print Assumptions averaging_width.
