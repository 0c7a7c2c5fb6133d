(* The positions that a position attends to in a layer, listed. *)

From Coq Require Import ZArith Lia ZifyBool ZifyN FMapPositive.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements masks.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Local Open Scope N_scope.
Local Arguments N.mul : simpl never.
Local Arguments N.add : simpl never.
Local Arguments N.sub : simpl never.

(* a, a + step, .. : so many numbers, and then a tail. *)
Fixpoint spread (count : positive) (a step : N) (tail : seq N) : seq N :=
  match count with
  | xH => a :: tail
  | xO p => spread p a step (spread p (a + Npos p * step) step tail)
  | xI p => a :: spread p (a + step) step (spread p (a + step + Npos p * step) step tail)
  end.

Lemma spread_tail count a step tail x : x \in tail -> x \in spread count a step tail.
Proof.
by elim: count a tail => [p IH|p IH|] a tail h /=; rewrite ?inE ?IH ?h ?orbT // IH.
Qed.

Lemma spreadP count a step tail x : x < Npos count -> a + x * step \in spread count a step tail.
Proof.
elim: count a tail x => [p IH|p IH|] a tail x h /=.
- case: (N.eqb_spec x 0) => [->|h0]; first by rewrite inE N.add_0_r eqxx.
  rewrite inE; apply/orP; right; case: (N.ltb_spec (x - 1) (Npos p)) => hx.
  + have -> : a + x * step = a + step + (x - 1) * step by nia.
    exact: IH.
  + apply: spread_tail; have -> : a + x * step = a + step + Npos p * step + (x - 1 - Npos p) * step by nia.
    by apply: IH; lia.
- case: (N.ltb_spec x (Npos p)) => hx; first exact: IH.
  apply: spread_tail; have -> : a + x * step = a + Npos p * step + (x - Npos p) * step by nia.
  by apply: IH; lia.
- have -> : x = 0 by lia.
  by rewrite inE N.add_0_r eqxx.
Qed.

(* The numbers a, a + step, .. below b. *)
Definition range (a b step : N) (tail : seq N) : seq N :=
  if (b - a + step - 1) / step is Npos count then spread count a step tail else tail.

Lemma range_tail a b step tail x : x \in tail -> x \in range a b step tail.
Proof. by rewrite /range; case: (_ / _) => // count; exact: spread_tail. Qed.

Lemma rangeP a b step tail x : 0 < step -> a + x * step < b -> a + x * step \in range a b step tail.
Proof.
move=> hs h; rewrite /range.
have h1 : x < (b - a + step - 1) / step.
  have h2 := N.div_mod (b - a + step - 1) step; have h3 := N.mod_lt (b - a + step - 1) step.
  by move: h2 h3; move: (_ / _) (_ mod _) => q r h2 h3; nia.
case: (_ / _) h1 => [|count] h1; first lia.
exact: spreadP.
Qed.

Lemma interval a b tail x : a <= x -> x < b -> x \in range a b 1 tail.
Proof.
move=> h1 h2; have -> : x = a + (x - a) * 1 by lia.
by apply: rangeP; lia.
Qed.

Lemma spread_in count a step tail x :
  x \in spread count a step tail -> x \in tail \/ exists2 y, y < Npos count & x = a + y * step.
Proof.
elim: count a tail => [p IH|p IH|] a tail /=.
- rewrite inE => /orP[/eqP ->|/IH[/IH[|[y hy ->]]|[y hy ->]]]; try by left.
  + by right; exists 0; lia.
  + by right; exists (1 + Npos p + y); lia.
  + by right; exists (1 + y); lia.
- case/IH=> [/IH[|[y hy ->]]|[y hy ->]]; try by left.
  + by right; exists (Npos p + y); lia.
  + by right; exists y; lia.
- by rewrite inE => /orP[/eqP ->|]; [right; exists 0; lia | left].
Qed.

Lemma below_range n x : x \in range 0 n 1 [::] -> x < n.
Proof.
rewrite /range N.div_1_r; case e: (_ - 1) => [//|count] /spread_in[//|[y hy ->]]; lia.
Qed.

(* All positions that i attends to; where a parameter makes no sense it may hold more. *)
Fixpoint row_of (n : N) (l : layer) (i : N) : seq N :=
  match l with
  | Dense => range 0 n 1 [::]
  | Window w => range (i - w) (N.min n (i + w + 1)) 1 [::]
  | Block w => if w =? 0 then range 0 n 1 [::] else range (i - i mod w) (N.min n (i - i mod w + w)) 1 [::]
  | Dilated w r =>
      if r =? 0 then [:: i] else range (i - N.min w (i / r) * r) (N.min n (i + w * r + 1)) r [::]
  | Stride w => if w =? 0 then range 0 n 1 [::] else range (i mod w) n w [::]
  | Summaries w last =>
      i :: (if last then [:: n - 1] else [::]) ++ (if w =? 0 then range 0 n 1 [::] else range (w - 1) n w [::])
  | StarRing =>
      if (n <=? 4) || (i =? n - 1) then range 0 n 1 [::]
      else [:: n - 1, i - 1, i, i + 1 & (if i =? 0 then [:: n - 2] else if i =? n - 2 then [:: 0] else [::])]
  | Longformer w g =>
      if i <? g then range 0 n 1 [::] else range 0 (N.min n g) 1 (range (i - w) (N.min n (i + w + 1)) 1 [::])
  | Lists rows => nth [::] rows (N.to_nat i)
  | Union parts => foldr (fun part more => row_of n part i ++ more) [::] parts
  | Causal l' => filter (fun j => j <=? i) (row_of n l' i)
  end.

