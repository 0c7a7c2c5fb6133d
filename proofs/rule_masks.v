(* Facts about sparse patterns, and lower bounds of hops by a pair of positions: what they attend to is gone through. *)

From Coq Require Import ZArith Lia ZifyBool ZifyN FMapPositive String.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths rule_least masks mask_rows reading_masks rule_hops.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Local Open Scope N_scope.
Local Arguments N.mul : simpl never.
Local Arguments N.add : simpl never.
Local Arguments N.sub : simpl never.

(* ---------- Sets of positions ---------- *)

Definition places := PositiveMap.t unit.

Definition put (m : places) (i : N) : places := PositiveMap.add (N.succ_pos i) tt m.
Definition holds_place (m : places) (i : N) : bool :=
  if PositiveMap.find (N.succ_pos i) m is Some _ then true else false.
Definition set_of (l : seq N) : places := foldl put (PositiveMap.empty unit) l.

Lemma key_inj i j : N.succ_pos i = N.succ_pos j -> i = j.
Proof. by move=> h; have := N.succ_pos_spec i; have := N.succ_pos_spec j; rewrite h => -> /N.succ_inj. Qed.

Lemma holds_put m i j : holds_place (put m j) i = (i == j) || holds_place m i.
Proof.
rewrite /holds_place /put; case: eqP => [->|h]; first by rewrite PositiveMap.gss.
by rewrite PositiveMap.gso // => /key_inj.
Qed.

Lemma set_ofP l i : holds_place (set_of l) i = (i \in l).
Proof.
have h m : holds_place (foldl put m l) i = (i \in l) || holds_place m i.
  by elim: l m => //= j l IH m; rewrite IH holds_put inE orbA (orbC (i \in l)).
by rewrite /set_of h /holds_place PositiveMap.gempty orbF.
Qed.

(* Positions, and ranges [start, stop, step] without stop. *)
Definition read_part (n : N) (j : json) : option (N * N * N) :=
  match j with
  | List [:: Int a; Int b; Int s] =>
      if [&& Z.leb 0 a, Z.ltb a b, Z.leb b (Z.of_N n) & Z.ltb 0 s] then Some (Z.to_N a, Z.to_N b, Z.to_N s) else None
  | Int a => if Z.leb 0 a && Z.ltb a (Z.of_N n) then Some (Z.to_N a, Z.to_N a + 1, 1) else None
  | _ => None
  end.

Definition read_set (n : N) (j : json) : option (seq N) :=
  omap (foldr (fun part more => range part.1.1 part.1.2 part.2 more) [::]) (many (read_part n) j).

(* ---------- Sets that are closed: no position in one attends to one outside of the set before ---------- *)

Definition within (n : N) (l : layer) (members : seq N) (target : places) : bool :=
  all (fun i => all (holds_place target) (row_of n l i)) members.

(* layers: as far as they are left of the cycle. *)
Fixpoint chain (n : N) (cycle layers : seq layer) (before : places) (sets : seq (seq N)) : bool :=
  if sets is own :: rest then
    let here := if layers is [::] then cycle else layers in
    within n (head Dense here) own before && chain n cycle (behead here) (set_of own) rest
  else nilp layers.

Definition chained (n : N) (cycle : seq layer) (sets : seq (seq N)) : bool :=
  let final := set_of (last [::] sets) in
  [&& ~~ nilp cycle, ~~ nilp sets, has (fun j => ~~ holds_place final j) (range 0 n 1 [::]),
      all (fun own => if own is i :: _ then i <? n else false) sets & chain n cycle [::] final sets].

Lemma chainP n cycle o before sets : ~~ nilp cycle -> (o <= size cycle)%N -> chain n cycle (drop o cycle) before sets ->
  (size cycle %| o + size sets)%N /\ forall s, (s < size sets)%N ->
    within n (nth Dense cycle ((o + s) %% size cycle)) (nth [::] sets s) (nth before (before :: map set_of sets) s).
