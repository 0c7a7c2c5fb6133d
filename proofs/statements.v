(* What the verified checker says: everything that has to be read in order to know what was proved.

   `holds c` is the meaning of a claim c. Real tables are tables over any ordered field: the reals are one, the
   rationals another. N are binary natural numbers, `N.to_nat` their size. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- Scores: which keys a query attends to ---------- *)

(* What a score has to be: below its threshold, at it, above it, anything. *)
Inductive symbol := Neg | Zero | Pos | Star.

Section Scores.

Variable F : realFieldType.

Definition dot d (x y : 'rV[F]_d) : F := \sum_i x 0 i * y 0 i.

Definition matches (s : symbol) (x : F) : bool :=
  match s with Neg => x < 0 | Zero => x == 0 | Pos => 0 < x | Star => true end.

End Scores.

(* Inner products; keys of one norm; minus squared distances. *)
Inductive score := Inner | Cosine | Euclidean.

(* What is asked: keys 0 .. width - 1, a set of rows, each of which says what one query asks of each key, and whether
   the threshold is the score of one more key, the null token (otherwise each query has a number of its own). *)
Record asked := Asked { width : N; a_row : (N -> symbol) -> Prop; null_token : bool; by_score : score }.

Definition scored (F : realFieldType) m (s : score) (q k : 'rV[F]_m) : F :=
  if s is Euclidean then - dot (q - k) (q - k) else dot q k.

(* An attention head of m coordinates does it: class SIGN. *)
Definition attends (F : realFieldType) (A : asked) (m : nat) : Prop :=
  exists (key : N -> 'rV[F]_m) (extra : 'rV[F]_m),
    (by_score A = Cosine -> exists norm, forall c, (c < width A)%num -> dot (key c) (key c) = norm) /\
    forall r, a_row A r -> exists (query : 'rV[F]_m) (t : F),
      (null_token A -> t = scored (by_score A) query extra) /\
      forall c, (c < width A)%num -> matches (r c) (scored (by_score A) query (key c) - t).

(* Numbers of p bits: the odd ones below 2^p in absolute value, or those of two's complement; and how far a score has to
   be from its threshold: gap / 2. Without a gap queries are any vectors: class KEYS, else class GRID. *)
Record precision := Precision { digits_of : N; odd_only : bool; twice_gap : option N }.

Definition of_bits (F : realFieldType) (B : precision) d (x : 'rV[F]_d) : Prop := forall i, exists z : int,
  let p := N.to_nat (digits_of B) in
  if odd_only B then x 0 i = (z *+ 2 + 1)%:~R /\ `|x 0 i| < 2%:R ^+ p
  else x 0 i = z%:~R /\ - 2%:R ^+ p.-1 <= x 0 i < 2%:R ^+ p.-1.

Definition apart (F : realFieldType) (B : precision) (s : symbol) (x : F) : Prop :=
  if twice_gap B is Some g then
    let half := (N.to_nat g)%:R / 2%:R in
    match s with Neg => x <= - half | Zero => x = 0 | Pos => half <= x | Star => True end
  else matches s x.

Definition attends_in_bits (F : realFieldType) (B : precision) (A : asked) (m : nat) : Prop :=
  exists (key : N -> 'rV[F]_m) (extra : 'rV[F]_m),
    (null_token A -> of_bits B extra) /\ (forall c, (c < width A)%num -> of_bits B (key c)) /\
    forall r, a_row A r -> exists (query : 'rV[F]_m) (t : F),
      (twice_gap B -> of_bits B query) /\ (null_token A -> t = dot query extra) /\
      forall c, (c < width A)%num -> apart B (r c) (dot query (key c) - t).

(* Match of order s: query x < m and s - 1 keys < m, of which None is the null key, score sum_i x_i k_i k'_i ..; above
   the score of null keys alone if none is null and m divides the sum, below it otherwise. *)
Definition tuple_symbol (m x : N) (keys : seq (option N)) : symbol :=
  if all (fun k => k == None) keys then Zero
  else if all isSome keys && N.eqb ((x + foldr N.add 0%num (pmap id keys)) mod m)%num 0%num then Pos else Neg.

Definition tuples_attend (F : realFieldType) (B : option precision) (order m : N) (d : nat) : Prop :=
  let parts := (N.to_nat order).-1 in
  let held (x : 'rV[F]_d) := if B is Some B' then of_bits B' x else True in
  exists key : nat -> option N -> 'rV[F]_d,
    (forall i k, (i < parts)%N -> (if k is Some c then (c < m)%num else True) -> held (key i k)) /\
    forall x, (x < m)%num -> exists query : 'rV[F]_d, held query /\
      forall keys, size keys = parts -> all (fun k => if k is Some c then N.ltb c m else true) keys ->
        let score l := \sum_i query 0 i * \prod_(j < parts) key j (nth None l j) 0 i in
        let above := score keys - score (nseq parts None) in
        if B is Some B' then apart B' (tuple_symbol m x keys) above else matches (tuple_symbol m x keys) above.

(* The questions that are covered. *)
Inductive question :=
  | Subsets (n least most : N) (tied : bool) (by_ : score)  (* all sets of least .. most keys; q-SA is tied *)
  | Match2 (m : N)                                       (* key c is selected by query x if m divides x + c *)
  | Written (rows : seq (seq symbol)) (with_null : bool) (* a pattern *)
  | Relevance (n : N) (lists : seq (seq N * seq N)) (with_null : bool). (* relevant and free items of each query *)

Definition asks (q : question) : asked :=
  match q with
  | Subsets n least most tied by_ => Asked n
      (fun r => exists y : seq N, [/\ uniq (map N.to_nat y), forall c, c \in map N.to_nat y -> (c < N.to_nat n)%N,
         (N.to_nat least <= size y <= N.to_nat most)%N &
         forall c, r c = if N.to_nat c \in map N.to_nat y then if tied then Zero else Pos else Neg]) false by_
  | Match2 m => Asked m (fun r => exists x, (x < m)%num /\
      forall c, r c = if N.eqb ((x + c) mod m) 0 then Pos else Neg) true Inner
  | Written rows null => Asked (N.of_nat (foldr maxn 0%N (map size rows)))
      (fun r => exists2 i, (i < size rows)%N & forall c, r c = nth Star (nth [::] rows i) (N.to_nat c)) null Inner
  | Relevance n lists null => Asked n
      (fun r => exists2 i, (i < size lists)%N & forall c, r c =
         if N.to_nat c \in map N.to_nat (nth ([::], [::]) lists i).1 then Pos
         else if N.to_nat c \in map N.to_nat (nth ([::], [::]) lists i).2 then Star else Neg) null Inner
  end.

(* ---------- Averages by a softmax ---------- *)

(* An exponential function of an ordered field: b^x of the reals, b > 1. *)
Definition exponential (F : realFieldType) (E : F -> F) : Prop :=
  [/\ forall x y, E (x + y) = E x * E y, forall x y, x < y -> E x < E y, forall x, 0 < E x &
      forall b, 0 < b -> exists x, E x < b].

(* For each set of q of n keys and numbers z in [-1, 1], the mean of z over the set, up to an error: a constant times the
   mean of all z by the weights of a softmax. *)
Definition softmax_averages (F : realFieldType) (E : F -> F) (n q : N) (error : F) (m : nat) : Prop :=
  exists (key : 'I_(N.to_nat n) -> 'rV[F]_m) (query : {set 'I_(N.to_nat n)} -> 'rV[F]_m) (factor : F),
    forall (y : {set 'I_(N.to_nat n)}) z, #|y| = N.to_nat q -> (forall j, `|z j| <= 1) ->
      let weight j := E (dot (query y) (key j)) in
      `|factor * (\sum_j weight j * z j) / (\sum_j weight j) - (\sum_(j in y) z j) / (N.to_nat q)%:R| <= error.

(* ---------- Communication matrices and their measures ---------- *)

(* Rows are Alice's inputs, columns Bob's; None is *, outside of the promise. *)
Definition boolean := seq (seq (option bool)).

Definition height (M : boolean) : nat := size M.
Definition breadth (M : boolean) : nat := size (head [::] M).
Definition cell (M : boolean) (i j : nat) : option bool := nth None (nth [::] M i) j.

Definition complement (M : boolean) : boolean := map (map (omap negb)) M.
Definition turned (M : boolean) : boolean := mkseq (fun j => mkseq (fun i => cell M i j) (height M)) (breadth M).

(* The strings of n bits in lexicographic order: as numbers, the first bit the most significant. *)
Fixpoint strings (n : nat) : seq (seq bool) :=
  if n is k.+1 then let s := strings k in map (cons false) s ++ map (cons true) s else [:: [::]].

Fixpoint greater (a b : seq bool) : bool :=
  match a, b with x :: a', y :: b' => if x (+) y then x else greater a' b' | _, _ => false end.

(* Functions of two strings of n bits; in INDEX Bob has the number of a bit; matrices that are written out. *)
Inductive two_party :=
  | Disj (n : N) | Equality (n : N) | Greater (n : N) | AtLeast (n : N) | InnerProduct (n : N) | Index (n : N)
  | Table (rows : boolean).

Definition entries (f : two_party) : boolean :=
  let table n (value : seq bool -> seq bool -> bool) :=
    let s := strings (N.to_nat n) in [seq [seq Some (value a b) | b <- s] | a <- s] in
  match f with
  | Disj n => table n (fun a b => ~~ has (fun p => p.1 && p.2) (zip a b))
  | Equality n => table n (fun a b => ~~ has (fun p => p.1 (+) p.2) (zip a b))
  | Greater n => table n greater
  | AtLeast n => table n (fun a b => ~~ greater b a)
  | InnerProduct n => table n (fun a b => foldr (fun p sum => (p.1 && p.2) (+) sum) false (zip a b))
  | Index n => map (map Some) (strings (N.to_nat n))
  | Table rows => rows
  end.

(* A set of rows times a set of columns; a b-rectangle holds no entry that is not b, it may hold *. *)
Definition rectangle : Type := pred nat * pred nat.
Definition inside (R : rectangle) (i j : nat) : bool := R.1 i && R.2 j.
Definition of_value (M : boolean) (b : bool) (R : rectangle) : Prop :=
  forall i j, inside R i j -> cell M i j <> Some (~~ b).

(* The first k of the rectangles R; no two hold the same place. *)
Definition disjoint (k : nat) (R : nat -> rectangle) : Prop :=
  forall s t i j, (s < k)%N -> (t < k)%N -> inside (R s) i j -> inside (R t) i j -> s = t.

Definition covers (M : boolean) (b : bool) (k : nat) (R : nat -> rectangle) : Prop :=
  (forall t, (t < k)%N -> of_value M b (R t)) /\
  forall i j, cell M i j = Some b -> exists2 t, (t < k)%N & inside (R t) i j.

(* All entries are in one of k rectangles, each of which is constant. *)
Definition partitions (M : boolean) (k : nat) (R : nat -> rectangle) : Prop :=
  (forall t, (t < k)%N -> exists b, of_value M b (R t)) /\ disjoint k R /\
  forall i j, (i < height M)%N -> (j < breadth M)%N -> exists2 t, (t < k)%N & inside (R t) i j.

(* Places with the value b of which no two lie in one b-rectangle. *)
Definition fooling (M : boolean) (b : bool) (places : seq (nat * nat)) : Prop :=
  uniq places /\ (forall p, p \in places -> cell M p.1 p.2 = Some b) /\
  forall p q R, p \in places -> q \in places -> of_value M b R -> inside R p.1 p.2 -> inside R q.1 q.2 -> p = q.

(* Alice, or Bob, says a bit of the own input, at a leaf the answer is known. *)
Inductive protocol :=
  | Leaf (answer : bool) | Alice (bit : pred nat) (no yes : protocol) | Bob (bit : pred nat) (no yes : protocol).

Fixpoint depth (T : protocol) : nat :=
  match T with Leaf _ => 0 | Alice _ no yes | Bob _ no yes => (maxn (depth no) (depth yes)).+1 end%N.

Fixpoint outcome_of (T : protocol) (i j : nat) : bool :=
  match T with
  | Leaf b => b
  | Alice bit no yes => outcome_of (if bit i then yes else no) i j
  | Bob bit no yes => outcome_of (if bit j then yes else no) i j
  end.

(* Entries off the promise are anything: a completion has 0 or 1 in their place. *)
Definition completes (M : boolean) (C : nat -> nat -> bool) : Prop := forall i j b, cell M i j = Some b -> C i j = b.

(* Some completion has rank at most k, with these numbers for 0 and 1. *)
Definition rank_within (K : fieldType) (zero one : K) (M : boolean) (k : nat) : Prop :=
  exists2 C, completes M C & (\rank (\matrix_(i < height M, j < breadth M) if C i j then one else zero) <= k)%N.

Inductive scalars := Rationals | GF2 | GF3.

(* alice, rows: the sender is Alice, rows show all words on columns; else of the matrix turned. b: of the entries b. *)
Inductive measure :=
  | Depth | OneWay (alice : bool) | Fooling (b : bool) | Cover (b : bool) | Disjoint (b : bool) | Partition
  | Rank (over : scalars) (complemented : bool) | RankSign | Shattered (rows : bool) | SignRank.

(* The measure is the least k for which this holds, or the greatest if it is `largest`; real vectors are over F. *)
Definition may_be (F : realFieldType) (m : measure) (M : boolean) (k : nat) : Prop :=
  match m with
  | Depth => exists2 T, (depth T <= k)%N & completes M (outcome_of T)
  | OneWay alice => exists (message : nat -> nat) (answer : nat -> nat -> bool),
      (forall i, (message i < 2 ^ k)%N) /\
      completes (if alice then M else turned M) (fun i j => answer (message i) j)
  | Fooling b => exists2 places, size places = k & fooling M b places
  | Cover b => exists R, covers M b k R
  | Disjoint b => exists2 R, covers M b k R & disjoint k R
  | Partition => exists R, partitions M k R
  | Rank over complemented =>
      let M' := if complemented then complement M else M in
      match over with
      | Rationals => rank_within (0 : rat) 1 M' k
      | GF2 => rank_within (0 : 'F_2) 1 M' k
      | GF3 => rank_within (0 : 'F_3) 1 M' k
      end
  | RankSign => rank_within (- 1 : rat) 1 M k
  | Shattered rows => let M' := if rows then M else turned M in
      exists2 columns, size columns = k & forall word : seq bool, size word = k ->
        exists2 i, (i < height M')%N & map (cell M' i) columns = map Some word
  | SignRank => exists x y : nat -> 'rV[F]_k, forall i j b, cell M i j = Some b ->
      if b then 0 < dot (x i) (y j) else dot (x i) (y j) < 0
  end.

Definition largest (m : measure) : bool := match m with Fooling _ | Shattered _ => true | _ => false end.

(* ---------- Measures that are real numbers ---------- *)

Inductive real_measure := FractionalCover (b : bool) | Discrepancy | UniformDiscrepancy | SpectralNorm | Forster.

Section Real.

Variable F : realFieldType.

(* How far the entries 1 of a rectangle outweigh its entries 0, or these those. *)
Definition imbalance (M : boolean) (weight : nat -> nat -> F) (R : rectangle) : F :=
  `|\sum_(i < height M) \sum_(j < breadth M)
      if inside R i j then if cell M i j is Some b then if b then weight i j else - weight i j else 0 else 0|.

(* The sign matrix A: 1 and -1 for the entries 1 and 0; x^T A y; |x^T A y| <= s |x| |y| for all x, y. *)
Definition sign_at (M : boolean) (i j : nat) : F := if cell M i j is Some b then if b then 1 else - 1 else 0.
Definition bilinear (M : boolean) (x y : nat -> F) : F :=
  \sum_(i < height M) \sum_(j < breadth M) sign_at M i j * x i * y j.
Definition norm_within (M : boolean) (s : F) : Prop := 0 <= s /\ forall x y,
  bilinear M x y ^+ 2 <= s ^+ 2 * (\sum_(i < height M) x i ^+ 2) * (\sum_(j < breadth M) y j ^+ 2).

(* The measure is the least t for which this holds. *)
Definition within (m : real_measure) (M : boolean) (t : F) : Prop :=
  match m with
  | FractionalCover b => exists k (weight : nat -> F) (R : nat -> rectangle),
      [/\ forall s, (s < k)%N -> 0 <= weight s /\ of_value M b (R s),
        forall i j, cell M i j = Some b -> 1 <= \sum_(s < k) (if inside (R s) i j then weight s else 0) &
        \sum_(s < k) weight s <= t]
  | Discrepancy => exists weight : nat -> nat -> F, [/\ forall i j, 0 <= weight i j,
        \sum_(i < height M) \sum_(j < breadth M) (if cell M i j is Some _ then weight i j else 0) = 1 &
        forall R, imbalance M weight R <= t]
  | UniformDiscrepancy => forall R, imbalance M (fun _ _ => ((height M * breadth M)%:R)^-1) R <= t
  | SpectralNorm => norm_within M t
  | Forster => 0 <= t /\ forall s, norm_within M s -> (height M * breadth M)%:R <= (t * s) ^+ 2 (* sqrt(R C) / norm *)
  end.

End Real.

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

(* ---------- Late interaction: d vectors for a document, t for a query ---------- *)

(* The greatest of f 0, .., f s. *)
Fixpoint greatest (F : realFieldType) (f : nat -> F) (s : nat) : F :=
  if s is r.+1 then Num.max (greatest f r) (f s) else f 0%N.

(* The best product with a document's vectors, summed over the query's vectors, is above a threshold or below it. *)
Definition interacts (F : realFieldType) (A : asked) (d t m : nat) : Prop :=
  exists document : N -> nat -> 'rV[F]_m, forall r, a_row A r -> exists (query : nat -> 'rV[F]_m) (bar : F),
    forall c, (c < width A)%num ->
      matches (r c) (\sum_(i < t) greatest (fun s => dot (query i) (document c s)) d.-1 - bar).

(* ---------- Claims ---------- *)

Inductive side := Lower | Upper.

(* A quantity of which every value above one that is reached is reached: v is at most the least, or it is reached. *)
Definition bounded (s : side) (v : nat) (reached : nat -> Prop) : Prop :=
  if s is Lower then forall k, reached k -> (v <= k)%N else reached v.

(* A quantity of which every value below one that is reached is reached: v is reached, or at least the greatest. *)
Definition bounded_above (s : side) (v : nat) (reached : nat -> Prop) : Prop :=
  if s is Lower then reached v else forall k, reached k -> (k <= v)%N.

Inductive claim :=
  | InBits (B : precision) (q : question) (s : side) (v : N)  (* the same of class GRID or KEYS *)
  | Tuples (B : option precision) (order m : N) (s : side) (v : N) (* Match of a higher order; class SIGN if B is None *)
  | Averages (n q a b : N) (s : side) (v : N)            (* the least m of one softmax that averages up to a / b *)
  | Width (q : question) (s : side) (v : N)              (* the least m of class SIGN *)
  | Measured (f : two_party) (m : measure) (s : side) (v : N)
  | Rational (f : two_party) (m : real_measure) (s : side) (a b : N) (* the value a / b *)
  | Encodes (e : encoding) (rightly : bool)              (* it is correct, or else incorrect *)
  | TaskDepth (n : N) (layers : seq layer) (table : seq (seq N * seq (option Z))) (only_at : option N) (s : side) (v : N)
  | LateWidth (q : question) (d t : N) (s : side) (v : N) (* the least m of late interaction *)
  | SparseHops (n : N) (layers : seq layer) (s : side) (v : N) (* the least number >= 1 of layers after which all depend *)
  | SparseFact (n : N) (layers : seq layer) (f : fact).        (* a fact *)

Definition holds (c : claim) : Prop :=
  match c with
  | InBits B q s v => forall F : realFieldType, bounded s (N.to_nat v) (attends_in_bits F B (asks q))
  | Tuples B order m s v => forall F : realFieldType, bounded s (N.to_nat v) (tuples_attend F B order m)
  | Averages n q a b s v => forall (F : realFieldType) (E : F -> F), exponential E ->
      bounded s (N.to_nat v) (softmax_averages E n q ((N.to_nat a)%:R / (N.to_nat b)%:R))
  | Width q s v => forall F : realFieldType, bounded s (N.to_nat v) (attends F (asks q))
  | Measured f m s v => forall F : realFieldType,
      (if largest m then bounded_above else bounded) s (N.to_nat v) (may_be F m (entries f))
  | Rational f m s a b => forall F : realFieldType, let v : F := (N.to_nat a)%:R / (N.to_nat b)%:R in
      if s is Lower then forall t, within m (entries f) t -> v <= t else within m (entries f) v
  | Encodes e rightly => if rightly then correct e else incorrect e
  | TaskDepth n layers table only_at s v => bounded s (N.to_nat v) (told_by n layers table only_at)
  | LateWidth q d t s v => forall F : realFieldType,
      bounded s (N.to_nat v) (interacts F (asks q) (N.to_nat d) (N.to_nat t))
  | SparseHops n layers Lower v => forall t, (0 < t)%N -> all_depend n layers t -> (N.to_nat v <= t)%N
  | SparseHops n layers Upper v => exists t, (0 < t <= N.to_nat v)%N /\ all_depend n layers t
  | SparseFact n layers f => true_of n layers f
  end.
