(* Weights of rectangles, and weights of entries under which no rectangle is heavy: fractional covers and discrepancy. *)

From Coq Require Import ZArith NArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements numbers light.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Delimit Scope Z_scope with ZZ.

(* ---------- Weighted rectangles: the weight, the rows and the columns as sets of bits ---------- *)

Definition family := seq (N * (N * N)).
Definition held (R : N * N) (i j : nat) : bool := N.testbit R.1 (N.of_nat i) && N.testbit R.2 (N.of_nat j).

Fixpoint load (l : family) (i j : nat) : N :=
  if l is (w, R) :: rest then if held R i j then N.add w (load rest i j) else load rest i j else 0%num.

Definition weight (l : family) : N := foldr (fun p => N.add p.1) 0%num l.

(* What holds of all members and their numbers, from k on. *)
Fixpoint each (A : Type) (ok : nat -> A -> bool) (k : nat) (l : seq A) : bool :=
  if l is x :: rest then if ok k x then each ok k.+1 rest else false else true.

(* In units of 1 / unit: each entry b is held by a weight of 1 or more, no rectangle holds an entry that is not b. *)
Definition is_cover (M : boolean) (b : bool) (unit : N) (l : family) : bool :=
  each (fun i row => each (fun j e =>
    if e is Some c then if eqb c b then N.leb unit (load l i j) else all (fun p => ~~ held p.2 i j) l else true) 0 row) 0 M.

Lemma eachP (A : Type) (ok : nat -> A -> bool) x0 k l i : each ok k l -> (i < size l)%N -> ok (k + i)%N (nth x0 l i).
Proof.
elim: l k i => //= x l IH k [|i]; case okx: (ok k x) => // h hi; first by rewrite addn0.
by rewrite addnS -addSn; exact: IH.
Qed.

Lemma cell_range M i j v : cell M i j = Some v -> (i < size M)%N /\ (j < size (nth [::] M i))%N.
Proof.
rewrite /cell; case: (ltnP i (size M)) => hi; last by rewrite (nth_default _ hi) nth_nil.
by case: ltnP => // hj; rewrite nth_default.
Qed.

Section Weights.

Variable F : realFieldType.
Implicit Type l : family.

Definition nat_of (n : N) : F := (N.to_nat n)%:R.
Lemma nat_ofD a b : nat_of (N.add a b) = nat_of a + nat_of b.
Proof. by rewrite /nat_of N2Nat.inj_add natrD. Qed.

Lemma load_sum l i j : nat_of (load l i j) = \sum_(s < size l) let p := nth (0%num, (0%num, 0%num)) l s in
  if held p.2 i j then nat_of p.1 else 0.
Proof.
elim: l => [|[w R] l IH] /=; first by rewrite big_ord0.
by rewrite big_ord_recl /= -IH; case: ifP => _; rewrite ?nat_ofD ?add0r.
Qed.

Lemma weight_sum l : nat_of (weight l) = \sum_(s < size l) nat_of (nth (0%num, (0%num, 0%num)) l s).1.
Proof. by elim: l => [|p l IH]; rewrite ?big_ord0 // big_ord_recl /= -IH nat_ofD. Qed.

Lemma nat_of_gt0 n : N.ltb 0 n -> 0 < nat_of n.
Proof. by move=> /N.ltb_lt h; rewrite ltr0n; apply/ssrnat.ltP; lia. Qed.

Lemma nat_of_le a b : N.leb a b -> nat_of a <= nat_of b.
Proof. by move=> /N.leb_le h; rewrite ler_nat; apply/ssrnat.leP; lia. Qed.

Theorem cover_within M b unit l t : N.ltb 0 unit -> is_cover M b unit l -> nat_of (weight l) / nat_of unit <= t ->
  within (FractionalCover b) M t.
