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

Files and lines of up to 256 MB are read; after a line, or one file of many, that takes all memory the next one follows.
Exit codes: 0 all accepted; else the greatest of 2 no such file, wrong usage, or no place
to print, 3 rejected, 4 malformed, 5 not covered or undecided. 1: an internal error: please report it.
|}

let largest = 256 * 1024 * 1024

exception Unwritable of string

(* Print at once. *)
let say text = try print_string text; flush stdout with Sys_error reason -> raise (Unwritable reason)

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
  | "--help" :: _ -> say help; exit 0
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

(* ---------- Two processes: one checks, the other one watches it ---------- *)

(* So an end by force is said in a sentence, and the certificate after it is the next one. What the first tells the other,
   a line each: "+LABEL" a certificate is next, ".CODE" its verdict is printed, "!REASON" it cannot be, "=" the end. *)
let tell mark text = prerr_string (mark ^ text ^ "\n"); flush stderr

let marker = "HEADCOUNT_VERIFIED_CHILD"

(* What a child has to know: how many certificates are done, in how many seconds, and who watches. *)
type start = { skip : int; before : float; watcher : int }

let start = ref { skip = 0; before = 0.; watcher = 0 }

(* ---------- Files ---------- *)

let count = ref 0

(* A name of a file or of a line as it is printed: it cannot pass for a verdict or move the cursor. *)
let plain label =
  String.concat "" (List.map (fun c -> if c < ' ' || c > '~' then Printf.sprintf "\\x%02x" (Char.code c) else String.make 1 c)
    (List.of_seq (String.to_seq label)))

let shown o label verdict = say ((if o.json then Show.json else Show.text) label verdict ^ "\n")

(* The verdict on the next certificate, unless it is done already. *)
let seen o label verdict =
  incr count;
  if !count > !start.skip then begin
    let label = plain label in
    tell "+" label;
    let verdict = verdict () in
    shown o label verdict;
    tell "." (string_of_int (Judge.code verdict))
  end

(* As long as there is someone to tell. *)
let watched () = Unix.getppid () = !start.watcher

let judged o content =
  if String.length content > largest then Judge.Undecided (Printf.sprintf "there are more than %d bytes" largest)
  else Judge.verdict ~watched ~seconds:o.seconds content

let line o path number l =
  match String.index_opt l ' ' with
  | Some i when i > 0 && l.[0] <> '{' ->
      seen o (String.sub l 0 i) (fun () -> judged o (String.sub l (i + 1) (String.length l - i - 1)))
  | _ ->
      seen o (Printf.sprintf "%s:%d" path number)
        (fun () -> Judge.Malformed "the line is not a name, a space and a certificate")

(* The next line each time, without its end, and None after the last one. Of what is longer than a name and a certificate
   of the largest size only so much is kept. *)
let lines_of channel =
  let size = 65536 in
  let kept = Buffer.create size and part = Bytes.create size and first = ref 0 and stop = ref 0 in
  let rec more () =
    if !first = !stop then begin first := 0; stop := input channel part 0 size end;
    if !stop = 0 then Buffer.length kept > 0
    else begin
      let till =
        match Bytes.index_from_opt part !first '\n' with Some i when i < !stop -> i | _ -> !stop in
      if Buffer.length kept <= largest + size then Buffer.add_subbytes kept part !first (till - !first);
      let ended = till < !stop in
      first := if ended then till + 1 else till;
      ended || more ()
    end in
  fun () ->
    if Buffer.length kept > size then Buffer.reset kept else Buffer.clear kept;
    if more () then Some (Buffer.contents kept) else None

let lines o path channel =
  let next = lines_of channel in
  let rec go number = match next () with None -> () | Some l -> line o path number l; go (number + 1) in
  go 1

(* What a channel holds, up to one byte more than is read; of a pipe, too, which has no length. *)
let content channel =
  let all = Buffer.create 65536 and part = Bytes.create 65536 in
  let rec more () =
    let n = input channel part 0 65536 in
    if n > 0 then (Buffer.add_subbytes all part 0 n; if Buffer.length all <= largest then more ()) in
  more ();
  Buffer.contents all

