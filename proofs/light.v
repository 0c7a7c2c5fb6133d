(* No rectangle of a table of integers weighs more than a bound: all choices of rows are gone through, so far as they
   may weigh more; the trees of proofs are not read. *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import numbers.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The sum of what is above 0. *)
Fixpoint positive_sum (l : seq Z) (sum : Z) : Z :=
  if l is x :: rest then positive_sum rest (if Z.ltb Z0 x then Z.add sum x else sum) else sum.

(* The most that each column may bring, before a row is looked at, once it is taken, and once it is left out. *)
Fixpoint raised (most row : seq Z) : seq Z :=
  match most, row with
  | p :: most', x :: row' => (if Z.ltb Z0 x then Z.add p x else p) :: raised most' row'
  | _, _ => most
  end.
Fixpoint taken (most row : seq Z) : seq Z :=
  match most, row with
  | p :: most', x :: row' => (if Z.ltb x Z0 then Z.add p x else p) :: taken most' row'
  | _, _ => most
  end.
Fixpoint skipped (most row : seq Z) : seq Z :=
  match most, row with
  | p :: most', x :: row' => (if Z.ltb Z0 x then Z.sub p x else p) :: skipped most' row'
  | _, _ => most
  end.

(* All choices of rows, as far as the columns may bring more than the bound. *)
Fixpoint no_more (bound : Z) (rows : seq (seq Z)) (most : seq Z) : bool :=
  if Z.leb (positive_sum most Z0) bound then true
  else if rows is row :: rest then
    if no_more bound rest (taken most row) then no_more bound rest (skipped most row) else false
  else false.

Definition light (bound : Z) (breadth : nat) (rows : seq (seq Z)) : bool :=
  no_more bound rows (foldl raised (nseq breadth Z0) rows).

Section Light.

Variable F : realFieldType.
Notation number := (number F).

Definition at_ (rows : seq (seq Z)) i j : F := number (nth Z0 (nth [::] rows i) j).
Definition total rows (s : pred nat) j : F := \sum_(i < size rows) (if s i then at_ rows i j else 0).

Lemma total_cons row rest s j :
  total (row :: rest) s j = (if s 0%N then number (nth Z0 row j) else 0) + total rest (fun i => s i.+1) j.
Proof. by rewrite /total big_ord_recl. Qed.

Lemma positive_le (P : seq Z) (f : nat -> F) (c : pred nat) sum : (forall j, (j < size P)%N -> f j <= number (nth Z0 P j)) ->
  number sum + \sum_(j < size P) (if c j then f j else 0) <= number (positive_sum P sum).
Proof.
elim: P f c sum => [|x P IH] f c sum h /=; first by rewrite big_ord0 addr0.
rewrite big_ord_recl /=; set y := if Z.ltb _ _ then _ else _.
apply: le_trans (IH (fun j => f j.+1) (fun j => c j.+1) y _); last by move=> j hj; exact: (h j.+1).
rewrite addrA ler_add2r; have h0 : f 0%N <= number x := h 0%N isT.
rewrite /y; case: Z.ltb_spec => hx.
  rewrite numberD ler_add2l; case: (c _) => //; apply: number_ge0; lia.
rewrite ger_addl; case: (c _) => //; apply: le_trans h0 _; rewrite -(number0 F); exact: number_le.
Qed.

Lemma size_taken P row : size (taken P row) = size P.
Proof. by elim: P row => [|p P IH] [|x row] //=; rewrite IH. Qed.
Lemma size_skipped P row : size (skipped P row) = size P.
Proof. by elim: P row => [|p P IH] [|x row] //=; rewrite IH. Qed.
Lemma size_raised P row : size (raised P row) = size P.
Proof. by elim: P row => [|p P IH] [|x row] //=; rewrite IH. Qed.

Lemma nth_taken P row j : (j < size P)%N -> let x := nth Z0 row j in
  nth Z0 (taken P row) j = if Z.ltb x Z0 then Z.add (nth Z0 P j) x else nth Z0 P j.
Proof. by elim: P row j => [|p P IH] [|x row] [|j] //= hj; rewrite ?nth_nil //; exact: IH. Qed.
Lemma nth_skipped P row j : (j < size P)%N -> let x := nth Z0 row j in
  nth Z0 (skipped P row) j = if Z.ltb Z0 x then Z.sub (nth Z0 P j) x else nth Z0 P j.
