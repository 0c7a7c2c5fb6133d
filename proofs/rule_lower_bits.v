(* Lower bounds of m for numbers of few bits and for Match of higher orders, from those for real vectors: the maps
   "part" and "tuples". *)

From Coq Require Import ZArith NArith List String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns rows.
From Headcount Require Import json rules reading_widths rule_least rule_part.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A gap, if there is one, is above 0. *)
Definition has_gap (B : precision) : bool := if twice_gap B is Some g then N.ltb 0 g else true.

Section Bits.

Variable F : realFieldType.

Lemma apart_matches B s (x : F) : has_gap B -> apart B s x -> matches s x.
Proof.
rewrite /has_gap /apart; case: (twice_gap B) => // g /N.ltb_lt g0.
have half : 0 < (N.to_nat g)%:R / 2%:R :> F by rewrite divr_gt0 ?ltr0Sn // ltr0n; apply/ssrnat.ltP; lia.
case: s => //= [h|->//|]; last exact: lt_le_trans.
by apply: le_lt_trans h _; rewrite oppr_lt0.
Qed.

Theorem bits_attend B A m : has_gap B -> by_score A = Inner -> attends_in_bits F B A m -> attends F A m.
Proof.
move=> hB inner [key [extra [_ [_ h]]]]; exists key, extra; split; first by rewrite inner.
move=> r hr; have [query [t [_ [ht hq]]]] := h r hr; exists query, t; rewrite inner; split => // c hc.
exact: apart_matches (hq c hc).
Qed.

(* The word of query x for tuples of keys. *)
Definition tuples_word (m : N) (tuples : seq (seq (option N))) (x : N) : seq symbol := map (tuple_symbol m x) tuples.

Definition tuple_fits (order m : N) (keys : seq (option N)) : bool :=
  N.eqb (N.succ (N.of_nat (size keys))) order && all (fun k => if k is Some c then N.ltb c m else true) keys.

Theorem tuples_realised B order m d queries tuples : (if B is Some B' then has_gap B' else true) ->
  all (fun x => N.ltb x m) queries -> all (tuple_fits order m) tuples -> tuples_attend F B order m d ->
  exists (key : nat -> 'rV[F]_d) extra, Forall (realised true key extra) (map (tuples_word m tuples) queries).
Proof.
move=> hB hx ht [key [_ h]]; pose parts := (N.to_nat order).-1.
pose vector (l : seq (option N)) : 'rV[F]_d := \row_i \prod_(j < parts) key j (nth None l j) 0 i.
exists (fun c => vector (nth [::] tuples c)), (vector (nseq parts None)).
elim: queries hx => [|x queries IH] /= => [_|/andP [/N.ltb_lt xm /IH hq]]; first exact: Forall_nil.
apply: Forall_cons hq; have [query [_ hs]] := h x xm; exists query, (dot query (vector (nseq parts None))); split => //.
move=> c; rewrite size_map => hc; rewrite (nth_map [::]) //.
have /andP [/N.eqb_eq sk ak] := all_nthP [::] ht c hc.
have := hs (nth [::] tuples c) _ ak; rewrite -/parts => /(_ _) /=.
have scoreE l : \sum_i query 0 i * \prod_(j < parts) key j (nth None l j) 0 i = dot query (vector l).
  by apply: eq_bigr => i _; rewrite mxE.
have sz : size (nth [::] tuples c) = parts by rewrite /parts -sk; lia.
rewrite !scoreE => /(_ sz); case: B hB {h hs} => // B hB; exact: apart_matches.
Qed.

End Bits.

(* ---------- The rules ---------- *)

Definition read_key (j : json) : option (option N) :=
  if j is Int z then if Z.eqb z (-1) then Some None else if Z.leb 0 z then Some (Some (Z.to_N z)) else None else None.

Definition is_tuples (proof : json) : bool :=
  says rule_word (word "map") proof && says name_word (word "tuples") proof.

(* The part that is free is the query. *)
Definition free_query (proof : json) : bool :=
  if field_as number_of (word "part") proof is Some 0%num then true else false.

Definition run_lower_bits (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  match c with
  | InBits B q Lower v =>
      if is_part proof && has_gap B then
        match obind premise (field premise_word proof), q with
        | Some (Width its Lower v'), (Subsets _ _ _ _ Inner | Match2 _ | Written _ _ | Relevance _ _ _) =>
            if part_of q its v' proof is Some w then (if N.leb v w then Proved else Failed) else Elsewhere
        | _, _ => Elsewhere
        end
      else Elsewhere
  | Tuples B order m Lower v =>
      if is_tuples proof && (if B is Some B' then has_gap B' else true) && free_query proof then
        match obind premise (field premise_word proof), field_as (many number_of) rows_word proof,
              field_as (many (many read_key)) columns_word proof with
        | Some (Width (Written smaller here) Lower v'), Some queries, Some tuples =>
            verdict [&& N.leb v v', all (fun x => N.ltb x m) queries, all (tuple_fits order m) tuples &
                        within smaller (map (tuples_word m tuples) queries)]
        | _, _, _ => Elsewhere
        end
      else Elsewhere
  | _ => Elsewhere
  end.

Lemma lower_bits_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_lower_bits premise proof c = Proved -> holds c.
Proof.
rewrite /run_lower_bits => hp; case: c => // [B q|B order m] [] // v.
  case: ifP => // /andP [_ hB]; case: (field _ _) => [j|] //=; case e: (premise j) => [d|] //.
  case: d e => // its [] // v' e.
  have bound w : by_score (asks q) = Inner -> part_of q its v' proof = Some w -> N.leb v w ->
      holds (InBits B q Lower v).
    move=> inner hw /N.leb_le le F m hm.
    have /ssrnat.leP h := part_of_sound hw (hp _ _ e) (bits_attend hB inner hm); apply/ssrnat.leP; lia.
  case: q bound => [n a b tied []|m|rows null|n l null] // bound; case ew: (part_of _ _ _ _) => [w|] //;
    case: ifP => // le _; exact: (bound w).
case: ifP => // /andP [/andP [_ hB] _]; case: (field _ _) => [j|] //=; case e: (premise j) => [d|] //.
case: d e => // -[] // smaller here [] // v' e; case: (field_as _ _ _) => // queries.
case: (field_as _ _ _) => // tuples /verdict_true /and4P [/N.leb_le le hx ht hw] F d hd.
have [key [extra h]] := tuples_realised hB hx ht hd.
have := part_bound (rs := None) (cs := None) (hp _ _ e) hw h; rewrite /part_value andbF => /ssrnat.leP le2.
apply/ssrnat.leP; lia.
Qed.

Definition lower_bits : rule := Rule lower_bits_sound.
