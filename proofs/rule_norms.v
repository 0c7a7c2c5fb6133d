(* The spectral norm of a sign matrix, by vectors and by sums of rows, and sqrt(R C) over it. *)

From Coq Require Import ZArith String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths reading_measures rule_least numbers matrices norms.
From Headcount Require Import rule_inequalities.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Delimit Scope Z_scope with ZZ.

Definition square (z : Z) : Z := (z * z)%ZZ.
Definition cells (M : boolean) : Z := (Z.of_nat (height M) * Z.of_nat (breadth M))%ZZ.

(* |x^T A y| / (|x| |y|) is at least a / d. *)
Definition by_vectors (M : boolean) (left right : seq Z) (a d : Z) : bool :=
  let l := squares left in let r := squares right in
  [&& as_long M left, as_long (head [::] M) right, Z.ltb 0 l, Z.ltb 0 r &
    Z.leb (square a * (l * r)) (square (form_of M left right * d))].

(* No sum of a row of A A^T, or of A^T A if it is smaller, exceeds (a / d)^2. *)
Definition by_row_sums (M : boolean) (a d : Z) : bool :=
  let L := if Nat.leb (height M) (breadth M) then M else flipped M in
  all (fun row => Z.leb (row_sum row L 0 * square d) (square a)) L.

(* Products of two measures: of an upper bound of the norm, or of a lower one, and of sqrt(R C) over the norm. *)
Definition product_name (side : side) : text :=
  if side is Lower then word "forster * spectral_norm >= sqrt(R C)" else word "forster * spectral_norm <= sqrt(R C)".

Definition by_product (M : boolean) (s : side) (a d b e : Z) : bool :=
  if s is Lower then Z.ltb 0 b && Z.leb (square (a * b)) (cells M * square (d * e))
  else Z.leb (cells M * square (d * e)) (square (a * b)).

Definition integers (name : text) (j : json) : option (seq Z) := field_as (many integer_of) name j.

Definition norm_bound (c : option claim) : option (two_party * side * N * positive) :=
  if c is Some (Rational g SpectralNorm t b (Npos e)) then Some (g, t, b, e) else None.

Lemma norm_boundP c g t b e : norm_bound c = Some (g, t, b, e) -> c = Some (Rational g SpectralNorm t b (Npos e)).
Proof. by case: c => // -[] // f [] // s a [] // p [-> -> -> ->]. Qed.

