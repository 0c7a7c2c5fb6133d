(* Keys may be taken of full rank, and independent keys extend to a basis. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns identities.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Ranks.

Variable F : realFieldType.

Lemma dot_row C d (x : 'rV[F]_d) (A : 'M[F]_(C, d)) c : dot x (row c A) = (x *m A^T) 0 c.
Proof. by rewrite mxE; apply: eq_bigr => i _; rewrite !mxE. Qed.

(* Coordinates in which the keys have nothing are filled, the queries being 0 there. *)
Theorem full_rank P d (W U : nat -> 'rV[F]_d) : (d <= columns P)%N -> realises P W U ->
  exists W' U' : nat -> 'rV[F]_d,
    realises P W' U' /\ \rank (\matrix_(c < columns P) U' c) = d.
Proof.
move=> dC real; set C := columns P; pose M : 'M[F]_(C, d) := \matrix_c U c.
pose M' : 'M[F]_(C, d) := col_ebase M *m pid_mx d.
pose W' r := W r *m (row_ebase M)^T *m pid_mx (\rank M) : 'rV[F]_d.
pose U' c := if insub c is Some i then row i M' else 0.
have same r (c : 'I_C) : dot (W' r) (row c M') = dot (W r) (U c).
  have -> : U c = row c M by rewrite rowK.
  have MT : M^T = (row_ebase M)^T *m pid_mx (\rank M) *m (col_ebase M)^T.
    by rewrite -{1}(mulmx_ebase M) !trmx_mul tr_pid_mx mulmxA.
  rewrite !dot_row [in RHS]MT /W' /M' trmx_mul tr_pid_mx !mulmxA.
  rewrite -(mulmxA _ (pid_mx _)) mul_pid_mx.
  by rewrite (minn_idPl (rank_leq_col M)) (minn_idPr (rank_leq_col M)).
exists W', U'; split.
  move=> r c; case: (ltnP c C) => hc; last by rewrite /entry nth_default // (leq_trans (size_row P r)).
  by rewrite /U' insubT same; exact: real.
rewrite (_ : \matrix_c _ = M'); last by apply/row_matrixP => i; rewrite rowK /U' valK.
by rewrite /M' (eqmxMfull _ _) ?row_full_unit ?col_ebase_unit // rank_pid_mx.
Qed.

(* A key outside of the span of independent ones is independent of them. *)
Lemma free_cons d (U : nat -> 'rV[F]_d) J c : row_free (rows_of (size J) U J) ->
  ~~ (U c <= rows_of (size J) U J)%MS -> row_free (rows_of (size (c :: J)) U (c :: J)).
Proof.
move=> fJ nc; have -> : rows_of (size (c :: J)) U (c :: J) = col_mx (U c) (rows_of (size J) U J) :> 'M_(1 + size J, d).
  apply/row_matrixP => i; rewrite rowK; case: (split_ordP i) => k ->; last by rewrite rowKd rowK.
  by rewrite rowKu ord1 (_ : row _ _ = U c) //; apply/rowP => j; rewrite !mxE.
apply: (@inj_row_free _ (1 + size J) d) => v; rewrite -(hsubmxK v) mul_row_col => vA.
have v1 : lsubmx v = 0.
  apply: contraNeq nc => v1; set a := lsubmx v 0 0.
  have la : lsubmx v = a%:M by rewrite -mx11_scalar.
  have a0 : a != 0 by apply: contraNneq v1 => a0; rewrite la a0 raddf0.
  rewrite la mul_scalar_mx in vA; move/eqP: vA; rewrite addr_eq0 => /eqP vA.
  by rewrite -(eqmx_scale _ a0) vA -mulNmx submxMl.
rewrite v1 mul0mx add0r in vA; move/eqP: vA; rewrite mulmx_free_eq0 // => /eqP ->.
by rewrite v1 row_mx0.
Qed.

(* Independent keys extend to d independent ones. *)
Lemma extend C d (U : nat -> 'rV[F]_d) I : \rank (\matrix_(c < C) U c) = d ->
  uniq I -> all (fun c => c < C)%N I -> row_free (rows_of (size I) U I) ->
  exists J, [/\ size J = d, uniq J, all (fun c => c < C)%N J, row_free (rows_of (size J) U J) & {subset I <= J}].
Proof.
move=> rU uI aI fI; have le : (size I <= d)%N by rewrite -(eqP fI) rank_leq_col.
move: {2}(d - size I)%N (erefl (d - size I)%N) => n; elim: n I uI aI fI le => [|n IH] I uI aI fI le.
  move/eqP; rewrite subn_eq0 => ge; exists I; split => //; apply/eqP; by rewrite eqn_leq le.
move=> en; have lt : (size I < d)%N by rewrite -subn_gt0 en.
have [c nc] : exists c : 'I_C, ~~ (U c <= rows_of (size I) U I)%MS.
  apply/existsP; rewrite -negb_forall; apply/negP => /forallP h.
  have : (\matrix_(c < C) U c <= rows_of (size I) U I)%MS by apply/row_subP => c; rewrite rowK.
  by move/mxrankS; rewrite rU (eqP fI) leqNgt lt.
have cI : val c \notin I.
  apply: contra nc => cI; have ic : (index (val c) I < size I)%N by rewrite index_mem.
  by rewrite (_ : U c = row (Ordinal ic) (rows_of (size I) U I)) ?row_sub // rowK /= nth_index.
have [|||||J [sJ uJ aJ fJ IJ]] := IH (val c :: I).
- by rewrite /= cI.
- by rewrite /= ltn_ord.
- exact: free_cons.
- exact: lt.
- by rewrite /= subnS en.
by exists J; split => // x xI; apply: IJ; rewrite inE xI orbT.
Qed.

(* The determinant of independent keys, in any order. *)
Lemma chi_free d (U : nat -> 'rV[F]_d) J S : size J = d -> size S = d -> {subset J <= S} ->
  row_free (rows_of (size J) U J) -> chi U S != 0.
Proof.
move=> sJ sS JS fJ; have : row_full (rows_of d U S); last by rewrite row_full_unit unitmxE unitfE.
rewrite /row_full eqn_leq rank_leq_col /= -{1}sJ -(eqP fJ); apply: mxrankS.
apply/row_subP => i; have iS : nth 0%N J i \in S by rewrite JS // mem_nth.
have lt : (index (nth 0%N J i) S < d)%N by rewrite -[X in (_ < X)%N]sS index_mem.
by rewrite (_ : row i _ = row (Ordinal lt) (rows_of d U S)) ?row_sub // !rowK /= nth_index.
Qed.

End Ranks.
