(* Sets of columns on which the rows show all words, and lines any two of which conflict. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements reading_measures matrices laws messages.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition shattered (M : boolean) (k : nat) : Prop :=
  exists2 columns, size columns = k &
    forall word : seq bool, size word = k -> exists2 i, (i < height M)%N & map (cell M i) columns = map Some word.

(* A row for each word. *)
Lemma shattered_rows M k : shattered M k -> exists2 columns : seq nat, size columns = k &
  exists row_of : k.-tuple bool -> nat, forall (w : k.-tuple bool) (t : 'I_k),
    cell M (row_of w) (nth 0%N columns t) = Some (tnth w t).
Proof.
case=> columns sc h; exists columns => //.
have [|row_of hr] := @fin_all_exists _ _ (fun (w : k.-tuple bool) i => map (cell M i) columns = map Some w).
  by move=> w; have [|i _ e] := h w; [rewrite size_tuple | exists i].
exists row_of => w t; have /(congr1 (fun s => nth None s t)) := hr w.
by rewrite (nth_map 0%N) ?sc // (nth_map false) ?size_tuple // -tnth_nth.
Qed.

(* Rows with different words need different messages. *)
Lemma shattered_messages F M k l : shattered M k -> may_be F (OneWay true) M l -> (k <= l)%N.
Proof.
move=> /shattered_rows[columns _ [row_of hr]] [message [answer [h c]]].
pose f (w : k.-tuple bool) : 'I_(2 ^ l) := Ordinal (h (row_of w)).
have : injective f.
  move=> w w' /(congr1 val) /= e; apply: eq_from_tnth => t.
  by rewrite -(c _ _ _ (hr w t)) -(c _ _ _ (hr w' t)) e.
by move/leq_card; rewrite card_tuple card_bool card_ord leq_exp2l.
Qed.

(* d vectors show all words of d signs only if they are independent. *)
Lemma shattered_signs (F : realFieldType) M k l : shattered M k -> may_be F SignRank M l -> (k <= l)%N.
Proof.
move=> /shattered_rows[columns _ [row_of hr]] [x [y h]].
pose Y := \matrix_(t < k) y (nth 0%N columns t) : 'M[F]_(k, l).
suff /eqP <- : row_free Y by exact: rank_leq_col.
apply: inj_row_free => v vY; pose w := [tuple 0 < v 0 t | t < k].
pose xy t := dot (x (row_of w)) (y (nth 0%N columns t)).
have sum0 : \sum_t v 0 t * xy t = 0.
  transitivity ((v *m Y *m (x (row_of w))^T) 0 0); last by rewrite vY mul0mx mxE.
  rewrite -mulmxA mxE; apply: eq_bigr => t _; congr (_ * _); rewrite mxE; apply: eq_bigr => j _.
  by rewrite !mxE mulrC.
have sign t : if 0 < v 0 t then 0 < xy t else xy t < 0 by have := h _ _ _ (hr w t); rewrite tnth_mktuple.
have pos t : 0 <= v 0 t * xy t.
  have := sign t; case: ltrP => [v0 x0|v0 x0]; first by rewrite mulr_ge0 // ltW.
  by rewrite mulr_le0 // ltW.
apply/rowP => t; rewrite mxE; have /eqP := psumr_eq0P (fun t _ => pos t) sum0 (i := t) isT.
rewrite mulf_eq0 => /orP[/eqP //|/eqP x0]; by have := sign t; rewrite x0 ltxx; case: ifP.
Qed.

Lemma signs_turned F M k : regular M -> may_be F SignRank M k -> may_be F SignRank (turned M) k.
Proof.
move=> reg [x [y h]]; exists y, x => j i b; rewrite cell_turned // => /h.
by rewrite /dot; under eq_bigr do rewrite mulrC.
Qed.

(* ---------- Conflicts ---------- *)

Definition conflict (a b : seq (option bool)) : bool :=
  has (fun p => match p with (Some x, Some y) => x (+) y | _ => false end) (zip a b).

Lemma conflictP M i j : conflict (nth [::] M i) (nth [::] M j) ->
  exists c x, cell M i c = Some x /\ cell M j c = Some (~~ x).
Proof.
case/(has_nthP (None, None)) => c; rewrite size_zip leq_min => /andP[hi hj].
rewrite nth_zip_cond size_zip leq_min hi hj /= -/(cell M i c) -/(cell M j c).
case ei: (cell M i c) => [x|] //; case ej: (cell M j c) => [y|] // xy; exists c, x; rewrite ei ej.
by case: x y xy {ei ej} => [] [].
Qed.

(* The sets of rectangles that meet them differ. *)
Lemma conflicts_cover F b M k (lines : seq nat) : uniq lines ->
  (forall i j, i \in lines -> j \in lines -> i != j -> conflict (nth [::] M i) (nth [::] M j)) ->
  may_be F (Cover b) M k -> (size lines <= 2 ^ k)%N.
Proof.
move=> ul h [R [val cov]]; pose S (i : nat) : {set 'I_k} := [set t : 'I_k | (R t).1 i].
have one i j c : cell M i c = Some b -> cell M j c = Some (~~ b) -> S i != S j.
  move=> ei ej; apply/negP => /eqP/setP e; have [t tk /andP[ri rc]] := cov _ _ ei.
  have := e (Ordinal tk); rewrite !inE ri => /esym rj; apply: (val t tk j c _ ej); by rewrite /inside rj rc.
have inj : {in lines &, injective S}.
  move=> i j hi hj e; apply/eqP; apply: contraT => /(h i j hi hj) /conflictP[c [x [ei ej]]].
  case: (eqVneq x b) => xb; first by have := one i j c; rewrite ei ej xb e eqxx => /(_ erefl erefl).
  have {}xb : x = ~~ b by case: x b xb {one val cov ei ej} => [] [].
  by have := one j i c; rewrite ei ej xb negbK e eqxx => /(_ erefl erefl).
rewrite -(size_map S); have us : uniq (map S lines) by rewrite map_inj_in_uniq.
rewrite -(card_uniqP us) -[X in (_ <= 2 ^ X)%N](card_ord k) -cardsT -card_powerset; apply: subset_leq_card.
by apply/subsetP => s _; rewrite powersetE subsetT.
Qed.
