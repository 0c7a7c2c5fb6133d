(* Columns on which the rows show all words; lines any two of which conflict, or none of which is below another. *)

From Coq Require Import ZArith String Lia.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements json rules reading_widths reading_measures rule_least matrices laws messages.
From Headcount Require Import shattering antichains rule_ranks rule_inequalities rule_exhibits rule_protocols.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* ---------- All words ---------- *)

Definition some_words (columns : seq bool) (M : boolean) : boolean := firsts [::] (map (mask columns) M).

Definition run_shattered (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if exhibits (word "shattered") proof then
    if c is Measured f (Shattered rows) Lower v then
      let M := if rows then entries f else flipped (entries f) in
      if field_as (many number_of) (word "columns") proof is Some l then
        if marks 0 (head [::] M) l is Some columns then
          let k := N.of_nat (count id columns) in
          verdict [&& plain (entries f), N.leb v k & N.eqb (N.of_nat (size (some_words columns M))) (2 ^ k)]
        else Failed
      else Failed
    else Elsewhere
  else Elsewhere.

Lemma size_strings n : size (strings n) = 2 ^ n.
Proof. by elim: n => //= n IH; rewrite size_cat !size_map IH addnn expnS mul2n. Qed.

Lemma mem_strings (w : seq bool) : w \in strings (size w).
Proof.
elim: w => //= x w IH; rewrite mem_cat; apply/orP; case: x; [right | left]; exact: map_f.
Qed.

Lemma size_marks (A : Type) i (along : seq A) l m : marks i along l = Some m -> size m = size along.
Proof.
elim: along i l m => [|a along IH] i [|c l] m //=; first by case=> <-.
  by case e: marks => [m'|] //= [<-]; rewrite /= (IH _ _ _ e).
by case: ifP => _; case e: marks => [m'|] //= [<-]; rewrite /= (IH _ _ _ e).
Qed.

Lemma all_words M columns : good M -> size columns = breadth M ->
  size (some_words columns M) = 2 ^ count id columns -> shattered M (count id columns).
Proof.
move=> [_ _ reg st] sc full; exists (mask columns (iota 0 (breadth M))) => [|w sw].
  by rewrite size_mask ?size_iota.
pose all := map (map Some) (strings (count id columns)).
have shown r : r \in M -> exists2 u : seq bool, size u = count id columns & mask columns r = map Some u.
  move=> rM; exists (mask columns (map (fun e => if e is Some b then b else false) r)).
    by rewrite size_mask ?size_map ?reg.
  rewrite -map_mask -map_comp map_id_in // => e er /=.
  by have := allP (allP st _ rM) e (mem_mask er); case: e {er}.
have sub : {subset some_words columns M <= all}.
  move=> r; rewrite mem_firsts => /mapP[x /shown[u su ->] ->]; apply: map_f; rewrite -su; exact: mem_strings.
have [|_ same] := uniq_min_size (@uniq_firsts [::] (map (mask columns) M) isT) sub.
  by rewrite size_map size_strings -full.
have : map Some w \in all by apply: map_f; rewrite -sw mem_strings.
rewrite -same mem_firsts => /mapP[r rM ->]; exists (index r M); first by rewrite index_mem.
rewrite map_mask; congr mask; apply: (@eq_from_nth _ None); first by rewrite size_map size_iota reg.
by move=> j; rewrite size_map size_iota => hj; rewrite (nth_map 0) ?size_iota // nth_iota // /cell nth_index.
Qed.

Lemma shattered_mono M k l : k <= l -> shattered M l -> shattered M k.
Proof.
move=> kl [columns sc h]; exists (take k columns) => [|w sw]; first by rewrite size_take sc; case: ltngtP kl.
have [|i hi e] := h (w ++ nseq (l - k) false); first by rewrite size_cat size_nseq sw subnKC.
by exists i => //; rewrite map_take e map_cat take_size_cat // size_map.
Qed.

Lemma shattered_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_shattered premise proof c = Proved -> holds c.
Proof.
rewrite /run_shattered => _; case: ifP => // _; case: c => // f [] // rows [] // v; case: field_as => // l.
case e: marks => [columns|] // /verdict_true /and3P[/plainP g /leNat]; rewrite Nnat.Nat2N.id => h /N.eqb_eq full F.
have [_ _ reg _] := g; apply: (shattered_mono h); rewrite !flippedP // in e full.
apply: all_words; [by case: (rows) => //; exact: good_turned | exact: size_marks e |].
by move: full => /(congr1 N.to_nat); rewrite to_nat_pow2 !Nnat.Nat2N.id.
Qed.

Definition by_words : rule := Rule shattered_sound.

(* ---------- Conflicts ---------- *)

Fixpoint any_two (apart : rel (seq (option bool))) (lines : boolean) : bool :=
  if lines is a :: rest then if all (apart a) rest then any_two apart rest else false else true.

(* The matrix of the lines, and the lines that are meant. *)
Definition lines_of (M : boolean) (proof : json) : option (boolean * seq N) :=
  let L := if says of_word (word "rows") proof then Some M
           else if says of_word (word "columns") proof then Some (flipped M) else None in
  if (L, field_as (many number_of) (word "lines") proof) is (Some L, Some l) then Some (L, l) else None.

Definition run_conflicts (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if exhibits (word "conflicts") proof then
    if c is Measured f m Lower v then
      if covered_value m is Some b then
        let M := entries f in
        if lines_of M proof is Some (L, l) then
          verdict [&& rectangular M, N.leb v (N.log2_up (N.of_nat (size l))) & any_two conflict (map (member [::] L) l)]
        else Failed
      else Elsewhere
    else Elsewhere
  else Elsewhere.

(* Each of two lines has b where the other has the other value. *)
Definition beyond_both (b : bool) (x y : seq (option bool)) : bool := beyond b x y && beyond b y x.

(* v - 1 rectangles are met by too few sets of lines of which none contains another. *)
Definition too_many (n v : N) : bool :=
  N.eqb v 0 || N.leb v 16 && N.ltb (N.of_nat (size (chains (N.to_nat (N.pred v))))) n.

Definition run_antichain (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if cites (word "antichain") proof then
    if c is Measured f m Lower v then
      if covered_value m is Some b then
        let M := entries f in
        if lines_of M proof is Some (L, l) then
          verdict [&& rectangular M, too_many (N.of_nat (size l)) v & any_two (beyond_both b) (map (member [::] L) l)]
        else Failed
      else Elsewhere
    else Elsewhere
  else Elsewhere.

Lemma conflict_irreflexive a : conflict a a = false.
Proof.
apply/negbTE/hasPn => -[x y] /(nthP (None, None))[i]; rewrite size_zip minnn => hi.
by rewrite nth_zip // => -[<- <-]; case: nth => [[]|].
Qed.

Lemma conflict_sym a b : conflict a b = conflict b a.
Proof. by rewrite /conflict; elim: a b => [|x a IH] [|y b] //=; rewrite IH; case: x y => [[]|] [[]|]. Qed.

Lemma beyond_irreflexive b a : beyond_both b a a = false.
Proof.
rewrite /beyond_both andbb; apply/negbTE/hasPn => -[x y] /(nthP (None, None))[i]; rewrite size_zip minnn => hi.
by rewrite nth_zip // => -[<- <-]; case: nth => [[]|] //; case: (b).
Qed.

Lemma any_twoP (apart : rel (seq (option bool))) M l : (forall a, apart a a = false) ->
  (forall a c, apart a c = apart c a) -> any_two apart (map (member [::] M) l) -> uniq (map N.to_nat l) /\
  forall i j, i \in map N.to_nat l -> j \in map N.to_nat l -> i != j -> apart (nth [::] M i) (nth [::] M j).
Proof.
move=> irr sym; elim: l => //= x l IH; case: ifP => // /allP h /IH[u c].
have first i : i \in map N.to_nat l -> apart (nth [::] M (N.to_nat x)) (nth [::] M i).
  by case/mapP => y yl ->; rewrite -!memberP; apply: h; exact: map_f.
split; first by rewrite u andbT; apply/negP => /first; rewrite irr.
move=> i j; rewrite !inE => /predU1P[->|hi] /predU1P[->|hj]; first by rewrite eqxx.
- by move=> _; exact: first.
- by rewrite sym => _; exact: first.
exact: c.
Qed.

Lemma cover_turned F b M k : regular M -> may_be F (Cover b) M k -> may_be F (Cover b) (turned M) k.
Proof.
move=> reg [R [h c]]; exists (fun t => ((R t).2, (R t).1)); split=> [t tk i j|i j].
  by rewrite /inside /= andbC => /(h t tk); rewrite cell_turned.
by rewrite cell_turned // => /c[t tk]; exists t => //; rewrite /inside /= andbC.
Qed.

Lemma lines_cover F m b M k L l proof : regular M -> covered_value m = Some b -> lines_of M proof = Some (L, l) ->
  may_be F m M k -> may_be F (Cover b) L k.
Proof.
move=> reg e eL hk; have {}hk : may_be F (Cover b) M k by case: m e hk => // b' [->] // [R cov _]; exists R.
move: eL; rewrite /lines_of; case: ifP => _; first by case: field_as => // l' [<- _].
by case: ifP => // _; case: field_as => // l' [<- _]; rewrite flippedP //; exact: cover_turned.
Qed.

Lemma covered_least m b : covered_value m = Some b -> largest m = false.
Proof. by case: m. Qed.

Lemma conflicts_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_conflicts premise proof c = Proved -> holds c.
Proof.
rewrite /run_conflicts => _; case: ifP => // _; case: c => // f m [] // v; case e: covered_value => [b|] //.
case eL: lines_of => [[L l]|] // /verdict_true /and3P[/rectangularP reg /leNat le].
case/(any_twoP conflict_irreflexive conflict_sym) => u c F; rewrite (covered_least e) => k /(lines_cover reg e eL) hk.
apply: leq_trans le (le_pow2 _); rewrite Nnat.Nat2N.id -(size_map N.to_nat); exact: conflicts_cover u c hk.
Qed.

Definition by_conflicts : rule := Rule conflicts_sound.

Lemma antichain_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_antichain premise proof c = Proved -> holds c.
Proof.
rewrite /run_antichain => _; case: ifP => // _; case: c => // f m [] // v; case e: covered_value => [b|] //.
case eL: lines_of => [[L l]|] // /verdict_true /and3P[/rectangularP reg many].
case/(any_twoP (beyond_irreflexive b) (fun x y => andbC _ _)) => u c F.
rewrite (covered_least e) => k /(lines_cover reg e eL) hk.
have := antichain_cover u (fun i j hi hj ij => proj1 (andP (c i j hi hj ij))) hk; rewrite size_map => le.
case/orP: many => [/N.eqb_eq -> //|/andP[_ /N.ltb_lt lt]]; rewrite leqNgt; apply/negP => kv.
have : size l <= size (chains (N.to_nat (N.pred v))).
  by apply: leq_trans le (chains_more _); move/ssrnat.ltP: kv => kv; apply/leP; lia.
by move/leP => ?; lia.
Qed.

Definition by_antichain : rule := Rule antichain_sound.
