(* The checker: what it reads, its rules, and the main theorem. *)

From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements json rules reading_widths reading_measures rule_least.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* Each reads claims of its own kinds. *)
Definition readers : seq (json -> json -> option claim) := [:: read_width; read_measured].

Fixpoint read_by (readers : seq (json -> json -> option claim)) (asked_for j : json) : option claim :=
  if readers is r :: rest then if r asked_for j is Some c then Some c else read_by rest asked_for j else None.

Definition all_rules : seq rule := [:: least].

Definition check (file : json) : seq judged := check_file (read_by readers) all_rules file.

(* Whatever claim the checker accepts holds. *)
Theorem check_sound file c : List.In (Judged c Proved) (check file) -> holds c.
Proof. exact: check_file_sound. Qed.
