(* Rows of a question that are written out, as far as a lower bound needs them: each is asked for. *)

From Coq Require Import ZArith NArith List Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns lexicographic widths.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Some row that is asked for says all that the word does. *)
Definition asked_word (A : asked) (w : seq symbol) : Prop := (size w <= N.to_nat (width A))%N /\
  exists2 f, a_row A f & forall c, (c < size w)%N -> implies (f (N.of_nat c)) (nth Star w c).

Lemma Forall_nth (T : Type) (Q : T -> Prop) (s : seq T) (a : T) i : Forall Q s -> (i < size s)%N -> Q (nth a s i).
Proof. by move=> h; elim: h i => // b l hb _ IH [|i] //=; exact: IH. Qed.

Lemma finite_choice (T : Type) (Q : nat -> T -> Prop) (a : T) n : (forall i, (i < n)%N -> exists t, Q i t) ->
  exists f : nat -> T, forall i, (i < n)%N -> Q i (f i).
Proof.
elim: n => [|n IH] h; first by exists (fun _ => a).
have [f hf] : exists f : nat -> T, forall i, (i < n)%N -> Q i (f i) by apply: IH => i hi; apply: h; rewrite ltnS ltnW.
have [t ht] := h n (ltnSn n); exists (fun i => if i == n then t else f i) => i; rewrite ltnS leq_eqVlt.
by case: eqP => [-> _|_ /=]; [exact: ht | exact: hf].
Qed.

Section Tables.

Variable F : realFieldType.

Lemma matches_implied s t (x : F) : implies s t -> matches s x -> matches t x.
Proof. by case: s t => [] []. Qed.

