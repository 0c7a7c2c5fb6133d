(* Attention heads of class SIGN: wider ones, and heads from a table whose scores have the signs that are asked for. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Heads.

Variable F : realFieldType.

Lemma dotC d (x y : 'rV[F]_d) : dot x y = dot y x.
Proof. by apply: eq_bigr => i _; rewrite mulrC. Qed.

Lemma dotZl d a (x y : 'rV[F]_d) : dot (a *: x) y = a * dot x y.
Proof. by rewrite /dot mulr_sumr; apply: eq_bigr => i _; rewrite mxE mulrA. Qed.

Lemma dotZr d a (x y : 'rV[F]_d) : dot x (a *: y) = a * dot x y.
Proof. by rewrite dotC dotZl dotC. Qed.

Lemma dotDl d (x y z : 'rV[F]_d) : dot (x + y) z = dot x z + dot y z.
Proof. by rewrite /dot -big_split /=; apply: eq_bigr => i _; rewrite mxE mulrDl. Qed.

Lemma dotNl d (x y : 'rV[F]_d) : dot (- x) y = - dot x y.
Proof. by rewrite -scaleN1r dotZl mulN1r. Qed.

Lemma dotBl d (x y z : 'rV[F]_d) : dot (x - y) z = dot x z - dot y z.
Proof. by rewrite dotDl dotNl. Qed.

Lemma dotBr d (x y z : 'rV[F]_d) : dot z (x - y) = dot z x - dot z y.
Proof. by rewrite dotC dotBl !(dotC _ z). Qed.

Lemma dot0l d (y : 'rV[F]_d) : dot 0 y = 0.
Proof. by rewrite -(scale0r 0) dotZl mul0r. Qed.

Lemma dot_delta d i (y : 'rV[F]_d) : dot (delta_mx 0 i) y = y 0 i.
Proof.
rewrite /dot (bigD1 i) //= mxE !eqxx mul1r big1 ?addr0 // => j /negbTE ji.
by rewrite mxE ji andbF mul0r.
Qed.

Lemma dot_wider d e (x y : 'rV[F]_d) : dot (row_mx x (0 : 'rV_e)) (row_mx y 0) = dot x y.
Proof.
rewrite /dot big_split_ord /= [X in _ + X]big1 ?addr0 => [|i _]; last by rewrite !row_mxEr mxE mul0r.
by apply: eq_bigr => i _; rewrite !row_mxEl.
Qed.

Lemma matches_scaled s (x k : F) : 0 < k -> matches s (x * k) = matches s x.
Proof. by move=> k0; case: s => //=; [rewrite pmulr_llt0|rewrite mulf_eq0 (gt_eqF k0) orbF|rewrite pmulr_lgt0]. Qed.

Lemma scored_wider m e s (x y : 'rV[F]_m) :
  scored s (row_mx x (0 : 'rV_e)) (row_mx y 0) = scored s x y.
Proof.
case: s => /=; rewrite ?dot_wider //; congr (- _).
have -> : row_mx x (0 : 'rV_e) - row_mx y 0 = row_mx (x - y) 0.
  by rewrite opp_row_mx add_row_mx subr0.
exact: dot_wider.
Qed.

Theorem attends_wider A m v : (m <= v)%N -> attends F A m -> attends F A v.
Proof.
move=> /subnKC <- [key [extra [norm_ rows_]]]; set e := (v - m)%N.
exists (fun c => row_mx (key c) 0), (row_mx extra 0); split.
  by move=> /norm_ [norm h]; exists norm => c /h; rewrite dot_wider.
move=> r /rows_ [q [t [ht h]]]; exists (row_mx q 0), t; split=> [|c hc]; rewrite scored_wider //.
exact: h.
Qed.

(* Keys and queries in d coordinates whose scores have the signs; without a null token a query that is positive on all
   keys besides. *)
Definition signed (A : asked) (d : nat) : Prop :=
  exists2 key : N -> 'rV[F]_d,
    forall r, a_row A r -> exists q, forall c, (c < width A)%num -> matches (r c) (dot q (key c)) &
    ~~ null_token A -> exists u, forall c, (c < width A)%num -> 0 < dot u (key c).

(* Keys divided by their positive score lie in a hyperplane: one coordinate is an affine function of the others. *)
Theorem signed_attends A v : by_score A = Inner -> signed A (if null_token A then v else v.+1) -> attends F A v.
Proof.
case: (boolP (null_token A)) => nu sc [key rows_ plus].
  exists key, 0; split=> [|r /rows_ [q hq]]; first by rewrite sc.
  exists q, 0; rewrite sc /=; split=> [_|c /hq]; last by rewrite subr0.
  by rewrite dotC dot0l.
have [u pos] := plus nu.
case: (N.eq_dec (width A) 0) => [e|ne].
  exists (fun=> 0), 0; split=> [|r _]; first by rewrite sc.
  by exists 0, 0; split=> [|c]; rewrite ?(negbTE nu) // e => /N.nlt_0_r.
have h0 : (0 < width A)%num by apply/N.neq_0_lt_0.
have [i ui] : exists i, u 0 i != 0.
  apply/existsP; apply: contraTT (pos _ h0) => /existsPn z; rewrite /dot big1 ?ltxx // => i _.
  by have := z i; rewrite negbK => /eqP ->; rewrite mul0r.
pose f (x : 'rV[F]_v.+1) := \row_(j < v) x 0 (lift i j).
have split_dot x y : dot x y = x 0 i * y 0 i + dot (f x) (f y).
  rewrite /dot (bigD1_ord i) //=; congr (_ + _).
  by apply: eq_bigr => j _; rewrite !mxE.
exists (fun c => (dot u (key c))^-1 *: f (key c)), 0; split=> [|r /rows_ [q hq]]; first by rewrite sc.
exists (f q - (q 0 i / u 0 i) *: f u), (- (q 0 i / u 0 i)); rewrite sc (negbTE nu) /=; split=> // c hc.
have p0 := pos c hc; rewrite dotZr dotBl dotZl opprK.
have -> : (dot u (key c))^-1 * (dot (f q) (f (key c)) - q 0 i / u 0 i * dot (f u) (f (key c))) + q 0 i / u 0 i
  = dot q (key c) * (dot u (key c))^-1.
  have n0 := lt0r_neq0 p0; apply: (mulIf n0); rewrite divfK // mulrDl mulrAC mulVf // mul1r.
  by rewrite {1}[dot u _]split_dot (split_dot q) mulrDr addrACA addNr addr0 mulrA divfK // addrC.
by rewrite matches_scaled ?invr_gt0 //; exact: hq.
Qed.

(* Keys on a curve: rows are polynomials with less than d + 1 coefficients; a key may be negated. *)
Lemma curve A d (x sign : N -> F) :
  (forall r, a_row A r -> exists2 p : {poly F}, (size p <= d)%N &
     forall c, (c < width A)%num -> matches (r c) (sign c * p.[x c])) ->
  (~~ null_token A -> exists2 p : {poly F}, (size p <= d)%N & forall c, (c < width A)%num -> 0 < sign c * p.[x c]) ->
  signed A d.
Proof.
have score (p : {poly F}) c : (size p <= d)%N ->
    dot (\row_(i < d) p`_i) (\row_(i < d) (sign c * x c ^+ i)) = sign c * p.[x c].
  move=> hp; rewrite (horner_coef_wide _ hp) mulr_sumr; apply: eq_bigr => i _.
  by rewrite !mxE mulrCA.
move=> rows_ plus; exists (fun c => \row_(i < d) (sign c * x c ^+ i)) => [r /rows_ [p hp h]|/plus [p hp h]].
  by exists (\row_(i < d) p`_i) => c /h; rewrite score.
by exists (\row_(i < d) p`_i) => c /h; rewrite score.
Qed.

End Heads.
