(* Sparse patterns: how far layers reach, and how many of them let every position depend on every token. *)

From Coq Require Import ZArith Lia ZifyBool ZifyN.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Local Open Scope N_scope.

(* Linear and simple nonlinear facts about N, with truth values. *)
Ltac arith := unfold near, is_true in *; lia.
Ltac divides := unfold near, is_true in *; nia.

(* Some part of unions, and of unions in them. *)
Fixpoint some_part (P : layer -> bool) (l : layer) : bool :=
  if l is Union parts then has (some_part P) parts else P l.

(* Layers that may be no union are all that a property of some part says something about. *)
Definition leaf (l : layer) : bool := if l is Union _ then false else true.

Lemma some_partP n P l : some_part P l ->
  exists p, [/\ P p, leaf p & forall i j, joined n p i j -> joined n l i j].
Proof.
move: l; fix IH 1 => -[|w|w|w r|w|w b||w g|rows|parts|l] /=; try by move=> h; eexists; split; [exact: h | |].
elim: parts => //= q rest IHr /orP[/IH|/IHr] [p [hp hl h]]; exists p; split=> // i j /h.
- by move->.
- by move->; rewrite orbT.
Qed.

(* Whether all rows are full. *)
Definition full (n : N) (l : layer) : bool :=
  match l with
  | Dense => true
  | Window w => n <=? w + 1
  | Block w => n <=? w
  | Stride w => w =? 1
  | StarRing => n <=? 4
  | Longformer w g => n <=? w + g + 1
  | _ => false
  end.

Lemma full_joined n l i j : full n l -> i < n -> j < n -> joined n l i j.
Proof.
case: l => [|w|w|w r|w|w b||w g|rows|parts|l] //= h hi hj; try arith.
by rewrite !N.div_small ?N.eqb_refl //; arith.
Qed.

(* Whether position k attends through `other` to one that attends to j through `one`, for all k and j. *)
Definition crossed (n : N) (one other : layer) : bool :=
  match one, other with
  | Window v, Stride w | Stride w, Window v => (0 <? w) && (w <=? v + 1)
  | Block w, Summaries w' last => [&& 0 <? w, w =? w' & last || (n mod w =? 0)]
  | StarRing, StarRing => true
  | Longformer _ g, Longformer _ g' => (0 <? g) && (0 <? g')
  | _, _ => false
  end.

