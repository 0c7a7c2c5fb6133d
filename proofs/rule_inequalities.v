(* Inequalities between measures of one matrix, from bounds that are proved. *)

From Coq Require Import ZArith String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths reading_measures rule_least matrices.
From Headcount Require Import laws messages shattering rule_ranks.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* ---------- The same function, the same measure ---------- *)

Fixpoint same_rows (a b : boolean) : bool :=
  match a, b with
  | x :: a', y :: b' => if same_row x y then same_rows a' b' else false
  | [::], [::] => true
  | _, _ => false
  end.

Definition same_function (f g : two_party) : bool :=
  match f, g with
  | Disj n, Disj k | Equality n, Equality k | Greater n, Greater k | AtLeast n, AtLeast k
  | InnerProduct n, InnerProduct k | Index n, Index k => N.eqb n k
  | Table a, Table b => same_rows a b
  | _, _ => false
  end.

Lemma same_functionP f g : same_function f g -> f = g.
Proof.
have rows a b : same_rows a b -> a = b.
  by elim: a b => [|x a IH] [|y b] //=; rewrite same_rowP; case: eqP => // -> /IH ->.
by case: f g => [n|n|n|n|n|n|a] [k|k|k|k|k|k|b] //= e; rewrite ?(rows _ _ e) // (_ : n = k) //; apply/N.eqb_eq.
Qed.

Definition code (m : measure) : N :=
  let b x : N := if x then 1%num else 0%num in
  match m with
  | Depth => 0 | Partition => 1 | RankSign => 2 | SignRank => 3
  | OneWay x => 4 + b x | Fooling x => 6 + b x | Cover x => 8 + b x | Disjoint x => 10 + b x | Shattered x => 12 + b x
  | Rank over x => (match over with Rationals => 14 | GF2 => 16 | GF3 => 18 end) + b x
  end.

Definition same_measure (a b : measure) : bool := N.eqb (code a) (code b).

Lemma same_measureP a b : same_measure a b -> a = b.
Proof. by case: a b => [|[]|[]|[]|[]||[] []||[]|] [|[]|[]|[]|[]||[] []||[]|]. Qed.

(* ---------- Laws ---------- *)

(* smaller <= f(larger), f(k) = k, k + 1 or 2^k. *)
Inductive shape := Same | Next | Power.

Definition rises (sh : shape) (k : nat) : nat := match sh with Same => k | Next => k.+1 | Power => 2 ^ k end.

(* What a law says of a matrix if the larger measure may be k. *)
Definition implied F (m : measure) (M : boolean) (k : nat) : Prop :=
  if largest m then forall l, may_be F m M l -> (l <= k)%N else may_be F m M k.

Definition always (smaller : measure) (sh : shape) (larger : measure) : Prop :=
  forall F M k, rectangular M -> may_be F larger M k -> implied F smaller M (rises sh k).

Record law := Law {
  smaller : measure; form : shape; larger : measure;
  law_holds : always smaller form larger; least_larger : largest larger = false }.

(* Whether v <= f(k) gives w <= k; whether f(v) <= w. *)
Definition falls_to (sh : shape) (v w : N) : bool :=
  match sh with Same => N.leb w v | Next => N.leb w (N.pred v) | Power => N.leb w (N.log2_up v) end.
Definition rises_to (sh : shape) (v w : N) : bool :=
  match sh with
  | Same => N.leb v w | Next => N.leb (N.succ v) w | Power => if N.eqb w 0 then false else N.leb v (N.log2 w)
  end.

Lemma to_nat_pow2 v : N.to_nat (2 ^ v) = 2 ^ N.to_nat v.
Proof.
elim/N.peano_ind: v => // v IH; rewrite N.pow_succ_r' Nnat.N2Nat.inj_mul IH Nnat.N2Nat.inj_succ expnS.
by rewrite multE.
Qed.

Lemma le_pow2 v k : (N.to_nat v <= 2 ^ k)%N -> (N.to_nat (N.log2_up v) <= k)%N.
Proof.
rewrite -{1}(Nnat.Nat2N.id k) -to_nat_pow2 => /leP h.
have : (N.log2_up v <= N.log2_up (2 ^ N.of_nat k))%num by apply: N.log2_up_le_mono; lia.
by rewrite N.log2_up_pow2; [move=> e; apply/leP; lia | lia].
Qed.

Lemma falls_toP sh v w k : falls_to sh v w -> (N.to_nat v <= rises sh k)%N -> (N.to_nat w <= k)%N.
Proof.
case: sh => /= /leNat h; first exact: leq_trans.
  by move=> e; apply: leq_trans h _; move/leP: e => e; apply/leP; lia.