Definition run_norms (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if says rule_word (word "theorem") proof then
    match c with
    | Rational f SpectralNorm Lower a (Npos d) =>
        if says name_word (word "vectors") proof then
          if (integers (word "left") proof, integers (word "right") proof) is (Some l, Some r) then
            let M := entries f in verdict (rectangular M && by_vectors M l r (Z.of_N a) (Zpos d))
          else Failed
        else Elsewhere
    | Rational f SpectralNorm Upper a (Npos d) =>
        if says name_word (word "row sums") proof then
          let M := entries f in verdict (rectangular M && by_row_sums M (Z.of_N a) (Zpos d))
        else Elsewhere
    | Rational f Forster s a (Npos d) =>
        if says name_word (product_name s) proof then
          match field_as list_of from_word proof with
          | Some [:: j] =>
              if norm_bound (premise j) is Some (g, t, b, e) then
                verdict [&& same_function f g,
                  (match s, t with Lower, Upper | Upper, Lower => true | _, _ => false end) &
                  by_product (entries f) s (Z.of_N a) (Zpos d) (Z.of_N b) (Zpos e)]
              else Failed
          | _ => Failed
          end
        else Elsewhere
    | _ => Elsewhere
    end
  else Elsewhere.

Section Sound.

Variable F : realFieldType.
Notation nb := (number F).

Definition ratio (a : N) (d : positive) : F := (N.to_nat a)%:R / (N.to_nat (Npos d))%:R.

Lemma ratioE a d : ratio a d = nb (Z.of_N a) / nb (Zpos d).
Proof. by rewrite /ratio -!number_N. Qed.

Lemma nb_pos d : 0 < nb (Zpos d). Proof. by apply: number_gt0; lia. Qed.

Lemma nb_square z : nb (square z) = nb z ^+ 2. Proof. by rewrite /square numberM expr2. Qed.

Lemma nb_leb x y : Z.leb x y -> nb x <= nb y. Proof. by move/Z.leb_le; exact: number_le. Qed.
Lemma nb_ltb x : Z.ltb 0 x -> 0 < nb x. Proof. by move/Z.ltb_lt; exact: number_gt0. Qed.

Lemma nb_nat n : nb (Z.of_nat n) = n%:R.
Proof. by rewrite -[Z.of_nat n]Z.sub_0_r (number_sub _ n 0) subr0. Qed.

Lemma nb_cells M : nb (cells M) = (height M * breadth M)%:R.
Proof. by rewrite numberM !nb_nat natrM. Qed.

Lemma ratio_ge0 a d : 0 <= ratio a d.
Proof. by rewrite divr_ge0 ?ler0n. Qed.

Lemma square_le (x y : F) : 0 <= y -> x ^+ 2 <= y ^+ 2 -> x <= y.
Proof.
move=> y0; apply: contraTT; rewrite -!ltNge => h; have x0 : 0 <= x := le_trans y0 (ltW h).
by rewrite ltr_expn2r.
Qed.

Lemma vectors_within M l r a d t : rectangular M -> by_vectors M l r (Z.of_N a) (Zpos d) -> norm_within M t ->
  ratio a d <= t.
Proof.
move=> /rectangularP reg /and5P[/as_longP sl /as_longP sr /nb_ltb l0 /nb_ltb r0 /nb_leb h] [t0 within].
apply: square_le t0 _; have := within (of_list F l) (of_list F r).
rewrite -number_form // -!number_squares // -mulrA => h'.
have lr : 0 < nb (squares l) * nb (squares r) by exact: mulr_gt0.
rewrite -(ler_pmul2r lr); apply: le_trans h'; rewrite ratioE expr_div_n mulrAC ler_pdivr_mulr ?exprn_gt0 ?nb_pos //.
rewrite -exprMn -numberM -nb_square -!numberM; apply: le_trans h _; by rewrite nb_square.
Qed.

Lemma row_sums_within M a d : rectangular M -> by_row_sums M (Z.of_N a) (Zpos d) -> norm_within M (ratio a d).
Proof.
move=> /rectangular_regular[h0 [w0 reg]]; rewrite /by_row_sums; set L := if _ then _ else _ => h.
have regL : regular L by rewrite /L; case: Nat.leb; rewrite ?flippedP //; exact: regular_turned.
suff : norm_within L (ratio a d) by rewrite /L; case: Nat.leb; rewrite ?flippedP //; exact: norm_turned.
apply: norm_row_sums => [|i]; first exact: ratio_ge0.
have := allP h (nth [::] L i); rewrite mem_nth // => /(_ isT) /nb_leb.
rewrite numberM !nb_square number_row_sum number0 add0r ratioE expr_div_n ler_pdivl_mulr ?exprn_gt0 ?nb_pos //.
by rewrite (eq_bigr (fun k : 'I_(height L) => `|gram F L i k|)) // => k _; rewrite number_agreement.
Qed.

Lemma product_lower M a d b e t : by_product M Lower (Z.of_N a) (Zpos d) (Z.of_N b) (Zpos e) ->
  norm_within M (ratio b e) -> within Forster M t -> ratio a d <= t.
Proof.
case/andP => /nb_ltb b0 /nb_leb h hs [t0 /(_ _ hs) h']; apply: square_le t0 _.
have s0 : 0 < ratio b e by rewrite ratioE divr_gt0 ?nb_pos.
rewrite -(ler_pmul2r (exprn_gt0 2 s0)) -!exprMn; apply: le_trans h'.
rewrite -nb_cells !ratioE mulf_div expr_div_n ler_pdivr_mulr ?exprn_gt0 ?mulr_gt0 ?nb_pos //.
by rewrite -!numberM -!nb_square -numberM.
Qed.

Lemma product_upper M a d b e : by_product M Upper (Z.of_N a) (Zpos d) (Z.of_N b) (Zpos e) ->
  (forall s, norm_within M s -> ratio b e <= s) -> within Forster M (ratio a d).
Proof.
move=> /nb_leb h low; split=> [|s hs]; first exact: ratio_ge0.
apply: (@le_trans _ _ ((ratio a d * ratio b e) ^+ 2)); last first.
  have p : 0 <= ratio a d * ratio b e by rewrite mulr_ge0 ?ratio_ge0.
  have q : ratio a d * ratio b e <= ratio a d * s by rewrite ler_wpmul2l ?ratio_ge0 ?low.
  by apply: ler_expn2r; rewrite // nnegrE // (le_trans p q).
rewrite -nb_cells !ratioE mulf_div expr_div_n ler_pdivl_mulr ?exprn_gt0 ?mulr_gt0 ?nb_pos //.
by rewrite -!numberM -!nb_square -numberM.
Qed.

End Sound.

Lemma norms_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_norms premise proof c = Proved -> holds c.
Proof.
rewrite /run_norms => hp; case: ifP => // _; case: c => // f [b|||| ] [] a [|d] //; case: ifP => // _.
- case: integers => // l; case: integers => // r /verdict_true /andP[rec h] F v t; exact: vectors_within h.
- by move=> /verdict_true /andP[rec h] F v; exact: row_sums_within.
all: case: field_as => // -[|j []] //; case ep: norm_bound => [[[[g t] b] e]|] //.
all: have h := hp _ _ (norm_boundP ep); move=> /verdict_true /and3P[/same_functionP eg]; subst g.
  by case: t h {ep} => // h _ hb F v t; apply: product_lower hb _; exact: h F.
by case: t h {ep} => // h _ hb F v; apply: product_upper hb _; exact: h F.
Qed.

Definition norms_rule : rule := Rule norms_sound.
