(* The rule "clauses": clauses that a system makes of lists of numbers, refuted by unit propagation with hints.

   This is the version of clauses.v that runs: clauses are looked up by their numbers in a binary tree, and so are the
   values of variables. *)

From Coq Require Import ZArith FMapPositive String.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import json reading_widths clauses.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Module Tree := FMapPositive.PositiveMap.

Definition values := Tree.t bool.

(* v has the values that are known. *)
Definition agrees (v : positive -> bool) (known : values) : Prop := forall p b, Tree.find p known = Some b -> v p = b.

(* What is known once a literal is true; None for 0. *)
Definition assume (l : literal) (known : values) : option values :=
  match l with Z0 => None | Zpos p => Some (Tree.add p true known) | Zneg p => Some (Tree.add p false known) end.

Definition is_false (known : values) (l : literal) : bool :=
  match l with
  | Z0 => true
  | Zpos p => if Tree.find p known is Some b then ~~ b else false
  | Zneg p => if Tree.find p known is Some b then b else false
  end.

Inductive scanned := Conflict | Unit (l : literal) | Several.

(* What is left of a clause; some literal that is not false may have been found. *)
Fixpoint scan (known : values) (found : option literal) (c : clause) : scanned :=
  if c is l :: rest then
    if is_false known l then scan known found rest
    else if found is Some l' then if Z.eqb l l' then scan known found rest else Several
    else scan known (Some l) rest
  else if found is Some l then Unit l else Conflict.

Definition store := Tree.t clause.
Definition named_clause (s : store) (n : N) : option clause := Tree.find (N.succ_pos n) s.

Fixpoint propagate (s : store) (known : values) (hints : seq N) : bool :=
  if hints is h :: rest then
    if named_clause s h is Some c then
      match scan known None c with
      | Conflict => true
      | Unit l => if assume l known is Some known' then propagate s known' rest else false
      | Several => false
      end
    else false
  else false.

Fixpoint assume_false (lemma : clause) (known : values) : option values :=
  if lemma is l :: rest then if assume (Z.opp l) known is Some known' then assume_false rest known' else None
  else Some known.

Definition implied (s : store) (lemma : clause) (hints : seq N) : bool :=
  if assume_false lemma (Tree.empty bool) is Some known then propagate s known hints else false.

(* n: how many clauses there are; last: the last of them. *)
Fixpoint derive (s : store) (n : N) (last : clause) (lemmas : seq (clause * seq N)) : bool :=
  if lemmas is (lemma, hints) :: rest then
    if implied s lemma hints then derive (Tree.add (N.succ_pos n) lemma s) (N.succ n) lemma rest else false
  else nilp last.

Section Soundness.

Variable v : positive -> bool.

Definition stored (s : store) : Prop := forall p c, Tree.find p s = Some c -> clause_true v c.

Lemma assume_agrees l known known' : literal_true v l -> agrees v known -> assume l known = Some known' ->
  agrees v known'.