let file o path =
  match if Sys.is_directory path then raise (Sys_error "is a directory") else open_in_bin path with
  | exception Sys_error reason -> seen o path (fun () -> Judge.No_file (reason ^ "; name a certificate (JSON)"))
  | channel ->
      (try if o.lines then lines o path channel else seen o path (fun () -> judged o (content channel))
       with Sys_error reason -> seen o path (fun () -> Judge.No_file reason)
          | Out_of_memory -> seen o path (fun () -> Judge.Undecided "a line is too long for the memory that may be used"));
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
  let seconds = Sys.time () +. !start.before in
  if o.times && o.json then
    say (Printf.sprintf "{\"certificates\": %d, \"seconds\": %.3f, \"megabytes\": %d}\n" !count seconds (peak ()))
  else if o.times then say (Printf.sprintf "%d certificates, %.3f s, %d MB\n" !count seconds (peak ()))

let check o words =
  start := Scanf.sscanf words "%d %f %d" (fun skip before watcher -> { skip; before; watcher });
  match run o with
  | () -> tell "=" ""
  | exception Unwritable reason -> tell "!" reason

(* ---------- Limits ---------- *)

(* Signals end the child, too. *)
let ended_by = [(Sys.sigint, 130); (Sys.sigterm, 143); (Sys.sighup, 129)]

let forwarded child =
  let pass signal = try Unix.kill child signal with Unix.Unix_error _ -> () in
  let each (signal, _) =
    if Sys.signal signal (Sys.Signal_handle pass) = Sys.Signal_ignore then Sys.set_signal signal Sys.Signal_ignore in
  List.iter each ended_by

(* A child that goes on after the first so many certificates; what it tells. *)
let child o arguments skip =
  let limits =
    Printf.sprintf "ulimit -s 4000000 2>/dev/null || ulimit -s \"$(ulimit -H -s)\"; ulimit -c 0; ulimit -v %d; exec \"$0\" \"$@\""
      (o.memory * 1048576) in
  let used = Unix.times () in
  Unix.putenv marker (Printf.sprintf "%d %f %d" skip (used.tms_cutime +. used.tms_cstime) (Unix.getpid ()));
  let shell = Array.of_list ("sh" :: "-c" :: limits :: Sys.executable_name :: arguments) in
  let here, there = Unix.pipe ~cloexec:true () in
  let child = Unix.create_process "/bin/sh" shell Unix.stdin Unix.stdout there in
  Unix.close there;
  forwarded child;
  (child, Unix.in_channel_of_descr here)

let rec waited child =
  match Unix.waitpid [] child with
  | _, status -> status
  | exception Unix.Unix_error (Unix.EINTR, _, _) -> waited child

(* Whether all files can be read a second time. *)
let again files =
  List.for_all (fun path -> match Unix.stat path with { st_kind = S_REG; _ } -> true | _ -> false | exception _ -> false) files

let rec watch o arguments skip worst =
  let pid, told = child o arguments skip in
  let finished = ref false and finish = ref skip and label = ref None and worst = ref worst in
  let add code = worst := if code = 1 || !worst = 1 then 1 else max code !worst in
  let rec listen () =
    match input_line told with
    | exception End_of_file -> ()
    | "=" -> finished := true; listen ()
    | words ->
        let rest = if words = "" then "" else String.sub words 1 (String.length words - 1) in
        (match if words = "" then ' ' else words.[0] with
         | '+' -> label := Some rest
         | '.' -> incr finish; label := None; Option.iter add (int_of_string_opt rest)
         | '!' -> raise (Unwritable rest)
         | _ -> () (* a word of the system's, of an end by force *));
        listen () in
  listen ();
  close_in told;
  let status = waited pid in
  match status with
  | _ when !finished -> exit !worst
  | Unix.WSIGNALED signal when List.mem_assoc signal ended_by -> exit (List.assoc signal ended_by)
  | Unix.WSIGNALED signal when signal = Sys.sigpipe -> exit 5
  | _ ->
      add 5;
      let on = !label <> None && again o.files in
      let words = Printf.sprintf "the check took more than %d GB of memory, or the whole stack%s" o.memory
          (if on then "" else "; nothing is said about the rest") in
      shown o (Option.value !label ~default:"(at this file)") (Judge.Undecided words);
      if on then watch o arguments (!finish + 1) !worst else exit !worst

let () =
  match
    let arguments = List.tl (Array.to_list Sys.argv) in
    let o = options arguments in
    match Sys.getenv_opt marker with None -> watch o arguments 0 0 | Some words -> check o words
  with
  | () -> ()
  | exception Unwritable reason ->
      Printf.eprintf "headcount-verified: what is found cannot be printed: %s; try another place\n%!" reason;
      Unix._exit 2 (* without another attempt *)