Proof.
move=> /nat_of_gt0 u0 h ht; pose p s := nth (0%num, (0%num, 0%num)) l s.
have at_ i j v : cell M i j = Some v ->
    if eqb v b then N.leb unit (load l i j) else all (fun p => ~~ held p.2 i j) l.
  move=> ev; have [hi hj] := cell_range ev.
  by have := eachP None (eachP [::] h hi) hj; rewrite !add0n -/(cell M i j) ev.
exists (size l), (fun s => nat_of (p s).1 / nat_of unit), (fun s => (fun i => N.testbit (p s).2.1 (N.of_nat i),
  fun j => N.testbit (p s).2.2 (N.of_nat j))); split=> [s hs|i j ev|].
- split; first by rewrite divr_ge0 ?ler0n // ltW.
  move=> i j hin ev; have := at_ _ _ _ ev; rewrite (_ : eqb _ _ = false); last by case: (b).
  by move/all_nthP => /(_ (0%num, (0%num, 0%num)) s hs); move: hin; rewrite /inside /held /= => ->.
- have := at_ _ _ _ ev; rewrite (_ : eqb _ _ = true); last by case: (b).
  move/nat_of_le => hl; rewrite -(ler_pmul2r u0) mul1r; apply: le_trans hl _.
  rewrite load_sum mulr_suml; apply: ler_sum => s _; rewrite /inside /held /=; case: ifP => _; last by rewrite mul0r.
  by rewrite divfK // gt_eqF.
by rewrite -mulr_suml -weight_sum.
Qed.

End Weights.

(* ---------- Weighted entries ---------- *)

Definition table (M : boolean) (f : nat -> nat -> Z) : seq (seq Z) := mkseq (fun i => mkseq (f i) (breadth M)) (height M).
Definition sum_of (T : seq (seq Z)) : Z := foldr (fun row => Z.add (foldr Z.add Z0 row)) Z0 T.
Definition number_at (Y : seq (seq Z)) (i j : nat) : Z := nth Z0 (nth [::] Y i) j.

Definition everywhere (M : boolean) (ok : nat -> nat -> bool) : bool :=
  all (fun i => all (ok i) (iota 0 (breadth M))) (iota 0 (height M)).

(* Multipliers of entries b; an entry that is not b is so far below 0 that no rectangle with it is heavy. *)
Definition multiplied (M : boolean) (b : bool) (Y : seq (seq Z)) (below : Z) (i j : nat) : Z :=
  if cell M i j is Some c then if eqb c b then number_at Y i j else below else Z0.

Definition is_packing (M : boolean) (b : bool) (unit : N) (Y : seq (seq Z)) : bool :=
  [&& N.ltb 0 unit,
    everywhere M (fun i j => let y := number_at Y i j in
      if cell M i j is Some c then if eqb c b then Z.leb Z0 y else Z.eqb y Z0 else Z.eqb y Z0) &
    light (Z.of_N unit) (breadth M) (table M (multiplied M b Y (Z.opp (Z.succ (sum_of Y)))))].

(* The entries with their signs times weights. *)
Definition signed (M : boolean) (y : nat -> nat -> Z) (i j : nat) : Z :=
  if cell M i j is Some b then if b then y i j else Z.opp (y i j) else Z0.

Definition balanced (M : boolean) (most : Z) (y : nat -> nat -> Z) : bool :=
  if light most (breadth M) (table M (signed M y))
  then light most (breadth M) (table M (fun i j => Z.opp (signed M y i j))) else false.

Definition is_distribution (M : boolean) (unit : N) (Y : seq (seq Z)) : bool :=
  [&& Z.ltb Z0 (sum_of (table M (number_at Y))),
    all (all (Z.leb Z0)) Y,
    everywhere M (fun i j => if cell M i j is Some _ then true else Z.eqb (number_at Y i j) Z0) &
    balanced M (Z.of_N unit) (number_at Y)].

Section Entries.

Variable F : realFieldType.
Notation number := (number F).

Lemma same_le (x y : F) : x = y -> x <= y.
Proof. by move=> ->. Qed.

