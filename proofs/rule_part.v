(* The map "part" for lower bounds: what is asked of some rows and columns is no more than what is asked of all. *)

From Coq Require Import ZArith NArith List String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns lexicographic widths rows families.
From Headcount Require Import json rules reading_widths rule_least rule_dependency.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- Parts of a table ---------- *)

(* Some rows, in any order and number; all if there is no list. *)
Definition chosen_rows (rs : option (seq N)) (T : pattern) : pattern :=
  if rs is Some l then [seq nth [::] T (N.to_nat r) | r <- l] else T.

Definition chosen_columns (cs : option (seq N)) (T : pattern) : pattern :=
  if cs is Some l then let places := map N.to_nat l in [seq [seq nth Star w c | c <- places] | w <- T] else T.

(* Each condition of the smaller word is one of the larger. *)
Fixpoint word_within (smaller larger : seq symbol) : bool :=
  match smaller, larger with
  | [::], [::] => true
  | s :: smaller', t :: larger' => implies t s && word_within smaller' larger'
  | _, _ => false
  end.

Fixpoint within (smaller larger : pattern) : bool :=
  match smaller, larger with
  | [::], [::] => true
  | w :: smaller', w' :: larger' => word_within w w' && within smaller' larger'
  | _, _ => false
  end.

Section Realised.

Variables (F : realFieldType) (m : nat).

(* Some query shows what the word says of the keys. *)
Definition realised (null : bool) (key : nat -> 'rV[F]_m) (extra : 'rV[F]_m) (w : seq symbol) : Prop :=
  exists query t, (null -> t = dot query extra) /\
    forall c, (c < size w)%N -> matches (nth Star w c) (dot query (key c) - t).

Lemma realised_nil null key extra : realised null key extra [::].
Proof. by exists 0, (dot 0 extra). Qed.

Lemma attends_realised A T : by_score A = Inner -> Forall (asked_word A) T -> attends F A m ->
  exists key extra, Forall (realised (null_token A) key extra) T.
Proof.
move=> inner ok [key [extra [_ h]]]; exists (fun c => key (N.of_nat c)), extra.
elim: ok => [|w T' [small [f af hf]] _ IH]; first exact: Forall_nil.
apply: Forall_cons => //; have [query [t [ht hq]]] := h f af; rewrite inner in ht hq.
exists query, t; split => // c hc; apply: matches_implied (hf c hc) _; apply: hq.
by move/ssrnat.leP: small; move/ssrnat.ltP: hc; lia.
Qed.

Lemma realised_attends null key extra T : Forall (realised null key extra) T -> attends F (asks (Written T null)) m.
Proof.
move=> h; exists (fun c => key (N.to_nat c)), extra; split => // r [i hi hr].
have [query [t [ht hq]]] := Forall_nth [::] h hi; exists query, t; split => // c _; rewrite hr.
case: (ltnP (N.to_nat c) (size (nth [::] T i))) => hc; last by rewrite nth_default.
exact: hq.
Qed.

Lemma realised_rows null key extra rs T : Forall (realised null key extra) T ->
  Forall (realised null key extra) (chosen_rows rs T).
Proof.
case: rs => //= l h; elim: l => [|r l IH]; first exact: Forall_nil.
apply: Forall_cons => //; case: (ltnP (N.to_nat r) (size T)) => hr; first exact: Forall_nth.
rewrite nth_default //; exact: realised_nil.
Qed.

Lemma realised_columns null key extra cs T : Forall (realised null key extra) T ->
  exists key', Forall (realised null key' extra) (chosen_columns cs T).
