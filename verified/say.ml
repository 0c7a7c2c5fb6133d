(* A claim in words. What is printed as proved is made here from the very term that was proved: `claim` of statements.v.
   A new constructor of `claim` or `question` gets its words here; without them this file does not compile. *)

(* Rows and lists are cut unless all of it is asked for. *)
let whole = ref false
let most = 300

let cut s =
  let n = String.length s in
  if !whole || n <= most then s
  else Printf.sprintf "%s .. (%d characters in all, MD5 %s; --full prints them)" (String.sub s 0 most) n
    (Digest.to_hex (Digest.string s))

let n = Z.to_string

let symbol : Checked.symbol -> char = function Neg -> '-' | Zero -> '0' | Pos -> '+' | Star -> '*'
let row symbols = String.of_seq (Seq.map symbol (List.to_seq symbols))
let keys l = "{" ^ String.concat "," (List.map n l) ^ "}"
let query (relevant, free) = keys relevant ^ if free = [] then "" else "*" ^ keys free
let threshold null = if null then "threshold: the score of one more key" else "a threshold for each query"
let score : Checked.score -> string = function Inner -> "inner products" | Cosine -> "cosine (keys of one norm)" | Euclidean -> "Euclidean distance"

let sizes least most = if Z.equal least most then n least else n least ^ " to " ^ n most

let question : Checked.question -> string = function
  | Subsets (keys, least, most, tied, by) ->
      Printf.sprintf "each set of %s of %s keys, %s, by %s" (sizes least most) (n keys)
        (if tied then "tied above the others" else "above a threshold for each query") (score by)
  | Match2 m ->
      Printf.sprintf "Match2 with M = %s (query x selects key c of %s if %s divides x + c), %s" (n m) (n m) (n m)
        (threshold true)
  | Written (rows, null) ->
      Printf.sprintf "pattern of %d rows, %s: %s" (List.length rows) (threshold null)
        (cut (String.concat " " (List.map row rows)))
  | Relevance (keys, lists, null) ->
      Printf.sprintf "relevance among %s keys, %d queries, relevant keys (and * free ones) of each, %s: %s" (n keys)
        (List.length lists) (threshold null) (cut (String.concat " " (List.map query lists)))

let entry = function Some true -> '1' | Some false -> '0' | None -> '*'
let table rows = String.concat " " (List.map (fun r -> String.of_seq (Seq.map entry (List.to_seq r))) rows)

let two_party : Checked.two_party -> string = function
  | Disj bits -> "disjointness of two sets of " ^ n bits
  | Equality bits -> "equality of numbers of " ^ n bits ^ " bits"
  | Greater bits -> "a > b for numbers of " ^ n bits ^ " bits"
  | AtLeast bits -> "a >= b for numbers of " ^ n bits ^ " bits"
  | InnerProduct bits -> "inner product mod 2 of strings of " ^ n bits ^ " bits"
  | Index bits -> "bit b of a string of " ^ n bits ^ " bits"
  | Table rows -> Printf.sprintf "the matrix of %d rows (* is outside of the promise): %s" (List.length rows) (cut (table rows))

let bit b = if b then "1" else "0"
let scalars : Checked.scalars -> string = function Rationals -> "the rationals" | GF2 -> "GF(2)" | GF3 -> "GF(3)"

let measure : Checked.measure -> string = function
  | Depth -> "deterministic communication D"
  | OneWay alice -> (if alice then "one-way communication from Alice" else "one-way communication from Bob")
  | Fooling b -> "the largest fooling set of entries " ^ bit b
  | Cover b -> "the least cover of the entries " ^ bit b ^ " by rectangles"
  | Disjoint b -> "the least partition of the entries " ^ bit b ^ " into rectangles"
  | Partition -> "the least partition into constant rectangles"
  | Rank (over, complemented) ->
      Printf.sprintf "the rank over %s%s" (scalars over) (if complemented then " of the complement" else "")
  | RankSign -> "the rank over the rationals with -1 for 0"
  | Shattered rows -> "the VC dimension " ^ (if rows then "of the rows" else "of the columns")
  | SignRank -> "the sign-rank"