Lemma sum_mkseq g n : number (foldr Z.add Z0 (mkseq g n)) = \sum_(j < n) number (g j).
Proof.
rewrite -(big_mkord xpredT (fun j => number (g j))) /index_iota subn0 /mkseq.
by elim: (iota 0 n) => [|j l IH] /=; rewrite ?big_nil ?number0 // big_cons numberD IH.
Qed.

Lemma sum_table M f : number (sum_of (table M f)) = \sum_(i < height M) \sum_(j < breadth M) number (f i j).
Proof.
rewrite -(big_mkord xpredT (fun i => \sum_(j < breadth M) number (f i j))) /index_iota subn0 /table /mkseq.
elim: (iota 0 (height M)) => [|i l IH]; rewrite ?big_nil ?number0 //.
by rewrite big_cons /= numberD IH sum_mkseq.
Qed.

Lemma light_table M bound f : light bound (breadth M) (table M f) -> forall s c : pred nat,
  \sum_(i < height M) \sum_(j < breadth M) (if s i && c j then number (f i j) else 0) <= number bound.
Proof.
move=> h s c; have := light_sound F h s c; rewrite size_mkseq; apply: le_trans.
apply/same_le/eq_bigr => i _; apply: eq_bigr => j _; case: ifP => // _.
by rewrite /at_ !nth_mkseq.
Qed.

Lemma everywhereP M ok : everywhere M ok -> forall i j, (i < height M)%N -> (j < breadth M)%N -> ok i j.
Proof. by move=> /allP h i j hi hj; apply: (allP (h i _)); rewrite mem_iota. Qed.

(* Weights of entries are a lower bound: each rectangle brings a weight of at most 1. *)
Theorem packing_below M b unit Y t : is_packing M b unit Y -> within (FractionalCover b) M t ->
  number (sum_of (table M (number_at Y))) <= nat_of F unit * t.
Proof.
case/and3P=> u0 ok hl [k [w [R [hR hc ht]]]]; set below := Z.opp _ in hl.
have yok := everywhereP ok; pose y i j := number (number_at Y i j); rewrite sum_table.
have y0 (i : 'I_(height M)) (j : 'I_(breadth M)) : y i j <= y i j * \sum_(s < k) (if inside (R s) i j then w s else 0).
  have := yok i j (ltn_ord i) (ltn_ord j); rewrite /y; case ev: (cell M i j) => [c|].
    rewrite -[eqb c b]/(c == b); case: eqP => [e /Z.leb_le hy|_ /Z.eqb_eq ->]; last by rewrite number0 mul0r.
    by rewrite ler_pemulr ?number_ge0 ?hc // ev e.
  by move=> /Z.eqb_eq ->; rewrite number0 mul0r.
apply: le_trans (ler_sum _ (fun i _ => ler_sum _ (fun j _ => y0 i j))) _.
have -> : \sum_(i < height M) \sum_(j < breadth M) y i j * (\sum_(s < k) (if inside (R s) i j then w s else 0)) =
    \sum_(s < k) w s * \sum_(i < height M) \sum_(j < breadth M) (if inside (R s) i j then y i j else 0).
  under eq_bigr => i _ do (under eq_bigr => j _ do rewrite mulr_sumr); under eq_bigr => i _ do rewrite exchange_big /=.
  rewrite exchange_big /=; apply: eq_bigr => s _; rewrite mulr_sumr; apply: eq_bigr => i _.
  by rewrite mulr_sumr; apply: eq_bigr => j _; case: ifP => _; rewrite ?mulr0 // mulrC.
apply: le_trans (ler_wpmul2l _ ht); last exact/ltW/nat_of_gt0.
rewrite mulr_sumr; apply: ler_sum => s _; have [w0 hv] := hR s (ltn_ord s); rewrite mulrC; apply: ler_wpmul2r => //.
rewrite /nat_of -number_N; apply: le_trans (light_table hl (R s).1 (R s).2); apply/same_le/eq_bigr => i _; apply: eq_bigr => j _.
rewrite -/(inside (R s) i j); case hin: (inside _ _ _) => //; rewrite /multiplied /y.
have := yok i j (ltn_ord i) (ltn_ord j); case ev: (cell M i j) => [c|] /=; last by move/Z.eqb_eq ->.
rewrite -[eqb c b]/(c == b); case: eqP => // cb _; case: (hv i j hin); rewrite ev; congr Some; by move: cb; case: (c); case: (b).
Qed.

