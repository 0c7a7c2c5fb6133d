(* What a refutation says: clauses about the signs of determinants of keys, each with the rule that it follows from.

   [relation_ok] checks a clause of the rules "cramer" and "plucker". *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns identities clauses sums.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A term: (-1)^[negated], times the score of a query and a key, times determinants of keys. *)
Record term := Term { negated : bool; score : option (nat * nat); factors : seq (seq nat) }.

(* Which identity of determinants: Cramer's with a row applied to it, or Grassmann-Pluecker. *)
Inductive identity := Cramer (row : nat) (large : seq nat) | Plucker (small large : seq nat).

(* t put in its place among the sorted A. *)
Definition insert (t : nat) (A : seq nat) : seq nat :=
  [seq a <- A | (a < t)%N] ++ t :: [seq a <- A | (t < a)%N].

(* The terms whose sum is zero. *)
Definition terms (d : nat) (i : identity) : seq term :=
  match i with
  | Cramer r T => [seq Term (odd k) (Some (r, nth 0%N T k)) [:: without T k] | k <- iota 0 d.+1]
  | Plucker A T =>
      [seq Term (odd (k + count (fun a => nth 0%N T k < a)%N A)) None [:: insert (nth 0%N T k) A; without T k]
         | k <- iota 0 d.+1 & nth 0%N T k \notin A]
  end.

Definition increasing (C d : nat) (S : seq nat) : bool :=
  [&& size S == d, sorted ltn S & all (fun c => c < C)%N S].

Definition well_formed (C d : nat) (i : identity) : bool :=
  match i with
  | Cramer r T => increasing C d.+1 T
  | Plucker A T => [&& (0 < d)%N, increasing C d.-1 A & increasing C d.+1 T]
  end.

(* How literals speak of signs. Uniform: variable k + 1 says that set k is positive, its negation that it is negative.
   Otherwise variable 2k + 1 says that set k is positive, 2k + 2 that it is negative. *)
Record vocabulary := Vocabulary { uniform : bool; sets : seq (seq nat) }.

Definition place (p : positive) : nat := (Pos.to_nat p).-1.
Definition named (V : vocabulary) (p : positive) : seq nat :=
  nth [::] (sets V) (if uniform V then place p else (place p)./2).
Definition says_pos (V : vocabulary) (p : positive) : bool := uniform V || ~~ odd (place p).

(* The set that a literal is about, and the signs left to it if the literal is false. *)
Definition subject (V : vocabulary) (l : literal) : option (seq nat * signs) :=
  match l with
  | Z0 => None
  | Zpos p => Some (named V p, if uniform V then only_neg else if says_pos V p then not_pos else not_neg)
  | Zneg p => Some (named V p, if says_pos V p then only_pos else only_neg)
  end.

(* The signs left to a set if all literals of the clause are false. *)
Fixpoint signs_if_false (V : vocabulary) (c : clause) (S : seq nat) : signs :=
  if c is l :: c' then
    let rest := signs_if_false V c' S in
    if subject V l is Some (S', s) then if S == S' then meet s rest else rest else rest
  else if uniform V then nonzero else any.

Definition term_signs (P : pattern) (V : vocabulary) (c : clause) (t : term) : signs :=
  let start := if score t is Some (r, j) then signs_of (entry P r j) else only_pos in
  foldr (fun S s => product (signs_if_false V c S) s)
        (if negated t then opposite start else start) (factors t).

(* Literals are nonzero and name sets that exist. *)
Definition readable (V : vocabulary) (c : clause) : bool :=
  let limit := (if uniform V then size (sets V) else (size (sets V)).*2)%N in
  all (fun l => match l with Z0 => false | Zpos p | Zneg p => place p < limit end)%N c.

(* The clause follows from the identity by the sum rule. *)
Definition relation_ok (P : pattern) (C d : nat) (V : vocabulary) (i : identity) (c : clause) : bool :=
  [&& well_formed C d i, readable V c & one_sided [seq term_signs P V c t | t <- terms d i]].

(* The clause is true of all signs: some set could have none if it were false. *)
Definition exclusive_ok (V : vocabulary) (c : clause) : bool :=
  readable V c && has (fun S => ~~ possible (signs_if_false V c S)) (sets V).

Section Soundness.

Variable F : realFieldType.
Variables (P : pattern) (C d : nat) (V : vocabulary).

(* The assignment that real numbers for the sets make. *)
Definition assignment (x : seq nat -> F) (p : positive) : bool :=
  if says_pos V p then 0 < x (named V p) else x (named V p) < 0.

(* In a uniform vocabulary no number is zero. *)
Definition general (ok : pred (seq nat)) (x : seq nat -> F) : Prop := uniform V -> forall S, ok S -> x S != 0.

Lemma signs_if_false_fit (ok : pred (seq nat)) x c S : all ok (sets V) -> general ok x -> ok S -> readable V c ->
  ~~ clause_true (assignment x) c -> fits (signs_if_false V c S) (x S).
Proof.
move=> oks gx okS; elim: c => [|l c IH] /=.
  move=> _ _; case: ifP => u; last exact: fits_any.
  by have := gx u S okS; rewrite /fits; case: (ltrgt0P (x S)).
move=> /andP [hl hc]; rewrite negb_or => /andP [fl fc].
case E : (subject V l) => [[S' s]|]; last exact: IH.
case: eqP => [e|_]; last exact: IH.
apply: fits_meet; last exact: IH.
rewrite -{S'}e in E; case: l hl fl E => //= p hp; rewrite /assignment.
  move=> h [eS <-]; move: h; rewrite eS /says_pos.
  case: (boolP (uniform V)) => u /=.
    by move=> h; have := gx u S okS; rewrite /fits; move: h; case: (ltrgt0P (x S)).
  by case: (odd _); rewrite /fits; case: (ltrgt0P (x S)).
rewrite negbK => h [eS <-]; move: h; rewrite eS.
by case: ifP => _; rewrite /fits; case: (ltrgt0P (x S)).
Qed.

Lemma exclusive_sound (ok : pred (seq nat)) x c : all ok (sets V) -> general ok x ->
  exclusive_ok V c -> clause_true (assignment x) c.
Proof.
move=> oks gx /andP [hc /hasP [S hS hp]]; apply: contraR hp => hf.
exact: fits_possible (signs_if_false_fit oks gx (allP oks _ hS) hc hf).
Qed.

(* The value of a term, and its possible signs. *)
Definition term_value (x : seq nat -> F) (y : nat -> nat -> F) (t : term) : F :=
  (-1) ^+ negated t * (if score t is Some (r, c) then y r c else 1) * \prod_(S <- factors t) x S.

Lemma term_signs_fit (ok : pred (seq nat)) x y c t : all ok (sets V) -> general ok x -> readable V c ->
  (forall r j, matches (entry P r j) (y r j)) -> all ok (factors t) ->
  ~~ clause_true (assignment x) c -> fits (term_signs P V c t) (term_value x y t).
Proof.
move=> oks gx hc real okt hf; rewrite /term_signs /term_value.
set s0 := (X in foldr _ X _); set z := (X in X * _).
have : fits s0 z.
  rewrite /s0 /z; case: (negated t); rewrite ?expr0 ?expr1 ?mulN1r ?mul1r; first apply: fits_opposite.
    by case: (score t) => [[r j]|]; [exact/fits_symbol/real | rewrite /fits ltr01].
  by case: (score t) => [[r j]|]; [exact/fits_symbol/real | rewrite /fits ltr01].
elim: (factors t) okt z => [|S ss IH] /= okt z hz; first by rewrite big_nil mulr1.
case/andP: okt => okS okt; rewrite big_cons mulrCA; apply: fits_product; last exact: IH.
exact: (signs_if_false_fit oks gx okS hc hf).
Qed.

End Soundness.

(* Lists of columns. *)

Lemma sub_without T k : subseq (without T k) T.
Proof.
rewrite -[X in subseq _ X](cat_take_drop k T) /without cat_subseq //.
by rewrite -add1n -drop_drop drop_subseq.
Qed.

Lemma increasing_without C d T k : increasing C d.+1 T -> (k < d.+1)%N -> increasing C d (without T k).
Proof.
move=> /and3P [/eqP sT oT aT] kd; apply/and3P; split.
- by rewrite size_cat size_take size_drop sT kd addnBA // addnC subSS addnK.
- exact: (subseq_sorted ltn_trans (sub_without T k) oT).
by apply/allP => c /(mem_subseq (sub_without T k)) /(allP aT).
Qed.

Lemma split_sorted t A : sorted ltn A -> t \notin A ->
  [seq a <- A | (a < t)%N] ++ [seq a <- A | (t < a)%N] = A.
Proof.
elim: A => //= a A IH pA; rewrite inE negb_or => /andP [ta tA].
have IH' := IH (path_sorted pA) tA.
case: (ltngtP a t) ta => [lt|gt|-> //] _; first by rewrite /= IH'.
have big : all (ltn a) A by exact: order_path_min ltn_trans pA.
rewrite (_ : filter _ A = [::]) /=.
  by congr (a :: _); apply/all_filterP/allP => b /(allP big) /(ltn_trans gt).
apply/eqP; rewrite -[_ == _]negbK -has_filter; apply/hasPn => b /(allP big) ab.
by rewrite -leqNgt ltnW // (ltn_trans gt).
Qed.

Lemma increasing_insert C d A t : increasing C d A -> t \notin A -> (t < C)%N -> increasing C d.+1 (insert t A).
Proof.
move=> /and3P [/eqP sA oA aA] tA tC; have e := split_sorted oA tA; apply/and3P; split.
- by rewrite /insert size_cat /= addnS -size_cat e sA.
- rewrite (sorted_pairwise ltn_trans) pairwise_cat pairwise_cons allrel_consr.
  rewrite -!(sorted_pairwise ltn_trans) !(sorted_filter ltn_trans) //.
  apply/and3P; split => //; last by rewrite andbT filter_all.
  rewrite filter_all; apply/allrelP => a b.
  by rewrite !mem_filter => /andP [h _] /andP [h' _]; exact: ltn_trans h h'.
by rewrite all_cat /= tC -all_cat e.
Qed.

(* The sum of the terms is zero. *)

Section Relations.

Variable F : realFieldType.

Lemma chi_insert d (U : nat -> 'rV[F]_d.+1) A t : size A = d -> sorted ltn A -> t \notin A ->
  chi U (rcons A t) = (-1) ^+ count (fun a => t < a)%N A * chi U (insert t A).
Proof.
move=> sA oA tA; have e := split_sorted oA tA.
by rewrite -{1}e rcons_cat chi_move ?size_filter // -!size_filter -size_cat e sA.
Qed.

Lemma terms_sum C d (W U : nat -> 'rV[F]_d) i : well_formed C d i ->
  \sum_(t <- terms d i) term_value (chi U) (fun r j => dot (W r) (U j)) t = 0.
Proof.
case: i => [r T|A T]; rewrite /terms.
  move=> _; rewrite big_map -[iota 0 d.+1]/(index_iota 0 d.+1) big_mkord -[RHS](cramer U (W r) T).
  apply: eq_bigr => k _; rewrite /term_value /= signr_odd big_seq1 -!mulrA; congr (_ * _); exact: mulrC.
case: d W U => // d W U /andP [_] /andP [/and3P [/eqP sA oA _] _].
rewrite big_map big_filter -[iota 0 d.+2]/(index_iota 0 d.+2) big_mkord -[RHS](grassmann_plucker U T sA).
rewrite [RHS](bigID (fun k : 'I__ => nth 0%N T k \in A)) /= [X in _ = X + _]big1 ?add0r; last first.
  by move=> k tA; rewrite chi_repeated ?mulr0.
apply: eq_bigr => k tA; rewrite chi_insert // /term_value /= signr_odd exprD mulr1 big_cons big_seq1.
by rewrite -!mulrA; congr (_ * _); rewrite [RHS]mulrCA; congr (_ * _); rewrite mulrC.
Qed.

Lemma terms_increasing C d i t : well_formed C d i -> t \in map factors (terms d i) -> all (increasing C d) t.
Proof.
case: i => [r T|A T]; rewrite /terms.
  move=> hT; rewrite -map_comp => /mapP [k]; rewrite mem_iota add0n => /andP [_ kd] -> /=.
  by rewrite (increasing_without hT kd).
case: d => // d /andP [_] /andP [hA hT]; rewrite -map_comp => /mapP [k].
rewrite mem_filter mem_iota add0n => /andP [tA /andP [_ kd]] -> /=.
rewrite (increasing_without hT kd) increasing_insert //.
by case/and3P: hT => /eqP sT _ /allP; apply; rewrite mem_nth ?sT.
Qed.

(* A clause that follows from an identity by the sum rule is true of all tables that realise the pattern. *)
Theorem relation_sound P C d V i c (W U : nat -> 'rV[F]_d) : realises P W U ->
  all (increasing C d) (sets V) -> general V (increasing C d) (chi U) ->
  relation_ok P C d V i c -> clause_true (assignment V (chi U)) c.
Proof.
move=> real oks gx /and3P [wf hc os]; apply/negPn/negP => hf.
have := terms_sum W U wf; apply/eqP.
rewrite -(big_map (term_value _ _) xpredT id) /=; apply: one_sided_nonzero os.
have : all (all (increasing C d)) (map factors (terms d i)) by apply/allP => t /(terms_increasing wf).
elim: (terms d i) => //= t ts IH /andP [ht hts]; rewrite IH // andbT.
exact: (term_signs_fit oks gx hc _ ht hf).
Qed.

End Relations.
