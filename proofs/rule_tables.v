(* The exhibits "points" and "tables": integer vectors, all scores of which are computed. *)

From Coq Require Import ZArith NArith String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths rule_least heads listing integers rule_order.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(* Two lists of one length, member by member. *)
Fixpoint pairwise (S T : Type) (ok : S -> T -> bool) (l : seq S) (l' : seq T) : bool :=
  match l, l' with
  | [::], [::] => true
  | x :: r, y :: r' => if ok x y then pairwise ok r r' else false
  | _, _ => false
  end.

Lemma pairwise_nth S T (ok : S -> T -> bool) l l' x y : pairwise ok l l' ->
  size l = size l' /\ forall i, i < size l -> ok (nth x l i) (nth y l' i).
Proof.
elim: l l' => [|a l IH] [|b l'] //=; case e: (ok a b) => // /IH [-> h]; split=> // -[|i] //; exact: h.
Qed.

Definition scores (keys : seq (seq Z)) (query : seq Z) : seq Z := [seq product query k 0 | k <- keys].

(* ---------- points ---------- *)

Definition has_sign (s : symbol) (x : Z) : bool :=
  match s with Neg => Z.ltb x 0 | Zero => Z.eqb x 0 | Pos => Z.ltb 0 x | Star => true end.

Definition signs_ok (keys : seq (seq Z)) (row : seq symbol) (query : seq Z) : bool :=
  pairwise has_sign row (scores keys query).

Definition no_wider (d : N) (x : seq Z) : bool := N.leb (N.of_nat (size x)) d.

Definition points_show (queries keys : seq (seq Z)) (q : question) (v : N) : bool :=
  if [&& is_inner q, N.eqb (N.of_nat (size keys)) (width (asks q)) & all (no_wider (needed q v)) queries] then
    if rows_of q is Some rows then
      pairwise (signs_ok keys) (if null_token (asks q) then rows else rows ++ [:: map (fun=> Pos) (upto (width (asks q)))])
        queries
    else false
  else false.

(* ---------- tables ---------- *)

(* Twice a score against twice the threshold. *)
Definition keeps (g t : Z) (s : symbol) (x : Z) : bool :=
  match s with
  | Neg => Z.leb (Z.add (Z.add x x) g) t
  | Zero => Z.eqb (Z.add x x) t
  | Pos => Z.leb t (Z.sub (Z.add x x) g)
  | Star => true
  end.

(* Twice a threshold, if any does: above what is to be below, or else below what is to be above. *)
Definition raised (o : option Z) (z : Z) : option Z := Some (if o is Some y then Z.max y z else z).
Definition lowered (o : option Z) (z : Z) : option Z := Some (if o is Some y then Z.min y z else z).

Definition limits (g : Z) (b : option Z * option Z) (p : symbol * Z) : option Z * option Z :=
  let x := Z.add p.2 p.2 in
  match p.1 with
  | Neg => (raised b.1 (Z.add x g), b.2)
  | Zero => (raised b.1 x, b.2)
  | Pos => (b.1, lowered b.2 (Z.sub x g))
  | Star => b
  end.

Definition threshold (g : Z) (row : seq symbol) (found : seq Z) : Z :=
  match foldl (limits g) (None, None) (zip row found) with
  | (Some t, _) | (None, Some t) => t
  | _ => Z0
  end.

Definition gap_of (B : precision) : Z := if twice_gap B is Some g then Z.of_N g else Zpos xH.

Definition row_kept (g : Z) (keys : seq (seq Z)) (null : option (seq Z)) (row : seq symbol) (query : seq Z) : bool :=
  let found := scores keys query in
  let t := if null is Some k then let x := product query k 0 in Z.add x x else threshold g row found in
  pairwise (keeps g t) row found.

Definition of_width (v : N) (x : seq Z) : bool := N.eqb (N.of_nat (size x)) v.

Definition tables_show (queries keys : seq (seq Z)) (null : option (seq Z)) (B : precision) (q : question) (v : N) :=
  let held x := of_width v x && held_in B x in
  if [&& is_inner q, N.eqb (N.of_nat (size keys)) (width (asks q)), all held keys,
      (if null is Some k then null_token (asks q) && held k else ~~ null_token (asks q)) &
      all (if twice_gap B is Some _ then held else of_width v) queries] then
    if rows_of q is Some rows then pairwise (row_kept (gap_of B) keys null) rows queries else false
  else false.

Section Soundness.

Local Open Scope ring_scope.
Variable F : realFieldType.

Lemma zF_lt a b : Z.lt a b -> zF F a < zF F b.
Proof. by move=> h; rewrite -subr_gt0 -zF_opp -zF_add; apply: zF_pos; lia. Qed.

Lemma has_signP s x : has_sign s x -> matches s (zF F x).
Proof.
case: s => //=; rewrite -(zF0 F); [move=> /Z.ltb_lt|move=> /Z.eqb_eq ->|move=> /Z.ltb_lt]; rewrite ?eqxx //; exact: zF_lt.
Qed.

Lemma nth_scores keys query i : nth Z0 (scores keys query) i = product query (nth [::] keys i) 0.
Proof.
case: (ltnP i (size keys)) => h; first by rewrite (nth_map [::]).
by rewrite !nth_default ?size_map //; case: query.
Qed.

