(* What the verified checker says: everything that has to be read in order to know what was proved.

   `holds c` is the meaning of a claim c. Real tables are tables over any ordered field: the reals are one, the
   rationals another. N are binary natural numbers, `N.to_nat` their size. *)

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

(* ---------- Claims ---------- *)

Inductive side := Lower | Upper.

(* A quantity of which every value above one that is reached is reached: v is at most the least, or it is reached. *)
Definition bounded (s : side) (v : nat) (reached : nat -> Prop) : Prop :=
  if s is Lower then forall k, reached k -> (v <= k)%N else reached v.

Inductive claim :=
  | Width (q : question) (s : side) (v : N).             (* the least m of class SIGN *)

Definition holds (c : claim) : Prop :=
  match c with
  | Width q s v => forall F : realFieldType, bounded s (N.to_nat v) (attends F (asks q))
  end.
