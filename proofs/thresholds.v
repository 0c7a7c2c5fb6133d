(* How wide queries and keys must be to select every q of N positions.

   Scores are inner products; the softmax does not notice a constant added to all scores of a query. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Thresholds.

Variable F : realFieldType.

(* q-SA(N, q) with ties: for each set y of q positions there is a query w y whose scores are
   equal on y and less elsewhere. *)
Definition ties (N q m : nat) : Prop :=
  exists (u : 'I_N -> 'rV[F]_m) (w : {set 'I_N} -> 'rV[F]_m),
    forall y : {set 'I_N}, #|y| = q -> forall i j, i \in y ->
      if j \in y then dot (w y) (u j) = dot (w y) (u i) else dot (w y) (u j) < dot (w y) (u i).

(* Scores on y are only to be greater than scores off y. *)
Definition separates (N q m : nat) (u : 'I_N -> 'rV[F]_m) (w : {set 'I_N} -> 'rV[F]_m) : Prop :=
  forall y : {set 'I_N}, #|y| = q -> forall i j, i \in y -> j \notin y ->
    dot (w y) (u j) < dot (w y) (u i).

(* The positions at which the coefficients of a dependency are positive, negative, not zero. *)
Definition pos N (l : 'I_N -> F) : {set 'I_N} := [set j | 0 < l j].
Definition neg N (l : 'I_N -> F) : {set 'I_N} := [set j | l j < 0].
Definition supp N (l : 'I_N -> F) : {set 'I_N} := [set j | l j != 0].

(* Any m + 2 keys of width m are affinely dependent. *)
Lemma dependency N m (u : 'I_N -> 'rV[F]_m) : (m + 2 <= N)%N ->
  exists l : 'I_N -> F, [/\ exists j, l j != 0, \sum_j l j = 0,
    forall w, \sum_j l j * dot w (u j) = 0 & (#|supp l| <= m + 2)%N].
Proof.
move=> hN.
pose Z : 'M[F]_(N, N - (m + 2)) := \matrix_(j, k) (j == k + (m + 2) :> nat)%N%:R.
pose B := row_mx (row_mx (\matrix_j u j) (const_mx 1 : 'cV_N)) Z.
have rB : (\rank B < N)%N.
  apply: leq_ltn_trans (rank_leq_col B) _.
  by rewrite -{2}(subnKC hN) ltn_add2r addn1 addn2.
have /rowV0Pn [v /sub_kermxP vB nv] : kermx B != 0.
  by rewrite kermx_eq0 /row_free neq_ltn rB.
move: vB; rewrite mul_mx_row mul_mx_row => /eqP.
rewrite row_mx_eq0 row_mx_eq0 => /andP [/andP [/eqP v1 /eqP v2] /eqP v3].
have vU k : \sum_j v 0 j * u j 0 k = 0.
  by move/matrixP/(_ 0 k): v1; rewrite !mxE => {2}<-; apply: eq_bigr => j _; rewrite !mxE.
exists (v 0); split.
- by apply/existsP; rewrite -negb_forall; apply: contra nv => /forallP h; apply/eqP/rowP => j; rewrite mxE; apply/eqP.
- by move/matrixP/(_ 0 0): v2; rewrite !mxE => {2}<-; apply: eq_bigr => j _; rewrite mxE mulr1.
- move=> w; under eq_bigr do rewrite /dot big_distrr /=.
  rewrite exchange_big /= big1 // => k _.
  under eq_bigr do rewrite mulrCA.
  by rewrite -big_distrr /= vU mulr0.
have -> : (m + 2)%N = #|[set widen_ord hN j | j : 'I_(m + 2)]|.
  by rewrite card_imset ?card_ord // => a b /(congr1 val) /= /val_inj.
apply: subset_leq_card; apply/subsetP => j; rewrite inE => vj.
case: (ltnP j (m + 2)) => hj.
  by apply/imsetP; exists (Ordinal hj) => //; apply/val_inj.
have hk : (j - (m + 2) < N - (m + 2))%N by rewrite ltn_sub2r // (leq_ltn_trans hj).
move/matrixP/(_ 0 (Ordinal hk)): v3; rewrite !mxE (bigD1 j) //= big1 => [|k kj].
  by rewrite mxE /= subnK // eqxx mulr1 addr0 => /eqP; rewrite (negPf vj).
by rewrite mxE /= subnK // (inj_eq val_inj) (negPf kj) mulr0.
Qed.

(* A set of q elements between two others. *)
Lemma between (T : finType) (A B : {set T}) q : A \subset B -> (#|A| <= q <= #|B|)%N ->
  exists y : {set T}, [/\ #|y| = q, A \subset y & y \subset B].
Proof.
move=> sAB /andP [qA]; elim: q qA => [|q IH] qA qB.
  by exists A; split => //; apply/eqP; rewrite -leqn0.
move: qA; rewrite leq_eqVlt => /orP [/eqP e|]; first by exists A; rewrite e.
rewrite ltnS => qA; have [y [yq Ay yB]] := IH qA (ltnW qB).
have /subsetPn [x xB xy] : ~~ (B \subset y).
  by apply: contraL qB => /subset_leq_card; rewrite yq -leqNgt.
exists (x |: y); split; first by rewrite cardsU1 xy yq.
  by apply: subset_trans Ay (subsetUr _ _).
by rewrite subUset sub1set xB.
Qed.

(* Terms of one sign, one of them not zero, do not sum to zero. *)
Lemma one_sided_sum N (x : 'I_N -> F) : (forall j, x j <= 0) -> (exists j, x j < 0) -> \sum_j x j != 0.
Proof.
move=> h [j hj]; have ge0 : 0 <= \sum_(k | k != j) - x k.
  by apply: sumr_ge0 => k _; rewrite oppr_ge0.
rewrite sumrN oppr_ge0 in ge0.
have := ltr_le_add hj ge0; rewrite addr0 => lt0.
by rewrite (bigD1 j) //= lt_eqF.
Qed.

(* The sign of a dependency may be chosen such that few coefficients are negative. *)
Lemma few_negative N m q (u : 'I_N -> 'rV[F]_m) : (m + 2 <= N)%N -> (m < q.*2)%N ->
  exists l : 'I_N -> F,
    [/\ \sum_j l j = 0, forall w, \sum_j l j * dot w (u j) = 0,
        (0 < #|neg l|)%N, (#|neg l| <= q)%N &
        exists2 j, 0 < l j & (#|neg l| + #|pos l| <= m + 2)%N].
Proof.
move=> hN mq; have [l [[j0 lj0] s0 su sc]] := dependency u hN.
have split l' : supp l' = neg l' :|: pos l'.
  by apply/setP => j; rewrite !inE; case: ltrgt0P.
have cards l' : #|supp l'| = (#|neg l'| + #|pos l'|)%N .
  rewrite split cardsU; rewrite (_ : _ :&: _ = set0) ?cards0 ?subn0 //.
  by apply/setP => j; rewrite !inE; case: ltrgt0P.
have somepos (l' : 'I_N -> F) : (exists j, l' j != 0) -> \sum_j l' j = 0 -> exists j, 0 < l' j.
  move=> [j lj] s; case: (boolP [exists j, 0 < l' j]) => [/existsP //|].
  rewrite negb_exists => /forallP h; suff : \sum_j l' j != 0 by rewrite s eqxx.
  apply: one_sided_sum; first by move=> k; rewrite leNgt h.
  by exists j; rewrite lt_neqAle lj leNgt h.
have [jp hp] := somepos l (ex_intro _ j0 lj0) s0.
have [jn hn] : exists j, 0 < - l j.
  apply: (somepos (fun j => - l j)); first by exists j0; rewrite oppr_eq0.
  by rewrite sumrN s0 oppr0.
rewrite oppr_gt0 in hn.
have pos0 : (0 < #|pos l|)%N by apply/card_gt0P; exists jp; rewrite inE.
have neg0 : (0 < #|neg l|)%N by apply/card_gt0P; exists jn; rewrite inE.
rewrite cards in sc.
case: (leqP #|neg l| q) => hq.
  by exists l; split => //; exists jp.
exists (fun j => - l j).
have e1 : neg (fun j => - l j) = pos l by apply/setP => j; rewrite !inE oppr_lt0.
have e2 : pos (fun j => - l j) = neg l by apply/setP => j; rewrite !inE oppr_gt0.
rewrite e1 e2; split => //.
- by rewrite sumrN s0 oppr0.
- by move=> w; under eq_bigr do rewrite mulNr; rewrite sumrN su oppr0.
- rewrite leqNgt; apply/negP => h.
  by have := leq_trans (leq_add hq h) sc; rewrite addnn doubleS addn2 !ltnS leqNgt mq.
by exists jn; rewrite ?oppr_gt0 // addnC.
Qed.

(* A threshold on which scores of y lie, or which they reach, contradicts a dependency. *)
Lemma no_dependency N m (u : 'I_N -> 'rV[F]_m) (l : 'I_N -> F) (w : 'rV[F]_m) (t : F) :
  \sum_j l j = 0 -> \sum_j l j * dot w (u j) = 0 ->
  (forall j, l j * (dot w (u j) - t) <= 0) -> (exists j, l j * (dot w (u j) - t) < 0) -> False.
Proof.
move=> s0 su h1 h2; have /eqP := one_sided_sum h1 h2; apply.
under eq_bigr do rewrite mulrBr.
by rewrite sumrB su -big_distrl /= s0 mul0r subr0.
Qed.

(* A set of q positions that contains the negative keys of a dependency and misses some positive one. *)
Lemma ties_lower N q m : (0 < q < N)%N -> ties N q m -> (minn q.*2 N.-1 <= m)%N.
Proof.
move=> /andP [q0 qN] [u [w sel]]; rewrite leqNgt; apply/negP; rewrite leq_min => /andP [mq mN].
have hN : (m + 2 <= N)%N by rewrite addn2 -(ltn_predK qN) ltnS.
have [l [s0 su _ nq [jp ljp _]]] := few_negative u hN mq.
have [y [yq ny yp]] : exists y : {set 'I_N}, [/\ #|y| = q, neg l \subset y & y \subset ~: [set jp]].
  apply: between.
    by apply/subsetP => j; rewrite !inE => lj; apply/eqP => e; rewrite e ltNge ltW in lj.
  by rewrite nq cardsC1 card_ord -ltnS (ltn_predK qN).
have /card_gt0P [i0 yi0] : (0 < #|y|)%N by rewrite yq.
apply: (@no_dependency _ _ u l (w y) (dot (w y) (u i0))) => //.
  move=> j; have := sel y yq i0 j yi0; case: ifP => [_ ->|jy lt]; first by rewrite subrr mulr0.
  rewrite mulr_ge0_le0 ?subr_le0 ?(ltW lt) // leNgt; apply/negP => lj.
  by move: jy; rewrite (subsetP ny) // inE.
exists jp; have := sel y yq i0 jp yi0; case: ifP => [/(subsetP yp)|_ lt]; first by rewrite !inE eqxx.
by rewrite pmulr_rlt0 // subr_lt0.
Qed.

Lemma separates_lower N q m : (0 < q)%N -> (3 * q <= N)%N ->
  (exists (u : 'I_N -> 'rV[F]_m) w, separates q u w) -> (q.*2 <= m)%N.
Proof.
move=> q0 qN [u [w sel]]; rewrite leqNgt; apply/negP => mq.
have hN : (m + 2 <= N)%N.
  apply: leq_trans qN; rewrite addn2; apply: leq_trans (_ : (q.*2 < _)%N) => //.
  by rewrite -muln2 mulnC ltn_pmul2r.
have [l [s0 su n0 nq [jp ljp nm]]] := few_negative u hN mq.
have [y [yq ny yp]] : exists y : {set 'I_N}, [/\ #|y| = q, neg l \subset y & y \subset ~: pos l].
  apply: between.
    by apply/subsetP => j; rewrite !inE -leNgt => /ltW.
  rewrite nq cardsCs setCK card_ord leq_subRL; last by rewrite -[X in (_ <= X)%N](card_ord N) max_card.
  apply: leq_trans qN; rewrite mulSn addnC leq_add2l mul2n.
  have h : (#|pos l|.+1 <= #|neg l| + #|pos l|)%N by rewrite -add1n leq_add2r.
  by rewrite -ltnS; apply: leq_trans (leq_trans h nm) _; rewrite addn2 ltnS.
have /card_gt0P [k0 yk0] : (0 < #|y|)%N by rewrite yq.
pose i0 := [arg min_(i < k0 in y) dot (w y) (u i)]%O.
have [yi0 min] : i0 \in y /\ forall j, j \in y -> dot (w y) (u i0) <= dot (w y) (u j).
  by rewrite /i0; case: arg_minP => // i yi h.
apply: (@no_dependency _ _ u l (w y) (dot (w y) (u i0))) => //.
  move=> j; case: (boolP (j \in y)) => yj.
    have := subsetP yp j yj; rewrite !inE -leNgt => lj.
    by rewrite mulr_le0_ge0 // subr_ge0 min.
  rewrite mulr_ge0_le0 ?subr_le0 ?(ltW (sel y yq _ _ yi0 yj)) // leNgt.
  by apply: contra yj => lj; rewrite (subsetP ny) // inE.
exists jp; have yjp : jp \notin y by apply/negP => /(subsetP yp); rewrite !inE ljp.
by rewrite pmulr_rlt0 // subr_lt0 sel.
Qed.

(* The moment curve: the keys are (t, t^2, .., t^m), the scores of y those of -prod_{i in y} (t - i)^2. *)
Lemma ties_moment N q m : (q.*2 <= m)%N -> ties N q m.
Proof.
move=> qm; pose g (y : {set 'I_N}) : {poly F} := \prod_(i in y) ('X - (i%:R)%:P).
pose p y := - (g y) ^+ 2.
exists (fun j => \row_(k < m) j%:R ^+ k.+1), (fun y => \row_(k < m) (p y)`_k.+1) => y yq i j yi.
have score k : dot (\row_(a < m) (p y)`_a.+1) (\row_(a < m) (k : 'I_N)%:R ^+ a.+1) = (p y).[k%:R] - (p y)`_0.
  have sp : (size (p y) <= m.+1)%N.
    rewrite /p size_opp; have := size_exp (g y) 2; rewrite /g -big_enum size_prod_XsubC -cardE yq muln2 => e.
    by rewrite -[size _]prednK ?e // lt0n size_poly_eq0 expf_neq0 // -size_poly_eq0 size_prod_XsubC.
  rewrite (horner_coef_wide _ sp) big_ord_recl expr0 mulr1 [X in X - _]addrC addrK.
  by apply: eq_bigr => a _; rewrite !mxE.
have pE k : (p y).[k%:R] = - (\prod_(i in y) (k%:R - i%:R)) ^+ 2.
  rewrite /p hornerN horner_exp /g horner_prod; congr (- _ ^+ _).
  by apply: eq_bigr => a _; rewrite hornerXsubC.
have p0 (k : 'I_N) : k \in y -> (p y).[k%:R] = 0.
  by move=> yk; rewrite pE (bigD1 k) //= subrr mul0r expr0n oppr0.
rewrite !score (p0 i) //; case: ifP => yj; first by rewrite p0.
rewrite ltr_add2r pE oppr_lt0 exprn_even_gt0 //=; apply/prodf_neq0 => a ya.
rewrite subr_eq0 eqr_nat; apply: contraFN yj => /eqP e.
by rewrite (_ : j = a) //; apply/val_inj.
Qed.

(* A simplex: N affinely independent keys, each score is free. *)
Lemma ties_simplex N q m : (N.-1 <= m)%N -> ties N q m.
Proof.
move=> Nm; pose g (y : {set 'I_N}) (k : nat) : F := - [forall j in y, k != j]%:R.
exists (fun j => \row_(k < m) (k == j :> nat)%:R), (fun y => \row_(k < m) (g y k - g y m)) => y yq i j yi.
have score (k : 'I_N) : dot (\row_(a < m) (g y a - g y m)) (\row_(a < m) (a == k :> nat)%:R) = g y k - g y m.
  have km : (k <= m)%N by apply: leq_trans Nm; rewrite -ltnS (ltn_predK (ltn_ord k)).
  rewrite leq_eqVlt in km; case/orP: km => [/eqP ->|km].
    rewrite subrr /dot big1 // => a _; by rewrite !mxE ltn_eqF ?mulr0.
  rewrite /dot (bigD1 (Ordinal km)) //= !mxE eqxx mulr1 big1 ?addr0 // => a na.
  by rewrite !mxE; case: eqP => [e|]; rewrite ?mulr0 //; case/eqP: na; apply/val_inj.
have gy (k : 'I_N) : g y k = if k \in y then 0 else -1.
  rewrite /g; case: ifP => yk.
    by case: forallP => [/(_ k)|]; rewrite ?oppr0 // yk eqxx.
  case: forallP => // h; case: h => a; apply/implyP => ya; apply: contraFN yk => /eqP e.
  by rewrite (_ : k = a) //; apply/val_inj.
rewrite !score !gy yi; case: (j \in y) => //; by rewrite ltr_add2r oppr_lt0 ltr01.
Qed.

(* The least width for ties. *)
Theorem qsa_width N q m : (0 < q < N)%N -> ties N q m <-> (minn (2 * q) (N - 1) <= m)%N.
Proof.
rewrite mul2n subn1 => h; split; first exact: ties_lower.
by rewrite geq_min => /orP [/ties_moment|/ties_simplex].
Qed.

(* The least width to separate, which is all that an error below 1/q asks for. *)
Theorem separation_width N q m : (0 < q)%N -> (3 * q <= N)%N ->
  (exists (u : 'I_N -> 'rV[F]_m) w, separates q u w) <-> (2 * q <= m)%N.
Proof.
rewrite mul2n => q0 qN; split; first exact: separates_lower.
move=> /(@ties_moment N) [u [w h]]; exists u, w => y yq i j yi yj.
by have := h y yq i j yi; rewrite (negPf yj).
Qed.

(* Weights a y j that are not negative and do not fall when scores grow: a softmax, the mean over the greatest
   scores, and all between. *)
Definition weighs N m (u : 'I_N -> 'rV[F]_m) (w : {set 'I_N} -> 'rV[F]_m) (a : {set 'I_N} -> 'I_N -> F) : Prop :=
  forall (y : {set 'I_N}) i j, 0 <= a y i /\ (dot (w y) (u i) <= dot (w y) (u j) -> a y i <= a y j).

(* The output for the set y and numbers z in [-1, 1] is sum_j a y j * v (z j), with a value v for each number; it is
   to be within e of the mean of the numbers on y. *)
Definition averages_within N q (e : F) (a : {set 'I_N} -> 'I_N -> F) (v : F -> F) : Prop :=
  forall (y : {set 'I_N}) (z : 'I_N -> F), #|y| = q -> (forall j, `|z j| <= 1) ->
    `|\sum_j a y j * v (z j) - q%:R^-1 * \sum_(j in y) z j| <= e.

Definition averages (N q m : nat) (e : F) : Prop :=
  exists (u : 'I_N -> 'rV[F]_m) w a v, weighs u w a /\ averages_within q e a v.

Lemma averages_separate N q m e (u : 'I_N -> 'rV[F]_m) w a v : (0 < q)%N -> e < q%:R^-1 ->
  weighs u w a -> averages_within q e a v -> separates q u w.
Proof.
move=> q0 eq wa av y yq i j yi yj; rewrite ltNge; apply/negP => le.
have aij := (wa y i j).2 le.
have ij : i != j by apply: contraNneq yj => <-.
pose z s t k : F := if k == i then s else if k == j then t else 0.
pose r := \sum_(k | (k != i) && (k != j)) a y k * v 0.
have out s t : `|s| <= 1 -> `|t| <= 1 -> `|a y i * v s + (a y j * v t + r) - q%:R^-1 * s| <= e.
  move=> hs ht; have := av y (z s t) yq.
  rewrite (bigD1 i) //= (bigD1 j) /=; last by rewrite eq_sym.
  have -> : \sum_(k | (k != i) && (k != j)) a y k * v (z s t k) = r.
    by apply: eq_bigr => k /andP [ki kj]; rewrite /z (negPf ki) (negPf kj).
  have -> : \sum_(k in y) z s t k = s.
    rewrite (bigD1 i) //= big1 ?addr0 /z ?eqxx // => k /andP [yk /negPf ->].
    by case: eqP => // e'; rewrite -e' yk in yj.
  rewrite /z eqxx eq_sym (negPf ij) eqxx; apply => k.
  by rewrite /z; case: ifP => // _; case: ifP => // _; rewrite normr0 ler01.
have less s t s' t' : `|t| <= 1 -> `|t'| <= 1 -> s = 1 -> s' = -1 ->
    a y i * v s' + (a y j * v t' + r) < a y i * v s + (a y j * v t + r).
  move=> ht ht' -> ->; have := out 1 t; have := out (-1) t'.
  rewrite normrN normr1 lexx mulrN mulr1 opprK => /(_ isT ht') h1 /(_ isT ht) h2.
  have lt1 : a y i * v (-1) + (a y j * v t' + r) < 0.
    rewrite -(ltr_add2r q%:R^-1) add0r; apply: le_lt_trans eq.
    exact: le_trans (ler_norm _) h1.
  apply: lt_trans lt1 _; rewrite -(ltr_add2r (- q%:R^-1)) add0r ltr_oppl.
  apply: le_lt_trans eq; apply: le_trans h2; rewrite -normrN; exact: ler_norm.
case: (lerP (v (-1)) (v 1)) => hv.
  have := less 1 (-1) (-1) 1; rewrite normrN normr1 lexx => /(_ isT isT erefl erefl).
  rewrite !addrA ltr_add2r ltNge; case/negP.
  rewrite -subr_ge0 (_ : _ - _ = (v 1 - v (-1)) * (a y j - a y i)) ?mulr_ge0 ?subr_ge0 //.
  by rewrite opprD addrACA -!mulrBr addrC -[v (-1) - _]opprB mulrN -mulrBl mulrC.
have := less 1 0 (-1) 0; rewrite normr0 ler01 => /(_ isT isT erefl erefl).
rewrite ltr_add2r ltNge ler_wpmul2l ?(ltW hv) //; exact: (wa y i i).1.
Qed.

(* Ties average without any error: weight 1 for the greatest scores, 0 for others. *)
Lemma ties_average N q m e : (0 < q)%N -> 0 <= e -> ties N q m -> averages N q m e.
Proof.
move=> q0 e0 [u [w sel]]; pose top y j := [forall k, dot (w y) (u k) <= dot (w y) (u j)].
exists u, w, (fun y j => (top y j)%:R), (fun z => q%:R^-1 * z); split.
  move=> y i j; split; first exact: ler0n.
  move=> le; rewrite ler_nat; case: (boolP (top y i)) => // /forallP ti.
  by rewrite (_ : top y j) //; apply/forallP => k; apply: le_trans (ti k) le.
move=> y z yq _; rewrite (_ : _ - _ = 0) ?normr0 //; apply/eqP; rewrite subr_eq0 mulr_sumr; apply/eqP.
have /card_gt0P [i0 yi0] : (0 < #|y|)%N by rewrite yq.
rewrite [RHS]big_mkcond; apply: eq_bigr => j _ /=.
suff -> : top y j = (j \in y) by case: ifP; rewrite ?mul1r ?mul0r.
case: (boolP (j \in y)) => yj.
  apply/forallP => k; have := sel y yq j k yj; case: ifP => _ h; first by rewrite h.
  exact: ltW h.
apply/negP => /forallP /(_ i0); rewrite leNgt.
by have := sel y yq i0 j yi0; rewrite (negPf yj) => ->.
Qed.

(* The least width for averages with an error e below 1/q. *)
Theorem averaging_width N q m e : (0 < q)%N -> (3 * q <= N)%N -> 0 <= e < q%:R^-1 ->
  averages N q m e <-> (2 * q <= m)%N.
Proof.
rewrite mul2n => q0 qN /andP [e0 eq]; split.
  move=> [u [w [a [v [wa av]]]]]; apply: (separates_lower q0 qN).
  by exists u, w; exact: (averages_separate q0 eq wa av).
by move=> /(@ties_moment N); apply: ties_average.
Qed.

End Thresholds.
