(* Final polynomials: inequalities between absolute values of terms, multiplied until x > x.

   In an identity whose terms sum to 0, a term whose sign no other term can have is the sum of the absolute values of
   all the others, so it is no smaller than any of them, and larger if a third one is not 0. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns identities clauses sums chirotopes.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* |term larger| >= |term smaller| of an identity, raised to a power. *)
Record step := Step { relation : identity; larger : nat; smaller : nat; times : nat }.

(* Of these signs, number i is definite, and no other can be the same. *)
Definition alone (l : seq signs) (i : nat) : bool :=
  let differ q := all (fun k => (k == i) || q (nth any l k)) (iota 0 (size l)) in
  is_pos (nth any l i) && differ (fun s => ~~ may_pos s) || is_neg (nth any l i) && differ (fun s => ~~ may_neg s).

(* Some third number is not zero. *)
Definition third (l : seq signs) (i j : nat) : bool :=
  has (fun k => [&& k != i, k != j & ~~ may_zero (nth any l k)]) (iota 0 (size l)).

(* What is multiplied: scores and determinants, up to their signs. *)
Definition atom : eqType := [eqType of (option (nat * nat) * seq nat)%type].

Definition atoms (t : term) : seq atom :=
  (if score t is Some rc then [:: (Some rc, [::])] else [::]) ++ [seq (None, S) | S <- factors t].

Definition no_term := Term false None [::].

Section Check.

Variables (P : pattern) (C d : nat) (V : vocabulary) (c : clause).

Definition signs_of_terms (s : step) : seq signs := [seq term_signs P V c t | t <- terms d (relation s)].

Definition step_ok (s : step) : bool :=
  let l := signs_of_terms s in
  [&& well_formed C d (relation s), (larger s < size l)%N, (smaller s < size l)%N, larger s != smaller s,
      (0 < times s)%N & alone l (larger s)].

Definition strict (s : step) : bool := third (signs_of_terms s) (larger s) (smaller s).

Definition side (which : step -> nat) (s : step) : seq atom := atoms (nth no_term (terms d (relation s)) (which s)).

(* How often an atom stands on one side of the product. *)
Definition total (which : step -> nat) (steps : seq step) (a : atom) : nat :=
  sumn [seq (times s * count_mem a (side which s))%N | s <- steps].

Definition balanced (steps : seq step) : bool :=
  all (fun a => total larger steps a == total smaller steps a)
      (flatten [seq side larger s ++ side smaller s | s <- steps]).

Definition product_ok (steps : seq step) : bool :=
  [&& readable V c, all step_ok steps, has strict steps & balanced steps].

End Check.

Section Numbers.

Variable F : realFieldType.

Lemma nth_fits (l : seq signs) (xs : seq F) k : all2 (@fits F) l xs -> (k < size l)%N ->
  fits (nth any l k) (nth 0 xs k).
Proof.
by elim: l xs k => [|s l IH] [|x xs] [|k] //= /andP [h hl] hk; last exact: IH.
Qed.

Lemma fits_size (l : seq signs) (xs : seq F) : all2 (@fits F) l xs -> size l = size xs.
Proof. by elim: l xs => [|s l IH] [|x xs] //= /andP [_ /IH ->]. Qed.

(* The positive term is the sum of the others' absolute values. *)
Lemma positive_alone (xs : seq F) i j : (i < size xs)%N -> (j < size xs)%N -> i != j ->
  \sum_(x <- xs) x = 0 -> (forall k, (k < size xs)%N -> k != i -> nth 0 xs k <= 0) ->
  `|nth 0 xs j| <= nth 0 xs i /\
  ((exists2 k, (k < size xs)%N & [&& k != i, k != j & nth 0 xs k != 0]) -> `|nth 0 xs j| < nth 0 xs i).
Proof.
move=> hi hj ij; rewrite (big_nth 0) big_mkord => s0 neg.
have nj : nth 0 xs j <= 0 by apply: neg; rewrite // eq_sym.
have split_sum : nth 0 xs i = - nth 0 xs j + \sum_(k < size xs | (k != Ordinal hi) && (k != Ordinal hj)) - nth 0 xs k.
  move/eqP: s0; rewrite (bigD1 (Ordinal hi)) //= addr_eq0 => /eqP ->.
  rewrite (bigD1 (Ordinal hj)) /=; last by rewrite -val_eqE /= eq_sym.
  by rewrite opprD -sumrN.
have rest k (hk : (k < size xs)%N) : k != i -> 0 <= - nth 0 xs k by move=> ki; rewrite oppr_ge0 neg.
rewrite (ler0_norm nj) split_sum; split.
  rewrite ler_addl; apply: sumr_ge0 => k /andP [ki _]; apply: rest; rewrite ?ltn_ord //.
case=> k hk /and3P [ki kj k0]; rewrite ltr_addl (bigD1 (Ordinal hk)) /=; last by rewrite -!val_eqE /= ki.
apply: ltr_paddr; last by rewrite oppr_gt0 lt_neqAle k0 neg.
by apply: sumr_ge0 => m /andP [/andP [mi _] _]; apply: rest; rewrite ?ltn_ord.
Qed.