Lemma dot_subr d (x y z : 'rV[F]_d) : dot x (y - z) = dot x y - dot x z.
Proof. by rewrite /dot -sumrB; apply: eq_bigr => i _; rewrite !mxE mulrBr. Qed.

(* The rows that are added to the written ones where each query has a threshold of its own. *)
Definition table (null : bool) (P : pattern) : pattern := if null then P else homogeneous P.

Theorem attends_table A P m : by_score A = Inner -> Forall (asked_word A) P -> attends F A m ->
  sign_rank_le F (table (null_token A) P) (if null_token A then m else m.+1).
Proof.
move=> inner ok [key [extra [_ h]]].
pose fits i (w : 'rV[F]_m * F) := (null_token A -> w.2 = dot w.1 extra) /\
    forall c, matches (entry P i c) (dot w.1 (key (N.of_nat c)) - w.2).
have [W hW] : exists W : nat -> 'rV[F]_m * F, forall i, (i < size P)%N -> fits i (W i).
  apply: finite_choice => [|i hi]; first by exact: (0, 0).
  have [small [f af hf]] := Forall_nth [::] ok hi.
  have [query [t [ht hq]]] := h f af; exists (query, t); rewrite inner in ht hq; split => // c.
  rewrite /entry; case: (ltnP c (size (nth [::] P i))) => hc; last by rewrite nth_default.
  by apply: matches_implied (hf c hc) _; apply: hq; move/ssrnat.leP: small; move/ssrnat.ltP: hc; lia.
case e: (null_token A) hW => hW /=.
  exists (fun i => (W i).1), (fun c => key (N.of_nat c) - extra) => i c.
  case: (ltnP i (size P)) => hi; last by rewrite entry_beyond.
  have [ht hm] := hW i hi; by have := hm c; rewrite dot_subr ht.
apply/width_sign_rank; exists (fun i => (W i).1), (fun c => key (N.of_nat c)), (fun i => (W i).2) => i c.
case: (ltnP i (size P)) => hi; last by rewrite entry_beyond.
by have [_ hm] := hW i hi.
Qed.

End Tables.

(* ---------- Making the rows ---------- *)

(* The words of n symbols, k of them sel and the others -, in lexicographic order of the sets of columns; `built`: the
   first symbols, the last one first; `rest`: n in binary. *)
Fixpoint set_words (sel : symbol) (n : nat) (rest k : N) (built : seq symbol) (acc : seq (seq symbol)) :=
  match n with
  | 0 => if N.eqb k 0 then rev built :: acc else acc
  | n'.+1 =>
      if N.ltb rest k then acc
      else let fewer := N.pred rest in
           let acc' := if N.eqb k 0 then acc else set_words sel n' fewer (N.pred k) (sel :: built) acc in
           set_words sel n' fewer k (Neg :: built) acc'
  end.

Definition is_sel (sel s : symbol) : bool :=
  match sel, s with Zero, Zero | Pos, Pos => true | _, _ => false end.
Definition chosen_or_neg (sel s : symbol) : bool := is_sel sel s || (if s is Neg then true else false).

Lemma set_words_ok sel n rest k built acc (Q : seq symbol -> Prop) : is_sel sel sel ->
  (forall w, size w = (n + size built)%N -> count (is_sel sel) w = (N.to_nat k + count (is_sel sel) built)%N ->
    all (chosen_or_neg sel) w -> Q w) ->
  all (chosen_or_neg sel) built -> Forall Q acc -> Forall Q (set_words sel n rest k built acc).
Proof.
move=> hsel; elim: n rest k built acc => [|n IH] rest k built acc hQ hb ha /=.
  case: N.eqb_spec => // k0; apply: Forall_cons => //; apply: hQ; rewrite ?size_rev ?count_rev ?all_rev //.
  by rewrite k0.
case: N.ltb => //; apply: (IH).
- by move=> w hs hc; apply: hQ; rewrite ?hs ?hc /= ?addnS //; case: (sel) hsel.
- by rewrite /= hb /chosen_or_neg orbT.
case: N.eqb_spec => // k0; apply: IH => //; last by rewrite /= hb /chosen_or_neg hsel.
move=> w hs hc; apply: hQ; first by rewrite hs /= addnS.
rewrite hc /= hsel addnA; congr (_ + _)%N.
by rewrite -[(_ + _)%N]/(N.to_nat (N.pred k) + 1)%coq_nat; lia.
Qed.

(* Words of all sizes from k on, so many sizes. *)
Fixpoint sets_words (sel : symbol) (n sizes : nat) (width k : N) (acc : seq (seq symbol)) : seq (seq symbol) :=
  if sizes is s.+1 then sets_words sel n s width (N.succ k) (set_words sel n width k [::] acc) else acc.

(* a, a + 1, ..: n numbers. *)
Fixpoint numbers_from (n : nat) (a : N) : seq N := if n is n'.+1 then a :: numbers_from n' (N.succ a) else [::].

Definition match_word (m x : N) (columns : seq N) : seq symbol :=
  [seq if N.eqb ((x + c) mod m) 0 then Pos else Neg | c <- columns].

Definition listed_word (columns : seq N) (l : seq N * seq N) : seq symbol :=
  [seq if has (N.eqb c) l.1 then Pos else if has (N.eqb c) l.2 then Star else Neg | c <- columns].

(* The most symbols that are written out. *)
Definition most_symbols : N := 50000000.

(* The k-subsets of n things, or a number above the limit; rest = n - k: C(rest + i, i) for i = 1 .. k. *)
Fixpoint subsets_from (fuel : nat) (rest i : N) (c : N) : N :=
  if fuel is f.+1 then
    if N.ltb most_symbols c then c else subsets_from f rest (N.succ i) (c * (rest + N.succ i) / N.succ i)
  else c.
Definition subsets_number (n k : N) : N :=
  let small := N.min k (n - k) in if N.ltb n k then 0%num else subsets_from (N.to_nat small) (n - small) 0 1.

Fixpoint rows_number (n : N) (sizes : nat) (k : N) (sum : N) : N :=
  if sizes is s.+1 then
    if N.ltb most_symbols sum then sum else rows_number n s (N.succ k) (sum + subsets_number n k)
  else sum.

(* The rows of a question by inner products; None if they are too many. *)
Definition rows_of (q : question) : option (seq (seq symbol)) :=
  match q with
  | Subsets n least most tied Inner =>
      if N.ltb most_symbols n || N.ltb n most then None
      else
        let sizes := N.to_nat (N.succ most - least) in
        if N.ltb most_symbols (n * rows_number n sizes least 0) then None
        else Some (rev (sets_words (if tied then Zero else Pos) (N.to_nat n) sizes n least [::]))
  | Subsets _ _ _ _ _ => None
  | Match2 m =>
      if N.ltb most_symbols (m * m) then None
      else let columns := numbers_from (N.to_nat m) 0 in Some [seq match_word m x columns | x <- columns]
  | Written rows _ => Some rows
  | Relevance n lists _ =>
      if N.ltb most_symbols n || N.ltb most_symbols (n * N.of_nat (size lists)) then None
      else let columns := numbers_from (N.to_nat n) 0 in Some (map (listed_word columns) lists)
  end.

Lemma size_numbers n a : size (numbers_from n a) = n.
Proof. by elim: n a => //= n IH a; rewrite IH. Qed.

Lemma nth_numbers n a i : (i < n)%N -> nth 0%num (numbers_from n a) i = (a + N.of_nat i)%num.
Proof.
by elim: n a i => // n IH a [|i] hi; rewrite /= ?IH //; lia.
Qed.

Lemma Forall_rev (T : Type) (Q : T -> Prop) (s : seq T) : Forall Q s -> Forall Q (rev s).
Proof.
move=> h; elim: h => [|a l ha _ IH]; first exact: Forall_nil.
rewrite rev_cons; elim: (rev l) IH => [|b r IHr] /= hr; first exact: Forall_cons.
by inversion hr; apply: Forall_cons => //; apply: IHr.
Qed.

Lemma Forall_index (T : Type) (a : T) (Q : T -> Prop) (s : seq T) :
  (forall i, (i < size s)%N -> Q (nth a s i)) -> Forall Q s.
Proof.
elim: s => [|b s IH] h; first exact: Forall_nil.
by apply: Forall_cons; [exact: (h 0%N) | apply: IH => i hi; exact: (h i.+1)].
Qed.

(* The columns that a word of - and of one other symbol selects. *)
Definition selected (sel : symbol) (w : seq symbol) : seq nat := [seq c <- iota 0 (size w) | is_sel sel (nth Star w c)].

Lemma size_selected sel w : size (selected sel w) = count (is_sel sel) w.
Proof.
rewrite size_filter -[w in RHS](mkseq_nth Star) /mkseq count_map; by apply: eq_count.
Qed.

Lemma subset_word (n least most : N) (tied : bool) (w : seq symbol) (sel := if tied then Zero else Pos) :
  size w = N.to_nat n -> (N.to_nat least <= count (is_sel sel) w <= N.to_nat most)%N -> all (chosen_or_neg sel) w ->
  asked_word (asks (Subsets n least most tied Inner)) w.
Proof.
move=> sw cw aw; split; rewrite /= ?sw //; set y := map N.of_nat (selected sel w).
have yE : map N.to_nat y = selected sel w by rewrite -map_comp map_id_in // => c _ /=; rewrite Nat2N.id.
exists (fun c => if N.to_nat c \in map N.to_nat y then sel else Neg).
  exists y; rewrite !yE; split.
  - by rewrite filter_uniq ?iota_uniq.
  - by move=> c; rewrite mem_filter mem_iota sw => /and3P [].
  - by rewrite size_map size_selected.
  by move=> c; rewrite /sel; case: (tied).
move=> c hc; rewrite Nat2N.id yE mem_filter mem_iota /= add0n sw hc andbT.
have := all_nthP Star aw c; rewrite sw => /(_ hc); rewrite /chosen_or_neg.
by rewrite /sel; case: (tied); case: (nth Star w c).
Qed.

Theorem rows_asked q rows : rows_of q = Some rows -> by_score (asks q) = Inner /\ Forall (asked_word (asks q)) rows.
Proof.
case: q => [n least most tied []|m|l null|n lists null] //=.
- case: ifP => // _; case: ifP => // _ [<-]; split => //; apply: Forall_rev.
  set sel := (if tied then _ else _); set sizes := N.to_nat (_ - _); set Q := asked_word _.
  have all_words s k acc : (N.to_nat least <= N.to_nat k)%N -> (N.to_nat k + s <= N.to_nat most + 1)%N \/ s = 0%N ->
      Forall Q acc -> Forall Q (sets_words sel (N.to_nat n) s n k acc).
    elim: s k acc => //= s IH k acc hk [hs|//] hacc; apply: IH.
    - by rewrite N2Nat.inj_succ leqW.
    - by left; rewrite N2Nat.inj_succ addSnnS.
    apply: set_words_ok => //; first by rewrite /sel; case: (tied).
    move=> w; rewrite !addn0 => hw hc; apply: subset_word => //.
    by rewrite -/sel hc hk /=; move: hs; rewrite addnS addn1 ltnS; apply: leq_trans; exact: leq_addr.
  apply: all_words => //.
  rewrite /sizes; case: (N.leb_spec least (N.succ most)) => h; last by right; lia.
  by left; apply/ssrnat.leP; rewrite -!plusE; lia.
- case: ifP => // _ [<-]; split => //; apply: (Forall_index (a := [::])) => i; rewrite size_map size_numbers => hi.
  rewrite (nth_map 0%num) ?size_numbers // nth_numbers //; split; first by rewrite size_map size_numbers.
  exists (fun c => if N.eqb ((N.of_nat i + c) mod m) 0 then Pos else Neg).
    by exists (N.of_nat i); split => //; move/ssrnat.ltP: hi; lia.
  move=> c; rewrite size_map size_numbers => hc; rewrite (nth_map 0%num) ?size_numbers // nth_numbers //.
  by rewrite !N.add_0_l; case: N.eqb.
- case=> <-; split => //; apply: (Forall_index (a := [::])) => i hi; split.
    by rewrite Nat2N.id; exact: size_row.
  exists (fun c => nth Star (nth [::] l i) (N.to_nat c)); first by exists i.
  by move=> c _; rewrite Nat2N.id; case: (nth _ _ _).
case: ifP => // _ [<-]; split => //; apply: (Forall_index (a := [::])) => i; rewrite size_map => hi.
rewrite (nth_map ([::], [::])) //; split; first by rewrite size_map size_numbers.
pose row c := let l := nth ([::], [::]) lists i in
  if N.to_nat c \in map N.to_nat l.1 then Pos else if N.to_nat c \in map N.to_nat l.2 then Star else Neg.
exists row; first by exists i.
move=> c; rewrite size_map size_numbers => hc; rewrite (nth_map 0%num) ?size_numbers // nth_numbers // N.add_0_l.
have memE (l : seq N) d : has (N.eqb d) l = (N.to_nat d \in map N.to_nat l).
  elim: l => //= a l ->; rewrite inE; congr (_ || _); apply/N.eqb_spec/eqP => [->//|]; exact: N2Nat.inj.
by rewrite /row !memE; case: ifP => _ //; case: ifP.
Qed.
