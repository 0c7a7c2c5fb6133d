(* Realisations may be chosen: keys in general position, one determinant positive, keys of full rank. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns identities.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition no_zeros (P : pattern) : bool :=
  all (all (fun s => if s is Zero then false else true)) P.

Lemma entry_nonzero P r c : no_zeros P -> entry P r c <> Zero.
Proof.
have row s k : all (fun x => if x is Zero then false else true) s -> nth Star s k <> Zero.
  by elim: s k => [|[] s IH] [|k] //= h; exact: IH.
rewrite /entry; elim: P r => [|s P IH] [|r] /=; try by rewrite ?nth_nil.
  by case/andP => h _; exact: row.
by case/andP => _; exact: IH.
Qed.

Section Choices.

Variable F : realFieldType.

(* What holds of all small positive numbers. *)
Definition small (Q : F -> Prop) : Prop := exists2 b, 0 < b & forall e, 0 < e < b -> Q e.

Lemma small_all (T : eqType) (Q : T -> F -> Prop) (s : seq T) :
  (forall x, x \in s -> small (Q x)) -> small (fun e => forall x, x \in s -> Q x e).
Proof.
elim: s => [|a s IH] h; first by exists 1; rewrite ?ltr01.
have [b b0 hb] := h a (mem_head _ _).
have [|c c0 hc] := IH; first by move=> x xs; apply: h; rewrite inE xs orbT.
exists (Num.min b c) => [|e /andP [e0]]; first by rewrite lt_minr b0.
rewrite lt_minr => /andP [eb ec] x; rewrite inE => /orP [/eqP ->|xs].
  by apply: hb; rewrite e0.
by apply: hc; rewrite ?e0.
Qed.

(* A small change keeps a strict sign. *)
Lemma small_positive (x y : F) : 0 < x -> small (fun e => 0 < x + e * y).
Proof.
move=> x0; have n0 : 0 < `|y| + 1 by rewrite ltr_spaddr ?ltr01.
exists (x / (`|y| + 1)) => [|e /andP [e0]]; first by rewrite divr_gt0.
rewrite ltr_pdivl_mulr // mulrDr mulr1 => h.
have lt : e * `|y| < x by apply: lt_trans h; rewrite ltr_addl.
rewrite -[e * y]opprK subr_gt0; apply: le_lt_trans lt; rewrite -mulrN.
by rewrite ler_wpmul2l ?(ltW e0) // -normrN ler_norm.
Qed.

Lemma small_matches s x y : s <> Zero -> matches s x -> small (fun e => matches s (x + e * y)).
Proof.
case: s => [_|/(_ erefl) //|_|_] /= hx; last by exists 1; rewrite ?ltr01.
  have nx : 0 < - x by rewrite oppr_gt0.
  have [b b0 h] := small_positive (- y) nx; exists b => // e /h; by rewrite mulrN -opprD oppr_gt0.
exact: small_positive.
Qed.

(* A polynomial that is not 0 has small positive arguments where it is not 0. *)
Lemma small_not_root (q : {poly F}) (b : F) : q != 0 -> 0 < b -> exists2 e, 0 < e < b & q.[e] != 0.
Proof.
move=> q0 b0; pose x n : F := b / n.+2%:R.
have xI : injective x.
  move=> m n /(mulfI (lt0r_neq0 b0)) /invr_inj /eqP; rewrite eqr_nat => /eqP; by case.
have xb n : 0 < x n < b.
  by rewrite divr_gt0 ?ltr0Sn //= ltr_pdivr_mulr ?ltr0Sn // ltr_pmulr // ltr1n.
case: (boolP (has (fun n => q.[x n] != 0) (iota 0 (size q)))) => [/hasP [n _ h]|].
  by exists (x n).
rewrite -all_predC => h; case/eqP: q0; apply: (@roots_geq_poly_eq0 _ _ [seq x n | n <- iota 0 (size q)]).
- rewrite all_map; apply: sub_all h => n /=; by rewrite negbK.
- by rewrite map_inj_uniq ?iota_uniq.
by rewrite size_map size_iota.
Qed.

(* Keys on the moment curve (1, c, c^2, ..) are in general position. *)
Definition curve d (c : nat) : 'rV[F]_d := \row_(j < d) c%:R ^+ j.

Lemma curve_general d S : uniq S -> size S = d -> chi (curve d) S != 0.
Proof.
move=> uS sS; rewrite /chi -det_tr; apply/det0P => -[v v0 vA].
case/eqP: v0; apply: (can_inj rVpolyK); rewrite linear0.
apply: (@roots_geq_poly_eq0 _ _ [seq c%:R | c <- S]).
- apply/allP => _ /mapP [c cS ->]; have ic : (index c S < d)%N by rewrite -sS index_mem.
  rewrite rootE (horner_coef_wide _ (size_poly _ _)).
  move/matrixP/(_ 0 (Ordinal ic)): vA; rewrite !mxE => vA; apply/eqP; rewrite -[RHS]vA.
  by apply: eq_bigr => j _; rewrite coef_rVpoly_ord !mxE /= nth_index.
- by rewrite map_inj_uniq // => a b /eqP; rewrite eqr_nat => /eqP.
by rewrite size_map sS size_poly.
Qed.

(* A + e B is singular for the roots e of some polynomial that is not 0, if B is invertible. *)
Lemma pencil d (A B : 'M[F]_d) : \det B != 0 ->
  exists2 q : {poly F}, q != 0 & forall e, q.[e] != 0 -> \det (A + e *: B) != 0.
Proof.
move=> B0; have uB : B \in unitmx by rewrite unitmxE unitfE.
exists (char_poly (- (A *m invmx B))); first exact/monic_neq0/char_poly_monic.
move=> e; apply: contra => /det0P [v v0 vA].
rewrite -rootE -eigenvalue_root_char; apply/eigenvalueP; exists v => //.
rewrite mulmxDr -scalemxAr in vA; move/eqP: vA; rewrite addr_eq0 => /eqP vA.
by rewrite mulmxN mulmxA vA mulNmx opprK -scalemxAl mulmxK.
Qed.

Lemma pencils d (T : eqType) (A B : T -> 'M[F]_d) (s : seq T) : (forall x, x \in s -> \det (B x) != 0) ->
  exists2 q : {poly F}, q != 0 & forall e, q.[e] != 0 -> forall x, x \in s -> \det (A x + e *: B x) != 0.
Proof.
elim: s => [|a s IH] h; first by exists 1; rewrite ?oner_eq0.
have [|q q0 hq] := IH; first by move=> x xs; apply: h; rewrite inE xs orbT.
have [p p0 hp] := pencil (A a) (h a (mem_head _ _)).
exists (p * q); first by rewrite mulf_neq0.
move=> e; rewrite hornerM mulf_eq0 negb_or => /andP [pe qe] x; rewrite inE => /orP [/eqP ->|xs]; first exact: hp.
exact: hq.
Qed.

(* If the pattern has no zeros, the keys may be moved a little until the determinants of any finitely many
   sets of different keys are not zero. *)
Theorem general_position P d (W U : nat -> 'rV[F]_d) (family : seq (seq nat)) : no_zeros P -> realises P W U ->
  (forall S, S \in family -> uniq S /\ size S = d) ->
  exists U' : nat -> 'rV[F]_d, realises P W U' /\ forall S, S \in family -> chi U' S != 0.
Proof.
move=> nz real fam.
have nzE r c : entry P r c <> Zero by exact: entry_nonzero.
have [b b0 hb] : small (fun e => forall rc, rc \in allpairs pair (iota 0 (size P)) (iota 0 (columns P)) ->
    matches (entry P rc.1 rc.2) (dot (W rc.1) (U rc.2) + e * dot (W rc.1) (curve d rc.2))).
  by apply: small_all => rc _; apply: small_matches; [exact: nzE | exact: real].
have [q q0 hq] := @pencils d _ (fun S => rows_of d U S) (fun S => rows_of d (curve d) S) family
  (fun S hS => curve_general (fam S hS).1 (fam S hS).2).
have [e eb qe] := small_not_root q0 b0.
exists (fun c => U c + e *: curve d c); split.
  move=> r c; have dotE : dot (W r) (U c + e *: curve d c) = dot (W r) (U c) + e * dot (W r) (curve d c).
    by rewrite /dot mulr_sumr -big_split /=; apply: eq_bigr => i _; rewrite !mxE mulrDr mulrCA.
  case: (ltnP r (size P)) => hr; last by rewrite /entry [nth [::] P r]nth_default // nth_nil.
  case: (ltnP c (columns P)) => hc; last by rewrite /entry nth_default // (leq_trans (size_row P r)).
  rewrite dotE; apply: (hb e eb (r, c)); apply/allpairsP; exists (r, c); by rewrite !mem_iota.
move=> S hS; rewrite /chi (_ : rows_of _ _ _ = rows_of d U S + e *: rows_of d (curve d) S); first exact: hq.
by apply/matrixP => i j; rewrite !mxE.
Qed.

(* One coordinate of all keys and queries negated: scores stay, determinants change their signs. *)
Theorem mirrored d (W U : nat -> 'rV[F]_d) : (0 < d)%N ->
  exists W' U' : nat -> 'rV[F]_d, (forall r c, dot (W' r) (U' c) = dot (W r) (U c)) /\
    forall S, chi U' S = - chi U S.
Proof.
case: d W U => // d W U _; pose D : 'rV[F]_d.+1 := \row_j (if j == 0 then -1 else 1).
exists (fun r => \row_j (W r 0 j * D 0 j)), (fun c => \row_j (U c 0 j * D 0 j)); split.
  move=> r c; apply: eq_bigr => j _; rewrite !mxE mulrACA.
  by case: (j == 0); rewrite ?mulrNN !mulr1.
move=> S; rewrite /chi (_ : rows_of _ _ _ = rows_of d.+1 U S *m diag_mx D); last first.
  by rewrite mul_mx_diag; apply/matrixP => i j; rewrite !mxE.
rewrite det_mulmx det_diag big_ord_recl mxE eqxx big1 ?mulr1 ?mulrN1 // => j _; by rewrite mxE.
Qed.

End Choices.
