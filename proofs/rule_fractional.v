(* The theorems fooling <= fractional_cover and fractional_cover <= cover, each read in two ways. *)

From Coq Require Import ZArith NArith String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths rule_least rule_inequalities rectangles.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The premise of a proof that has one. *)
Definition single (premise : json -> option claim) (proof : json) : option claim :=
  if field (word "from") proof is Some (List [:: j]) then premise j else None.

Definition fooling_name (b : bool) : text :=
  if b then word "fooling1 <= fractional_cover1" else word "fooling0 <= fractional_cover0".
Definition cover_name (b : bool) : text :=
  if b then word "fractional_cover1 <= cover1" else word "fractional_cover0 <= cover0".

(* The function, the entries, the name of the theorem for these two, and whether the values fit. *)
Definition by_inequality (c d : claim) : option (two_party * two_party * bool * bool * (bool -> text) * bool) :=
  match c, d with
  | Measured f (Fooling b) Upper v, Rational g (FractionalCover e) Upper a n =>
      Some (f, g, b, e, fooling_name, if N.ltb 0 n then N.ltb a (N.mul (N.succ v) n) else false)
  | Rational f (FractionalCover b) Lower a n, Measured g (Fooling e) Lower v =>
      Some (f, g, b, e, fooling_name, if N.ltb 0 n then N.leb a (N.mul v n) else false)
  | Measured f (Cover b) Lower v, Rational g (FractionalCover e) Lower a n =>
      Some (f, g, b, e, cover_name, if N.ltb 0 n then N.ltb (N.mul v n) (N.add a n) else false)
  | Rational f (FractionalCover b) Upper a n, Measured g (Cover e) Upper v =>
      Some (f, g, b, e, cover_name, if N.ltb 0 n then N.leb (N.mul v n) a else false)
  | _, _ => None
  end.

Definition run_fractional (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if says rule_word (word "theorem") proof then
    if single premise proof is Some d then
      if by_inequality c d is Some (f, g, b, e, names, fits) then
        if says name_word (names b) proof then verdict [&& same_function f g, eqb b e & fits] else Elsewhere
      else Elsewhere
    else if has (fun name => says name_word name proof) [:: fooling_name false; fooling_name true; cover_name false; cover_name true]
    then Failed else Elsewhere
  else Elsewhere.

Lemma fractional_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_fractional premise proof c = Proved -> holds c.
Proof.
rewrite /run_fractional => hp; case: ifP => // _; case e: (single _ _) => [d|]; last by case: ifP.
have {hp}: holds d by move: e; rewrite /single; case: (field _ _) => // -[] // [|j []] // /hp.
have pos (n : N) (P : bool) : (if N.ltb 0 n then P else false) -> (0 < N.to_nat n)%N /\ P.
  by case: N.ltb_spec => // n0 hP; split=> //; apply/ssrnat.ltP; lia.
case: c {e} => // [f m s v|f m s a n]; last first.
  case: m s => // b [] //; case: d => // g [] // e [] // v hd; case: ifP => // _.
  - move/verdict_true/and3P=> [/same_functionP -> /eqP -> /pos[n0 /N.leb_le hle]] F x t; have [l sl hl] := hd F.
    move=> w; apply: le_trans (fooling_below hl w); rewrite sl /x ler_pdivr_mulr ?ltr0n // -natrM ler_nat.
    by apply/ssrnat.leP; rewrite -multE; lia.
  move/verdict_true/and3P=> [/same_functionP -> /eqP -> /pos[n0 /N.leb_le hle]] F x; have [R hR] := hd F.
  apply: (cover_fractional hR); rewrite /x ler_pdivl_mulr ?ltr0n // -natrM ler_nat.
  by apply/ssrnat.leP; rewrite -multE; lia.
case: m s => // b [] //; case: d => // g [] // e [] // a n hd; case: ifP => // _.
- move/verdict_true/and3P=> [/same_functionP -> /eqP -> /pos[n0 /N.ltb_lt hlt]] F k [l <- hl].
  have := fooling_below hl (hd F); rewrite ler_pdivl_mulr ?ltr0n // -natrM ler_nat => /ssrnat.leP; rewrite -multE => h.
  by apply/ssrnat.leP; nia.
move/verdict_true/and3P=> [/same_functionP -> /eqP -> /pos[n0 /N.ltb_lt hlt]] F k [R hR].
have := hd F _ (cover_fractional hR (lexx _)); rewrite ler_pdivr_mulr ?ltr0n // -natrM ler_nat => /ssrnat.leP.
by rewrite -multE => h; apply/ssrnat.leP; nia.
Qed.

Definition by_fractional : rule := Rule fractional_sound.
