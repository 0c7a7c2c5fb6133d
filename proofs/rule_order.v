(* The exhibit "order": each row is a polynomial along an order of the columns, with as many roots as it needs. *)

From Coq Require Import NArith ZArith String FMapPositive Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths rule_least heads listing.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(* How many roots there are so far, and the sign beyond the last of them, if it is settled. *)
Definition counted := (N * option bool)%type.

Definition sign_step (b : bool) (st : counted) : counted :=
  if st.2 is Some e then if Bool.eqb e b then st else (N.succ st.1, Some b) else (st.1, Some b).

Definition step (st : counted) (s : symbol) : counted :=
  match s with
  | Star => st
  | Zero => (N.succ st.1, omap negb st.2)
  | Pos => sign_step true st
  | Neg => sign_step false st
  end.

(* The number of roots that suffices for a row; a row without signs is the polynomial 0. *)
Definition roots (row : seq symbol) : N := let st := foldl step (0%num, None) row in if st.2 is Some _ then st.1 else 0%num.

Definition flip (s : symbol) : symbol := match s with Neg => Pos | Pos => Neg | _ => s end.

(* A row along an order; a negated column has the opposite sign. *)
Definition along (places : seq (N * bool)) (row : seq symbol) : seq symbol :=
  let t := table row in
  [seq (if p.2 then flip (look Star t p.1) else look Star t p.1) | p <- places].

Definition few_roots (places : seq (N * bool)) (d : N) (row : seq symbol) : bool :=
  N.ltb (roots (along places row)) d.

(* Each of 0 .. n - 1 is listed. *)
Definition covers (order : seq N) (n : N) : bool :=
  let t := foldl (fun t c => PositiveMap.add (N.succ_pos c) tt t) (PositiveMap.empty unit) order in
  all (fun c => if PositiveMap.find (N.succ_pos c) t is Some _ then true else false) (upto n).

Definition order_shows (order negated : seq N) (q : question) (v : N) : bool :=
  let n := width (asks q) in
  if [&& is_inner q, N.eqb (N.of_nat (size order)) n & covers order n] then
    let places := [seq (c, has_number negated c) | c <- order] in
    let d := needed q v in
    if rows_of q is Some rows then
      all (few_roots places d) rows && (null_token (asks q) || few_roots places d (map (fun=> Pos) (upto n)))
    else false
  else false.

Section Curve.

Local Open Scope ring_scope.
Variable F : realFieldType.

Definition sg (b : bool) : F := if b then 1 else -1.

(* A polynomial without roots beyond the places read so far, whose signs there are as wanted. *)
Definition fits (l : seq symbol) (st : counted) (p : {poly F}) : Prop :=
  [/\ size p = (N.to_nat st.1).+1, forall x, (size l)%:R - 1 < x -> 0 < p.[x] &
      forall b, st.2 = None \/ st.2 = Some b ->
        forall i, (i < size l)%N -> matches (nth Star l i) (sg b * p.[i%:R])].

Lemma matches_flipped s (x k : F) : k < 0 -> matches s (- x * k) = matches s x.
Proof. by move=> k0; rewrite mulNr -mulrN matches_scaled // oppr_gt0. Qed.

Lemma sg_negb b : sg b = - sg (~~ b).
Proof. by case: b => //=; rewrite opprK. Qed.

Lemma matches_sg b (x : F) : 0 < x -> matches (if b then Pos else Neg) (sg b * x).
Proof. by move=> x0; case: b => /=; rewrite ?mul1r ?mulN1r ?oppr_lt0. Qed.

Lemma fits_keep l st p s st' : fits l st p -> st'.1 = st.1 ->
  (forall b, st'.2 = None \/ st'.2 = Some b ->
     (st.2 = None \/ st.2 = Some b) /\ matches s (sg b * p.[(size l)%:R])) ->
  fits (rcons l s) st' p.
Proof.
move=> [sp pos old] e new; split; first by rewrite e.
  move=> x; rewrite size_rcons -addn1 natrD addrK => h; apply: pos; apply: lt_trans h.
  by rewrite ltr_subl_addl ltr_addr ltr01.
move=> b /new [hb here] i; rewrite size_rcons ltnS leq_eqVlt nth_rcons => /orP [/eqP ->|lt].
  by rewrite ltnn eqxx.
by rewrite lt; exact: old.
Qed.