by move/le_pow2; exact: leq_trans.
Qed.

Lemma rises_toP sh v w : rises_to sh v w -> (rises sh (N.to_nat v) <= N.to_nat w)%N.
Proof.
case: sh => /=; first exact: leNat.
  by move/leNat; rewrite Nnat.N2Nat.inj_succ.
case: N.eqb_spec => // w0 /N.leb_le h; rewrite -to_nat_pow2; apply/leP.
have : (2 ^ v <= w)%num by apply/N.log2_le_pow2; lia.
lia.
Qed.

Lemma rectangularP M : rectangular M -> regular M.
Proof. by case/rectangular_regular => _ []. Qed.

Lemma law_partition1 : always (Rank Rationals false) Same (Disjoint true).
Proof. by move=> F M k _ [R c d]; exact: disjoint_rank c d. Qed.

Lemma law_partition0 : always (Rank Rationals true) Same (Disjoint false).
Proof. by move=> F M k _ [R /covers_complement c d]; exact: disjoint_rank c d. Qed.

Lemma law_complement over x : always (Rank over x) Next (Rank over (~~ x)).
Proof.
move=> F M k _; case: x => /= h; case: over h => h; apply: complement_rank; rewrite ?complement_involutive; exact: h.
Qed.

Lemma law_gf2 x : always (Rank GF2 x) Same (Rank Rationals x).
Proof. by move=> F M k _ /=; apply: minor_rank; exact: rat_zeros. Qed.

Lemma law_gf3 x : always (Rank GF3 x) Same (Rank Rationals x).
Proof. by move=> F M k _ /=; apply: minor_rank; exact: rat_zeros. Qed.

Lemma law_message x : always (OneWay x) Same (Rank GF2 false).
Proof.
move=> F M k r; have [_ [w reg]] := rectangular_regular r; case: x => /= h; first exact: (@message_rank F M k reg h).
by have := @message_rank F (turned M) k (regular_turned w) (rank_turned r h).
Qed.

Lemma law_announce x : always Depth Next (OneWay x).
Proof. by move=> F M k /rectangularP reg; case: x; [exact: announced | exact: announced_turned]. Qed.

Lemma law_leaves : always Partition Power Depth.
Proof. by move=> F M k _; exact: leaves_partition. Qed.

Lemma law_cover b : always (Cover b) Same (Disjoint b).
Proof. by move=> F M k _ [R c _]; exists R. Qed.

Lemma law_signs : always SignRank Same RankSign.
Proof. by move=> F M k /rectangularP reg; exact: rank_signs. Qed.

Lemma law_shattered x : always (Shattered x) Same (OneWay x).
Proof.
move=> F M k _ h l; case: x h => h s; first exact: (@shattered_messages F M l k s h).
exact: (@shattered_messages F (turned M) l k s h).
Qed.

Lemma law_shattered_signs x : always (Shattered x) Same SignRank.
Proof.
move=> F M k /rectangularP reg h l; case: x => s; first exact: (@shattered_signs F M l k s h).
exact: (@shattered_signs F (turned M) l k s (signs_turned reg h)).
Qed.

Arguments law_partition1 : clear implicits.
Arguments law_partition0 : clear implicits.
Arguments law_cover : clear implicits.
Arguments law_complement : clear implicits.
Arguments law_gf2 : clear implicits.
Arguments law_gf3 : clear implicits.
Arguments law_message : clear implicits.
Arguments law_announce : clear implicits.
Arguments law_leaves : clear implicits.
Arguments law_signs : clear implicits.
Arguments law_shattered : clear implicits.
Arguments law_shattered_signs : clear implicits.

