(* How many layers a task on words takes under a sparse pattern: two words that look alike, or what all positions know. *)

From Coq Require Import ZArith Lia ZifyBool ZifyN String List.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths rule_least masks mask_rows reading_masks rule_masks.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Local Open Scope N_scope.

(* What the members attend to, and the members. *)
Definition grown (n : N) (l : layer) (members : seq N) : seq N :=
  filter (fun i => has (fun m => (i =? m) || joined n l m i) members) (range 0 n 1 [::]).

(* What the members know after t layers, the last one first. *)
Fixpoint known (n : N) (layers : seq layer) (t : nat) (members : seq N) : seq N :=
  if t is s.+1 then known n layers s (grown n (nth Dense layers (s %% size layers)) members) else members.

Lemma grownP n l members i : reflect (i < n /\ exists2 m, m \in members & i = m \/ joined n l m i) (i \in grown n l members).
Proof.
rewrite mem_filter; apply: (iffP andP) => [[/hasP[m hm h] /below_range hi]|[hi [m hm h]]].
- by split=> //; exists m => //; case/orP: h => [/N.eqb_eq|]; [left | right].
- split; last by apply: interval; lia.
  by apply/hasP; exists m => //; case: h => [->|->]; rewrite ?N.eqb_refl ?orbT.
Qed.

Lemma knownP n layers t members j : (forall m, m \in members -> m < n) ->
  j \in known n layers t members <-> exists2 m, m \in members & knows n layers t m j.
Proof.
elim: t members => [|t IH] members hm /=; first by split=> [h|[m h <-]] //; exists j.
rewrite IH => [|i /grownP[]] //; split=> [[i /grownP[hi [m h hor]] hk]|[m h [hk|[i [hi hj hk]]]]].
- by exists m => //; case: hor => [<-|hj]; [left | right; exists i].
- by exists m => //; apply/grownP; split; [exact: hm | exists m => //; left].
- by exists i => //; apply/grownP; split=> //; exists m => //; right.
Qed.

