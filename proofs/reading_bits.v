(* Claims about the width m of classes GRID and KEYS, and of Match of higher orders, read from a certificate. *)

From Coq Require Import ZArith NArith String.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements json reading_widths listing.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* The rest of a text behind a word. *)
Fixpoint behind (w t : text) : option text :=
  match w, t with
  | [::], _ => Some t
  | a :: w', b :: t' => if Z.eqb a b then behind w' t' else None
  | _, _ => None
  end.

Fixpoint more_digits (t : text) (value : N) : N * text :=
  if t is d :: rest then
    if Z.leb 48 d && Z.leb d 57 then more_digits rest (value * 10 + Z.to_N (d - 48))%num else (value, t)
  else (value, t).

(* A number of at most nine digits without leading zeros, and what is behind it. *)
Definition leading_number (t : text) : option (N * text) :=
  let r := more_digits t 0%num in
  if t is d :: _ then if [&& Z.leb 49 d, Z.leb d 57 & N.ltb r.1 1000000000] then Some r else None else None.

Definition read_kind (t : text) : option (bool * text) :=
  if behind (word ", midrise") t is Some rest then Some (true, rest)
  else if behind (word ", twos") t is Some rest then Some (false, rest) else None.

(* GRID(p, midrise or twos, gap g), g a number or 1/2; KEYS(p, midrise or twos). *)
Definition read_precision (t : text) : option precision :=
  let number_and_kind name :=
    if behind name t is Some r then
      if leading_number r is Some (p, r') then
        if read_kind r' is Some (odd, r'') then Some (p, odd, r'') else None
      else None
    else None in
  if number_and_kind (word "KEYS(") is Some (p, odd, rest) then
    if same rest (word ")") then Some (Precision p odd None) else None
  else if number_and_kind (word "GRID(") is Some (p, odd, rest) then
    if behind (word ", gap ") rest is Some gap then
      if same gap (word "1/2)") then Some (Precision p odd (Some 1%num))
      else if leading_number gap is Some (g, r) then
        if same r (word ")") then Some (Precision p odd (Some (2 * g)%num)) else None
      else None
    else None
  else None.

Definition read_class (j : json) : option precision :=
  if field_as text_of (word "unit_class") j is Some t then read_precision t else None.

(* Match of an order above two: order and M. *)
Definition read_higher (j : json) : option (N * N) :=
  if says task_word (word "match") j then
    match field_as number_of (word "order") j, field_as number_of (word "M") j with
    | Some s, Some m => if [&& N.ltb 2 s, N.leb s 8 & N.ltb 0 m] then Some (s, m) else None
    | _, _ => None
    end
  else None.

(* The order of a claim, if it is said, is that of its statement. *)
Definition of_order (order : N) (j : json) : bool :=
  if field (word "order") j is Some k then if number_of k is Some n then N.eqb n order else false else true.

Definition read_in_bits (asked_for j : json) : option claim :=
  if says (word "resource") (word "m") j && only (word "order" :: width_fields) j then
    match read_side j, field_as number_of value_word j with
    | Some s, Some v =>
        if read_higher asked_for is Some (order, m) then
          if ~~ of_order order j then None
          else if says (word "unit_class") (word "SIGN") j then Some (Tuples None order m s v)
          else if read_class j is Some B then
            if twice_gap B is Some _ then Some (Tuples (Some B) order m s v) else None
          else None
        else if field (word "order") j is Some _ then None
        else match read_question asked_for, read_class j with
        | Some q, Some B => if is_inner q then Some (InBits B q s v) else None
        | _, _ => None
        end
    | _, _ => None
    end
  else None.
