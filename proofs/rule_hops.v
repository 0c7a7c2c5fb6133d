(* The theorems "named layers" and "reach", and of these patterns "least": how many layers let every position of a sparse pattern depend on all. *)

From Coq Require Import ZArith Lia ZifyBool ZifyN String.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths rule_least masks.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Local Open Scope N_scope.

Definition plain (proof : json) : bool := only [:: rule_word; name_word] proof.

Definition first_layer (layers : seq layer) : layer := if layers is l :: _ then l else Dense.
Definition second_layer (layers : seq layer) : layer :=
  match layers with [:: l] => l | _ :: l :: _ => l | [::] => Dense end.

(* One layer holds full rows, two hold rows that cross, or windows reach from one end to the other. *)
Definition enough (n : N) (layers : seq layer) (v : N) : bool :=
  [|| (1 <=? v) && some_part (full n) (first_layer layers),
      (2 <=? v) && some_part (fun one => some_part (crossed n one) (second_layer layers)) (first_layer layers)
    | [&& 1 <=? v, ~~ nilp layers, all (some_part named) layers & n <=? total_of (map widest layers) v + 1]].

Definition named_layers_word : text := word "named layers".
Definition reach_word : text := word "reach".
Definition least_word : text := word "least".

(* Rows that do not go far enough. *)
Definition too_few (n : N) (layers : seq layer) (v : N) : bool :=
  (v <=? 1) ||
  let far := map (farthest n) layers in
  [&& ~~ nilp layers, 0 <? sum far & total_of far (v - 1) + 1 <? n].

Definition run_hops (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  match c with
  | SparseHops n layers Upper v =>
      if cites named_layers_word proof then verdict (plain proof && enough n layers v) else Elsewhere
  | SparseHops n layers Lower v =>
      if cites reach_word proof then verdict (plain proof && too_few n layers v)
      else if cites least_word proof then verdict (plain proof && (v <=? 1)) else Elsewhere
  | _ => Elsewhere
  end.

Lemma enough_hops n layers v : enough n layers v -> exists t, (0 < t <= N.to_nat v)%N /\ all_depend n layers t.
Proof.
have at0 : nth Dense layers (0 %% size layers) = first_layer layers by rewrite mod0n; case: layers.
have at1 : nth Dense layers (1 %% size layers) = second_layer layers by case: {at0} layers => [|a [|b l]].
case/or3P=> [/andP[hv]|/andP[hv]|/and4P[hv hne hs h]].
- case/(some_partP n) => p [hp _ hj]; exists 1%N; split; first by apply/leP; arith.
  by move=> k j hk hl; exists j; split; rewrite ?at0 //; apply: hj; exact: full_joined.
- case/(some_partP n) => p [/(some_partP n) [q [hq _ hjq]] _ hjp]; exists 2%N; split; first by apply/leP; arith.
  move=> k j hk hl; have [i [hi h1 h2]] := crossed_joined hq hk hl.
  by exists i; split; rewrite ?at1 //; [exact: hjq | exists j; split; rewrite ?at0 //; exact: hjp].
- exists (N.to_nat v); split; first by rewrite leqnn andbT; apply/leP; arith.
  by move=> k j hk hl; apply: windows => //; rewrite total_ofE; arith.
Qed.

Lemma too_few_hops n layers v t : too_few n layers v -> (0 < t)%N -> all_depend n layers t -> (N.to_nat v <= t)%N.
Proof.
move=> h ht hall; rewrite leqNgt; apply/negP=> htv; move: h => /orP[h|].
  by move/ltP: ht => ht; move/ltP: htv => htv; arith.
case/and3P=> hne _ h.
have hn : 0 < n by arith.
have hd : depends n layers t 0 (n - 1) by apply: hall; arith.
have h1 : near (total (map (farthest n) layers) t) 0 (n - 1) by apply: reached => //; arith.
have h2 : total (map (farthest n) layers) t <= total (map (farthest n) layers) (N.to_nat (v - 1)).
  by apply: total_monotone; apply/leP; move/ltP: htv; lia.
by move: h2; rewrite total_ofE; arith.
Qed.

Lemma hops_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_hops premise proof c = Proved -> holds c.
Proof.
move=> _; case: c => // n layers [] v; rewrite /run_hops.
- case: ifP => _; last case: ifP => // _; move=> /verdict_true /andP[_ h] t ht; apply: too_few_hops => //.
  by rewrite /too_few h.
- by case: ifP => // _ /verdict_true /andP[_]; exact: enough_hops.
Qed.

Definition hops : rule := Rule hops_sound.
