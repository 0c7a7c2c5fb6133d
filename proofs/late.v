(* Late interaction: one coordinate is too few for all sets of a size, two are enough; tables of integers. *)

From Coq Require Import ZArith NArith Lia Ring.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements heads listing numbers families.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Determinant.

Variables (R : Type) (zero one : R) (add mul sub : R -> R -> R) (opp : R -> R).
Variable laws : ring_theory zero one add mul sub opp eq.
Add Ring laws_ring : laws.

Lemma determinant e f x y x' y' : mul (sub f e) (sub (mul y x') (mul y' x)) =
  sub (mul (add (mul e x) (mul f y)) (add x' y')) (mul (add (mul e x') (mul f y')) (add x y)).
Proof. ring. Qed.

End Determinant.

Section Late.

Variable F : realFieldType.

Lemma greatest_is (f : nat -> F) n x : (forall s, (s <= n)%N -> f s <= x) -> (exists2 s, (s <= n)%N & f s = x) ->
  greatest f n = x.
Proof.
elim: n x => [|n IH] x le [s hs e] /=; first by rewrite -e; move: hs; rewrite leqn0 => /eqP ->.
have h1 : greatest f n <= x.
  elim: n le {IH hs} => [|n IH] le /=; first exact: le.
  by rewrite le_maxl IH ?le // => i hi; apply: le; exact: leqW.
