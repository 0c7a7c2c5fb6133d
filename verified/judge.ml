(* The verdict on one certificate: read, compared with the file, judged by the proved checker. *)

type verdict =
  | Judgements of Checked.judged list * Checked.json (* of a file *)
  | Malformed of string
  | Undecided of string
  | No_file of string
  | Internal of string

(* Two proved claims that contradict each other: there can be none. *)
let contradiction judged =
  let proved = List.filter_map (function Checked.Judged (c, Checked.Proved) -> Say.bound c | _ -> None) judged in
  let lower, upper = List.partition (fun (_, side, _) -> side = Checked.Lower) proved in
  List.exists (fun (a, _, v) -> List.exists (fun (b, _, w) -> Q.gt v w && a = b) upper) lower

let judged content =
  match Reader.read content with
  | exception Reader.Malformed reason -> Malformed reason
  | file ->
      if not (Echo.agrees file content) then Internal "what was read is not what the file says"
      else if not (Checked.is_certificate file) then
        Malformed "no certificate of format headcount-certificate, version 3 (of an older file: run the command that wrote it again)"
      else
        match Checked.check file with
        | [] -> Malformed "there are no claims"
        | l when contradiction l -> Internal "a lower bound above an upper bound was accepted"
        | l -> Judgements (l, file)

exception Late

(* At most so many seconds of processor time, and as long as it is watched. *)
let timed ~watched seconds work =
  let alarm s = ignore (Unix.setitimer Unix.ITIMER_VIRTUAL { Unix.it_interval = s; it_value = s }) and left = ref seconds in
  let second _ = decr left; if not (watched ()) then Unix._exit 5 else if !left <= 0 then raise Late in
  Sys.set_signal Sys.sigvtalrm (Sys.Signal_handle second);
  alarm 1.;
  Fun.protect ~finally:(fun () -> alarm 0.) work

let verdict ~watched ~seconds content =
  match timed ~watched seconds (fun () -> judged content) with
  | verdict -> verdict
  | exception Late -> Undecided (Printf.sprintf "the check takes more than %d s; --seconds allows more" seconds)
  | exception Out_of_memory -> Undecided "the check takes more memory than is allowed; --memory allows more"
  | exception Stack_overflow -> Undecided "the check takes more of the stack than there is"
  | exception other -> Internal (Printexc.to_string other)

let outcomes = function Judgements (l, _) -> l | _ -> []
let proved = function Checked.Judged (_, Checked.Proved) -> true | _ -> false
let failed = function Checked.Judged (_, Checked.Failed) -> true | _ -> false

let name = function
  | Judgements (l, _) when List.exists failed l -> "rejected"
  | Judgements (l, _) -> if List.for_all proved l then "accepted" else "not covered"
  | Malformed _ -> "malformed"
  | Undecided _ -> "undecided"
  | No_file _ -> "no file"
  | Internal _ -> "internal error"

let code verdict =
  match name verdict with
  | "accepted" -> 0 | "internal error" -> 1 | "no file" -> 2 | "rejected" -> 3 | "malformed" -> 4 | _ -> 5

let reason = function Malformed r | Undecided r | No_file r | Internal r -> r | Judgements _ -> ""
