(* The theorems "simplex", "circle" and "curve": upper bounds of m for retrieval by cosine and by distance. *)

From Coq Require Import NArith ZArith String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths rule_least heads listing rule_closed spheres.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(* Sets of a size k between them, or their complements, have at most v / 2 members. *)
Definition halves_fit (n least most v : N) : bool :=
  [|| N.leb (2 * most) v, N.leb (2 * (n - least)) v | N.leb (2 * (n / 2)) v].

Definition simplex_shows (q : question) (v : N) : bool :=
  match q with
  | Subsets n least most false by_ =>
      N.leb n (N.succ v) ||
      match by_ with
      | Euclidean => [&& N.leb (most + 2) n, N.leb 3 n & N.leb n (v + 2)]
      | _ => false
      end
  | _ => false
  end.

Definition circle_shows (q : question) (v : N) : bool :=
  match q with Subsets n least most false _ => halves_fit n least most v | _ => false end.

Definition curve_shows (q : question) (v : N) : bool :=
  match q with
  | Subsets n least most false Euclidean => N.leb 1 most && N.leb (2 * most) (N.succ v)
  | _ => false
  end.

Section Retrieval.

Local Open Scope ring_scope.
Variable F : realFieldType.

(* ---------- Simplex ---------- *)

Lemma row_of_subsets n least most by_ r : a_row (asks (Subsets n least most false by_)) r ->
  exists y : seq nat, [/\ uniq y, {subset y <= iota 0 (N.to_nat n)}, (N.to_nat least <= size y <= N.to_nat most)%N &
    forall c, r c = if N.to_nat c \in y then Pos else Neg].
Proof.
case=> y [uy iny sy hr]; exists (map N.to_nat y); split=> //; last by rewrite size_map.
by move=> c /iny; rewrite mem_iota.
Qed.

Lemma simplex n least most by_ v : (N.to_nat n <= v.+1)%N -> attends F (asks (Subsets n least most false by_)) v.
Proof.
case: v => [|v] hn.
  apply: (@of_sphere _ _ _ (fun=> 0) 0) => // [c _|r _]; first exact: dot0l.
  exists 0, (- value F (r 0%num)) => c /ltN /=; rewrite dot0l sub0r opprK => hc.
  have -> : c = 0%num by move/ssrnat.leP: hn; move/ssrnat.ltP: hc; lia.
  exact: matches_value.