apply/le_anti/andP; split; first by rewrite le_maxl h1 le.
move: hs; rewrite leq_eqVlt => /orP[/eqP e'|hs]; first by rewrite le_maxr -e e' lexx orbT.
rewrite le_maxr; apply/orP; left; rewrite (IH x) // => [i hi|]; first by apply: le; exact: leqW.
by exists s.
Qed.

Lemma greatest_scaled (f : nat -> F) n a : 0 <= a -> greatest (fun s => a * f s) n = a * greatest f n.
Proof. by move=> h; elim: n => //= n ->; rewrite maxr_pmulr. Qed.

Lemma greatest_ext (f g : nat -> F) n : f =1 g -> greatest f n = greatest g n.
Proof. by move=> h; elim: n => /= [|n ->]; rewrite h. Qed.

Lemma interacts_wider A d t m v : (m <= v)%N -> interacts F A d t m -> interacts F A d t v.
Proof.
move=> /subnKC <- [doc h]; set e := (v - m)%N.
exists (fun c s => row_mx (doc c s) 0) => r /h [q [bar hq]]; exists (fun i => row_mx (q i) (0 : 'rV_e)), bar => c /hq.
congr (matches _ (_ - _)); apply: eq_bigr => i _.
by apply: greatest_ext => s; rewrite dot_wider.
Qed.

(* ---------- Plane ---------- *)

(* Two linear forms cannot have all four pairs of signs on vectors of one quadrant. *)
Lemma quadrant (a b c d x1 y1 x2 y2 x3 y3 x4 y4 : F) : 0 <= x1 -> 0 <= y1 -> 0 <= x2 -> 0 <= y2 -> 0 <= x3 -> 0 <= y3 ->
  0 <= x4 -> 0 <= y4 -> 0 < a * x1 + b * y1 -> 0 < c * x1 + d * y1 -> 0 < a * x2 + b * y2 -> c * x2 + d * y2 < 0 ->
  a * x3 + b * y3 < 0 -> 0 < c * x3 + d * y3 -> a * x4 + b * y4 < 0 -> c * x4 + d * y4 < 0 -> False.
Proof.
move=> p1 q1 p2 q2 p3 q3 p4 q4 g1 h1 g2 h2 g3 h3 g4 h4.
have some (x y e f : F) : 0 <= x -> 0 <= y -> e * x + f * y != 0 -> 0 < x + y.
  move=> hx hy he; rewrite lt_neqAle addr_ge0 // andbT eq_sym paddr_eq0 //; apply: contra he => /andP[/eqP -> /eqP ->].
  by rewrite !mulr0 addr0.
(* of a form that is above 0 at one vector and below it at another one *)
have slope (e f x y x' y' : F) : 0 <= x -> 0 <= y -> 0 <= x' -> 0 <= y' -> 0 < e * x + f * y -> e * x' + f * y' < 0 ->
    0 < (f - e) * (y * x' - y' * x).
  move=> hx hy hx' hy' h h'; rewrite (determinant (laws_of F)) subr_gt0.
  apply: lt_trans (_ : 0 < _); first by rewrite nmulr_rlt0 // (some _ _ e f) // gt_eqF.
  by rewrite mulr_gt0 // (some _ _ e f) // lt_eqF.
have s1 := slope a b _ _ _ _ p1 q1 p4 q4 g1 g4; have s2 := slope c d _ _ _ _ p1 q1 p4 q4 h1 h4.
have s3 := slope a b _ _ _ _ p2 q2 p3 q3 g2 g3; have s4 := slope c d _ _ _ _ p3 q3 p2 q2 h3 h2.
have l1 := mulr_gt0 s1 s2; have l2 := mulr_gt0 s3 s4.
move: l1; rewrite mulrACA -expr2 => l1; move: l2; rewrite mulrACA -(opprB (y2 * x3)) mulrN mulrN -expr2 oppr_gt0 => l2.
case: (lerP ((b - a) * (d - c)) 0) => hp.
  by move: l1; rewrite ltNge mulr_le0_ge0 // sqr_ge0.
by move: l2; rewrite ltNge mulr_ge0 ?sqr_ge0 // ltW.
Qed.

(* With one coordinate the score is linear in two sums: of the query's positive coordinates, and of the others. *)
Lemma one_coordinate t d (query : nat -> 'rV[F]_1) (document : N -> nat -> 'rV[F]_1) : exists x y, [/\ 0 <= x, 0 <= y &
  forall c, \sum_(i < t) greatest (fun s => dot (query i) (document c s)) d =
    greatest (fun s => document c s 0 0) d * x + greatest (fun s => - document c s 0 0) d * y].
Proof.
exists (\sum_(i < t) Num.max 0 (query i 0 0)), (\sum_(i < t) Num.max 0 (- query i 0 0)).
split=> [||c]; try by apply: sumr_ge0 => i _; rewrite le_maxr lexx.
rewrite !mulr_sumr -big_split /=; apply: eq_bigr => i _; set a := query i 0 0.
have h s : dot (query i) (document c s) = a * document c s 0 0 by rewrite /dot big_ord1.
rewrite (greatest_ext _ h); case: (lerP 0 a) => ha.
- by rewrite greatest_scaled // max_l ?oppr_le0 // mulr0 addr0 mulrC.
- rewrite mulr0 add0r max_r ?oppr_ge0; last exact: ltW.
  rewrite -mulrC -greatest_scaled ?oppr_ge0; last exact: ltW.
  by apply: greatest_ext => s; rewrite mulrNN.
Qed.

(* A set of some keys, as a row. *)
Definition marked (y : seq N) (c : N) : symbol := if N.to_nat c \in map N.to_nat y then Pos else Neg.

Theorem plane n least most d t m : (N.max least 2 <= N.min most (n - 2))%num ->
  interacts F (asks (Subsets n least most false Inner)) d t m -> (2 <= m)%N.
Proof.
move=> hk h; rewrite ltnNge; apply/negP=> hm1; have [doc hrow] := interacts_wider hm1 h.
pose k := N.max least 2; pose others := map N.of_nat (iota 4 (N.to_nat k - 2)).
have [U [W both]] : exists U W : N -> F, forall i j, i != j -> (N.to_nat i < 4)%N -> (N.to_nat j < 4)%N ->
    exists x y, [/\ 0 <= x, 0 <= y & forall c c', c \in [:: i; j] -> c' \notin [:: i; j] -> (N.to_nat c' < 4)%N ->
      U c' * x + W c' * y < U c * x + W c * y].
  exists (fun c => greatest (fun s => doc c s 0 0) d.-1), (fun c => greatest (fun s => - doc c s 0 0) d.-1).
  move=> i j ne hi hj; pose y := [:: i, j & others].
  have ey : map N.to_nat y = [:: N.to_nat i, N.to_nat j & iota 4 (N.to_nat k - 2)].
    by rewrite /= (mapK of_natK).
  have outside s : (N.to_nat s < 4)%N -> N.to_nat s \notin iota 4 (N.to_nat k - 2).
    by move=> hs; rewrite mem_iota negb_and -ltnNge hs.
  have h4 : (4 <= N.to_nat n)%N by apply/ssrnat.leP; move: hk; lia.
  have [|q [bar hq]] := hrow (marked y).
    exists y; rewrite ey; split=> //.
    - rewrite /= inE negb_or !outside // iota_uniq !andbT; apply: contra ne => /eqP /N2Nat.inj ->; exact: eqxx.
    - move=> c; rewrite !inE mem_iota => /or3P[/eqP ->|/eqP ->|/andP[_ hc]]; try exact: leq_trans h4.
      by apply: (leq_trans hc); apply/ssrnat.leP; rewrite -plusE -minusE /k; move: hk; lia.
    - by rewrite /= size_map size_iota; apply/andP; split; apply/ssrnat.leP; rewrite /k -minusE; move: hk; lia.
    - by move=> c; rewrite /marked ey.
  have [x [z [hx hz e]]] := one_coordinate t d.-1 q doc; exists x, z; split=> // c c' hc hc' hc4.
  have small a : (N.to_nat a < 4)%N -> (a < width (asks (Subsets n least most false Inner)))%num.
    by move=> ha; apply: ltN_of; exact: leq_trans h4.
  have hc0 : (N.to_nat c < 4)%N by move: hc; rewrite !inE => /orP[] /eqP ->.
  have in_y a : a \in [:: i; j] -> N.to_nat a \in map N.to_nat y.
    by rewrite ey !inE => /orP[] /eqP ->; rewrite eqxx ?orbT.
  have not_in_y : N.to_nat c' \notin map N.to_nat y.
    rewrite ey !inE !negb_or outside // andbT; move: hc'; rewrite !inE negb_or => /andP[h1 h2].
    by apply/andP; split; [apply: contra h1|apply: contra h2] => /eqP /N2Nat.inj ->; exact: eqxx.
  have := hq c (small c hc0); rewrite /marked in_y //= subr_gt0 e => up.
  have := hq c' (small c' hc4); rewrite /marked (negbTE not_in_y) /= subr_lt0 e => down.
  exact: lt_trans down up.
have above i j x y : U j * x + W j * y < U i * x + W i * y ->
    0 < (U i - U j) * x + (W i - W j) * y /\ (U j - U i) * x + (W j - W i) * y < 0.
  by rewrite -subr_gt0 opprD addrACA -!mulrBl => h'; split=> //; rewrite -oppr_gt0 opprD -!mulNr !opprB.
have [x1 [y1 [hx1 hy1 h1]]] := both 0%num 2%num isT isT isT; have [x2 [y2 [hx2 hy2 h2]]] := both 0%num 3%num isT isT isT.
have [x3 [y3 [hx3 hy3 h3]]] := both 1%num 2%num isT isT isT; have [x4 [y4 [hx4 hy4 h4]]] := both 1%num 3%num isT isT isT.
apply: (quadrant hx1 hy1 hx2 hy2 hx3 hy3 hx4 hy4 (a := U 0%num - U 1%num) (b := W 0%num - W 1%num)
  (c := U 2%num - U 3%num) (d := W 2%num - W 3%num)).
- by have [] := above 0%num 1%num x1 y1 (h1 0%num 1%num isT isT isT).
- by have [] := above 2%num 3%num x1 y1 (h1 2%num 3%num isT isT isT).
- by have [] := above 0%num 1%num x2 y2 (h2 0%num 1%num isT isT isT).
- by have [] := above 3%num 2%num x2 y2 (h2 3%num 2%num isT isT isT).
- by have [] := above 1%num 0%num x3 y3 (h3 1%num 0%num isT isT isT).
- by have [] := above 2%num 3%num x3 y3 (h3 2%num 3%num isT isT isT).
- by have [] := above 1%num 0%num x4 y4 (h4 1%num 0%num isT isT isT).
- by have [] := above 3%num 2%num x4 y4 (h4 3%num 2%num isT isT isT).
Qed.

(* ---------- No coordinates ---------- *)

Theorem no_coordinates n least most d t m : (0 < n)%num -> (N.max least 1 <= N.min most (n - 1))%num ->
  interacts F (asks (Subsets n least most false Inner)) d t m -> (1 <= m)%N.
Proof.
move=> hn hk; case: m => // -[doc hrow]; pose k := N.max least 1; pose y := map N.of_nat (iota 0 (N.to_nat k)).
have ey : map N.to_nat y = iota 0 (N.to_nat k) by rewrite /y (mapK of_natK).
have [|q [bar hq]] := hrow (marked y).
  exists y; rewrite ey; split=> [|c||c]; last by rewrite /marked ey.
  - exact: iota_uniq.
  - by rewrite mem_iota add0n /= => hc; apply: (leq_trans hc); apply/ssrnat.leP; rewrite /k; lia.
  - by rewrite size_map size_iota; apply/andP; split; apply/ssrnat.leP; rewrite /k; lia.
have zero c : \sum_(i < t) greatest (fun s => dot (q i) (doc c s)) d.-1 = 0.
  apply: big1 => i _; rewrite (greatest_ext (g := fun=> 0)) => [|s]; last by rewrite /dot big_ord0.
  by elim: d.-1 => //= r ->; rewrite maxxx.
have := hq 0%num; have := hq (n - 1)%num; rewrite !zero /marked ey !mem_iota !add0n /= /k.
have -> : (N.to_nat (n - 1) < N.to_nat (N.max least 1))%N = false by apply/negP=> /ssrnat.leP; lia.
have -> : (0 < N.to_nat (N.max least 1))%N by apply/ssrnat.leP; lia.
move=> /(_ _) /= h1 h2; have : 0 < 0 - bar by apply: h2; lia.
by move=> pos; have := h1 ltac:(lia); rewrite ltNge ltW.
Qed.

End Late.
