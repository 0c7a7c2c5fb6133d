(* What the measures of a communication matrix mean. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements_of_scores.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- Communication matrices and their measures ---------- *)

(* Rows are Alice's inputs, columns Bob's; None is *, outside of the promise. *)
Definition boolean := seq (seq (option bool)).

Definition height (M : boolean) : nat := size M.
Definition breadth (M : boolean) : nat := size (head [::] M).
Definition cell (M : boolean) (i j : nat) : option bool := nth None (nth [::] M i) j.

Definition complement (M : boolean) : boolean := map (map (omap negb)) M.
Definition turned (M : boolean) : boolean := mkseq (fun j => mkseq (fun i => cell M i j) (height M)) (breadth M).

(* The strings of n bits in lexicographic order: as numbers, the first bit the most significant. *)
Fixpoint strings (n : nat) : seq (seq bool) :=
  if n is k.+1 then let s := strings k in map (cons false) s ++ map (cons true) s else [:: [::]].

Fixpoint greater (a b : seq bool) : bool :=
  match a, b with x :: a', y :: b' => if x (+) y then x else greater a' b' | _, _ => false end.

(* Functions of two strings of n bits; in INDEX Bob has the number of a bit; matrices that are written out. *)
Inductive two_party :=
  | Disj (n : N) | Equality (n : N) | Greater (n : N) | AtLeast (n : N) | InnerProduct (n : N) | Index (n : N)
  | Table (rows : boolean).

Definition entries (f : two_party) : boolean :=
  let table n (value : seq bool -> seq bool -> bool) :=
    let s := strings (N.to_nat n) in [seq [seq Some (value a b) | b <- s] | a <- s] in
  match f with
  | Disj n => table n (fun a b => ~~ has (fun p => p.1 && p.2) (zip a b))
  | Equality n => table n (fun a b => ~~ has (fun p => p.1 (+) p.2) (zip a b))
  | Greater n => table n greater
  | AtLeast n => table n (fun a b => ~~ greater b a)
  | InnerProduct n => table n (fun a b => foldr (fun p sum => (p.1 && p.2) (+) sum) false (zip a b))
  | Index n => map (map Some) (strings (N.to_nat n))
  | Table rows => rows
  end.

(* A set of rows times a set of columns; a b-rectangle holds no entry that is not b, it may hold *. *)
Definition rectangle : Type := pred nat * pred nat.
Definition inside (R : rectangle) (i j : nat) : bool := R.1 i && R.2 j.
Definition of_value (M : boolean) (b : bool) (R : rectangle) : Prop :=
  forall i j, inside R i j -> cell M i j <> Some (~~ b).

(* The first k of the rectangles R; no two hold the same place. *)
Definition disjoint (k : nat) (R : nat -> rectangle) : Prop :=
  forall s t i j, (s < k)%N -> (t < k)%N -> inside (R s) i j -> inside (R t) i j -> s = t.

Definition covers (M : boolean) (b : bool) (k : nat) (R : nat -> rectangle) : Prop :=
  (forall t, (t < k)%N -> of_value M b (R t)) /\
  forall i j, cell M i j = Some b -> exists2 t, (t < k)%N & inside (R t) i j.

(* All entries are in one of k rectangles, each of which is constant. *)
Definition partitions (M : boolean) (k : nat) (R : nat -> rectangle) : Prop :=
  (forall t, (t < k)%N -> exists b, of_value M b (R t)) /\ disjoint k R /\
  forall i j, (i < height M)%N -> (j < breadth M)%N -> exists2 t, (t < k)%N & inside (R t) i j.

(* Places with the value b of which no two lie in one b-rectangle. *)
Definition fooling (M : boolean) (b : bool) (places : seq (nat * nat)) : Prop :=
  uniq places /\ (forall p, p \in places -> cell M p.1 p.2 = Some b) /\
  forall p q R, p \in places -> q \in places -> of_value M b R -> inside R p.1 p.2 -> inside R q.1 q.2 -> p = q.

(* Alice, or Bob, says a bit of the own input, at a leaf the answer is known. *)
Inductive protocol :=
  | Leaf (answer : bool) | Alice (bit : pred nat) (no yes : protocol) | Bob (bit : pred nat) (no yes : protocol).

Fixpoint depth (T : protocol) : nat :=
  match T with Leaf _ => 0 | Alice _ no yes | Bob _ no yes => (maxn (depth no) (depth yes)).+1 end%N.

Fixpoint outcome_of (T : protocol) (i j : nat) : bool :=
  match T with
  | Leaf b => b
  | Alice bit no yes => outcome_of (if bit i then yes else no) i j
  | Bob bit no yes => outcome_of (if bit j then yes else no) i j
  end.

(* Entries off the promise are anything: a completion has 0 or 1 in their place. *)
Definition completes (M : boolean) (C : nat -> nat -> bool) : Prop := forall i j b, cell M i j = Some b -> C i j = b.

