(* Fractional covers and discrepancy: weights of rectangles and of entries, fooling sets and covers. *)

From Coq Require Import ZArith NArith String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths rule_least matrices numbers light rectangles.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- What is read of a proof ---------- *)

Definition bits_of (l : seq N) : N := foldl (fun s i => N.lor s (N.shiftl 1 i)) 0%num l.

(* Numbers of lines that there are. *)
Definition read_side_of (lines : nat) (j : json) : option N :=
  if many number_of j is Some l then
    if all (fun i => N.ltb i (N.of_nat lines)) l && sorted N.ltb l then Some (bits_of l) else None
  else None.

Definition read_rectangle (M : boolean) (j : json) : option (N * N) :=
  if j is List [:: a; b] then
    if (read_side_of (height M) a, read_side_of (breadth M) b) is (Some a, Some b) then Some (a, b) else None
  else None.

(* A symmetry takes row i to rows[i] and column j to columns[j]; rows become columns if it is transposed. *)
Definition symmetry : Type := seq N * seq N * bool.
Definition read_symmetry (M : boolean) (j : json) : option symmetry :=
  let lines name n := if field_as (many number_of) name j is Some l
    then if all (fun i => N.ltb i (N.of_nat n)) l then Some l else None else None in
  match lines (word "rows") (height M), lines (word "columns") (breadth M), field_as truth_of (word "transposed") j with
  | Some a, Some b, Some t => Some (a, b, t)
  | _, _, _ => None
  end.

Definition read_symmetries (M : boolean) (proof : json) : option (seq symmetry) :=
  if field (word "symmetries") proof is Some j then many (read_symmetry M) j else Some [::].

Fixpoint image (k : N) (l : seq N) (set : N) : N :=
  if l is i :: rest then
    let s := image (N.succ k) rest set in if N.testbit set k then N.lor s (N.shiftl 1 i) else s
  else 0%num.

Definition moved (s : symmetry) (R : N * N) : N * N :=
  let a := image 0 s.1.1 R.1 in let b := image 0 s.1.2 R.2 in if s.2 then (b, a) else (a, b).

Definition same_sides (R Q : N * N) : bool := if N.eqb R.1 Q.1 then N.eqb R.2 Q.2 else false.

(* All images of rectangles, as far as the fuel reaches. *)
Fixpoint orbit (fuel : nat) (moves : seq symmetry) (found waiting : seq (N * N)) : seq (N * N) :=
  if (fuel, waiting) is (f.+1, R :: rest) then
    let new := foldl (fun new s => let Q := moved s R in
      if has (same_sides Q) found || has (same_sides Q) new then new else Q :: new) [::] moves in
    orbit f moves (new ++ found) (new ++ rest)
  else found.

(* The weight of a rectangle is shared by its images; in units of 1 / (the denominator times the number returned). *)
Definition shared (moves : seq symmetry) (l : family) : N * family :=
  if moves is [::] then (1%num, l)
  else
    let orbits := [seq (p.1, orbit 10000 moves [:: p.2] [:: p.2]) | p <- l] in
    let common := foldl (fun n o => N.lcm n (N.of_nat (size o.2))) 1%num orbits in
    (common, flatten [seq [seq (N.mul o.1 (N.div common (N.of_nat (size o.2))), R) | R <- o.2] | o <- orbits]).

Definition is_system (rule_ system : text) (proof : json) : bool :=
  says rule_word rule_ proof && says (word "system") system proof.

Definition denominator_word : text := word "denominator".

Definition by_weights (proof : json) (M : boolean) (b : bool) (a d : N) : bool :=
  match field_as number_of denominator_word proof, field_as (many (read_rectangle M)) (word "rectangles") proof,
    field_as (many number_of) (word "weights") proof, read_symmetries M proof with
  | Some unit, Some R, Some w, Some moves =>
      let (common, l) := shared moves (zip w R) in
      let unit := N.mul unit common in
      [&& eqn (size R) (size w), N.ltb 0 d, N.ltb 0 unit, N.leb (N.mul (weight l) d) (N.mul a unit) & is_cover M b unit l]
  | _, _, _, _ => false
  end.

Definition read_table_of (M : boolean) (proof : json) : option (seq (seq Z)) :=
  if field_as (many (many (many integer_of))) (word "tables") proof is Some [:: Y] then
    if eqn (size Y) (height M) && all (fun row => eqn (size row) (breadth M)) Y then Some Y else None
  else None.

Definition by_packing (proof : json) (M : boolean) (b : bool) (a d : N) : bool :=
  if (field_as number_of denominator_word proof, read_table_of M proof) is (Some unit, Some Y) then
    [&& N.ltb 0 d, Z.leb (Z.mul (Z.of_N a) (Z.of_N unit)) (Z.mul (sum_of (table M (number_at Y))) (Z.of_N d)) &
      is_packing M b unit Y]
  else false.

Definition by_distribution (proof : json) (M : boolean) (a d : N) : bool :=
  if (field_as number_of denominator_word proof, read_table_of M proof) is (Some unit, Some Y) then
    [&& N.ltb 0 d, Z.leb (Z.mul (Z.of_N unit) (Z.of_N d)) (Z.mul (Z.of_N a) (sum_of (table M (number_at Y)))) &
      is_distribution M unit Y]
  else false.