Lemma imbalance_signed M (y : nat -> nat -> Z) (u : F) R :
  imbalance M (fun i j => number (y i j) * u) R = `|\sum_(i < height M) \sum_(j < breadth M)
    (if R.1 i && R.2 j then number (signed M y i j) else 0)| * `|u|.
Proof.
rewrite -normrM mulr_suml; congr `|_|; apply: eq_bigr => i _; rewrite mulr_suml; apply: eq_bigr => j _.
rewrite /inside /signed; case: ifP => _; last by rewrite mul0r.
by case: (cell M i j) => [[]|]; rewrite ?numberN ?number0 ?mulNr ?mul0r.
Qed.

Lemma balanced_imbalance M most y (u : F) R : 0 <= u -> balanced M most y ->
  imbalance M (fun i j => number (y i j) * u) R <= number most * u.
Proof.
rewrite /balanced imbalance_signed => u0; case h: (light _ _ _) => // h'; rewrite (ger0_norm u0); apply: ler_wpmul2r => //.
rewrite ler_norml (light_table h) andbT ler_oppl; apply: le_trans (light_table h' R.1 R.2).
apply: same_le; rewrite -sumrN; apply: eq_bigr => i _; rewrite -sumrN; apply: eq_bigr => j _.
by case: ifP; rewrite ?numberN ?oppr0.
Qed.

Theorem distribution_within M unit Y t : is_distribution M unit Y ->
  nat_of F unit / number (sum_of (table M (number_at Y))) <= t -> within Discrepancy M t.
Proof.
case/and4P=> /Z.ltb_lt /(number_gt0 F) S0 pos ok hb ht; set S := number _ in S0 ht; rewrite /nat_of -number_N in ht.
have SE : S = \sum_(i < height M) \sum_(j < breadth M) number (number_at Y i j) by exact: sum_table.
have yok := everywhereP ok.
have y0 i j : 0 <= number (number_at Y i j).
  rewrite /number_at; case: (ltnP i (size Y)) => hi; last by rewrite [nth [::] _ _]nth_default // nth_nil number0.
  case: (ltnP j (size (nth [::] Y i))) => hj; last by rewrite nth_default // number0.
  by move/all_nthP: pos => /(_ [::] i hi) /all_nthP => /(_ Z0 j hj) /Z.leb_le; exact: number_ge0.
exists (fun i j => number (number_at Y i j) * S^-1); split=> [i j||R].
- by rewrite mulr_ge0 ?invr_ge0 // ltW.
- apply: (@mulIf _ S); first by rewrite gt_eqF.
  rewrite mul1r [RHS]SE mulr_suml; apply: eq_bigr => i _; rewrite mulr_suml; apply: eq_bigr => j _.
  have := yok i j (ltn_ord i) (ltn_ord j); case: (cell M i j) => [c _|/Z.eqb_eq ->]; last by rewrite number0 mul0r.
  by rewrite divfK // gt_eqF.
by apply: le_trans ht; apply: balanced_imbalance => //; rewrite invr_ge0 ltW.
Qed.

Lemma same_imbalance M (w u : nat -> nat -> F) R : (forall i j, w i j = u i j) -> imbalance M w R = imbalance M u R.
Proof.
move=> e; congr `|_|; apply: eq_bigr => i _; apply: eq_bigr => j _; case: ifP => // _.
by case: (cell _ _ _) => [b|] //; rewrite e.
Qed.

Definition size_of (M : boolean) : F := (height M * breadth M)%:R^-1.

