(* Upper bounds of VC dimension: all choices of columns are gone through, the tree of a proof is not read. *)

From Coq Require Import ZArith NArith String Lia.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements json rules reading_widths reading_measures rule_least matrices.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Definition is_at (b : bool) (j : nat) (r : seq (option bool)) : bool := if nth None r j is Some c then eqb c b else false.
Definition empty (A : Type) (l : seq A) : bool := if l is [::] then true else false.

(* Each group in two parts, by what its rows show at j. *)
Definition parts_of (j : nat) (groups : seq boolean) : seq boolean :=
  flatten [seq [:: filter (is_at false j) g; filter (is_at true j) g] | g <- groups].

(* groups: the rows by what they show on the columns chosen; on k more columns, some word is shown by no row. *)
Fixpoint unshattered (k breadth : nat) (groups : seq boolean) : bool :=
  if k is k'.+1 then
    all (fun j =>
      let parts := parts_of j groups in
      if has (@empty _) parts then true else unshattered k' breadth parts) (iota 0 breadth)
  else false.

Definition shows (columns : seq nat) (rows : boolean) : Prop := forall word : seq bool, size word = size columns ->
  exists2 r, r \in rows & map (nth None r) columns = map Some word.

Lemma is_atP b j r : nth None r j = Some b -> is_at b j r.
Proof. by rewrite /is_at => ->; case: b. Qed.

Lemma unshatteredP k breadth groups columns : unshattered k breadth groups -> groups <> [::] ->
  (forall g r, g \in groups -> r \in g -> size r <= breadth) -> size columns = k ->
  exists2 g, g \in groups & ~ shows columns g.
Proof.
elim: k groups columns => // k IH groups [|j columns] //= /allP h ne wide [sk].
case: groups ne h wide => // g0 groups _; set G := g0 :: groups => h wide.
case: (boolP (j < breadth)) => [jb|nj]; last first.
  exists g0; first by rewrite inE eqxx.
  move=> /(_ (nseq k.+1 false)); rewrite /= size_nseq sk => -[] // r rg [e _]; case/negP: nj.
  apply: leq_trans (wide g0 r (mem_head _ _) rg).
  by case: (ltnP j (size r)) => // le; move: e; rewrite nth_default.
have := h j; rewrite mem_iota leq0n add0n jb => /(_ isT); set parts := parts_of j G.
have part p : p \in parts -> exists2 g, g \in G & exists b, p = filter (is_at b j) g.
  by case/flatten_mapP => g gG; rewrite !inE => /orP[] /eqP ->; exists g => //; first [by exists false|by exists true].
case: ifP => [some _|_ hu].
  have [p /part[g gG [b e]] pe] := hasP some.
  exists g => // /(_ (b :: nseq k false)); rewrite /= size_nseq sk => -[] // r rg [eb _].
  by have : r \in p; [rewrite e mem_filter (is_atP eb)|case: (p) pe].
have pne : parts <> [::] by rewrite /parts /G.
have wide' g r : g \in parts -> r \in g -> size r <= breadth.
  by case/part => g' gG [b ->]; rewrite mem_filter => /andP[_]; exact: wide.
have [p /part[g gG [b ->]] no] := IH parts columns hu pne wide' sk.
exists g => // all_; apply: no => w sw; have [r rg [eb ew]] := all_ (b :: w) (congr1 S sw).
by exists r; rewrite ?mem_filter ?(is_atP eb).
Qed.

Lemma shows_take columns rows k : shows columns rows -> shows (take k columns) rows.
Proof.
move=> h w sw; have le : size w <= size columns by rewrite sw size_take; case: ltnP => // /ltnW.
have [|r rr e] := h (w ++ nseq (size columns - size w) false).
  by rewrite size_cat size_nseq subnKC.
exists r => //; rewrite map_take e map_cat take_cat size_map; move: sw; rewrite size_take.
case: ltnP => [lk sw|kl sw]; first by rewrite sw ltnn subnn take0 cats0.
by rewrite sw ltnNge kl /= subnn /= cats0.
Qed.

Definition lines_of (rows : bool) (M : boolean) : boolean := if rows then M else flipped M.

(* No more than 20 columns, of which all words have to be shown. *)
Definition most_columns : N := 20.

Definition no_larger (proof : json) (rows : bool) (M : boolean) (v : N) : bool :=
  if field_as number_of (word "size") proof is Some k then
    let M' := lines_of rows M in
    [&& plain M, N.leb k most_columns, N.leb k v & unshattered (N.to_nat k).+1 (breadth M') [:: M']]
  else false.

(* All choices of columns can be gone through; larger questions are not covered. *)
Definition few_choices (proof : json) (rows : bool) (M : boolean) : bool :=
  if field_as number_of (word "size") proof is Some k then
    if N.leb k most_columns then N.leb (N.pow (N.of_nat (breadth (lines_of rows M))) (N.succ k)) 20000000 else true
  else true.

Definition run_unshattered (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  match c with
  | Measured f (Shattered rows) Upper v =>
      if [&& says rule_word (word "tree") proof, says (word "system") (word "shattered") proof & few_choices proof rows (entries f)]
      then verdict (no_larger proof rows (entries f) v) else Elsewhere
  | _ => Elsewhere
  end.

Lemma lines_ofP rows M : plain M -> lines_of rows M = (if rows then M else turned M) /\ good (lines_of rows M).
Proof. by move=> /plainP g; case: rows => //=; rewrite flippedP; [split=> //; exact: good_turned|case: g]. Qed.

Lemma unshattered_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_unshattered premise proof c = Proved -> holds c.
Proof.
rewrite /run_unshattered => _; case: c => // f m s v; case: m s => // rows [] //; case: ifP => // _ /verdict_true.
rewrite /no_larger; case: (field_as _ _ _) => // k /and4P[/(lines_ofP rows)[e [_ _ reg _]] _ /N.leb_le kv hu] F n [cs sn h].
rewrite leqNgt; apply/negP => vn.
have cs_k : size (take (N.to_nat k).+1 cs) = (N.to_nat k).+1.
  by rewrite size_take sn; case: ltnP => // le; apply/eqP; rewrite eqn_leq le (leq_trans _ vn) // ltnS; apply/leP; lia.
have [||g] := unshatteredP hu _ _ cs_k => //.
  by move=> g r; rewrite inE => /eqP -> /reg ->.
rewrite inE => /eqP ->; case; apply: shows_take => w sw; have [|i hi ew] := h w; first by rewrite -sn.
by exists (nth [::] (lines_of rows (entries f)) i); rewrite e // mem_nth.
Qed.

Definition unshattered_rule : rule := Rule unshattered_sound.
