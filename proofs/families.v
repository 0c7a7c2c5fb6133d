(* Lower bounds of the width for families of sets of keys, by a dependency of keys that no set may separate. *)

From Coq Require Import ZArith NArith Lia Ring.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns thresholds widths.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Two equations of stereographic projection, in any commutative ring. *)
Section Projection.

Variables (R : Type) (zero one : R) (add mul sub : R -> R -> R) (opp : R -> R).
Variable laws : ring_theory zero one add mul sub opp eq.
Add Ring laws_ring : laws.
Notation "x + y" := (add x y).
Notation "x * y" := (mul x y).
Notation "x - y" := (sub x y).
Notation "2" := (add one one).

Lemma projected_norm a i : (a + one) * i = one -> ((a - one) * i) * ((a - one) * i) + (2 * i) * (2 * i) * a = one.
Proof. move=> h; transitivity (((a + one) * i) * ((a + one) * i)); first ring. rewrite h; ring. Qed.

Lemma projected_score a i p q t : (a + one) * i = one ->
  2 * i * (opp (q - 2 * p + a) - t) = (q + t - one) * ((a - one) * i) + 2 * (2 * i) * p - (one + (q + t)).
Proof.
move=> h.
transitivity ((q + t - one) * ((a - one) * i) + 2 * (2 * i) * p - (one + (q + t)) * ((a + one) * i)); first ring.
rewrite h; ring.
Qed.

End Projection.

Section Families.

Variable F : realFieldType.

Lemma laws_of : ring_theory (0 : F) 1 +%R *%R (fun x y => x - y) -%R eq.
Proof.
exact: (mk_rt _ _ _ _ _ _ _ (@add0r F) (@addrC F) (@addrA F) (@mul1r F) (@mulrC F) (@mulrA F)
  (@mulrDl F) (fun _ _ => erefl) (@subrr F)).
Qed.

