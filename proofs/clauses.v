(* Clauses, and the replay of a refutation by unit propagation with hints (as in LRAT proofs). *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* A literal is a nonzero integer: v says that variable v is true, -v that it is false. *)
Definition literal := Z.
Definition clause := seq literal.
Delimit Scope Z_scope with lit. (* 1%lit, -2%lit: elsewhere %Z are the integers of mathcomp *)

Definition literal_true (v : positive -> bool) (l : literal) : bool :=
  match l with Z0 => false | Zpos p => v p | Zneg p => ~~ v p end.

Definition clause_true (v : positive -> bool) (c : clause) : bool := has (literal_true v) c.

(* No assignment makes all clauses true. *)
Definition unsatisfiable (cs : seq clause) : Prop := forall v, ~~ all (clause_true v) cs.

Definition mem_literal (l : literal) (ls : seq literal) : bool := has (Z.eqb l) ls.

(* The literals of a clause that are not false if those of [known] are true; each once. *)
Fixpoint open_literals (known : seq literal) (c : clause) : seq literal :=
  if c is l :: c' then
    let rest := open_literals known c' in
    if mem_literal (Z.opp l) known || mem_literal l rest then rest else l :: rest
  else [::].

(* The clauses named by the hints end in a conflict: each but the last has one open literal, which is then true. *)
Fixpoint conflict (cs : seq clause) (known : seq literal) (hints : seq nat) : bool :=
  if hints is h :: hints' then
    (h < size cs) &&
    match open_literals known (nth [::] cs h) with
    | [::] => true
    | [:: l] => conflict cs (l :: known) hints'
    | _ => false
    end
  else false.

(* A lemma follows if its negation leads to a conflict. *)
Definition follows (cs : seq clause) (lemma : clause) (hints : seq nat) : bool :=
  ~~ mem_literal Z0 lemma && conflict cs (map Z.opp lemma) hints.

(* Lemmas with hints, numbered on from the clauses; the empty clause has to come. *)
Fixpoint refuted (cs : seq clause) (lemmas : seq (clause * seq nat)) : bool :=
  if lemmas is (lemma, hints) :: lemmas' then
    follows cs lemma hints && (nilp lemma || refuted (rcons cs lemma) lemmas')
  else has (fun c => nilp c) cs.

Section Soundness.

Variable v : positive -> bool.

Lemma eqb_literal (a b : literal) : Z.eqb a b -> a = b.
Proof. by move=> h; apply/Z.eqb_eq. Qed.

Lemma mem_literal_true l ls : mem_literal l ls -> all (literal_true v) ls -> literal_true v l.
Proof. by elim: ls => //= a ls IH /orP [/eqb_literal -> /andP []|/IH h /andP [_ /h]]. Qed.

Lemma mem_literal_has l ls : mem_literal l ls -> literal_true v l -> has (literal_true v) ls.
Proof. by elim: ls => //= a ls IH /orP [/eqb_literal <- ->|/IH h /h ->]; rewrite ?orbT. Qed.

Lemma literal_opp l : l <> Z0 -> literal_true v (Z.opp l) = ~~ literal_true v l.
Proof. by case: l => //= p; rewrite ?negbK. Qed.

Lemma literal_clash l : literal_true v l -> literal_true v (Z.opp l) -> False.
Proof. by case: l => //= p; [move=> ->|move/negP]. Qed.

Lemma open_literals_true known c : all (literal_true v) known ->
  clause_true v c -> has (literal_true v) (open_literals known c).
Proof.
move=> hk; elim: c => //= l c IH; case: ifP => /= hm; last first.
  by case/orP => [->|/IH ->]; rewrite ?orbT.
case/orP: hm => hm /orP [hl|/IH //].
  by case: (literal_clash hl (mem_literal_true hm hk)).
exact: mem_literal_has hm hl.
Qed.

Lemma conflict_sound cs known hints :
  all (clause_true v) cs -> conflict cs known hints -> all (literal_true v) known -> False.
Proof.
move=> hcs; elim: hints known => //= h hints IH known /andP [hh].
have hc : clause_true v (nth [::] cs h) by move/all_nthP: hcs; apply.
move=> hcon hk; have := open_literals_true hk hc; move: hcon.
case: (open_literals _ _) => [//|l [|//]] hcon; rewrite /= orbF => hl.
by apply: (IH _ hcon); rewrite /= hl hk.
Qed.

Lemma follows_sound cs lemma hints :
  all (clause_true v) cs -> follows cs lemma hints -> clause_true v lemma.
Proof.
move=> hcs /andP [h0 hcon]; apply/negP => /negP hn.
apply: (conflict_sound hcs hcon); rewrite all_map.
elim: lemma h0 hn {hcon} => //= l c IH; rewrite !negb_or => /andP [l0 c0] /andP [hl hc].
rewrite IH // andbT literal_opp // => e; by rewrite e in l0.
Qed.

End Soundness.

Theorem refuted_unsatisfiable cs lemmas : refuted cs lemmas -> unsatisfiable cs.
Proof.
move=> h v; apply/negP => hcs; elim: lemmas cs h hcs => [|[lemma hints] lemmas IH] cs /=.
  elim: cs => //= c cs IH' /orP [/nilP -> //|h] /andP [_]; exact: IH'.
case/andP => hf hrest hcs; have hl := follows_sound hcs hf.
case/orP: hrest => [/nilP e|h]; first by rewrite e in hl.
by apply: (IH _ h); rewrite all_rcons hl.
Qed.