Proof.
case: cs => [l|] h /=; last by exists key.
exists (fun j => key (nth 0%N (map N.to_nat l) j)).
elim: h => [|w T' [query [t [ht hq]]] _ IH]; first exact: Forall_nil.
apply: Forall_cons => //; exists query, t; split => // j; rewrite size_map => hj; rewrite (nth_map 0%N) //.
case: (ltnP (nth 0%N (map N.to_nat l) j) (size w)) => hc; last by rewrite nth_default.
exact: hq.
Qed.

Lemma word_within_nth smaller larger c : word_within smaller larger -> (c < size smaller)%N ->
  (c < size larger)%N /\ implies (nth Star larger c) (nth Star smaller c).
Proof.
elim: smaller larger c => // s smaller IH [|t larger] // [|c] /= /andP [h1 h2] hc; first by split.
exact: (IH larger c h2 hc).
Qed.

Lemma realised_within null key extra smaller larger : within smaller larger ->
  Forall (realised null key extra) larger -> Forall (realised null key extra) smaller.
Proof.
elim: smaller larger => [|w smaller IH] [|w' larger] //= /andP [hw hr] h.
inversion h as [|a b [query [t [ht hq]]] h2]; subst; apply: Forall_cons; last exact: IH h2.
exists query, t; split => // c hc; have [hc' hi] := word_within_nth hw hc; exact: matches_implied hi (hq c hc').
Qed.

End Realised.

(* A null key instead of thresholds takes one coordinate more. *)
Lemma realised_null (F : realFieldType) m (key : nat -> 'rV[F]_m) extra T : Forall (realised false key extra) T ->
  exists (key' : nat -> 'rV[F]_(m + 1)) extra', Forall (realised true key' extra') T.
Proof.
move=> h; exists (fun c => row_mx (key c) (- 1%:M)), 0.
elim: h => [|w T' [query [t [_ hq]]] _ IH]; first exact: Forall_nil.
apply: Forall_cons => //; exists (row_mx query t%:M), 0; split.
  by move=> _; rewrite /dot big1 // => i _; rewrite [X in _ * X]mxE mulr0.
move=> c hc; rewrite subr0 dot_row_mx [X in _ + X]/dot big_ord1 !mxE eqxx mulr1n mulrN1; exact: hq.
Qed.

Lemma realised_any (F : realFieldType) m null (key : nat -> 'rV[F]_m) extra w :
  realised null key extra w -> realised false key extra w.
Proof. by move=> [query [t [_ hq]]]; exists query, t. Qed.

(* What a premise about a pattern says if its rows are a part of those of the table. *)
Definition part_value (null here : bool) (v : N) : N := if null && ~~ here then N.pred v else v.

Theorem part_bound (F : realFieldType) m null (key : nat -> 'rV[F]_m) extra T rs cs smaller here v :
  holds (Width (Written smaller here) Lower v) -> within smaller (chosen_columns cs (chosen_rows rs T)) ->
  Forall (realised null key extra) T -> (N.to_nat (part_value here null v) <= m)%N.
Proof.
move=> hold hw h; have [key' h'] := realised_columns cs (realised_rows rs h).
have hs := realised_within hw h'; rewrite /part_value.
case: here null h h' hs hold => [] [] h h' hs hold /=; try exact: (hold F m (realised_attends hs)).
- have [key2 [extra2 h2]] := realised_null hs.
  have /ssrnat.leP := hold F _ (realised_attends h2); rewrite -plusE => le; apply/ssrnat.leP; lia.
apply: (hold F m); apply: (@realised_attends _ _ _ key' extra).
by elim: hs => [|w T' hw' _ IH]; [exact: Forall_nil | apply: Forall_cons => //; exact: realised_any hw'].
Qed.

(* ---------- The rule ---------- *)

Definition rows_word : text := word "rows".
Definition columns_word : text := word "columns".
Definition premise_word : text := word "of".

(* A list of numbers that may be left out; None if it is no such list. *)
Definition read_places (name : text) (proof : json) : option (option (seq N)) :=
  if field name proof is Some j then
    if j is Null then Some None else if many number_of j is Some l then Some (Some l) else None
  else Some None.

(* The same sets by other scores: keys of a sphere are keys, and balls are caps of a sphere of one dimension more. *)
Definition score_value (mine its : score) (v : N) : option N :=
  match mine, its with
  | Inner, Inner | Cosine, Cosine | Euclidean, Euclidean | Cosine, Inner => Some v
  | Euclidean, Cosine => Some (N.pred v)
  | _, _ => None
  end.

(* Rows and keys of Match2 at any M, without the others. *)
Definition match_part (m : N) (rs cs : seq N) : pattern := [seq match_word m x cs | x <- rs].

Lemma match_part_realised (F : realFieldType) m d rs cs : all (fun x => N.ltb x m) rs -> all (fun c => N.ltb c m) cs ->
  attends F (asks (Match2 m)) d ->
  exists (key : nat -> 'rV[F]_d) extra, Forall (realised true key extra) (match_part m rs cs).
Proof.
move=> hr hc [key [extra [_ h]]]; exists (fun j => key (nth 0%num cs j)), extra.
elim: rs hr => [|x rs IH] /= => [_|/andP [/N.ltb_lt xm /IH hq]]; first exact: Forall_nil.
apply: Forall_cons hq; pose r c := if N.eqb ((x + c) mod m) 0 then Pos else Neg.
have [|query [t [ht hq]]] := h r; first by exists x.
exists query, t; split => // j; rewrite size_map => hj; rewrite (nth_map 0%num) //; apply: hq.
by have /N.ltb_lt := all_nthP 0%num hc j hj.
Qed.

Definition part_of_match (m : N) (smaller : pattern) (proof : json) : bool :=
  match read_places rows_word proof, read_places columns_word proof with
  | Some (Some rs), Some (Some cs) =>
      [&& all (fun x => N.ltb x m) rs, all (fun c => N.ltb c m) cs & within smaller (match_part m rs cs)]
  | _, _ => false
  end.

Definition part_of (q its : question) (v : N) (proof : json) : option N :=
  match q, its with
  | Subsets n a b tied mine, Subsets n' a' b' tied' its =>
      if [&& N.eqb n n', N.eqb a a', N.eqb b b' & Bool.eqb tied tied'] then score_value mine its v else None
  | _, Written smaller null =>
      match rows_of q, read_places rows_word proof, read_places columns_word proof with
      | Some T, Some rs, Some cs =>
          if within smaller (chosen_columns cs (chosen_rows rs T)) then Some (part_value null (has_null q) v) else None
      | _, _, _ => None
      end
  | _, _ => None
  end.

Lemma part_of_sound q its v proof w : part_of q its v proof = Some w -> holds (Width its Lower v) ->
  holds (Width q Lower w).
Proof.
have written smaller null T rs cs : rows_of q = Some T -> within smaller (chosen_columns cs (chosen_rows rs T)) ->
    holds (Width (Written smaller null) Lower v) -> holds (Width q Lower (part_value null (has_null q) v)).
  move=> hT hw hold F m hm; have [inner ok] := rows_asked hT.
  have [key [extra h]] := attends_realised inner ok hm.
  by have := part_bound hold hw h; rewrite -has_nullE.
rewrite /part_of; case: its => [n' a' b' tied' its|m'|smaller null|n' l null].
- case: q {written} => // n a b tied mine; case: ifP => // /and4P [/N.eqb_eq <- /N.eqb_eq <- /N.eqb_eq <-].
  move=> /Bool.eqb_prop <- e hold F m [key [extra [hn h]]].
  case: mine its hn h e hold => [] [] //= hn h [<-] hold; try by apply: (hold F m); exists key, extra.
  have := hold F m.+1; have ball : attends F (asks (Subsets n a b tied Euclidean)) m by exists key, extra.
  move/(_ (sphere_of_balls ball)) => /ssrnat.leP le; apply/ssrnat.leP; lia.
- by case: q {written}.
- case: q written => [n a b tied mine|m'|rows null'|n l null'] written;
    case e: (rows_of _) => [T|] //; case: (read_places _ _) => // rs; case: (read_places _ _) => // cs;
    case: ifP => // hw [<-]; exact: written e hw.
by case: q {written}.
Qed.

(* ---------- Sign-ranks of matrices ---------- *)

Definition sign_of (e : option bool) : symbol :=
  match e with Some true => Pos | Some false => Neg | None => Star end.

Definition signs_of_entries (M : boolean) : pattern := map (map sign_of) M.

Lemma sign_rank_realised (F : realFieldType) M k : may_be F SignRank M k ->
  exists (key : nat -> 'rV[F]_k) extra, Forall (realised true key extra) (signs_of_entries M).
Proof.
move=> [x [y h]]; exists y, 0; apply: (Forall_index (a := [::])) => i; rewrite size_map => hi.
exists (x i), 0; split; first by move=> _; rewrite /dot big1 // => a _; rewrite [X in _ * X]mxE mulr0.
move=> c; rewrite (nth_map [::]) // size_map => hc; rewrite (nth_map None) // subr0.
by case e: (nth None (nth [::] M i) c) => [b|] //; have := h i c b e; case: (b).
Qed.

Definition is_part (proof : json) : bool :=
  says rule_word (word "map") proof && says name_word (word "part") proof.

Definition run_part (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if is_part proof then
    match c, obind premise (field premise_word proof) with
    | Width (Match2 m as q) Lower v, Some (Width (Written smaller _ as its) Lower v') =>
        if part_of_match m smaller proof then verdict (N.leb v v')
        else if part_of q its v' proof is Some w then verdict (N.leb v w)
        else if rows_of q is None then Elsewhere else Failed
    | Width q Lower v, Some (Width its Lower v') =>
        if part_of q its v' proof is Some w then verdict (N.leb v w)
        else if its is Written _ _ then (if rows_of q is None then Elsewhere else Failed) else Elsewhere
    | Measured f SignRank Lower v, Some (Width (Written smaller here) Lower v') =>
        match read_places rows_word proof, read_places columns_word proof with
        | Some rs, Some cs =>
            verdict (N.leb v v' && within smaller (chosen_columns cs (chosen_rows rs (signs_of_entries (entries f)))))
        | _, _ => Failed
        end
    | _, _ => Elsewhere
    end
  else Elsewhere.

Lemma part_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_part premise proof c = Proved -> holds c.
Proof.
rewrite /run_part => hp; case: ifP => // _; case: c => //.
  move=> q [] v; last by case: q.
  case: (field premise_word proof) => [j|] /=; last by case: q.
  case e: (premise j) => [d|]; last by case: q.
  case: d e; try by case: q.
  move=> its [] v' e; last by case: q; case: its {e}.
  have general w : part_of q its v' proof = Some w -> verdict (N.leb v w) = Proved -> holds (Width q Lower v).
    move=> ew /verdict_true /N.leb_le le F d hd.
    by have /ssrnat.leP h := part_of_sound ew (hp _ _ e) hd; apply/ssrnat.leP; lia.
  have any : (if part_of q its v' proof is Some w then verdict (N.leb v w)
      else if its is Written _ _ then (if rows_of q is None then Elsewhere else Failed) else Elsewhere) = Proved ->
      holds (Width q Lower v).
    case ew: (part_of _ _ _ _) => [w|]; first exact: general ew.
    by case: (its) => [n a b tied by_|m|smaller null|n l null] //; case: (rows_of q).
  case: q general any => // m general any; case: its general any e => // smaller null general any e.
  case hm: (part_of_match m smaller proof); last first.
    case ew: (part_of _ _ _ _) => [w|]; first exact: general ew.
    by case: (rows_of _).
  move/verdict_true/N.leb_le => le F d hd; move: hm; rewrite /part_of_match.
  case: (read_places _ _) => // -[rs|] //; case: (read_places _ _) => // -[cs|] // /and3P [hr hc hw].
  have [key [extra h]] := match_part_realised hr hc hd.
  have := part_bound (rs := None) (cs := None) (hp _ _ e) hw h; rewrite /part_value andbF => /ssrnat.leP le2.
  apply/ssrnat.leP; lia.
move=> f [] // [] // v; case: (field _ _) => //= j; case e: (premise j) => [d|] //.
case: d e => // -[] // smaller here [] // v' e.
case: (read_places _ _) => // rs; case: (read_places _ _) => // cs /verdict_true /andP [/N.leb_le le hw] F m hm.
have [key [extra h]] := sign_rank_realised hm.
have := part_bound (hp _ _ e) hw h; rewrite /part_value andbF => /ssrnat.leP le2; apply/ssrnat.leP; lia.
Qed.

Definition part : rule := Rule part_sound.
