(* Integers of the program as members of an ordered field, vectors of them, and numbers of p bits. *)

From Coq Require Import ZArith NArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements listing heads.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(* A sum of products; entries that one of the vectors lacks count as 0. *)
Fixpoint product (x y : seq Z) (sum : Z) : Z :=
  match x, y with
  | a :: x', b :: y' => product x' y' (Z.add sum (Z.mul a b))
  | _, _ => sum
  end.

Definition fits_bits (p : N) (odd : bool) (z : Z) : bool :=
  if odd then Z.odd z && N.leb (N.size (Z.abs_N z)) p
  else N.ltb (N.size (Z.abs_N (if Z.ltb z 0 then Z.sub (Z.opp z) 1 else z))) p.

Definition held_in (B : precision) (x : seq Z) : bool := all (fits_bits (digits_of B) (odd_only B)) x.

Section Integers.

Local Open Scope ring_scope.
Variable F : realFieldType.

Definition zF (z : Z) : F := (Z.to_nat z)%:R - (Z.to_nat (Z.opp z))%:R.

Lemma zF_add a b : zF (Z.add a b) = zF a + zF b.
Proof.
rewrite /zF; apply/eqP; rewrite addrACA -opprD subr_eq addrAC eq_sym subr_eq -!natrD; apply/eqP; congr _%:R.
by rewrite -!plusE; lia.
Qed.

Lemma zF_opp a : zF (Z.opp a) = - zF a.
Proof. by rewrite /zF Z.opp_involutive opprB. Qed.

Lemma zF0 : zF 0 = 0.
Proof. by rewrite /zF subrr. Qed.

Lemma zF1 : zF 1 = 1.
Proof. by rewrite /zF subr0. Qed.

Lemma zF_mul a b : zF (Z.mul a b) = zF a * zF b.
Proof.
elim/Z.peano_ind: b => [|b IH|b IH].
- by rewrite Z.mul_0_r zF0 mulr0.
- by rewrite Z.mul_succ_r -Z.add_1_r !zF_add IH zF1 (mulrDr (zF a) (zF b)) mulr1.
by rewrite Z.mul_pred_r -Z.sub_1_r -!Z.add_opp_r !zF_add !zF_opp IH zF1 (mulrBr (zF a) (zF b)) mulr1.
Qed.

Lemma zF_pos z : Z.lt 0 z -> 0 < zF z.
Proof.
move=> h; rewrite /zF (_ : Z.to_nat (Z.opp z) = 0%N) ?subr0 ?ltr0n; last by lia.
by apply/ssrnat.ltP; lia.
Qed.

Lemma zF_nonneg z : Z.le 0 z -> 0 <= zF z.
Proof. by rewrite /zF => h; rewrite (_ : Z.to_nat (Z.opp z) = 0%N) ?subr0 ?ler0n //; lia. Qed.

Lemma zF_le a b : Z.le a b -> zF a <= zF b.
Proof.
by move=> h; rewrite -subr_ge0 -zF_opp -zF_add; apply: zF_nonneg; lia.
Qed.

Definition zI (z : Z) : int := (Z.to_nat z)%:Z - (Z.to_nat (Z.opp z))%:Z.

Lemma zF_int z : zF z = (zI z)%:~R.
Proof. by rewrite mulrzBr. Qed.

Lemma zF_nat n : zF (Z.of_nat n) = n%:R.
Proof. by rewrite /zF Nat2Z.id (_ : Z.to_nat _ = 0%N) ?subr0 //; lia. Qed.

Definition vector d (x : seq Z) : 'rV[F]_d := \row_i zF (nth Z0 x i).

Lemma productE x y sum : zF (product x y sum) = zF sum + \sum_(i < size x) zF (nth Z0 x i) * zF (nth Z0 y i).
Proof.
elim: x y sum => [|a x IH] y sum; first by rewrite big_ord0 addr0 /=.
case: y => [|b y].
  rewrite big1 ?addr0 // => i _; by rewrite nth_nil zF0 mulr0.
by rewrite /= IH zF_add zF_mul big_ord_recl addrA.
Qed.

Lemma dot_vector d x y : (size x <= d)%N -> dot (vector d x) (vector d y) = zF (product x y 0).
Proof.
move=> le; rewrite productE zF0 add0r (big_ord_widen _ (fun i => zF (nth Z0 x i) * zF (nth Z0 y i)) le).
rewrite [LHS](bigID (fun i : 'I_d => (i < size x)%N)) /= [X in _ + X]big1 ?addr0 => [|i].
  by apply: eq_bigr => i _; rewrite !mxE.
by rewrite -leqNgt => hi; rewrite !mxE [X in zF X * _]nth_default // zF0 mul0r.
Qed.

Lemma exp2_nat n : 2%:R ^+ n = (2 ^ n)%:R :> F.
Proof. by rewrite natrX. Qed.

Lemma size_below n p : (N.size n <= p)%num -> (N.to_nat n < 2 ^ N.to_nat p)%N.
Proof.
move=> h; have lt : (n < 2 ^ p)%num.
  by apply: N.lt_le_trans (N.size_gt n) _; apply: N.pow_le_mono_r.
have e : N.to_nat (2 ^ p) = (2 ^ N.to_nat p)%N.
  elim/N.peano_ind: p {h lt} => // p IH; rewrite N.pow_succ_r ?N2Nat.inj_mul ?IH; last exact: N.le_0_l.
  by rewrite N2Nat.inj_succ expnS.
by rewrite -e; exact: ltN.
Qed.

Lemma held_vector B d x : size x = d -> held_in B x -> of_bits B (vector d x).
Proof.
move=> sx /(all_nthP Z0) h i; have := h i; rewrite sx mxE => /(_ (ltn_ord i)); move: (nth _ _ _) => z {h}.
rewrite /fits_bits; case: (odd_only B) => /=.
  move=> /andP [oz /N.leb_le /size_below lt].
  have := zF_int (Z.div z 2); move: (zI _) => w ew; exists w.
  have e : z = Z.add (Z.add (Z.div z 2) (Z.div z 2)) 1.
    by have := Zdiv2_odd_eqn z; rewrite oz Z.div2_div; lia.
  split; first by rewrite {1}e !zF_add zF1 mulr2n !mulrzDl -ew.
  rewrite exp2_nat ltr_norml -zF_nat -zF_opp; move/ssrnat.ltP: lt => lt.
  have a : Z.lt 0 (Z.add z (Z.of_nat (2 ^ N.to_nat (digits_of B)))) by lia.
  have b : Z.lt 0 (Z.sub (Z.of_nat (2 ^ N.to_nat (digits_of B))) z) by lia.
  by apply/andP; split; rewrite -subr_gt0 -zF_opp -zF_add; apply: zF_pos; lia.
move=> /N.ltb_lt lt; exists (zI z).
split; first exact: zF_int.
have p1 : (0 < digits_of B)%num by lia.
have /size_below : (N.size (Z.abs_N (if Z.ltb z 0 then Z.sub (Z.opp z) 1 else z)) <= N.pred (digits_of B))%num by lia.
rewrite N2Nat.inj_pred => /ssrnat.ltP lt'.
rewrite exp2_nat -zF_nat -zF_opp; apply/andP; split.
  by apply: zF_le; case: (Z.ltb_spec z 0) lt' => ?; lia.
by rewrite -subr_gt0 -zF_opp -zF_add; apply: zF_pos; case: (Z.ltb_spec z 0) lt' => ?; lia.
Qed.

End Integers.
