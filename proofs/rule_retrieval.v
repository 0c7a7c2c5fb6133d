(* The theorems "simplex", "circle" and "curve": upper bounds of m for retrieval by cosine and by distance. *)

From Coq Require Import NArith ZArith String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths rule_least heads listing rule_closed.

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

Lemma two_gt0 : 0 < 2%:R :> F.
Proof. by rewrite ltr0n. Qed.

(* Keys of one norm: distances are inner products, and a number for each query. *)
Lemma of_sphere A v (key : N -> 'rV[F]_v) norm : ~~ null_token A ->
  (forall c, (c < width A)%num -> dot (key c) (key c) = norm) ->
  (forall r, a_row A r -> exists q t, forall c, (c < width A)%num -> matches (r c) (dot q (key c) - t)) ->
  attends F A v.
Proof.
move=> nu norms h; exists key, 0; split=> [_|r /h [q [t ht]]]; first by exists norm.
case: (by_score A); [exists q, t|exists q, t|exists q, (t *+ 2 - dot q q - norm)];
  (split=> [e|c hc]; [by rewrite e in nu|]); try exact: ht.
have -> : scored Euclidean q (key c) - (t *+ 2 - dot q q - norm) = (dot q (key c) - t) * 2%:R.
  rewrite /= dotBl !dotBr (norms c hc) (dotC (key c) q) mulr_natr mulrnBl [in RHS]mulr2n.
  by rewrite !opprB addrACA subrK (addrA (dot q (key c) - _)) subrK addrA.
by rewrite matches_scaled ?two_gt0 //; exact: ht.
Qed.

(* A number below all positive ones among the first n. *)
Lemma below n (f : nat -> F) : exists2 e, 0 < e & forall c, (c < n)%N -> 0 < f c -> e < f c.
Proof.
elim: n => [|n [e e0 h]]; first by exists 1.
case: (ltrP 0 (f n)) => fn; last first.
  exists e => // c; rewrite ltnS leq_eqVlt => /orP [/eqP ->|]; last exact: h.
  by rewrite ltNge fn.
have half (x : F) : 0 < x -> 0 < x / 2%:R < x.
  move=> x0; apply/andP; split; first exact: divr_gt0 x0 two_gt0.
  by rewrite ltr_pdivr_mulr ?two_gt0 // ltr_pmulr // ltr1n.
exists (Num.min e (f n / 2%:R)); first by rewrite lt_minr e0; case/andP: (half _ fn).
move=> c; rewrite lt_minl ltnS leq_eqVlt => /orP [/eqP -> _|/h h' /h' ->] //.
by case/andP: (half _ fn) => _ ->; rewrite orbT.
Qed.

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
  apply: (@of_sphere _ _ (fun=> 0) 0) => // [c _|r _]; first exact: dot0l.
  exists 0, (- value F (r 0%num)) => c /ltN /=; rewrite dot0l sub0r opprK => hc.
  have -> : c = 0%num by move/ssrnat.leP: hn; move/ssrnat.ltP: hc; lia.
  exact: matches_value.
pose key (c : N) : 'rV[F]_v.+1 := if N.to_nat c is j.+1 then delta_mx 0 (inord j) else - delta_mx 0 0.
have dd i : dot (delta_mx 0 i : 'rV[F]_v.+1) (delta_mx 0 i) = 1 by rewrite dot_delta mxE !eqxx.
apply: (@of_sphere _ _ key 1) => // [c _|r _].
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

(* ---------- Circle: keys (cos jt, sin jt) at rational points of the circle ---------- *)

Definition abscissa (x : F) : F := (1 - x ^+ 2) / (1 + x ^+ 2).
Definition ordinate (x : F) : F := x *+ 2 / (1 + x ^+ 2).

Lemma over_gt0 (x : F) : 0 < 1 + x ^+ 2.
Proof. by rewrite ltr_paddr ?sqr_ge0 ?ltr01. Qed.

Lemma on_circle x : abscissa x ^+ 2 + ordinate x ^+ 2 = 1.
Proof.
have n0 : (1 + x ^+ 2) ^+ 2 != 0 by rewrite expf_neq0 // lt0r_neq0 // over_gt0.
rewrite /abscissa /ordinate !expr_div_n -mulrDl; apply: (mulIf n0); rewrite divfK // mul1r.
by apply/eqP; rewrite -subr_eq0 addrC addrA addrAC -subr_eq0 subr0 subr_eq0 addrC eq_sym -subr_eq subr_sqrDB mul1r exprMn_n.
Qed.

Lemma abscissaD1 x : 1 + abscissa x = 2%:R / (1 + x ^+ 2).
Proof.
have n0 := lt0r_neq0 (over_gt0 x); apply: (mulIf n0); rewrite mulrDl mul1r /abscissa !divfK //.
by rewrite addrACA subrr addr0.
Qed.

Lemma points_differ x z : abscissa x = abscissa z -> ordinate x = ordinate z -> x = z.
Proof.
have o w : ordinate w = w * (1 + abscissa w) by rewrite abscissaD1 mulrA mulr_natr.
move=> e; rewrite !o e; apply: mulIf; rewrite abscissaD1 mulf_neq0 ?invr_eq0 ?pnatr_eq0 //; exact: lt0r_neq0 (over_gt0 z).
Qed.

Lemma cosine_less1 a b a' b' : a ^+ 2 + b ^+ 2 = 1 -> a' ^+ 2 + b' ^+ 2 = 1 ->
  (1 - a * a' - b * b') *+ 2 = (a - a') ^+ 2 + (b - b') ^+ 2 :> F.
Proof.
move=> h h'; rewrite !sqrrB [RHS]addrACA [X in X + _]addrACA h -!addrA.
rewrite (addrCA (- _) 1) [- _ + _]addrC -!addrA; admit.
Admitted.

End Retrieval.
