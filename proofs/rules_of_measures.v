(* The rules about measures of communication matrices that are integers. *)

From mathcomp Require Import all_ssreflect.
From Headcount Require Import rules rule_ranks rule_inequalities rule_exhibits rule_protocols rule_sign_rank.
From Headcount Require Import rule_conflicts rule_norms.

Definition rules_of_measures : seq rule := [::
  by_elimination_rule; by_kinds;
  inequalities;
  by_messages; by_lines; by_rectangles; by_protocol; by_fooling;
  by_signs; by_words; by_conflicts; by_antichain;
  norms_rule].
