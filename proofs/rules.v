(* A rule of the checker with its proof, and how a certificate is checked by a list of them. *)

From Coq Require Import ZArith List String.
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
Definition claims_word : text := Eval compute in codes "claims"%string.

Definition claim_in (j : json) : option claim :=
  read (if field question_word j is Some q then q else asked_for) j.

(* A premise: the number of an earlier claim of the file, or an object that is proved in place. *)
Fixpoint premise (depth : nat) (earlier : seq (option claim)) (j : json) : option claim :=
  match j with
  | Int z => if Z.ltb z 0 then None else nth None earlier (Z.to_nat z)
  | Object _ =>
      if depth is d.+1 then
        match claim_in j, field proof_word j with
        | Some c, Some p => if by_rules rules (premise d earlier) p c is Proved then Some c else None
        | _, _ => None
        end
      else None
  | _ => None
  end.

Definition all_hold (earlier : seq (option claim)) : Prop := forall i c, nth None earlier i = Some c -> holds c.

Lemma premise_sound depth earlier j c : all_hold earlier -> premise depth earlier j = Some c -> holds c.
Proof.
move=> h; elim: depth j c => [|n IH] [] //= z c.
- by case: Z.ltb => // /h.
- by case: Z.ltb => // /h.
case: (claim_in _) => // a; case: (field_of _ _) => // p.
by case e: (by_rules _ _ _ _) => // -[<-]; apply: (by_rules_sound IH e).
Qed.

(* How deep premises may lie in premises. *)
Definition deepest : nat := 40.

(* The verdict on each claim with the claim. Unread: the claim is of a kind that is not covered, or is none. *)
Inductive judged := Judged (c : claim) (o : outcome) | Unread.

(* earlier: the claims that have been proved, by their numbers, None for the others. *)
Fixpoint judge (earlier : seq (option claim)) (l : seq json) : seq judged :=
  if l is j :: rest then
    match claim_in j, field proof_word j with
    | Some c, Some p =>
        let o := by_rules rules (premise deepest earlier) p c in
        Judged c o :: judge (rcons earlier (if o is Proved then Some c else None)) rest
    | _, _ => Unread :: judge (rcons earlier None) rest
    end
  else [::].

Lemma all_hold_rcons earlier o : all_hold earlier -> (forall c, o = Some c -> holds c) -> all_hold (rcons earlier o).
Proof.
move=> h ho i c; rewrite nth_rcons; case: ifP => _; first exact: h.
by case: ifP => // _; exact: ho.
Qed.

Lemma judge_sound earlier l c : all_hold earlier -> List.In (Judged c Proved) (judge earlier l) -> holds c.
Proof.
elim: l earlier => //= j rest IH earlier h.
have skip : List.In (Judged c Proved) (Unread :: judge (rcons earlier None) rest) -> holds c.
  by case=> // hc; apply: IH hc; exact: all_hold_rcons.
case ej: (claim_in j) => [a|] //; case ep: (field _ _) => [p|] //=.
have ha : by_rules rules (premise deepest earlier) p a = Proved -> holds a.
  by apply: by_rules_sound => i d; exact: premise_sound.
case=> [[<- e]|]; first exact: ha.
apply: IH; apply: all_hold_rcons => // d; by case: (by_rules _ _ _ _) ha => // ha [<-]; exact: ha.
Qed.

End Checker.

(* The whole file. *)
Definition check_file (read : json -> json -> option claim) (rules : seq rule) (file : json) : seq judged :=
  let q := if field question_word file is Some q then q else Null in
  if field claims_word file is Some (List l) then judge read rules q [::] l else [::].

Theorem check_file_sound read rules file c : List.In (Judged c Proved) (check_file read rules file) -> holds c.
Proof.
rewrite /check_file; case: (field claims_word file) => [[]|] //= l.
by apply: judge_sound => i d; rewrite nth_nil.
Qed.