Lemma alone_larger (l : seq signs) (xs : seq F) i j : all2 (@fits F) l xs -> \sum_(x <- xs) x = 0 ->
  (i < size l)%N -> (j < size l)%N -> i != j -> alone l i ->
  [/\ 0 < `|nth 0 xs i|, `|nth 0 xs j| <= `|nth 0 xs i| & third l i j -> `|nth 0 xs j| < `|nth 0 xs i|].
Proof.
move=> fit s0 hi hj ij; have sz := fits_size fit.
have hi' : (i < size xs)%N by rewrite -sz.
have hj' : (j < size xs)%N by rewrite -sz.
have fitk k : (k < size xs)%N -> fits (nth any l k) (nth 0 xs k) by move=> hk; apply: nth_fits fit _; rewrite sz.
have some : third l i j -> exists2 k, (k < size xs)%N & [&& k != i, k != j & nth 0 xs k != 0].
  case/hasP => k; rewrite mem_iota add0n /= sz => hk /and3P [ki kj k0]; exists k; rewrite ?ki ?kj //=.
  by apply: contraNneq k0 => e; have := fitk k hk; rewrite e fits_0.
case/orP => /andP [def /allP oth].
  have pos : 0 < nth 0 xs i by apply: fits_is_pos (fitk i hi') def.
  have neg k : (k < size xs)%N -> k != i -> nth 0 xs k <= 0.
    move=> hk ki; have := oth k; rewrite mem_iota add0n /= sz hk => /(_ isT); rewrite (negPf ki) /= => np.
    by have := fitk k hk; rewrite /fits leNgt; case: ifP => // _ h; rewrite h in np.
  have [ge gt] := positive_alone hi' hj' ij s0 neg.
  by rewrite (gtr0_norm pos); split => // /some.
have neg : nth 0 xs i < 0.
  have := fitk i hi'; move: def; rewrite /is_neg /fits; case: (ltrgt0P (nth 0 xs i)) => // _ /andP [/andP [_ a] b] h.
    by rewrite h in b.
  by rewrite h in a.
pose ys := [seq - x | x <- xs].
have szy : size ys = size xs by rewrite size_map.
have nthN k : (k < size xs)%N -> nth 0 ys k = - nth 0 xs k by move=> hk; rewrite (nth_map 0).
have s0y : \sum_(y <- ys) y = 0 by rewrite big_map sumrN s0 oppr0.
have negy k : (k < size ys)%N -> k != i -> nth 0 ys k <= 0.
  rewrite szy => hk ki; rewrite nthN // oppr_le0; have := oth k; rewrite mem_iota add0n /= sz hk => /(_ isT).
  rewrite (negPf ki) /= => nn; have := fitk k hk.
  by rewrite /fits leNgt; case: (ltrgt0P (nth 0 xs k)) => // _ h; rewrite h in nn.
have hiy : (i < size ys)%N by rewrite szy.
have hjy : (j < size ys)%N by rewrite szy.
have [ge gt] := positive_alone hiy hjy ij s0y negy.
rewrite !nthN // normrN in ge gt; rewrite (ltr0_norm neg) oppr_gt0; split => // /some [k hk /and3P [ki kj k0]].
by apply: gt; exists k; rewrite ?szy // ki kj nthN // oppr_eq0.
Qed.

(* Inequalities between positive numbers may be multiplied. *)
Lemma multiplied (T : Type) (n : T -> nat) (X Y : T -> F) (good sharp : pred T) (l : seq T) :
  (forall t, good t -> [/\ 0 < X t, 0 <= Y t, Y t <= X t, (0 < n t)%N & sharp t -> Y t < X t]) -> all good l ->
  [/\ 0 < \prod_(t <- l) X t ^+ n t, 0 <= \prod_(t <- l) Y t ^+ n t,
      \prod_(t <- l) Y t ^+ n t <= \prod_(t <- l) X t ^+ n t &
      has sharp l -> \prod_(t <- l) Y t ^+ n t < \prod_(t <- l) X t ^+ n t].
Proof.
move=> h; elim: l => [|t l IH] /=; first by rewrite !big_nil ltr01 ler01 lexx.
case/andP => /h [X0 Y0 YX n0 sh] /IH [pX pY le lt]; rewrite !big_cons.
have Xn : 0 < X t ^+ n t by rewrite exprn_gt0.
have Yn : 0 <= Y t ^+ n t by rewrite exprn_ge0.
have le1 : Y t ^+ n t <= X t ^+ n t by rewrite ler_expn2r ?nnegrE ?(ltW X0).
split; rewrite ?mulr_gt0 ?mulr_ge0 ?ler_pmul //.
case/orP => [/sh s|/lt s].
  apply: (le_lt_trans (ler_wpmul2l Yn le)); rewrite ltr_pmul2r // ltr_expn2r // -lt0n n0.
  by [].
by apply: (le_lt_trans (ler_wpmul2r pY le1)); rewrite ltr_pmul2l.
Qed.

End Numbers.

Section Soundness.

Variable F : realFieldType.
Variables (P : pattern) (C d : nat) (V : vocabulary) (c : clause).
Variables (W U : nat -> 'rV[F]_d).

Let scores r j := dot (W r) (U j).

Definition value (a : atom) : F := if a.1 is Some rc then `|scores rc.1 rc.2| else `|chi U a.2|.

Lemma norm_term t : `|term_value (chi U) scores t| = \prod_(a <- atoms t) value a.
Proof.
rewrite /term_value /atoms !normrM normrX normrN1 expr1n mul1r big_cat big_map normr_prod; congr (_ * _).
by case: (score t) => [[r j]|]; rewrite ?big_seq1 ?big_nil ?normr1.
Qed.

Lemma prod_repeated (l : seq atom) n :
  (\prod_(a <- l) value a) ^+ n = \prod_(a <- flatten (nseq n l)) value a.
Proof. by elim: n => [|n IH]; rewrite ?big_nil // exprS IH /= big_cat. Qed.

Definition expanded (which : step -> nat) (steps : seq step) : seq atom :=
  flatten [seq flatten (nseq (times s) (side d which s)) | s <- steps].

Lemma expanded_product which steps :
  \prod_(s <- steps) (\prod_(a <- side d which s) value a) ^+ times s = \prod_(a <- expanded which steps) value a.
Proof.
rewrite /expanded big_flatten big_map; apply: eq_bigr => s _; exact: prod_repeated.
Qed.

Lemma count_expanded which steps a : count_mem a (expanded which steps) = total d which steps a.
Proof.
rewrite /expanded /total; elim: steps => //= s steps IH; rewrite count_cat IH; congr (_ + _)%N.
by elim: (times s) => //= n IHn; rewrite count_cat IHn mulSn.
Qed.

Lemma mem_expanded which steps a : a \in expanded which steps -> has (fun s => a \in side d which s) steps.
Proof.
rewrite /expanded; elim: steps => //= s steps IH; rewrite mem_cat => /orP [h|/IH ->]; last exact: orbT.
by apply/orP; left; elim: (times s) h => //= n IHn; rewrite mem_cat => /orP [|/IHn].
Qed.

Lemma mem_both (f g : step -> seq atom) steps a : has (fun s => a \in f s) steps || has (fun s => a \in g s) steps ->
  a \in flatten [seq f s ++ g s | s <- steps].
Proof.
elim: steps => //= s l IH; rewrite !mem_cat; case: (a \in f s); case: (a \in g s) => //; exact: IH.
Qed.

(* The clause of a final polynomial is true of all tables that realise the pattern. *)
Theorem product_sound steps : realises P W U -> all (increasing C d) (sets V) ->
  general V (increasing C d) (chi U) -> product_ok P C d V c steps -> clause_true (assignment V (chi U)) c.
Proof.
move=> real oks gx /and4P [hc hs hstrict bal]; apply/negPn/negP => hf.
pose X which s := \prod_(a <- side d which s) value a.
have good s : step_ok P C d V c s -> [/\ 0 < X larger s, 0 <= X smaller s, X smaller s <= X larger s,
    (0 < times s)%N & strict P d V c s -> X smaller s < X larger s].
  case/and5P => wf hl hsm ne /andP [ht al].
  pose xs := [seq term_value (chi U) scores t | t <- terms d (relation s)].
  have s0 : \sum_(x <- xs) x = 0 by rewrite big_map (terms_sum W U wf).
  have fit : all2 (@fits F) (signs_of_terms P d V c s) xs.
    have : all (all (increasing C d)) (map factors (terms d (relation s))).
      by apply/allP => t /(terms_increasing wf).
    rewrite /signs_of_terms /xs; elim: (terms d (relation s)) => //= t ts IH /andP [okt okts].
    by rewrite IH // andbT; apply: (term_signs_fit oks gx hc real okt hf).
  have [p le lt] := alone_larger fit s0 hl hsm ne al.
  have E which : (which s < size (signs_of_terms P d V c s))%N -> `|nth 0 xs (which s)| = X which s.
    by rewrite size_map => h; rewrite /X -norm_term (nth_map no_term).
  by rewrite !E // in p le lt; split => //; rewrite -E.
have [_ _ _ lt] := multiplied good hs.
have := lt hstrict; rewrite !expanded_product.
have -> : \prod_(a <- expanded smaller steps) value a = \prod_(a <- expanded larger steps) value a.
  apply: perm_big; rewrite /perm_eq; apply/allP => a; rewrite mem_cat => ha /=.
  rewrite !count_expanded eq_sym; apply: (allP bal a).
  by apply: mem_both; case/orP: ha => /mem_expanded ->; rewrite ?orbT.
by rewrite ltxx.
Qed.

End Soundness.
