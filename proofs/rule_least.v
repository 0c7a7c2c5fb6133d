(* The theorem "least": no size is below 0. *)

From Coq Require Import ZArith String.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Definition rule_word : text := word "rule".
Definition name_word : text := word "name".

(* The proof names this theorem. *)
Definition cites (name : text) (proof : json) : bool := says rule_word (word "theorem") proof && says name_word name proof.

Definition run_least (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if cites (word "least") proof then
    match c with
    | Width _ Lower v => verdict (N.eqb v 0)
    | Measured _ m Lower v => if largest m then Elsewhere else verdict (N.eqb v 0)
    | _ => Elsewhere
    end
  else Elsewhere.

Lemma least_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_least premise proof c = Proved -> holds c.
Proof.
rewrite /run_least => _; case: ifP => // _; case: c => // [q []|f m []] v //.
  by move=> /verdict_true /N.eqb_eq -> F k _.
by case: ifP => // e /verdict_true /N.eqb_eq -> F /=; rewrite e.
Qed.

Definition least : rule := Rule least_sound.
