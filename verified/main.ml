(* headcount-verified: files of certificates, options, limits. *)

let help = {|usage: headcount-verified [OPTIONS] FILE ..

Decide by a checker that is proved in Coq whether certificates prove what they claim.

  headcount-verified match2.json
  headcount-verified --json certificates/*.json
  headcount-verified --lines --times ledger/certificates.jsonl

A verdict for each certificate. ACCEPTED: what is printed below it is proved. REJECTED: a proof fails. NOT COVERED: a
claim or a proof is of a kind that the proved checker does not know, so that nothing is said about it. MALFORMED: no
certificate of version 3. UNDECIDED: too large for the limits.

  --lines       each line of a file is a name, a space and a certificate
  --json        print a JSON object for each certificate
  --full        print rows and lists in full
  --times       print at the end how many seconds and how much memory it took
  --memory GB   most memory (default: 8)
  --seconds S   most seconds of processor time for each certificate (default: 600)
  --help        print this

Files of up to 256 MB are read. Exit codes: 0 all accepted; else the greatest of 2 no such file, or wrong usage, 3
rejected, 4 malformed, 5 not covered or undecided. 1: an internal error: please report it.
|}

let largest = 256 * 1024 * 1024

(* ---------- Options ---------- *)

type options = { lines : bool; json : bool; full : bool; times : bool; memory : int; seconds : int; files : string list }

let usage words =
  Printf.eprintf "headcount-verified: %s; headcount-verified --help says more\n" words;
  exit 2

let number option most words =
  match int_of_string_opt words with
  | Some n when n >= 1 && n <= most -> n
  | _ -> usage (Printf.sprintf "%s must be a number from 1 to %d, got %s" option most words)

let rec parsed o = function
  | [] -> { o with files = List.rev o.files }
  | "--help" :: _ -> print_string help; exit 0
  | "--lines" :: rest -> parsed { o with lines = true } rest
  | "--json" :: rest -> parsed { o with json = true } rest
  | "--full" :: rest -> parsed { o with full = true } rest
  | "--times" :: rest -> parsed { o with times = true } rest
  | "--memory" :: n :: rest -> parsed { o with memory = number "--memory" 4096 n } rest
  | "--seconds" :: n :: rest -> parsed { o with seconds = number "--seconds" 10_000_000 n } rest
  | "--" :: rest -> { o with files = List.rev_append o.files rest }
  | word :: _ when String.length word > 1 && word.[0] = '-' -> usage (Printf.sprintf "there is no option %s of this form" word)
  | file :: rest -> parsed { o with files = file :: o.files } rest

let options arguments =
  let none = { lines = false; json = false; full = false; times = false; memory = 8; seconds = 600; files = [] } in
  let o = parsed none arguments in
  if o.files = [] then usage "no FILE is named; name a certificate (JSON)" else o

(* ---------- Files ---------- *)

let codes = Hashtbl.create 8
let count = ref 0

(* A name of a file or of a line as it is printed: it cannot pass for a verdict or move the cursor. *)
let plain label =
  String.concat "" (List.map (fun c -> if c < ' ' || c > '~' then Printf.sprintf "\\x%02x" (Char.code c) else String.make 1 c)
    (List.of_seq (String.to_seq label)))

let seen o label verdict =
  incr count;
  Hashtbl.replace codes (Judge.code verdict) ();
  print_endline ((if o.json then Show.json else Show.text) (plain label) verdict)

let exit_code () = if Hashtbl.mem codes 1 then 1 else Hashtbl.fold (fun c () worst -> max c worst) codes 0

let line o path number l =
  match String.index_opt l ' ' with
  | Some i when i > 0 && l.[0] <> '{' ->
      seen o (String.sub l 0 i) (Judge.verdict ~seconds:o.seconds (String.sub l (i + 1) (String.length l - i - 1)))
  | _ -> seen o (Printf.sprintf "%s:%d" path number) (Judge.Malformed "the line is not a name, a space and a certificate")

let rec lines o path number channel =
  match input_line channel with
  | exception End_of_file -> ()
  | l -> line o path number l; lines o path (number + 1) channel

(* What a channel holds, up to one byte more than is read; of a pipe, too, which has no length. *)
let content channel =
  let all = Buffer.create 65536 and part = Bytes.create 65536 in
  let rec more () =
    let n = input channel part 0 65536 in
    if n > 0 then (Buffer.add_subbytes all part 0 n; if Buffer.length all <= largest then more ()) in
  more ();
  Buffer.contents all

let whole o path channel =
  let bytes = content channel in
  seen o path
    (if String.length bytes > largest then Judge.Undecided (Printf.sprintf "the file has more than %d bytes" largest)
     else Judge.verdict ~seconds:o.seconds bytes)

let file o path =
  match if Sys.is_directory path then raise (Sys_error "is a directory") else open_in_bin path with
  | exception Sys_error reason -> seen o path (Judge.No_file (reason ^ "; name a certificate (JSON)"))
  | channel ->
      (try if o.lines then lines o path 1 channel else whole o path channel
       with Sys_error reason -> seen o path (Judge.No_file reason)
          | Out_of_memory -> seen o path (Judge.Undecided "a line is too long for the memory that may be used"));
      close_in channel

(* Megabytes in memory at most: as the kernel counts them, or the greatest heap. *)
let peak () =
  let rec find status =
    match Scanf.sscanf (input_line status) "VmHWM: %d kB" (fun kb -> kb / 1024) with
    | megabytes -> megabytes
    | exception Scanf.Scan_failure _ -> find status in
  match find (open_in "/proc/self/status") with
  | megabytes -> megabytes
  | exception _ -> (Gc.quick_stat ()).Gc.top_heap_words * (Sys.word_size / 8) / 1048576

let run o =
  Say.whole := o.full;
  List.iter (file o) o.files;
  if o.times && o.json then
    Printf.printf "{\"certificates\": %d, \"seconds\": %.3f, \"megabytes\": %d}\n" !count (Sys.time ()) (peak ())
  else if o.times then Printf.printf "%d certificates, %.3f s, %d MB\n" !count (Sys.time ()) (peak ());
  exit (exit_code ())

(* ---------- Limits: one process watches the one that checks, so that an end by force is said in a sentence, too ---------- *)

let marker = "HEADCOUNT_VERIFIED_CHILD"

let watch o arguments =
  let limits =
    Printf.sprintf "ulimit -s 4000000 2>/dev/null || ulimit -s \"$(ulimit -H -s)\"; ulimit -c 0; ulimit -v %d; exec \"$0\" \"$@\""
      (o.memory * 1048576) in
  Unix.putenv marker "1";
  let shell = Array.of_list ("sh" :: "-c" :: limits :: Sys.executable_name :: arguments) in
  let nowhere = Unix.openfile "/dev/null" [Unix.O_WRONLY] 0 in
  let child = Unix.create_process "/bin/sh" shell Unix.stdin Unix.stdout nowhere in
  Sys.set_signal Sys.sigint Sys.Signal_ignore;
  match snd (Unix.waitpid [] child) with
  | Unix.WEXITED code when code <= 5 -> exit code
  | Unix.WSIGNALED signal when signal = Sys.sigint -> exit 130
  | Unix.WSIGNALED signal when signal = Sys.sigpipe -> exit 5
  | _ ->
      let words = Printf.sprintf "the check took more than %d GB of memory, or the whole stack; nothing is said about the rest"
          o.memory in
      print_endline ((if o.json then Show.json else Show.text) "(at this file)" (Judge.Undecided words));
      exit 5

let () =
  let arguments = List.tl (Array.to_list Sys.argv) in
  let o = options arguments in
  if Sys.getenv_opt marker = None then watch o arguments else run o