Proof.
move=> hne; elim: sets o before => [|own rest IH] o before ho /=.
  rewrite /nilp size_drop subn_eq0 => h; split=> //; rewrite addn0.
  by have -> : o = size cycle by apply/eqP; rewrite eqn_leq ho h.
have [o' [ho' eo e1 e2]] : exists o', [/\ (o' < size cycle)%N, o' = o %[mod size cycle],
    head Dense (if drop o cycle is [::] then cycle else drop o cycle) = nth Dense cycle o' &
    behead (if drop o cycle is [::] then cycle else drop o cycle) = drop o'.+1 cycle].
  move: ho; rewrite leq_eqVlt => /orP[/eqP ->|ho].
  - exists 0%N; rewrite drop_size mod0n modnn nth0 drop1; split=> //.
    by case: cycle hne {IH}.
  - by exists o; rewrite (drop_nth Dense ho).
rewrite e1 e2 => /andP[h /(IH _ _ ho') [hd hs]].
have em s : (o + s)%N = (o' + s)%N %[mod size cycle] by rewrite -modnDml -eo modnDml.
split; first by rewrite /dvdn em addnS -addSn.
case=> [_|s hs']; first by rewrite em addn0 modn_small.
rewrite em -addSnnS /=; have := hs s hs'.
by rewrite (@set_nth_default _ _ (set_of own) before) //= size_map (ltnW hs').
Qed.

Lemma closed_sets n cycle sets : chained n cycle sets -> forall t, (0 < t)%N -> ~ all_depend n cycle t.
Proof.
case/and5P=> hc hs /hasP[j /below_range hj hout] /all_nthP hall hchain [//|t] _ h.
have := @chainP n cycle (size cycle) (set_of (last [::] sets)) sets hc (leqnn _); rewrite drop_size => /(_ hchain) [hd hw].
rewrite dvdn_addr // in hd; set final := set_of _ in hout hchain hw.
have hR : (0 < size sets)%N by case: (sets) hs.
have key u s k : (s < size sets)%N -> s = u %[mod size sets] -> k < n -> k \in nth [::] sets s ->
    depends n cycle u.+1 k j -> holds_place final j.
  elim: u s k => [|u IH] s k hsR es hk hks [i [hi hij hd']].
  - move: es hw hks; rewrite mod0n modn_small // => -> /(_ 0%N hR) /allP hw /hw /allP /= hrow.
    by rewrite -hd'; apply: hrow; apply: row_ofP => //; move: hij; rewrite mod0n addn0 modnn.
  - have hmem : holds_place (nth final (final :: map set_of sets) s) i.
      have /allP/(_ k hks)/allP := hw s hsR; apply; apply: row_ofP => //.
      move: hij; rewrite modnDl -(modn_dvdm s hd) es modn_dvdm //.
    case: s hsR es {hks} hmem => [|s] hsR es hmem.
    + apply: (IH (size sets).-1 i) => //; first by rewrite prednK.
        by apply/eqP; rewrite -(eqn_modDr 1) !addn1 prednK // modnn -es mod0n.
      by move: hmem; rewrite /= /final set_ofP (last_nth [::]); case: (sets) hR.
    + apply: (IH s i) => //; first exact: ltnW.
        by apply/eqP; rewrite -(eqn_modDr 1) !addn1 es.
      by move: hmem; rewrite /= (nth_map [::]) ?set_ofP // ltnW.
have [k [hk hks]] : exists k, k < n /\ k \in nth [::] sets (t %% size sets).
  have := hall [::] (t %% size sets)%N; rewrite ltn_mod => /(_ hR).
  by case: (nth _ _ _) => // k l hk; exists k; split; [arith | exact: mem_head].
by move/negP: hout; apply; apply: (key t (t %% size sets)%N k) => //; rewrite ?ltn_mod ?modn_mod //; exact: h.
Qed.

(* ---------- A pair of positions of which one does not depend on the other ---------- *)

(* What the members of a set attend to in a layer, nothing twice. *)
Definition attended (n : N) (l : layer) (members : seq N) : seq N :=
  (foldl (fun s i => foldl (fun s j => if holds_place s.2 j then s else (j :: s.1, put s.2 j)) s (row_of n l i))
    ([::], PositiveMap.empty unit) members).1.

(* From this set back through t layers, the last one first, until it is empty. *)
Fixpoint back (n : N) (cycle : seq layer) (t : nat) (members : seq N) : option (seq N) :=
  if t is s.+1 then
    if has (fun i => i <? n) members then back n cycle s (attended n (nth Dense cycle (s %% size cycle)) members) else None
  else Some members.

Lemma attendedP n l members i j : i \in members -> j \in row_of n l i -> j \in attended n l members.
Proof.
rewrite /attended; set f := fun s i => foldl _ s _.
pose ok (s : seq N * places) := forall x, holds_place s.2 x -> x \in s.1.
have step s k x : ok s -> ok (foldl (fun s j => if holds_place s.2 j then s else (j :: s.1, put s.2 j)) s k) /\
    ((x \in s.1) || (x \in k) -> x \in (foldl (fun s j => if holds_place s.2 j then s else (j :: s.1, put s.2 j)) s k).1).
  elim: k s => [|a k IH] s hs /=; first by rewrite orbF.
  case: ifP => ha.
  - have [h1 h2] := IH s hs; split=> // h; apply: h2; move: h; rewrite inE.
    by case/or3P=> [->|/eqP ->|->]; rewrite ?orbT //; rewrite (hs _ ha).
  - have [|h1 h2] := IH (a :: s.1, put s.2 a).
      by move=> y /=; rewrite holds_put inE => /orP[->|/hs ->]; rewrite ?orbT.
    split=> // h; apply: h2; move: h; rewrite /= !inE.
    by case/or3P=> ->; rewrite ?orbT.
have keep m s x : ok s -> x \in s.1 -> x \in (foldl f s m).1.
  elim: m s => //= k m IH s hs hx; have [h1 h2] := step s (row_of n l k) x hs.
  by apply: IH => //; apply: h2; rewrite hx.
have : ok ([::], PositiveMap.empty unit) by move=> x; rewrite /holds_place PositiveMap.gempty.
elim: members ([::], _) => //= k m IH s hs; rewrite inE => /orP[/eqP -> hj|hi hj].
- by have [h1 h2] := step s (row_of n l k) j hs; apply: keep => //; apply: h2; rewrite hj orbT.
- by have [h1 h2] := step s (row_of n l k) j hs; exact: IH.
Qed.

Lemma backP n cycle t members final i j : back n cycle t members = Some final ->
  i \in members -> i < n -> j < n ->
  depends n cycle t i j -> j \in final.
Proof.
elim: t members i => [|t IH] members i /=; first by case=> -> hi _ _ <-.
case: ifP => // _ hb hm hi hj [k [hk hik hd]].
by apply: (IH _ k hb) => //; apply: (attendedP hm); exact: row_ofP.
Qed.

Lemma back_step n cycle s d members final : back n cycle (s + d) members = Some final -> (0 < s)%N ->
  exists2 m, back n cycle s m = Some final & has (fun i => i <? n) m.
Proof.
elim: d members => [|d IH] m hb hs; last by move: hb; rewrite addnS /=; case: ifP => // _ /IH; apply.
by exists m; move: hb; rewrite addn0 //; case: s hs => //= s _; case: ifP.
Qed.

Lemma far_pair n cycle t i j final : back n cycle t [:: i] = Some final -> i < n -> j < n -> j \notin final ->
  forall s, (0 < s)%N -> all_depend n cycle s -> (t < s)%N.
Proof.
move=> hb hi hj /negP hout s hs hall; rewrite ltnNge; apply/negP=> hst.
have := hb; rewrite -(subnKC hst) => /back_step /(_ hs) [m hm /hasP[k hk /N.ltb_lt hkn]].
by apply: hout; apply: (backP hm hk hkn hj); exact: hall.
Qed.

(* ---------- Components without some positions ---------- *)

(* Labels, and the members of each with their number: those that are alone are in neither. *)
Definition labels : Type := PositiveMap.t N * PositiveMap.t (N * seq N).

Definition label (m : labels) (i : N) : N := if PositiveMap.find (N.succ_pos i) m.1 is Some a then a else i.

Definition merge (m : labels) (i j : N) : labels :=
  let a := label m i in
  let b := label m j in
  if a =? b then m
  else
    let of_ x := if PositiveMap.find (N.succ_pos x) m.2 is Some p then p else (1, [:: x]) in
    let give small large :=
      (foldl (fun l x => PositiveMap.add (N.succ_pos x) large l) m.1 (of_ small).2,
       PositiveMap.add (N.succ_pos large) ((of_ small).1 + (of_ large).1, List.rev_append (of_ small).2 (of_ large).2) m.2) in
    if (of_ a).1 <? (of_ b).1 then give a b else give b a.

Definition components (n : N) (layers : seq layer) (removed : seq N) : bool :=
  let out := holds_place (set_of removed) in
  let left := filter (fun i => ~~ out i) (range 0 n 1 [::]) in
  let found := foldl (fun m l => foldl (fun m i => foldl (fun m j => if out j then m else merge m i j) m (row_of n l i))
    m left) (PositiveMap.empty N, PositiveMap.empty (N * seq N)) layers in
  let alike l i := all (fun j => out j || (label found i =? label found j)) (row_of n l i) in
  let first := filter (fun i => label found i =? i) left in
  [&& all (fun l => all (alike l) left) layers, rising first & (size removed + 1 < size first)%N].

Lemma rising_uniq l : rising l -> uniq l.
Proof.
have h a k : rising (a :: k) -> forall x, x \in k -> a < x.
  elim: k a => // b k IH a /= /andP[/N.ltb_lt hab hk] x; rewrite inE => /orP[/eqP -> //|/(IH b hk)]; lia.
elim: l => // a l IH hl; have hl' : rising l by move: hl; case: (l) => //= b k /andP[].
rewrite /= IH // andbT; apply/negP=> /(h a l hl); lia.
Qed.

Lemma pieces (out : pred N) (f : N -> N) (g : nat -> N) k (found : seq N) :
  (forall i, (i.+1 < k)%N -> ~~ out (g i) -> ~~ out (g i.+1) -> f (g i) = f (g i.+1)) -> uniq found ->
  (forall a, a \in found -> exists i, [/\ (i < k)%N, ~~ out (g i) & f (g i) = a]) ->
  (size found <= count out (map g (iota 0 k)) + (if k is i.+1 then ~~ out (g i) else false))%N.
Proof.
elim: k found => [|k IH] found hf hu h; first by case: found h {hu} => // a l /(_ a (mem_head _ _)) [i []].
have hf' i : (i.+1 < k)%N -> ~~ out (g i) -> ~~ out (g i.+1) -> f (g i) = f (g i.+1).
  by move=> hi; apply: hf; exact: ltnW.
rewrite -addn1 iotaD map_cat count_cat /= addn0 add0n.
case ho: (out (g k)) => /=.
- rewrite addn0; apply: leq_trans (IH found hf' hu _) _; last by rewrite leq_add2l; case: (k) => // i; case: (out _).
  move=> a /h [i [hi hoi ea]]; exists i; split=> //; rewrite ltn_neqAle -ltnS hi andbT.
  by apply/eqP=> e; rewrite e ho in hoi.
- rewrite addn0; have hsub : (size (seq.rem (f (g k)) found) <= count out (map g (iota 0 k)) +
      (if k is i.+1 then ~~ out (g i) else false))%N.
    apply: IH => //; first exact: rem_uniq.
    move=> a; rewrite mem_rem_uniq // inE => /andP[hne /h [i [hi hoi ea]]]; exists i; split=> //.
    rewrite ltn_neqAle -ltnS hi andbT; apply/eqP=> e; move: hne; by rewrite -ea e eqxx.
  case hin: (f (g k) \in found); last first.
    rewrite rem_id ?hin // in hsub; apply: leq_trans hsub _; rewrite leq_add2l.
    by case: (k) => // i; case: (out _).
  have es : size found = (size (seq.rem (f (g k)) found)).+1.
    by rewrite size_rem // prednK //; case: (found) hin.
  case: k IH hf h hf' ho hsub hin es => [|k] IH hf h hf' ho hsub hin es; first by rewrite es -addn1 leq_add2r.
  case hok: (out (g k)) hsub => hsub; first by rewrite es -addn1 leq_add2r; move: hsub; rewrite addn0.
  have := IH found hf' hu; rewrite hok => -> // a /h [i [hi hoi ea]].
  move: hi; rewrite ltnS leq_eqVlt => /orP[/eqP e|hi]; last by exists i.
  by exists k; rewrite -ea e; split; rewrite ?hok // (hf k) ?hok ?ho.
Qed.

Lemma has_all (T : Type) (p q : pred T) l : all p l -> has q l -> exists x, p x /\ q x.
Proof. by elim: l => //= x l IH /andP[hp /IH h] /orP[hq|/h]; first by exists x. Qed.

Lemma no_path n layers removed : components n layers removed -> ~ has_path n layers.
Proof.
case/and3P; set out := holds_place _; set found := foldl _ _ layers; set first := filter _ (filter _ _).
move=> halike /rising_uniq hfirst hmany [g [hg hinj hp]].
have hrange x : (x \in range 0 n 1 [::]) = (x <? n).
  by apply/idP/idP => [/below_range|h]; [arith | apply: interval; arith].
pose h i := g (N.of_nat i); pose k := N.to_nat n.
have hu : uniq (map h (iota 0 k)).
  rewrite map_inj_in_uniq ?iota_uniq // => i j; rewrite !mem_iota !add0n /k => /ltP hi /ltP hj /hinj e.
  by apply: Nnat.Nat2N.inj; apply: e; lia.
have hall : {subset range 0 n 1 [::] <= map h (iota 0 k)}.
  have hs : {subset map h (iota 0 k) <= map N.of_nat (iota 0 k)}.
    move=> x /mapP[i]; rewrite mem_iota add0n /k => /ltP hi ->; apply/mapP.
    have hgi := hg (N.of_nat i); exists (N.to_nat (h i)); last by rewrite Nnat.N2Nat.id.
    by rewrite mem_iota add0n; apply/ltP; rewrite /h; lia.
  have [|_ e] := uniq_min_size hu hs; first by rewrite !size_map.
  move=> x; rewrite hrange e => hx; apply/mapP; exists (N.to_nat x); last by rewrite Nnat.N2Nat.id.
  by rewrite mem_iota add0n /k; apply/ltP; arith.
have at_ i : (i < k)%N -> h i \in range 0 n 1 [::].
  by move=> hi; rewrite hrange; have := hg (N.of_nat i); move/ltP: hi; rewrite /k /h; arith.
have hcount : (count out (map h (iota 0 k)) <= size removed)%N.
  rewrite -size_filter; apply: uniq_leq_size; first by rewrite filter_uniq.
  by move=> x; rewrite mem_filter => /andP[]; rewrite /out set_ofP.
suff hb : (size first <= count out (map h (iota 0 k)) + (if k is i.+1 then ~~ out (h i) else false))%N.
  move: hmany; rewrite ltnNge => /negP; apply; apply: leq_trans hb _; apply: leq_add => //.
  by case: (k) => // i; case: (out _).
apply: (pieces (f := label found)) => // [i hi hoi hoi1|a].
- have hn : N.of_nat i + 1 < n by move/ltP: hi; rewrite /k; lia.
  have [l [/allP hrow hj]] := has_all halike (hp _ hn).
  have e : N.of_nat i + 1 = N.of_nat i.+1 by lia.
  rewrite e -/(h i.+1) -/(h i) in hj.
  have hin1 : h i.+1 \in filter (fun i => ~~ out i) (range 0 n 1 [::]) by rewrite mem_filter hoi1 at_.
  have hlt x : (x < k)%N -> h x < n by move=> /ltP hx; apply: hg; rewrite /k in hx; lia.
  have /allP/(_ _ (row_ofP (hlt _ hi) (hlt _ (ltnW hi)) hj)) := hrow _ hin1.
  by rewrite (negbTE hoi) => /N.eqb_eq ->.
- rewrite !mem_filter => /and3P[/N.eqb_eq ea hoa /hall /mapP[i]]; rewrite mem_iota add0n => /= hi eh.
  by exists i; rewrite -eh.
Qed.

(* ---------- Positions that attend to themselves, and positions in their order ---------- *)

Fixpoint own_rows (i : N) (rows : seq (seq N)) : bool :=
  if rows is row :: rest then has (N.eqb i) row && own_rows (i + 1) rest else true.

Fixpoint selfish (n : N) (l : layer) : bool :=
  match l with
  | Lists rows => (n <=? N.of_nat (size rows)) && own_rows 0 rows
  | Union parts => has (selfish n) parts || all (fun i => has (fun part => joined n part i i) parts) (range 0 n 1 [::])
  | Causal l' => selfish n l'
  | _ => true
  end.

Lemma own_rowsP i rows k : own_rows i rows -> (k < size rows)%N -> has (N.eqb (i + N.of_nat k)) (nth [::] rows k).
Proof.
elim: rows i k => //= row rest IH i [|k] /andP[h hr] hk; first by rewrite N.add_0_r.
by have := IH _ k hr hk; have -> : i + 1 + N.of_nat k = i + N.of_nat k.+1 by lia.
Qed.

Lemma selfishP n l i : selfish n l -> i < n -> joined n l i i.
Proof.
move=> h hi; move: l h; fix IH 1 => -[|w|w|w r|w|w b||w g|rows|parts|l] //=.
1-7: by move=> _; rewrite ?N.eqb_refl //=; arith.
- case/andP=> hs h; have := @own_rowsP 0 rows (N.to_nat i) h; rewrite Nnat.N2Nat.id; apply.
  by apply/ltP; arith.
- case/orP=> [|/allP/(_ i)]; last by apply; apply: interval; lia.
  by elim: parts => //= p rest IHr /orP[/IH ->|/IHr ->]; rewrite ?orbT.
- by move/IH=> ->; rewrite andbT; arith.
Qed.

Definition in_order (n : N) (layers : seq layer) (reversed : bool) : bool :=
  all (fun i => has (fun l => if reversed then joined n l i (i + 1) else joined n l (i + 1) i) layers)
    (range 0 (n - 1) 1 [::]).

Lemma in_orderP n layers reversed : in_order n layers reversed -> has_path n layers.
Proof.
move/allP=> h; case: reversed h => h.
- exists (fun i => n - 1 - i); split=> [i hi|i j hi hj|i hi]; try lia.
  have := h (n - 1 - (i + 1)); rewrite (interval [::]); try lia.
  by move/(_ isT); have -> : n - 1 - (i + 1) + 1 = n - 1 - i by lia.
- by exists id; split=> // i hi; apply: (h i); apply: interval; lia.
Qed.

(* ---------- The rule ---------- *)

Definition exhibit_word : text := word "exhibit".
Definition evaluate_word : text := word "evaluate".
Definition closed_sets_word : text := word "closed-sets".
Definition sets_word : text := word "sets".
Definition components_word : text := word "components".
Definition removed_word : text := word "removed".
Definition self_word : text := word "self".
Definition in_order_word : text := word "in order".
Definition reversed_word : text := word "reversed".
Definition far_pair_word : text := word "far-pair".
Definition token_word : text := word "token".

(* The proof evaluates this exhibit, and whether it has these fields only. *)
Definition shows (exhibit : text) (proof : json) : bool :=
  says rule_word evaluate_word proof && says exhibit_word exhibit proof.
Definition fields_are (names : seq text) (proof : json) : bool := only [:: rule_word, exhibit_word & names] proof.

(* Through more layers than this nothing is followed. *)
Definition deepest_pair : N := 100000.

Definition run_masks (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  match c with
  | SparseFact n layers NeverAll =>
      if shows closed_sets_word proof then
        if field_as (many (read_set n)) sets_word proof is Some sets
        then verdict (fields_are [:: sets_word] proof && chained n layers sets) else Failed
      else Elsewhere
  | SparseFact n layers NoPath =>
      if shows components_word proof then
        if field_as (many number_of) removed_word proof is Some removed
        then verdict [&& fields_are [:: removed_word] proof, rising removed, all (fun i => i <? n) removed
                       & components n layers removed] else Failed
      else Elsewhere
  | SparseFact n layers SelfAttending =>
      if shows self_word proof then verdict (fields_are [::] proof && all (selfish n) layers) else Elsewhere
  | SparseFact n layers (MissesItself t i) =>
      if shows self_word proof
      then verdict (fields_are [::] proof && ~~ joined n (nth Dense layers (N.to_nat t).-1) i i) else Elsewhere
  | SparseFact n layers Path =>
      if cites in_order_word proof then
        let reversed := if field reversed_word proof is Some r then truth_of r else Some false in
        if reversed is Some r
        then verdict (only [:: rule_word; name_word; reversed_word] proof && in_order n layers r) else Failed
      else Elsewhere
  | SparseHops n layers Lower v =>
      if shows far_pair_word proof then
        let number name := field_as number_of name proof in
        if (number position_word, number token_word, number layers_word) is (Some i, Some j, Some t) then
          if t <=? deepest_pair then
            if back n layers (N.to_nat t) [:: i] is Some final
            then verdict [&& fields_are [:: position_word; token_word; layers_word] proof, i <? n, j <? n, v <=? t + 1
                           & (t =? 0) || ~~ has (N.eqb j) final] else Failed
          else Elsewhere
        else Failed
      else Elsewhere
  | _ => Elsewhere
  end.

Lemma masks_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_masks premise proof c = Proved -> holds c.
Proof.
move=> _; case: c => // [n layers [] v|n layers f] //; rewrite /run_masks.
- case: ifP => // _; case: (field_as _ position_word _) => // i; case: (field_as _ token_word _) => // j.
  case: (field_as _ layers_word _) => // t; case: ifP => // _; case e: (back _ _ _ _) => [final|] //.
  move=> /verdict_true /and5P[_ hi hj hv hout] s hs hall.
  case/orP: hout => [h0|hout]; first by apply/leP; move/ltP: hs; arith.
  have hnot : j \notin final by apply: contra hout => h; apply/hasP; exists j; rewrite ?N.eqb_refl.
  have := far_pair e (proj1 (N.ltb_lt _ _) hi) (proj1 (N.ltb_lt _ _) hj) hnot hs hall.
  by move/ltP=> h; apply/leP; arith.
- case: f => [|t i|||].
  + case: ifP => // _ /verdict_true /andP[_ h] l i hl hi; apply: selfishP hi.
    by elim: layers h hl => //= l' rest IH /andP[h /IH hr] [<-|].
  + by case: ifP => // _ /verdict_true /andP[_].
  + case: ifP => // _; case: (match field _ _ with Some r => truth_of r | None => Some false end) => // r.
    by move=> /verdict_true /andP[_ /in_orderP].
  + by case: ifP => // _; case: (field_as _ _ _) => // removed /verdict_true /and4P[_ _ _ /no_path].
  + by case: ifP => // _; case: (field_as _ _ _) => // sets /verdict_true /andP[_ /closed_sets].
Qed.

Definition masks : rule := Rule masks_sound.
