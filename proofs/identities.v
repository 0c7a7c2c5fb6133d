(* Cramer's relation, and the Grassmann-Pluecker relation, for determinants of keys. *)

From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From Headcount Require Import patterns.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Identities.

Variable F : realFieldType.

(* d + 1 keys of width d satisfy Cramer's relation, and any query w may be applied to it. *)
Theorem cramer d (U : nat -> 'rV[F]_d) (w : 'rV[F]_d) (T : seq nat) :
  \sum_(i < d.+1) (-1) ^+ i * chi U (without T i) * dot w (U (nth 0%N T i)) = 0.
Proof.
pose K : 'M[F]_(1 + d, d) := rows_of d.+1 U T.
pose M : 'M[F]_(1 + d) := row_mx (K *m w^T) K.
have detM : \det M = 0.
  have MK : M = K *m row_mx w^T 1%:M by rewrite mul_mx_row mulmx1.
  apply/eqP/negP => /negP; rewrite -unitfE -/(M \in unitmx) => uM.
  have := mxrank_unit uM; rewrite MK => rM.
  have := leq_trans (mxrankM_maxl K (row_mx w^T 1%:M)) (rank_leq_col K).
  by rewrite rM ltnn.
rewrite (expand_det_col M 0) in detM; rewrite -[RHS]detM.
apply: eq_bigr => i _.
have -> : dot w (U (nth 0%N T i)) = M i 0.
  rewrite /M (_ : 0 = lshift d (0 : 'I_1)) ?row_mxEl; last exact/val_inj.
  by rewrite !mxE dotC; apply: eq_bigr => k _; rewrite !mxE.
rewrite mulrC /cofactor addn0 /chi. congr (_ * \det _ * _).
by apply/matrixP => a b; rewrite !mxE -rshift1 /= (unsplitK (inr b)) mxE nth_without.
Qed.

(* The last of d keys enters their determinant linearly. *)
Lemma chi_linear d (U : nat -> 'rV[F]_d.+1) (A : seq nat) : size A = d ->
  exists w, forall t, chi U (rcons A t) = dot w (U t).
Proof.
move=> sA; exists (\row_j cofactor (rows_of d.+1 U (rcons A 0%N)) ord_max j) => t.
rewrite /chi (expand_det_row _ ord_max); apply: eq_bigr => j _.
rewrite !mxE nth_rcons sA ltnn eqxx mulrC /cofactor; congr (_ * \det _ * _).
apply/matrixP => a b; rewrite !mxE !nth_rcons sA lift_max ltn_ord //.
Qed.

(* The Grassmann-Pluecker relation: Cramer's relation with the functional det(A, .). *)
Theorem grassmann_plucker d (U : nat -> 'rV[F]_d.+1) (A T : seq nat) : size A = d ->
  \sum_(i < d.+2) (-1) ^+ i * chi U (without T i) * chi U (rcons A (nth 0%N T i)) = 0.
Proof.
move=> /(chi_linear U) [w wE]; rewrite -[RHS](cramer U w T).
by apply: eq_bigr => i _; rewrite wE.
Qed.

(* Two equal keys: the determinant is zero. *)
Lemma chi_repeated d (U : nat -> 'rV[F]_d.+1) (A : seq nat) t :
  size A = d -> t \in A -> chi U (rcons A t) = 0.
Proof.
move=> sA tA; have ltA : (index t A < d.+1)%N by rewrite -sA ltnS ltnW // index_mem.
apply: (@determinant_alternate _ _ _ (Ordinal ltA) ord_max).
  by rewrite -val_eqE /= neq_ltn -[X in (_ < X)%N]sA index_mem tA.
move=> j; rewrite !mxE !nth_rcons /= sA ltnn eqxx.
have -> : (index t A < d)%N by rewrite -[X in (_ < X)%N]sA index_mem.
by rewrite nth_index.
Qed.

(* Neighbours exchanged: the sign changes. *)
Lemma chi_swap d (U : nat -> 'rV[F]_d) s1 x y s2 : (size s1 + size s2).+2 = d ->
  chi U (s1 ++ x :: y :: s2) = - chi U (s1 ++ y :: x :: s2).
Proof.
move=> sz; have h1 : (size s1 < d)%N by rewrite -sz -addnS -addSn ltn_addr.
have h2 : ((size s1).+1 < d)%N by rewrite -sz !ltnS leq_addr.
pose i := Ordinal h1; pose j := Ordinal h2.
rewrite /chi; set B := rows_of d U (s1 ++ y :: x :: s2).
have -> : rows_of d U (s1 ++ x :: y :: s2) = row_perm (tperm i j) B.
  apply/matrixP => a b; rewrite !mxE; congr (U _ 0 b).
  case: tpermP => [->|->|na nb] /=.
  - by rewrite !nth_cat ltnn subnn /= ltnNge leqnSn /= subSnn.
  - by rewrite !nth_cat ltnn subnn /= ltnNge leqnSn /= subSnn.
  rewrite !nth_cat; case: ltnP => // h.
  have : (a - size s1 != 0)%N.
    by apply/eqP => e; apply: na; apply/val_inj/eqP; rewrite /= eqn_leq h andbT -subn_eq0 e.
  have : (a - size s1 != 1)%N.
    by apply/eqP => e; apply: nb; apply/val_inj; rewrite /= -(subnKC h) e addn1.
  by case: (a - size s1)%N => [|[|k]].
rewrite row_permE det_mulmx det_perm odd_tperm -val_eqE /= neq_ltn ltnSn /=.
by rewrite expr1 mulN1r.
Qed.

(* The last key moved to its place, past the keys s2. *)
Lemma chi_move d (U : nat -> 'rV[F]_d) s1 s2 x : (size s1 + size s2).+1 = d ->
  chi U (s1 ++ rcons s2 x) = (-1) ^+ size s2 * chi U (s1 ++ x :: s2).
Proof.
elim: s2 s1 => [|y s2 IH] s1 /= sz; first by rewrite mul1r.
rewrite -cat_rcons IH; last by rewrite size_rcons -sz addSnnS.
by rewrite cat_rcons exprS -mulrA mulN1r -mulrN chi_swap // ?opprK -?sz ?addnS.
Qed.

End Identities.
