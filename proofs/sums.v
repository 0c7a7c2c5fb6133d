(* The sum rule: terms of one sign, one of them strictly so, do not sum to zero. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns clauses.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The signs that a number may have. *)
Record signs := Signs { may_neg : bool; may_zero : bool; may_pos : bool }.

Definition any := Signs true true true.
Definition only_neg := Signs true false false.
Definition only_zero := Signs false true false.
Definition only_pos := Signs false false true.
Definition nonzero := Signs true false true.
Definition not_pos := Signs true true false.
Definition not_neg := Signs false true true.

Definition possible (s : signs) : bool := may_neg s || may_zero s || may_pos s.
Definition meet (s t : signs) : signs :=
  Signs (may_neg s && may_neg t) (may_zero s && may_zero t) (may_pos s && may_pos t).
Definition opposite (s : signs) : signs := Signs (may_pos s) (may_zero s) (may_neg s).
Definition product (s t : signs) : signs :=
  Signs (may_neg s && may_pos t || may_pos s && may_neg t)
        (may_zero s && possible t || possible s && may_zero t)
        (may_neg s && may_neg t || may_pos s && may_pos t).
Definition signs_of (s : symbol) : signs :=
  match s with Neg => only_neg | Zero => only_zero | Pos => only_pos | Star => any end.

Definition is_pos (s : signs) := may_pos s && ~~ may_zero s && ~~ may_neg s.
Definition is_neg (s : signs) := may_neg s && ~~ may_zero s && ~~ may_pos s.

(* No numbers with these signs sum to zero. *)
Definition one_sided (l : seq signs) : bool :=
  all (fun s => ~~ may_neg s) l && has is_pos l || all (fun s => ~~ may_pos s) l && has is_neg l.

Section Numbers.

Variable F : realFieldType.

Definition fits (s : signs) (x : F) : bool :=
  if 0 < x then may_pos s else if x < 0 then may_neg s else may_zero s.

Lemma fits_any x : fits any x.
Proof. by rewrite /fits; case: (ltrgt0P x). Qed.

Lemma fits_possible s x : fits s x -> possible s.
Proof. by rewrite /fits /possible; case: ifP => _; [|case: ifP => _] => ->; rewrite ?orbT. Qed.

Lemma fits_symbol s x : matches s x -> fits (signs_of s) x.
Proof. by case: s; rewrite /= /fits; case: (ltrgt0P x). Qed.

Lemma fits_meet s t x : fits s x -> fits t x -> fits (meet s t) x.
Proof. by rewrite /fits; case: ifP => _; [|case: ifP => _] => /= -> ->. Qed.

Lemma fits_opposite s x : fits s x -> fits (opposite s) (- x).
Proof. by rewrite /fits oppr_gt0 oppr_lt0; case: (ltrgt0P x). Qed.

Lemma fits_gt0 s x : 0 < x -> fits s x = may_pos s.
Proof. by rewrite /fits => ->. Qed.

Lemma fits_lt0 s x : x < 0 -> fits s x = may_neg s.
Proof. by move=> h; rewrite /fits ltNge (ltW h) h. Qed.

Lemma fits_0 s : fits s 0 = may_zero s.
Proof. by rewrite /fits ltxx. Qed.

Lemma fits_product s t x y : fits s x -> fits t y -> fits (product s t) (x * y).
Proof.
move=> hx hy; have px := fits_possible hx; have py := fits_possible hy.
move: hx hy; case: (ltrgt0P x) => [x0|x0|->]; case: (ltrgt0P y) => [y0|y0|->];
  rewrite ?mulr0 ?mul0r ?fits_0 ?(fits_gt0 _ x0) ?(fits_gt0 _ y0) ?(fits_lt0 _ x0) ?(fits_lt0 _ y0) => hx hy.
- by rewrite fits_gt0 ?mulr_gt0 //= hx hy orbT.
- by rewrite fits_lt0 ?pmulr_rlt0 //= hx hy orbT.
- by rewrite /= px hy orbT.
- by rewrite fits_lt0 ?nmulr_rlt0 //= hx hy.
- by rewrite fits_gt0 ?nmulr_rgt0 //= hx hy.
- by rewrite /= px hy orbT.
all: by rewrite /= hx py.
Qed.

Lemma fits_pos s x : fits s x -> ~~ may_neg s -> 0 <= x.
Proof. by rewrite /fits; case: (ltrgt0P x) => // _ ->. Qed.

Lemma fits_is_pos s x : fits s x -> is_pos s -> 0 < x.
Proof. by rewrite /fits /is_pos; case: (ltrgt0P x) => // _ ->; rewrite ?andbF. Qed.

(* The sum rule. *)
Lemma one_sided_nonzero (l : seq signs) (xs : seq F) :
  all2 fits l xs -> one_sided l -> \sum_(x <- xs) x != 0.
Proof.
have weak k ys : all2 fits k ys -> all (fun s => ~~ may_neg s) k -> 0 <= \sum_(x <- ys) x.
  elim: k ys => [|s k IH] [|x ys] //= => [_ _|/andP [hx hk] /andP [s0 k0]]; first by rewrite big_nil.
  by rewrite big_cons addr_ge0 ?IH // (fits_pos hx).
have strict k ys : all2 fits k ys -> all (fun s => ~~ may_neg s) k -> has is_pos k -> 0 < \sum_(x <- ys) x.
  elim: k ys => [|s k IH] [|x ys] //= /andP [hx hk] /andP [s0 k0] /orP [p|p]; rewrite big_cons.
    by rewrite ltr_paddr ?(weak k) ?(fits_is_pos hx).
  by rewrite ltr_paddl ?IH ?(fits_pos hx).
move=> fit; case/orP => /andP [h1 h2]; first by rewrite gt_eqF // (strict l).
have : 0 < \sum_(x <- [seq - x | x <- xs]) x.
  apply: (strict [seq opposite s | s <- l]); last by rewrite has_map.
    by elim: l xs fit {h1 h2} => [|s l IH] [|x xs] //= /andP [/fits_opposite -> /IH].
  by rewrite all_map.
by rewrite big_map sumrN oppr_gt0 => h; rewrite lt_eqF.
Qed.

End Numbers.