let task : Checked.task -> string = function
  | Match3 (length, m) -> Printf.sprintf "Match3 mod %s on %s tokens" (n m) (n length)
  | Cycle3 length -> Printf.sprintf "directed triangles through a vertex of %s" (n length)
  | Hops (length, m, k) -> Printf.sprintf "%s induction hops on %s tokens below %s" (n k) (n length) (n m)
  | Compose m -> Printf.sprintf "composition of two functions on %s points" (n m)

let rec number : Checked.nat -> int = function O -> 0 | S k -> 1 + number k
let place : Checked.place -> string = function
  | OfAlice k -> Printf.sprintf "A%d" (number k)
  | OfBob k -> Printf.sprintf "B%d" (number k)
  | Fixed x -> n x
let numbers l = String.concat "," (List.map n l)
let listed l = String.concat " " (List.map (fun (i, x) -> n i ^ ":" ^ numbers x) l)
let output (answer, b) = n answer ^ "=" ^ bit b

let encoding (e : Checked.encoding) =
  cut (Printf.sprintf "%s into %s; tokens %s; of Alice, by input: %s; of Bob: %s; the greatest answer at %s: %s"
    (two_party e.of_function) (task e.into) (String.concat "," (List.map place e.places)) (listed e.for_alice)
    (listed e.for_bob) (numbers e.positions) (String.concat " " (List.map output e.bits)))
(* Sparse patterns. *)
let rec layer : Checked.layer -> string = function
  | Dense -> "dense"
  | Window w -> "window of " ^ n w
  | Block w -> "blocks of " ^ n w
  | Dilated (w, r) -> Printf.sprintf "window of %s dilated by %s" (n w) (n r)
  | Stride w -> "stride " ^ n w
  | Summaries (w, last) -> Printf.sprintf "summaries of blocks of %s%s" (n w) (if last then " and the last position" else "")
  | StarRing -> "star"
  | Longformer (w, g) -> Printf.sprintf "window of %s with %s global positions" (n w) (n g)
  | Lists rows -> "lists " ^ cut (String.concat " " (List.map keys rows))
  | Union parts -> "(" ^ String.concat " and " (List.map layer parts) ^ ")"
  | Causal l -> "causal " ^ layer l

let pattern positions layers =
  Printf.sprintf "sparse pattern on %s positions, in turn: %s" (n positions) (String.concat "; " (List.map layer layers))

let fact : Checked.fact -> string = function
  | SelfAttending -> "each position attends to itself in every layer"
  | MissesItself (t, i) -> Printf.sprintf "position %s does not attend to itself in layer %s" (n i) (n t)
  | Path -> "in some order each position is attended to by the next one in some layer"
  | NoPath -> "in no order each position is attended to by the next one in some layer"
  | NeverAll -> "after any number of layers some position does not depend on all tokens"

let real_measure : Checked.real_measure -> string = function
  | FractionalCover b -> "the least weight of rectangles that cover the entries " ^ bit b
  | Discrepancy -> "the discrepancy"
  | UniformDiscrepancy -> "the discrepancy under uniform weights"
  | SpectralNorm -> "the spectral norm of the sign matrix"
  | Forster -> "Forster's bound, sqrt(R C) over the spectral norm of the sign matrix,"

let relation : Checked.side -> string = function Lower -> ">=" | Upper -> "<="

let precision (b : Checked.precision) =
  let kind = if b.odd_only then "midrise" else "twos" in
  match b.twice_gap with
  | None -> Printf.sprintf "KEYS(%s, %s)" (n b.digits_of) kind
  | Some g when Z.is_even g -> Printf.sprintf "GRID(%s, %s, gap %s)" (n b.digits_of) kind (n (Z.shift_right g 1))
  | Some g -> Printf.sprintf "GRID(%s, %s, gap %s/2)" (n b.digits_of) kind (n g)

