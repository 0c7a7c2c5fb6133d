(* A rule of the checker with its proof, and how a certificate is checked by a list of them. *)

From Coq Require Import ZArith List String FMapPositive.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements json.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* `Elsewhere`: the proof is of a kind that this rule knows nothing about. *)
Inductive outcome := Proved | Failed | Elsewhere.

Definition verdict (b : bool) : outcome := if b then Proved else Failed.

Lemma verdict_true b : verdict b = Proved -> b.
Proof. by case: b. Qed.

(* `run premise proof claim`: premise gives the claims that the proof may use, each of which has been proved. *)
Record rule := Rule {
  run : (json -> option claim) -> json -> claim -> outcome;
  sound : forall premise proof c, (forall j d, premise j = Some d -> holds d) ->
    run premise proof c = Proved -> holds c }.

(* The first rule that proves the claim; Failed if there is none, but one knows the kind. *)
Fixpoint by_rules (rules : seq rule) premise (proof : json) (c : claim) : outcome :=
  if rules is r :: rest then
    match run r premise proof c with
    | Proved => Proved
    | Failed => if by_rules rest premise proof c is Proved then Proved else Failed
    | Elsewhere => by_rules rest premise proof c
    end
  else Elsewhere.

Lemma by_rules_sound rules premise proof c : (forall j d, premise j = Some d -> holds d) ->
  by_rules rules premise proof c = Proved -> holds c.
Proof.
move=> h; elim: rules => //= r rest IH; case e: (run r premise proof c) => //.
- by move=> _; exact: (sound h e).
by case: (by_rules rest premise proof c) IH.
Qed.

(* What is read of an object with a claim: `read` takes the question of the file and the object. *)
Section Checker.

Variable read : json -> json -> option claim.
Variable rules : seq rule.
Variable asked_for : json. (* the question of the file *)

Definition question_word : text := Eval compute in codes "question"%string.
Definition proof_word : text := Eval compute in codes "proof"%string.
Definition of_word : text := Eval compute in codes "of"%string.
Definition from_word : text := Eval compute in codes "from"%string.
Definition claims_word : text := Eval compute in codes "claims"%string.

Definition claim_in (j : json) : option claim :=
  read (if field question_word j is Some q then q else asked_for) j.

(* The verdict on each claim with the claim. Unread: the claim is of a kind that is not covered, or is none. *)
Inductive judged := Judged (c : claim) (o : outcome) | Unread.

(* How deep premises may lie in premises. *)
Definition deepest : nat := 20.

(* earlier: the verdicts on the claims before, by their numbers, of which the first is 1 here. *)
Notation verdicts := (PositiveMap.t judged).

(* What proofs name as their premises: "of", or Null, and then those of the list "from". *)
Definition premises_of (proof : json) : seq json :=
  (if field of_word proof is Some j then j else Null) :: (if field from_word proof is Some (List l) then l else [::]).

(* The same proof with its premises by their places in that list. *)
Definition by_place (k : Z) (j : json) : json := match j with Int _ | Object _ => Int k | _ => j end.

Fixpoint by_places (k : Z) (l : seq json) : seq json :=
  if l is j :: rest then by_place k j :: by_places (Z.succ k) rest else [::].

Definition placed (proof : json) : json :=
  let named f :=
    if same f.1 of_word then (f.1, by_place 0 f.2)
    else if f.2 is List l then (if same f.1 from_word then (f.1, List (by_places 1 l)) else f) else f in
  if proof is Object fields then Object (map named fields) else proof.

(* What is found under a number; what stands in a list is added under numbers from the next one on. *)
Definition numbered (found : verdicts) (i : json) : option judged :=
  if i is Int z then if Z.ltb z 0 then None else PositiveMap.find (Z.to_pos (Z.succ z)) found else None.

Fixpoint add_all (next : positive) (l : seq (option judged)) (found : verdicts) : verdicts :=
  if l is v :: rest then add_all (Pos.succ next) rest (if v is Some o then PositiveMap.add next o found else found)
  else found.

(* A premise is the number of an earlier claim, or an object that is proved in place. Each is judged once, before any rule
   asks for it. A proof one of whose premises fails, fails; one that fails, and has a premise that is not covered, is not
   covered, either. *)