Proof.
move=> hl hk; case: l hl => // p /= hl [<-] q b; case: (Pos.eq_dec q p) => [->|ne];
  by [rewrite Tree.gss => -[<-]; move: hl; case: (v p) | rewrite Tree.gso //; exact: hk].
Qed.

Lemma is_false_sound known l : agrees v known -> is_false known l -> literal_true v l = false.
Proof.
by move=> hk; case: l => //= p; case: (Tree.find p known) (hk p) => [b|] // h; rewrite (h _ erefl); case: b {h}.
Qed.

Lemma scan_sound known found c : agrees v known ->
  clause_true v c || (if found is Some l then literal_true v l else false) ->
  match scan known found c with Conflict => False | Unit l => literal_true v l | Several => True end.
Proof.
move=> hk; elim: c found => [|l c IH] found /=; first by case: found.
case: ifP => [/(is_false_sound hk) -> /=|_ h]; first exact: IH.
case: found h => [l'|]; last by rewrite orbF orbC => h; apply: (IH (Some l)).
by case: Z.eqb_spec => // -> h; apply: (IH (Some l')); rewrite orbC; move: h; rewrite orbAC orbb.
Qed.

Lemma propagate_sound s known hints : stored s -> agrees v known -> propagate s known hints -> False.
Proof.
move=> hs; elim: hints known => //= h hints IH known hk; rewrite /named_clause.
case e: (Tree.find _ s) => [c|] //.
have := @scan_sound known None c hk; rewrite (hs _ _ e) => /(_ isT).
case: (scan _ _ _) => // l hl; case e': (assume l known) => [known'|] //.
by apply: IH; apply: assume_agrees hl hk e'.
Qed.

Lemma assume_false_agrees lemma known known' : clause_true v lemma = false -> agrees v known ->
  assume_false lemma known = Some known' -> agrees v known'.
Proof.
elim: lemma known => [|l c IH] known /=; first by move=> _ hk [<-].
move=> /negbT; rewrite negb_or => /andP [hl /negbTE hc] hk; case e: (assume _ _) => [k|] //.
have {}hl : literal_true v (Z.opp l) by case: l hl e => //= p /negPn.
by apply: IH hc _; apply: assume_agrees hl hk e.
Qed.

Lemma implied_sound s lemma hints : stored s -> implied s lemma hints -> clause_true v lemma.
Proof.
rewrite /implied => hs; case e: (assume_false _ _) => [known|] // h; apply/negPn/negP => /negbTE hf.
apply: (propagate_sound hs _ h); apply: (assume_false_agrees hf _ e) => p b; by rewrite Tree.gempty.
Qed.

Lemma stored_add s p c : stored s -> clause_true v c -> stored (Tree.add p c s).
Proof.
move=> hs hc q d; case: (Pos.eq_dec q p) => [->|ne]; first by rewrite Tree.gss => -[<-].
by rewrite Tree.gso //; exact: hs.
Qed.

Lemma derive_sound s n last lemmas : stored s -> clause_true v last -> derive s n last lemmas -> False.
Proof.
elim: lemmas s n last => [|[lemma hints] lemmas IH] s n last hs hl /=; first by move=> /nilP e; rewrite e in hl.
case e: (implied _ _ _) => // h; have hc := implied_sound hs e.
by apply: IH h => //; exact: stored_add.
Qed.

End Soundness.

(* ---------- How a proof is read ---------- *)

Definition given_word : text := word "given".
Definition lemmas_word : text := word "lemmas".

(* Makes a clause of the name of a schema and numbers, or refuses. *)
Definition maker := text -> seq Z -> option clause.

Record made := Made { kept : store; count : N; latest : clause }.

Definition keep (m : made) (c : clause) : made :=
  Made (Tree.add (N.succ_pos (count m)) c (kept m)) (N.succ (count m)) c.

Fixpoint make_runs (make : seq Z -> option clause) (runs : seq json) (m : made) : option made :=
  if runs is j :: rest then
    if many integer_of j is Some numbers then
      if make numbers is Some c then make_runs make rest (keep m c) else None
    else None
  else Some m.

Fixpoint make_all (make : maker) (given : seq json) (m : made) : option made :=
  if given is j :: rest then
    if j is List (Text name :: runs) then
      if make_runs (make name) runs m is Some m' then make_all make rest m' else None
    else None
  else Some m.

Definition read_lemma (j : json) : option (clause * seq N) :=
  if j is List [:: literals; hints] then
    match many integer_of literals, many number_of hints with Some c, Some h => Some (c, h) | _, _ => None end
  else None.

Definition lemmas_of (proof : json) : option (seq (clause * seq N)) := field_as (many read_lemma) lemmas_word proof.

(* The clauses that are given are made, and the lemmas follow; the last of all clauses is empty. *)
Definition refute (make : maker) (proof : json) : bool :=
  match field_as list_of given_word proof, lemmas_of proof with
  | Some given, Some lemmas =>
      if make_all make given (Made (Tree.empty clause) 0 [:: 1%lit]) is Some m
      then (if count m is N0 then false else derive (kept m) (count m) (latest m) lemmas) else false
  | _, _ => false
  end.

Section Refutations.

Variables (v : positive -> bool) (make : maker).
Variable true_of : forall name numbers c, make name numbers = Some c -> clause_true v c.

Lemma make_runs_sound name runs m m' : stored v (kept m) -> (count m <> 0%num -> clause_true v (latest m)) ->
  make_runs (make name) runs m = Some m' -> stored v (kept m') /\ (count m' <> 0%num -> clause_true v (latest m')).
Proof.
elim: runs m => [|j runs IH] m hs hl /=; first by case=> <-.
case: (many _ _) => // numbers; case e: (make _ _) => [c|] //; have hc := true_of e.
by apply: IH => //; exact: stored_add.
Qed.

(* If all clauses that can be made are true of some object, then they are not refuted. *)
Theorem refute_sound proof : refute make proof -> False.
Proof.
rewrite /refute; case: (field_as _ _ _) => [given|] //; case: (lemmas_of _) => [lemmas|] //.
have h0 : stored v (Tree.empty clause) by move=> p c; rewrite Tree.gempty.
case e: (make_all _ _ _) => [m|] //.
have [hs hl] : stored v (kept m) /\ (count m <> 0%num -> clause_true v (latest m)).
  move: e; set m0 := Made _ _ _; have : stored v (kept m0) /\ (count m0 <> 0%num -> clause_true v (latest m0)) by [].
  elim: given m0 => [|j given IH] m0 [h1 h2] /=; first by case=> <-.
  case: j => // -[|[] name runs] //; case e: (make_runs _ _ _) => [m1|] // h.
  exact: IH (make_runs_sound h1 h2 e) h.
case: (count m) hl => // p hl; apply: derive_sound hs (hl _) => //.
Qed.

End Refutations.