let claim : Checked.claim -> string = function
  | InBits (b, q, side, v) -> Printf.sprintf "m %s %s for class %s, %s" (relation side) (n v) (precision b) (question q)
  | Tuples (b, order, m, side, v) ->
      Printf.sprintf "m %s %s for class %s, Match of order %s with M = %s (query x selects the tuples whose sum with x %s divides)"
        (relation side) (n v) (match b with Some b -> precision b | None -> "SIGN") (n order) (n m) (n m)
  | Width (q, side, v) -> Printf.sprintf "m %s %s for class SIGN, %s" (relation side) (n v) (question q)
  | Averages (keys, q, a, b, side, v) ->
    Printf.sprintf "m %s %s for class SOFTMAX, means over each set of %s of %s positions, error at most %s/%s"
      (relation side) (n v) (n q) (n keys) (n a) (n b)
  | Measured (f, m, side, v) -> Printf.sprintf "%s %s %s, of %s" (measure m) (relation side) (n v) (two_party f)
  | Rational (f, m, side, a, b) ->
      Printf.sprintf "%s %s %s, of %s" (real_measure m) (relation side) (Q.to_string (Q.make a b)) (two_party f)
  | Encodes (e, true) -> "correct: for all promised inputs the answer of the task gives the value, encoding of " ^ encoding e
  | Encodes (e, false) -> "incorrect: for some promised inputs the answer of the task does not give the value, encoding of " ^ encoding e
  | TaskDepth (positions, layers, table, only_at, side, v) ->
      let answer = function Some z -> n z | None -> "?" in
      let line (x, a) = String.concat "," (List.map n x) ^ ":" ^ String.concat "," (List.map answer a) in
      let place = match only_at with Some i -> ", answers at position " ^ n i | None -> "" in
      Printf.sprintf "depth %s %s for the table %s%s, %s" (relation side) (n v)
        (cut (String.concat " " (List.map line table))) place (pattern positions layers)
  | LateWidth (q, d, t, side, v) ->
      Printf.sprintf "m %s %s for late interaction with %s vectors for a document and %s for a query, %s" (relation side)
        (n v) (n d) (n t) (question q)
  | SparseHops (positions, layers, side, v) -> Printf.sprintf "hops %s %s, %s" (relation side) (n v) (pattern positions layers)
  | SparseFact (positions, layers, f) -> Printf.sprintf "%s: %s" (fact f) (pattern positions layers)

(* What is bounded, the side and the value: a lower bound above an upper one would be a contradiction. *)
type bounded =
  | Of_question of Checked.question
  | Of_bits of Checked.precision * Checked.question
  | Of_tuples of Checked.precision option * Z.t * Z.t
  | Of_matrix of Checked.two_party * Checked.measure
  | Of_weights of Checked.two_party * Checked.real_measure
  | Of_pattern of Z.t * Checked.layer list
  | Of_means of Z.t list
  | Of_late of Checked.question * Z.t * Z.t
  | Of_depth of (Z.t * Checked.layer list) * (Z.t list * Z.t option list) list * Z.t option

let integral : Checked.claim -> (bounded * Checked.side * Z.t) option = function
  | Width (q, side, v) -> Some (Of_question q, side, v)
  | InBits (b, q, side, v) -> Some (Of_bits (b, q), side, v)
  | Tuples (b, order, m, side, v) -> Some (Of_tuples (b, order, m), side, v)
  | Averages (keys, q, a, b, side, v) -> Some (Of_means [keys; q; a; b], side, v)
  | Measured (f, m, side, v) -> Some (Of_matrix (f, m), side, v)
  | Rational _ | Encodes _ -> None
  | TaskDepth (positions, layers, table, only_at, side, v) ->
      Some (Of_depth ((positions, layers), table, only_at), side, v)
  | LateWidth (q, d, t, side, v) -> Some (Of_late (q, d, t), side, v)
  | SparseHops (positions, layers, side, v) -> Some (Of_pattern (positions, layers), side, v)
  | SparseFact _ -> None

let bound : Checked.claim -> (bounded * Checked.side * Q.t) option = function
  | Rational (f, m, side, a, b) -> Some (Of_weights (f, m), side, Q.make a b)
  | c -> Option.map (fun (what, side, v) -> (what, side, Q.of_bigint v)) (integral c)
