(* Statements that the format does not have are not read, though their meaning is defined: sets of more keys than there
   are, numbers out of range, lists that are not increasing. *)

From Coq Require Import ZArith String.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements json rules reading_widths reading_measures.

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

(* All numbers of the lists are below the number of columns. *)
Definition below_columns (name : text) (j : json) : bool :=
  match field_as number_of (word "columns") j, field name j with
  | Some n, Some (List l) =>
      all (fun k => if k is List m then all (fun i => if i is Int z then Z.ltb z (Z.of_N n) else false) m else false) l
  | Some _, None => true
  | _, _ => false
  end.

(* A list that is not empty. *)
Definition some_in (name : text) (j : json) : bool := if field name j is Some (List (_ :: _)) then true else false.

(* Rows of one positive length, at least one of them. *)
Definition rows_are_even (j : json) : bool :=
  if field (word "rows") j is Some (List (Text ((_ :: _) as first) :: rest)) then
    all (fun k => if k is Text t then as_long first t else false) rest
  else false.

(* The fields that a statement of a task has; every task that is not listed looks at its fields when it is read. *)
Definition fields_of : seq (text * seq text) :=
  [:: (word "qsa", [:: word "N"; word "q"]); (word "separation", [:: word "N"; word "least"; word "most"]);
      (word "retrieval", [:: word "N"; word "least"; word "most"; word "score"]);
      (word "match", [:: word "order"; word "M"]); (word "pattern", [:: word "rows"; word "null"; word "name"]);
      (word "relevance", [:: word "columns"; word "selected"; word "free"; word "null"; word "name"]);
      (word "averaging", [:: word "N"; word "q"]);
      (word "reduction", [:: word "source"; word "target"; word "owners"; word "position"; word "public"; word "alice";
                             word "bob"; word "read_out"])].

Fixpoint fields_fit (task : text) (l : seq (text * seq text)) (q : json) : bool :=
  if l is (name, fields) :: rest then
    if same name task then only (task_word :: fields) q else fields_fit task rest q
  else true.

(* Some answer of a table is asked for. *)
Definition asks_for_some (q : json) : bool :=
  if field (word "answers") q is Some (List l) then
    has (fun k => if k is List [:: _; List a] then has (fun x => if x is Int _ then true else false) a else false) l
  else true.

(* A matrix has rows, and maybe a name; a function that has a name has a size. *)
Definition matrix_fits (q : json) : bool :=
  if says (word "of") (word "matrix") q then only [:: task_word; word "of"; word "rows"; word "name"] q
  else only [:: task_word; word "of"; word "n"] q.

Definition plain_form (q : json) : bool :=
  let task name := says task_word name q in
  (if field task_word q is Some (Text t) then fields_fit t fields_of q else true) &&
  if task (word "qsa") then is_size q (word "N") && is_size q (word "q") && ordered q (word "q") (word "N")
  else if task (word "separation") || task (word "retrieval") then
    is_size q (word "N") && is_size q (word "least") && ordered q (word "least") (word "most")
    && ordered q (word "most") (word "N")
  else if task (word "match") then is_size q (word "M")
  else if task (word "pattern") then rows_are_even q
  else if task (word "relevance") then
    [&& is_size q (word "columns"), some_in (word "selected") q, lists_increase (word "selected") q,
      lists_increase (word "free") q, below_columns (word "selected") q, below_columns (word "free") q & apart q]
  else if task (word "communication") then matrix_fits q
  else if task (word "computation") then asks_for_some q
  else if task (word "reduction") then
    if field (word "source") q is Some source then matrix_fits source else false
  else true.

(* Late interaction is about another statement. *)
Definition in_form (q : json) : bool :=
  if says task_word (word "maxsim") q then if field (word "of") q is Some other then plain_form other else false
  else plain_form q.

Definition formed (read : json -> json -> option claim) (asked_for j : json) : option claim :=
  if in_form asked_for then read asked_for j else None.

(* Remarks have no meaning; they are texts. *)
Definition remarks_are_texts (file : json) : bool :=
  match field (word "remarks") file with
  | Some (List l) => all (fun j => if j is Text _ then true else false) l
  | Some _ => false
  | None => true
  end.
