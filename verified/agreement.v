(* Each function that realiser.ml realises, on a grid of arguments: the numbers that Coq itself computes are printed
   here, and `computed` is extracted, so that tests/verified compares them with those of the realisers.
   Read after extract.v. *)

From Coq Require Import List.
Import ListNotations.
Local Open Scope Z_scope.

Definition large : Z := Eval vm_compute in 2 ^ 70.
Definition wide : Z := Eval vm_compute in 2 ^ 62.
Definition integers : list Z := Eval vm_compute in
  [- large - 1; - large; - wide; 1 - wide; -64; -7; -3; -2; -1; 0; 1; 2; 3; 7; 12; 64; wide - 1; wide; large - 1; large; 3 * large].
Definition exponents : list Z := [-3; -1; 0; 1; 2; 5].
Definition shifts : list Z := [-140; -64; -1; 0; 1; 3; 70].
Definition naturals : list N := Eval vm_compute in map Z.to_N (filter (Z.leb 0) integers).
Definition positives : list positive := Eval vm_compute in map Z.to_pos (filter (Z.ltb 0) integers).

Definition bit (b : bool) : Z := if b then 1 else 0.
Definition sign (c : comparison) : Z := match c with Lt => -1 | Eq => 0 | Gt => 1 end.
Definition both (p : Z * Z) : list Z := [fst p; snd p].

(* Taken apart and put together again. *)
Fixpoint rebuilt (p : positive) : positive := match p with xI q => xI (rebuilt q) | xO q => xO (rebuilt q) | xH => xH end.
Fixpoint digits (p : positive) : Z := match p with xI q => 1 + 3 * digits q | xO q => 2 + 3 * digits q | xH => 1 end.
Definition rebuilt_n (n : N) : N := match n with N0 => N0 | Npos p => Npos (rebuilt p) end.
Definition rebuilt_z (z : Z) : Z := match z with Z0 => Z0 | Zpos p => Zpos (rebuilt p) | Zneg p => Zneg (rebuilt p) end.

Definition of_positives (p q : positive) : list Z :=
  map Zpos [Pos.add p q; Pos.mul p q; Pos.sub p q; Pos.min p q; Pos.max p q; Pos.gcd p q; Pos.succ p; Pos.pred p; Pos.size p; rebuilt p]
  ++ [digits p; sign (Pos.compare p q); bit (Pos.eqb p q); bit (Pos.leb p q); bit (Pos.ltb p q)].

Definition of_naturals (n m : N) : list Z :=
  map Z.of_N [N.add n m; N.mul n m; N.sub n m; N.min n m; N.max n m; N.div n m; N.modulo n m; fst (N.div_eucl n m);
    snd (N.div_eucl n m); N.gcd n m; N.land n m; N.lor n m; N.lxor n m; N.succ n; N.pred n; N.double n; N.succ_double n;
    N.div2 n; N.size n; N.log2 n; Npos (N.succ_pos n); rebuilt_n n]
  ++ [sign (N.compare n m); bit (N.eqb n m); bit (N.leb n m); bit (N.ltb n m); bit (N.testbit n m); bit (N.odd n); bit (N.even n)].

Definition of_integers (x y : Z) : list Z :=
  [Z.add x y; Z.mul x y; Z.sub x y; Z.min x y; Z.max x y; Z.div x y; Z.modulo x y; Z.quot x y; Z.rem x y; Z.gcd x y;
   Z.land x y; Z.lor x y; Z.lxor x y; Z.succ x; Z.pred x; Z.opp x; Z.abs x; Z.sgn x; Z.double x; Z.succ_double x;
   Z.pred_double x; Z.div2 x; Z.log2 x; rebuilt_z x; Z.of_N (Z.to_N x); Z.of_N (Z.abs_N x); Zpos (Z.to_pos x);
   sign (Z.compare x y); bit (Z.eqb x y); bit (Z.leb x y); bit (Z.ltb x y); bit (Z.geb x y); bit (Z.gtb x y);
   bit (Z.testbit x y); bit (Z.odd x); bit (Z.even x)] ++ both (Z.div_eucl x y).

Definition of_powers (x e : Z) : list Z :=
  [Z.pow x e; Z.of_N (N.pow (Z.to_N x) (Z.to_N e)); Zpos (Pos.pow (Z.to_pos x) (Z.to_pos e))].

Definition of_shifts (x k : Z) : list Z :=
  [Z.shiftl x k; Z.shiftr x k; Z.of_N (N.shiftl (Z.to_N x) (Z.to_N k)); Z.of_N (N.shiftr (Z.to_N x) (Z.to_N k))].

Definition pairs {A B : Type} (f : A -> B -> list Z) (l : list A) (m : list B) : list (list Z) :=
  flat_map (fun a => map (f a) m) l.

Definition computed (_ : unit) : list (list Z) :=
  pairs of_positives positives positives ++ pairs of_naturals naturals naturals ++ pairs of_integers integers integers
  ++ pairs of_powers integers exponents ++ pairs of_shifts integers shifts.

Set Printing Depth 1000000.
Eval vm_compute in computed tt.
Extraction "agreement.ml" computed.