(* k is a remainder less. *)
Lemma same_remainder w i j : 0 < w -> i mod w = j mod w -> exists q r s, [/\ i = q * w + s, j = r * w + s & s < w].
Proof.
move=> hw e; exists (i / w), (j / w), (j mod w); have hw0 : w <> 0 by lia.
have := N.div_mod i w hw0; have := N.div_mod j w hw0; have := N.mod_lt j w hw0; rewrite e.
by move=> h1 h2 h3; split; lia.
Qed.

Lemma eqNE (x y : N) : (x == y) = (x =? y).
Proof. by []. Qed.

Lemma strideP w n a j : 0 < w -> j < n -> j mod w = a mod w -> j \in range (a mod w) n w [::].
Proof.
move=> hw hj e; have e1 := N.div_mod j w; have hw0 : w <> 0 by lia.
have -> : j = a mod w + j / w * w by rewrite -e; lia.
by apply: rangeP; rewrite // -e; lia.
Qed.

Lemma row_ofP n l i j : i < n -> j < n -> joined n l i j -> j \in row_of n l i.
Proof.
move=> hi hj; move: l; fix IH 1 => -[|w|w|w r|w|w b||w g|rows|parts|l] /=.
- by move=> _; apply: interval; lia.
- by move=> h; apply: interval; arith.
- case: (N.eqb_spec w 0) => hw; first by move=> _; apply: interval; lia.
  move/N.eqb_eq => e; have := N.div_mod i w hw; have := N.div_mod j w hw.
  have := N.mod_lt i w hw; have := N.mod_lt j w hw; rewrite e.
  by move: (i mod w) (j mod w) (j / w) => r s q h1 h2 h3 h4; apply: interval; nia.
- case: (N.eqb_spec r 0) => hr; first by rewrite hr N.mul_0_r => /andP[h _]; rewrite inE; apply/eqP; arith.
  case/andP=> h /N.eqb_eq /same_remainder [|q [p [s [e1 e2 hs]]]]; first lia.
  have -> : i / r = q by rewrite e1 N.add_comm N.div_add ?N.div_small //; lia.
  have hp : q <= p + w /\ p <= q + w by split; apply/(N.mul_le_mono_pos_r _ _ r); arith.
  have {1}-> : j = i - N.min w q * r + (p - (q - N.min w q)) * r.
    have : N.min w q <= q by lia.
    by move: (N.min w q) (N.min_spec w q) => m hm hmq; nia.
  apply: rangeP; first lia.
  have : N.min w q <= q by lia.
  by move: (N.min w q) (N.min_spec w q) => m hm hmq; nia.
- case: (N.eqb_spec w 0) => hw; first by move=> _; apply: interval; lia.
  by move/N.eqb_eq => e; apply: strideP => //; lia.
- case/or3P=> [/N.eqb_eq ->|/N.eqb_eq e|/andP[-> /N.eqb_eq ->]]; rewrite inE ?eqxx //.
  + apply/orP; right; rewrite mem_cat; apply/orP; right.
    case: (N.eqb_spec w 0) => hw; first by apply: interval; lia.
    by rewrite -(N.mod_small (w - 1) w) in e *; [apply: strideP; lia | lia].
  + by rewrite inE eqxx orbT.
- case: ifP => [_ _|/negbT]; first by apply: interval; lia.
  by case: ifP => e1; [|case: ifP => e2] => e3 h; rewrite !inE !eqNE; arith.
- case: ifP => [_ _|/negbT h1 h2]; first by apply: interval; lia.
  case: (N.ltb_spec j g) => h3; first by apply: interval; lia.
  by apply: range_tail; apply: interval; arith.
- by case/hasP=> x hx /N.eqb_eq ->.
- elim: parts => //= p rest IHr /orP[/IH h|/IHr h]; rewrite mem_cat h ?orbT //.
- by case/andP=> h1 /IH h2; rewrite mem_filter h1.
Qed.
