(* The rule "clauses" with the system "dependency": columns, or rows, that are independent whatever the vectors are. *)

From Coq Require Import ZArith NArith List String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns clauses sums independence lexicographic widths rows.
From Headcount Require Import json rules reading_widths rule_least propagation signed.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---------- Clauses about the signs of the coefficients of a dependency ---------- *)

(* A list in a tree, numbered from p on. *)
Fixpoint numbered (T : Type) (p : positive) (s : seq T) (t : Tree.t T) : Tree.t T :=
  if s is a :: s' then numbered (Pos.succ p) s' (Tree.add p a t) else t.

Fixpoint some_positive (k : nat) (p : positive) : clause :=
  if k is k'.+1 then Zpos p :: some_positive k' (Pos.succ (Pos.succ p)) else [::].

(* The terms of a line: coefficients p, p + 1, .. times its entries. *)
Fixpoint line_terms (p : positive) (line : seq symbol) : seq (signs * seq positive) :=
  if line is s :: rest then (signs_of s, [:: p]) :: line_terms (Pos.succ p) rest else [::].

Definition exclusive (i : Z) : option clause :=
  if Z.ltb i 0 then None else Some [:: Z.opp (2 * i + 1); Z.opp (2 * i + 2)]%Z.

Definition nonzero_word : text := word "nonzero".
Definition exclusive_word : text := word "exclusive".
Definition row_word : text := word "row".

Definition make_dependency (k : nat) (lines : Tree.t (seq symbol)) : maker := fun name numbers =>
  if same name row_word then
    if numbers is r :: c then
      if Z.ltb r 0 then None
      else if Tree.find (N.succ_pos (Z.to_N r)) lines is Some line then
        if implied_by_sum false c (line_terms 1 line) then Some c else None
      else None
    else None
  else if same name exclusive_word then if numbers is [:: i] then exclusive i else None
  else if same name nonzero_word then if numbers is [::] then Some (some_positive k 1) else None
  else None.

Lemma div2_up_double p : Pos.div2_up (Pos.pred_double p) = p.
Proof. by case: p => //= p; exact: Pos.succ_pred_double. Qed.

Lemma numbered_Forall (T : Type) (Q : T -> Prop) p s t q a : Forall Q s ->
  (forall q a, Tree.find q t = Some a -> Q a) -> Tree.find q (numbered p s t) = Some a -> Q a.
Proof.
move=> hs; elim: hs p t => [|b l hb _ IH] p t ht /=; first exact: ht.
apply: IH => r e; case: (Pos.eq_dec r p) => [->|ne]; first by rewrite Tree.gss => -[<-].
by rewrite Tree.gso //; exact: ht.
Qed.

Section Dependencies.

