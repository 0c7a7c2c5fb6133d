(* Boolean matrices that are written out: transposed, complemented, and their different rows. *)

From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements reading_measures.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* A matrix without *, of at least one row and one column. *)
Definition plain (M : boolean) : bool := rectangular M && starless M.

(* `turned` without numbers. *)
Fixpoint columns_of (w : nat) (M : boolean) : boolean :=
  if w is w'.+1 then map (head None) M :: columns_of w' (map behead M) else [::].

Definition flipped (M : boolean) : boolean := columns_of (breadth M) M.

Definition same_entry (a b : option bool) : bool :=
  match a, b with Some x, Some y => ~~ (x (+) y) | None, None => true | _, _ => false end.

Fixpoint same_row (a b : seq (option bool)) : bool :=
  match a, b with
  | x :: a', y :: b' => if same_entry x y then same_row a' b' else false
  | [::], [::] => true
  | _, _ => false
  end.

(* One of each kind of rows. *)
Fixpoint firsts (seen M : boolean) : boolean :=
  if M is r :: rest then if has (same_row r) seen then firsts seen rest else firsts (r :: seen) rest else seen.

Lemma same_entryP a b : same_entry a b = (a == b).
Proof. by case: a b => [[]|] [[]|]. Qed.

Lemma same_rowP a b : same_row a b = (a == b).
Proof. by elim: a b => [|x a IH] [|y b] //=; rewrite same_entryP IH eqseq_cons; case: eqP. Qed.

Lemma has_same r (s : boolean) : has (same_row r) s = (r \in s).
Proof. by elim: s => //= x s ->; rewrite same_rowP inE. Qed.

Lemma mem_firsts seen M : firsts seen M =i seen ++ M.
Proof.
elim: M seen => [|r M IH] seen x /=; first by rewrite cats0.
rewrite has_same; case: ifP => h; rewrite IH !mem_cat !inE; last by case: (x == r); rewrite ?orbT.
by case: (eqVneq x r) => [->|]; rewrite ?h.
Qed.

Lemma uniq_firsts seen M : uniq seen -> uniq (firsts seen M).
Proof.
elim: M seen => [|r M IH] seen u //=; rewrite has_same; case: ifP => h; apply: IH => //=.
by rewrite h.
Qed.

Lemma size_row M i : regular M -> (i < height M)%N -> size (nth [::] M i) = breadth M.
Proof. by move=> h hi; apply: h; rewrite mem_nth. Qed.

Lemma cell_in M i j : regular M -> cell M i j <> None -> (i < height M)%N /\ (j < breadth M)%N.
Proof.
move=> h; rewrite /cell; case: (ltnP i (height M)) => hi; last by rewrite nth_default // nth_default.
by case: (ltnP j (breadth M)) => hj //; rewrite nth_default // size_row.
Qed.

Lemma columns_ofP w M : (forall r, r \in M -> size r = w) ->
  columns_of w M = mkseq (fun j => mkseq (fun i => cell M i j) (height M)) w.
Proof.
elim: w M => [|w IH] M h //=; rewrite IH; last by move=> _ /mapP[r rM ->]; rewrite size_behead h.
rewrite /mkseq /= -(addn0 1%N) iotaDl -map_comp; congr cons.
  apply: (@eq_from_nth _ None); rewrite size_map ?size_map ?size_iota // => i hi.
  by rewrite (nth_map [::]) // (nth_map 0) ?size_iota // nth_iota // /cell nth0.
apply: eq_map => j /=; rewrite /height size_map; apply/eq_in_map => i; rewrite mem_iota /= => hi.
by rewrite /cell (nth_map [::]) // nth_behead.
Qed.

Lemma flippedP M : regular M -> flipped M = turned M.
Proof. by move=> h; rewrite /flipped columns_ofP. Qed.

Lemma height_turned M : height (turned M) = breadth M.
Proof. by rewrite /height size_mkseq. Qed.

Lemma breadth_turned M : (0 < breadth M)%N -> breadth (turned M) = height M.
Proof. by rewrite /turned /breadth; case: (size _) => // n _; rewrite /= size_mkseq. Qed.

Lemma cell_turned M i j : regular M -> cell (turned M) j i = cell M i j.
Proof.
move=> h; rewrite {1}/cell /turned; case: (ltnP j (breadth M)) => hj; last first.
  rewrite [nth [::] _ j]nth_default ?size_mkseq // nth_nil.
  case e: (cell M i j) => [b|] //; have [|_] := @cell_in M i j h; first by rewrite e.
  by rewrite ltnNge hj.
rewrite nth_mkseq //; case: (ltnP i (height M)) => hi; first by rewrite nth_mkseq.
by rewrite nth_default ?size_mkseq // /cell [nth [::] M i]nth_default // nth_nil.
Qed.

Lemma regular_turned M : (0 < breadth M)%N -> regular (turned M).
Proof. by move=> h r /mapP[j _ ->]; rewrite breadth_turned // size_mkseq. Qed.

Lemma height_complement M : height (complement M) = height M.
Proof. by rewrite /height size_map. Qed.

Lemma breadth_complement M : breadth (complement M) = breadth M.
Proof. by case: M => [|r M]; rewrite /breadth //= size_map. Qed.

Lemma cell_complement M i j : cell (complement M) i j = omap negb (cell M i j).
Proof.
rewrite /cell /complement; case: (ltnP i (size M)) => hi; last first.
  by rewrite ![nth [::] _ i]nth_default ?size_map // !nth_nil.
rewrite (nth_map [::]) //; case: (ltnP j (size (nth [::] M i))) => hj; first by rewrite (nth_map None).
by rewrite [LHS]nth_default ?size_map // [X in omap _ X]nth_default.
Qed.

Lemma regular_complement M : regular M -> regular (complement M).
Proof. by move=> h _ /mapP[r rM ->]; rewrite size_map breadth_complement h. Qed.

Lemma starless_cell M i j : regular M -> starless M -> (i < height M)%N -> (j < breadth M)%N -> cell M i j <> None.
Proof.
move=> h s hi hj; have r : nth [::] M i \in M by rewrite mem_nth.
have := allP (allP s _ r) (cell M i j); rewrite mem_nth ?h // => /(_ isT); by case: (cell M i j).
Qed.

Lemma starless_turned M : regular M -> starless M -> starless (turned M).
Proof.
move=> h s; apply/allP => _ /mapP[j hj ->]; apply/allP => _ /mapP[i hi ->].
move: hi hj; rewrite !mem_iota => /= hi hj; by case: (cell M i j) (starless_cell h s hi hj).
Qed.

Lemma starless_complement M : starless M -> starless (complement M).
Proof.
move=> s; apply/allP => _ /mapP[r rM ->]; apply/allP => _ /mapP[e eM ->].
by case: e eM (allP (allP s _ rM) _ eM).
Qed.

(* What plain matrices are. *)
Definition good (M : boolean) : Prop := [/\ (0 < height M)%N, (0 < breadth M)%N, regular M & starless M].

Lemma plainP M : plain M -> good M.
Proof. by case/andP => /rectangular_regular[h [b r]] s. Qed.

Lemma good_complement M : good M -> good (complement M).
Proof.
case=> h b r s; split; rewrite ?height_complement ?breadth_complement //; first exact: regular_complement.
exact: starless_complement.
Qed.

Lemma good_turned M : good M -> good (turned M).
Proof.
case=> h b r s; split; rewrite ?height_turned ?breadth_turned //; first exact: regular_turned.
exact: starless_turned.
Qed.
