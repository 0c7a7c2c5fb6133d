(* Claims about the width m of class SIGN, read from a certificate. *)

From Coq Require Import ZArith String.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements json.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* Words that are compared with texts of a file are written as code points once, here. *)
Notation word s := (ltac:(let w := eval vm_compute in (codes s%string) in exact w)) (only parsing).

Definition task_word : text := word "task".
Definition side_word : text := word "side".
Definition value_word : text := word "value".

Definition read_symbol (z : Z) : option symbol :=
  match z with 45%Z => Some Neg | 48%Z => Some Zero | 43%Z => Some Pos | 42%Z => Some Star | _ => None end.

Fixpoint read_symbols (t : text) : option (seq symbol) :=
  if t is z :: rest then
    match read_symbol z, read_symbols rest with Some s, Some r => Some (s :: r) | _, _ => None end
  else Some [::].

Definition read_row (j : json) : option (seq symbol) := if j is Text t then read_symbols t else None.

Definition read_side (j : json) : option side :=
  if says side_word (word "lower") j then Some Lower else if says side_word (word "upper") j then Some Upper else None.

(* The lists of free items may be left out. *)
Definition read_lists (j : json) : option (seq (seq N * seq N)) :=
  match field_as (many (many number_of)) (word "selected") j, field_as (many (many number_of)) (word "free") j with
  | Some chosen, Some free =>
      if free is [::] then Some [seq (y, [::]) | y <- chosen]
      else if size free == size chosen then Some (zip chosen free) else None
  | Some chosen, None => if field (word "free") j is None then Some [seq (y, [::]) | y <- chosen] else None
  | _, _ => None
  end.

Definition read_question (j : json) : option question :=
  if field task_word j is Some (Text t) then
    let number name := field_as number_of name j in
    if same t (word "qsa") then
      if (number (word "N"), number (word "q")) is (Some n, Some q) then Some (Subsets n q q true Inner) else None
    else if same t (word "separation") then
      if (number (word "N"), number (word "least"), number (word "most")) is (Some n, Some a, Some b)
      then Some (Subsets n a b false Inner) else None
    else if same t (word "retrieval") then
      let by_ := if says (word "score") (word "cosine") j then Some Cosine
                 else if says (word "score") (word "euclidean") j then Some Euclidean else None in
      if (number (word "N"), number (word "least"), number (word "most"), by_) is (Some n, Some a, Some b, Some s)
      then Some (Subsets n a b false s) else None
    else if same t (word "match") then
      if (number (word "order"), number (word "M")) is (Some 2%num, Some m) then Some (Match2 m) else None
    else if same t (word "pattern") then
      if (field_as (many read_row) (word "rows") j, field_as truth_of (word "null") j) is (Some rows, Some null)
      then Some (Written rows null) else None
    else if same t (word "relevance") then
      if (number (word "columns"), read_lists j, field_as truth_of (word "null") j) is (Some n, Some lists, Some null)
      then Some (Relevance n lists null) else None
    else None
  else None.

(* Whether an object has no other fields than these. *)
Definition only (names : seq text) (j : json) : bool :=
  if j is Object fields then all (fun f => has (fun name => same name f.1) names) fields else false.

Definition width_fields : seq text :=
  [:: word "question"; word "proof"; word "resource"; word "unit_class"; side_word; value_word].

Definition read_width (asked_for j : json) : option claim :=
  if [&& says (word "resource") (word "m") j, says (word "unit_class") (word "SIGN") j & only width_fields j] then
    match read_question asked_for, read_side j, field_as number_of value_word j with
    | Some q, Some s, Some v => Some (Width q s v)
    | _, _, _ => None
    end
  else None.
