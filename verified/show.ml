(* Verdicts as lines of text and as JSON. What is proved is said by say.ml; the kind of what is not covered in the words
   of the file. *)

let codes word = List.init (String.length word) (fun i -> Z.of_int (Char.code word.[i]))

(* At most 80 characters of a text of the file, in ASCII. *)
let short t =
  let shown z =
    let c = Z.to_int z in
    if c >= 32 && c < 127 then String.make 1 (Char.chr c) else Printf.sprintf "\\u%04x" c in
  String.concat "" (List.map shown (List.filteri (fun i _ -> i < 80) t))

let word j name = match Checked.field (codes name) j with Some (Checked.Text t) -> Some (short t) | _ -> None
let words j names = String.concat " " (List.filter_map (word j) names)
let inner name j = Option.value (Checked.field (codes name) j) ~default:Checked.Null

(* Quantity, side, task and evidence of a claim. *)
let kind file j =
  let q = match inner "question" j with Checked.Null -> inner "question" file | q -> q in
  Printf.sprintf "%s, %s, of %s, by %s"
    (words j ["resource"; "measure"; "quantity"; "claim"; "unit_class"]) (Option.value (word j "side") ~default:"fact")
    (words q ["task"; "of"]) (words (inner "proof" j) ["rule"; "exhibit"; "system"; "name"])

let claims_of file = match inner "claims" file with Checked.List l -> l | _ -> []

(* Each outcome with the claim as the file has it. *)
let each show verdict =
  match verdict with
  | Judge.Judgements (l, file) -> List.mapi (fun i (o, j) -> show file i o j) (List.combine l (claims_of file))
  | _ -> []

let line file i judged j =
  match judged with
  | Checked.Judged (c, Checked.Proved) -> Printf.sprintf "claims[%d] proved: %s" i (Say.claim c)
  | Checked.Judged (_, Checked.Failed) -> Printf.sprintf "claims[%d] rejected: its proof fails (%s)" i (kind file j)
  | Checked.Judged (_, Checked.Elsewhere) | Checked.Unread -> Printf.sprintf "claims[%d] not covered: %s" i (kind file j)

let quoted s =
  let out = Buffer.create (String.length s + 2) in
  let escape c =
    match c with
    | '"' | '\\' -> Buffer.add_char out '\\'; Buffer.add_char out c
    | c when c < ' ' -> Buffer.add_string out (Printf.sprintf "\\u%04x" (Char.code c))
    | c -> Buffer.add_char out c in
  String.iter escape s;
  "\"" ^ Buffer.contents out ^ "\""

let json_object fields = "{" ^ String.concat ", " (List.map (fun (k, v) -> quoted k ^ ": " ^ v) fields) ^ "}"

let claim_json file _ judged j =
  json_object
    (match judged with
     | Checked.Judged (c, Checked.Proved) -> [("outcome", quoted "proved"); ("statement", quoted (Say.claim c))]
     | Checked.Judged (_, Checked.Failed) -> [("outcome", quoted "rejected"); ("kind", quoted (kind file j))]
     | Checked.Judged (_, Checked.Elsewhere) | Checked.Unread ->
         [("outcome", quoted "not covered"); ("kind", quoted (kind file j))])

let json label verdict =
  let reason = match Judge.reason verdict with "" -> [] | r -> [("reason", quoted r)] in
  let claims = match each claim_json verdict with [] -> [] | l -> [("claims", "[" ^ String.concat ", " l ^ "]")] in
  json_object ([("file", quoted label); ("verdict", quoted (Judge.name verdict))] @ reason @ claims)

let text label verdict =
  let name =
    match verdict with
    | Judge.Internal _ -> "INTERNAL ERROR, please report it"
    | v -> String.uppercase_ascii (Judge.name v) in
  let reason = match Judge.reason verdict with "" -> "" | r -> "  " ^ r in
  String.concat "\n  " (Printf.sprintf "%s: %s%s" label name reason :: each line verdict)
