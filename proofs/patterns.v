(* Sign patterns that are written out, the real tables that realise them, and determinants of keys. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Export statements.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A pattern is a list of rows; rows are queries, columns are keys, both numbered from 0. *)
Definition pattern := seq (seq symbol).

(* Outside of the pattern there are no conditions. *)
Definition entry (P : pattern) (r c : nat) : symbol := nth Star (nth [::] P r) c.

Definition columns (P : pattern) : nat := foldr maxn 0%N (map size P).

(* Rows and columns exchanged. *)
Definition transposed (P : pattern) : pattern :=
  mkseq (fun c => mkseq (fun r => entry P r c) (size P)) (columns P).

Section Tables.

Variable F : realFieldType.

(* Tables of width d: a vector W r for every query r, a vector U c for every key c. *)
Definition realises d (P : pattern) (W U : nat -> 'rV[F]_d) : Prop :=
  forall r c, matches (entry P r c) (dot (W r) (U c)).

(* The sign-rank of P is at most d. *)
Definition sign_rank_le (P : pattern) (d : nat) : Prop :=
  exists W U : nat -> 'rV[F]_d, realises P W U.

(* The matrix whose rows are the keys numbered in s. *)
Definition rows_of d n (U : nat -> 'rV[F]_d) (s : seq nat) : 'M[F]_(n, d) :=
  \matrix_(i < n) U (nth 0%N s i).

(* The determinant of d keys. *)
Definition chi d (U : nat -> 'rV[F]_d) (s : seq nat) : F := \det (rows_of d U s).

(* The list T without its i-th member. *)
Definition without (T : seq nat) (i : nat) : seq nat := take i T ++ drop i.+1 T.

Lemma dotC d (x y : 'rV[F]_d) : dot x y = dot y x.
Proof. by apply: eq_bigr => i _; rewrite mulrC. Qed.

Lemma nth_without T i k : nth 0%N (without T i) k = nth 0%N T (bump i k).
Proof.
rewrite /without nth_cat size_take /bump.
case: (ltnP i (size T)) => hi.
  case: (ltnP k i) => hk; first by rewrite nth_take.
  by rewrite nth_drop addSn subnKC.
rewrite drop_oversize; last exact: leq_trans hi (leqnSn i).
case: (ltnP k (size T)) => hk.
  by rewrite nth_take ?(leq_trans hk) // leqNgt (leq_trans hk hi).
rewrite nth_nil nth_default //; apply: leq_trans hk _; exact: leq_addl.
Qed.

End Tables.

Lemma size_row P r : (size (nth [::] P r) <= columns P)%N.
Proof.
rewrite /columns; elim: P r => [|a P IH] [|r] //=; first exact: leq_maxl.
exact: leq_trans (IH r) (leq_maxr _ _).
Qed.

Lemma entry_transposed P r c : entry (transposed P) c r = entry P r c.
Proof.
rewrite /transposed {1}/entry; case: (ltnP c (columns P)) => hc; last first.
  by rewrite [nth [::] _ c]nth_default ?size_mkseq // nth_nil /entry nth_default // (leq_trans (size_row P r)).
rewrite nth_mkseq //; case: (ltnP r (size P)) => hr; first by rewrite nth_mkseq.
by rewrite nth_default ?size_mkseq // /entry [nth [::] P r]nth_default // nth_nil.
Qed.
