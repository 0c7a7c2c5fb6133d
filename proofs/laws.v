(* Inequalities between measures of one communication matrix. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements reading_measures matrices.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- Larger values ---------- *)

Definition empty : rectangle := (pred0 : pred nat, pred0 : pred nat).
Definition padded (k : nat) (R : nat -> rectangle) (t : nat) : rectangle := if (t < k)%N then R t else empty.

Lemma covers_padded M b k l R : (k <= l)%N -> covers M b k R -> covers M b l (padded k R).
Proof.
move=> kl [h c]; split=> [t _|i j /c[t tk hi]]; first by rewrite /padded; case: ifP => [/h //|_ i j].
by exists t; rewrite ?(leq_trans tk) // /padded tk.
Qed.

Lemma disjoint_padded k l R : disjoint k R -> disjoint l (padded k R).
Proof. by move=> h s t i j _ _; rewrite /padded; case: ifP => // sk; case: ifP => // tk; exact: h. Qed.

Lemma rank_within_mono (K : fieldType) (zero one : K) M k l : (k <= l)%N ->
  rank_within zero one M k -> rank_within zero one M l.
Proof. by move=> kl [C h r]; exists C => //; exact: leq_trans r kl. Qed.

Lemma may_be_mono F m M k l : largest m = false -> (k <= l)%N -> may_be F m M k -> may_be F m M l.
Proof.
case: m => // [|alice|b|b||over compl||] _ kl /=.
- by case=> T d h; exists T => //; exact: leq_trans d kl.
- case=> message [answer [h c]]; exists message, answer; split=> // i.
  by apply: leq_trans (h i) _; rewrite leq_exp2l.
- by case=> R h; exists (padded k R); exact: covers_padded h.
- by case=> R h d; exists (padded k R); [exact: covers_padded h | exact: disjoint_padded].
- case=> R [h [d c]]; exists (padded k R); split; last first.
    split=> [|i j hi hj]; first exact: disjoint_padded.
    by have [t tk ht] := c i j hi hj; exists t; rewrite ?(leq_trans tk) // /padded tk.
  by move=> t _; rewrite /padded; case: ifP => [/h //|_]; exists true.
- by case: over; exact: rank_within_mono.
- exact: rank_within_mono.
case=> x [y h]; rewrite -(subnKC kl); set d := (l - k)%N.
exists (fun i => row_mx (x i) (0 : 'rV_d)), (fun j => row_mx (y j) (0 : 'rV_d)) => i j b /h.
rewrite (_ : dot (row_mx _ _) _ = dot (x i) (y j)) // /dot big_split_ord /= [X in _ + X]big1 ?addr0 => [|t _].
  by apply: eq_bigr => t _; rewrite !row_mxEl.
by rewrite !row_mxEr !mxE mulr0.
Qed.

(* ---------- Rectangles and ranks ---------- *)

Lemma of_value_complement M b R : of_value (complement M) (~~ b) R <-> of_value M b R.
Proof.
by split=> h i j /h; rewrite cell_complement negbK; case: (cell M i j) => [[]|]; case: (b).
Qed.

Lemma cell_complementP M i j b : cell (complement M) i j = Some (~~ b) <-> cell M i j = Some b.
Proof. by rewrite cell_complement; case: (cell M i j) => [[]|]; case: b; split. Qed.

Lemma covers_complement M b k R : covers (complement M) (~~ b) k R <-> covers M b k R.
Proof.
by split=> -[h c]; split=> [t /h/of_value_complement //|i j /cell_complementP /c].
Qed.

(* The matrix of ones is the sum of disjoint rectangles, each of rank 1. *)
Lemma disjoint_rank (K : fieldType) M k R : covers M true k R -> disjoint k R -> rank_within (0 : K) 1 M k.
Proof.
move=> [h c] d; exists (fun i j => has (fun t => inside (R t) i j) (iota 0 k)).
  move=> i j b e; case: b e => e.
    by have [t tk hi] := c _ _ e; apply/hasP; exists t; rewrite ?mem_iota.
  by apply/negbTE/hasPn => t; rewrite mem_iota /= => /h ht; apply/negP => /ht /=; rewrite e.
pose P := \matrix_(i < height M, t < k) ((R t).1 i)%:R : 'M[K]_(_, _).
pose Q := \matrix_(t < k, j < breadth M) ((R t).2 j)%:R : 'M[K]_(_, _).
rewrite (_ : \matrix_(i, j) _ = P *m Q); first exact: mulmx_max_rank.
apply/matrixP => i j; rewrite !mxE; under eq_bigr => t _ do rewrite !mxE -natrM mulnb -/(inside (R t) i j).
case: ifP => [/hasP[t]|/negbT/hasPn e].
  rewrite mem_iota /= => tk ht; rewrite (bigD1 (Ordinal tk)) //= ht big1 ?addr0 // => s.
  by rewrite -val_eqE /= => st; case e: (inside _ _ _) => //; rewrite (d _ _ _ _ (ltn_ord s) tk e ht) eqxx in st.
by rewrite big1 // => t _; have := e t; rewrite mem_iota /= ltn_ord => /(_ isT) /negbTE ->.
Qed.

Lemma completes_complement M C : completes (complement M) C -> completes M (fun i j => ~~ C i j).
Proof. by move=> h i j b /cell_complementP /h ->; rewrite negbK. Qed.

(* M and J - M add up to J, of rank 1. *)
Lemma complement_rank (K : fieldType) M k : rank_within (0 : K) 1 (complement M) k -> rank_within (0 : K) 1 M k.+1.
Proof.
case=> C /completes_complement h; rewrite height_complement breadth_complement => r.
exists (fun i j => ~~ C i j) => //; set A := \matrix_(i, j) _ in r.
rewrite (_ : \matrix_(i, j) _ = const_mx 1 - A); last first.
  by apply/matrixP => i j; rewrite !mxE; case: (C i j); rewrite /= ?subrr ?subr0.
apply: leq_trans (mxrank_add _ _) _; rewrite -add1n leq_add //; last first.
  by rewrite -scaleN1r; apply: leq_trans (mxrank_scale _ _) r.
rewrite (_ : const_mx 1 = (const_mx 1 : 'M_(_, 1)) *m (const_mx 1 : 'M_(1, _))); first exact: mulmx_max_rank.
by apply/matrixP => i j; rewrite !mxE big_ord1 !mxE mulr1.
Qed.

Lemma complement_involutive M : complement (complement M) = M.
Proof. by rewrite /complement -map_comp map_id_in // => r _ /=; rewrite -map_comp map_id_in // => -[[]|]. Qed.

(* A minor that is not 0 modulo a prime is not 0. *)
Lemma minors (K L : fieldType) m n (A : 'M[int]_(m, n)) : (forall z : int, (z%:~R : L) = 0 -> (z%:~R : K) = 0) ->
  (\rank (map_mx intr A : 'M[K]_(m, n)) <= \rank (map_mx intr A : 'M[L]_(m, n)))%N.
Proof.
move=> zeros; set AK := map_mx intr A : 'M[K]_(m, n); set r := \rank AK.
pose B := rowsub (maxrankfun AK) AK; have fB : row_full B^T.
  by rewrite /row_full mxrank_tr (eq_maxrowsub AK).
pose f := maxrankfun AK; pose g := fullrankfun fB.
have := fullrowsub_unit fB; rewrite unitmxE unitfE.
rewrite (_ : rowsub _ _ = map_mx intr (mxsub f g A)^T); last by apply/matrixP => i j; rewrite !mxE.
rewrite det_map_mx => nz; have nzL : \det (map_mx intr (mxsub f g A)^T : 'M[L]_r) != 0.
  by rewrite det_map_mx; apply: contraNneq nz => /zeros e; exact/eqP.
have full : \rank (map_mx intr (mxsub f g A) : 'M[L]_r) = r.
  by apply/eqP; rewrite -/(row_free _) row_free_unit -unitmx_tr map_trmx unitmxE unitfE.
rewrite -[X in (X <= _)%N]full (_ : map_mx _ _ = rowsub f (colsub g (map_mx intr A))); last first.
  by apply/matrixP => i j; rewrite !mxE.
apply: leq_trans (mxrankS (rowsub_sub _ _)) _; rewrite -mxrank_tr -[X in (_ <= X)%N]mxrank_tr.
rewrite (_ : (colsub _ _)^T = rowsub g (map_mx intr A)^T); last by apply/matrixP => i j; rewrite !mxE.
exact: mxrankS (rowsub_sub _ _).
Qed.

Lemma minor_rank (K L : fieldType) M k : (forall z : int, (z%:~R : L) = 0 -> (z%:~R : K) = 0) ->
  rank_within (0 : L) 1 M k -> rank_within (0 : K) 1 M k.
Proof.
move=> zeros [C h r]; exists C => //; apply: leq_trans r.
have same (T : fieldType) : \matrix_(i < height M, j < breadth M) (if C i j then 1 else 0 : T) =
    map_mx intr (\matrix_(i < height M, j < breadth M) (C i j : int)).
  by apply/matrixP => i j; rewrite !mxE; case: (C i j).
by have := minors (\matrix_(i < height M, j < breadth M) (C i j : int)) zeros; rewrite -!same.
Qed.

Lemma rat_zeros (K : fieldType) (z : int) : (z%:~R : rat) = 0 -> (z%:~R : K) = 0.
Proof. by move=> /eqP; rewrite intr_eq0 => /eqP ->. Qed.

(* A matrix of rank r over GF(2) has at most 2^r different rows. *)
Lemma message_rank F M k : regular M -> rank_within (0 : 'F_2) 1 M k -> may_be F (OneWay true) M k.
Proof.
move=> reg [C h r]; set A := \matrix_(i, j) _ in r; pose r' := \rank A.
pose code (i : nat) : 'rV['F_2]_r' := if insub i is Some i' then row i' (col_base A) else 0.
pose answer (m : nat) (j : nat) :=
  if insub j is Some j' then (nth 0 (enum {: 'rV['F_2]_r'}) m *m row_base A) 0 j' == 1 else false.
exists (fun i => index (code i) (enum {: 'rV['F_2]_r'})), answer; split=> [i|i j b e].
  apply: leq_trans (_ : 2 ^ r' <= _)%N; last by rewrite leq_exp2l.
  rewrite (_ : 2 ^ r' = #|{: 'rV['F_2]_r'}|)%N; last by rewrite card_matrix card_Fp // mul1n.
  by rewrite cardE index_mem mem_enum.
have [|hi hj] := @cell_in M i j reg; first by rewrite e.
rewrite /answer insubT nth_index ?mem_enum // /code insubT -row_mul mulmx_base !mxE /= (h _ _ _ e).
by case: (b).
Qed.

(* ---------- Alice and Bob exchanged ---------- *)

Lemma completes_turned M C : regular M -> completes (turned M) (fun j i => C i j) <-> completes M C.
Proof. by move=> reg; split=> h i j b; [rewrite -cell_turned // => /h | rewrite cell_turned // => /h]. Qed.

Lemma rank_turned (K : fieldType) (zero one : K) M k : rectangular M ->
  rank_within zero one M k -> rank_within zero one (turned M) k.
Proof.
case/rectangular_regular => _ [w reg] [C h r]; exists (fun j i => C i j); first by apply/completes_turned.
rewrite height_turned breadth_turned // -mxrank_tr (_ : _^T = \matrix_(i, j) if C i j then one else zero) //.
by apply/matrixP => i j; rewrite !mxE.
Qed.

(* ---------- Vectors of a matrix of low rank ---------- *)

Lemma rank_signs F M k : regular M -> may_be F RankSign M k -> may_be F SignRank M k.
Proof.
move=> reg [C h r]; set A := \matrix_(i, j) _ in r; apply: (may_be_mono (k := \rank A)) => //.
pose x (i : nat) : 'rV[F]_(\rank A) := if insub i is Some i' then map_mx ratr (row i' (col_base A)) else 0.
pose y (j : nat) : 'rV[F]_(\rank A) := if insub j is Some j' then map_mx ratr (col j' (row_base A))^T else 0.
exists x, y => i j b e; have [|hi hj] := @cell_in M i j reg; first by rewrite e.
have -> : dot (x i) (y j) = ratr (A (Ordinal hi) (Ordinal hj)).
  rewrite /x /y !insubT -[in RHS](mulmx_base A) mxE rmorph_sum; apply: eq_bigr => t _.
  by rewrite !mxE rmorphM.
by rewrite !mxE /= (h _ _ _ e); case: b {e}; rewrite ?rmorphN rmorph1 ?oppr_lt0 ltr01.
Qed.
