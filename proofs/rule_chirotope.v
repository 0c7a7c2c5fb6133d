(* The rule "clauses" with the system "chirotope", and the theorem "cycle": signs of determinants of columns, or rows,
   that no vectors of so many coordinates have. *)

From Coq Require Import ZArith NArith List String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns clauses chirotopes products lexicographic independence refutations widths cycles.
From Headcount Require Import rows.
From Headcount Require Import json rules reading_widths rule_least propagation rule_dependency.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- What the numbers of a proof mean ---------- *)

(* Numbers of lines and places: small ones, in unary. *)
Definition small_number (z : Z) : option nat := if Z.leb 0 z && Z.ltb z 100000 then Some (Z.to_nat z) else None.

Fixpoint small_numbers (l : seq Z) : option (seq nat) :=
  if l is z :: rest then
    match small_number z, small_numbers rest with Some a, Some r => Some (a :: r) | _, _ => None end
  else Some [::].

Definition small_list (j : json) : option (seq nat) := obind small_numbers (many integer_of j).

(* "cramer r, T" and "plucker A, T", and what is left of the numbers. *)
Definition read_cramer (d : nat) (l : seq Z) : option (identity * seq Z) :=
  match small_numbers (take d.+2 l) with
  | Some (r :: T) => Some (Cramer r T, drop d.+2 l)
  | _ => None
  end.

Definition read_plucker (d : nat) (l : seq Z) : option (identity * seq Z) :=
  if small_numbers (take d.*2 l) is Some AT then Some (Plucker (take d.-1 AT) (drop d.-1 AT), drop d.*2 l) else None.

Fixpoint read_steps (fuel : nat) (d : nat) (l : seq Z) : option (seq step) :=
  if fuel is f.+1 then
    match l with
    | [::] => Some [::]
    | kind :: rest =>
        let found := match kind with Z0 => read_cramer d rest | Zpos xH => read_plucker d rest | _ => None end in
        if found is Some (i, larger :: smaller :: times :: after) then
          match small_number larger, small_number smaller, small_number times, read_steps f d after with
          | Some a, Some b, Some c, Some steps => Some (Step i a b c :: steps)
          | _, _, _, _ => None
          end
        else None
    end
  else None.

Fixpoint read_flips (l : seq Z) : option (seq bool) :=
  if l is z :: rest then
    if read_flips rest is Some r then
      match z with Zpos xH => Some (false :: r) | Zneg xH => Some (true :: r) | _ => None end
    else None
  else Some [::].

(* n: how many columns there are. *)
Definition read_lex (n : nat) (l : seq Z) : option axiom :=
  match small_numbers (take n l), read_flips (take n (drop n l)), drop n.*2 l with
  | Some order, Some signs, mirror :: c =>
      if read_flips [:: mirror] is Some [:: b] then Some (Lex (Symmetry order signs b) c) else None
  | _, _, _ => None
  end.

Definition cramer_word : text := word "cramer".
Definition plucker_word : text := word "plucker".
Definition product_word : text := word "product".
Definition choice_word : text := word "choice".
Definition lex_word : text := word "lex".

Definition read_axiom (n d : nat) (uniform : bool) (name : text) (l : seq Z) : option axiom :=
  if same name cramer_word then omap (fun r => Relation r.1 r.2) (read_cramer d l)
  else if same name plucker_word then omap (fun r => Relation r.1 r.2) (read_plucker d l)
  else if same name product_word then
    if l is count :: rest then
      if small_number count is Some k then
        omap (fun steps => Product steps (take k rest)) (read_steps (size l) d (drop k rest))
      else None
    else None
  else if same name choice_word then
    if uniform then if l is [:: literal] then Some (Sign literal) else None else Some (Basis l)
  else if same name lex_word then read_lex n l
  else if same name exclusive_word then
    if l is [:: i] then omap Exclusive (exclusive i) else None
  else None.

Fixpoint read_runs (read : seq Z -> option axiom) (runs : seq json) (axs : seq axiom) : option (seq axiom) :=
  if runs is j :: rest then
    if obind read (many integer_of j) is Some a then read_runs read rest (a :: axs) else None
  else Some axs.

(* All that is given, the last one first. *)
Fixpoint read_given (read : text -> seq Z -> option axiom) (given : seq json) (axs : seq axiom) : option (seq axiom) :=
  if given is j :: rest then
    if j is List (Text name :: runs) then
      if read_runs (read name) runs axs is Some axs' then read_given read rest axs' else None
    else None
  else Some axs.

(* ---------- Refuting ---------- *)

Definition refutes (cs : seq clause) (ls : seq (clause * seq N)) : bool :=
  if cs is c :: rest then derive (numbered 1 cs (Tree.empty clause)) (N.of_nat (size cs)) (last c rest) ls else false.

