(* The sign-rank of a matrix is at most the width of its pattern with a null key. *)

From Coq Require Import ZArith String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths reading_measures rule_least matrices laws messages.
From Headcount Require Import rule_ranks rule_inequalities rule_exhibits.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Whether a condition of the matrix is one of the pattern. *)
Definition in_pattern (s : symbol) (e : option bool) : bool :=
  match s, e with _, None => true | Pos, Some true => true | Neg, Some false => true | _, _ => false end.

Fixpoint alike (A B : Type) (f : A -> B -> bool) (a : seq A) (b : seq B) : bool :=
  match a, b with x :: a', y :: b' => if f x y then alike f a' b' else false | [::], [::] => true | _, _ => false end.

Definition whole : seq text := [:: word "rule"; word "name"; word "of"].

Definition run_signs (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if says rule_word (word "map") proof && says name_word (word "part") proof && only whole proof then
    if c is Measured f SignRank Upper v then
      if field of_word proof is Some j then
        if premise j is Some (Width (Written rows true) Upper w) then
          let M := entries f in verdict [&& N.leb w v, rectangular M & alike (alike in_pattern) rows M]
        else Elsewhere
      else Failed
    else Elsewhere
  else Elsewhere.

Lemma alikeP (A B : Type) (f : A -> B -> bool) a b x y i : alike f a b -> (i < size b)%N ->
  (i < size a)%N /\ f (nth x a i) (nth y b i).
Proof. by elim: a b i => [|u a IH] [|v b] // [|i] /=; case: ifP => // h /IH; apply. Qed.

Lemma widest (A : Type) (rows : seq (seq A)) i : (size (nth [::] rows i) <= foldr maxn 0 (map size rows))%N.
Proof.
elim: rows i => [|r rows IH] [|i] //=; first exact: leq_maxl.
by apply: leq_trans (IH i) _; exact: leq_maxr.
Qed.

Lemma attend_signs F M rows k : regular M -> alike (alike in_pattern) rows M ->
  attends F (asks (Written rows true)) k -> may_be F SignRank M k.
Proof.
move=> reg h [key [extra [_ q]]].
have query (i : 'I_(size rows)) : exists x : 'rV[F]_k, forall c, (c < foldr maxn 0 (map size rows))%N ->
    matches (nth Star (nth [::] rows i) c) (dot x (key (N.of_nat c)) - dot x extra).
  have [|x [t [/(_ isT) -> hx]]] := q (fun c => nth Star (nth [::] rows i) (N.to_nat c)); first by exists i.
  exists x => c hc; have := hx (N.of_nat c); rewrite /= Nnat.Nat2N.id; apply.
  by rewrite /=; move/ssrnat.ltP: hc; lia.
have [x hx] := fin_all_exists query.
exists (fun i => if insub i is Some i' then x i' else 0), (fun j => key (N.of_nat j) - extra) => i j b e.
have [hi hj] := cell_some e; have [hr hrow] := alikeP [::] [::] h hi; have [hc hs] := alikeP Star None hrow hj.
rewrite insubT (_ : dot _ (_ - _) = dot (x (Ordinal hr)) (key (N.of_nat j)) - dot (x (Ordinal hr)) extra); last first.
  by rewrite /dot -sumrB; apply: eq_bigr => t _; rewrite !mxE mulrBr.
have := hx (Ordinal hr) j (leq_trans hc (widest _ _)); move: hs; rewrite /= -/(cell M i j) e.
by case: (nth Star _ j); case: (b).
Qed.

Lemma signs_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_signs premise proof c = Proved -> holds c.
Proof.
rewrite /run_signs => hp; case: ifP => // _; case: c => // f [] // [] // v; case: field => // j.
case e: (premise j) => [[] [] // rows [] // [] // w|] //; have h := hp _ _ e.
move=> /verdict_true /and3P[/leNat le /rectangularP reg al] F; apply: (may_be_mono (m := SignRank) _ le) => //.
exact: attend_signs reg al (h F).
Qed.

Definition by_signs : rule := Rule signs_sound.
