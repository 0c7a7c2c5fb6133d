(* The spectral norm of a sign matrix: sums of integers, Cauchy's inequality, and sums of the rows of A A^T. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements reading_measures matrices numbers.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Delimit Scope Z_scope with ZZ.

Definition signed (e : option bool) (z : Z) : Z := if e is Some b then if b then z else (- z)%ZZ else 0%ZZ.

(* The sum of the products along two lists, and that of the signs of a row times numbers. *)
Fixpoint products (a b : seq Z) (sum : Z) : Z :=
  match a, b with x :: a', y :: b' => products a' b' (sum + x * y)%ZZ | _, _ => sum end.

Fixpoint signed_sum (row : seq (option bool)) (l : seq Z) (sum : Z) : Z :=
  match row, l with e :: row', z :: l' => signed_sum row' l' (sum + signed e z)%ZZ | _, _ => sum end.

Definition form_of (M : boolean) (left right : seq Z) : Z :=
  products left (map (fun row => signed_sum row right 0) M) 0.
Definition squares (l : seq Z) : Z := products l l 0.

(* The sums of the absolute values of the rows of A A^T. *)
Definition agreement (a b : seq (option bool)) : Z := signed_sum a (map (fun e => signed e 1) b) 0.

Fixpoint row_sum (a : seq (option bool)) (M : boolean) (sum : Z) : Z :=
  if M is b :: rest then row_sum a rest (sum + Z.abs (agreement a b))%ZZ else sum.

Section Norms.

Variable F : realFieldType.
Notation nb := (number F).

Definition of_list (l : seq Z) (i : nat) : F := nb (nth 0%ZZ l i).
Definition sign_of (e : option bool) : F := if e is Some b then if b then 1 else - 1 else 0.

Lemma number_signed e z : nb (signed e z) = sign_of e * nb z.
Proof. by case: e => [[]|] /=; rewrite ?numberN ?number0 ?mulN1r ?mul1r ?mul0r. Qed.

Lemma number_products a b s n : size a = n -> size b = n ->
  nb (products a b s) = nb s + \sum_(i < n) of_list a i * of_list b i.
Proof.
elim: a b s n => [|x a IH] [|y b] s n; rewrite /= => sa sb; subst n => //; first by rewrite big_ord0 addr0.
case: sb => sb; rewrite (IH _ _ (size a)) // big_ord_recl /= numberD numberM addrA; congr (_ + _).
Qed.

Lemma number_signed_sum row l s n : size row = n -> size l = n ->
  nb (signed_sum row l s) = nb s + \sum_(j < n) sign_of (nth None row j) * of_list l j.
Proof.
elim: row l s n => [|e row IH] [|z l] s n; rewrite /= => sr sl; subst n => //; first by rewrite big_ord0 addr0.
case: sl => sl; rewrite (IH _ _ (size row)) // big_ord_recl /= numberD number_signed addrA; congr (_ + _).
Qed.

Lemma number_squares l n : size l = n -> nb (squares l) = \sum_(i < n) of_list l i ^+ 2.
Proof.
by move=> sl; rewrite /squares (number_products _ sl sl) number0 add0r; apply: eq_bigr => i _; rewrite expr2.
Qed.

Lemma number_form M left right : regular M -> size left = height M -> size right = breadth M ->
  nb (form_of M left right) = bilinear M (of_list left) (of_list right).
Proof.
move=> reg sl sr; rewrite /form_of (number_products _ sl) ?size_map // number0 add0r; apply: eq_bigr => i _.
rewrite /of_list (nth_map [::]) // (number_signed_sum _ _ sr) ?size_row // number0 add0r mulr_sumr.
by apply: eq_bigr => j _; rewrite /sign_at -/(cell M i j) mulrCA mulrA.
Qed.

(* Cauchy's inequality, as sums of squares. *)
Lemma cauchy n (a b : 'I_n -> F) : (\sum_i a i * b i) ^+ 2 <= (\sum_i a i ^+ 2) * (\sum_i b i ^+ 2).
Proof.
have : 0 <= \sum_i \sum_j (a i * b j - a j * b i) ^+ 2.
  by apply: sumr_ge0 => i _; apply: sumr_ge0 => j _; exact: sqr_ge0.
rewrite (_ : \sum_i _ = ((\sum_i a i ^+ 2) * (\sum_i b i ^+ 2) - (\sum_i a i * b i) ^+ 2) *+ 2).
  by rewrite pmulrn_lge0 // subr_ge0.
have prod (f g : 'I_n -> F) : (\sum_i f i) * (\sum_j g j) = \sum_i \sum_j f i * g j.
  by rewrite mulr_suml; apply: eq_bigr => i _; rewrite mulr_sumr.
rewrite mulr2n [in X in _ = X + _]expr2 {1}[X in _ = _ + (X - _)]mulrC expr2 !prod -!sumrB -big_split /=.
apply: eq_bigr => i _; rewrite -!sumrB -big_split /=; apply: eq_bigr => j _.
rewrite sqrrB !exprMn mulr2n (mulrC (b i ^+ 2)) (_ : a i * b j * (a j * b i) = a i * b i * (a j * b j)); last first.
  by rewrite [a j * b i]mulrC mulrACA [b j * a j]mulrC.
by rewrite opprD [LHS]addrAC [RHS]addrACA.
Qed.
(* ---------- Alice and Bob exchanged ---------- *)

Lemma bilinear_turned M (x y : nat -> F) : regular M -> (0 < breadth M)%N -> bilinear (turned M) y x = bilinear M x y.
Proof.
move=> reg w; rewrite /bilinear height_turned breadth_turned // exchange_big /=; apply: eq_bigr => i _.
by apply: eq_bigr => j _; rewrite /sign_at cell_turned // mulrAC.
Qed.

Lemma norm_turned M (s : F) : regular M -> (0 < breadth M)%N -> norm_within (turned M) s -> norm_within M s.
Proof.
move=> reg w [s0 h]; split=> // x y; rewrite -bilinear_turned // mulrAC.
by have := h y x; rewrite height_turned breadth_turned.
Qed.

(* ---------- Sums of rows of A A^T ---------- *)

Definition gram (M : boolean) (i k : nat) : F := \sum_(j < breadth M) sign_at F M i j * sign_at F M k j.

Lemma norm_row_sums M (s : F) : 0 <= s -> (forall i : 'I_(height M), \sum_(k < height M) `|gram M i k| <= s ^+ 2) ->
  norm_within M s.
Proof.
move=> s0 h; split=> // x y; pose z (j : 'I_(breadth M)) := \sum_(i < height M) sign_at F M i j * x i.
have -> : bilinear M x y = \sum_j z j * y j.
  by rewrite /bilinear exchange_big; apply: eq_bigr => j _; rewrite mulr_suml.
apply: le_trans (cauchy _ _) _; apply: ler_wpmul2r; first by apply: sumr_ge0 => j _; exact: sqr_ge0.
have -> : \sum_j z j ^+ 2 = \sum_(i < height M) \sum_(k < height M) gram M i k * (x i * x k).
  rewrite (eq_bigr (fun j : 'I_(breadth M) => \sum_(i < height M) \sum_(k < height M)
      sign_at F M i j * sign_at F M k j * (x i * x k))).
    rewrite exchange_big; apply: eq_bigr => i _; rewrite exchange_big; apply: eq_bigr => k _.
    by rewrite mulr_suml.
  move=> j _; rewrite expr2 mulr_suml; apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => k _.
  by rewrite mulrACA.
have half i k : gram M i k * (x i * x k) <= `|gram M i k| * (x i ^+ 2 + x k ^+ 2) / 2%:R.
  apply: le_trans (ler_norm _) _; rewrite normrM -mulrA; apply: ler_wpmul2l; first exact: normr_ge0.
  rewrite normrM ler_pdivl_mulr ?ltr0n // mulr_natr -subr_ge0.
  rewrite -(real_normK (num_real (x i))) -(real_normK (num_real (x k))) addrAC -sqrrB; exact: sqr_ge0.
have sym i k : gram M i k = gram M k i by apply: eq_bigr => j _; rewrite mulrC.
apply: (@le_trans _ _ (\sum_(i < height M) \sum_(k < height M) `|gram M i k| * x i ^+ 2)); last first.
  by rewrite mulr_sumr; apply: ler_sum => i _; rewrite -mulr_suml; apply: ler_wpmul2r; [exact: sqr_ge0 | exact: h].
apply: (@le_trans _ _ (\sum_(i < height M) \sum_(k < height M) `|gram M i k| * (x i ^+ 2 + x k ^+ 2) / 2%:R)).
  by apply: ler_sum => i _; apply: ler_sum => k _; exact: half.
have -> : \sum_(i < height M) \sum_(k < height M) `|gram M i k| * (x i ^+ 2 + x k ^+ 2) / 2%:R =
    (\sum_(i < height M) \sum_(k < height M) `|gram M i k| * x i ^+ 2 +
     \sum_(i < height M) \sum_(k < height M) `|gram M i k| * x k ^+ 2) / 2%:R.
  rewrite -big_split /= mulr_suml; apply: eq_bigr => i _; rewrite -big_split /= mulr_suml; apply: eq_bigr => k _.
  by rewrite mulrDr.
rewrite [X in (_ + X) / _]exchange_big /= [X in (_ + X) / _](eq_bigr (fun i : 'I_(height M) =>
  \sum_(k < height M) `|gram M i k| * x i ^+ 2)); last by move=> i _; apply: eq_bigr => k _; rewrite sym.
by rewrite -mulr2n -mulr_natr mulfK ?pnatr_eq0.
Qed.

Lemma number_abs z : nb (Z.abs z) = `|nb z|.
Proof.
case: (Z.abs_spec z) => -[h ->]; first by rewrite ger0_norm // number_ge0.
by rewrite numberN ltr0_norm // -oppr_gt0 -numberN number_gt0 //; apply/Z.opp_pos_neg.
Qed.

Lemma number_agreement M i k : regular M -> (i < height M)%N -> (k < height M)%N ->
  nb (agreement (nth [::] M i) (nth [::] M k)) = gram M i k.
Proof.
move=> reg hi hk; rewrite /agreement (@number_signed_sum _ _ _ (breadth M)) ?size_map ?size_row // number0 add0r.
apply: eq_bigr => j _; rewrite /of_list (nth_map None) ?size_row // number_signed number1 mulr1.
by rewrite /sign_at -!/(cell M _ _).
Qed.

Lemma number_row_sum M a s : nb (row_sum a M s) = nb s + \sum_(k < size M) `|nb (agreement a (nth [::] M k))|.
Proof.
elim: M s => [|b M IH] s /=; first by rewrite big_ord0 addr0.
by rewrite IH numberD number_abs big_ord_recl addrA.
Qed.

End Norms.
