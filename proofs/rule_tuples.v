(* The exhibit "tuples": Match of an order above two, where the score of a tuple of keys is a sum of products. *)

From Coq Require Import ZArith NArith String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths rule_least heads listing integers rule_order rule_tables.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Fixpoint times (x y : seq Z) : seq Z :=
  match x, y with a :: x', b :: y' => Z.mul a b :: times x' y' | _, _ => [::] end.

Definition total (x : seq Z) : Z := foldl Z.add Z0 x.

(* The keys of one part, and its null key. *)
Definition part_keys := (seq (seq Z) * seq Z)%type.

Definition symbol_at (m sum : N) (none some : bool) : symbol :=
  if none then Zero else if some && N.eqb (sum mod m) 0 then Pos else Neg.

(* All tuples: so far the product is x, the sum is sum; none of the keys is one that is not null, some: all are. *)
Fixpoint all_tuples (g t : Z) (m : N) (parts : seq part_keys) (x : seq Z) (sum : N) (none some : bool) : bool :=
  match parts with
  | [::] => keeps g t (symbol_at m sum none some) (total x)
  | (keys, null) :: rest =>
      if all_tuples g t m rest (times x null) sum none false then
        all (fun p => all_tuples g t m rest (times x p.2) (N.add sum p.1) false some) (zip (upto m) keys)
      else false
  end.

Definition query_ok (g : Z) (m : N) (parts : seq part_keys) (x : N) (query : seq Z) : bool :=
  let null := total (foldl times query (map snd parts)) in
  all_tuples g (Z.add null null) m parts query x true true.

Definition fits_class (B : option precision) (v : N) (x : seq Z) : bool :=
  if B is Some B' then of_width v x && held_in B' x else no_wider v x.

Definition tuples_show (queries : seq (seq Z)) (parts : seq part_keys) (B : option precision) (order m v : N) : bool :=
  let fits := fits_class B v in
  let g := if B is Some B' then gap_of B' else Zpos xH in
  [&& N.eqb (N.succ (N.of_nat (size parts))) order, N.eqb (N.of_nat (size queries)) m, all fits queries,
    all (fun p => [&& N.eqb (N.of_nat (size p.1)) m, all fits p.1 & fits p.2]) parts &
    pairwise (query_ok g m parts) (upto m) queries].

Section Soundness.

Local Open Scope ring_scope.
Variable F : realFieldType.

Lemma nth_times x y i : nth Z0 (times x y) i = Z.mul (nth Z0 x i) (nth Z0 y i).
Proof.
elim: x y i => [|a x IH] [|b y] [|i] //=; rewrite ?nth_nil ?Z.mul_0_r ?IH //.
Qed.

Lemma size_times x y : (size (times x y) <= size x)%N.
Proof. by elim: x y => [|a x IH] [|b y] //=; rewrite ltnS. Qed.

Lemma foldl_sum a x : zF F (foldl Z.add a x) = zF F a + \sum_(i < size x) zF F (nth Z0 x i).
Proof.
elim: x a => [|z x IH] a /=; first by rewrite big_ord0 addr0.
by rewrite IH zF_add big_ord_recl addrA.
Qed.

