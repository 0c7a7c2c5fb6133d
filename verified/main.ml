(* headcount-verified: certificates are read, judged by the proved checker, and what is proved is printed. *)

let help = {|usage: headcount-verified [--lines] [--json] [--full] [--times] FILE ..

Decide by a checker that is proved in Coq whether certificates prove what they claim.

  headcount-verified match2.json
  headcount-verified --lines --times ledger/certificates.jsonl
  headcount-verified --json certificates/*.json

A verdict for each certificate: ACCEPTED with what is proved; REJECTED: a proof fails; NOT COVERED: of a kind that the
proved checker does not know, so that nothing is said; MALFORMED: no certificate of version 3; UNDECIDED: too large.

  --lines   each line of a file is a name, a space and a certificate
  --json    print a JSON object for each certificate
  --full    print rows and lists in full
  --times   print at the end how many seconds and how much memory it took
  --help    print this

Files of up to 256 MB are read, and 8 GB of memory are used at most (HEADCOUNT_VERIFIED_MEMORY=GB in the environment).
Exit codes: 0 all accepted; else the greatest of 2 no such file, or wrong usage, 3 rejected, 4 malformed, 5 not covered
or undecided. 1: an internal error: please report it.
|}

let largest = 256 * 1024 * 1024

type verdict =
  | Judgements of Checked.judged list * Checked.json (* with the file *)
  | Malformed of string
  | Undecided of string
  | No_file of string
  | Internal of string

(* ---------- What is not covered, in the words of the file: not trusted ---------- *)

let codes word = List.init (String.length word) (fun i -> Z.of_int (Char.code word.[i]))

let short t =
  let shown z = let c = Z.to_int z in if c >= 32 && c < 127 then String.make 1 (Char.chr c) else Printf.sprintf "\\u%04x" c in
  String.concat "" (List.map shown (List.filteri (fun i _ -> i < 80) t))

let word name j = match Checked.field (codes name) j with Some (Checked.Text t) -> Some (short t) | _ -> None
let words names j = String.concat " " (List.filter_map (fun name -> word name j) names)
let inner name j = match Checked.field (codes name) j with Some k -> k | None -> Checked.Null

let kind file j =
  let proof = inner "proof" j in
  let q = match inner "question" j with Checked.Null -> inner "question" file | q -> q in
  Printf.sprintf "%s of task %s (%s) by %s"
    (words ["resource"; "measure"; "quantity"; "claim"; "unit_class"] j) (words ["task"; "of"] q)
    (match word "side" j with Some side -> side | None -> "fact")
    (words ["rule"; "exhibit"; "system"; "name"] proof)

(* ---------- Judging ---------- *)

(* Two proved claims that contradict each other: there can be none. *)
let contradiction judged =
  let proved = List.filter_map (function Checked.Judged (c, Checked.Proved) -> Say.bound c | _ -> None) judged in
  List.exists (fun (a, side, v) -> side = Checked.Lower
    && List.exists (fun (b, other, w) -> other = Checked.Upper && Q.gt v w && a = b) proved) proved

let judged content =
  match Reader.read content with
  | exception Reader.Malformed reason -> Malformed reason
  | file ->
      if not (Echo.agrees file content) then Internal "what was read is not what the file says"
      else if not (Checked.is_certificate file) then
        Malformed "is no certificate of format headcount-certificate, version 3 (of an older file: run the command that wrote it again)"
      else
        match Checked.check file with
        | [] -> Malformed "has no claims"
        | l when contradiction l -> Internal "a lower bound above an upper bound was accepted"
        | l -> Judgements (l, file)

let guarded make =
  match make () with
  | verdict -> verdict
  | exception Out_of_memory -> Undecided "takes more memory than is allowed"
  | exception Stack_overflow -> Undecided "takes more of the stack than there is"

(* ---------- Printing ---------- *)

let outcomes = function Judgements (l, _) -> l | _ -> []
let proved = function Checked.Judged (_, Checked.Proved) -> true | _ -> false
let failed = function Checked.Judged (_, Checked.Failed) -> true | _ -> false

let name = function
  | Judgements (l, _) -> if List.exists failed l then "rejected" else if List.for_all proved l then "accepted" else "not covered"
  | Malformed _ -> "malformed"
  | Undecided _ -> "undecided"
  | No_file _ -> "no file"
  | Internal _ -> "internal error"

let code verdict =
  match name verdict with
  | "accepted" -> 0 | "no file" -> 2 | "rejected" -> 3 | "malformed" -> 4 | "internal error" -> 1 | _ -> 5

let reason = function
  | Malformed r | Undecided r | No_file r | Internal r -> r
  | Judgements _ -> ""

(* The claims of a file as it states them, in the order of the verdicts. *)
let stated = function
  | Judgements (_, file) -> (match inner "claims" file with Checked.List l -> l | _ -> [])
  | _ -> []

let line verdict i judged j =
  match judged with
  | Checked.Judged (c, Checked.Proved) -> Printf.sprintf "claims[%d] proved: %s" i (Say.claim c)
  | Checked.Judged (_, Checked.Failed) -> Printf.sprintf "claims[%d] rejected: the proof does not prove it" i
  | Checked.Judged (_, Checked.Elsewhere) | Checked.Unread ->
      let file = match verdict with Judgements (_, file) -> file | _ -> Checked.Null in
      Printf.sprintf "claims[%d] not covered: %s" i (kind file j)

let quoted s =
  let escape c = match c with
    | '"' -> "\\\"" | '\\' -> "\\\\" | c when c < ' ' -> Printf.sprintf "\\u%04x" (Char.code c) | c -> String.make 1 c in
  "\"" ^ String.concat "" (List.map escape (List.of_seq (String.to_seq s))) ^ "\""

let claim_json verdict i judged j =
  match judged with
  | Checked.Judged (c, Checked.Proved) -> Printf.sprintf {|{"outcome": "proved", "statement": %s}|} (quoted (Say.claim c))
  | Checked.Judged (c, Checked.Failed) -> Printf.sprintf {|{"outcome": "failed", "statement": %s}|} (quoted (Say.claim c))
  | Checked.Judged (_, Checked.Elsewhere) | Checked.Unread ->
      let file = match verdict with Judgements (_, file) -> file | _ -> Checked.Null in
      ignore i; Printf.sprintf {|{"outcome": "not covered", "kind": %s}|} (quoted (kind file j))

let rec zip3 show i l m = match l, m with a :: l, b :: m -> let s = show i a b in s :: zip3 show (i + 1) l m | _ -> []

let print ~as_json label verdict =
  let claims show = zip3 (show verdict) 0 (outcomes verdict) (stated verdict) in
  if as_json then
    Printf.printf "{\"file\": %s, \"verdict\": %s%s%s}\n%!" (quoted label) (quoted (name verdict))
      (if reason verdict = "" then "" else ", \"reason\": " ^ quoted (reason verdict))
      (match verdict with
       | Judgements _ -> Printf.sprintf ", \"claims\": [%s]" (String.concat ", " (claims claim_json))
       | _ -> "")
  else begin
    let loud = match verdict with Internal _ -> "INTERNAL ERROR, please report it:" | v -> String.uppercase_ascii (name v) in
    Printf.printf "%s: %s%s\n%!" label loud (if reason verdict = "" then "" else "  " ^ reason verdict);
    List.iter (Printf.printf "  %s\n%!") (claims line)
  end;
  code verdict

(* ---------- Files ---------- *)

let content channel path =
  let size = in_channel_length channel in
  if size > largest then Error (Undecided (Printf.sprintf "has %d bytes; at most %d are read" size largest))
  else match really_input_string channel size with
    | s -> Ok s
    | exception End_of_file -> Error (No_file (path ^ " could not be read whole"))

let worst = ref 0
let count = ref 0
let seen c = incr count; if c = 1 || !worst = 1 then worst := 1 else worst := max !worst c

let each_line ~as_json path channel =
  let number = ref 0 in
  try
    while true do
      let l = input_line channel in
      incr number;
      let label, verdict =
        match String.index_opt l ' ' with
        | Some i when i > 0 && l.[0] <> '{' ->
            (String.sub l 0 i, guarded (fun () -> judged (String.sub l (i + 1) (String.length l - i - 1))))
        | _ -> (Printf.sprintf "%s:%d" path !number, Malformed "the line is not a name, a space and a certificate") in
      seen (print ~as_json label verdict)
    done
  with End_of_file -> ()

let each_file ~as_json ~lines path =
  match open_in_bin path with
  | exception Sys_error reason -> seen (print ~as_json path (No_file reason))
  | channel ->
      (try
         if lines then each_line ~as_json path channel
         else begin
           let verdict =
             match content channel path with
             | Ok s -> guarded (fun () -> judged s)
             | Error verdict -> verdict in
           seen (print ~as_json path verdict)
         end
       with Sys_error reason -> seen (print ~as_json path (No_file reason)));
      close_in channel

let peak () =
  try
    let status = open_in "/proc/self/status" in
    let rec find () =
      let l = input_line status in
      match Scanf.sscanf l "VmHWM: %d kB" (fun kb -> kb / 1024) with mb -> mb | exception _ -> find () in
    let mb = find () in
    close_in status; mb
  with _ -> (Gc.quick_stat ()).Gc.top_heap_words / 131072

let usage words = Printf.eprintf "headcount-verified: %s; headcount-verified --help says more\n" words; exit 2

let run arguments =
  let options, files = List.partition (fun a -> String.length a > 1 && a.[0] = '-') arguments in
  let known = ["--lines"; "--json"; "--full"; "--times"; "--help"] in
  List.iter (fun o -> if not (List.mem o known) then usage (Printf.sprintf "there is no option %s" o)) options;
  let on o = List.mem o options in
  if on "--help" then (print_string help; exit 0);
  if files = [] then usage "no FILE is named: name a certificate (JSON)";
  Say.whole := on "--full";
  List.iter (each_file ~as_json:(on "--json") ~lines:(on "--lines")) files;
  if on "--times" then Printf.eprintf "%d certificates, %.3f s, %d MB\n" !count (Sys.time ()) (peak ());
  exit !worst

(* ---------- The limits: a process that watches the one that checks, so that whatever happens is said in a sentence *)

let marker = "HEADCOUNT_VERIFIED_CHILD"

let limited =
  "ulimit -s 4000000 2>/dev/null || ulimit -s \"$(ulimit -H -s)\"; ulimit -c 0; ulimit -v \"$HEADCOUNT_VERIFIED_KB\" && exec \"$0\" \"$@\""

let watch arguments =
  let gigabytes =
    match Sys.getenv_opt "HEADCOUNT_VERIFIED_MEMORY" with
    | None -> 8
    | Some s -> (match int_of_string_opt s with
        | Some g when g >= 1 && g <= 4096 -> g
        | _ -> usage ("HEADCOUNT_VERIFIED_MEMORY must be a number of GB from 1 to 4096, got " ^ s)) in
  Unix.putenv marker "1";
  Unix.putenv "HEADCOUNT_VERIFIED_KB" (string_of_int (gigabytes * 1024 * 1024));
  let shell = Array.of_list ("sh" :: "-c" :: limited :: Sys.executable_name :: arguments) in
  let child = Unix.create_process "/bin/sh" shell Unix.stdin Unix.stdout Unix.stderr in
  Sys.set_signal Sys.sigint Sys.Signal_ignore;
  match snd (Unix.waitpid [] child) with
  | Unix.WEXITED c -> exit c
  | Unix.WSIGNALED s when s = Sys.sigint -> exit 130
  | _ ->
      Printf.printf "UNDECIDED  the check took more than %d GB of memory, or all of the stack; nothing is said about the rest\n"
        gigabytes;
      exit 5

let () =
  let arguments = List.tl (Array.to_list Sys.argv) in
  if Sys.getenv_opt marker = None then watch arguments else run arguments