Theorem points_sound queries keys q v : points_show queries keys q v -> attends F (asks q) (N.to_nat v).
Proof.
rewrite /points_show; case: ifP => // /and3P [inner /N.eqb_eq sk wq]; case er: (rows_of q) => [rows|] //; set all_rows := (if _ then _ else _) => ok.
apply: signed_attends; rewrite ?is_innerP // -to_nat_needed; set d := N.to_nat _.
have [same_size ok'] := pairwise_nth [::] [::] ok.
have one i r : (i < size all_rows)%N -> nth [::] all_rows i = listed (width (asks q)) r ->
    exists x, forall c, (c < width (asks q))%num ->
      matches (r c) (dot x (vector F d (nth [::] keys (N.to_nat c)))).
  move=> hi ei; exists (vector F d (nth [::] queries i)) => c hc.
  rewrite dot_vector; last first.
    have := (all_nthP [::] wq) i; rewrite -same_size => /(_ hi) /leN; by rewrite of_natK.
  apply: has_signP; rewrite -nth_scores -(nth_listed r Star hc) -ei.
  have [e h] := pairwise_nth Star Z0 (ok' i hi); apply: h; rewrite ei size_listed; exact: ltN.
exists (fun c => vector F d (nth [::] keys (N.to_nat c))) => [r /(rows_ofP er) [i hi ei]|nu].
  have e : nth [::] all_rows i = nth [::] rows i by rewrite /all_rows; case: ifP => // _; rewrite nth_cat hi.
  apply: (one i); last by rewrite e.
  by rewrite /all_rows; case: ifP => // _; rewrite size_cat ltn_addr.
have last : (size rows < size all_rows)%N by rewrite /all_rows (negbTE nu) size_cat addn1.
apply: (one _ (fun=> Pos) last); by rewrite /all_rows (negbTE nu) nth_cat ltnn subnn.
Qed.

Lemma doubled (x : F) : x = (x + x) / 2%:R.
Proof. by rewrite -mulr2n -(mulr_natr x) mulfK // pnatr_eq0. Qed.

Lemma keepsP B t s x : keeps (gap_of B) t s x -> apart B s (zF F x - zF F t / 2%:R).
Proof.
have p2 : 0 < 2%:R^-1 :> F by rewrite invr_gt0 ltr0n.
rewrite /apart /gap_of; case: (twice_gap B) => [g|].
  have eg : (N.to_nat g)%:R = zF F (Z.of_N g) by rewrite -zF_nat N_nat_Z.
  case: s => //=; rewrite {1}(doubled (zF F x)) -zF_add -mulrBl ?eg -zF_opp.
  - move=> /Z.leb_le h; rewrite -mulNr ler_pmul2r // -!zF_opp -!zF_add; apply: zF_le; lia.
  - by move=> /Z.eqb_eq ->; rewrite -zF_add Z.add_opp_diag_r zF0 mul0r.
  move=> /Z.leb_le h; rewrite ler_pmul2r // -zF_add; apply: zF_le; lia.
case: s => //=; rewrite {1}(doubled (zF F x)) -zF_add -mulrBl -zF_opp.
- move=> /Z.leb_le h; rewrite pmulr_llt0 // -zF_add -(zF0 F); apply: zF_lt; lia.
- by move=> /Z.eqb_eq ->; rewrite -zF_add Z.add_opp_diag_r zF0 mul0r eqxx.
move=> /Z.leb_le h; rewrite pmulr_lgt0 // -zF_add -(zF0 F); apply: zF_lt; lia.
Qed.

Theorem tables_sound queries keys null B q v : tables_show queries keys null B q v ->
  attends_in_bits F B (asks q) (N.to_nat v).
Proof.
rewrite /tables_show; set held := (fun x => _); case: ifP => // /and5P [inner /N.eqb_eq sk hk hn hq].
case er: (rows_of q) => [rows|] // ok; set d := N.to_nat v.
have heldP x : held x -> of_bits B (vector F d x).
  by move=> /andP [/N.eqb_eq sx hx]; apply: held_vector => //; rewrite /d -sx of_natK.
have [same_size ok'] := pairwise_nth [::] [::] ok.
exists (fun c => vector F d (nth [::] keys (N.to_nat c))), (if null is Some k then vector F d k else 0).
split; first by move=> nu; case: null hn {ok ok'} => [k /andP [_ /heldP]|] //; rewrite nu.
split.
  move=> c hc; apply: heldP; apply: (all_nthP [::] hk).
  by rewrite -(of_natK (size keys)) sk; exact: ltN.
move=> r /(rows_ofP er) [i hi ei]; set query := nth [::] queries i; have hiq : (i < size queries)%N by rewrite -same_size.
have wq : (size query = d)%N.
  have := all_nthP [::] hq i hiq; rewrite -/query; case: (twice_gap B) => [_ /andP [/N.eqb_eq e _]|/N.eqb_eq e];
    by rewrite /d -e of_natK.
have kept := ok' i hi; rewrite ei -/query in kept.
set t := (if null is Some k then let x := product query k 0 in Z.add x x
          else threshold (gap_of B) (listed (width (asks q)) r) (scores keys query)).
exists (vector F d query), (zF F t / 2%:R); split.
  move=> g; apply: heldP; have := all_nthP [::] hq i hiq; rewrite -/query; by case: (twice_gap B) g.
split.
  move=> nu; rewrite /t; case: null hn {ok ok' kept t} => [k|]; last by rewrite nu.
  by move=> _; rewrite zF_add -doubled dot_vector // wq.
move=> c hc; rewrite dot_vector ?wq // -nth_scores -(nth_listed r Star hc); apply: keepsP.
have [_ h] := pairwise_nth Star Z0 kept; apply: h; rewrite size_listed; exact: ltN.
Qed.

End Soundness.
