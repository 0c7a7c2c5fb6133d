(* The arithmetic that the extracted checker runs: Coq's positive, N and Z as integers of Zarith.

   This file and the directives in extract.v that point to it are trusted beside Coq's extraction: that each function
   here is the function of the same name in Coq's library, for every argument. agreement.v compares them on a grid.
   `make verified` counts its lines. Where Coq has a value for what has none (x / 0 = 0, x mod 0 = x, 1 - 2 = 1 among
   positive numbers, 1 - 2 = 0 among natural ones), so has this file. Quotients are rounded down, whatever the signs. *)

type t = Z.t
type comparison = Eq | Lt | Gt

let zero = Z.zero
let one = Z.one
let order c = if c = 0 then Eq else if c < 0 then Lt else Gt

(* ---------- Constructors and matching ---------- *)

let xO p = Z.shift_left p 1
let xI p = Z.succ (Z.shift_left p 1)
let case_positive xi xo xh p =
  if Z.leq p Z.one then xh () else if Z.is_odd p then xi (Z.shift_right p 1) else xo (Z.shift_right p 1)
let case_n zero pos n = if Z.sign n = 0 then zero () else pos n
let case_z zero pos neg z = let s = Z.sign z in if s = 0 then zero () else if s > 0 then pos z else neg (Z.neg z)

(* ---------- All three ---------- *)

let compare x y = order (Z.compare x y)
let eqb = Z.equal
let leb = Z.leq
let ltb = Z.lt
let geb = Z.geq
let gtb = Z.gt
let succ = Z.succ
let add = Z.add
let mul = Z.mul
let min = Z.min
let max = Z.max
let same x = x
let double x = Z.shift_left x 1
let succ_double x = Z.succ (double x)
let odd = Z.is_odd
let even = Z.is_even

(* ---------- Positive numbers: nothing is below 1; natural numbers: nothing is below 0 ---------- *)

let pos_pred p = Z.max Z.one (Z.pred p)
let pos_sub p q = Z.max Z.one (Z.sub p q)
let n_pred n = Z.max Z.zero (Z.pred n)
let n_sub n m = Z.max Z.zero (Z.sub n m)

(* ---------- Integers ---------- *)

let pred = Z.pred
let sub = Z.sub
let opp = Z.neg
let abs = Z.abs
let sgn z = Z.of_int (Z.sign z)
let pred_double z = Z.pred (double z)
let to_n z = Z.max Z.zero z
let to_pos z = Z.max Z.one z

(* Rounded down: natural numbers and integers. *)
let div x y = if Z.sign y = 0 then Z.zero else Z.fdiv x y
let modulo x y = if Z.sign y = 0 then x else Z.sub x (Z.mul y (Z.fdiv x y))
let div_eucl x y = (div x y, modulo x y)

(* Rounded towards 0. *)
let quot x y = if Z.sign y = 0 then Z.zero else Z.div x y
let rem x y = if Z.sign y = 0 then x else Z.rem x y
let gcd = Z.gcd

(* A number that has more bits than there is memory is not made. *)
let count n = if Z.fits_int n && Z.to_int n < 1 lsl 40 then Z.to_int n else raise Out_of_memory
let left x n = if Z.sign x = 0 then x else Z.shift_left x (count n)
let right x n = if Z.fits_int n then Z.shift_right x (Z.to_int n) else if Z.sign x < 0 then Z.minus_one else Z.zero
let shiftl x n = if Z.sign n < 0 then right x (Z.neg n) else left x n
let shiftr x n = if Z.sign n < 0 then left x (Z.neg n) else right x n
let div2 x = Z.shift_right x 1
let testbit x n = Z.sign n >= 0 && Z.is_odd (right x n)
let logand = Z.logand
let logor = Z.logor
let logxor = Z.logxor

(* x ^ n: 1 for n = 0, 0 for n < 0. *)
let pow x n =
  if Z.sign n < 0 then Z.zero
  else if Z.leq (Z.abs x) Z.one then if Z.sign x < 0 && Z.is_even n then Z.one else if Z.sign n = 0 then Z.one else x
  else Z.pow x (count n)

(* The number of bits of a positive number (0 for 0), and one less. *)
let size n = Z.of_int (Z.numbits n)
let log2 n = if Z.sign n <= 0 then Z.zero else Z.of_int (Z.numbits n - 1)