Fixpoint judge_claim (depth : nat) (earlier : verdicts) (j : json) : judged :=
  match depth, claim_in j, field proof_word j with
  | d.+1, Some c, Some proof =>
      let look i := if i is Object _ then Some (judge_claim d earlier i) else numbered earlier i in
      let looked := map look (premises_of proof) in
      let premises := add_all 1 looked (PositiveMap.empty judged) in
      let premise i := if numbered premises i is Some (Judged a Proved) then Some a else None in
      let failed v := if v is Some (Judged _ Failed) then true else false in
      let uncovered v := match v with Some Unread | Some (Judged _ Elsewhere) => true | _ => false end in
      let own := by_rules rules premise (placed proof) c in
      Judged c (if own is Proved then Proved else if has failed looked then Failed
                else if has uncovered looked then Elsewhere else own)
  | _, _, _ => Unread
  end.

Definition all_hold (earlier : verdicts) : Prop :=
  forall i c, PositiveMap.find i earlier = Some (Judged c Proved) -> holds c.

Lemma numbered_hold found i c : all_hold found -> numbered found i = Some (Judged c Proved) -> holds c.
Proof. by case: i => //= z h; case: Z.ltb => //; exact: h. Qed.

Lemma add_all_hold (look : json -> option judged) next l found : all_hold found -> (forall i c, look i = Some (Judged c Proved) -> holds c) ->
  all_hold (add_all next (map look l) found).
Proof.
move=> hf h; elim: l next found hf => //= j l IH next found hf; apply: IH.
case e: (look j) => [o|] // i c; case: (Pos.eq_dec i next) => [->|ne]; last by rewrite PositiveMap.gso //; exact: hf.
by rewrite PositiveMap.gss => -[eo]; apply: (h j); rewrite e eo.
Qed.

Lemma none_hold : all_hold (PositiveMap.empty judged).
Proof. by move=> i c; rewrite PositiveMap.gempty. Qed.

Lemma judge_claim_sound depth earlier j c : all_hold earlier -> judge_claim depth earlier j = Judged c Proved -> holds c.
Proof.
move=> h; elim: depth j c => // d IH j c; cbn [judge_claim].
case: (claim_in j) => // a; case: (field _ _) => // proof; set found := add_all _ _ _.
have hf : all_hold found.
  apply: (add_all_hold none_hold) => i b; case: i => [|v|z|t|l|l]; try exact: (numbered_hold h).
  by case; exact: IH.
case e: (by_rules _ _ _ _) => -[] => [<-|_|_]; try by do ! case: ifP.
by apply: by_rules_sound e => i b; case n: (numbered _ _) => [[x []|]|] // -[<-]; exact: numbered_hold hf n.
Qed.

Arguments judge_claim : simpl never.

Fixpoint judge (next : positive) (earlier : verdicts) (l : seq json) : seq judged :=
  if l is j :: rest then
    let found := judge_claim deepest.+1 earlier j in found :: judge (Pos.succ next) (PositiveMap.add next found earlier) rest
  else [::].

Lemma judge_sound next earlier l c : all_hold earlier -> List.In (Judged c Proved) (judge next earlier l) -> holds c.
Proof.
elim: l next earlier => //= j rest IH next earlier h [|]; first exact: judge_claim_sound.
apply: IH => i d; case: (Pos.eq_dec i next) => [->|ne].
  by rewrite PositiveMap.gss => -[]; exact: judge_claim_sound.
by rewrite PositiveMap.gso //; exact: h.
Qed.

End Checker.

(* The whole file. *)
Definition check_file (read : json -> json -> option claim) (rules : seq rule) (file : json) : seq judged :=
  let q := if field question_word file is Some q then q else Null in
  if field claims_word file is Some (List l) then judge read rules q 1 (PositiveMap.empty judged) l else [::].

Theorem check_file_sound read rules file c : List.In (Judged c Proved) (check_file read rules file) -> holds c.
Proof.
rewrite /check_file; case: (field claims_word file) => [[]|] //= l.
by apply: judge_sound; exact: none_hold.
Qed.