(* A position of k's class of remainders that is near to j. *)
Lemma between n w v k j : 0 < w -> w <= v + 1 -> k < n -> j < n -> exists i, [/\ i < n, near v i j & i mod w =? k mod w].
Proof.
move=> hw hv hk hj; have hw0 : w <> 0 by lia.
case: (N.leb_spec k j) => h.
- have [d ed] : exists d, j = k + d by exists (j - k); lia.
  have := N.mod_lt d w hw0; have := N.div_mod d w hw0; move: (d / w) (d mod w) => q r e hr.
  exists (k + q * w); split; [nia | divides | by rewrite N.mod_add ?N.eqb_refl].
- have [d ed] : exists d, k = j + d by exists (k - j); lia.
  have := N.mod_lt d w hw0; have := N.div_mod d w hw0; move: (d / w) (d mod w) => q r e hr.
  exists (j + r); split; [nia | divides |].
  have -> : k = j + r + q * w by nia.
  by rewrite (N.mod_add _ _ w) ?N.eqb_refl.
Qed.

Lemma nearC w i j : near w i j = near w j i.
Proof. by rewrite /near andbC. Qed.

Lemma crossed_joined n one other k j : crossed n one other -> k < n -> j < n ->
  exists i, [/\ i < n, joined n other k i & joined n one i j].
Proof.
case: one => [|w|w|w r|w|w b||w g|rows|parts|l]; case: other => [|w'|w'|w' r'|w'|w' b'||w' g'|rows'|parts'|l'] //=.
- move=> /andP[hw hv] hk hj; have [||||i [hi h1 h2]] := @between n w' w k j; try arith.
  by exists i; split=> //; rewrite N.eqb_sym.
- case/and3P=> hw /N.eqb_eq <- hb hk hj; have hw0 : w <> 0 by arith.
  have hd := N.div_mod j w hw0; have hm := N.mod_lt j w hw0.
  case: (N.ltb_spec (j / w * w + (w - 1)) n) => h.
  + exists (j / w * w + (w - 1)); split=> //.
    * apply/orP; right; apply/orP; left; rewrite N.add_comm N.mod_add ?[(w - 1) mod w]N.mod_small ?N.eqb_refl //; arith.
    * by rewrite N.add_comm N.div_add ?[(w - 1) / w]N.div_small ?N.add_0_l ?N.eqb_refl //; arith.
  + have hl : b'.
      case: b' hb => //= /N.eqb_eq e; have := N.div_mod n w hw0; rewrite e.
      move: (n / w) (j / w) (j mod w) h hd hm hj => q p r h hd hm hj en.
      have : p < q by nia.
      nia.
    exists (n - 1); split; first lia.
    * by rewrite hl N.eqb_refl /= !orbT.
    * apply/N.eqb_eq; have := N.div_mod (n - 1) w hw0; have := N.mod_lt (n - 1) w hw0.
      have [m em] : exists m, n = m + 1 by exists (n - 1); lia.
      rewrite em N.add_sub; move: (m / w) (m mod w) (j / w) (j mod w) h hd hm hj => q s p r h hd hm hj hs e.
      suff : ~ q < p /\ ~ p < q by lia.
      by split=> hpq; nia.
- move=> /andP[hw hv] hk hj; have [||||i [hi h1 h2]] := @between n w w' j k; try arith.
  by exists i; split; rewrite // nearC.
- by move=> _ hk hj; exists (n - 1); split; [lia | rewrite N.eqb_refl !orbT | rewrite N.eqb_refl orbT].
- by move=> /andP[hg hg'] hk hj; exists 0; split; [lia | rewrite hg' orbT | rewrite hg].
Qed.

(* The most w with which all are joined that are at most w apart. *)
Fixpoint widest (l : layer) : N :=
  match l with
  | Window w | Longformer w _ | Dilated w 1 => w
  | Union parts => foldr (fun part w => N.max (widest part) w) 0 parts
  | _ => 0
  end.

(* All of these attend to themselves. *)
Definition named (l : layer) : bool := if l is Lists _ then false else if l is Causal _ then false else leaf l.

Lemma named_self n l i : named l -> i < n -> joined n l i i.
Proof.
case: l => [|w|w|w r|w|w b||w g|rows|parts|l] //= _ hi; rewrite ?N.eqb_refl //= ; arith.
Qed.

Lemma widestP n l : widest l = 0 \/ forall i j, near (widest l) i j -> joined n l i j.
Proof.
move: l; fix IH 1 => -[|w|w|w r|w|w b||w g|rows|parts|l] /=; try by [left | right].
- case: r => [|[r|r|]]; try by left.
  by right=> i j h; rewrite N.mul_1_r h !N.mod_1_r.
- by right=> i j ->; rewrite !orbT.
- elim: parts => [|p rest IHr] /=; first by left.
  case: (N.max_spec (widest p) (foldr (fun part w => N.max (widest part) w) 0 rest)) => -[_ ->].
  + by case: IHr => h; [left | right=> i j /h ->; rewrite orbT].
  + by case: (IH p) => h; [left | right=> i j /h ->].
Qed.

Lemma widest_joined n l i j : some_part named l -> i < n -> near (widest l) i j -> joined n l i j.
Proof.
move=> hs hi; case: (widestP n l) => [-> h|]; last exact.
have <- : i = j by arith.
by have [p [hp _]] := some_partP n hs; apply; exact: named_self.
Qed.

(* How far a row goes. *)
Fixpoint farthest (n : N) (l : layer) : N :=
  match l with
  | Window w => w
  | Block w => if w =? 0 then n - 1 else w - 1
  | Dilated w r => w * r
  | Union parts => foldr (fun part d => N.max (farthest n part) d) 0 parts
  | Causal l' => farthest n l'
  | _ => n - 1
  end.

Lemma near_max a b i j : near a i j || near b i j -> near (N.max a b) i j.
Proof. arith. Qed.

Lemma farthest_joined n l i j : i < n -> j < n -> joined n l i j -> near (farthest n l) i j.
Proof.
move=> hi hj; move: l; fix IH 1 => -[|w|w|w r|w|w b||w g|rows|parts|l] /=; try arith.
- move=> h; case: (N.eqb_spec w 0) => hw; first arith.
  have := N.mod_lt i w hw; have := N.mod_lt j w hw; have := N.div_mod i w hw; have := N.div_mod j w hw.
  move/N.eqb_eq: h => ->; move: (j / w) (j mod w) (i mod w) => q r s e1 e2 h1 h2; divides.
- elim: parts => //= p rest IHr /orP[/IH h|/IHr h]; apply: near_max; rewrite h ?orbT //.
- by case/andP=> _; exact: IH.
Qed.

(* ---------- Cycles of layers ---------- *)

Definition sum (l : seq N) : N := foldr N.add 0 l.

(* What the first t layers of a cycle have together. *)
Fixpoint total (l : seq N) (t : nat) : N := if t is s.+1 then total l s + nth 0 l (s %% size l) else 0.

(* The same, at once. *)
Definition total_of (l : seq N) (t : N) : N :=
  let p := N.of_nat (size l) in t / p * sum l + sum (take (N.to_nat (t mod p)) l).

Lemma total_first l t : (t <= size l)%N -> total l t = sum (take t l).
Proof.
elim: t => [|t IH] h; first by rewrite take0.
have hs : forall s x, sum (rcons s x) = sum s + x.
  by move=> s x; elim: s => [|y s e] /=; [rewrite N.add_0_r | rewrite e N.add_assoc].
by rewrite /= IH ?(ltnW h) // modn_small // (take_nth 0) // hs.
Qed.

Lemma total_cycle l t : total l (size l + t) = sum l + total l t.
Proof.
elim: t => [|t IH]; first by rewrite addn0 total_first // take_size N.add_0_r.
by rewrite addnS /= IH modnDl N.add_assoc.
Qed.

Lemma total_ofE l t : total l (N.to_nat t) = total_of l t.
Proof.
rewrite /total_of; set p := N.of_nat (size l).
have -> : N.to_nat t = (N.to_nat (t / p) * size l + N.to_nat (t mod p))%N.
  have {1}-> := N.div_mod' t p.
  by rewrite Nnat.N2Nat.inj_add Nnat.N2Nat.inj_mul Nnat.Nat2N.id multE plusE mulnC.
have -> : sum (take (N.to_nat (t mod p)) l) = total l (N.to_nat (t mod p)).
  case: l @p => [|x l] p; first by elim: (N.to_nat _) => //= m <-; rewrite nth_nil.
  rewrite total_first //; apply/leP; have := N.mod_lt t p; rewrite /p /=; lia.
rewrite -[in RHS](Nnat.N2Nat.id (t / p)); elim: (N.to_nat (t / p)) => [|q IH]; first by rewrite mul0n.
by rewrite mulSn -addnA total_cycle IH; lia.
Qed.

Lemma total_monotone l s t : (s <= t)%N -> total l s <= total l t.
Proof.
elim: t => [|t IH]; first by rewrite leqn0 => /eqP ->; lia.
by rewrite leq_eqVlt => /orP[/eqP -> | /IH /=]; lia.
Qed.

(* ---------- What depends on what ---------- *)

Section Pattern.

Variables (n : N) (layers : seq layer) (some_layer : ~~ nilp layers).

Let at_ t := nth Dense layers (t %% size layers).

Let at_in t : (t %% size layers < size layers)%N.
Proof. by rewrite ltn_mod; case: layers some_layer. Qed.

Let nth_at (f : layer -> N) t : nth 0 (map f layers) (t %% size (map f layers)) = f (at_ t).
Proof. by rewrite size_map (nth_map Dense). Qed.

(* A step of at most w towards j. *)
Lemma towards w d k j : k < n -> j < n -> near (w + d) k j -> exists i, [/\ i < n, near w k i & near d i j].
Proof.
move=> hk hj h; case: (N.leb_spec k j) => hkj.
- by exists (N.min j (k + w)); split; arith.
- by exists (N.max j (k - w)); split; arith.
Qed.

Lemma windows t k j : all (some_part named) layers -> k < n -> j < n -> near (total (map widest layers) t) k j ->
  depends n layers t k j.
Proof.
move=> hs; elim: t k => [|t IH] k hk hj /=; first by arith.
rewrite N.add_comm nth_at => /(towards hk hj) [i [hi h1 h2]].
by exists i; split=> //; [apply: widest_joined => //; exact: (all_nthP Dense hs) | exact: IH].
Qed.

Lemma reached t k j : k < n -> j < n -> depends n layers t k j -> near (total (map (farthest n) layers) t) k j.
Proof.
elim: t k => [|t IH] k hk hj /=; first by move=> ->; arith.
by case=> i [hi /(farthest_joined hk hi) h1 /(IH _ hi hj) h2]; rewrite nth_at /at_; clear IH; arith.
Qed.

End Pattern.
