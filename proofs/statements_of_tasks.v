(* What tasks on words, encodings and sparse patterns mean. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements_of_scores statements_of_matrices.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- Tasks on words, and encodings of two-party functions into their inputs ---------- *)

(* What is asked for at position i of a word x. *)
Inductive task :=
  | Match3 (n m : N)     (* 1 if x_i + x_j + x_l is a multiple of m for some j and l, or else 0 *)
  | Cycle3 (n : N)       (* 1 if edges i -> j -> l -> i exist, where bit j of x_i is the edge i -> j, or else 0 *)
  | Hops (n m k : N)     (* x_j if j is k hops from i, m if there is none *)
  | Compose (n : N).     (* f(g(x_i)): the first n tokens are f, the next n are g *)

(* How many tokens a word has, and below what they are. *)
Definition lengths (t : task) : N * N :=
  match t with Match3 n m | Hops n m _ => (n, m) | Cycle3 n => (n, 2 ^ n) | Compose n => (2 * n + 1, n) end%num.

(* A hop leads from i to the position after the last one before i that holds the same token. *)
Definition hop (x : seq N) (i : nat) : option nat :=
  if [seq j <- iota 0 i | N.eqb (nth 0%num x j) (nth 0%num x i)] is j :: rest then Some (last j rest).+1 else None.

Definition answer (t : task) (x : seq N) (i : N) : N :=
  let at_ j := nth 0%num x (N.to_nat j) in
  let V := map N.of_nat (iota 0 (size x)) in
  match t with
  | Match3 _ m => if has (fun a => has (fun b => N.eqb ((at_ i + a + b) mod m) 0) x) x then 1 else 0
  | Cycle3 _ => let edge j l := N.testbit (at_ j) l in
      if has (fun j => edge i j && has (fun l => edge j l && edge l i) V) V then 1 else 0
  | Hops _ m k => if N.iter k (obind (hop x)) (Some (N.to_nat i)) is Some j then nth 0 x j else m
  | Compose n => at_ (at_ (n + at_ i))
  end%num.

(* Each position has a token of Alice, of Bob, or a fixed one; each of the two lists tokens for inputs of its own, so
   that it needs to know no more. The greatest answer at some positions stands for a bit. *)
Inductive place := OfAlice (k : nat) | OfBob (k : nat) | Fixed (x : N).
Record encoding := Encoding {
  of_function : two_party; into : task; places : seq place; for_alice : seq (N * seq N); for_bob : seq (N * seq N);
  positions : seq N; bits : seq (N * bool) }.

Fixpoint listed (A : Type) (l : seq (N * A)) (i : N) : option A :=
  if l is (j, x) :: rest then if N.eqb j i then Some x else listed rest i else None.

(* The word is an input of the task, and its answer stands for the bit. *)
Definition gives (e : encoding) (a b : seq N) (bit : bool) : Prop :=
  let x := [seq match p with OfAlice k => nth 0 a k | OfBob k => nth 0 b k | Fixed y => y end%num | p <- places e] in
  [/\ N.of_nat (size x) = (lengths (into e)).1, forall y, List.In y x -> (y < (lengths (into e)).2)%num &
    listed (bits e) (foldr N.max 0%num (map (answer (into e) x) (positions e))) = Some bit].

(* Tokens are listed for all inputs that are promised, and give the value of the function. *)
Definition correct (e : encoding) : Prop := forall i j v, cell (entries (of_function e)) i j = Some v ->
  exists a b, [/\ listed (for_alice e) (N.of_nat i) = Some a, listed (for_bob e) (N.of_nat j) = Some b & gives e a b v].

(* For some inputs that are promised, the tokens listed do not give the value. *)
Definition incorrect (e : encoding) : Prop := exists i j v a b, [/\ cell (entries (of_function e)) i j = Some v,
  listed (for_alice e) (N.of_nat i) = Some a, listed (for_bob e) (N.of_nat j) = Some b & ~ gives e a b v].

(* ---------- Sparse patterns: to which positions each position attends ---------- *)

