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

(* What proofs name as their premises. *)
Definition premises_of (proof : json) : seq json :=
  (if field of_word proof is Some j then [:: j] else [::]) ++ (if field from_word proof is Some (List l) then l else [::]).

(* A premise is the number of an earlier claim, or an object that is proved in place. If a proof fails one of whose
   premises is not covered, its own claim is not, either. *)
Fixpoint judge_claim (depth : nat) (earlier : verdicts) (j : json) : judged :=
  match depth, claim_in j, field proof_word j with
  | d.+1, Some c, Some proof =>
      let look i :=
        match i with
        | Int z => if Z.ltb z 0 then None else PositiveMap.find (Z.to_pos (Z.succ z)) earlier
        | Object _ => Some (judge_claim d earlier i)
        | _ => None
        end in
      let premise i := if look i is Some (Judged a Proved) then Some a else None in
      let uncovered i := match look i with Some Unread | Some (Judged _ Elsewhere) => true | _ => false end in
      match by_rules rules premise proof c with
      | Failed => Judged c (if has uncovered (premises_of proof) then Elsewhere else Failed)
      | o => Judged c o
      end
  | _, _, _ => Unread
  end.

Definition all_hold (earlier : verdicts) : Prop :=
  forall i c, PositiveMap.find i earlier = Some (Judged c Proved) -> holds c.

Lemma judge_claim_sound depth earlier j c : all_hold earlier -> judge_claim depth earlier j = Judged c Proved -> holds c.
Proof.
move=> h; elim: depth j c => // d IH j c /=.
case: (claim_in j) => // a; case: (field _ _) => // proof.
case e: (by_rules _ _ _ _) => // -[] => [<-|_].
  apply: by_rules_sound e => -[] // => [z|l] b.
    by case: Z.ltb => //; case f: (PositiveMap.find _ _) => [[x []|]|] // -[<-]; exact: h f.
  by case f: (judge_claim _ _ _) => [x []|] // -[<-]; exact: IH f.
by case: has.
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
by apply: judge_sound => i d; rewrite PositiveMap.gempty.
Qed.
