(* Claims about the measures of communication matrices that are real numbers, read from a certificate. *)

From Coq Require Import ZArith String.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements json reading_widths reading_measures.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* A number that is not negative as a text in lowest terms: digits, perhaps a stroke and a denominator above 1. *)
Fixpoint parted (t before : text) : text * option text :=
  match t with
  | 47%Z :: rest => (rev before, Some rest)
  | d :: rest => parted rest (d :: before)
  | [::] => (rev before, None)
  end.

Definition natural (t : text) : option N := if t is [::] then None else omap Z.to_N (digits t 0%Z).

Definition fraction_of (j : json) : option (N * N) :=
  if j is Text t then
    match parted t [::] with
    | (a, None) => omap (fun a => (a, 1%num)) (natural a)
    | (a, Some b) =>
        if (natural a, natural b) is (Some a, Some b) then
          if N.ltb 1 b && N.eqb (N.gcd a b) 1 then Some (a, b) else None
        else None
    end
  else None.

(* A measure, and whether it is defined for matrices with * too. *)
Definition real_measures : seq (text * (real_measure * bool)) :=
  [:: (word "fractional_cover0", (FractionalCover false, true)); (word "fractional_cover1", (FractionalCover true, true));
      (word "disc", (Discrepancy, true)); (word "disc_uniform", (UniformDiscrepancy, false));
      (word "spectral_norm", (SpectralNorm, false)); (word "forster", (Forster, false))].

Definition read_rational (asked_for j : json) : option claim :=
  if only measure_fields j then
    match read_two_party asked_for, field_as text_of (word "measure") j, read_side j, field_as fraction_of value_word j with
    | Some f, Some name, Some s, Some (a, b) =>
        if by_name name real_measures is Some (m, promise) then
          if promise || of_table f starless then Some (Rational f m s a b) else None
        else None
    | _, _, _, _ => None
    end
  else None.