Lemma totalE d x : (size x <= d)%N -> zF F (total x) = \sum_(i < d) zF F (nth Z0 x i).
Proof.
move=> le; rewrite /total foldl_sum zF0 add0r (big_ord_widen _ (fun i => zF F (nth Z0 x i)) le).
rewrite [RHS](bigID (fun i : 'I_d => (i < size x)%N)) /= [X in _ = _ + X]big1 ?addr0 // => i.
by rewrite -leqNgt => hi; rewrite nth_default // zF0.
Qed.

(* The key with this number of part j. *)
Definition pick (parts : seq part_keys) (j : nat) (k : option N) : seq Z :=
  let p := nth ([::], [::]) parts j in if k is Some c then nth [::] p.1 (N.to_nat c) else p.2.

Definition within (m : N) (keys : seq (option N)) : bool := all (fun k => if k is Some c then N.ltb c m else true) keys.

Lemma all_tuplesP B d t m parts x sum none some keys :
  (size x <= d)%N -> all (fun p : part_keys => N.eqb (N.of_nat (size p.1)) m) parts ->
  all_tuples (gap_of B) t m parts x sum none some -> size keys = size parts -> within m keys ->
  apart B (symbol_at m (sum + foldr N.add 0%num (pmap id keys)) (none && all (fun k => k == None) keys)
             (some && all isSome keys))
    (\sum_(i < d) zF F (nth Z0 x i) * \prod_(j < size parts) zF F (nth Z0 (pick parts j (nth None keys j)) i)
     - zF F t / 2%:R).
Proof.
elim: parts x sum none some keys => [|[ks null] parts IH] x sum none some [|k keys] //= sx.
  move=> _ h _ _; rewrite !andbT N.add_0_r.
  under eq_bigr => i _ do rewrite big_ord0 mulr1.
  by rewrite -(totalE sx); exact: keepsP.
case/andP=> /N.eqb_eq sk ok; case: ifP => // hnull hkeys [same] /andP [hk wk].
have prods i : zF F (nth Z0 x i) * \prod_(j < (size parts).+1)
      zF F (nth Z0 (pick ((ks, null) :: parts) j (nth None (k :: keys) j)) i) =
    zF F (nth Z0 (times x (pick ((ks, null) :: parts) 0 k)) i) *
    \prod_(j < size parts) zF F (nth Z0 (pick parts j (nth None keys j)) i).
  by rewrite big_ord_recl nth_times zF_mul mulrA.
under eq_bigr => i _ do rewrite prods.
have sx' y : (size (times x y) <= d)%N by exact: leq_trans (size_times _ _) sx.
case: k hk {prods} => [c|] hk /=.
  move/N.ltb_lt: hk => cm.
  have sks : size ks = N.to_nat m by rewrite -sk of_natK.
  have hc : (N.to_nat c < size (zip (upto m) ks))%N by rewrite size_zip size_upto sks minnn; exact: ltN.
  have := all_nthP (0%num, [::]) hkeys _ hc; rewrite nth_zip ?size_upto // nth_upto //=.
  move=> h; have := IH _ _ _ _ keys (sx' _) ok h same wk.
  by rewrite /= N.add_assoc andbF.
by have := IH _ _ _ _ keys (sx' null) ok hnull same wk; rewrite /= andbF.
Qed.

Lemma times_all parts x d : (size x <= d)%N ->
  zF F (total (foldl times x (map snd parts))) =
  \sum_(i < d) zF F (nth Z0 x i) * \prod_(j < size parts) zF F (nth Z0 (pick parts j None) i).
Proof.
elim: parts x => [|[ks null] parts IH] x sx /=.
  by under [RHS]eq_bigr => i _ do rewrite big_ord0 mulr1; exact: totalE.
rewrite IH; last exact: leq_trans (size_times _ _) sx.
by apply: eq_bigr => i _; rewrite big_ord_recl nth_times zF_mul mulrA.
Qed.

Lemma tuple_symbolE m x keys : symbol_at m (x + foldr N.add 0%num (pmap id keys)) (all (fun k => k == None) keys)
  (all isSome keys) = tuple_symbol m x keys.
Proof. by []. Qed.

Theorem tuples_sound queries parts B order m v : tuples_show queries parts B order m v ->
  tuples_attend F B order m (N.to_nat v).
Proof.
move=> /and5P [/N.eqb_eq so _ hq hp ok]; rewrite /tuples_attend; set d := N.to_nat v.
have -> : (N.to_nat order).-1 = size parts by rewrite -so N2Nat.inj_succ of_natK.
set B' := if B is Some b then b else Precision 1 false None.
have size_fits x : fits_class B v x -> (size x <= d)%N.
  rewrite /fits_class /d; case: (B) => [b /andP [/N.eqb_eq <- _]|/leN]; by rewrite of_natK.
have held_fits x : fits_class B v x -> if B is Some B' then of_bits B' (vector F d x) else True.
  rewrite /fits_class; case: (B) => // b /andP [/N.eqb_eq e h]; apply: held_vector => //.
  by rewrite /d -e of_natK.
exists (fun j k => vector F d (pick parts j k)); split.
  move=> j k jp hk; apply: held_fits.
  have := all_nthP ([::], [::]) hp j jp => /and3P [/N.eqb_eq sk fk fn].
  rewrite /pick; case: k hk => [c cm|] //.
  apply: (all_nthP [::] fk); by rewrite -(of_natK (size _)) sk; exact: ltN.
move=> x xm; set query := nth [::] queries (N.to_nat x).
have [e h] := pairwise_nth 0%num [::] ok.
have xq : (N.to_nat x < size queries)%N by rewrite -e size_upto; exact: ltN.
have fq : fits_class B v query by apply: (all_nthP [::] hq).
have sx := size_fits _ fq.
exists (vector F d query); split; first exact: held_fits.
move=> keys sk wk; have := h (N.to_nat x); rewrite size_upto => /(_ (ltN xm)); rewrite nth_upto // -/query /query_ok.
have -> : (if B is Some b then gap_of b else Zpos xH) = gap_of B' by rewrite /B'; case: (B).
have hp' : all (fun p : part_keys => N.eqb (N.of_nat (size p.1)) m) parts.
  by apply: sub_all hp => p /andP [].
move=> /(all_tuplesP sx hp') /(_ sk wk); rewrite tuple_symbolE zF_add -doubled (times_all parts sx).
have score (l : seq (option N)) : \sum_(i < d) vector F d query 0 i * \prod_(j < size parts)
    vector F d (pick parts j (nth None l j)) 0 i =
  \sum_(i < d) zF F (nth Z0 query i) * \prod_(j < size parts) zF F (nth Z0 (pick parts j (nth None l j)) i).
  by apply: eq_bigr => i _; rewrite mxE; congr (_ * _); apply: eq_bigr => j _; rewrite mxE.
rewrite /= !score; have -> : \sum_(i < d) zF F (nth Z0 query i) * \prod_(j < size parts)
    zF F (nth Z0 (pick parts j (nth None (nseq (size parts) None) j)) i) =
    \sum_(i < d) zF F (nth Z0 query i) * \prod_(j < size parts) zF F (nth Z0 (pick parts j None) i).
  by apply: eq_bigr => i _; congr (_ * _); apply: eq_bigr => j _; rewrite nth_nseq if_same.
by rewrite /B'; case: (B).
Qed.

End Soundness.

(* ---------- The three exhibits as a rule ---------- *)

Definition read_vectors : json -> option (seq (seq Z)) := many (many integer_of).

Definition read_tables (j : json) : option (seq (seq Z) * seq (seq Z) * option (seq Z)) :=
  match field_as read_vectors (word "queries") j, field_as read_vectors (word "keys") j with
  | Some queries, Some keys =>
      match field (word "null_key") j with
      | None | Some Null => Some (queries, keys, None)
      | Some k => if many integer_of k is Some x then Some (queries, keys, Some x) else None
      end
  | _, _ => None
  end.

(* Vectors of fewer coordinates than are claimed show more than the claim; that one may be added is not covered. *)
Definition shown (v : N) (queries : seq (seq Z)) (b : bool) : outcome :=
  if b then Proved else if N.ltb (N.of_nat (size (nth [::] queries 0))) v then Elsewhere else Failed.

Lemma shown_true v queries b : shown v queries b = Proved -> b.
Proof. by rewrite /shown; case: b => //; case: N.ltb. Qed.

Definition run_tables (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  match c with
  | Width q Upper v =>
      if exhibits (word "points") proof then
        if read_tables proof is Some (queries, keys, _) then shown v queries (points_show queries keys q v) else Elsewhere
      else Elsewhere
  | InBits B q Upper v =>
      if exhibits (word "tables") proof then
        if field_as (many read_tables) (word "heads") proof is Some [:: (queries, keys, null)] then
          shown v queries (tables_show queries keys null B q v)
        else Elsewhere
      else Elsewhere
  | Tuples B order m Upper v =>
      if exhibits (word "tuples") proof then
        match field_as read_vectors (word "queries") proof,
              field_as (many read_vectors) (word "keys") proof, field_as read_vectors (word "null_keys") proof with
        | Some queries, Some keys, Some nulls =>
            if Nat.eqb (size keys) (size nulls) then
              shown v queries (tuples_show queries (zip keys nulls) B order m v)
            else Failed
        | _, _, _ => Elsewhere
        end
      else Elsewhere
  | _ => Elsewhere
  end.

Lemma tables_rule_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_tables premise proof c = Proved -> holds c.
Proof.
rewrite /run_tables => _; case: c => // [B q|B order m|q] [] // v; case: ifP => // _.
- by case: (field_as _ _ _) => // -[|[[queries keys] null] []] // /shown_true h F; exact: tables_sound h.
- case: (field_as _ _ _) => // queries; case: (field_as _ _ _) => // keys; case: (field_as _ _ _) => // nulls.
  by case: ifP => // _ /shown_true h F; exact: tuples_sound h.
by case: (read_tables _) => // -[[queries keys] null] /shown_true h F; exact: points_sound h.
Qed.

Definition tables : rule := Rule tables_rule_sound.