(* The layers by name; what each of them means is said by `joined`. *)
Inductive layer :=
  | Dense | Window (w : N) | Block (w : N) | Dilated (w r : N) | Stride (w : N) | Summaries (w : N) (last : bool)
  | StarRing | Longformer (w g : N) | Lists (rows : seq (seq N)) | Union (parts : seq layer) | Causal (of_ : layer).

Definition near (w i j : N) : bool := (i <=? j + w)%num && (j <=? i + w)%num.

(* Position i of the positions 0 .. n-1 attends to position j. *)
Fixpoint joined (n : N) (l : layer) (i j : N) : bool :=
  match l with
  | Dense => true
  | Window w => near w i j
  | Block w => (i / w =? j / w)%num
  | Dilated w r => near (w * r) i j && (i mod r =? j mod r)%num
  | Stride w => (i mod w =? j mod w)%num
  | Summaries w last => [|| j =? i, j mod w =? w - 1 | last && (j =? n - 1)]%num (* the last one of each block of w *)
  | StarRing => [|| n <=? 4, i =? n - 1, j =? n - 1 (* the relay *), near 1 i j && (j <? n - 1),
               (i =? 0) && (j =? n - 2) | (i =? n - 2) && (j =? 0)]%num  (* a ring of all others *)
  | Longformer w g => [|| i <? g, j <? g | near w i j]%num
  | Lists rows => has (N.eqb j) (nth [::] rows (N.to_nat i))
  | Union parts => has (fun part => joined n part i j) parts
  | Causal l' => (j <=? i)%num && joined n l' i j
  end.

(* Position k depends on token j after t layers; the list is a cycle that is gone through again and again. *)
Fixpoint depends (n : N) (layers : seq layer) (t : nat) (k j : N) : Prop :=
  if t is s.+1 then
    exists i, [/\ (i < n)%num, joined n (nth Dense layers (s %% size layers)) k i & depends n layers s i j]
  else k = j.

Definition all_depend (n : N) (layers : seq layer) (t : nat) : Prop :=
  forall k j, (k < n)%num -> (j < n)%num -> depends n layers t k j.

(* In some order of all positions each of them is attended to by the next one in some layer. *)
Definition has_path (n : N) (layers : seq layer) : Prop :=
  exists g : N -> N, [/\ forall i, (i < n)%num -> (g i < n)%num,
    forall i j, (i < n)%num -> (j < n)%num -> g i = g j -> i = j &
    forall i, (i + 1 < n)%num -> has (fun l => joined n l (g (i + 1)%num) (g i)) layers].

Inductive fact := SelfAttending | MissesItself (at_layer position : N) | Path | NoPath | NeverAll.

Definition true_of (n : N) (layers : seq layer) (f : fact) : Prop :=
  match f with
  | SelfAttending => forall l i, List.In l layers -> (i < n)%num -> joined n l i i
  | MissesItself t i => ~~ joined n (nth Dense layers (N.to_nat t).-1) i i (* layers are numbered from 1 *)
  | Path => has_path n layers
  | NoPath => ~ has_path n layers
  | NeverAll => forall t, (0 < t)%N -> ~ all_depend n layers t
  end.

(* Position k may know token j after t layers: each keeps what it knows, and is told what those know that it attends to. *)
Fixpoint knows (n : N) (layers : seq layer) (t : nat) (k j : N) : Prop :=
  if t is s.+1 then
    knows n layers s k j \/
    exists i, [/\ (i < n)%num, joined n (nth Dense layers (s %% size layers)) k i & knows n layers s i j]
  else k = j.

(* Of a table of words and answers, None where none is asked for: each answer, or those at one position, is a function
   of the tokens that its position knows after t layers. *)
Definition told_by (n : N) (layers : seq layer) (table : seq (seq N * seq (option Z))) (only_at : option N) (t : nat) : Prop :=
  forall x y k a b, List.In x table -> List.In y table -> (k < n)%num -> (if only_at is Some i then k = i else True) ->
    nth None x.2 (N.to_nat k) = Some a -> nth None y.2 (N.to_nat k) = Some b ->
    (forall j, knows n layers t k j -> nth 0%num x.1 (N.to_nat j) = nth 0%num y.1 (N.to_nat j)) -> a = b.