Lemma knows_more n layers s t k j : (s <= t)%N -> knows n layers s k j -> knows n layers t k j.
Proof.
elim: t => [|t IH]; first by rewrite leqn0 => /eqP ->.
by rewrite leq_eqVlt => /orP[/eqP -> //|/IH h] /h; left.
Qed.

Definition word_and_answers := (seq N * seq (option Z))%type.

Definition asked_at (only_at : option N) (k : N) : bool := if only_at is Some i then k =? i else true.

(* Two words with other answers at a position that knows no token at which they differ. *)
Definition alike (n : N) (layers : seq layer) (only_at : option N) (t : nat) (k : N) (x y : word_and_answers) : bool :=
  [&& k <? n, asked_at only_at k,
      match nth None x.2 (N.to_nat k), nth None y.2 (N.to_nat k) with Some a, Some b => ~~ Z.eqb a b | _, _ => false end &
      all (fun j => nth 0 x.1 (N.to_nat j) =? nth 0 y.1 (N.to_nat j)) (known n layers t [:: k])].

Lemma alike_depth n layers table only_at t k x y : In x table -> In y table -> alike n layers only_at t k x y ->
  forall s, told_by n layers table only_at s -> (t < s)%N.
Proof.
move=> hx hy /and4P[/N.ltb_lt hk hat hab /allP hall] s h; rewrite ltnNge; apply/negP=> hst.
case ea: (nth None x.2 _) hab => [a|] //; case eb: (nth None y.2 _) => [b|] // /negP; apply; apply/Z.eqb_eq.
apply: (h x y k a b) => //; first by move: hat; rewrite /asked_at; case: (only_at) => // i /N.eqb_eq.
move=> j hj; apply/N.eqb_eq/hall/knownP; first by move=> m; rewrite mem_seq1 => /eqP ->.
by exists k; [rewrite mem_seq1 | exact: knows_more hj].
Qed.

(* Words that agree at all that a position knows have one answer there. *)
Definition all_told (n : N) (layers : seq layer) (table : seq word_and_answers) (only_at : option N) (t : nat) : bool :=
  all (fun k => ~~ asked_at only_at k ||
    let places := known n layers t [:: k] in
    all (fun x => all (fun y =>
      match nth None x.2 (N.to_nat k), nth None y.2 (N.to_nat k) with
      | Some a, Some b => Z.eqb a b || has (fun j => ~~ (nth 0 x.1 (N.to_nat j) =? nth 0 y.1 (N.to_nat j))) places
      | _, _ => true
      end) table) table) (range 0 n 1 [::]).

Lemma all_in (T : Type) (p : pred T) l x : all p l -> In x l -> p x.
Proof. by elim: l => //= y l IH /andP[h hl] [<-|/(IH hl)]. Qed.

Lemma all_told_depth n layers table only_at t s : all_told n layers table only_at t -> (t <= s)%N ->
  told_by n layers table only_at s.
Proof.
move=> /allP h hts x y k a b hx hy hk hat ea eb hagree.
have := h k (interval [::] (N.le_0_l k) hk).
have -> : asked_at only_at k by move: hat; rewrite /asked_at; case: (only_at) => // i ->; exact: N.eqb_refl.
rewrite /= => ha; have := all_in (all_in ha hx) hy; rewrite ea eb => /orP[/Z.eqb_eq // | /hasP[j hj /negP[]]].
apply/N.eqb_eq/hagree; have [|m] := proj1 (@knownP n layers t [:: k] j _) hj.
  by move=> m; rewrite mem_seq1 => /eqP ->.
by rewrite mem_seq1 => /eqP -> hkn; exact: knows_more hkn.
Qed.

(* ---------- Reading, and the rule ---------- *)

Definition depth_word : text := word "depth".
Definition pattern_word : text := word "pattern".
Definition two_inputs_word : text := word "two-inputs".
Definition uniform_word : text := word "uniform-heads".
Definition inputs_word : text := word "inputs".

Definition read_answer (j : json) : option (option Z) :=
  match j with Null => Some None | Int z => Some (Some z) | _ => None end.

(* A word of this length over an alphabet, and its answers. *)
Definition read_line (length alphabet : N) (j : json) : option word_and_answers :=
  if j is List [:: w; a] then
    if (many number_of w, many read_answer a) is (Some w', Some a') then
      if [&& N.of_nat (size w') =? length, N.of_nat (size a') =? length & all (fun x => x <? alphabet) w']
      then Some (w', a') else None
    else None
  else None.

Definition read_table (n : N) (j : json) : option (seq word_and_answers * option N) :=
  let number name := field_as number_of name j in
  if [&& says task_word (word "computation") j, says (word "of") (word "table") j &
         only [:: task_word; word "of"; word "alphabet"; word "length"; word "answers"; layer_name; position_word] j] then
    if (number (word "alphabet"), number (word "length")) is (Some a, Some length) then
      let only_at := if field position_word j is Some p then omap Some (number_of p) else Some None in
      if (field_as (many (read_line length a)) (word "answers") j, only_at) is (Some table, Some p)
      then if (n =? length) && (if p is Some i then i <? n else true) then Some (table, p) else None else None
    else None
  else None.

Definition read_depth (asked_for j : json) : option claim :=
  if says quantity_word depth_word j && only [:: word "question"; word "proof"; quantity_word; pattern_word; side_word; value_word] j
  then
    if field_as read_pattern pattern_word j is Some (n, layers) then
      match read_table n asked_for, read_side j, field_as number_of value_word j with
      | Some (table, p), Some s, Some v => Some (TaskDepth n layers table p s v)
      | _, _, _ => None
      end
    else None
  else None.

Definition line_of (w : seq N) (table : seq word_and_answers) : option word_and_answers :=
  List.find (fun x : word_and_answers => (size w == size x.1) && all (fun p => p.1 =? p.2) (zip w x.1)) table.

Definition run_depth (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  match c with
  | TaskDepth n layers table only_at Lower v =>
      if shows two_inputs_word proof then
        let number name := field_as number_of name proof in
        if (number position_word, number layers_word, field_as (many (many number_of)) inputs_word proof)
          is (Some k, Some t, Some [:: w; w']) then
          if t <=? deepest_pair then
            if (line_of w table, line_of w' table) is (Some x, Some y) then
              verdict [&& fields_are [:: position_word; layers_word; inputs_word] proof, v <=? t + 1 &
                          alike n layers only_at (N.to_nat t) k x y]
            else Failed
          else Elsewhere
        else Failed
      else if cites (word "least") proof then verdict (v =? 0) else Elsewhere
  | TaskDepth n layers table only_at Upper v =>
      if shows uniform_word proof then
        if field_as number_of layers_word proof is Some t then
          if t <=? deepest_pair
          then verdict [&& fields_are [:: layers_word] proof, t <=? v & all_told n layers table only_at (N.to_nat t)]
          else Elsewhere
        else Failed
      else Elsewhere
  | _ => Elsewhere
  end.

Lemma depth_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_depth premise proof c = Proved -> holds c.
Proof.
move=> _; case: c => // n layers table only_at [] v; rewrite /run_depth.
- case: ifP => _; last by case: ifP => // _ /verdict_true /N.eqb_eq -> s.
  case: (field_as _ position_word _) => // k; case: (field_as _ layers_word _) => // t.
  case: (field_as _ _ _) => // -[|w [|w' [|]]] //; case: ifP => // _.
  case ex: (line_of w table) => [x|] //; case ey: (line_of w' table) => [y|] // /verdict_true /and3P[_ /N.leb_le hv h] s hs.
  have [hx _] := find_some _ _ ex; have [hy _] := find_some _ _ ey.
  by have /ssrnat.ltP := alike_depth hx hy h hs; move=> h'; apply/ssrnat.leP; lia.
- case: ifP => // _; case: (field_as _ _ _) => // t; case: ifP => // _ /verdict_true /and3P[_ /N.leb_le ht h].
  by apply: (all_told_depth h); apply/ssrnat.leP; lia.
Qed.

Definition task_depth : rule := Rule depth_sound.