Lemma dotDl d (x y z : 'rV[F]_d) : dot (x + y) z = dot x z + dot y z.
Proof. by rewrite /dot -big_split /=; apply: eq_bigr => i _; rewrite mxE mulrDl. Qed.

Lemma dotNl d (x z : 'rV[F]_d) : dot (- x) z = - dot x z.
Proof. by rewrite /dot -sumrN; apply: eq_bigr => i _; rewrite mxE mulNr. Qed.

(* The squared distance, multiplied out. *)
Lemma dot_diff d (x y : 'rV[F]_d) : dot (x - y) (x - y) = dot x x - 2%:R * dot x y + dot y y.
Proof.
have dotBr (z : 'rV[F]_d) : dot z (x - y) = dot z x - dot z y by rewrite dotC dotDl dotNl !(dotC _ z).
by rewrite dotDl dotNl !dotBr (dotC y x) opprB [X in _ + X]addrC !addrA mulr_natl mulr2n opprD !addrA.
Qed.

Lemma dot_ge0 d (x : 'rV[F]_d) : 0 <= dot x x.
Proof. by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0. Qed.

Lemma dot_eq0 d (x : 'rV[F]_d) : dot x x = 0 -> x = 0.
Proof.
move=> /eqP; rewrite psumr_eq0; last by move=> i _; rewrite -expr2 sqr_ge0.
move/allP => h; apply/rowP => i; have := h i (mem_index_enum _); rewrite mulf_eq0 orbb => /eqP ->.
by rewrite mxE.
Qed.

(* What a head does for each set of keys. *)
Section Heads.

Variables (n least most : N) (tied : bool) (by_ : score) (m : nat).
Let keys := N.to_nat n.

Definition attends_sets (u : 'I_keys -> 'rV[F]_m) : Prop := forall y : {set 'I_keys},
  (N.to_nat least <= #|y| <= N.to_nat most)%N -> exists query t, forall j,
    matches (if j \in y then if tied then Zero else Pos else Neg) (scored by_ query (u j) - t).

Lemma attends_subsets : attends F (asks (Subsets n least most tied by_)) m ->
  exists2 u, attends_sets u & by_ = Cosine -> exists norm, forall j, dot (u j) (u j) = norm.
Proof.
move=> [key [extra [hn h]]]; exists (fun j => key (N.of_nat (val j))).
  move=> y hy; pose r (c : N) := if N.to_nat c \in map val (enum y) then if tied then Zero else Pos else Neg.
  have [|query [t [_ ht]]] := h r.
    exists (map (fun j => N.of_nat (val j)) (enum y)); rewrite -map_comp.
    have e : map (N.to_nat \o (fun j : 'I_keys => N.of_nat (val j))) (enum y) = map val (enum y).
      by apply: eq_map => j /=; rewrite Nat2N.id.
    rewrite e size_map -cardE; split => //; first by rewrite map_inj_uniq ?enum_uniq //; exact: val_inj.
    by move=> c /mapP [j _ ->]; exact: ltn_ord.
  exists query, t => j; have := ht (N.of_nat (val j)); rewrite /r Nat2N.id (mem_map val_inj) mem_enum; apply.
  by have /ssrnat.ltP := ltn_ord j; rewrite /keys /=; lia.
move=> hs; have [norm hnorm] := hn hs; exists norm => j; apply: hnorm.
by have /ssrnat.ltP := ltn_ord j; rewrite /keys /=; lia.
Qed.

End Heads.

(* ---------- Ties ---------- *)

Lemma tied_bound n q m k : attends F (asks (Subsets n q q true Inner)) m ->
  (k <= N.to_nat n)%N -> (k <= (N.to_nat q).*2.+1)%N -> (N.to_nat q < N.to_nat n)%N -> (k <= m.+1)%N.
Proof.
move=> h kn kq qn; have [u hu _] := attends_subsets h.
case: (posnP (N.to_nat q)) => [q0|q0]; first by move: kq; rewrite q0 => /leq_trans -> .
have hq (y : {set 'I_(N.to_nat n)}) : #|y| = N.to_nat q -> exists w, forall i j, i \in y ->
    if j \in y then dot w (u j) = dot w (u i) else dot w (u j) < dot w (u i).
  move=> yq; have [|w [t hw]] := hu y; first by rewrite yq leqnn.
  exists w => i j yi; have := hw i; rewrite yi /= subr_eq0 => /eqP ->.
  by have := hw j; case: ifP => _ /=; rewrite ?subr_lt0 // subr_eq0 => /eqP.
have : ties F (N.to_nat n) (N.to_nat q) m.
  pose good (y : {set 'I_(N.to_nat n)}) w := #|y| = N.to_nat q -> forall i j, i \in y ->
    if j \in y then dot w (u j) = dot w (u i) else dot w (u j) < dot w (u i).
  suff [w hw] : exists w, forall y, y \in enum {: {set 'I_(N.to_nat n)}} -> good y (w y).
    by exists u, w => y; apply: hw; rewrite mem_enum.
  elim: (enum _) => [|z s [w hw]]; first by exists (fun _ => 0).
  case: (eqVneq #|z| (N.to_nat q)) => [/hq [v hv]|ne].
    exists (fun y => if y == z then v else w y) => y; rewrite inE; case: eqP => [-> _ _ //|_] /=; exact: hw.
  exists w => y; rewrite inE => /orP [/eqP ->|]; last exact: hw.
  by move=> e; rewrite e eqxx in ne.
have qn' : (0 < N.to_nat q < N.to_nat n)%N by rewrite q0.
move/(ties_lower qn'); rewrite geq_min => /orP [le|le].
  exact: leq_trans kq _.
by apply: leq_trans kn _; rewrite -(ltn_predK qn) ltnS.
Qed.

(* ---------- Thresholds ---------- *)

(* An affine dependency of few keys: both signs occur. *)
Lemma signed_dependency N m (u : 'I_N -> 'rV[F]_m) : (m + 2 <= N)%N -> exists l : 'I_N -> F,
  [/\ \sum_j l j = 0, forall w, \sum_j l j * dot w (u j) = 0, (0 < #|pos l|)%N, (0 < #|neg l|)%N &
      (#|pos l| + #|neg l| <= m + 2)%N].
Proof.
move=> hN; have [l [[j0 lj0] s0 su sc]] := dependency u hN; exists l.
have some (l' : 'I_N -> F) : (exists j, l' j != 0) -> \sum_j l' j = 0 -> (0 < #|pos l'|)%N.
  move=> [j lj] s; case: (pickP (mem (pos l'))) => [k hk|h]; first by apply/card_gt0P; exists k.
  suff : \sum_j l' j != 0 by rewrite s eqxx.
  have le k : l' k <= 0 by have := h k; rewrite /= inE ltNge => /negbFE.
  by apply: one_sided_sum => //; exists j; rewrite lt_neqAle lj le.
split => //; first by apply: some => //; exists j0.
  rewrite (_ : neg l = pos (fun j => - l j)); last by apply/setP => j; rewrite !inE oppr_gt0.
  by apply: some; [exists j0; rewrite oppr_eq0 | rewrite sumrN s0 oppr0].
apply: leq_trans sc; rewrite -cardsUI (_ : _ :&: _ = set0) ?cards0 ?addn0.
  by apply: subset_leq_card; apply/subsetP => j; rewrite !inE; case: ltrgt0P.
by apply/setP => j; rewrite !inE; case: ltrgt0P.
Qed.

Lemma sum_shifted N (l s : 'I_N -> F) t : \sum_j l j = 0 -> \sum_j l j * (s j - t) = \sum_j l j * s j.
Proof. by move=> s0; under eq_bigr do rewrite mulrBr; rewrite sumrB -big_distrl /= s0 mul0r subr0. Qed.

(* A set with these keys and without those. *)
Definition fits_set (n a b : nat) (least most : N) : bool := (a <= N.to_nat most)%N && (N.to_nat least + b <= n)%N.

Lemma fitting_set n (A B : {set 'I_n}) least most : (N.to_nat least <= N.to_nat most)%N -> [disjoint A & B] ->
  fits_set n #|A| #|B| least most ->
  exists y : {set 'I_n}, [/\ (N.to_nat least <= #|y| <= N.to_nat most)%N, A \subset y & [disjoint y & B]].
Proof.
move=> lm dis /andP [ha hb]; have AB : A \subset ~: B by rewrite -disjoints_subset.
have cB : #|~: B| = (n - #|B|)%N by rewrite cardsCs setCK card_ord.
have [|y [yq Ay yB]] := @between _ A (~: B) (maxn #|A| (N.to_nat least)) AB.
  have hB : (#|B| <= n)%N by rewrite -[X in (_ <= X)%N](card_ord n) max_card.
  by rewrite leq_maxl geq_max subset_leq_card //= cB leq_subRL // addnC.
exists y; rewrite yq leq_maxr geq_max ha lm; split => //; by rewrite disjoints_subset.
Qed.

(* Scores that a set separates: the dependency's sum has a sign. *)
Lemma separated_sum n (l s : 'I_n -> F) (t : F) (y : {set 'I_n}) : \sum_j l j = 0 ->
  (0 < #|pos l|)%N -> pos l \subset y -> [disjoint y & neg l] ->
  (forall j, matches (if j \in y then Pos else Neg) (s j - t)) -> 0 < \sum_j l j * s j.
Proof.
move=> s0 /card_gt0P [i0 hi0] py yn h; rewrite -(sum_shifted s t s0).
have le j : 0 <= l j * (s j - t).
  have := h j; case: ifP => yj /= hs; last first.
    by rewrite mulr_le0 ?(ltW hs) // leNgt; apply/negP => lj; move: yj; rewrite (subsetP py) // inE.
  rewrite mulr_ge0 ?(ltW hs) // leNgt; apply/negP => lj.
  by have := disjointFr yn yj; rewrite inE lj.
rewrite (bigD1 i0) //=; apply: ltr_paddr; first by apply: sumr_ge0.
have := h i0; rewrite (subsetP py) //= => hs; rewrite pmulr_lgt0 //; by rewrite inE in hi0.
Qed.

Lemma neg_opp n (l : 'I_n -> F) : neg (fun j => - l j) = pos l.
Proof. by apply/setP => j; rewrite !inE oppr_lt0. Qed.

Lemma pos_opp n (l : 'I_n -> F) : pos (fun j => - l j) = neg l.
Proof. by apply/setP => j; rewrite !inE oppr_gt0. Qed.

Lemma pos_neg_disjoint n (l : 'I_n -> F) : [disjoint pos l & neg l].
Proof. by rewrite -setI_eq0; apply/eqP/setP => j; rewrite !inE; case: ltrgt0P. Qed.

(* Whether every division of up to k keys, `alone` at least on each side, has a set with one side and without the
   other. *)
Definition divided (n least most : N) (alone k : nat) : Prop := forall a b, (alone <= a)%N -> (alone <= b)%N ->
  (a + b <= k)%N -> fits_set (N.to_nat n) a b least most || fits_set (N.to_nat n) b a least most.

(* A set whose sum would be positive for the dependency, or for its negative: scores that are linear contradict both. *)
Lemma divided_false n least most m (u : 'I_(N.to_nat n) -> 'rV[F]_m) (l : 'I_(N.to_nat n) -> F) :
  attends_sets least most false Inner u -> (N.to_nat least <= N.to_nat most)%N ->
  \sum_j l j = 0 -> (forall w, \sum_j l j * dot w (u j) = 0) -> (0 < #|pos l|)%N -> (0 < #|neg l|)%N ->
  fits_set (N.to_nat n) #|pos l| #|neg l| least most || fits_set (N.to_nat n) #|neg l| #|pos l| least most -> False.
Proof.
move=> hu lm s0 su p0 n0; wlog h : l s0 su p0 n0 / fits_set (N.to_nat n) #|pos l| #|neg l| least most.
  move=> wl /orP [h|h]; first by apply: (wl l) => //; rewrite h.
  apply: (wl (fun j => - l j)); rewrite ?pos_opp ?neg_opp ?h //; first by rewrite sumrN s0 oppr0.
  by move=> w; under eq_bigr do rewrite mulNr; rewrite sumrN su oppr0.
move=> _; have [y [hy py yn]] := fitting_set lm (pos_neg_disjoint l) h; have [w [t hw]] := hu y hy.
by have := separated_sum s0 p0 py yn hw; rewrite su ltxx.
Qed.

Theorem separation_bound n least most m k : attends F (asks (Subsets n least most false Inner)) m ->
  (N.to_nat least <= N.to_nat most)%N -> (k <= N.to_nat n)%N -> divided n least most 1 k -> (k <= m.+1)%N.
Proof.
move=> h lm kn hd; rewrite leqNgt; apply/negP => mk; have [u hu _] := attends_subsets h.
have mk' : (m + 2 <= k)%N by rewrite addn2.
have [l [s0 su p0 n0 hc]] := signed_dependency u (leq_trans mk' kn).
apply: (divided_false hu lm s0 su p0 n0); apply: hd => //; exact: leq_trans hc mk'.
Qed.

(* A key of a sphere that is a mean of others is equal to them. *)
Lemma sphere_alone n m (u : 'I_n -> 'rV[F]_m) (l : 'I_n -> F) norm i : (forall j, dot (u j) (u j) = norm) ->
  \sum_j l j = 0 -> (forall w, \sum_j l j * dot w (u j) = 0) -> pos l = [set i] -> forall j, l j < 0 -> u j = u i.
Proof.
move=> hn s0 su hp.
have sum0 : \sum_j l j * dot (u j - u i) (u j - u i) = 0.
  have e j : l j * dot (u j - u i) (u j - u i) = - 2%:R * (l j * dot (u i) (u j)) + (norm + norm) * l j.
    by rewrite dot_diff !hn (dotC (u j)) mulrDr mulrBr mulNr [(_ + _) * l j]mulrC mulrDr mulrCA addrAC addrC.
  under eq_bigr do rewrite e; by rewrite big_split /= -!big_distrr /= su s0 !mulr0 addr0.
move=> j lj; apply/eqP; rewrite -subr_eq0; apply/eqP/dot_eq0.
have le k : 0 <= - (l k * dot (u k - u i) (u k - u i)).
  rewrite oppr_ge0; case: (eqVneq k i) => [->|ki]; first by rewrite subrr /dot big1 ?mulr0 // => a _; rewrite mxE mul0r.
  rewrite mulr_le0_ge0 ?dot_ge0 // leNgt; apply/negP => lk.
  by have : k \in pos l by [rewrite inE]; rewrite hp inE (negPf ki).
have /eqP : \sum_k - (l k * dot (u k - u i) (u k - u i)) = 0 by rewrite sumrN sum0 oppr0.
rewrite psumr_eq0 // => /allP /(_ j (mem_index_enum _)); rewrite oppr_eq0 mulf_eq0 (lt_eqF lj) /=.
by move/eqP.
Qed.

Theorem sphere_bound n least most m k : attends F (asks (Subsets n least most false Cosine)) m ->
  (N.to_nat least <= N.to_nat most)%N -> (k <= N.to_nat n)%N -> divided n least most 2 k ->
  ((2 <= k)%N -> fits_set (N.to_nat n) 1 1 least most) -> (k <= m.+1)%N.
Proof.
move=> h lm kn hd h2; rewrite leqNgt; apply/negP => mk; have [u hu /(_ erefl) [norm hn]] := attends_subsets h.
have mk' : (m + 2 <= k)%N by rewrite addn2.
have hu' : attends_sets least most false Inner u by [].
have [l [s0 su p0 n0 hc]] := signed_dependency u (leq_trans mk' kn).
have one (l' : 'I_(N.to_nat n) -> F) : \sum_j l' j = 0 -> (forall w, \sum_j l' j * dot w (u j) = 0) ->
    (0 < #|neg l'|)%N -> #|pos l'| = 1%N -> False.
  move=> s0' su' /card_gt0P [j]; rewrite inE => lj /eqP /cards1P [i hp].
  have e := sphere_alone hn s0' su' hp lj.
  have ij : i != j by apply: contraTneq lj => <-; rewrite -leNgt ltW //; have := set11 i; rewrite -hp inE.
  have [||y [hy yi yj]] := @fitting_set _ [set i] [set j] _ _ lm.
  - by rewrite disjoints1 inE.
  - by rewrite !cards1 h2 //; apply: leq_trans mk'; rewrite addn2.
  have [w [t hw]] := hu' y hy; have := hw i; have := hw j.
  by rewrite (subsetP yi i (set11 i)) (disjointFl yj (set11 j)) e /= => /lt_trans h' /h'; rewrite ltxx.
case: (eqVneq #|pos l| 1%N) => [|p1]; first exact: one.
case: (eqVneq #|neg l| 1%N) => [n1|n1].
  apply: (one (fun j => - l j)); rewrite ?pos_opp ?neg_opp //; first by rewrite sumrN s0 oppr0.
  by move=> w; under eq_bigr do rewrite mulNr; rewrite sumrN su oppr0.
apply: (divided_false hu' lm s0 su p0 n0); apply: hd; last exact: leq_trans hc mk'.
  by rewrite ltn_neqAle eq_sym p1.
by rewrite ltn_neqAle eq_sym n1.
Qed.

(* Scores are minus squared distances: a ball around the keys of one sign says which sum of squares is less. *)
Lemma ball_sum n m (u : 'I_n -> 'rV[F]_m) (l : 'I_n -> F) w : \sum_j l j = 0 ->
  (forall w, \sum_j l j * dot w (u j) = 0) ->
  \sum_j l j * - dot (w - u j) (w - u j) = - \sum_j l j * dot (u j) (u j).
Proof.
move=> s0 su.
have e j : l j * - dot (w - u j) (w - u j) = 2%:R * (l j * dot w (u j)) + (- dot w w * l j + - (l j * dot (u j) (u j))).
  by rewrite dot_diff !opprD opprK !mulrDr mulrCA !mulrN mulNr (mulrC (dot w w)) addrCA addrA.
under eq_bigr do rewrite e; by rewrite !big_split /= -!big_distrr /= su s0 !mulr0 !add0r sumrN.
Qed.

(* The sum of squares is negative if a ball has the keys of positive coefficients and none of the others. *)
Lemma ball_sign n least most m (u : 'I_(N.to_nat n) -> 'rV[F]_m) (l : 'I_(N.to_nat n) -> F) :
  attends_sets least most false Euclidean u -> (N.to_nat least <= N.to_nat most)%N ->
  \sum_j l j = 0 -> (forall w, \sum_j l j * dot w (u j) = 0) -> (0 < #|pos l|)%N ->
  fits_set (N.to_nat n) #|pos l| #|neg l| least most -> \sum_j l j * dot (u j) (u j) < 0.
Proof.
move=> hu lm s0 su p0 h; have [y [hy py yn]] := fitting_set lm (pos_neg_disjoint l) h.
have [w [t hw]] := hu y hy.
by have := separated_sum s0 p0 py yn hw; rewrite /= ball_sum // oppr_gt0.
Qed.

(* One key that is a mean of others has the less sum of squares. *)
Lemma alone_squares n m (u : 'I_n -> 'rV[F]_m) (l : 'I_n -> F) :
  \sum_j l j = 0 -> (forall w, \sum_j l j * dot w (u j) = 0) -> #|pos l| = 1%N ->
  \sum_j l j * dot (u j) (u j) <= 0.
Proof.
move=> s0 su /eqP /cards1P [i hp]; rewrite -oppr_ge0 -(ball_sum (u i) s0 su); apply: sumr_ge0 => j _.
case: (eqVneq j i) => [->|ji]; first by rewrite subrr /dot big1 ?oppr0 ?mulr0 // => a _; rewrite mxE mul0r.
rewrite mulr_le0 ?oppr_le0 ?dot_ge0 // leNgt; apply/negP => lj.
by have : j \in pos l by [rewrite inE]; rewrite hp inE (negPf ji).
Qed.

Theorem ball_bound n least most m k : attends F (asks (Subsets n least most false Euclidean)) m ->
  (N.to_nat least <= N.to_nat most)%N -> (k <= N.to_nat n)%N ->
  (forall a b, (0 < a)%N -> (0 < b)%N -> (a + b <= k)%N -> (b == 1)%N || (1 < a)%N && (1 < b)%N ->
    fits_set (N.to_nat n) a b least most) -> (k <= m.+1)%N.
Proof.
move=> h lm kn hd; rewrite leqNgt; apply/negP => mk; have [u hu _] := attends_subsets h.
have mk' : (m + 2 <= k)%N by rewrite addn2.
have [l [s0 su p0 n0 hc]] := signed_dependency u (leq_trans mk' kn).
have hc' := leq_trans hc mk'.
have s0' : \sum_j - l j = 0 by rewrite sumrN s0 oppr0.
have su' w : \sum_j - l j * dot w (u j) = 0 by under eq_bigr do rewrite mulNr; rewrite sumrN su oppr0.
pose Q := \sum_j l j * dot (u j) (u j).
have QN : \sum_j - l j * dot (u j) (u j) = - Q by under eq_bigr do rewrite mulNr; rewrite sumrN.
have neg_pos : (#|pos l| == 1)%N || (1 < #|neg l|)%N && (1 < #|pos l|)%N -> 0 < Q.
  move=> h1; rewrite -oppr_lt0 -QN; apply: (ball_sign hu lm s0' su'); rewrite pos_opp ?neg_opp //.
  by apply: hd => //; rewrite addnC.
have pos_neg : (#|neg l| == 1)%N || (1 < #|pos l|)%N && (1 < #|neg l|)%N -> Q < 0.
  by move=> h1; apply: (ball_sign hu lm s0 su) => //; exact: hd.
have one : #|neg l| = 1%N -> 0 <= Q.
  by move=> h1; rewrite -oppr_le0 -QN; apply: (alone_squares s0' su'); rewrite pos_opp.
have one' : #|pos l| = 1%N -> Q <= 0 by exact: alone_squares.
case: (eqVneq #|pos l| 1%N) => [p1|p1]; first by have := one' p1; rewrite leNgt neg_pos // p1 eqxx.
case: (eqVneq #|neg l| 1%N) => [n1|n1]; first by have := one n1; rewrite leNgt pos_neg // n1 eqxx.
have p2 : (1 < #|pos l|)%N by rewrite ltn_neqAle eq_sym p1.
have n2 : (1 < #|neg l|)%N by rewrite ltn_neqAle eq_sym n1.
by have := lt_trans (neg_pos _) (pos_neg _); rewrite p2 n2 !orbT => /(_ isT isT); rewrite ltxx.
Qed.

(* Keys whose balls are told apart lie, one coordinate more, on a sphere (stereographic projection). *)
Theorem sphere_of_balls n least most tied m : attends F (asks (Subsets n least most tied Euclidean)) m ->
  attends F (asks (Subsets n least most tied Cosine)) m.+1.
Proof.
move=> [key [extra [_ h]]]; pose s c := dot (key c) (key c) + 1.
have s0 c : 0 < s c by rewrite ltr_spaddr ?ltr01 ?dot_ge0.
have dot2 (x y : 'rV[F]_m) (a b : F) :
    dot (row_mx a%:M x : 'rV_(1 + m)) (row_mx b%:M y : 'rV_(1 + m)) = a * b + dot x y.
  rewrite /dot big_split_ord /= big_ord1 !row_mxEl !mxE eqxx !mulr1n; congr (_ + _).
  by apply: eq_bigr => i _; rewrite !row_mxEr.
have dotZ (x y : 'rV[F]_m) a b : dot (a *: x) (b *: y) = a * b * dot x y.
  by rewrite /dot mulr_sumr; apply: eq_bigr => i _; rewrite !mxE mulrACA.
pose a c := dot (key c) (key c).
pose key' c : 'rV[F]_(1 + m) := row_mx ((a c - 1) * (s c)^-1)%:M ((2%:R * (s c)^-1) *: key c).
have inv c : (a c + 1) * (s c)^-1 = 1 := mulfV (lt0r_neq0 (s0 c)).
exists key', 0; split.
  move=> _; exists 1 => c _; rewrite /key' dot2 dotZ -/(a c) mulr2n.
  exact: (projected_norm laws_of (inv c)).
move=> r hr; have [query [t [_ ht]]] := h r hr.
pose z := dot query query + t.
exists (row_mx (z - 1)%:M (2%:R *: query) : 'rV_(1 + m)), (1 + z); split => // c hc.
have pos2 : 0 < 2%:R * (s c)^-1 by rewrite divr_gt0 ?ltr0Sn.
have := ht c hc; rewrite -(matches_scaled _ _ pos2) /= /key' dot2 dotZ dot_diff -/(a c).
congr (is_true (matches _ _)); rewrite /z mulr2n; exact: (projected_score laws_of _ _ _ (inv c)).
Qed.

End Families.