Lemma uniform M R : imbalance M (fun _ _ => size_of M) R = imbalance M (fun i j => number ((fun _ _ => 1%ZZ) i j) * size_of M) R.
Proof. by apply: same_imbalance => i j; rewrite number1 mul1r. Qed.

Theorem balanced_within M most t : balanced M most (fun _ _ => 1%ZZ) -> number most * size_of M <= t ->
  within UniformDiscrepancy M t.
Proof.
move=> hb ht R; apply: le_trans ht; rewrite -/(size_of M) uniform; apply: balanced_imbalance => //.
by rewrite invr_ge0 ler0n.
Qed.

(* The entries 1 less the entries 0 of a rectangle. *)
Definition surplus (M : boolean) (R : N * N) : Z :=
  sum_of (table M (fun i j => if held R i j then signed M (fun _ _ => 1%ZZ) i j else Z0)).

Theorem heavy_below M R t : within UniformDiscrepancy M t -> number (Z.abs (surplus M R)) * size_of M <= t.
Proof.
move=> /(_ (fun i => N.testbit R.1 (N.of_nat i), fun j => N.testbit R.2 (N.of_nat j))); apply: le_trans.
rewrite -/(size_of M) uniform imbalance_signed (ger0_norm (_ : 0 <= size_of M)) ?invr_ge0 ?ler0n //.
apply: ler_wpmul2r; rewrite ?invr_ge0 ?ler0n //=; set x := (X in _ <= `|X|).
have -> : x = number (surplus M R).
  rewrite /surplus sum_table; apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite /held.
  by case: ifP; rewrite ?number0.
by case: (Z.abs_spec (surplus M R)) => -[_ ->]; rewrite ?numberN ?ler_norm // -normrN ler_norm.
Qed.

(* ---------- Fooling sets and covers ---------- *)

Lemma one_of (l : seq (nat * nat)) (P : pred (nat * nat)) (w : F) : uniq l -> 0 <= w ->
  (forall p q, p \in l -> q \in l -> P p -> P q -> p = q) -> \sum_(p <- l) (if P p then w else 0) <= w.
Proof.
move=> + w0; elim: l => [|p l IH] /=; rewrite ?big_nil // big_cons => /andP[pl u] h; case: ifP => pp.
  rewrite big1_seq ?addr0 // => q /andP[_ ql]; case: ifP => // pq; case/negP: pl.
  by rewrite (h p q) // inE ?eqxx ?ql ?orbT.
by rewrite add0r; apply: IH => // q r ql rl; apply: h; rewrite inE ?ql ?rl orbT.
Qed.

Theorem fooling_below M b l (t : F) : fooling M b l -> within (FractionalCover b) M t -> (size l)%:R <= t.
Proof.
case=> u [ev one] [k [w [R [hR hc ht]]]]; apply: le_trans ht.
have -> : (size l)%:R = \sum_(p <- l) (1 : F) by rewrite big_const_seq count_predT iter_addr_0.
apply: (@le_trans _ _ (\sum_(p <- l) \sum_(s < k) (if inside (R s) p.1 p.2 then w s else 0))).
  by rewrite big_seq [leRHS]big_seq; apply: ler_sum => p pl; apply: hc; exact: ev.
rewrite exchange_big /=; apply: ler_sum => s _; have [w0 hv] := hR s (ltn_ord s).
apply: (@one_of l (fun p => inside (R s) p.1 p.2)) => // p q pl ql; exact: one.
Qed.

Theorem cover_fractional M b k R (t : F) : covers M b k R -> k%:R <= t -> within (FractionalCover b) M t.
Proof.
case=> hv hc ht; exists k, (fun=> 1), R; split.
- by move=> s /hv h; split; rewrite ?ler01.
- move=> i j /hc[s sk ins]; rewrite (bigD1 (Ordinal sk)) //= ins ler_addl.
  by apply: sumr_ge0 => r _; case: ifP => _; rewrite ?ler01.
by rewrite sumr_const card_ord.
Qed.

End Entries.
