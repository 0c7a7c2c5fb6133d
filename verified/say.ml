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

let relation : Checked.side -> string = function Lower -> ">=" | Upper -> "<="

let claim : Checked.claim -> string = function
  | Width (q, side, v) -> Printf.sprintf "m %s %s for class SIGN, %s" (relation side) (n v) (question q)

(* What is bounded, the side and the value: a lower bound above an upper one would be a contradiction. *)
type bounded = Of_question of Checked.question
let bound : Checked.claim -> (bounded * Checked.side * Z.t) option = function
  | Width (q, side, v) -> Some (Of_question q, side, v)