Lemma refutes_unsatisfiable cs ls : refutes cs ls -> unsatisfiable cs.
Proof.
case: cs => // c cs h v; apply/negP => hv.
have hF : Forall (fun c => clause_true v c) (c :: cs) by apply: (Forall_index (a := [::])); exact/all_nthP.
apply: (derive_sound _ _ h) => [p a|]; first by apply: numbered_Forall hF _ => q b; rewrite Tree.gempty.
rewrite (last_nth c); exact: (all_nthP c hv _ (leqnn _)).
Qed.

Section Tables.

Variable F : realFieldType.

Lemma nth_exchanged n T c : (c < n)%N -> nth [::] (exchanged n T) c = [seq nth Star row c | row <- T].
Proof.
elim: n T c => // n IH T [|c] hc /=; first by apply: eq_map => -[].
by rewrite IH // -map_comp; apply: eq_map => row /=; rewrite nth_behead.
Qed.

Lemma size_exchanged n T : size (exchanged n T) = n.
Proof. by elim: n T => //= n IH T; rewrite IH. Qed.

Lemma entry_exchanged T r c : entry (exchanged (columns T) T) c r = entry T r c.
Proof.
rewrite {1}/entry; case: (ltnP c (columns T)) => hc; last first.
  rewrite [nth [::] _ c]nth_default ?size_exchanged // nth_nil /entry nth_default //.
  exact: leq_trans (size_row T r) hc.
rewrite nth_exchanged //; case: (ltnP r (size T)) => hr; first by rewrite (nth_map [::]).
by rewrite nth_default ?size_map // entry_beyond.
Qed.

(* The vectors that are spoken of as columns. *)
Definition as_columns (of_rows : bool) (T : pattern) : pattern := if of_rows then exchanged (columns T) T else T.

Lemma as_columns_sign_rank of_rows T d : sign_rank_le F T d -> sign_rank_le F (as_columns of_rows T) d.
Proof.
case: of_rows => // -[W [U real]]; exists U, W => r c; rewrite dotC entry_exchanged; exact: real.
Qed.

Lemma refuted_bound of_rows T d n : ~ sign_rank_le F (as_columns of_rows T) d -> sign_rank_le F T n -> (d < n)%N.
Proof.
move=> h hn; rewrite ltnNge; apply/negP => le; apply: h; apply: as_columns_sign_rank; exact: sign_rank_wider hn.
Qed.

(* Columns that are independent, or none. *)
Definition independent_ok (T : pattern) (proof : json) : option (seq nat) :=
  match field (word "independent") proof with
  | None | Some Null => Some [::]
  | Some j =>
      if field_as (many number_of) set_word j is Some chosen then
        if refute (make_dependency (size chosen) (numbered 1 (map (pick chosen 0) T) (Tree.empty _))) j
        then small_list (List (map (fun n => Int (Z.of_N n)) chosen)) else None
      else None
  end.

Lemma small_numbersE l s : small_numbers l = Some s -> s = map Z.to_nat l.
Proof.
elim: l s => [|z l IH] s /=; first by case.
rewrite {1}/small_number; case: ifP => // _; case e: (small_numbers l) => [r|] // [<-]; by rewrite (IH _ e).
Qed.

Lemma independent_ok_sound T proof s d : independent_ok T proof = Some s -> independent F T d s.
Proof.
rewrite /independent_ok; have none : Some [::] = Some s -> independent F T d s.
  by case=> <-; exact: none_independent.
case: (field _ _) => [j|//]; suff h : (if field_as (many number_of) set_word j is Some chosen then
    if refute (make_dependency (size chosen) (numbered 1 (map (pick chosen 0) T) (Tree.empty _))) j
    then small_list (List (map (fun n => Int (Z.of_N n)) chosen)) else None else None) = Some s -> independent F T d s.
  by case: j h.
case: (field_as _ _ _) => [chosen|] //; case: ifP => // h e.
have -> : s = map N.to_nat chosen.
  move: e; rewrite /small_list /=.
  have -> : all_of integer_of (map (fun n => Int (Z.of_N n)) chosen) = Some (map Z.of_N chosen).
    by elim: (chosen) => //= n l ->.
  by move=> /= /small_numbersE ->; rewrite -map_comp; apply: eq_map => n /=; lia.
move=> W U real; rewrite /rows_of size_map.
have := @dependency_free F d (size chosen) (fun j => U (nth 0%N (map N.to_nat chosen) j)) _ _ _ h; apply.
apply: (Forall_index (a := [::])) => i; rewrite size_map => hi; rewrite (nth_map [::]) //.
split; first exact: size_pick.
exists (W i) => k hk; rewrite (nth_map 0%num) //.
apply: matches_implied (@nth_pick chosen 0 _ (nth [::] T i) k (drop0 _) hk) _; exact: real.
Qed.

End Tables.

(* ---------- The rules ---------- *)

