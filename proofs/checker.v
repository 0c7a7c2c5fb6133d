(* The checker: what it reads, its rules, and the main theorem. *)

From Coq Require Import ZArith String.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements json rules reading_widths reading_form rule_least.
From Headcount Require Import reading_measures rules_of_measures.
From Headcount Require Import reading_rationals rule_rectangles rule_fractional rule_unshattered.
From Headcount Require Import reading_encodings rule_encodings.
From Headcount Require Import reading_masks rule_hops rule_masks rule_depth.
From Headcount Require Import rule_dependency.
From Headcount Require Import rule_order rule_closed rule_retrieval reading_bits rule_tables rule_tuples.
From Headcount Require Import rule_families.
From Headcount Require Import rule_part rule_chirotope rule_averages rule_lower_bits.
From Headcount Require Import rule_late.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* Each reads claims of its own kinds. *)
Definition readers : seq (json -> json -> option claim) := [::
  read_width;
  read_in_bits;
  read_averages;
  read_measured;
  read_rational;
  read_encodes;
  read_mask;
  read_depth;
  read_late].

Fixpoint read_by (readers : seq (json -> json -> option claim)) (asked_for j : json) : option claim :=
  if readers is r :: rest then if r asked_for j is Some c then Some c else read_by rest asked_for j else None.

Definition all_rules : seq rule := [::
  part;
  refuted_signs;
  averaging;
  lower_bits;
  families;
  least;
  encodes;
  weighted_rectangles;
  by_fractional;
  unshattered_rule;
  hops;
  masks;
  task_depth;
  late_interaction;
  dependency;
  order;
  closed;
  tables;
  retrieval] ++ rules_of_measures.

(* A certificate of version 3, with fields that such a file may have. *)
Definition is_certificate (file : json) : bool :=
  [&& says (word "format") (word "headcount-certificate") file,
      (if field_as integer_of (word "version") file is Some 3%Z then true else false) &
      only [:: word "format"; word "version"; word "question"; word "claims"; word "remarks"] file &&
      remarks_are_texts file].

Definition check (file : json) : seq judged :=
  if is_certificate file then check_file (formed (read_by readers)) all_rules file else [::].

(* Whatever claim the checker accepts holds. *)
Theorem check_sound file c : List.In (Judged c Proved) (check file) -> holds c.
Proof. by rewrite /check; case: ifP => // _; exact: check_file_sound. Qed.
