(* Keys of one norm, and keys (cos jt, sin jt) at rational points of the circle. *)

From Coq Require Import NArith ZArith Ring.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements heads.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(* Identities of commutative rings. *)
Section Identities.

Variables (R : Type) (O I : R) (add mul sub : R -> R -> R) (opp : R -> R).
Variable th : ring_theory O I add mul sub opp eq.
Add Ring ring_of_th : th.

Lemma circle_identity x : add (mul (sub I (mul x x)) (sub I (mul x x))) (mul (add x x) (add x x)) =
  mul (add I (mul x x)) (add I (mul x x)).
Proof. by ring. Qed.

Lemma distance_identity a b a' b' :
  add (mul (sub a a') (sub a a')) (mul (sub b b') (sub b b')) =
  add (sub (sub (add (mul a a) (mul b b)) (mul a a')) (mul b b'))
      (sub (sub (add (mul a' a') (mul b' b')) (mul a a')) (mul b b')).
Proof. by ring. Qed.

Lemma turned_identity a b x y :
  add (mul (sub (mul a x) (mul b y)) (sub (mul a x) (mul b y))) (mul (add (mul b x) (mul a y)) (add (mul b x) (mul a y)))
  = mul (add (mul a a) (mul b b)) (add (mul x x) (mul y y)).
Proof. by ring. Qed.

Lemma back_identity a b x y :
  add (mul a (sub (mul a x) (mul b y))) (mul b (add (mul b x) (mul a y))) = mul (add (mul a a) (mul b b)) x.
Proof. by ring. Qed.

Lemma back_identity' a b x y :
  sub (mul a (add (mul b x) (mul a y))) (mul b (sub (mul a x) (mul b y))) = mul (add (mul a a) (mul b b)) y.
Proof. by ring. Qed.

Lemma ball_identity Q X G r e :
  sub (opp (sub (sub Q X) (sub X (add G (add r (add X X)))))) (sub (sub (opp r) Q) e) = sub e G.
Proof. by ring. Qed.

Lemma other_ball_identity Q X K t : sub (opp (sub (sub Q X) (sub X K))) (sub (opp Q) t) = add (sub (add X X) K) t.
Proof. by ring. Qed.

Lemma corner_identity W U K t : add (sub (opp (add (sub W U) K)) K) t = sub (sub (add U t) (add K K)) W.
Proof. by ring. Qed.

End Identities.

Lemma ring_of (F : realFieldType) :
  ring_theory (0 : F)%R 1%R +%R *%R (fun x y => x - y)%R -%R eq.
Proof.
constructor=> *; rewrite ?add0r ?mul1r ?addrA ?mulrA ?mulrDl ?subrr //; first exact: addrC.
exact: mulrC.
Qed.

Section Spheres.

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

(* ---------- Circle: keys (cos jt, sin jt) at rational points of the circle ---------- *)

Definition abscissa (x : F) : F := (1 - x ^+ 2) / (1 + x ^+ 2).
Definition ordinate (x : F) : F := x *+ 2 / (1 + x ^+ 2).

Lemma over_gt0 (x : F) : 0 < 1 + x ^+ 2.
Proof. by rewrite ltr_paddr ?sqr_ge0 ?ltr01. Qed.

Lemma on_circle x : abscissa x ^+ 2 + ordinate x ^+ 2 = 1.
Proof.
have n0 := lt0r_neq0 (over_gt0 x); have n2 : (1 + x ^+ 2) ^+ 2 != 0 by rewrite expf_neq0.
rewrite /abscissa /ordinate !expr_div_n -mulrDl; apply: (mulIf n2); rewrite divfK // mul1r mulr2n !expr2.
exact: (circle_identity (ring_of F)).
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

Lemma cosine_less1 (a b a' b' : F) : a ^+ 2 + b ^+ 2 = 1 -> a' ^+ 2 + b' ^+ 2 = 1 ->
  (1 - a * a' - b * b') *+ 2 = (a - a') ^+ 2 + (b - b') ^+ 2.
Proof.
rewrite !expr2 mulr2n => h h'; rewrite -{1}h -h'.
have := distance_identity (ring_of F) a b a' b'; by rewrite /= h h'.
Qed.

(* Trigonometric polynomials in these points. *)
Section Trigonometric.

Variables (a b : N -> F).

(* Cosine and sine of j times the angle. *)
Fixpoint turns (c : N) (j : nat) : F * F :=
  if j is k.+1 then (a c * (turns c k).1 - b c * (turns c k).2, b c * (turns c k).1 + a c * (turns c k).2) else (1, 0).

Definition C c j := (turns c j).1.
Definition S c j := (turns c j).2.

(* A trigonometric polynomial of degree k. *)
Definition trig (k : nat) (f : N -> F) : Prop :=
  exists al (u v : nat -> F), forall c, f c = al + \sum_(j < k) (u j * C c j.+1 + v j * S c j.+1).

Lemma trig_ext k f g : (forall c, f c = g c) -> trig k f -> trig k g.
Proof. by move=> e [al [u [v h]]]; exists al, u, v => c; rewrite -e. Qed.

Lemma trig_const k x : trig k (fun=> x).
Proof. by exists x, (fun=> 0), (fun=> 0) => c; rewrite big1 ?addr0 // => j _; rewrite !mul0r addr0. Qed.

Lemma trig_lin k x y f g : trig k f -> trig k g -> trig k (fun c => x * f c + y * g c).
Proof.
move=> [al [u [v h]]] [al' [u' [v' h']]].
exists (x * al + y * al'), (fun j => x * u j + y * u' j), (fun j => x * v j + y * v' j) => c.
rewrite h h' !mulrDr addrACA !mulr_sumr -big_split /=; congr (_ + _); apply: eq_bigr => j _.
by move: (C c j.+1) (S c j.+1) => X Y; rewrite !mulrDr !mulrDl !mulrA addrACA.
Qed.

Lemma trig_sum k m (g : nat -> N -> F) : (forall j, (j < m)%N -> trig k (g j)) ->
  trig k (fun c => \sum_(j < m) g j c).
Proof.
elim: m => [|m IH] h; first by apply: trig_ext (trig_const k 0) => c; rewrite big_ord0.
have := trig_lin 1 1 (IH (fun j lt => h j (ltnW lt))) (h m (ltnSn m)).
by apply: trig_ext => c; rewrite !mul1r big_ord_recr.
Qed.

Lemma trig_C k j : (j < k)%N -> trig k (fun c => C c j.+1).
Proof.
move=> jk; exists 0, (fun i => (i == j)%:R), (fun=> 0) => c; rewrite (bigD1 (Ordinal jk)) //= eqxx mul1r mul0r.
rewrite big1 ?addr0 ?add0r // => i ne; rewrite mul0r addr0; case: eqP => [e|]; last by rewrite mul0r.
by case/eqP: ne; apply: val_inj.
Qed.

Lemma trig_S k j : (j < k)%N -> trig k (fun c => S c j.+1).
Proof.
move=> jk; exists 0, (fun=> 0), (fun i => (i == j)%:R) => c; rewrite (bigD1 (Ordinal jk)) //= eqxx mul1r mul0r.
rewrite big1 ?addr0 ?add0r // => i ne; rewrite mul0r add0r; case: eqP => [e|]; last by rewrite mul0r.
by case/eqP: ne; apply: val_inj.
Qed.

Lemma trig_C' k j : (j <= k)%N -> trig k (fun c => C c j).
Proof. by case: j => [_|j]; [exact: trig_const|exact: trig_C]. Qed.

Lemma trig_S' k j : (j <= k)%N -> trig k (fun c => S c j).
Proof. by case: j => [_|j]; [exact: trig_const|exact: trig_S]. Qed.

Lemma trig_wider k m f : (k <= m)%N -> trig k f -> trig m f.
Proof.
move=> km [al [u [v h]]].
have hs : trig m (fun c => \sum_(j < k) (u j * C c j.+1 + v j * S c j.+1)).
  apply: (trig_sum (g := fun j c => u j * C c j.+1 + v j * S c j.+1)) => j jk.
  by apply: trig_lin; [apply: trig_C|apply: trig_S]; exact: leq_trans jk km.
by apply: trig_ext (trig_lin 1 1 (trig_const m al) hs) => c; rewrite !mul1r h.
Qed.

Lemma half_sum (x y : F) : 2%:R^-1 * (x + y) + 2%:R^-1 * (x - y) = x.
Proof. by rewrite -mulrDr addrACA subrr addr0 -mulr2n -(mulr_natl x) mulKf // pnatr_eq0. Qed.

Lemma half_difference (x y : F) : 2%:R^-1 * (x + y) + - 2%:R^-1 * (x - y) = y.
Proof. by rewrite -{2}[x]opprK mulNr -mulrN opprB opprK [x + y]addrC half_sum. Qed.

Lemma turned c : a c * a c + b c * b c = 1 -> forall j,
  [/\ C c j * C c j + S c j * S c j = 1, a c * C c j.+1 + b c * S c j.+1 = C c j &
      a c * S c j.+1 - b c * C c j.+1 = S c j].
Proof.
move=> ab j; rewrite /C /S; split=> /=.
- elim: j => [|j IH] /=; first by rewrite mulr1 mulr0 addr0.
  by rewrite (turned_identity (ring_of F)) ab IH mulr1.
- by rewrite (back_identity (ring_of F)) ab mul1r.
by rewrite (back_identity' (ring_of F)) ab mul1r.
Qed.

Variable unit : forall c, a c * a c + b c * b c = 1.

(* Products with the coordinates of the point. *)
Lemma trig_coordinates k j : (j <= k)%N ->
  [/\ trig k.+1 (fun c => a c * C c j), trig k.+1 (fun c => b c * C c j),
      trig k.+1 (fun c => a c * S c j) & trig k.+1 (fun c => b c * S c j)].
Proof.
case: j => [_|j jk].
  have tc := trig_C (ltn0Sn k); have ts := trig_S (ltn0Sn k); split.
  - by apply: trig_ext tc => c; rewrite /C /= mulr1 mulr0 subr0.
  - by apply: trig_ext ts => c; rewrite /C /S /= mulr1 mulr0 addr0.
  - by apply: trig_ext (trig_const _ 0) => c; rewrite /S /= mulr0.
  by apply: trig_ext (trig_const _ 0) => c; rewrite /S /= mulr0.
have next c : C c j.+2 = a c * C c j.+1 - b c * S c j.+1 by [].
have next' c : S c j.+2 = a c * S c j.+1 + b c * C c j.+1 by rewrite addrC.
have jk' : (j <= k.+1)%N by rewrite ltnW // ltnW.
have h c := turned (unit c) j.
split.
- apply: trig_ext (trig_lin 2%:R^-1 2%:R^-1 (trig_C' jk') (trig_C (k := k.+1) (j := j.+1) jk)) => c.
  by case: (h c) => _ <- _; rewrite next half_sum.
- apply: trig_ext (trig_lin 2%:R^-1 (- 2%:R^-1) (trig_S (k := k.+1) (j := j.+1) jk) (trig_S' jk')) => c.
  by case: (h c) => _ _ <-; rewrite next' half_difference.
- apply: trig_ext (trig_lin 2%:R^-1 2%:R^-1 (trig_S (k := k.+1) (j := j.+1) jk) (trig_S' jk')) => c.
  by case: (h c) => _ _ <-; rewrite next' half_sum.
apply: trig_ext (trig_lin 2%:R^-1 (- 2%:R^-1) (trig_C' jk') (trig_C (k := k.+1) (j := j.+1) jk)) => c.
by case: (h c) => _ <- _; rewrite next half_difference.
Qed.

Lemma trig_factor k f x y : trig k f -> trig k.+1 (fun c => (1 - a c * x - b c * y) * f c).
Proof.
move=> [al [u [v h]]].
have one j (jk : (j <= k)%N) (g : nat -> N -> F) (ga : trig k.+1 (fun c => a c * g j c))
    (gb : trig k.+1 (fun c => b c * g j c)) (g1 : trig k.+1 (g j)) : trig k.+1 (fun c => (1 - a c * x - b c * y) * g j c).
  apply: trig_ext (trig_lin 1 1 g1 (trig_lin (- x) (- y) ga gb)) => c.
  by rewrite !mul1r !mulrBl mul1r !mulNr -addrA; congr (_ + (_ + _)); congr (- _); rewrite mulrAC mulrC.
have hC j : (j <= k)%N -> trig k.+1 (fun c => (1 - a c * x - b c * y) * C c j).
  move=> jk; case: (trig_coordinates jk) => ca cb _ _.
  by apply: (one j jk (fun j c => C c j)) => //; apply: trig_C'; exact: leqW.
have hS j : (j <= k)%N -> trig k.+1 (fun c => (1 - a c * x - b c * y) * S c j).
  move=> jk; case: (trig_coordinates jk) => _ _ sa sb.
  by apply: (one j jk (fun j c => S c j)) => //; apply: trig_S'; exact: leqW.
have sums : trig k.+1 (fun c => \sum_(j < k) (u j * ((1 - a c * x - b c * y) * C c j.+1) +
    v j * ((1 - a c * x - b c * y) * S c j.+1))).
  apply: (trig_sum (g := fun j c => u j * ((1 - a c * x - b c * y) * C c j.+1) +
    v j * ((1 - a c * x - b c * y) * S c j.+1))) => j jk.
  by apply: trig_lin; [exact: hC|exact: hS].
apply: trig_ext (trig_lin al 1 (hC 0%N (leq0n k)) sums) => c.
rewrite h mul1r mulrDr mulr_sumr; congr (_ + _); first by rewrite /C /= mulr1 mulrC.
by apply: eq_bigr => j _; move: (C c j.+1) (S c j.+1) => X Y; rewrite mulrDr !(mulrCA (1 - _ - _)).
Qed.

Lemma trig_product (l : seq (F * F)) : trig (size l) (fun c => \prod_(p <- l) (1 - a c * p.1 - b c * p.2)).
Proof.
elim: l => [|p l IH]; first by apply: trig_ext (trig_const 0 1) => c; rewrite big_nil.
by apply: trig_ext (trig_factor p.1 p.2 IH) => c; rewrite big_cons.
Qed.

(* The keys, and queries whose scores less a number are a trigonometric polynomial. *)
Definition turning h (c : N) : 'rV[F]_(h + h) := row_mx (\row_j C c j.+1) (\row_j S c j.+1).

Lemma turning_norm h c : dot (turning h c) (turning h c) = h%:R.
Proof.
rewrite /dot big_split_ord -big_split /= (eq_bigr (fun=> 1)) => [|j _].
  by rewrite big_const_ord iter_addr_0.
by rewrite !row_mxEl !row_mxEr !mxE; case: (turned (unit c) j.+1).
Qed.

Lemma turning_query h f : trig h f -> exists q t, forall c, dot q (turning h c) - t = f c.
Proof.
move=> [al [u [v e]]]; exists (row_mx (\row_(j < h) u j) (\row_(j < h) v j)), (- al) => c.
rewrite opprK addrC e /dot big_split_ord -big_split /=; congr (_ + _); apply: eq_bigr => j _.
by rewrite !row_mxEl !row_mxEr !mxE.
Qed.

End Trigonometric.

End Spheres.
