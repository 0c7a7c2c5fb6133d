(* Claims about encodings of two-party functions into tasks, read from a certificate. *)

From Coq Require Import ZArith String.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements json reading_widths reading_measures.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* Tokens of inputs: a list for all of them, or an object with some of their numbers as names. *)
Fixpoint numbered (A : Type) (k : N) (l : seq A) : seq (N * A) :=
  if l is x :: rest then (k, x) :: numbered (k + 1) rest else [::].

Definition read_named (f : text * json) : option (N * seq N) :=
  match f.1, digits f.1 0%Z, many number_of f.2 with
  | _ :: _, Some k, Some x => Some (Z.to_N k, x)
  | _, _, _ => None
  end.

Fixpoint collected (A B : Type) (read : A -> option B) (l : seq A) : option (seq B) :=
  match l with
  | [::] => Some [::]
  | x :: rest => if (read x, collected read rest) is (Some y, Some r) then Some (y :: r) else None
  end.

Definition read_table (j : json) : option (seq (N * seq N)) :=
  match j with
  | List _ => omap (numbered 0) (many (many number_of) j)
  | Object l => collected read_named l
  | _ => None
  end.

(* The owners, the fixed tokens, and how many tokens Alice and Bob have up to here; no fixed one may be left. *)
Fixpoint read_places (t : text) (known : seq N) (a b : nat) : option (seq place * nat * nat) :=
  let and_ p r := omap (fun s => (p :: s.1.1, s.1.2, s.2)) r in
  match t, known with
  | [::], [::] => Some ([::], a, b)
  | 65%Z :: rest, _ => and_ (OfAlice a) (read_places rest known a.+1 b)
  | 66%Z :: rest, _ => and_ (OfBob b) (read_places rest known a b.+1)
  | 80%Z :: rest, x :: known' => and_ (Fixed x) (read_places rest known' a b)
  | _, _ => None
  end.

(* A task of which all positions are asked for. *)
Definition read_task (j : json) : option task :=
  let number name := field_as number_of name j in
  let named name := says (word "of") name j in
  if says task_word (word "computation") j && ~~ (if field (word "position") j is Some _ then true else false) then
    if named (word "match") then
      if (number (word "N"), number (word "M"), number (word "order")) is (Some n, Some (Npos m), Some 3%num)
      then Some (Match3 n (Npos m)) else None
    else if named (word "cycle3") then omap Cycle3 (number (word "N"))
    else if named (word "induction-heads") then
      if (number (word "N"), number (word "A")) is (Some n, Some a) then Some (Hops n a 1) else None
    else if named (word "k-hop") then
      if (number (word "N"), number (word "A"), number (word "k")) is (Some n, Some a, Some k)
      then Some (Hops n a k) else None
    else if named (word "composition") then omap Compose (number (word "n"))
    else None
  else None.

Definition read_positions (j : json) : option (seq N) :=
  if j is List (_ :: _) then many number_of j else omap (fun i => [:: i]) (number_of j).

Definition read_bit (j : json) : option (N * bool) :=
  if j is List [:: a; b] then
    match number_of a, b with
    | Some a, Int 0%Z => Some (a, false)
    | Some a, Int 1%Z => Some (a, true)
    | _, _ => None
    end
  else None.

Definition fits (e : encoding) (a b : nat) : bool :=
  let n := (lengths (into e)).1 in
  [&& N.eqb (N.of_nat (size (places e))) n, all (fun x => eqn (size x.2) a) (for_alice e),
    all (fun x => eqn (size x.2) b) (for_bob e), all (fun i => N.ltb i n) (positions e), sorted N.ltb (positions e) &
    pairwise (fun x y => ~~ N.eqb x.1 y.1) (bits e)].

Definition read_encoding (j : json) : option encoding :=
  let parts := (field (word "source") j, field (word "target") j, field (word "owners") j) in
  let tables := (field_as read_table (word "alice") j, field_as read_table (word "bob") j) in
  let rest := (field_as (many number_of) (word "public") j, field_as read_positions (word "position") j,
               field_as (many read_bit) (word "read_out") j) in
  match parts, tables, rest with
  | (Some f, Some t, Some (Text o)), (Some a, Some b), (Some p, Some l, Some out) =>
    match read_two_party f, read_task t, read_places o p 0 0 with
    | Some f, Some t, Some (o, na, nb) =>
      let e := Encoding f t o a b l out in if fits e na nb then Some e else None
    | _, _, _ => None
    end
  | _, _, _ => None
  end.

Definition claim_word : text := word "claim".

Definition read_encodes (asked_for j : json) : option claim :=
  if says task_word (word "reduction") asked_for && only [:: word "question"; word "proof"; claim_word] j then
    if says claim_word (word "correct") j then omap (Encodes^~ true) (read_encoding asked_for)
    else if says claim_word (word "incorrect") j then omap (Encodes^~ false) (read_encoding asked_for)
    else None
  else None.
