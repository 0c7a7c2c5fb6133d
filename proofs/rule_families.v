(* The theorems "columns independent", "independent on a sphere" and "independent in balls": closed forms. *)

From Coq Require Import ZArith NArith String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import families.
From Headcount Require Import statements json rules reading_widths rule_least.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Local Open Scope N_scope.

(* Every dependency of k keys of n, `alone` at least of each sign, is excluded by some set of least .. most keys. *)
Definition separated (n least most alone k : N) : bool :=
  [&& k <=? n, least <=? most, least <=? n, k <=? 2 * most + 1, k <=? alone + N.max most (n - least) &
      (most <=? n - least) || (k <=? 2 * (n - least) + 1)].

Definition in_balls (n least most k : N) : bool :=
  [&& k <=? n, least <=? most & (k <? 2) || [&& k <=? most + 1, least <? n & (k <? 4) || (least + k <=? n + 2)]].

Definition k_word : text := word "k".

(* What k independent keys prove of families of sets. *)
Definition independent_keys (n least most : N) (tied : bool) (by_ : score) (name : text) (k : N) : bool :=
  if same name (word "columns independent") then
    match by_, tied with
    | Inner, true => [&& least =? most, k <=? n, k <=? 2 * most + 1 & most <? n]
    | Inner, false => separated n least most 1 k
    | _, _ => false
    end
  else if same name (word "independent on a sphere") then
    match by_, tied with Cosine, false => separated n least most 2 k | _, _ => false end
  else if same name (word "independent in balls") then
    match by_, tied with Euclidean, false => in_balls n least most k | _, _ => false end
  else false.

Lemma lebP a b : a <=? b -> (N.to_nat a <= N.to_nat b)%nat.
Proof. by move=> /N.leb_le h; apply/leP; lia. Qed.

Lemma fits_setE n a b least most : (a <= N.to_nat most)%coq_nat -> (Nat.add (N.to_nat least) b <= n)%coq_nat ->
  fits_set n a b least most.
Proof. by move=> /leP h1 /leP h2; rewrite /fits_set h1. Qed.

Lemma separated_divided n least most alone k : separated n least most alone k ->
  divided n least most (N.to_nat alone) (N.to_nat k).
Proof.
move=> /and5P [/N.leb_le h1 /N.leb_le h2 /N.leb_le h3 /N.leb_le h4 /andP [/N.leb_le h5 h6]].
move=> a b /leP ha /leP hb /leP; rewrite -plusE => hab; apply/orP.
have h7 : most <= n - least \/ k <= 2 * (n - least) + 1 by case/orP: h6 => /N.leb_le; [left|right].
have [[c1 c2]|[c1 c2]] : ((a <= N.to_nat most)%coq_nat /\ (Nat.add (N.to_nat least) b <= N.to_nat n)%coq_nat) \/
    ((b <= N.to_nat most)%coq_nat /\ (Nat.add (N.to_nat least) a <= N.to_nat n)%coq_nat) by lia.
  by left; exact: fits_setE.
by right; exact: fits_setE.
Qed.

Theorem independent_keys_sound n least most tied by_ name k (F : realFieldType) m :
  independent_keys n least most tied by_ name k ->
  attends F (asks (Subsets n least most tied by_)) m -> (N.to_nat k <= m.+1)%nat.
Proof.
rewrite /independent_keys; case: ifP => _.
  case: by_ => //; case: tied => [/and4P [/N.eqb_eq -> h1 /N.leb_le h2 /N.ltb_lt h3]|h] ha.
    apply: (tied_bound ha); first exact: lebP; first by apply/leP; rewrite -mul2n -multE; lia.
    by apply/ltP; lia.
  have hd := separated_divided h; case/and5P: h => h1 h2 _ _ _.
  by apply: (separation_bound ha) => //; exact: lebP.
case: ifP => _.
  case: by_ => //; case: tied => // h ha; have hd := separated_divided h.
  case/and5P: h => h1 h2 /N.leb_le h3 /N.leb_le h4 /andP [_ h5].
  apply: (sphere_bound ha) => //; try exact: lebP.
  move=> /leP k2; have h6 : most <= n - least \/ k <= 2 * (n - least) + 1 by case/orP: h5 => /N.leb_le; [left|right].
  by apply: fits_setE; lia.
case: ifP => // _; case: by_ => //; case: tied => // /and3P [h1 h2 h3] ha.
apply: (ball_bound ha); try exact: lebP.
move=> a b /ltP a0 /ltP b0 /leP; rewrite -plusE => hab hb.
have [k2|[h4 h5 h6]] : k < 2 \/ [/\ k <= most + 1, least < n & k < 4 \/ least + k <= n + 2].
- case/orP: h3 => [/N.ltb_lt|/and3P [/N.leb_le h4 /N.ltb_lt h5 h6]]; first by left.
  by right; split => //; case/orP: h6 => [/N.ltb_lt|/N.leb_le]; [left|right].
- by lia.
have hb' : b = 1%nat \/ (2 <= a /\ 2 <= b)%coq_nat.
  by case/orP: hb => [/eqP|/andP [/ltP ? /ltP ?]]; [left|right].
by apply: fits_setE; lia.
Qed.

Definition run_families (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if says rule_word (word "theorem") proof then
    match c, field_as text_of name_word proof, field_as number_of k_word proof with
    | Width (Subsets n least most tied by_) Lower v, Some name, Some k =>
        if independent_keys n least most tied by_ name k then verdict (v <? k) else Elsewhere
    | _, _, _ => Elsewhere
    end
  else Elsewhere.

Lemma families_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_families premise proof c = Proved -> holds c.
Proof.
rewrite /run_families => _; case: ifP => // _; case: c => // -[] // n least most tied by_ [] // v.
case: (field_as _ _ _) => // name; case: (field_as _ _ _) => // k; case: ifP => // h /verdict_true /N.ltb_lt vk F m ha.
by have /leP := independent_keys_sound h ha; move=> hk; apply/leP; lia.
Qed.

Definition families : rule := Rule families_sound.