(* The most entries of a table whose determinants are spoken of. *)
Definition most_entries : N := 50000.

Definition dimension_word : text := word "dimension".
Definition uniform_word : text := word "uniform".
Definition sets_word : text := word "sets".

(* The width that is refuted. *)
Definition chirotope_dimension (T : pattern) (proof : json) : option nat :=
  match read_of proof, obind small_number (field_as integer_of dimension_word proof),
        field_as truth_of uniform_word proof, field_as (many small_list) sets_word proof with
  | Some of_rows, Some d, Some uniform, Some sets =>
      let P := as_columns of_rows T in
      match independent_ok P proof, field_as list_of given_word proof, lemmas_of proof with
      | Some chosen, Some given, Some ls =>
          if read_given (read_axiom (columns P) d uniform) given [::] is Some backwards then
            let axs := rev backwards in
            if axioms_ok P d (Vocabulary uniform sets) chosen axs && refutes (map clause_of axs) ls then Some d
            else None
          else None
      | _, _, _ => None
      end
  | _, _, _, _ => None
  end.

Lemma chirotope_dimension_sound (F : realFieldType) T proof d n :
  chirotope_dimension T proof = Some d -> sign_rank_le F T n -> (d < n)%N.
Proof.
rewrite /chirotope_dimension; case: (read_of _) => // of_rows; case: (obind _ _) => // d'.
case: (field_as _ _ _) => // uniform; case: (field_as _ _ _) => // sets.
case ei: (independent_ok _ _) => [chosen|] //; case: (field_as _ _ _) => // given; case: (lemmas_of _) => // ls.
case: (read_given _ _ _) => // axs; case: ifP => // /andP [ok hr] [<-].
apply: refuted_bound; apply: (unsatisfiable_refutes _ ok (refutes_unsatisfiable hr)).
exact: independent_ok_sound ei.
Qed.

Definition read_member (j : json) : option member :=
  if small_list j is Some (r :: columns) then Some (r, columns) else None.

Definition members_word : text := word "members".

(* The faces of the members are counted one by one. *)
Definition most_members : N := 3000.

Definition cycle_dimension (T : pattern) (proof : json) : option nat :=
  match read_of proof, field_as (many read_member) members_word proof with
  | Some of_rows, Some (m :: rest) =>
      let P := as_columns of_rows T in
      let members := m :: rest in
      let d := (size m.2).-1 in
      let faces := all_faces P members in
      if [&& N.leb (N.of_nat (size members)) most_members, all (member_ok P d) members,
             all (fun f => ~~ odd (count_mem f faces)) faces
           & odd (seq.count (fun m => alternates (signs_at P m)) members)]
      then Some d else None
  | _, _ => None
  end.

Lemma cycle_dimension_sound (F : realFieldType) T proof d n :
  cycle_dimension T proof = Some d -> sign_rank_le F T n -> (d < n)%N.
Proof.
rewrite /cycle_dimension; case: (read_of _) => // of_rows; case: (field_as _ _ _) => // -[|m rest] //.
case: ifP => // /andP [_ ok] [<-]; apply: refuted_bound; apply: (@cycle_sound _ _ _ (m :: rest)); exact: ok.
Qed.

Definition is_chirotope (proof : json) : bool :=
  says rule_word (word "clauses") proof && says (word "system") (word "chirotope") proof.

Definition refuted_width (T : pattern) (proof : json) : option nat :=
  if is_chirotope proof then chirotope_dimension T proof
  else if cites (word "cycle") proof then cycle_dimension T proof else None.

Definition run_refuted (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if is_chirotope proof || cites (word "cycle") proof then
    if c is Width q Lower v then
      if rows_of q is Some rows then
        let null := has_null q in
        let T := table null rows in
        if N.ltb most_entries (width (asks q) * N.of_nat (size T)) then Elsewhere
        else if refuted_width T proof is Some d then
          verdict (N.leb (if null then v else N.succ v) (N.of_nat d.+1))
        else Failed
      else Elsewhere
    else Elsewhere
  else Elsewhere.

Lemma refuted_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_refuted premise proof c = Proved -> holds c.
Proof.
rewrite /run_refuted => _; case: ifP => // _; case: c => // q [] // v.
case e: (rows_of q) => [rows|] //; case: ifP => // _; case ed: (refuted_width _ _) => [d|] // /verdict_true /N.leb_le h.
apply: (width_from_table e (n := d.+1)) => [F n|].
  rewrite -has_nullE => hn; move: ed; rewrite /refuted_width; case: ifP => _.
    by move=> e2; exact: chirotope_dimension_sound e2 hn.
  by case: ifP => // _ e2; exact: cycle_dimension_sound e2 hn.
rewrite -has_nullE; apply/ssrnat.leP; case: (has_null q) h => /= h; rewrite -plusE /=; lia.
Qed.

Definition refuted_signs : rule := Rule refuted_sound.
