(* The json term that is handed to the checker is printed, and compared with the file: both without white space outside
   of texts, and with texts written in one way (UTF-8, of which only the quotation mark and the backslash are escaped). *)

(* The term as text. *)
let printed term =
  let out = Buffer.create 65536 in
  let code z =
    let c = Z.to_int z in
    if c = 34 || c = 92 then Buffer.add_char out '\\';
    Buffer.add_utf_8_uchar out (Uchar.of_int c) in
  let quoted t = Buffer.add_char out '"'; List.iter code t; Buffer.add_char out '"' in
  let listed first show l last =
    Buffer.add_char out first;
    List.iteri (fun i x -> if i > 0 then Buffer.add_char out ','; show x) l;
    Buffer.add_char out last in
  let rec show : Checked.json -> unit = function
    | Null -> Buffer.add_string out "null"
    | Truth b -> Buffer.add_string out (string_of_bool b)
    | Int z -> Buffer.add_string out (Z.to_string z)
    | Text t -> quoted t
    | List l -> listed '[' show l ']'
    | Object l -> listed '{' (fun (name, v) -> quoted name; Buffer.add_char out ':'; show v) l '}' in
  show term;
  Buffer.contents out

(* The bytes of the file, but for white space and escapes. *)
let written s =
  let out = Buffer.create (String.length s) in
  let unit_at i = int_of_string ("0x" ^ String.sub s i 4) in
  let rec outside i =
    if i < String.length s then
      match s.[i] with
      | ' ' | '\t' | '\n' | '\r' -> outside (i + 1)
      | '"' -> Buffer.add_char out '"'; inside (i + 1)
      | c -> Buffer.add_char out c; outside (i + 1)
  and inside i =
    if i < String.length s then
      match s.[i] with
      | '"' -> Buffer.add_char out '"'; outside (i + 1)
      | '\\' -> escape (i + 1)
      | c -> Buffer.add_char out c; inside (i + 1)
  and escape i =
    match s.[i] with
    | 'u' ->
        let u = unit_at (i + 1) in
        let pair = u >= 0xD800 && u < 0xDC00 in
        let u = if pair then 0x10000 + ((u - 0xD800) * 0x400) + (unit_at (i + 7) - 0xDC00) else u in
        if u = 34 || u = 92 then Buffer.add_char out '\\';
        Buffer.add_utf_8_uchar out (Uchar.of_int u);
        inside (if pair then i + 11 else i + 5)
    | ('"' | '\\') as c -> Buffer.add_char out '\\'; Buffer.add_char out c; inside (i + 1)
    | c ->
        Buffer.add_char out (match c with 'b' -> '\b' | 'f' -> '\012' | 'n' -> '\n' | 'r' -> '\r' | 't' -> '\t' | c -> c);
        inside (i + 1) in
  outside 0;
  Buffer.contents out

let agrees term s = String.equal (printed term) (written s)
