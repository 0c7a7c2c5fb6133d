(* Encodings of two-party functions into tasks: what they give for all pairs of inputs, or for one. *)

From Coq Require Import ZArith NArith String Lia.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements json rules reading_widths rule_least.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* The proof is an exhibit of this name with these fields. *)
Definition exhibits (name : text) (fields : seq text) (proof : json) : bool :=
  [&& says rule_word (word "evaluate") proof, says (word "exhibit") name proof &
      only (rule_word :: word "exhibit" :: fields) proof].

Definition gives_b (e : encoding) (a b : seq N) (bit : bool) : bool :=
  let x := [seq match p with OfAlice k => nth 0 a k | OfBob k => nth 0 b k | Fixed y => y end%num | p <- places e] in
  let least := (lengths (into e)).2 in
  if N.eqb (N.of_nat (size x)) (lengths (into e)).1 && all (fun y => N.ltb y least) x then
    if listed (bits e) (foldr N.max 0%num (map (answer (into e) x) (positions e))) is Some c then eqb c bit else false
  else false.

(* A property of each line and of what is listed for its number: the numbers are k, k + 1, .. *)
Fixpoint along (A B : Type) (ok : A -> B -> bool) (k : N) (lines : seq A) (l : seq (N * B)) : bool :=
  match lines, l with
  | [::], _ => true
  | line :: lines', (j, x) :: l' => if N.eqb j k && ok line x then along ok (k + 1) lines' l' else false
  | _, _ => false
  end.

Definition all_pairs (e : encoding) : bool :=
  along (fun line a => along (fun v b => if v is Some v then gives_b e a b v else true) 0 line (for_bob e))
    0 (entries (of_function e)) (for_alice e).

Definition one_pair (e : encoding) (i j : N) : bool :=
  match cell (entries (of_function e)) (N.to_nat i) (N.to_nat j), listed (for_alice e) i, listed (for_bob e) j with
  | Some v, Some a, Some b => ~~ gives_b e a b v
  | _, _, _ => false
  end.

Definition run_encodes (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if c is Encodes e rightly then
    if exhibits (word "all-pairs") [::] proof then verdict (rightly && all_pairs e)
    else if exhibits (word "one-pair") [:: word "row"; word "column"] proof then
      match field_as number_of (word "row") proof, field_as number_of (word "column") proof with
      | Some i, Some j => verdict (~~ rightly && one_pair e i j)
      | _, _ => Failed
      end
    else Elsewhere
  else Elsewhere.

Lemma all_inP (T : Type) (p : T -> bool) l : reflect (forall x, List.In x l -> p x) (all p l).
Proof.
elim: l => [|y l IH] /=; first by constructor.
apply: (iffP andP) => [[py /IH h] x [<-|/h]|h] //; split; first by apply: h; left.
by apply/IH => x hx; apply: h; right.
Qed.

Lemma givesP e a b bit : reflect (gives e a b bit) (gives_b e a b bit).
Proof.
rewrite /gives_b /gives; set x := map _ _; set o := listed _ _; apply: (iffP idP).
  case: ifP => // /andP[/N.eqb_eq sx /all_inP hx]; by case: o => // c /eqP ->; split=> // y /hx /N.ltb_lt.
case=> -> hx ->; rewrite N.eqb_refl; have -> : all (fun y => N.ltb y (lengths (into e)).2) x.
  by apply/all_inP => y /hx /N.ltb_lt.
by case: bit.
Qed.

Lemma alongP (A B : Type) (ok : A -> B -> bool) x0 k lines l i : along ok k lines l -> i < size lines ->
  exists2 x, listed l (k + N.of_nat i)%num = Some x & ok (nth x0 lines i) x.
Proof.
elim: lines k l i => // line lines IH k [|[j x] l] //= i; case: N.eqb_spec => //= ->; case okx: (ok line x) => // h.
case: i => [|i] hi; first by exists x; rewrite ?N.add_0_r ?N.eqb_refl.
have [y ly oky] := IH _ _ i h hi; exists y => //.
have e : (k + 1 + N.of_nat i = k + N.of_nat i.+1)%num by lia.
by rewrite -e; case: N.eqb_spec => // bad; lia.
Qed.

Lemma encodes_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_encodes premise proof c = Proved -> holds c.
Proof.
rewrite /run_encodes => _; case: c => // e rightly.
case: ifP => _.
  move/verdict_true => /andP[-> hall] i j v /=; rewrite /cell => ev.
  have hi : i < size (entries (of_function e)) by case: ltnP ev => // h; rewrite (nth_default _ h) nth_nil.
  have [a la ha] := alongP [::] hall hi.
  have hj : j < size (nth [::] (entries (of_function e)) i) by case: ltnP ev => // h; rewrite (nth_default _ h).
  have [b lb] := alongP None ha hj; rewrite ev => /givesP hb.
  by exists a, b; split.
case: ifP => // _; case: (field_as _ _ _) => // i; case: (field_as _ _ _) => // j /verdict_true /andP[/negbTE /= ->].
rewrite /one_pair; case ev: (cell _ _ _) => [v|] //; case la: (listed _ _) => [a|] //.
case lb: (listed _ _) => [b|] // /givesP h; exists (N.to_nat i), (N.to_nat j), v, a, b.
by rewrite !N2Nat.id; split.
Qed.

Definition encodes : rule := Rule encodes_sound.