(* Some completion has rank at most k, with these numbers for 0 and 1. *)
Definition rank_within (K : fieldType) (zero one : K) (M : boolean) (k : nat) : Prop :=
  exists2 C, completes M C & (\rank (\matrix_(i < height M, j < breadth M) if C i j then one else zero) <= k)%N.

Inductive scalars := Rationals | GF2 | GF3.

(* alice, rows: the sender is Alice, rows show all words on columns; else of the matrix turned. b: of the entries b. *)
Inductive measure :=
  | Depth | OneWay (alice : bool) | Fooling (b : bool) | Cover (b : bool) | Disjoint (b : bool) | Partition
  | Rank (over : scalars) (complemented : bool) | RankSign | Shattered (rows : bool) | SignRank.

(* The measure is the least k for which this holds, or the greatest if it is `largest`; real vectors are over F. *)
Definition may_be (F : realFieldType) (m : measure) (M : boolean) (k : nat) : Prop :=
  match m with
  | Depth => exists2 T, (depth T <= k)%N & completes M (outcome_of T)
  | OneWay alice => exists (message : nat -> nat) (answer : nat -> nat -> bool),
      (forall i, (message i < 2 ^ k)%N) /\
      completes (if alice then M else turned M) (fun i j => answer (message i) j)
  | Fooling b => exists2 places, size places = k & fooling M b places
  | Cover b => exists R, covers M b k R
  | Disjoint b => exists2 R, covers M b k R & disjoint k R
  | Partition => exists R, partitions M k R
  | Rank over complemented =>
      let M' := if complemented then complement M else M in
      match over with
      | Rationals => rank_within (0 : rat) 1 M' k
      | GF2 => rank_within (0 : 'F_2) 1 M' k
      | GF3 => rank_within (0 : 'F_3) 1 M' k
      end
  | RankSign => rank_within (- 1 : rat) 1 M k
  | Shattered rows => let M' := if rows then M else turned M in
      exists2 columns, size columns = k & forall word : seq bool, size word = k ->
        exists2 i, (i < height M')%N & map (cell M' i) columns = map Some word
  | SignRank => exists x y : nat -> 'rV[F]_k, forall i j b, cell M i j = Some b ->
      if b then 0 < dot (x i) (y j) else dot (x i) (y j) < 0
  end.

Definition largest (m : measure) : bool := match m with Fooling _ | Shattered _ => true | _ => false end.

(* ---------- Measures that are real numbers ---------- *)

Inductive real_measure := FractionalCover (b : bool) | Discrepancy | UniformDiscrepancy | SpectralNorm | Forster.

Section Real.

Variable F : realFieldType.

(* How far the entries 1 of a rectangle outweigh its entries 0, or these those. *)
Definition imbalance (M : boolean) (weight : nat -> nat -> F) (R : rectangle) : F :=
  `|\sum_(i < height M) \sum_(j < breadth M)
      if inside R i j then if cell M i j is Some b then if b then weight i j else - weight i j else 0 else 0|.

(* The sign matrix A: 1 and -1 for the entries 1 and 0; x^T A y; |x^T A y| <= s |x| |y| for all x, y. *)
Definition sign_at (M : boolean) (i j : nat) : F := if cell M i j is Some b then if b then 1 else - 1 else 0.
Definition bilinear (M : boolean) (x y : nat -> F) : F :=
  \sum_(i < height M) \sum_(j < breadth M) sign_at M i j * x i * y j.
Definition norm_within (M : boolean) (s : F) : Prop := 0 <= s /\ forall x y,
  bilinear M x y ^+ 2 <= s ^+ 2 * (\sum_(i < height M) x i ^+ 2) * (\sum_(j < breadth M) y j ^+ 2).

(* The measure is the least t for which this holds. *)
Definition within (m : real_measure) (M : boolean) (t : F) : Prop :=
  match m with
  | FractionalCover b => exists k (weight : nat -> F) (R : nat -> rectangle),
      [/\ forall s, (s < k)%N -> 0 <= weight s /\ of_value M b (R s),
        forall i j, cell M i j = Some b -> 1 <= \sum_(s < k) (if inside (R s) i j then weight s else 0) &
        \sum_(s < k) weight s <= t]
  | Discrepancy => exists weight : nat -> nat -> F, [/\ forall i j, 0 <= weight i j,
        \sum_(i < height M) \sum_(j < breadth M) (if cell M i j is Some _ then weight i j else 0) = 1 &
        forall R, imbalance M weight R <= t]
  | UniformDiscrepancy => forall R, imbalance M (fun _ _ => ((height M * breadth M)%:R)^-1) R <= t
  | SpectralNorm => norm_within M t
  | Forster => 0 <= t /\ forall s, norm_within M s -> (height M * breadth M)%:R <= (t * s) ^+ 2 (* sqrt(R C) / norm *)
  end.

End Real.