Definition law_table : seq (text * law) :=
  [:: (word "rank_q <= partition1", Law law_partition1 erefl);
      (word "rank_q_complement <= partition0", Law law_partition0 erefl);
      (word "cover0 <= partition0", Law (law_cover false) erefl);
      (word "cover1 <= partition1", Law (law_cover true) erefl);
      (word "rank_q <= rank_q_complement + 1", Law (law_complement Rationals false) erefl);
      (word "rank_q_complement <= rank_q + 1", Law (law_complement Rationals true) erefl);
      (word "rank_gf2 <= rank_gf2_complement + 1", Law (law_complement GF2 false) erefl);
      (word "rank_gf2_complement <= rank_gf2 + 1", Law (law_complement GF2 true) erefl);
      (word "rank_gf3 <= rank_gf3_complement + 1", Law (law_complement GF3 false) erefl);
      (word "rank_gf3_complement <= rank_gf3 + 1", Law (law_complement GF3 true) erefl);
      (word "rank_gf2 <= rank_q", Law (law_gf2 false) erefl);
      (word "rank_gf2_complement <= rank_q_complement", Law (law_gf2 true) erefl);
      (word "rank_gf3 <= rank_q", Law (law_gf3 false) erefl);
      (word "rank_gf3_complement <= rank_q_complement", Law (law_gf3 true) erefl);
      (word "one_way_ab <= rank_gf2", Law (law_message true) erefl);
      (word "one_way_ba <= rank_gf2", Law (law_message false) erefl);
      (word "D <= one_way_ab + 1", Law (law_announce true) erefl);
      (word "D <= one_way_ba + 1", Law (law_announce false) erefl);
      (word "partition <= 2^D", Law law_leaves erefl);
      (word "sign_rank <= rank_sign", Law law_signs erefl);
      (word "vc_rows <= one_way_ab", Law (law_shattered true) erefl);
      (word "vc_columns <= one_way_ba", Law (law_shattered false) erefl);
      (word "vc_rows <= sign_rank", Law (law_shattered_signs true) erefl);
      (word "vc_columns <= sign_rank", Law (law_shattered_signs false) erefl)].

(* The premise and the claim are of one function, and on one side. *)
Definition by_law (L : law) (d c : claim) : bool :=
  match d, c with
  | Measured g m s v, Measured f n t w =>
      [&& same_function f g, rectangular (entries f) &
        match s, t with
        | Lower, Lower => [&& same_measure m (smaller L), same_measure n (larger L) & falls_to (form L) v w]
        | Upper, Upper => [&& same_measure m (larger L), same_measure n (smaller L) & rises_to (form L) v w]
        | _, _ => false
        end]
  | _, _ => false
  end.

Definition sum_word : text := word "partition0 + partition1 <= partition".

Definition by_sum (a b c : claim) : bool :=
  match a, b, c with
  | Measured f0 (Disjoint false) Lower v0, Measured f1 (Disjoint true) Lower v1, Measured f Partition Lower w =>
      [&& same_function f f0, same_function f f1, rectangular (entries f) & N.leb w (v0 + v1)]
  | _, _, _ => false
  end.

Definition run_inequality (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if says rule_word (word "theorem") proof then
    match field_as text_of name_word proof, field_as list_of from_word proof with
    | Some name, Some [:: j] =>
        if by_name name law_table is Some L then
          if premise j is Some d then verdict (by_law L d c) else Failed
        else Elsewhere
    | Some name, Some [:: i; j] =>
        if same name sum_word then
          if (premise i, premise j) is (Some a, Some b) then verdict (by_sum a b c) else Failed
        else Elsewhere
    | _, _ => Elsewhere
    end
  else Elsewhere.

Lemma by_law_sound L d c : holds d -> by_law L d c -> holds c.
Proof.
case: d => // g m s v; case: c => // f n t w h /and3P[/same_functionP eg rec]; subst g.
case: s t h => [] [] //= h /and3P[/same_measureP em /same_measureP en le] F; subst m n.
  rewrite (least_larger L) => k /(law_holds rec) hk; apply: falls_toP le _; move: (h F) hk; rewrite /implied.
  by case: largest => hF; [apply | apply: hF].
have hL := h F; rewrite (least_larger L) in hL; have := law_holds rec hL; rewrite /implied.
case small: largest => hk; last by apply: (may_be_mono small (rises_toP le)).
by move=> l /hk le'; apply: leq_trans le' (rises_toP le).
Qed.

Lemma by_sum_sound a b c : holds a -> holds b -> by_sum a b c -> holds c.
Proof.
case: a => // f0 [] // [] // [] // v0; case: b => // f1 [] // [] // [] // v1; case: c => // f [] // [] // w h0 h1.
case/and4P => /same_functionP e0 /same_functionP e1 /rectangularP reg /leNat le F k; subst f0 f1.
move=> /(split_partition reg)[x [y [hx hy <-]]]; apply: leq_trans le _.
by rewrite Nnat.N2Nat.inj_add; apply: leq_add; [exact: h0 hx | exact: h1 hy].
Qed.

Lemma inequality_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_inequality premise proof c = Proved -> holds c.
Proof.
rewrite /run_inequality => h; case: ifP => // _; case: field_as => // name; case: field_as => // -[|i [|j []]] //.
  case: by_name => // L; case e: (premise i) => [d|] // /verdict_true; apply: by_law_sound; exact: h e.
case: ifP => // _; case ea: (premise i) => [a|] //; case eb: (premise j) => [b|] // /verdict_true.
by apply: by_sum_sound; [exact: h ea | exact: h eb].
Qed.

Definition inequalities : rule := Rule inequality_sound.