Variables (F : realFieldType) (d k : nat) (u : nat -> 'rV[F]_d).

(* A query shows what the line says of the vectors. *)
Definition shown (line : seq symbol) : Prop :=
  size line = k /\ exists w, forall j, (j < k)%N -> matches (nth Star line j) (dot w (u j)).

Lemma assigned_odd (x : positive -> F) p : signs_assigned false x (Pos.pred_double p) = (0 < x p).
Proof. by case: p => [p|p|] //; rewrite /signs_assigned /= Pos.succ_pred_double. Qed.

Lemma exclusive_true (uniform : bool) x i c : ~~ uniform -> exclusive i = Some c ->
  clause_true (@signs_assigned F uniform x) c.
Proof.
move=> /negbTE u0; rewrite /exclusive; case: Z.ltb_spec => // i0 [<-].
have [p e1 e2] : exists2 p, (2 * i + 1)%lit = Zpos (Pos.pred_double p) & (2 * i + 2)%lit = Zpos (xO p).
  by exists (Z.to_pos (i + 1)); lia.
rewrite e1 e2 u0; set y := signs_assigned false x.
rewrite -[clause_true _ _]/(~~ y (Pos.pred_double p) || (~~ y (xO p) || false)) /y assigned_odd.
by rewrite /signs_assigned orbF; case: (ltrgt0P (x p)).
Qed.

(* A coefficient for each vector, by its number from 1 on. *)
Definition named_coefficient (l : nat -> F) (p : positive) : F := l (Pos.to_nat p).-1.

Lemma line_terms_value l (y : nat -> F) i line :
  (forall j, (j < size line)%N -> matches (nth Star line j) (y (i + j)%N)) ->
  let ys := [seq y j | j <- iota i (size line)] in
  all2 (fun t z => fits t.1 z) (line_terms (Pos.of_succ_nat i) line) ys /\
  \sum_(t <- zip (line_terms (Pos.of_succ_nat i) line) ys) product_value (named_coefficient l) t.2 t.1.2 =
    \sum_(j <- iota i (size line)) l j * y j.
Proof.
elim: line i => [|s line IH] i h /=; first by rewrite !big_nil.
have [|h1 h2] := IH i.+1; first by move=> j hj; rewrite addSnnS; exact: (h j.+1).
split; first by rewrite h1 andbT; apply: fits_symbol; have := h 0%N isT; rewrite addn0.
by rewrite !big_cons h2 /product_value /named_coefficient /= SuccNat2Pos.id_succ.
Qed.

Lemma some_positive_true l i n j : 0 < l (i + j)%N -> (j < n)%N ->
  clause_true (signs_assigned false (named_coefficient l)) (some_positive n (Pos.pred_double (Pos.of_succ_nat i))).
Proof.
elim: n i j => // n IH i [|j] hl hj; rewrite [some_positive _ _]/=; apply/orP.
  by left; rewrite addn0 in hl; rewrite /literal_true assigned_odd /named_coefficient SuccNat2Pos.id_succ.
right; rewrite -addSnnS in hl.
rewrite (_ : Pos.succ (Pos.succ _) = Pos.pred_double (Pos.of_succ_nat i.+1)); last by rewrite /=; lia.
exact: IH hl hj.
Qed.

(* Vectors of which no dependency is left are independent. *)
Theorem dependency_free lines proof : Forall shown lines ->
  refute (make_dependency k (numbered 1 lines (Tree.empty _))) proof -> row_free (\matrix_(i < k) u i).
Proof.
move=> hs h; apply/negPn/negP => dep.
have [l [j lj] lK] := dependent dep; pose x := named_coefficient l.
apply: (@refute_sound (signs_assigned false x) _ _ proof h) => name numbers c.
rewrite /make_dependency; case: ifP => _.
  case: numbers => [|r numbers] //; case: Z.ltb => //; case e: (Tree.find _ _) => [line|] //.
  case: ifP => // ok [<-].
  have [sl [w hw]] : shown line by apply: numbered_Forall hs _ e => q a; rewrite Tree.gempty.
  have [|h1 h2] := @line_terms_value l (fun j => dot w (u j)) 0 line.
    by move=> i hi; rewrite add0n; apply: hw; rewrite -sl.
  apply: (implied_by_sum_sound _ h1 _ ok) => //; rewrite h2 sl.
  rewrite (_ : iota 0 k = index_iota 0 k); last by rewrite /index_iota subn0.
  by rewrite big_mkord; exact: lK.
case: ifP => _.
  by case: numbers => [|i []] // e; exact: exclusive_true e.
case: ifP => // _; case: numbers => // -[<-]; exact: (@some_positive_true l 0 k j).
Qed.

(* They are no more than their coordinates. *)
Corollary dependency_bound lines proof : Forall shown lines ->
  refute (make_dependency k (numbered 1 lines (Tree.empty _))) proof -> (k <= d)%N.
Proof. by move=> hs h; have /eqP <- := dependency_free hs h; exact: rank_leq_col. Qed.

End Dependencies.

(* ---------- The vectors of a table ---------- *)

(* The symbols at the places I, which increase; place: that of the first symbol. *)
Fixpoint pick (I : seq N) (place : N) (line : seq symbol) : seq symbol :=
  match I, line with
  | [::], _ => [::]
  | i :: I', s :: rest => if N.eqb i place then s :: pick I' (N.succ place) rest else pick I (N.succ place) rest
  | _, [::] => nseq (size I) Star
  end.

(* Rows and columns exchanged; n: how many columns there are. *)
Fixpoint exchanged (n : nat) (rows : pattern) : pattern :=
  if n is n'.+1 then map (head Star) rows :: exchanged n' (map behead rows) else [::].

Definition row_at (T : pattern) (i : N) : seq symbol := nth [::] T (N.to_nat i).

Definition set_word : text := word "set".
Definition of_word : text := word "of".

(* The symbols of all lines at the vectors that are named. *)
Definition lines_of (of_rows : bool) (T : pattern) (I : seq N) : pattern :=
  if of_rows then exchanged (columns T) (map (row_at T) I) else map (pick I 0) T.

Definition read_of (proof : json) : option bool :=
  if says of_word (word "columns") proof then Some false else if says of_word (word "rows") proof then Some true
  else None.

(* How many vectors of the table are independent, if the proof is one. *)
Definition independent_number (T : pattern) (proof : json) : option nat :=
  match field_as (many number_of) set_word proof, read_of proof with
  | Some chosen, Some of_rows =>
      let k := size chosen in
      if refute (make_dependency k (numbered 1 (lines_of of_rows T chosen) (Tree.empty _))) proof then Some k else None
  | _, _ => None
  end.

Lemma size_pick I place line : size (pick I place line) = size I.
Proof.
elim: line I place => [|s line IH] [|i J] place //=; first by rewrite size_nseq.
by case: N.eqb; rewrite /= IH.
Qed.

Lemma nth_pick I place line whole j : drop (N.to_nat place) whole = line -> (j < size I)%N ->
  implies (nth Star whole (N.to_nat (nth 0%num I j))) (nth Star (pick I place line) j).
Proof.
elim: line I place j => [|s line IH] [|i J] place j // hd hj.
  by rewrite (nth_nseq Star (size J).+1 Star j) if_same; case: (nth _ _ _).
have hp : (N.to_nat place < size whole)%N by rewrite ltnNge; apply/negP => le; rewrite drop_oversize in hd.
move: hd; rewrite (drop_nth Star) // -N2Nat.inj_succ => -[hs hd] /=.
case: N.eqb_spec => [->|_]; last exact: IH.
case: j hj => [_|j hj] /=; first by rewrite hs; case: (s).
exact: IH.
Qed.

Lemma exchanged_Forall (Q : seq symbol -> Prop) n T :
  (forall c, Q [seq nth Star row c | row <- T]) -> Forall Q (exchanged n T).
Proof.
elim: n T => [|n IH] T h; first exact: Forall_nil.
apply: Forall_cons.
  by have := h 0%N; congr Q; apply: eq_map => -[].
apply: IH => c; rewrite -map_comp; have := h c.+1; congr Q; apply: eq_map => row /=; by rewrite nth_behead.
Qed.

Section Bounds.

Variable F : realFieldType.

Theorem independent_number_sound T proof k d : independent_number T proof = Some k -> sign_rank_le F T d -> (k <= d)%N.
Proof.
rewrite /independent_number; case: (field_as _ _ _) => [I|] //; case: (read_of _) => [of_rows|] //.
case: ifP => // h [<-] [W [U real]].
apply: (@dependency_bound F d (size I) (fun j => (if of_rows then W else U) (N.to_nat (nth 0%num I j))) _ proof _ h).
case: of_rows {h} => /=.
  apply: exchanged_Forall => c; split; first by rewrite !size_map.
  exists (U c) => j hj; rewrite (nth_map [::]) ?size_map // (nth_map 0%num) // dotC; exact: real.
apply: (Forall_index (a := [::])) => i; rewrite size_map => hi; rewrite (nth_map [::]) //.
split; first exact: size_pick.
exists (W i) => j hj; apply: matches_implied (@nth_pick I 0 _ (nth [::] T i) j (drop0 _) hj) _; exact: real.
Qed.

End Bounds.

(* ---------- The rule ---------- *)

Definition null_of (q : question) : bool := null_token (asks q).

(* A bound of the sign-rank of a question's rows gives one of m. *)
Theorem width_from_table q rows v n : rows_of q = Some rows ->
  (forall (F : realFieldType) d, sign_rank_le F (table (null_token (asks q)) rows) d -> (n <= d)%N) ->
  (N.to_nat v + ~~ null_token (asks q) <= n)%N -> holds (Width q Lower v).
Proof.
move=> hrows h hv F m hm; have [inner ok] := rows_asked hrows.
have := h F _ (attends_table inner ok hm) => /(leq_trans hv).
by case: (null_token _); rewrite ?addn0 // addn1 ltnS.
Qed.

(* Whether there is a null token, without the rows. *)
Definition has_null (q : question) : bool :=
  match q with Subsets _ _ _ _ _ => false | Match2 _ => true | Written _ b | Relevance _ _ b => b end.

Lemma has_nullE q : has_null q = null_token (asks q).
Proof. by case: q. Qed.

Definition is_dependency (proof : json) : bool :=
  says rule_word (word "clauses") proof && says (word "system") (word "dependency") proof.

Definition run_dependency (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if is_dependency proof then
    if c is Width q Lower v then
      if rows_of q is Some rows then
        let null := has_null q in
        if independent_number (table null rows) proof is Some k then
          verdict (N.leb (if null then v else N.succ v) (N.of_nat k))
        else Failed
      else Elsewhere
    else Elsewhere
  else Elsewhere.

Lemma dependency_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_dependency premise proof c = Proved -> holds c.
Proof.
rewrite /run_dependency => _; case: ifP => // _; case: c => // q [] // v.
case e: (rows_of q) => [rows|] //; case ek: (independent_number _ _) => [k|] // /verdict_true /N.leb_le h.
apply: (width_from_table e (n := k)) => [F d|]; first by rewrite -has_nullE; exact: independent_number_sound ek.
rewrite -has_nullE; apply/ssrnat.leP; case: (has_null q) h => /= h; rewrite -plusE /=; lia.
Qed.

Definition dependency : rule := Rule dependency_sound.