(* All choices of so many rows can be gone through; larger matrices are not covered. *)
Definition few_rows (M : boolean) : bool := N.leb (N.of_nat (height M)) 20.

Definition area (M : boolean) : N := N.mul (N.of_nat (height M)) (N.of_nat (breadth M)).

Definition by_light (proof : json) (M : boolean) (a d : N) : bool :=
  if field_as number_of (word "most") proof is Some most then
    [&& N.ltb 0 d, N.ltb 0 (area M), N.leb (N.mul most d) (N.mul a (area M)) &
      balanced M (Z.of_N most) (fun _ _ => Zpos 1)]
  else false.

Definition by_heavy (proof : json) (M : boolean) (a d : N) : bool :=
  if field_as (read_rectangle M) (word "rectangle") proof is Some R then
    [&& N.ltb 0 d, N.ltb 0 (area M) & N.leb (N.mul a (area M)) (N.mul (Z.abs_N (surplus M R)) d)]
  else false.

Definition run_rectangles (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if c is Rational f m s a d then
    match m, s with
    | FractionalCover b, Upper =>
        if is_system (word "farkas") (word "rectangle-weights") proof then verdict (by_weights proof (entries f) b a d)
        else Elsewhere
    | FractionalCover b, Lower =>
        if is_system (word "farkas") (word "rectangle-multipliers") proof && few_rows (entries f)
        then verdict (by_packing proof (entries f) b a d)
        else Elsewhere
    | Discrepancy, Upper =>
        if is_system (word "farkas") (word "rectangle-multipliers") proof && few_rows (entries f)
        then verdict (by_distribution proof (entries f) a d)
        else Elsewhere
    | UniformDiscrepancy, Upper =>
        if is_system (word "tree") (word "rectangles") proof && few_rows (entries f)
        then verdict (by_light proof (entries f) a d) else Elsewhere
    | UniformDiscrepancy, Lower =>
        if says rule_word (word "evaluate") proof && says (word "exhibit") (word "heavy-rectangle") proof
        then verdict (by_heavy proof (entries f) a d) else Elsewhere
    | _, _ => Elsewhere
    end
  else Elsewhere.

Section Fractions.

Variable F : realFieldType.

Lemma quotient_le (a b d u : N) : N.ltb 0 d -> N.ltb 0 u -> N.leb (N.mul a d) (N.mul b u) ->
  nat_of F a / nat_of F u <= nat_of F b / nat_of F d.
Proof.
move=> /(nat_of_gt0 F) hd /(nat_of_gt0 F) hu /(nat_of_le F); rewrite /nat_of !N2Nat.inj_mul !natrM => h.
by rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr.
Qed.

Lemma number_leb x y : Z.leb x y -> number F x <= number F y.
Proof. by move=> /Z.leb_le; exact: number_le. Qed.

Lemma size_of_area M : size_of F M = (nat_of F (area M))^-1.
Proof. by rewrite /size_of /nat_of /area N2Nat.inj_mul !Nat2N.id. Qed.

End Fractions.

Lemma rectangles_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_rectangles premise proof c = Proved -> holds c.
Proof.
rewrite /run_rectangles => _; case: c => // f [b||||] [] a d //; case: ifP => // _ /verdict_true.
- rewrite /by_packing; case: (field_as _ _ _) => // u; case: (read_table_of _ _) => // Y.
  case/and3P=> d0 hle hp F v t /(packing_below hp); have u0 : N.ltb 0 u by case/and3P: hp.
  have := number_leb F hle; rewrite !numberM !number_N -!/(nat_of F _) => h1 h2.
  rewrite /v -!/(nat_of F _) ler_pdivr_mulr ?nat_of_gt0 // -(ler_pmul2r (nat_of_gt0 F u0)); apply: le_trans h1 _.
  by rewrite mulrAC ler_pmul2r ?nat_of_gt0 // mulrC.
- rewrite /by_weights; case: (field_as _ _ _) => // u; case: (field_as _ _ _) => // R; case: (field_as _ _ _) => // w.
  case: (read_symmetries _ _) => // moves; case: (shared _ _) => n l /and5P[_ d0 u0 hle hc] F v.
  exact/(cover_within u0 hc)/quotient_le.
- rewrite /by_distribution; case: (field_as _ _ _) => // u; case: (read_table_of _ _) => // Y.
  case/and3P=> d0 hle hp F v; apply: (distribution_within hp).
  have S0 : 0 < number F (sum_of (table (entries f) (number_at Y))) by case/and4P: hp => /Z.ltb_lt /(number_gt0 F).
  have := number_leb F hle; rewrite !numberM !number_N -!/(nat_of F _) => h1.
  by rewrite ler_pdivr_mulr // /v -!/(nat_of F _) mulrAC ler_pdivl_mulr ?nat_of_gt0.
- rewrite /by_heavy; case: (field_as _ _ _) => // R /and3P[d0 a0 hle] F v t /heavy_below-/(_ R) h; apply: le_trans h.
  by rewrite size_of_area /v -(N2Z.inj_abs_N (surplus _ _)) number_N -!/(nat_of F _); apply: quotient_le.
rewrite /by_light; case: (field_as _ _ _) => // most /and4P[d0 a0 hle hb] F v; apply: (balanced_within hb).
by rewrite size_of_area number_N -!/(nat_of F _); apply: quotient_le.
Qed.

Definition weighted_rectangles : rule := Rule rectangles_sound.
