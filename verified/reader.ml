(* From the bytes of a file to the json term of the checker. Nothing here is trusted: echo.ml prints the term and
   compares it with the file. Every loop over a list, an object or a text is iterative; only nesting uses the stack. *)

exception Malformed of string

let deepest = 500 (* lists and objects in one another *)
let longest = 4000 (* characters of an integer, as in the format *)
let malformed at words = raise (Malformed (Printf.sprintf "%s at byte %d" words at))

(* The code point at i and where the next one begins; overlong forms, surrogates and what is above 10FFFF are refused. *)
let code_point s i =
  let byte k = if k < String.length s then Char.code s.[k] else 0 in
  let rest k =
    let b = byte k in
    if b land 0xC0 <> 0x80 then malformed i "no UTF-8" else b land 0x3F in
  let b = byte i in
  let made least value size = if value < least then malformed i "no UTF-8" else (value, i + size) in
  if b < 0x80 then (b, i + 1)
  else if b land 0xE0 = 0xC0 then made 0x80 (((b land 0x1F) lsl 6) lor rest (i + 1)) 2
  else if b land 0xF0 = 0xE0 then begin
    let value = ((b land 0x0F) lsl 12) lor (rest (i + 1) lsl 6) lor rest (i + 2) in
    if value land 0xF800 = 0xD800 then malformed i "no UTF-8 (a surrogate)" else made 0x800 value 3
  end else if b land 0xF8 = 0xF0 then begin
    let value = ((b land 0x07) lsl 18) lor (rest (i + 1) lsl 12) lor (rest (i + 2) lsl 6) lor rest (i + 3) in
    if value > 0x10FFFF then malformed i "no UTF-8" else made 0x10000 value 4
  end else malformed i "no UTF-8"

(* Four hexadecimal digits at i. *)
let hexadecimal s i =
  let digit k =
    match if k < String.length s then s.[k] else ' ' with
    | '0' .. '9' as c -> Char.code c - 48
    | 'a' .. 'f' as c -> Char.code c - 87
    | 'A' .. 'F' as c -> Char.code c - 55
    | _ -> malformed k "no hexadecimal digit" in
  (digit i lsl 12) lor (digit (i + 1) lsl 8) lor (digit (i + 2) lsl 4) lor digit (i + 3)

(* What is escaped at i, after the backslash. *)
let escaped s i =
  match if i < String.length s then s.[i] else ' ' with
  | ('"' | '\\' | '/') as c -> (Char.code c, i + 1)
  | 'b' -> (8, i + 1)
  | 'f' -> (12, i + 1)
  | 'n' -> (10, i + 1)
  | 'r' -> (13, i + 1)
  | 't' -> (9, i + 1)
  | 'u' ->
      let high = hexadecimal s (i + 1) in
      if high land 0xF800 <> 0xD800 then (high, i + 5)
      else begin
        let paired = high < 0xDC00 && i + 6 < String.length s && s.[i + 5] = '\\' && s.[i + 6] = 'u' in
        let low = if paired then hexadecimal s (i + 7) else 0 in
        if low land 0xFC00 <> 0xDC00 then malformed i "half of a surrogate pair"
        else (0x10000 + ((high land 0x3FF) lsl 10) + (low land 0x3FF), i + 11)
      end
  | _ -> malformed i "no escape"

(* The text that begins at i, after the quotation mark. *)
let rec text s i read =
  if i >= String.length s then malformed i "the file ends in a text"
  else
    match s.[i] with
    | '"' -> (List.rev read, i + 1)
    | '\\' -> let (code, next) = escaped s (i + 1) in text s next (Z.of_int code :: read)
    | c when c < ' ' -> malformed i "a control character in a text"
    | _ -> let (code, next) = code_point s i in text s next (Z.of_int code :: read)

let rec spaces s i =
  if i < String.length s && (match s.[i] with ' ' | '\t' | '\n' | '\r' -> true | _ -> false) then spaces s (i + 1) else i

let integer s i =
  let rec digits k = if k < String.length s && s.[k] >= '0' && s.[k] <= '9' then digits (k + 1) else k in
  let first = if s.[i] = '-' then i + 1 else i in
  let stop = digits first in
  if stop = first then malformed i "no value";
  if stop - i > longest then malformed i (Printf.sprintf "an integer of more than %d characters" longest);
  if s.[first] = '0' && (stop > first + 1 || first > i) then malformed i "an integer that begins with 0 or is -0";
  if stop < String.length s && (match s.[stop] with '.' | 'e' | 'E' -> true | _ -> false) then
    malformed i "a number that is no integer";
  (Checked.Int (Z.of_string (String.sub s i (stop - i))), stop)

let word s i letters value =
  let n = String.length letters in
  if i + n <= String.length s && String.sub s i n = letters then (value, i + n) else malformed i "no value"

let rec value s depth i =
  let i = spaces s i in
  if i >= String.length s then malformed i "the file ends where a value has to be"
  else
    match s.[i] with
    | '"' -> let (t, next) = text s (i + 1) [] in (Checked.Text t, next)
    | '[' -> members s (deeper depth i) i
    | '{' -> fields s (deeper depth i) i
    | 't' -> word s i "true" (Checked.Truth true)
    | 'f' -> word s i "false" (Checked.Truth false)
    | 'n' -> word s i "null" Checked.Null
    | _ -> integer s i

and deeper depth i = if depth >= deepest then malformed i (Printf.sprintf "more than %d levels" deepest) else depth + 1

(* A comma or the closing mark, after a member. *)
and goes_on s i closing =
  let i = spaces s i in
  if i < String.length s && s.[i] = ',' then (true, i + 1)
  else if i < String.length s && s.[i] = closing then (false, i + 1)
  else malformed i (Printf.sprintf "neither ',' nor '%c'" closing)

and members s depth i =
  let rec more read at =
    let (v, next) = value s depth at in
    let (on, next) = goes_on s next ']' in
    if on then more (v :: read) next else (Checked.List (List.rev (v :: read)), next) in
  let first = spaces s (i + 1) in
  if first < String.length s && s.[first] = ']' then (Checked.List [], first + 1) else more [] first

and fields s depth i =
  let names = Hashtbl.create 8 in
  let rec more read at =
    let at = spaces s at in
    if at >= String.length s || s.[at] <> '"' then malformed at "no name of a field";
    let (name, next) = text s (at + 1) [] in
    let key = List.map Z.to_int name in
    if Hashtbl.mem names key then malformed at "the name of a field a second time";
    Hashtbl.add names key ();
    let next = spaces s next in
    if next >= String.length s || s.[next] <> ':' then malformed next "no ':'";
    let (v, next) = value s depth (next + 1) in
    let (on, next) = goes_on s next '}' in
    if on then more ((name, v) :: read) next else (Checked.Object (List.rev ((name, v) :: read)), next) in
  let first = spaces s (i + 1) in
  if first < String.length s && s.[first] = '}' then (Checked.Object [], first + 1) else more [] first

(* The term of a whole file. *)
let read s =
  let (v, next) = value s 0 0 in
  let next = spaces s next in
  if next < String.length s then malformed next "something after the end";
  v
