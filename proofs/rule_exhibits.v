(* Exhibits about communication matrices: messages, rectangles, protocols and fooling sets. *)

From Coq Require Import ZArith String Lia.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements json rules reading_widths reading_measures rule_least matrices laws messages.
From Headcount Require Import rule_ranks rule_inequalities.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* Whether an entry is this value. *)
Definition is_value (b : bool) (e : option bool) : bool := if e is Some x then ~~ (x (+) b) else false.

Lemma is_valueP b e : is_value b e = (e == Some b).
Proof. by case: e b => [[]|] []. Qed.

(* ---------- Messages: one for each kind of rows ---------- *)

Definition kinds_of_rows (alice : bool) (M : boolean) : N :=
  N.of_nat (size (firsts [::] (if alice then M else flipped M))).

Definition run_messages (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if exhibits (word "distinct") proof then
    if c is Measured f (OneWay alice) s v then
      let M := entries f in
      let bits := N.log2_up (kinds_of_rows alice M) in
      verdict (plain M && if s is Lower then N.leb v bits else N.leb bits v)
    else Elsewhere
  else Elsewhere.

Lemma messages_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_messages premise proof c = Proved -> holds c.
Proof.
rewrite /run_messages => _; case: ifP => // _; case: c => // f [] // alice s v /verdict_true /andP[/plainP g].
have [_ _ reg _] := g; rewrite /kinds_of_rows flippedP // -/(sender _ _).
case: s => /leNat h F.
  move=> k /(one_wayP F alice _ g) le; apply: leq_trans h (le_pow2 _); by rewrite Nnat.Nat2N.id.
change (may_be F (OneWay alice) (entries f) (N.to_nat v)); apply/(one_wayP F alice _ g).
rewrite -[X in X <= _]Nnat.Nat2N.id -to_nat_pow2; set n := N.of_nat _ in h *; apply/leP.
case: (N.eqb_spec n 0) => [->|n0]; first lia.
have : (n <= 2 ^ v)%num by apply/N.log2_up_le_pow2; [lia | move/leP: h => h; lia].
lia.
Qed.

Definition by_messages : rule := Rule messages_sound.

(* ---------- Lines: equal rows times the places where they have the value ---------- *)

Definition ones (b : bool) (M : boolean) : boolean := map (map (fun e => Some (is_value b e))) M.
Definition some_one (r : seq (option bool)) : bool := has (is_value true) r.
Definition kinds_with (b : bool) (M : boolean) : boolean := filter some_one (firsts [::] (ones b M)).

Definition covered_value (m : measure) : option bool :=
  match m with Cover b => Some b | Disjoint b => Some b | _ => None end.

Definition run_lines (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if exhibits (word "lines") proof then
    if c is Measured f m Upper v then
      if covered_value m is Some b then
        let M := entries f in
        let lines := if says of_word (word "rows") proof then Some M
                     else if says of_word (word "columns") proof then Some (flipped M) else None in
        if lines is Some L then verdict (rectangular M && N.leb (N.of_nat (size (kinds_with b L))) v) else Failed
      else Elsewhere
    else Elsewhere
  else Elsewhere.

Lemma cell_some M i j x : cell M i j = Some x -> i < size M /\ j < size (nth [::] M i).
Proof.
rewrite /cell; case: (ltnP i (size M)) => hi; last by rewrite [nth [::] M i]nth_default // nth_nil.
by case: (ltnP j (size (nth [::] M i))) => hj //; rewrite [nth None _ j]nth_default.
Qed.

Lemma cell_ones b M i j : cell M i j = Some b -> cell (ones b M) i j = Some true.
Proof.
move=> e; have [hi hj] := cell_some e; rewrite /cell (nth_map [::]) // (nth_map None) // -/(cell M i j) e /=.
by rewrite addbb.
Qed.

Lemma ones_cell b M i j : cell (ones b M) i j = Some true -> cell M i j = Some b.
Proof.
move=> e; have [] := cell_some e; rewrite size_map => hi; rewrite (nth_map [::]) // size_map => hj.
by move: e; rewrite /cell (nth_map [::]) // (nth_map None) // is_valueP => -[/eqP].
Qed.

Lemma lines_disjoint F b M : may_be F (Disjoint b) M (size (kinds_with b M)).
Proof.
set l := kinds_with b M; have ul : uniq l by rewrite filter_uniq // uniq_firsts.
exists (fun t => (fun i => nth [::] (ones b M) i == nth [::] l t, fun j => nth None (nth [::] l t) j == Some true)).
  split=> [t tl i j|i j e].
    by rewrite /inside /= => /andP[/eqP <- /eqP /ones_cell ->]; case: (b).
  have [hi _] := cell_some e; have c := cell_ones e; have [_ hj] := cell_some c.
  have rl : nth [::] (ones b M) i \in l.
    rewrite mem_filter mem_firsts /= mem_nth ?size_map // andbT; apply/(has_nthP None).
    by exists j; rewrite // -/(cell _ _ _) c.
  exists (index (nth [::] (ones b M) i) l); first by rewrite index_mem.
  by rewrite /inside /= nth_index // eqxx -/(cell _ _ _) (cell_ones e).
move=> s t i j hs ht; rewrite /inside /= => /andP[/eqP -> _] /andP[]; by rewrite nth_uniq // => /eqP.
Qed.

Lemma disjoint_turned F b M k : regular M -> may_be F (Disjoint b) (turned M) k -> may_be F (Disjoint b) M k.
Proof.
move=> reg [R [h c] d]; exists (fun t => ((R t).2, (R t).1)); last first.
  by move=> s t i j hs ht; rewrite /inside /= ![(R _).2 i && _]andbC => h1 h2; exact: d hs ht h1 h2.
split=> [t tk i j|i j]; first by rewrite /inside /= andbC => /(h t tk); rewrite cell_turned.
by rewrite -cell_turned // => /c[t tk]; exists t => //; rewrite /inside /= andbC.
Qed.

Lemma disjoint_holds m b F M k : covered_value m = Some b -> may_be F (Disjoint b) M k -> may_be F m M k.
Proof. by case: m => // [b'|b'] [->] // [R c _]; exists R. Qed.

Lemma lines_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_lines premise proof c = Proved -> holds c.
Proof.
rewrite /run_lines => _; case: ifP => // _; case: c => // f m [] // v; case e: covered_value => [b|] //.
have small : largest m = false by case: m e.
case el: (if _ then Some _ else _) => [L|] // /verdict_true /andP[/rectangularP reg /leNat].
rewrite Nnat.Nat2N.id => h F; rewrite small /=; apply: (may_be_mono small h); apply: disjoint_holds e _.
move: el; case: ifP => _ [] => [<-|]; first exact: lines_disjoint.
by case: ifP => // _ [<-]; apply: disjoint_turned => //; rewrite flippedP //; exact: lines_disjoint.
Qed.

Definition by_lines : rule := Rule lines_sound.

(* ---------- Rectangles that are listed ---------- *)

(* Which of the places along a list are in an increasing list of numbers; None if one is in none. *)
Fixpoint marks (A : Type) (i : N) (along : seq A) (l : seq N) : option (seq bool) :=
  match along, l with
  | [::], [::] => Some [::]
  | [::], _ => None
  | _ :: rest, [::] => omap (cons false) (marks (N.succ i) rest l)
  | _ :: rest, c :: l' =>
      if N.eqb c i then omap (cons true) (marks (N.succ i) rest l') else omap (cons false) (marks (N.succ i) rest l)
  end.

Notation box := (seq bool * seq bool)%type.

Definition read_box (M : boolean) (j : json) : option box :=
  match many (many number_of) j with
  | Some [:: rows; columns] =>
      if (marks 0 M rows, marks 0 (head [::] M) columns) is (Some r, Some c) then Some (r, c) else None
  | _ => None
  end.

(* How many rectangles hold an entry: with the value b at least one, with the other none; at most one, if disjoint. *)
Definition enough (b alone : bool) (e : option bool) (n : nat) : bool :=
  match n with
  | 0 => ~~ is_value b e
  | n'.+1 => ~~ is_value (~~ b) e && ~~ (alone && if n' is 0 then false else true)
  end.

Fixpoint enough_row (b alone : bool) (boxes : seq (seq bool)) (row : seq (option bool)) : bool :=
  if row is e :: rest then
    if enough b alone e (count (head false) boxes) then enough_row b alone (map behead boxes) rest else false
  else true.

Fixpoint enough_rows (b alone : bool) (boxes : seq box) (M : boolean) : bool :=
  if M is row :: rest then
    if enough_row b alone (map snd (filter (fun B => head false B.1) boxes)) row then
      enough_rows b alone (map (fun B => (behead B.1, B.2)) boxes) rest
    else false
  else true.

Definition in_box (i j : nat) (B : box) : bool := nth false B.1 i && nth false B.2 j.

Lemma enough_rowP b alone boxes row j : enough_row b alone boxes row -> j < size row ->
  enough b alone (nth None row j) (count (fun c => nth false c j) boxes).
Proof.
elim: row boxes j => // e row IH boxes j /=; case: ifP => // h hr; case: j => [_|j] /=.
  by rewrite (eq_count (a2 := head false)) // => c; rewrite nth0.
move/(IH _ _ hr); rewrite count_map (eq_count (a2 := fun c => nth false c j.+1)) // => c /=; exact: nth_behead.
Qed.

Lemma enough_rowsP b alone boxes M i j : enough_rows b alone boxes M -> i < size M -> j < size (nth [::] M i) ->
  enough b alone (cell M i j) (count (in_box i j) boxes).
Proof.
rewrite /cell; elim: M boxes i => // row M IH boxes i /=; case: ifP => // h hr; case: i => [_|i] /= hi.
  have := enough_rowP h hi; rewrite count_map count_filter (eq_count (a2 := in_box 0 j)) // => B /=.
  by rewrite /in_box nth0 andbC.
move/(IH _ _ hr hi); rewrite count_map (eq_count (a2 := in_box i.+1 j)) // => B.
by rewrite /in_box /= nth_behead.
Qed.

Definition run_rectangles (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if exhibits (word "rectangles") proof then
    if c is Measured f m Upper v then
      if covered_value m is Some b then
        let M := entries f in
        if field_as (many (read_box M)) (word "rectangles") proof is Some boxes then
          verdict [&& rectangular M, N.leb (N.of_nat (size boxes)) v &
            enough_rows b (if m is Disjoint _ then true else false) boxes M]
        else Failed
      else Elsewhere
    else Elsewhere
  else Elsewhere.

Lemma boxes_cover b alone boxes M : regular M -> enough_rows b alone boxes M ->
  exists2 R, covers M b (size boxes) R & alone -> disjoint (size boxes) R.
Proof.
move=> reg h; pose B0 : box := ([::], [::]).
pose R t : rectangle := (fun i => (i < height M) && nth false (nth B0 boxes t).1 i,
                         fun j => (j < breadth M) && nth false (nth B0 boxes t).2 j).
have inR t i j : inside (R t) i j = [&& i < height M, j < breadth M & in_box i j (nth B0 boxes t)].
  by rewrite /inside /in_box /= andbACA -andbA.
have some t i j : t < size boxes -> inside (R t) i j -> 0 < count (in_box i j) boxes.
  by move=> ht; rewrite inR => /and3P[_ _ hb]; rewrite -has_count; apply/(has_nthP B0); exists t.
exists R; [split=> [t ht i j hin e|i j e]|].
- have [hi hj] := cell_some e; have := enough_rowsP h hi hj; have := some _ _ _ ht hin.
  by case: (count (in_box i j) boxes) => // n _ /=; rewrite e /= addbb.
- have [hi hj] := cell_some e; have := enough_rowsP h hi hj; rewrite e.
  case en: (count (in_box i j) boxes) => [|n] /=; first by rewrite addbb.
  move=> _; have : has (in_box i j) boxes by rewrite has_count en.
  case/(has_nthP B0) => t ht hb; exists t => //; rewrite inR hb hi /= andbT.
  by rewrite -(size_row reg hi).
move=> al s t i j hs ht his hit; move: (his) (hit); rewrite !inR => /and3P[hi hj bs] /and3P[_ _ bt].
have := enough_rowsP h hi (j := j); rewrite size_row // => /(_ hj); rewrite al => e.
apply: (@count_nth _ B0 (in_box i j) boxes) => //; move: e; case: (count (in_box i j) boxes) => [|[|n]] //=.
by rewrite andbF.
Qed.

Lemma rectangles_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_rectangles premise proof c = Proved -> holds c.
Proof.
rewrite /run_rectangles => _; case: ifP => // _; case: c => // f m [] // v; case e: covered_value => [b|] //.
have small : largest m = false by case: m e.
case: field_as => // boxes /verdict_true /and3P[/rectangularP reg /leNat]; rewrite Nnat.Nat2N.id => h hb F.
rewrite small /=; apply: (may_be_mono small h); have [R cov dis] := boxes_cover reg hb.
by case: m e {hb small} dis => // b' [->] dis; exists R => //; exact: dis.
Qed.

Definition by_rectangles : rule := Rule rectangles_sound.
