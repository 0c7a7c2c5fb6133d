(* Ranks of matrices without *: by elimination, and at most the number of different rows or columns. *)

From Coq Require Import ZArith String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths reading_measures rule_least numbers elimination.
From Headcount Require Import matrices.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope Z_scope with ZZ.

(* The proof is an exhibit of this name. *)
Definition exhibits (name : text) (proof : json) : bool :=
  says rule_word (word "evaluate") proof && says (word "exhibit") name proof.

Definition as_numbers (zero : Z) (M : boolean) : seq line :=
  map (map (fun e => if e is Some true then 1%ZZ else zero)) M.

(* The matrix whose rank it is, how to reckon, and the number in place of 0. *)
Definition ranked (m : measure) (M : boolean) : option (boolean * arithmetic * Z) :=
  match m with
  | Rank over complemented => Some (if complemented then complement M else M,
      match over with Rationals => rational | GF2 => modulo 2 | GF3 => modulo 3 end, 0%ZZ)
  | RankSign => Some (M, rational, (-1)%ZZ)
  | _ => None
  end.

Definition by_elimination (m : measure) (M : boolean) : option N :=
  if ranked m M is Some (M', A, zero) then Some (rank_of A (breadth M') 1 (as_numbers zero M') 0) else None.

Definition kinds_of_lines (M : boolean) : nat := minn (size (firsts [::] M)) (size (firsts [::] (flipped M))).

Definition run_elimination (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if exhibits (word "elimination") proof then
    if c is Measured f m s v then
      let M := entries f in
      if by_elimination m M is Some r then
        verdict (plain M && if s is Lower then N.leb v r else N.leb r v)
      else Elsewhere
    else Elsewhere
  else Elsewhere.

Definition run_kinds (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if exhibits (word "distinct") proof then
    if c is Measured f m Upper v then
      let M := entries f in
      if ranked m M is Some (M', _, _) then verdict (plain M && N.leb (N.of_nat (kinds_of_lines M')) v) else Elsewhere
    else Elsewhere
  else Elsewhere.

(* The matrix of numbers is the one of which the rank is asked for. *)
Lemma rank_withinP (K : fieldType) (zero : Z) M k : good M ->
  rank_within (number K zero) 1 M k <-> (rk K (breadth M) (as_numbers zero M) <= k)%N.
Proof.
case=> _ _ r s; rewrite -(@rk_n _ (height M)) ?size_map //.
have same C : completes M C -> \matrix_(i < height M, j < breadth M) (if C i j then 1 else number K zero) =
    table K (height M) (breadth M) (as_numbers zero M).
  move=> h; apply/matrixP => i j; rewrite !mxE /at_ (nth_map [::]) // (nth_map None) ?size_row //.
  rewrite -/(cell M i j); case e: (cell M i j) (@starless_cell M i j r s (ltn_ord i) (ltn_ord j)) => [b|] // _.
  by rewrite (h _ _ _ e); case: b {e}; rewrite ?number1.
split=> [[C h]|h]; first by rewrite -(same C h).
have hC : completes M (fun i j => cell M i j == Some true) by move=> i j b ->; case: b.
by exists (fun i j => cell M i j == Some true) => //; move: h; rewrite -(same _ hC).
Qed.

Definition is_rank (m : measure) (M : boolean) (r : nat) : Prop := forall F k, may_be F m M k <-> (r <= k)%N.

Lemma ranked_least m M x : ranked m M = Some x -> largest m = false.
Proof. by case: m. Qed.

Lemma is_rank_holds f m s v r : largest m = false -> is_rank m (entries f) r ->
  (if s is Lower then (N.to_nat v <= r)%N else (r <= N.to_nat v)%N) -> holds (Measured f m s v).
Proof.
move=> e h; case: s => hv F /=; rewrite e /=; last by apply/h.
by move=> k /h; apply: leq_trans.
Qed.

(* The rank of the matrix of numbers is the measure. *)
Lemma ranked_rank m M M' A zero : good M -> ranked m M = Some (M', A, zero) ->
  good M' /\ exists K : fieldType, right K A /\ is_rank m M (rk K (breadth M') (as_numbers zero M')).
Proof.
move=> g; case: m => // [over complemented|] [<- <- <-]; last first.
  split=> //; exists [fieldType of rat]; split; first exact: right_rational.
  by move=> F k; rewrite -rank_withinP // /number /= sub0r.
have {}g : good (if complemented then complement M else M) by case: complemented => //; exact: good_complement.
split=> //; case: over; eexists; (split; first by [exact: right_rational | exact: right_two | exact: right_three]).
all: by move=> F k; rewrite -rank_withinP // number0.
Qed.

Lemma by_eliminationP m M r : good M -> by_elimination m M = Some r -> is_rank m M (N.to_nat r).
Proof.
rewrite /by_elimination => g; case e: ranked => [[[M' A] zero]|] // [<-].
have [[_ _ reg _] [K [hA hr]]] := ranked_rank g e; rewrite (rank_ofP (F := K)) ?addn0 ?number1 ?oner_eq0 //.
by apply/allP => _ /mapP[l lM ->]; rewrite size_map reg.
Qed.

Lemma leNat a b : N.leb a b -> (N.to_nat a <= N.to_nat b)%N.
Proof. by move/N.leb_le => h; apply/leP; lia. Qed.

Lemma elimination_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_elimination premise proof c = Proved -> holds c.
Proof.
rewrite /run_elimination => _; case: ifP => // _; case: c => // f m s v; case e: by_elimination => [r|] //.
move=> /verdict_true /andP[/plainP g h]; apply: (is_rank_holds _ (by_eliminationP g e)).
  by move: e; rewrite /by_elimination; case: ranked (@ranked_least m (entries f)) => // x /(_ _ erefl).
by case: s h => /leNat.
Qed.

Definition by_elimination_rule : rule := Rule elimination_sound.

(* No more than the number of different rows. *)
Lemma rk_firsts (K : fieldType) w zero M : (rk K w (as_numbers zero M) <= size (firsts [::] M))%N.
Proof.
rewrite (@rk_eq K w _ (as_numbers zero (firsts [::] M))); last first.
  by move=> l; apply/mapP/mapP => -[x xM ->]; exists x; rewrite // ?mem_firsts // -(mem_firsts [::]).
by apply: leq_trans (rank_leq_row _) _; rewrite size_map.
Qed.

Lemma rk_turned (K : fieldType) zero M : good M ->
  rk K (breadth M) (as_numbers zero M) = rk K (height M) (as_numbers zero (turned M)).
Proof.
move=> g; have [h b r s] := g; have [h' b' r' s'] := good_turned g.
have e1 := @rk_n K (height M) (breadth M) (as_numbers zero M) (size_map _ _).
have e2 := @rk_n K (breadth M) (height M) (as_numbers zero (turned M)); rewrite -e1 -e2; last first.
  by rewrite size_map; exact: height_turned.
rewrite -mxrank_tr; congr (\rank _); apply/matrixP => i j.
rewrite !mxE /at_ !(nth_map [::]) -?/(height _) ?height_turned //.
rewrite !(nth_map None) ?size_row ?breadth_turned ?height_turned //.
by rewrite -/(cell _ _ _) -/(cell (turned M) _ _) cell_turned.
Qed.

Lemma kinds_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_kinds premise proof c = Proved -> holds c.
Proof.
rewrite /run_kinds => _; case: ifP => // _; case: c => // f m [] // v; case e: ranked => [[[M' A] zero]|] //.
move=> /verdict_true /andP[/plainP g /leNat]; rewrite Nnat.Nat2N.id => h.
have [g' [K [_ hr]]] := ranked_rank g e; apply: (is_rank_holds (ranked_least e) hr) => /=; apply: leq_trans h.
have [_ _ reg _] := g'; rewrite leq_min rk_firsts flippedP // rk_turned //; exact: rk_firsts.
Qed.

Definition by_kinds : rule := Rule kinds_sound.
