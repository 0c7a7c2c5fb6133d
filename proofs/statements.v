(* What the verified checker says: `holds c` is the meaning of a claim c.

   Who wants to know what was proved reads this file and the one of the claim's topic: scores and widths, communication
   matrices, or tasks on words. Real tables are tables over any ordered field: the reals are one, the rationals another.
   N are binary natural numbers, `N.to_nat` their size. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Export statements_of_scores statements_of_matrices statements_of_tasks.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Inductive side := Lower | Upper.

(* A quantity of which every value above one that is reached is reached: v is at most the least, or it is reached. *)
Definition bounded (s : side) (v : nat) (reached : nat -> Prop) : Prop :=
  if s is Lower then forall k, reached k -> (v <= k)%N else reached v.

(* A quantity of which every value below one that is reached is reached: v is reached, or at least the greatest. *)
Definition bounded_above (s : side) (v : nat) (reached : nat -> Prop) : Prop :=
  if s is Lower then reached v else forall k, reached k -> (k <= v)%N.

Inductive claim :=
  | InBits (B : precision) (q : question) (s : side) (v : N)  (* the least m of class GRID or KEYS *)
  | Tuples (B : option precision) (order m : N) (s : side) (v : N) (* of Match of a higher order; SIGN if B is None *)
  | Averages (n q a b : N) (s : side) (v : N)            (* the least m of one softmax that averages up to a / b *)
  | Width (q : question) (s : side) (v : N)              (* the least m of class SIGN *)
  | Measured (f : two_party) (m : measure) (s : side) (v : N)
  | Rational (f : two_party) (m : real_measure) (s : side) (a b : N) (* the value a / b *)
  | Encodes (e : encoding) (rightly : bool)              (* it is correct, or else incorrect *)
  | TaskDepth (n : N) (layers : seq layer) (table : seq (seq N * seq (option Z))) (only_at : option N) (s : side) (v : N)
    (* the least number of layers that do a task on words *)
  | LateWidth (q : question) (d t : N) (s : side) (v : N) (* the least m of late interaction *)
  | SparseHops (n : N) (layers : seq layer) (s : side) (v : N) (* the least number >= 1 of layers after which all depend *)
  | SparseFact (n : N) (layers : seq layer) (f : fact).

Definition holds (c : claim) : Prop :=
  match c with
  | Width q s v => forall F : realFieldType, bounded s (N.to_nat v) (attends F (asks q))
  | InBits B q s v => forall F : realFieldType, bounded s (N.to_nat v) (attends_in_bits F B (asks q))
  | Tuples B order m s v => forall F : realFieldType, bounded s (N.to_nat v) (tuples_attend F B order m)
  | Averages n q a b s v => forall (F : realFieldType) (E : F -> F), exponential E ->
      bounded s (N.to_nat v) (softmax_averages E n q ((N.to_nat a)%:R / (N.to_nat b)%:R))
  | Measured f m s v => forall F : realFieldType,
      (if largest m then bounded_above else bounded) s (N.to_nat v) (may_be F m (entries f))
  | Rational f m s a b => forall F : realFieldType, let v : F := (N.to_nat a)%:R / (N.to_nat b)%:R in
      if s is Lower then forall t, within m (entries f) t -> v <= t else within m (entries f) v
  | Encodes e rightly => if rightly then correct e else incorrect e
  | TaskDepth n layers table only_at s v => bounded s (N.to_nat v) (told_by n layers table only_at)
  | LateWidth q d t s v => forall F : realFieldType,
      bounded s (N.to_nat v) (interacts F (asks q) (N.to_nat d) (N.to_nat t))
  | SparseHops n layers Lower v => forall t, (0 < t)%N -> all_depend n layers t -> (N.to_nat v <= t)%N
  | SparseHops n layers Upper v => exists t, (0 < t <= N.to_nat v)%N /\ all_depend n layers t
  | SparseFact n layers f => true_of n layers f
  end.