pose key (c : N) : 'rV[F]_v.+1 := if N.to_nat c is j.+1 then delta_mx 0 (inord j) else - delta_mx 0 0.
have dd i : dot (delta_mx 0 i : 'rV[F]_v.+1) (delta_mx 0 i) = 1 by rewrite dot_delta mxE !eqxx.
apply: (@of_sphere _ _ _ key 1) => // [c _|r _].
  by rewrite /key; case: (N.to_nat c) => [|j] //; rewrite dotNl dotC dotNl opprK.
pose s j := value F (r (N.of_nat j)); pose t := - ((s 0%N + s 1%N) / 2%:R).
have tt : t + t = - (s 0%N + s 1%N).
  by rewrite /t -opprD -mulrDl -mulr2n -(mulr_natr (s 0%N + _)) mulfK // pnatr_eq0.
exists (\row_i (s i.+1 + t)), t => c /ltN /= hc; rewrite /key; case e: (N.to_nat c) => [|j].
  rewrite dotC dotNl dot_delta mxE opprD -addrA -opprD tt opprK addrC addrK /s -e to_natK.
  exact: matches_value.
rewrite dotC dot_delta mxE addrK inordK; last by rewrite -ltnS (leq_trans _ hn) // -e.
by rewrite /s -e to_natK; exact: matches_value.
Qed.

(* ---------- Circle ---------- *)

Definition place (c : N) : F := (N.to_nat c)%:R.

Lemma circle n least most by_ v : halves_fit n least most v -> attends F (asks (Subsets n least most false by_)) (N.to_nat v).
Proof.
move=> hv; set A := asks _.
pose a c := abscissa (place c); pose b c := ordinate (place c).
have unit c : a c * a c + b c * b c = 1 by rewrite -!expr2 on_circle.
pose product (u : seq nat) c := \prod_(i <- u) (1 - a c * a (N.of_nat i) - b c * b (N.of_nat i)).
have trig_u u : trig a b (size u) (product u).
  have := trig_product unit [seq (a (N.of_nat i), b (N.of_nat i)) | i <- u]; rewrite size_map.
  by apply: trig_ext => c; rewrite big_map.
have factor c i : (c == N.of_nat i = false -> 0 < 1 - a c * a (N.of_nat i) - b c * b (N.of_nat i)) /\
    (c = N.of_nat i -> 1 - a c * a (N.of_nat i) - b c * b (N.of_nat i) = 0).
  have e := cosine_less1 (on_circle (place c)) (on_circle (place (N.of_nat i))).
  split=> [ne|->]; last by rewrite -addrA -opprD unit subrr.
  rewrite -(pmulrn_lgt0 _ (ltn0Sn 1)) e lt_neqAle addr_ge0 ?sqr_ge0 // andbT eq_sym.
  rewrite paddr_eq0 ?sqr_ge0 // !sqrf_eq0 !subr_eq0; apply/negP => /andP [/eqP ea /eqP eb].
  have /eqP := points_differ ea eb; rewrite /place eqr_nat => /eqP /N2Nat.inj ec; by rewrite ec eqxx in ne.
have product_in u c : N.to_nat c \in u -> product u c = 0.
  rewrite /product; elim: u => //= i u IH; rewrite inE big_cons => /orP [/eqP e|/IH ->]; last by rewrite mulr0.
  by case: (factor c i) => _ ->; rewrite ?mul0r // -e to_natK.
have product_out u c : N.to_nat c \notin u -> 0 < product u c.
  rewrite /product; elim: u => [|i u IH]; first by rewrite big_nil ltr01.
  rewrite inE negb_or big_cons => /andP [ne /IH h]; apply: mulr_gt0 h; case: (factor c i) => + _; apply.
  by apply/eqP => e; rewrite e of_natK eqxx in ne.
pose h := (N.to_nat v)./2.
have hh : (h + h <= N.to_nat v)%N by rewrite addnn -[X in (_ <= X)%N]odd_double_half leq_addl.
apply: (attends_wider hh); apply: (@of_sphere _ _ _ (turning a b h) h%:R) => // [c _|r]; first exact: turning_norm.
move=> /row_of_subsets [y [uy iny /andP [s1 s2] hr]].
have query f : trig a b h f -> exists q t, forall c, dot q (turning a b h c) - t = f c by exact: turning_query.
have su : count (mem y) (iota 0 (N.to_nat n)) = size y.
  by apply: count_members => // c /iny; rewrite mem_iota.
set w := [seq c <- iota 0 (N.to_nat n) | c \notin y].
have sw : (size w = N.to_nat n - size y)%N.
  by rewrite size_filter -[in RHS](size_iota 0 (N.to_nat n)) -(count_predC (mem y)) su addKn.
have [small|small] : ((size y).*2 <= N.to_nat v)%N \/ ((size w).*2 <= N.to_nat v)%N.
  rewrite sw; case/or3P: hv => h'; first by left; exact: twice h' s2.
    by right; apply: twice h' _; rewrite N2Nat.inj_sub leq_sub2l.
  case: (leqP (size y) (N.to_nat (n / 2))) => [le|lt]; first by left; exact: twice h' le.
  right; apply: twice h' _; rewrite leq_subLR; apply/ssrnat.leP; move/ssrnat.leP: lt; rewrite -plusE.
  by have := N.div_mod n 2; have := N.mod_lt n 2; lia.
- have [e e0 he] := below (N.to_nat n) (fun i => product y (N.of_nat i)).
  have hy : (size y <= h)%N by rewrite -(doubleK (size y)) half_leq.
  have [q [t ht]] := query _ (trig_lin 1 (- 1) (trig_const a b h e) (trig_wider hy (trig_u y))).
  exists q, t => c /ltN cn; rewrite ht hr mul1r mulN1r; case: ifP => cy /=; first by rewrite product_in // subr0.
  by rewrite subr_lt0; have := he _ cn; rewrite to_natK; apply; rewrite product_out // cy.
have [e e0 he] := below (N.to_nat n) (fun i => product w (N.of_nat i)).
have hw : (size w <= h)%N by rewrite -(doubleK (size w)) half_leq.
have [q [t ht]] := query _ (trig_lin 1 (- 1) (trig_wider hw (trig_u w)) (trig_const a b h e)).
exists q, t => c /ltN cn; rewrite ht hr mul1r mulN1r; case: ifP => cy /=.
  by rewrite subr_gt0; have := he _ cn; rewrite to_natK; apply; apply: product_out; rewrite mem_filter cy.
by rewrite product_in ?sub0r ?oppr_lt0 // mem_filter cy mem_iota add0n cn.
Qed.

(* ---------- Pieces of a curve ---------- *)

Definition rising (p : {poly F}) : Prop := forall i, 0 <= p`_i.

(* Horner's scheme at a number that is not negative. *)
Lemma divided x (p : {poly F}) : 0 <= x -> rising p ->
  exists q r, [/\ p = ('X - x%:P) * q + r%:P, rising q & 0 <= r].
Proof.
move=> x0; elim/poly_ind: p => [|p c IH] hp.
  by exists 0, 0; rewrite mulr0 addr0; split=> // i; rewrite coef0.
have hc : 0 <= c by have := hp 0%N; rewrite coefD coefMX coefC add0r.
have [|q [r [e hq hr]]] := IH.
  by move=> i; have := hp i.+1; rewrite coefD coefMX coefC addr0.
exists (q * 'X + r%:P), (r * x + c); split; last by rewrite addr_ge0 ?mulr_ge0.
  rewrite e mulrDl mulrDr !mulrA -!addrA; congr (_ + _); rewrite mulrBl polyCD polyCM.
  rewrite -[x%:P * _]mulrC; rewrite addrA subrK; congr (_ + _); exact: mulrC.
by move=> i; rewrite coefD coefMX coefC; case: i => [|i] /=; rewrite ?add0r ?addr0.
Qed.

Lemma divided_by_squares u (p : {poly F}) : rising p ->
  exists q r, [/\ p = squares F u * q + r, rising q & (size r <= (size u).*2)%N].
Proof.
elim: u p => [|j u IH] p hp.
  by exists p, 0; rewrite /squares big_nil mul1r addr0 size_poly0.
have [q [r [e hq sr]]] := IH p hp; have j0 : 0 <= j%:R :> F by exact: ler0n.
have [q1 [r1 [e1 hq1 _]]] := divided j0 hq; have [q2 [r2 [e2 hq2 _]]] := divided j0 hq1.
exists q2, (squares F u * (('X - j%:R%:P) * r2%:P + r1%:P) + r); split=> //.
  by rewrite e e1 e2 /squares big_cons -/(squares F u) !mulrDr !addrA expr2 !mulrA ![_ * squares F u]mulrC !mulrA.
rewrite (leq_trans (size_add _ _)) // geq_max (leq_trans sr) ?andbT; last by rewrite doubleS ltnW.
rewrite (leq_trans (size_mul_leq _ _)) // size_squares /= doubleS -[X in (_ <= X)%N]addn2 leq_add2l.
rewrite (leq_trans (size_add _ _)) // geq_max (leq_trans (size_mul_leq _ _)) ?size_XsubC ?(leq_trans (size_polyC_leq1 _)) //.
by rewrite add2n /= ltnS size_polyC_leq1.
Qed.

Lemma rising_pos (p : {poly F}) x : rising p -> 0 < x -> p != 0 -> 0 < p.[x].
Proof.
move=> hp x0 p0; rewrite horner_coef; have sp : (0 < size p)%N by rewrite size_poly_gt0.
rewrite -(prednK sp) big_ord_recr /= ltr_paddl //; first by apply: sumr_ge0 => i _; rewrite mulr_ge0 // exprn_ge0 // ltW.
by rewrite mulr_gt0 ?exprn_gt0 // lt_neqAle hp andbT eq_sym -lead_coefE lead_coef_eq0.
Qed.

Lemma curve n least h : (0 < N.to_nat h)%N -> attends F (asks (Subsets n least h false Euclidean)) (N.to_nat h).*2.-1.
Proof.
move: {2}(N.to_nat h).*2.-1 (erefl (N.to_nat h).*2.-1) => m em h0; rewrite em.
have e2 : ((N.to_nat h).*2 = m.+1)%N by rewrite -em prednK // double_gt0.
pose t (c : N) : F := (N.to_nat c).+1%:R.
pose key c : 'rV[F]_m := \row_i t c ^+ i.+1.
exists key, 0; split=> // r /row_of_subsets [y [uy iny /andP [_ s2] hr]].
pose p : {poly F} := \sum_(i < m) 'X^(i.+1).*2.
have hp : rising p.
  by move=> i; rewrite coef_sum; apply: sumr_ge0 => j _; rewrite coefXn ler0n.
pose u := [seq i.+1 | i <- y] ++ nseq (N.to_nat h - size y) (N.to_nat n).+1.
have su : (size u).*2 = m.+1 by rewrite size_cat size_map size_nseq subnKC.
have [q [rem [e hq sr]]] := divided_by_squares u hp; rewrite su in sr.
have m0 : (0 < m)%N by rewrite -ltnS -e2 (leq_double 1).
have q0 : q != 0.
  apply/eqP => z; move: e; rewrite z mulr0 add0r => e.
  have : p`_(m.*2) = 0 by rewrite e nth_default // (leq_trans sr) // -addnn -addn1 leq_add2l.
  have lt : (m.-1 < m)%N by rewrite prednK.
  rewrite coef_sum (bigD1 (Ordinal lt)) //= coefXn prednK // eqxx => /eqP.
  by rewrite gt_eqF // ltr_paddr ?ltr01 // sumr_ge0 // => j _; rewrite coefXn ler0n.
pose f c := (squares F u).[t c] * q.[t c].
have t0 c : 0 < t c by rewrite ltr0n.
have [eps eps0 heps] := below (N.to_nat n) (fun i => f (N.of_nat i)).
pose query : 'rV[F]_m := \row_i (rem`_(i.+1) / 2%:R).
have double c : dot query (key c) + dot query (key c) = rem.[t c] - rem`_0.
  rewrite (horner_coef_wide _ sr) big_ord_recl expr0 mulr1 [X in _ = X - _]addrC addrK -mulr2n -sumrMnl.
  by apply: eq_bigr => i _; rewrite !mxE -mulrnAl -(mulr_natr (_ / _)) divfK // pnatr_eq0.
have norm c : dot (key c) (key c) = f c + (rem`_0 + (dot query (key c) + dot query (key c))).
  rewrite double [rem`_0 + _]addrC subrK /f -hornerM -hornerD -e horner_sum.
  by apply: eq_bigr => i _; rewrite !mxE hornerXn -addnn exprD.
exists query, (- rem`_0 - dot query query - eps); split=> // c /ltN cn.
have -> : scored Euclidean query (key c) - (- rem`_0 - dot query query - eps) = eps - f c.
  rewrite /= dotBl !dotBr (dotC (key c) query) norm.
  exact: (ball_identity (ring_of F)).
rewrite hr; case: (boolP (_ \in y)) => cy /=.
  by rewrite subr_gt0 /f squares_in ?mul0r // mem_cat map_f.
rewrite subr_lt0; have := heps _ cn; rewrite to_natK; apply.
apply: mulr_gt0; last exact: rising_pos.
apply: lt_le_trans ltr01 (squares_out _ _); rewrite mem_cat negb_or mem_nseq eqSS (ltn_eqF cn) andbF andbT.
by rewrite mem_map // => i j [].
Qed.

(* ---------- A simplex and its centre, where some key of the simplex is in no set ---------- *)

Lemma centred_simplex n least most k : N.to_nat n = k.+2 -> (0 < k)%N -> (N.to_nat most <= k)%N ->
  attends F (asks (Subsets n least most false Euclidean)) k.
Proof.
move=> en k0 mk.
pose key c : 'rV[F]_k := if N.to_nat c is j.+1 then \row_i (i == j :> nat)%:R else \row_i -1.
exists key, 0; split=> // r /row_of_subsets [y [uy iny /andP [_ s2] hr]].
pose b (j : nat) : F := (j \in y)%:R; pose b' (j : nat) : F := (j \notin y)%:R.
pose P := \sum_(j < k.+1) b j; pose M := \sum_(j < k.+1) b' j.
have hj : has (fun j => j \notin y) (iota 0 k.+1).
  apply: contraT => no; have := @uniq_leq_size _ (iota 0 k.+1) y (iota_uniq 0 _).
  rewrite size_iota ltnNge (leq_trans s2 mk); apply=> j jk; by apply: contraR no => jy; apply/hasP; exists j.
case/hasP: hj => j; rewrite mem_iota add0n => jk jy.
have M0 : 0 < M.
  by rewrite /M (bigD1 (Ordinal jk)) //= /b' jy ltr_paddr ?ltr01 // sumr_ge0 // => i _; exact: ler0n.
have P0 : 0 <= P by apply: sumr_ge0 => i _; exact: ler0n.
pose sign : F := if k.+1 \in y then 1 else -1.
pose T := sign / k.+1%:R; pose S := sign - k%:R *+ 2; pose z := (S - P) / M.
have kn0 : k.+1%:R != 0 :> F by rewrite pnatr_eq0.
have S0 : S < 0.
  rewrite /S subr_lt0; apply: (@le_lt_trans _ _ 1).
    by rewrite /sign; case: ifP => // _; apply: le_trans ler01; rewrite oppr_le0 ler01.
  by rewrite -mulrnA ltr1n muln2 -(doubleS 0) leq_double.
have z0 : z < 0 by rewrite /z ltr_pdivr_mulr // mul0r subr_lt0 (lt_le_trans S0).
pose w j := if j \in y then 1 else z.
have sumw : w 0%N + \sum_(i < k) w i.+1 = S.
  rewrite -(big_ord_recl k (fun i : 'I_k.+1 => w i)) (eq_bigr (fun i : 'I_k.+1 => b i + z * b' i)) => [|i _].
    by rewrite big_split /= -mulr_sumr -/P -/M /z divfK ?lt0r_neq0 // addrC subrK.
  by rewrite /w /b /b'; case: (_ \in y) => /=; rewrite ?mulr0 ?addr0 // mulr1 add0r.
pose query : 'rV[F]_k := \row_i ((w i.+1 - T + 1) / 2%:R).
have twice_query i : query 0 i + query 0 i = w i.+1 - T + 1.
  by rewrite mxE -mulr2n -(mulr_natr (_ / _)) divfK // pnatr_eq0.
exists query, (- dot query query - T); split=> // c /ltN cn.
have -> : scored Euclidean query (key c) - (- dot query query - T) =
    dot query (key c) + dot query (key c) - dot (key c) (key c) + T.
  rewrite /= dotBl !dotBr (dotC (key c) query); exact: (other_ball_identity (ring_of F)).
have sign_w i : matches (if i \in y then Pos else Neg) (w i) by rewrite /w; case: ifP; rewrite /= ?ltr01.
rewrite hr /key; case ec: (N.to_nat c) cn => [|i]; rewrite en !ltnS => ik.
  have -> : dot query (\row_i -1) + dot query (\row_i -1) = - \sum_(i < k) (w i.+1 - T + 1).
    rewrite /dot -big_split /= -sumrN; apply: eq_bigr => i _.
    by rewrite [X in _ * X]mxE mulrN1 -opprD twice_query.
  have -> : dot (\row_(i < k) -1) (\row_(i < k) -1) = k%:R :> F.
    transitivity (\sum_(i < k) (1 : F)); last by rewrite big_const_ord iter_addr_0.
    by apply: eq_bigr => i _; rewrite !mxE mulrN1 opprK.
  rewrite !big_split /= sumrN !big_const_ord !iter_addr_0.
  have -> : - (\sum_(i < k) w i.+1 - T *+ k + k%:R) - k%:R + T = w 0%N; last exact: sign_w.
  have eT : T *+ k + T = sign by rewrite -mulrSr /T -mulr_natr divfK.
  rewrite -[w 0%N](addrK (\sum_(i < k) w i.+1)) sumw /S -eT mulr2n.
  exact: (corner_identity (ring_of F)).
case: (ltnP i k) => hi.
  have dotu (x : 'rV[F]_k) : dot x (\row_j (j == i :> nat)%:R) = x 0 (Ordinal hi).
    rewrite /dot (bigD1 (Ordinal hi)) //= mxE eqxx mulr1 big1 ?addr0 // => a ne.
    by rewrite mxE; case: eqP => [e|]; rewrite ?mulr0 //; case/eqP: ne; apply: val_inj.
  rewrite !dotu twice_query mxE /= eqxx addrK subrK; exact: sign_w.
have -> : (\row_j (j == i :> nat)%:R) = 0 :> 'rV[F]_k.
  by apply/rowP => a; rewrite !mxE; case: eqP => // e; have := ltn_ord a; rewrite e ltnNge hi.
have -> : i = k by apply/eqP; rewrite eqn_leq hi andbT.
rewrite dotC !dot0l !addr0 subrr add0r /T /sign; case: ifP => _ /=; rewrite ?mulNr ?oppr_lt0; exact: divr_gt0 ltr01 (ltr0Sn _ _).
Qed.

Theorem simplex_sound q v : simplex_shows q v -> attends F (asks q) (N.to_nat v).
Proof.
case: q => // n least most [] // by_ /orP [/leN|].
  by rewrite N2Nat.inj_succ; exact: simplex.
case: by_ => // /and3P [/leN h1 /leN h2 /leN h3].
have [k ek] : exists k, N.to_nat n = k.+3.
  by exists (N.to_nat n).-2.-1; move: h2; case: (N.to_nat n) => [|[|[|k]]].
rewrite !N2Nat.inj_add ek -[N.to_nat 2]/2%N !plusE !addn2 in h1 h3.
by apply: (@attends_wider _ _ k.+1) => //; exact: centred_simplex.
Qed.

Theorem circle_sound q v : circle_shows q v -> attends F (asks q) (N.to_nat v).
Proof. case: q => // n least most [] // by_; exact: circle. Qed.

Theorem curve_sound q v : curve_shows q v -> attends F (asks q) (N.to_nat v).
Proof.
case: q => // n least most [] // [] // /andP [/leN h1 h2].
apply: attends_wider (curve _ _ h1); have := twice h2 (leqnn _).
by rewrite N2Nat.inj_succ; case: (_.*2).
Qed.

End Retrieval.

Definition run_retrieval (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if c is Width q Upper v then
    if cites (word "simplex") proof then verdict (simplex_shows q v)
    else if cites (word "circle") proof then verdict (circle_shows q v)
    else if cites (word "curve") proof then verdict (curve_shows q v)
    else Elsewhere
  else Elsewhere.

Lemma retrieval_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_retrieval premise proof c = Proved -> holds c.
Proof.
rewrite /run_retrieval => _; case: c => // q [] v //; case: ifP => _.
  by move=> /verdict_true h F; exact: simplex_sound.
case: ifP => _; first by move=> /verdict_true h F; exact: circle_sound.
by case: ifP => // _ /verdict_true h F; exact: curve_sound.
Qed.

Definition retrieval : rule := Rule retrieval_sound.
