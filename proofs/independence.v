(* Columns that are linearly independent in every realisation: clauses about the signs of a dependency. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns clauses sums chirotopes.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A clause about the signs of the coefficients, and its rule. *)
Inductive dependency_axiom :=
  | Row of nat & clause               (* "row": the sum rule on the sum of coefficients times scores *)
  | Nonzero of clause                 (* "nonzero": some coefficient is positive *)
  | DependencyExclusive of clause.    (* "exclusive" *)

Definition dependency_clause (a : dependency_axiom) : clause :=
  match a with Row _ c | Nonzero c | DependencyExclusive c => c end.

(* The coefficient of the k-th column of n is called [:: k]. *)
Definition coefficients (n : nat) : vocabulary :=
  {| uniform := false; sets := [seq [:: k] | k <- iota 0 n] |}.

(* The literal "number k is positive", where signs have two variables. *)
Definition positive_literal (k : nat) : literal := Zpos (Pos.of_succ_nat k.*2).

Definition row_terms (r : nat) (I : seq nat) : seq term :=
  [seq Term false (Some (r, nth 0%N I k)) [:: [:: k]] | k <- iota 0 (size I)].

Definition dependency_ok (P : pattern) (I : seq nat) (a : dependency_axiom) : bool :=
  let V := coefficients (size I) in
  match a with
  | Row r c => readable V c && one_sided [seq term_signs P V c t | t <- row_terms r I]
  | Nonzero c => all (fun k => mem_literal (positive_literal k) c) (iota 0 (size I))
  | DependencyExclusive c => exclusive_ok V c
  end.

(* The columns I are independent in every realisation of width d over F. *)
Definition independent (F : realFieldType) (P : pattern) (d : nat) (I : seq nat) : Prop :=
  forall W U : nat -> 'rV[F]_d, realises P W U -> row_free (rows_of (size I) U I).

Lemma place_positive n : place (Pos.of_succ_nat n) = n.
Proof. by rewrite /place SuccNat2Pos.id_succ. Qed.

Section Soundness.

Variable F : realFieldType.

(* Columns that are not independent have a dependency with a positive coefficient. *)
Lemma dependent d n (u : nat -> 'rV[F]_d) : ~~ row_free (\matrix_(i < n) u i) ->
  exists2 l : nat -> F, (exists k : 'I_n, 0 < l k) & forall w, \sum_(k < n) l k * dot w (u k) = 0.
Proof.
move=> dep; have [v v0 vK] : exists2 v : 'rV[F]_n, v != 0 & v *m (\matrix_(i < n) u i) = 0.
  by move: dep; rewrite -kermx_eq0 => /rowV0Pn [v /sub_kermxP vK v0]; exists v.
have [k vk] : exists k, v 0 k != 0.
  by apply/existsP; rewrite -negb_forall; apply: contra v0 => /forallP h; apply/eqP/rowP => k; rewrite mxE; apply/eqP.
have vU w : \sum_(k < n) v 0 k * dot w (u k) = 0.
  under eq_bigr do rewrite /dot big_distrr /=.
  rewrite exchange_big /= big1 // => j _; under eq_bigr do rewrite mulrCA.
  rewrite -big_distrr /= (_ : \sum_(i < n) _ = 0) ?mulr0 //.
  by move/matrixP/(_ 0 j): vK; rewrite !mxE => {2}<-; apply: eq_bigr => i _; rewrite !mxE.
exists (fun i => (if 0 < v 0 k then 1 else -1) * (if insub i is Some i' then v 0 i' else 0)).
  exists k; rewrite valK; case: ifP => h; first by rewrite mul1r.
  by rewrite mulN1r oppr_gt0 lt_neqAle vk leNgt h.
move=> w; under eq_bigr do rewrite valK -mulrA.
by rewrite -big_distrr /= vU mulr0.
Qed.

Theorem unsatisfiable_independent P d I (axs : seq dependency_axiom) :
  all (dependency_ok P I) axs -> unsatisfiable (map dependency_clause axs) -> independent F P d I.
Proof.
move=> ok uns W U real; apply/negPn/negP => dep.
pose n := size I; pose V := coefficients n.
have [l [k lk] lK] := dependent (u := fun i => U (nth 0%N I i)) dep.
pose x (S : seq nat) := l (head 0%N S).
have gx : general V xpredT x by [].
have oks : all xpredT (sets V) by apply/allP.
have /negP := uns (assignment V x); apply.
elim: axs ok {uns} => //= a axs IH /andP [ha /IH ->]; rewrite andbT.
case: a ha => [r c /andP [hc os]|c hc|c]; last exact: (exclusive_sound oks gx).
  apply/negPn/negP => hf; have := lK (W r); apply/eqP.
  pose y r j := dot (W r) (U j).
  have -> : \sum_(k < n) l k * dot (W r) (U (nth 0%N I k)) = \sum_(t <- row_terms r I) term_value x y t.
    rewrite big_map (_ : iota 0 _ = index_iota 0 (size I)) ?big_mkord; last by rewrite /index_iota subn0.
    apply: eq_bigr => i _.
    by rewrite /term_value /= expr0 mul1r big_seq1 mulrC.
  rewrite -(big_map (term_value _ _) xpredT id) /=; apply: one_sided_nonzero os.
  elim: (row_terms r I) => //= t ts ->; rewrite andbT.
  have okt : all xpredT (factors t) by apply/allP.
  exact: (term_signs_fit oks gx hc real okt hf).
have := allP hc k; rewrite mem_iota /= ltn_ord => /(_ isT) hk.
apply: (mem_literal_has hk).
rewrite /= /assignment /says_pos place_positive /= odd_double /named /= place_positive doubleK.
by rewrite (nth_map 0%N) ?size_iota // nth_iota //.
Qed.

(* So many columns, so large the sign-rank. *)
Theorem independent_refutes P d I : (d < size I)%N -> independent F P d I -> ~ sign_rank_le F P d.
Proof.
move=> dI ind [W [U real]]; have /eqP rk := ind W U real.
by have := rank_leq_col (rows_of (size I) U I); rewrite rk leqNgt dI.
Qed.

Lemma none_independent P d : independent F P d [::].
Proof. by move=> W U _; apply: inj_row_free => v _; apply/rowP => -[]. Qed.

End Soundness.
