(* Claims about the measures of communication matrices that are integers, read from a certificate. *)

From Coq Require Import ZArith String.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements json reading_widths.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Definition read_entry (z : Z) : option (option bool) :=
  match z with 48%Z => Some (Some false) | 49%Z => Some (Some true) | 42%Z => Some None | _ => None end.

Fixpoint read_entries (t : text) : option (seq (option bool)) :=
  if t is z :: rest then
    match read_entry z, read_entries rest with Some e, Some r => Some (e :: r) | _, _ => None end
  else Some [::].

Definition read_line (j : json) : option (seq (option bool)) := if j is Text t then read_entries t else None.

(* Lines of one positive length, at least one of them. *)
Fixpoint as_long (A B : Type) (a : seq A) (b : seq B) : bool :=
  match a, b with [::], [::] => true | _ :: a', _ :: b' => as_long a' b' | _, _ => false end.

Definition rectangular (A : Type) (rows : seq (seq A)) : bool :=
  if rows is first :: rest then (if first is [::] then false else all (as_long first) rest) else false.

Definition promised (rows : boolean) : bool := has (has (fun e => if e is Some _ then true else false)) rows.
Definition starless (rows : boolean) : bool := all (all (fun e => if e is Some _ then true else false)) rows.

(* Named functions that can be written out. *)
Definition longest : N := 12.

Definition named_functions : seq (text * (N -> two_party)) :=
  [:: (word "disj", Disj); (word "eq", Equality); (word "gt", Greater); (word "ge", AtLeast);
      (word "ip", InnerProduct); (word "index", Index)].

Fixpoint by_name (A : Type) (name : text) (l : seq (text * A)) : option A :=
  if l is (key, a) :: rest then if same key name then Some a else by_name name rest else None.

Definition read_two_party (j : json) : option two_party :=
  if says task_word (word "communication") j then
    if field (word "of") j is Some (Text t) then
      if by_name t named_functions is Some f then
        if field_as number_of (word "n") j is Some n then
          if N.leb 1 n && N.leb n longest then Some (f n) else None
        else None
      else if same t (word "matrix") then
        if field_as (many read_line) (word "rows") j is Some rows then
          if rectangular rows && promised rows then Some (Table rows) else None
        else None
      else None
    else None
  else None.

(* A measure, and whether it is defined for matrices with * too. *)
Definition measures : seq (text * (measure * bool)) :=
  [:: (word "D", (Depth, true)); (word "one_way_ab", (OneWay true, true)); (word "one_way_ba", (OneWay false, true));
      (word "fooling0", (Fooling false, true)); (word "fooling1", (Fooling true, true));
      (word "cover0", (Cover false, true)); (word "cover1", (Cover true, true));
      (word "partition0", (Disjoint false, false)); (word "partition1", (Disjoint true, false));
      (word "partition", (Partition, false));
      (word "rank_q", (Rank Rationals false, true)); (word "rank_gf2", (Rank GF2 false, true));
      (word "rank_gf3", (Rank GF3 false, true)); (word "rank_q_complement", (Rank Rationals true, true));
      (word "rank_gf2_complement", (Rank GF2 true, true)); (word "rank_gf3_complement", (Rank GF3 true, true));
      (word "rank_sign", (RankSign, true)); (word "vc_rows", (Shattered true, false));
      (word "vc_columns", (Shattered false, false)); (word "sign_rank", (SignRank, true))].

Definition of_table (rows : two_party) (P : boolean -> bool) : bool := if rows is Table r then P r else true.

Definition measure_fields : seq text := [:: word "question"; word "proof"; word "measure"; side_word; value_word].

Definition read_measured (asked_for j : json) : option claim :=
  if only measure_fields j then
    match read_two_party asked_for, field_as text_of (word "measure") j, read_side j, field_as written value_word j with
    | Some f, Some name, Some s, Some v =>
        if by_name name measures is Some (m, promise) then
          if (promise || of_table f starless) && Z.leb 0 v then Some (Measured f m s (Z.to_N v)) else None
        else None
    | _, _, _, _ => None
    end
  else None.

(* Whatever is read has rows of one positive length, at least one of them. *)
Lemma as_longP (A B : Type) (a : seq A) (b : seq B) : as_long a b -> size a = size b.
Proof. by elim: a b => [|x a IH] [|y b] //= /IH ->. Qed.

Definition regular (M : boolean) : Prop := forall r, r \in M -> size r = breadth M.

Lemma rectangular_regular M : rectangular M -> (0 < height M)%N /\ (0 < breadth M)%N /\ regular M.
Proof.
case: M => [|first rest] //=; case e: first => [|x a] // h; do 2![split => //]; move=> r.
by rewrite inE => /predU1P[-> //|/(allP h)/as_longP <-].
Qed.
