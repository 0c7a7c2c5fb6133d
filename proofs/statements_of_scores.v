(* What is asked of the scores of one head, and what it means that a head of a width does it. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- Scores: which keys a query attends to ---------- *)

(* What a score has to be: below its threshold, at it, above it, anything. *)
Inductive symbol := Neg | Zero | Pos | Star.

Section Scores.

Variable F : realFieldType.

Definition dot d (x y : 'rV[F]_d) : F := \sum_i x 0 i * y 0 i.

Definition matches (s : symbol) (x : F) : bool :=
  match s with Neg => x < 0 | Zero => x == 0 | Pos => 0 < x | Star => true end.

End Scores.

(* Inner products; keys of one norm; minus squared distances. *)
Inductive score := Inner | Cosine | Euclidean.

(* What is asked: keys 0 .. width - 1, a set of rows, each of which says what one query asks of each key, and whether
   the threshold is the score of one more key, the null token (otherwise each query has a number of its own). *)
Record asked := Asked { width : N; a_row : (N -> symbol) -> Prop; null_token : bool; by_score : score }.

Definition scored (F : realFieldType) m (s : score) (q k : 'rV[F]_m) : F :=
  if s is Euclidean then - dot (q - k) (q - k) else dot q k.

(* An attention head of m coordinates does it: class SIGN. *)
Definition attends (F : realFieldType) (A : asked) (m : nat) : Prop :=
  exists (key : N -> 'rV[F]_m) (extra : 'rV[F]_m),
    (by_score A = Cosine -> exists norm, forall c, (c < width A)%num -> dot (key c) (key c) = norm) /\
    forall r, a_row A r -> exists (query : 'rV[F]_m) (t : F),
      (null_token A -> t = scored (by_score A) query extra) /\
      forall c, (c < width A)%num -> matches (r c) (scored (by_score A) query (key c) - t).

(* Numbers of p bits: the odd ones below 2^p in absolute value, or those of two's complement; and how far a score has to
   be from its threshold: twice_gap / 2. Without one queries are any vectors: class KEYS, else class GRID. *)
Record precision := Precision { digits_of : N; odd_only : bool; twice_gap : option N }.

Definition of_bits (F : realFieldType) (B : precision) d (x : 'rV[F]_d) : Prop := forall i, exists z : int,
  let p := N.to_nat (digits_of B) in
  if odd_only B then x 0 i = (z *+ 2 + 1)%:~R /\ `|x 0 i| < 2%:R ^+ p
  else x 0 i = z%:~R /\ - 2%:R ^+ p.-1 <= x 0 i < 2%:R ^+ p.-1.

Definition apart (F : realFieldType) (B : precision) (s : symbol) (x : F) : Prop :=
  if twice_gap B is Some g then
    let half := (N.to_nat g)%:R / 2%:R in
    match s with Neg => x <= - half | Zero => x = 0 | Pos => half <= x | Star => True end
  else matches s x.

Definition attends_in_bits (F : realFieldType) (B : precision) (A : asked) (m : nat) : Prop :=
  exists (key : N -> 'rV[F]_m) (extra : 'rV[F]_m),
    (null_token A -> of_bits B extra) /\ (forall c, (c < width A)%num -> of_bits B (key c)) /\
    forall r, a_row A r -> exists (query : 'rV[F]_m) (t : F),
      (twice_gap B -> of_bits B query) /\ (null_token A -> t = dot query extra) /\
      forall c, (c < width A)%num -> apart B (r c) (dot query (key c) - t).

(* Match of order s: query x < m and s - 1 keys < m, of which None is the null key, score sum_i x_i k_i k'_i ..; above
   the score of null keys alone if none is null and m divides the sum, below it otherwise. *)
Definition tuple_symbol (m x : N) (keys : seq (option N)) : symbol :=
  if all (fun k => k == None) keys then Zero
  else if all isSome keys && N.eqb ((x + foldr N.add 0%num (pmap id keys)) mod m)%num 0%num then Pos else Neg.

Definition tuples_attend (F : realFieldType) (B : option precision) (order m : N) (d : nat) : Prop :=
  let parts := (N.to_nat order).-1 in
  let held (x : 'rV[F]_d) := if B is Some B' then of_bits B' x else True in
  exists key : nat -> option N -> 'rV[F]_d,
    (forall i k, (i < parts)%N -> (if k is Some c then (c < m)%num else True) -> held (key i k)) /\
    forall x, (x < m)%num -> exists query : 'rV[F]_d, held query /\
      forall keys, size keys = parts -> all (fun k => if k is Some c then N.ltb c m else true) keys ->
        let score l := \sum_i query 0 i * \prod_(j < parts) key j (nth None l j) 0 i in
        let above := score keys - score (nseq parts None) in
        if B is Some B' then apart B' (tuple_symbol m x keys) above else matches (tuple_symbol m x keys) above.

(* The questions that are covered. *)
Inductive question :=
  | Subsets (n least most : N) (tied : bool) (by_ : score)  (* all sets of least .. most keys; q-SA is tied *)
  | Match2 (m : N)                                       (* key c is selected by query x if m divides x + c *)
  | Written (rows : seq (seq symbol)) (with_null : bool) (* a pattern *)
  | Relevance (n : N) (lists : seq (seq N * seq N)) (with_null : bool). (* relevant and free items of each query *)

Definition asks (q : question) : asked :=
  match q with
  | Subsets n least most tied by_ => Asked n
      (fun r => exists y : seq N, [/\ uniq (map N.to_nat y), forall c, c \in map N.to_nat y -> (c < N.to_nat n)%N,
         (N.to_nat least <= size y <= N.to_nat most)%N &
         forall c, r c = if N.to_nat c \in map N.to_nat y then if tied then Zero else Pos else Neg]) false by_
  | Match2 m => Asked m (fun r => exists x, (x < m)%num /\
      forall c, r c = if N.eqb ((x + c) mod m) 0 then Pos else Neg) true Inner
  | Written rows null => Asked (N.of_nat (foldr maxn 0%N (map size rows)))
      (fun r => exists2 i, (i < size rows)%N & forall c, r c = nth Star (nth [::] rows i) (N.to_nat c)) null Inner
  | Relevance n lists null => Asked n
      (fun r => exists2 i, (i < size lists)%N & forall c, r c =
         if N.to_nat c \in map N.to_nat (nth ([::], [::]) lists i).1 then Pos
         else if N.to_nat c \in map N.to_nat (nth ([::], [::]) lists i).2 then Star else Neg) null Inner
  end.

(* ---------- Averages by a softmax ---------- *)

(* An exponential function of an ordered field: b^x of the reals, b > 1. *)
Definition exponential (F : realFieldType) (E : F -> F) : Prop :=
  [/\ forall x y, E (x + y) = E x * E y, forall x y, x < y -> E x < E y, forall x, 0 < E x &
      forall b, 0 < b -> exists x, E x < b].

(* For each set of q of n keys and numbers z in [-1, 1], the mean of z over the set, up to an error: a constant times the
   mean of all z by the weights of a softmax. *)
Definition softmax_averages (F : realFieldType) (E : F -> F) (n q : N) (error : F) (m : nat) : Prop :=
  exists (key : 'I_(N.to_nat n) -> 'rV[F]_m) (query : {set 'I_(N.to_nat n)} -> 'rV[F]_m) (factor : F),
    forall (y : {set 'I_(N.to_nat n)}) z, #|y| = N.to_nat q -> (forall j, `|z j| <= 1) ->
      let weight j := E (dot (query y) (key j)) in
      `|factor * (\sum_j weight j * z j) / (\sum_j weight j) - (\sum_(j in y) z j) / (N.to_nat q)%:R| <= error.

(* ---------- Late interaction: d vectors for a document, t for a query ---------- *)

(* The greatest of f 0, .., f s. *)
Fixpoint greatest (F : realFieldType) (f : nat -> F) (s : nat) : F :=
  if s is r.+1 then Num.max (greatest f r) (f s) else f 0%N.

(* The best product with a document's vectors, summed over the query's vectors, is above a threshold or below it. *)
Definition interacts (F : realFieldType) (A : asked) (d t m : nat) : Prop :=
  exists document : N -> nat -> 'rV[F]_m, forall r, a_row A r -> exists (query : nat -> 'rV[F]_m) (bar : F),
    forall c, (c < width A)%num ->
      matches (r c) (\sum_(i < t) greatest (fun s => dot (query i) (document c s)) d.-1 - bar).
