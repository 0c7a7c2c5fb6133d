(* Clauses about the signs of numbers: what is left of the signs if a clause is false, and sums that cannot be zero.

   The numbers have names in binary. Uniform: none of them is 0, and variable p says that number p is positive.
   Otherwise variable 2i - 1 says that number i is positive, 2i that it is negative. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns clauses sums propagation.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The number that a literal speaks of, and the signs left to it if the literal is false. *)
Definition subject_of (uniform : bool) (l : literal) : option (positive * signs) :=
  match l with
  | Z0 => None
  | Zpos p =>
      if uniform then Some (p, only_neg)
      else match p with xO q => Some (q, not_neg) | _ => Some (Pos.div2_up p, not_pos) end
  | Zneg p =>
      if uniform then Some (p, only_pos)
      else match p with xO q => Some (q, only_neg) | _ => Some (Pos.div2_up p, only_pos) end
  end.

Definition left_to (known : Tree.t signs) (p : positive) : signs := if Tree.find p known is Some s then s else any.

Fixpoint if_false (uniform : bool) (c : clause) (known : Tree.t signs) : option (Tree.t signs) :=
  if c is l :: rest then
    if subject_of uniform l is Some (p, s) then if_false uniform rest (Tree.add p (meet s (left_to known p)) known)
    else None
  else Some known.

(* A product: the signs of one factor, and the names of the others. *)
Definition product_signs (known : Tree.t signs) (t : signs * seq positive) : signs :=
  foldr (fun p s => product (left_to known p) s) t.1 t.2.

(* If all literals of the clause are false, the terms do not sum to zero. *)
Definition implied_by_sum (uniform : bool) (c : clause) (terms : seq (signs * seq positive)) : bool :=
  if if_false uniform c (Tree.empty signs) is Some known then one_sided (map (product_signs known) terms) else false.

Section Numbers.

Variables (F : realFieldType) (uniform : bool) (x : positive -> F).
Variable general : uniform -> forall p, x p != 0.

Definition signs_assigned (p : positive) : bool :=
  if uniform then 0 < x p else match p with xO q => x q < 0 | _ => 0 < x (Pos.div2_up p) end.

Lemma subject_of_fits l p s : subject_of uniform l = Some (p, s) -> literal_true signs_assigned l = false ->
  fits s (x p).
Proof.
rewrite /signs_assigned /fits; case: l => //= q; case: (boolP uniform) general => u gx.
- by case=> <- <- h; have := gx isT q; move: h; case: (ltrgt0P (x q)).
- by case: q => [q|q|] [<- <-] /=; case: (ltrgt0P (x _)).
- by case=> <- <- /negbFE /= ->.
by case: q => [q|q|] [<- <-] /= /negbFE; case: (ltrgt0P (x _)).
Qed.

Lemma left_to_add known p s q : left_to (Tree.add p s known) q = if Pos.eqb q p then s else left_to known q.
Proof. by rewrite /left_to; case: Pos.eqb_spec => [->|ne]; rewrite ?Tree.gss ?Tree.gso. Qed.

Lemma if_false_fits c known known' : clause_true signs_assigned c = false ->
  (forall p, fits (left_to known p) (x p)) -> if_false uniform c known = Some known' ->
  forall p, fits (left_to known' p) (x p).
Proof.
elim: c known => [|l c IH] known /=; first by move=> _ h [<-].
move=> /negbT; rewrite negb_or => /andP [/negbTE hl /negbTE hc] hk.
case e: (subject_of _ _) => [[p s]|] //; apply: (IH _ hc) => q; rewrite left_to_add.
case: Pos.eqb_spec => [->|_] //; apply: fits_meet => //; exact: subject_of_fits e hl.
Qed.

(* The value of a product, y that of its one factor. *)
Definition product_value (y : F) (ps : seq positive) : F := foldr (fun p z => x p * z) y ps.

Lemma product_signs_fits known t y : (forall p, fits (left_to known p) (x p)) -> fits t.1 y ->
  fits (product_signs known t) (product_value y t.2).
Proof.
by move=> hk hy; rewrite /product_signs /product_value; elim: t.2 => //= p ps IH; exact: fits_product.
Qed.

Theorem implied_by_sum_sound c (terms : seq (signs * seq positive)) (ys : seq F) :
  all2 (fun t y => fits t.1 y) terms ys ->
  \sum_(i <- zip terms ys) product_value i.2 i.1.2 = 0 -> implied_by_sum uniform c terms ->
  clause_true signs_assigned c.
Proof.
rewrite /implied_by_sum => fit s0; case e: (if_false _ _ _) => [known|] // os; apply/negPn/negP => /negbTE hf.
have hk : forall p, fits (left_to known p) (x p).
  by apply: if_false_fits hf _ e => p; rewrite /left_to Tree.gempty fits_any.
move/eqP: s0; apply/negP; rewrite -(big_map (fun i => product_value i.2 i.1.2) xpredT id).
apply: one_sided_nonzero os; elim: terms ys fit => [|t terms IH] [|y ys] //= /andP [h /IH ->].
by rewrite product_signs_fits.
Qed.

End Numbers.