Proof. by elim: P row j => [|p P IH] [|x row] [|j] //= hj; rewrite ?nth_nil //; exact: IH. Qed.
Lemma nth_raised P row j : (j < size P)%N -> let x := nth Z0 row j in
  nth Z0 (raised P row) j = if Z.ltb Z0 x then Z.add (nth Z0 P j) x else nth Z0 P j.
Proof. by elim: P row j => [|p P IH] [|x row] [|j] //= hj; rewrite ?nth_nil //; exact: IH. Qed.

Definition prepended (b : bool) (s : pred nat) : pred nat := fun i => if i is k.+1 then s k else b.

Lemma no_more_sound bound rows P (B : nat -> F) :
  (forall s j, (j < size P)%N -> B j + total rows s j <= number (nth Z0 P j)) -> no_more bound rows P ->
  forall s (c : pred nat), \sum_(j < size P) (if c j then B j + total rows s j else 0) <= number bound.
Proof.
elim: rows P B => [|row rest IH] P B h /=; case: Z.leb_spec => // hle; move=> hb s c.
- apply: le_trans (number_le F hle).
  by have := positive_le c Z0 (fun j => h s j); rewrite number0 add0r.
- apply: le_trans (number_le F hle).
  by have := positive_le c Z0 (fun j => h s j); rewrite number0 add0r.
move: hb; case ht: (no_more _ _ (taken _ _)) => // hs.
have take b t j : (j < size P)%N -> B j + ((if b then number (nth Z0 row j) else 0) + total rest t j) <= number (nth Z0 P j).
  by move=> hj; have := h (prepended b t) j hj; rewrite total_cons.
case s0: (s 0%N).
  have := IH (taken P row) (fun j => B j + number (nth Z0 row j)) _ ht (fun i => s i.+1) c; rewrite size_taken.
  move=> H; apply: le_trans (H _); last first.
    move=> t j hj; rewrite nth_taken //; case: Z.ltb_spec => hx.
      by rewrite numberD -addrA [_ + total _ _ _]addrC addrA ler_add2r; have := take false t j hj; rewrite add0r.
    by rewrite -addrA; exact: (take true).
  by apply: ler_sum => j _; case: (c j) => //; rewrite total_cons s0 addrA.
have := IH (skipped P row) B _ hs (fun i => s i.+1) c; rewrite size_skipped => H; apply: le_trans (H _); last first.
  move=> t j hj; rewrite nth_skipped //; case: Z.ltb_spec => hx; last by have := take false t j hj; rewrite add0r.
  by rewrite numberB ler_subr_addr -addrA [total _ _ _ + _]addrC; exact: (take true).
by apply: ler_sum => j _; case: (c j) => //; rewrite total_cons s0 add0r.
Qed.

(* What is said of all rectangles. *)
Theorem light_sound bound n rows : light bound n rows ->
  forall s c : pred nat, \sum_(i < size rows) \sum_(j < n) (if s i && c j then at_ rows i j else 0) <= number bound.
Proof.
have sz l P : size (foldl raised P l) = size P by elim: l P => //= r l IH P; rewrite IH size_raised.
move=> h s c; rewrite exchange_big /=.
have := @no_more_sound bound rows (foldl raised (nseq n Z0) rows) (fun=> 0) _ h s c; rewrite sz size_nseq => H.
apply: le_trans (H _).
  apply: ler_sum => j _; case cj: (c j).
    by rewrite add0r; apply: ler_sum => i _; rewrite andbT.
  by rewrite big1 // => i _; rewrite andbF.
move=> t j hj; rewrite add0r.
suff grow P : (j < size P)%N -> number (nth Z0 P j) + total rows t j <= number (nth Z0 (foldl raised P rows) j).
  by have := grow (nseq n Z0); rewrite size_nseq nth_nseq hj number0 add0r; exact.
elim: rows P t {h H} => [|row rest IH] P t hP /=; first by rewrite /total big_ord0 addr0.
apply: le_trans (IH (raised P row) (fun i => t i.+1) _); last by rewrite size_raised.
rewrite total_cons addrA ler_add2r nth_raised //; case: Z.ltb_spec => hx.
  by rewrite numberD ler_add2l; case: (t _) => //; apply: number_ge0; lia.
by rewrite ger_addl; case: (t _) => //; rewrite -(number0 F); exact: number_le.
Qed.

End Light.
