(* The example of certificates/FORMAT.rst, replayed by Coq: the 4 x 4 pattern with + on the diagonal and - off it
   has sign-rank at least 3, over every ordered field. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns clauses sums chirotopes choices independence refutations cycles.

Definition diagonal : pattern :=
  [:: [:: Pos; Neg; Neg; Neg];
      [:: Neg; Pos; Neg; Neg];
      [:: Neg; Neg; Pos; Neg];
      [:: Neg; Neg; Neg; Pos]].

(* Variables 1, 2, 3 are the signs of these determinants. *)
Definition vocabulary_of_diagonal : vocabulary :=
  {| uniform := true; sets := [:: [:: 0; 1]; [:: 0; 3]; [:: 1; 3]] |}.

Definition axioms_of_diagonal : seq axiom :=
  [:: Sign 1;
      Relation (Cramer 0 [:: 0; 1; 3]%N) [:: -1; 2; 3];
      Relation (Cramer 1 [:: 0; 1; 3]%N) [:: -1; -2; -3];
      Relation (Cramer 2 [:: 0; 1; 3]%N) [:: -1; 2; -3];
      Relation (Cramer 3 [:: 0; 1; 3]%N) [:: -1; -2; 3]]%lit.

Definition lemmas_of_diagonal : seq (clause * seq nat) :=
  [:: ([:: -3]%lit, [:: 0; 2; 3]);
      ([:: -2]%lit, [:: 0; 5; 4]);
      ([::], [:: 0; 5; 6; 1])].

Theorem diagonal_needs_three (F : realFieldType) : ~ sign_rank_le F diagonal 2.
Proof.
apply: (@unsatisfiable_refutes F diagonal 2 vocabulary_of_diagonal [::] axioms_of_diagonal).
- exact: none_independent.
- by vm_compute.
by apply: (@refuted_unsatisfiable _ lemmas_of_diagonal); vm_compute.
Qed.

(* The same by a cycle: three columns of every row. *)
Theorem diagonal_by_cycle (F : realFieldType) : ~ sign_rank_le F diagonal 2.
Proof. by apply: (@cycle_sound F diagonal 2 [seq (r, [:: 0; 1; 2]%N) | r <- iota 0 4]); vm_compute. Qed.
