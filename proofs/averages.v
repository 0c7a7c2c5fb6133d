(* Averages by a softmax: they separate sets, and tied scores that are multiplied by a large number average. *)

From Coq Require Import ZArith NArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns thresholds families.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Averages.

Variables (F : realFieldType) (E : F -> F).
Variable exponentialE : exponential E.

Let E_mul x y : E (x + y) = E x * E y. Proof. by case: exponentialE. Qed.
Let E_lt x y : x < y -> E x < E y. Proof. by case: exponentialE => _ h _ _; exact: h. Qed.
Let E_gt0 x : 0 < E x. Proof. by case: exponentialE. Qed.

Lemma E_le x y : x <= y -> E x <= E y.
Proof. by rewrite le_eqVlt => /orP [/eqP ->|/E_lt /ltW]. Qed.

Lemma E_0 : E 0 = 1.
Proof. by apply: (mulIf (lt0r_neq0 (E_gt0 0))); rewrite -E_mul addr0 mul1r. Qed.

(* A number between a number and those that are less. *)
Lemma number_between (a : F) (s : seq F) : all (fun x => x < a) s -> exists2 t, t < a & all (fun x => x < t) s.
Proof.
elim: s => [|x s IH] /=; first by exists (a - 1); rewrite // ltr_subl_addr ltr_addl ltr01.
case/andP => xa /IH [t ta hs]; have ma : Num.max t x < a by rewrite lt_maxl ta.
exists ((Num.max t x + a) / 2%:R); first by rewrite (midf_lt ma).2.
have mt : Num.max t x < (Num.max t x + a) / 2%:R by rewrite (midf_lt ma).1.
apply/andP; split; first by apply: le_lt_trans mt; rewrite le_maxr lexx orbT.
by apply: sub_all hs => z zt; apply: lt_trans zt (le_lt_trans _ mt); rewrite le_maxr lexx.
Qed.

Lemma sum_weights_gt0 (I : finType) (s : I -> F) (i : I) : 0 < \sum_j E (s j).
Proof. by rewrite (bigD1 i) //=; apply: ltr_paddr => //; apply: sumr_ge0 => j _; exact: ltW. Qed.

Theorem averages_attend n q error m : (0 < q)%num -> error * (N.to_nat q)%:R < 1 -> softmax_averages E n q error m ->
  attends F (asks (Subsets n q q false Inner)) m.