Lemma fits_turn l st p s st' a : fits l st p -> (size l)%:R - 1 < a -> a <= (size l)%:R -> st'.1 = N.succ st.1 ->
  (forall b, st'.2 = None \/ st'.2 = Some b ->
     (st.2 = None \/ st.2 = Some (~~ b)) /\ matches s (sg b * (p.[(size l)%:R] * ((size l)%:R - a)))) ->
  fits (rcons l s) st' (p * ('X - a%:P)).
Proof.
move=> [sp pos old] lo hi e new.
have val x : (p * ('X - a%:P)).[x] = p.[x] * (x - a) by rewrite hornerM hornerXsubC.
have pn0 : p != 0 by rewrite -size_poly_eq0 sp.
split; first by rewrite size_Mmonic ?monicXsubC // size_XsubC addn2 /= sp e N2Nat.inj_succ.
  move=> x; rewrite size_rcons -addn1 natrD addrK val => h; apply: mulr_gt0.
    by apply: pos; apply: lt_trans h; rewrite ltr_subl_addl ltr_addr ltr01.
  by rewrite subr_gt0; exact: le_lt_trans h.
move=> b /new [hb here] i; rewrite val size_rcons ltnS leq_eqVlt nth_rcons => /orP [/eqP ->|lt].
  by rewrite ltnn eqxx.
rewrite lt mulrA sg_negb mulNr matches_flipped; first exact: old.
rewrite subr_lt0; apply: le_lt_trans lo; rewrite ler_subr_addr -(natrD _ i 1) ler_nat addn1 //.
Qed.

Lemma fits_step l st p s : fits l st p -> exists p', fits (rcons l s) (step st s) p'.
Proof.
move=> h; have [sp pos old] := h.
have here : 0 < p.[(size l)%:R] by apply: pos; rewrite ltr_subl_addl ltr_addr ltr01.
have sign b : exists p', fits (rcons l (if b then Pos else Neg)) (sign_step b st) p'.
  rewrite /sign_step; case e: st.2 => [e'|]; last first.
    exists p; apply: (fits_keep h) => //= c [] // [<-]; rewrite e; split; [by left|exact: matches_sg].
  case: Bool.eqb_spec => [eb|nb].
    exists p; apply: (fits_keep h) => // c; rewrite e => -[] // [<-]; rewrite eb; split; [by right|exact: matches_sg].
  exists (p * ('X - ((size l)%:R - 2%:R^-1)%:P)).
  have half : 0 < 2%:R^-1 :> F by rewrite invr_gt0 ltr0n.
  apply: (fits_turn h) => //=.
  - by rewrite ltr_add2l ltr_opp2 invf_lt1 ?ltr0n // ltr1n.
  - by rewrite ler_subl_addl ler_addr ltW.
  move=> c [] // [<-]; rewrite e; split; first by right; congr Some; case: (e') (b) nb => -[].
  by apply: matches_sg; rewrite opprB addrCA subrr addr0; exact: mulr_gt0.
case: s; [exact: (sign false)| |exact: (sign true)|].
  exists (p * ('X - (size l)%:R%:P)); apply: (fits_turn h) => //=; first by rewrite ltr_subl_addl ltr_addr ltr01.
  move=> b hb; split; last by rewrite subrr !mulr0 /= eqxx.
  case: (st.2) hb => [e|] /= [] // => [[<-]|_]; [by right; rewrite negbK|by left].
exists p; apply: (fits_keep h) => // b hb; by split.
Qed.

Lemma fits_all l : exists p, fits l (foldl step (0%num, None) l) p.
Proof.
elim/last_ind: l => [|l s [p h]]; last by rewrite foldl_rcons; exact: fits_step h.
by exists 1; split=> //= [|x _]; rewrite ?size_poly1 // hornerE ltr01.
Qed.

(* A polynomial with the signs of a row. *)
Theorem rootsP l : exists2 p : {poly F}, (size p <= (N.to_nat (roots l)).+1)%N &
  forall i, (i < size l)%N -> matches (nth Star l i) p.[i%:R].
Proof.
have [p [sp _ h]] := fits_all l; rewrite /roots; case e: (foldl _ _ _).2 => [b|].
  exists (sg b *: p); first by rewrite (leq_trans (size_scale_leq _ _)) // sp.
  by move=> i hi; rewrite hornerZ; apply: h => //; right.
exists 0; first by rewrite size_poly0.
move=> i hi; rewrite horner0; have h1 := h true (or_introl e) i hi; have h2 := h false (or_introl e) i hi.
move: h1 h2; case: (nth _ _ _) => //=; rewrite mul1r mulN1r ?oppr_lt0 ?oppr_gt0 => a b.
  by have := lt_trans a b; rewrite ltxx.
by have := lt_trans a b; rewrite ltxx.
Qed.

End Curve.

Lemma found_listed order t c :
  PositiveMap.find (N.succ_pos c) (foldl (fun t c => PositiveMap.add (N.succ_pos c) tt t) t order) = Some tt ->
  PositiveMap.find (N.succ_pos c) t = Some tt \/ has (N.eqb c) order.
Proof.
elim: order t => [|a order IH] t /=; first by left.
move=> /IH [|->]; last by right; rewrite orbT.
case: (N.eqb_spec c a) => [-> _|ne]; first by right.
rewrite PositiveMap.gso => [|e]; first by left.
by apply: ne; have := N.succ_pos_spec c; rewrite e N.succ_pos_spec => /N.succ_inj.
Qed.

Lemma coversP order n c : covers order n -> (c < n)%num -> has (N.eqb c) order.
Proof.
move=> /(all_nthP 0%num) h cn; have := h (N.to_nat c); rewrite size_upto nth_upto // => /(_ (ltN cn)).
case e: (PositiveMap.find _ _) => [[]|] // _; case: (found_listed e) => //.
by rewrite PositiveMap.gempty.
Qed.

Lemma sign_flipped (F : realFieldType) (b : bool) s (x : F) : matches (if b then flip s else s) x ->
  matches s ((if b then -1 else 1) * x)%R.
Proof. by case: b; case: s => //=; rewrite ?mul1r // mulN1r ?oppr_lt0 ?oppr_gt0 // oppr_eq0. Qed.

Theorem order_sound order negated q v F : order_shows order negated q v -> attends F (asks q) (N.to_nat v).
Proof.
rewrite /order_shows; case: ifP => // /and3P [inner _ cov]; case er: (rows_of q) => [rows|] // /andP [few plus].
apply: signed_attends; rewrite ?is_innerP // -to_nat_needed; set d := N.to_nat _.
set places := [seq _ | _ <- _] in few plus.
set n := width (asks q) in cov *.
pose x (c : N) : F := ((find (N.eqb c) order)%:R)%R.
pose sign (c : N) : F := (if has_number negated c then -1 else 1)%R.
have one row r : few_roots places (needed q v) row -> row = listed n r ->
    exists2 p : {poly F}, (size p <= d)%N & forall c, (c < n)%num -> matches (r c) (sign c * p.[x c])%R.
  move=> /N.ltb_lt fr er'; have [p sp hp] := rootsP F (along places row).
  exists p.
    exact: leq_trans sp (ltN fr).
  move=> c cn; have hc := coversP cov cn.
  have fc := nth_find 0%num hc; move/N.eqb_eq: fc => fc.
  have lt : (find (N.eqb c) order < size order)%N by rewrite -has_find.
  have := hp (find (N.eqb c) order); rewrite !size_map => /(_ lt).
  rewrite /along (nth_map (0%num, false)) ?size_map // (nth_map 0%num) //= -fc look_table er' nth_listed //.
  exact: sign_flipped.
apply: (@curve F _ d x sign).
  move=> r /(rows_ofP er) [i hi ei]; apply: one ei; by move/(all_nthP [::]): few; exact.
move=> nu; apply: (one (listed n (fun=> Pos)) (fun=> Pos)) => //; by move: plus; rewrite (negbTE nu).
Qed.

(* ---------- The rule ---------- *)

(* The proof evaluates this exhibit. *)
Definition exhibits (name : text) (proof : json) : bool :=
  says rule_word (word "evaluate") proof && says (word "exhibit") name proof.

Definition numbers_or (usual : seq N) (name : text) (j : json) : option (seq N) :=
  if field name j is Some value then many number_of value else Some usual.

Definition run_order (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if exhibits (word "order") proof then
    if c is Width q Upper v then
      match field_as (many number_of) (word "order") proof, numbers_or [::] (word "negated") proof with
      | Some order, Some negated =>
          if says (word "vectors") (word "rows") proof then Elsewhere else verdict (order_shows order negated q v)
      | _, _ => Elsewhere
      end
    else Elsewhere
  else Elsewhere.

Lemma order_rule_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_order premise proof c = Proved -> holds c.
Proof.
rewrite /run_order => _; case: ifP => // _; case: c => // q [] v //.
case: (field_as _ _ _) => // order; case: (numbers_or _ _ _) => // negated; case: ifP => // _.
by move=> /verdict_true h F; exact: order_sound h.
Qed.

Definition order : rule := Rule order_rule_sound.
