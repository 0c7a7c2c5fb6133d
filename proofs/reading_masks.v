(* Claims about sparse patterns, read from a certificate. *)

From Coq Require Import ZArith String.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements json reading_widths.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Definition layers_word : text := word "layers".
Definition layer_word : text := word "layer".
Definition position_word : text := word "position".
Definition n_word : text := word "n".
Definition w_word : text := word "w".
Definition r_word : text := word "r".
Definition g_word : text := word "g".
Definition last_word : text := word "last".
Definition lists_word : text := word "lists".
Definition of_word : text := word "of".
Definition layer_name : text := word "name".
Definition dense_word : text := word "dense".
Definition window_word : text := word "window".
Definition block_word : text := word "block".
Definition dilated_word : text := word "dilated".
Definition stride_word : text := word "stride".
Definition summaries_word : text := word "summaries".
Definition star_word : text := word "star".
Definition longformer_word : text := word "longformer".
Definition union_word : text := word "union".
Definition causal_word : text := word "causal".
Definition sparse_word : text := word "sparse-pattern".
Definition quantity_word : text := word "quantity".
Definition hops_word : text := word "hops".
Definition claim_word : text := word "claim".
Definition self_attending_word : text := word "self-attending".
Definition not_self_attending_word : text := word "not-self-attending".
Definition path_word : text := word "path".
Definition no_path_word : text := word "no-path".
Definition hops_infinite_word : text := word "hops-infinite".

(* Parameters of layers, and n, are at most 10^9. *)
Definition number_from (low : N) (j : json) : option N :=
  if number_of j is Some x then if N.leb low x && N.leb x 1000000000 then Some x else None else None.

Fixpoint rising (l : seq N) : bool :=
  match l with a :: (b :: _) as rest => N.ltb a b && rising rest | _ => true end.

(* An increasing list of positions below n. *)
Definition read_places (n : N) (j : json) : option (seq N) :=
  if many number_of j is Some l then if rising l && N.ltb (last 0%num l) n then Some l else None else None.

(* A layer on n positions; unions and causal layers lie at most so deep in one another. *)
Fixpoint read_layer (deep : nat) (n : N) (j : json) : option layer :=
  let with_ names (l : option layer) := if only (layer_name :: names) j then l else None in
  let number low name (use : N -> layer) := omap use (field_as (number_from low) name j) in
  if field layer_name j is Some (Text t) then
    if same t dense_word then with_ [::] (Some Dense)
    else if same t star_word then with_ [::] (Some StarRing)
    else if same t window_word then with_ [:: w_word] (number 0%num w_word Window)
    else if same t block_word then with_ [:: w_word] (number 1%num w_word Block)
    else if same t stride_word then with_ [:: w_word] (number 1%num w_word Stride)
    else if same t dilated_word then
      with_ [:: w_word; r_word]
        (if (field_as (number_from 0) w_word j, field_as (number_from 1) r_word j) is (Some w, Some r)
         then Some (Dilated w r) else None)
    else if same t summaries_word then
      let last := if field last_word j is Some l then truth_of l else Some false in
      with_ [:: w_word; last_word]
        (if (field_as (number_from 1) w_word j, last) is (Some w, Some b) then Some (Summaries w b) else None)
    else if same t longformer_word then
      with_ [:: w_word; g_word]
        (if (field_as (number_from 0) w_word j, field_as (number_from 0) g_word j) is (Some w, Some g)
         then if N.leb g n then Some (Longformer w g) else None else None)
    else if same t lists_word then
      with_ [:: lists_word]
        (if field_as (many (read_places n)) lists_word j is Some rows
         then if N.eqb (N.of_nat (size rows)) n then Some (Lists rows) else None else None)
    else if deep is d.+1 then
      if same t union_word then
        with_ [:: of_word]
          (if field_as (many (read_layer d n)) of_word j is Some ((_ :: _) as parts)
           then if (size parts <= 16)%N then Some (Union parts) else None else None)
      else if same t causal_word then with_ [:: of_word] (omap Causal (field_as (read_layer d n) of_word j))
      else None
    else None
  else None.

(* The number of positions, and the layers. *)
Definition read_pattern (j : json) : option (N * seq layer) :=
  if says task_word sparse_word j && only [:: task_word; n_word; layers_word] j then
    if field_as (number_from 1) n_word j is Some n then
      if field_as (many (read_layer 4 n)) layers_word j is Some ((_ :: _) as layers)
      then if (size layers <= 100)%N then Some (n, layers) else None else None
    else None
  else None.

(* The fact, and the fields that a claim of it has. *)
Definition read_fact (n : N) (layers : seq layer) (j : json) : option (fact * seq text) :=
  if field claim_word j is Some (Text t) then
    if same t self_attending_word then Some (SelfAttending, [::])
    else if same t path_word then Some (Path, [::])
    else if same t no_path_word then Some (NoPath, [::])
    else if same t hops_infinite_word then Some (NeverAll, [::])
    else if same t not_self_attending_word then
      if (field_as number_of layer_word j, field_as number_of position_word j) is (Some s, Some i) then
        if [&& N.leb 1 s, N.leb s (N.of_nat (size layers)) & N.ltb i n]
        then Some (MissesItself s i, [:: layer_word; position_word]) else None
      else None
    else None
  else None.

Definition read_mask (asked_for j : json) : option claim :=
  if read_pattern asked_for is Some (n, layers) then
    if says quantity_word hops_word j then
      if only [:: word "question"; word "proof"; quantity_word; side_word; value_word] j then
        match read_side j, field_as number_of value_word j with
        | Some s, Some v => if N.leb 1 v then Some (SparseHops n layers s v) else None
        | _, _ => None
        end
      else None
    else if read_fact n layers j is Some (f, fields) then
      if only [:: word "question", word "proof", claim_word & fields] j then Some (SparseFact n layers f) else None
    else None
  else None.