Proof.
move=> q0 small [key [query [c av]]].
have qp : (0 < N.to_nat q)%N by apply/ssrnat.ltP; lia.
have qF : 0 < (N.to_nat q)%:R :> F by rewrite ltr0n.
pose a (y : {set 'I_(N.to_nat n)}) j := E (dot (query y) (key j)) / \sum_k E (dot (query y) (key k)).
have sep : separates (N.to_nat q) key query.
  apply: (@averages_separate F _ _ _ error key query a (fun z => c * z) qp).
  - by rewrite -[_^-1]mul1r ltr_pdivl_mulr.
  - move=> y i j; have S0 := sum_weights_gt0 (fun k => dot (query y) (key k)) i.
    by split; [rewrite divr_ge0 // ltW | move=> le; rewrite ler_pmul2r ?invr_gt0 // E_le].
  move=> y z yq hz; have := av y z yq hz; rewrite /= [(\sum_(j in y) z j) / _]mulrC.
  rewrite (_ : c * _ / _ = \sum_j a y j * (c * z j)) // -mulrA mulr_suml mulr_sumr.
  by apply: eq_bigr => j _; rewrite /a [RHS]mulrCA; congr (_ * _); rewrite mulrAC.
pose u (k : N) : 'rV[F]_m := if insub (N.to_nat k) is Some j then key j else 0.
exists u, 0; split => // r [y [uy yn yq hr]].
pose Y := [set j : 'I_(N.to_nat n) | val j \in map N.to_nat y].
have Yq : #|Y| = N.to_nat q.
  have -> : N.to_nat q = size (map N.to_nat y) by rewrite size_map; apply/eqP; rewrite eqn_leq; exact: yq.
  pose l : seq 'I_(N.to_nat n) := pmap insub (map N.to_nat y).
  have -> : size (map N.to_nat y) = size l.
    rewrite size_pmap_sub; apply/esym/eqP; rewrite -all_count; exact/allP.
  rewrite -(card_uniqP (pmap_sub_uniq _ uy)); apply: eq_card => j; by rewrite !inE mem_pmap_sub.
have /card_gt0P [i0 hi0] : (0 < #|Y|)%N by rewrite Yq.
pose s j := dot (query Y) (key j).
pose lo := [arg min_(i < i0 in Y) s i]%O.
have [Ylo hlo] : lo \in Y /\ forall j, j \in Y -> s lo <= s j by rewrite /lo; case: arg_minP.
have [|t tlo ht] := @number_between (s lo) [seq s j | j <- enum (~: Y)].
  by apply/allP => x /mapP [j]; rewrite mem_enum inE => hj ->; exact: sep.
exists (query Y), t; split => // k hk.
have kn : (N.to_nat k < N.to_nat n)%N by apply/ssrnat.ltP; move: hk => /=; lia.
rewrite hr /u insubT /= -/(s _); have inY : (N.to_nat k \in map N.to_nat y) = (Ordinal kn \in Y) by rewrite inE.
rewrite inY; case: ifP => hY /=; first by rewrite subr_gt0; apply: lt_le_trans tlo (hlo _ hY).
by rewrite subr_lt0; apply: (allP ht); apply: map_f; rewrite mem_enum inE hY.
Qed.

(* Numbers below 0 that are multiplied by a large number have small powers. *)
Lemma large_factor (s : seq F) (b : F) : 0 < b -> all (fun d => d < 0) s ->
  exists K, forall K', K <= K' -> all (fun d => E (K' * d) <= b) s.
Proof.
move=> b0; have [x xb] : exists x, E x < b by case: exponentialE => _ _ _ h; exact: h.
elim: s => [|d s IH] /=; first by exists 0.
case/andP => d0 /IH [K hK]; exists (Num.max K (x / d)) => K'; rewrite le_maxl => /andP [h1 h2].
rewrite hK // andbT; apply: le_trans (ltW xb); apply: E_le; by rewrite -ler_ndivr_mulr.
Qed.

(* A mean, and the same numbers with a little weight on others. *)
Lemma mean_moved (A B Q delta error : F) : 0 < Q -> 0 <= delta -> `|A| <= Q -> `|B| <= delta ->
  2%:R * delta <= error * Q -> `|(A + B) / (Q + delta) - A / Q| <= error.
Proof.
move=> Q0 d0 hA hB he; have S0 : 0 < Q + delta by rewrite ltr_paddr.
have e0 : 0 <= error by rewrite -(pmulr_lge0 _ Q0); apply: le_trans he; rewrite mulr_ge0 ?ler0n.
rewrite -mulNr addf_div ?gt_eqF // normrM normfV (gtr0_norm (mulr_gt0 S0 Q0)) ler_pdivr_mulr ?mulr_gt0 //.
have -> : (A + B) * Q + - A * (Q + delta) = B * Q - A * delta.
  by rewrite mulrDl mulNr mulrDr opprD addrA [A * Q + _]addrC addrK.
apply: (@le_trans _ _ (delta * Q + Q * delta)).
  rewrite (le_trans (ler_norm_sub _ _)) // !normrM (gtr0_norm Q0) (ger0_norm d0).
  by rewrite ler_add // ler_wpmul2r // ltW.
apply: (@le_trans _ _ (error * Q * Q)); last by rewrite -mulrA ler_wpmul2l // ler_wpmul2r ?ler_addl // ltW.
by rewrite [Q * delta]mulrC -mulrDl; apply: ler_wpmul2r; [exact: ltW | apply: le_trans he; rewrite mulr_natl].
Qed.

Theorem attends_averages n q error m : (0 < q)%num -> 0 < error ->
  attends F (asks (Subsets n q q true Inner)) m -> softmax_averages E n q error m.
Proof.
move=> q0 e0 /attends_subsets [u hu _]; set k := N.to_nat n in u hu *.
have Q0 : 0 < (N.to_nat q)%:R :> F by rewrite ltr0n; apply/ssrnat.ltP; lia.
pose good (y : {set 'I_k}) (w : 'rV[F]_m) := #|y| = N.to_nat q -> forall z, (forall j, `|z j| <= 1) ->
  let weight j := E (dot w (u j)) in
  `|(\sum_j weight j * z j) / (\sum_j weight j) - (\sum_(j in y) z j) / (N.to_nat q)%:R| <= error.
suff /fin_all_exists [query hq] : forall y, exists w, good y w.
  by exists u, query, 1 => y z yq hz; rewrite /= mul1r; exact: hq.
move=> y; case: (eqVneq #|y| (N.to_nat q)) => [yq|ne]; last by exists 0 => e; rewrite e eqxx in ne.
have [|w [t hw]] := hu y; first by rewrite yq leqnn.
pose d j := dot w (u j) - t.
have dy j : j \in y -> d j = 0 by move=> yj; have := hw j; rewrite yj /= => /eqP.
have dn j : j \notin y -> d j < 0 by move=> yj; have := hw j; rewrite (negPf yj).
pose b := error * (N.to_nat q)%:R / (2%:R * k.+1%:R).
have b0 : 0 < b by rewrite divr_gt0 ?mulr_gt0 ?ltr0Sn.
have [|K hK] := @large_factor [seq d j | j <- enum (~: y)] b b0.
  by apply/allP => x /mapP [j]; rewrite mem_enum inE => /dn h ->.
have {}hK j : j \notin y -> E (K * d j) <= b.
  by move=> yj; apply: (allP (hK K (lexx _))); apply: map_f; rewrite mem_enum inE.
exists (K *: w) => _ z hz; set weight := fun j => _; rewrite /=.
have wE j : weight j = E (K * t) * E (K * d j).
  rewrite /weight -E_mul -mulrDr /d [t + _]addrC subrK; congr E.
  by rewrite /dot mulr_sumr; apply: eq_bigr => i _; rewrite mxE mulrA.
pose delta := \sum_(j | j \notin y) E (K * d j).
pose B := \sum_(j | j \notin y) E (K * d j) * z j.
have top : \sum_j weight j * z j = E (K * t) * (\sum_(j in y) z j + B).
  rewrite (bigID (mem y)) /= mulrDr !mulr_sumr; congr (_ + _); apply: eq_bigr => j yj; rewrite wE.
    by rewrite dy // mulr0 E_0 mulr1.
  by rewrite mulrA.
have bot : \sum_j weight j = E (K * t) * ((N.to_nat q)%:R + delta).
  rewrite (bigID (mem y)) /= mulrDr mulr_sumr; congr (_ + _); last by apply: eq_bigr => j _; exact: wE.
  rewrite -yq -sum1_card natr_sum mulr_sumr; apply: eq_bigr => j yj; by rewrite wE dy // mulr0 E_0.
rewrite top bot -mulf_div divff ?gt_eqF // mul1r; apply: mean_moved => //.
- by apply: sumr_ge0 => j _; exact: ltW.
- apply: le_trans (ler_norm_sum _ _ _) _; rewrite -yq -sum1_card natr_sum; exact: ler_sum.
- apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => j _.
  by rewrite normrM (gtr0_norm (E_gt0 _)) -[X in _ <= X]mulr1 ler_wpmul2l // ltW.
have hd : delta <= b *+ k.
  apply: (@le_trans _ _ (\sum_(j | j \notin y) b)); first by apply: ler_sum => j; exact: hK.
  rewrite sumr_const; apply: (ler_wpmuln2l (ltW b0)); rewrite -[X in (_ <= X)%N](card_ord k); exact: max_card.
apply: (@le_trans _ _ (2%:R * (b * k.+1%:R))).
  rewrite ler_wpmul2l ?ler0n //; apply: le_trans hd _.
  by rewrite -mulr_natr; apply: (ler_wpmul2l (ltW b0)); rewrite ler_nat leqnSn.
by rewrite mulrCA /b divfK // mulf_neq0 // pnatr_eq0.
Qed.

End Averages.
