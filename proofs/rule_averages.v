(* The map "averages", and claims about averages by a softmax. *)

From Coq Require Import ZArith NArith String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import averages.
From Headcount Require Import statements json rules reading_widths rule_least.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(* ---------- Reading ---------- *)

(* The texts before and behind the first "/"; no second text if there is none. *)
Fixpoint cut_at_slash (t before : text) : text * option text :=
  match t with
  | [::] => (rev before, None)
  | c :: rest => if Z.eqb c 47 then (rev before, Some rest) else cut_at_slash rest (c :: before)
  end.

Definition plain_number (t : text) : option N :=
  if t is [::] then None else omap Z.to_N (digits t Z0).

(* a / b, or a alone. *)
Definition read_error (t : text) : option (N * N) :=
  let parts := cut_at_slash t [::] in
  match plain_number parts.1, parts.2 with
  | Some a, None => Some (a, 1%num)
  | Some a, Some rest => if plain_number rest is Some b then if N.ltb 0 b then Some (a, b) else None else None
  | None, _ => None
  end.

Definition error_word : text := word "error".

Definition read_averages (asked_for j : json) : option claim :=
  if [&& says task_word (word "averaging") asked_for, says (word "resource") (word "m") j,
         says (word "unit_class") (word "SOFTMAX") j & only (error_word :: width_fields) j] then
    match field_as number_of (word "N") asked_for, field_as number_of (word "q") asked_for,
          obind read_error (field_as text_of error_word j), read_side j, field_as number_of value_word j with
    | Some n, Some q, Some (a, b), Some s, Some v =>
        if N.ltb 0 q && N.leb q n then Some (Averages n q a b s v) else None
    | _, _, _, _, _ => None
    end
  else None.

(* ---------- The rule ---------- *)

Definition is_averages (proof : json) : bool :=
  says rule_word (word "map") proof && says name_word (word "averages") proof.

Definition run_averages (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if is_averages proof then
    match c, obind premise (field (word "of") proof) with
    | Averages n q a b Lower v, Some (Width (Subsets n' least most false Inner) Lower v') =>
        verdict [&& N.eqb n n', N.eqb q least, N.eqb q most, N.ltb 0 q, N.ltb (a * q) b & N.leb v v']
    | Averages n q a b Upper v, Some (Width (Subsets n' least most true Inner) Upper v') =>
        if [&& N.eqb n n', N.eqb q least, N.eqb q most, N.ltb 0 q, N.ltb 0 a, N.ltb 0 b & N.eqb v v'] then Proved
        else Elsewhere (* fewer tied keys, more coordinates *)
    | _, _ => Elsewhere
    end
  else Elsewhere.

Section Bounds.

Variables (F : realFieldType) (E : F -> F).
Variable exponentialE : exponential E.

Lemma averages_below n q a b m : N.ltb 0 q -> N.ltb (a * q) b ->
  softmax_averages E n q ((N.to_nat a)%:R / (N.to_nat b)%:R)%R m -> attends F (asks (Subsets n q q false Inner)) m.
Proof.
move=> /N.ltb_lt q0 /N.ltb_lt small; apply: (averages_attend exponentialE q0).
have b0 : (0 < (N.to_nat b)%:R :> F)%R by rewrite ltr0n; apply/ssrnat.ltP; lia.
rewrite mulrAC ltr_pdivr_mulr // mul1r -natrM ltr_nat; apply/ssrnat.ltP; rewrite -multE; lia.
Qed.

Lemma averages_above n q a b m : N.ltb 0 q -> N.ltb 0 a -> N.ltb 0 b ->
  attends F (asks (Subsets n q q true Inner)) m ->
  softmax_averages E n q ((N.to_nat a)%:R / (N.to_nat b)%:R)%R m.
Proof.
move=> /N.ltb_lt q0 /N.ltb_lt a0 /N.ltb_lt b0; apply: (attends_averages exponentialE q0).
by rewrite divr_gt0 // ltr0n; apply/ssrnat.ltP; lia.
Qed.

End Bounds.

Lemma averages_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_averages premise proof c = Proved -> holds c.
Proof.
rewrite /run_averages => hp; case: ifP => // _; case: c => // n q a b s v.
case: (field _ _) => [j|] /=; last by case: s.
case e: (premise j) => [d|]; last by case: s.
case: s; case: d e => // -[] // n' least most [] [] // [] // v' e; last case: ifP => // h _.
- move/verdict_true; case/and5P => /N.eqb_eq en /N.eqb_eq e1 /N.eqb_eq e2 q0 /andP [small le] F E hE m hm.
  have := hp _ _ e; rewrite -en -e1 -e2 => hold.
  by have /ssrnat.leP := hold F m (averages_below hE q0 small hm); move/N.leb_le: le => le h; apply/ssrnat.leP; lia.
case/and5P: h => /N.eqb_eq en /N.eqb_eq e1 /N.eqb_eq e2 q0 /and3P [a0 b0 /N.eqb_eq ->] F E hE.
have := hp _ _ e; rewrite -en -e1 -e2 => hold.
have h : attends F (asks (Subsets n q q true Inner)) (N.to_nat v') := hold F.
exact: (averages_above hE q0 a0 b0 h).
Qed.

Definition averaging : rule := Rule averages_sound.
