(* Statements that the format does not have are not read, though their meaning is defined: sets of more keys than there
   are, numbers out of range, lists that are not increasing. *)

From Coq Require Import ZArith String.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements json rules reading_widths.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* A size, 1 to 10^9. *)
Definition is_size (j : json) (name : text) : bool :=
  if field_as number_of name j is Some n then N.leb 1 n && N.leb n 1000000000 else false.

(* The first number is at most the second one. *)
Definition ordered (j : json) (one two : text) : bool :=
  if (field_as number_of one j, field_as number_of two j) is (Some a, Some b) then N.leb a b else false.

(* Strictly increasing, and all above the first number. *)
Fixpoint increasing (least : Z) (l : seq json) : bool :=
  match l with
  | [::] => true
  | Int z :: rest => Z.ltb least z && increasing z rest
  | _ :: _ => false
  end.

Definition lists_increase (name : text) (j : json) : bool :=
  match field name j with
  | Some (List l) => all (fun k => if k is List m then increasing (-1) m else false) l
  | Some _ => false
  | None => true
  end.

(* Of each query no item is relevant and free. *)
Definition apart (j : json) : bool :=
  if read_lists j is Some lists then all (fun l => ~~ has (fun c => has (N.eqb c) l.2) l.1) lists else false.

Definition in_form (q : json) : bool :=
  let task name := says task_word name q in
  if task (word "qsa") then is_size q (word "N") && is_size q (word "q") && ordered q (word "q") (word "N")
  else if task (word "separation") || task (word "retrieval") then
    is_size q (word "N") && is_size q (word "least") && ordered q (word "least") (word "most")
    && ordered q (word "most") (word "N")
  else if task (word "match") then is_size q (word "M")
  else if task (word "relevance") then
    is_size q (word "columns") && lists_increase (word "selected") q && lists_increase (word "free") q && apart q
  else true.

Definition formed (read : json -> json -> option claim) (asked_for j : json) : option claim :=
  if in_form asked_for then read asked_for j else None.

(* Remarks have no meaning; they are texts. *)
Definition remarks_are_texts (file : json) : bool :=
  match field (word "remarks") file with
  | Some (List l) => all (fun j => if j is Text _ then true else false) l
  | Some _ => false
  | None => true
  end.
