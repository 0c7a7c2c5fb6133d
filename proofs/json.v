(* Values of JSON as the reader hands them over, and how their fields are read. Texts are lists of code points. *)

From Coq Require Import ZArith String Ascii.
From mathcomp Require Import all_ssreflect.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Definition text := seq Z.

Inductive json :=
  | Null | Truth (b : bool) | Int (z : Z) | Text (t : text) | List (l : seq json) | Object (fields : seq (text * json)).

(* The code points of a word. *)
Fixpoint codes (s : string) : text :=
  match s with
  | EmptyString => [::]
  | String a rest => Z.of_N (N_of_ascii a) :: codes rest
  end.

Fixpoint same (s t : text) : bool :=
  match s, t with
  | [::], [::] => true
  | a :: s', b :: t' => if Z.eqb a b then same s' t' else false
  | _, _ => false
  end.

Lemma sameP s t : same s t -> s = t.
Proof.
by elim: s t => [|a s IH] [|b t] //=; case: Z.eqb_spec => // -> /IH ->.
Qed.

(* The field of an object; None if there is none. Readers refuse objects that name a field twice. *)
Fixpoint field_of (name : text) (fields : seq (text * json)) : option json :=
  if fields is (key, value) :: rest then if same key name then Some value else field_of name rest else None.

Definition field (name : text) (j : json) : option json :=
  if j is Object fields then field_of name fields else None.

(* Whether a field has this word as its value. *)
Definition says (name word : text) (j : json) : bool :=
  if field name j is Some (Text t) then same t word else false.

Definition integer_of (j : json) : option Z := if j is Int z then Some z else None.
Definition text_of (j : json) : option text := if j is Text t then Some t else None.
Definition list_of (j : json) : option (seq json) := if j is List l then Some l else None.
Definition truth_of (j : json) : option bool := if j is Truth b then Some b else None.

(* Numbers that are not negative; None for all else. *)
Definition number_of (j : json) : option N :=
  if j is Int z then if Z.ltb z 0 then None else Some (Z.to_N z) else None.

Definition field_as (A : Type) (read : json -> option A) (name : text) (j : json) : option A :=
  if field name j is Some value then read value else None.

(* All members, or None. *)
Fixpoint all_of (A : Type) (read : json -> option A) (l : seq json) : option (seq A) :=
  match l with
  | [::] => Some [::]
  | j :: rest =>
      if read j is Some a then if all_of read rest is Some r then Some (a :: r) else None else None
  end.

Definition many (A : Type) (read : json -> option A) (j : json) : option (seq A) :=
  if j is List l then all_of read l else None.

(* A number written as a text of decimal digits, with or without a sign. *)
Fixpoint digits (t : text) (value : Z) : option Z :=
  match t with
  | [::] => Some value
  | d :: rest => if Z.leb 48 d && Z.leb d 57 then digits rest (value * 10 + (d - 48))%Z else None
  end.

Definition written (j : json) : option Z :=
  match j with
  | Text (45%Z :: d :: rest) => omap Z.opp (digits (d :: rest) 0%Z)
  | Text (d :: rest) => digits (d :: rest) 0%Z
  | _ => None
  end.
