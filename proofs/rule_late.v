(* Late interaction: claims, tables of integers, and the theorems "plane", "cells" (k = 0) and "runs". *)

From Coq Require Import ZArith NArith Lia String.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths rule_least heads listing numbers late.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Local Arguments Z.mul : simpl never.
Local Arguments Z.add : simpl never.
Local Arguments Z.sub : simpl never.
Local Arguments Z.abs : simpl never.
Local Arguments Z.max : simpl never.

(* ---------- Tables of integers ---------- *)

Fixpoint dotz (a b : seq Z) : Z :=
  match a, b with x :: a', y :: b' => (x * y + dotz a' b')%ZZ | _, _ => 0%ZZ end.

(* The greatest product of a query's vector with a document's. *)
Definition best (q : seq Z) (document : seq (seq Z)) : Z :=
  if document is k :: rest then foldr (fun k x => Z.max (dotz q k) x) (dotz q k) rest else 0%ZZ.

Definition late_score (query document : seq (seq Z)) : Z := foldr (fun q x => (best q document + x)%ZZ) 0%ZZ query.

(* Below all scores, or the greatest one that has to be low. *)
Definition bar_of (row : seq symbol) (scores : seq Z) : Z :=
  foldr (fun p b => if p.1 is Neg then Z.max p.2 b else b) (foldr Z.min 0 scores - 1)%ZZ (zip row scores).

Definition row_stands (row : seq symbol) (scores : seq Z) : bool :=
  let b := bar_of row scores in
  all (fun p => match p.1 with Neg => Z.leb p.2 b | Pos => Z.ltb b p.2 | Star => true | Zero => false end)
    (zip row scores).

(* One to `most` vectors of at most v coordinates. *)
Definition vectors_fit (most v : N) (vectors : seq (seq Z)) : bool :=
  [&& N.leb 1 (N.of_nat (size vectors)), N.leb (N.of_nat (size vectors)) most &
      all (fun x => N.leb (N.of_nat (size x)) v) vectors].

Definition late_shows (q : question) (d t v : N) (queries keys : seq (seq (seq Z))) : bool :=
  if rows_of q is Some rows then
    [&& Nat.eqb (size queries) (size rows), N.eqb (N.of_nat (size keys)) (width (asks q)), all (vectors_fit t v) queries,
        all (vectors_fit d v) keys &
        all (fun p => row_stands p.1 (map (late_score p.2) keys)) (zip rows queries)]
  else false.

Section Sound.

Variable F : realFieldType.

Lemma number_lt x y : (x < y)%ZZ -> number F x < number F y.
Proof. by move=> h; rewrite -subr_gt0 -numberB; apply: number_gt0; lia. Qed.

Definition vector m (l : seq Z) : 'rV[F]_m := \row_(i < m) number F (nth 0%ZZ l i).

Lemma dot_vector m a b : (size a <= m)%N -> dot (vector m a) (vector m b) = number F (dotz a b).
Proof.
rewrite /dot (eq_bigr (fun i : 'I_m => number F (nth 0%ZZ a i) * number F (nth 0%ZZ b i))) => [|i _]; last by rewrite !mxE.
elim: a b m => [|x a IH] b m h /=.
  by rewrite number0 big1 // => i _; rewrite nth_nil number0 mul0r.
case: m h => // m h; case: b => [|y b].
  by rewrite number0 big1 // => i _; rewrite nth_nil number0 mulr0.
by rewrite big_ord_recl /= numberD numberM IH.
Qed.

Lemma best_ge q ks k : k \in ks -> (dotz q k <= best q ks)%ZZ.
Proof.
case: ks => //= a rest; rewrite inE => /orP[/eqP ->|].
  by elim: rest => [|b rest IH] /=; lia.
by elim: rest => //= b rest IH; rewrite inE => /orP[/eqP ->|/IH]; lia.
Qed.

Lemma best_in q ks : ks != [::] -> exists2 k, k \in ks & dotz q k = best q ks.
Proof.
case: ks => //= a rest _; elim: rest => [|b rest [k hk e]] /=; first by exists a; rewrite ?mem_head.
case: (Z.max_spec (dotz q b) (foldr (fun k => Z.max (dotz q k)) (dotz q a) rest)) => -[_ ->].
  by exists k; move: hk; rewrite ?inE // => /orP[->|->]; rewrite ?orbT.
by exists b; rewrite ?inE ?eqxx ?orbT.
Qed.

Lemma best_nil ks : best [::] ks = 0%ZZ.
Proof. by case: ks => //= a rest; elim: rest => //= b rest ->. Qed.

(* What the vectors of a document are: the first one once more, if they are fewer. *)
Definition document m (ks : seq (seq Z)) (s : nat) : 'rV[F]_m := vector m (nth (head [::] ks) ks s).

Lemma greatest_best m d q ks : (size q <= m)%N -> (0 < size ks <= d)%N ->
  greatest (fun s => dot (vector m q) (document m ks s)) d.-1 = number F (best q ks).
Proof.
move=> hq /andP[h0 hd]; have hne : ks != [::] by case: (ks) h0.
have mem s : nth (head [::] ks) ks s \in ks.
  by case: (ltnP s (size ks)) => hs; [exact: mem_nth | rewrite nth_default //; case: (ks) hne => // a l; rewrite mem_head].
apply: greatest_is => [s _|]; first by rewrite dot_vector //; apply/number_le/best_ge.
have [k /(nthP (head [::] ks)) [s hs <-] e] := best_in q hne.
exists s; last by rewrite dot_vector // e.
by rewrite -ltnS prednK ?(leq_trans hs) // (leq_trans h0).
Qed.

Lemma late_scoreE t qs ks : (size qs <= t)%N -> \sum_(i < t) number F (best (nth [::] qs i) ks) = number F (late_score qs ks).
Proof.
elim: qs t => [|q qs IH] t h /=.
  by rewrite number0 big1 // => i _; rewrite nth_nil best_nil number0.
by case: t h => // t h; rewrite big_ord_recl /= numberD IH.
Qed.

Lemma late_sound q d t v queries keys : late_shows q d t v queries keys ->
  interacts F (asks q) (N.to_nat d) (N.to_nat t) (N.to_nat v).
Proof.
rewrite /late_shows; case er: (rows_of q) => [rows|] //; rewrite eqbE.
case/and5P=> /eqP hs /N.eqb_eq hw /(all_nthP [::]) hq /(all_nthP [::]) hk /(all_nthP ([::], [::])) hrows.
exists (fun c => document (N.to_nat v) (nth [::] keys (N.to_nat c))) => r /(rows_ofP er) [i hi ei].
have hi' : (i < size queries)%N by rewrite hs.
pose qs := nth [::] queries i; pose b := bar_of (nth [::] rows i) (map (late_score qs) keys).
exists (fun j => vector (N.to_nat v) (nth [::] qs j)), (number F b + 2%:R^-1) => c hc.
have hck : (N.to_nat c < size keys)%N by apply/ssrnat.ltP; lia.
have /and3P[/N.leb_le q1 /N.leb_le q2 /(all_nthP [::]) q3] := hq i hi'.
have /and3P[/N.leb_le k1 /N.leb_le k2 _] := hk _ hck.
rewrite (eq_bigr (fun j : 'I_(N.to_nat t) => number F (best (nth [::] qs j) (nth [::] keys (N.to_nat c))))); last first.
  move=> j _; apply: greatest_best; last by apply/andP; split; apply/ssrnat.leP; lia.
  case: (ltnP j (size qs)) => hj; last by rewrite nth_default.
  by apply/ssrnat.leP; have /N.leb_le := q3 j hj; rewrite -/qs; lia.
rewrite late_scoreE; last by apply/ssrnat.leP; rewrite /qs; lia.
have sz : size (zip rows queries) = size rows by rewrite size_zip -hs minnn.
have := hrows i; rewrite sz => /(_ hi); rewrite nth_zip //= /row_stands -/qs -/b => /(all_nthP (Star, 0%ZZ)).
have srow : size (nth [::] rows i) = size keys by rewrite ei size_listed -hw Nat2N.id.
move/(_ (N.to_nat c)); rewrite size_zip size_map srow minnn => /(_ hck).
rewrite nth_zip ?size_map // (nth_map [::]) //= ei nth_listed //; set x := late_score _ _.
case: (r c) => //= h.
- rewrite subr_lt0; apply: (le_lt_trans (y := number F b)); first by apply: number_le; move/Z.leb_le: h.
  by rewrite ltr_addl invr_gt0 ltr0n.
- rewrite subr_gt0; apply: (lt_le_trans (y := number F (b + 1))).
    by rewrite numberD number1 ltr_add2l invf_lt1 ?ltr0n // ltr1n.
  by apply: number_le; move/Z.ltb_lt: h; lia.
Qed.

End Sound.

(* ---------- As many vectors for a query as members of a set ---------- *)

(* Line j is above 2 x^2 at x = j, and below at all other integers. *)
Definition line_at (x j : Z) : Z := (4 * j * x - 2 * j * j + 1)%ZZ.

(* Twice the upper envelope of lines, if they are in order. *)
Fixpoint envelope (x a : Z) (l : seq Z) : Z :=
  if l is b :: rest then (envelope x b rest + Z.abs (line_at x b - line_at x a) + line_at x a - line_at x b)%ZZ
  else (2 * line_at x a)%ZZ.

Lemma envelope_above x a l j : j \in a :: l -> (2 * line_at x j <= envelope x a l)%ZZ.
Proof.
elim: l a j => [|b l IH] a j /=; first by rewrite mem_seq1 => /eqP ->; lia.
rewrite inE => /orP[/eqP ->|/IH]; last lia.
by have := IH b b (mem_head _ _); lia.
Qed.

Lemma envelope_falls x a l : path Z.ltb a l -> (x <= a)%ZZ -> (envelope x a l <= 2 * line_at x a)%ZZ.
Proof.
elim: l a => [|b l IH] a /=; first lia.
case/andP=> /Z.ltb_lt hab hp hx; have := IH b hp ltac:(lia).
suff : (line_at x b <= line_at x a)%ZZ by lia.
rewrite /line_at; nia.
Qed.

Lemma envelope_below x a l m : path Z.ltb a l -> (forall j, j \in a :: l -> line_at x j <= m)%ZZ -> (envelope x a l <= 2 * m)%ZZ.
Proof.
elim: l a => [|b l IH] a /= hp hm; first by have := hm a (mem_head _ _); lia.
case/andP: hp => /Z.ltb_lt hab hp.
have ha := hm a (mem_head _ _); have hb : (envelope x b l <= 2 * m)%ZZ.
  by apply: IH => // j hj; apply: hm; rewrite inE hj orbT.
case: (Z.le_gt_cases (line_at x a) (line_at x b)) => h; first lia.
have : (envelope x b l <= 2 * line_at x b)%ZZ; last lia.
by apply: envelope_falls => //; move: h; rewrite /line_at; nia.
Qed.

(* The queries: differences of lines, and the sum of the first and the last one with a constant. *)
Fixpoint differences (l : seq Z) : seq (seq Z) :=
  if l is a :: (b :: _) as rest then [:: 2 * a * a - 2 * b * b; 4 * b - 4 * a]%ZZ :: differences rest else [::].

Definition forms (k : Z) (l : seq Z) : seq (seq Z) :=
  if l is a :: rest then
    [:: 2 * k + 2 - 2 * a * a - 2 * last a rest * last a rest; 4 * a + 4 * last a rest]%ZZ :: differences l
  else [::].

Definition folded (x : Z) (l : seq (seq Z)) : Z := foldr (fun p s => (Z.abs (dotz p [:: 1; x]) + s)%ZZ) 0%ZZ l.

Lemma size_forms k l : size (forms k l) = size l.
Proof. by case: l => //= a l; congr _.+1; elim: l a => //= b l IH a; rewrite IH. Qed.

Lemma folded_differences x a l : (folded x (differences (a :: l)) + line_at x a + line_at x (last a l))%ZZ = envelope x a l.
Proof.
elim: l a => [|b l IH] a; first by rewrite /=; lia.
rewrite /= -IH /=; set u := Z.abs _; set w := Z.abs _; have -> : u = w; last lia.
by congr Z.abs; rewrite /line_at; lia.
Qed.

Lemma folded_forms x n l : (0 <= x < n)%ZZ -> (forall j, j \in l -> 0 <= j < n)%ZZ -> sorted Z.ltb l ->
  let w := (4 * x * x + 2 * (2 * n * n + 1))%ZZ in
  if x \in l then (w < folded x (forms (2 * n * n + 1) l))%ZZ else (folded x (forms (2 * n * n + 1) l) < w)%ZZ.
Proof.
case: l => [|a l] hx hl hs; first by rewrite /=; nia.
have hz : last a l \in a :: l by exact: mem_last.
have h1 := hl a (mem_head _ _); have h2 := hl _ hz.
have e := folded_differences x a l; rewrite /= in e.
have e1 : Z.abs (dotz [:: 2 * (2 * n * n + 1) + 2 - 2 * a * a - 2 * last a l * last a l; 4 * a + 4 * last a l] [:: 1; x])%ZZ =
    (line_at x a + line_at x (last a l) + 2 * (2 * n * n + 1))%ZZ.
  move: (last a l) h2 => z h2; have a2 : (a * a <= n * n)%ZZ by nia.
  have z2 : (z * z <= n * n)%ZZ by nia.
  have p : (0 <= (a + z) * x)%ZZ by nia.
  by rewrite /dotz Z.abs_eq /line_at; lia.
have e2 : folded x (forms (2 * n * n + 1) (a :: l)) = (envelope x a l + 2 * (2 * n * n + 1))%ZZ.
  by rewrite -e /= in e1 *; lia.
cbv zeta; rewrite e2; case: ifP => hin.
- by have := @envelope_above x a l x hin; rewrite {1}/line_at; lia.
- suff : (envelope x a l <= 2 * (2 * x * x - 1))%ZZ by lia.
  apply: envelope_below => // j hj; rewrite /line_at.
  have : x <> j by move=> ej; rewrite ej hj in hin.
  nia.
Qed.

Section Runs.

Variable F : realFieldType.

Lemma folded_sum t x qs : (size qs <= t)%N ->
  \sum_(i < t) number F (Z.abs (dotz (nth [::] qs i) [:: 1; x]%ZZ)) = number F (folded x qs).
Proof.
elim: qs t => [|q qs IH] t h /=.
  by rewrite number0 big1 // => i _; rewrite nth_nil number0.
by case: t h => // t h; rewrite big_ord_recl /= numberD IH.
Qed.

Lemma number_abs z : number F (Z.abs z) = `|number F z|.
Proof.
case: (Z.le_gt_cases 0 z) => h; first by rewrite Z.abs_eq // ger0_norm // -(number0 F); exact: number_le.
by rewrite Z.abs_neq ?numberN ?ltr0_norm // -?(number0 F); [exact: number_lt | lia].
Qed.

Theorem runs n least most d t : (most <= t)%num -> (2 <= d)%num ->
  interacts F (asks (Subsets n least most false Inner)) (N.to_nat d) (N.to_nat t) 2.
Proof.
move=> ht hd; pose k := (2 * Z.of_N n * Z.of_N n + 1)%ZZ; pose w c := (4 * Z.of_N c * Z.of_N c + 2 * k)%ZZ.
have w0 c : 0 < number F (w c) by apply: number_gt0; rewrite /w /k; nia.
pose one c := (number F (w c))^-1 *: vector F 2 [:: 1; Z.of_N c]%ZZ.
exists (fun c s => if s is 0 then one c else - one c) => r [y [uy iny sizes hr]].
pose js := [seq Z.of_nat i | i <- sort leq (map N.to_nat y)]; pose qs := forms k js.
have memjs c : (Z.of_N c \in js) = (N.to_nat c \in map N.to_nat y).
  apply/mapP/idP => [[i]|h]; last by exists (N.to_nat c); rewrite ?mem_sort //; lia.
  by rewrite mem_sort => h e; have -> : N.to_nat c = i by lia.
have sortedjs : sorted Z.ltb js.
  rewrite /js sorted_map; have : sorted ltn (sort leq (map N.to_nat y)) by rewrite sort_lt_sorted.
  by apply: sub_sorted => i j /ssrnat.ltP h; apply/Z.ltb_lt; lia.
have sizejs : (size qs <= N.to_nat t)%N.
  rewrite size_forms !size_map size_sort size_map; case/andP: sizes => _ h; apply: (leq_trans h).
  by apply/ssrnat.leP; lia.
exists (fun i => vector F 2 (nth [::] qs i)), 1 => c hc.
have small i : (size (nth [::] qs i) <= 2)%N.
  case: (ltnP i (size qs)) => h; last by rewrite nth_default.
  have /allP : all (fun q => size q <= 2)%N qs; last by apply; exact: mem_nth.
  by rewrite /qs; case: (js) => //= a l; elim: l a => //= b l IH a; rewrite IH.
rewrite (eq_bigr (fun i : 'I_(N.to_nat t) => number F (Z.abs (dotz (nth [::] qs i) [:: 1; Z.of_N c]%ZZ)) * (number F (w c))^-1)).
  rewrite -mulr_suml folded_sum // hr -memjs.
  have := @folded_forms (Z.of_N c) (Z.of_N n) js ltac:(move: hc => /=; lia) _ sortedjs; rewrite -/k -/qs -/(w c).
  case: ifP => hin h /=.
  - rewrite subr_gt0 ltr_pdivl_mulr // mul1r; apply: number_lt; apply: h.
    by move=> j /mapP[i]; rewrite mem_sort => /mapP[z hz ->] ->; move: (iny (N.to_nat z) (map_f _ hz)) => /ssrnat.ltP; lia.
  - rewrite subr_lt0 ltr_pdivr_mulr // mul1r; apply: number_lt; apply: h.
    by move=> j /mapP[i]; rewrite mem_sort => /mapP[z hz ->] ->; move: (iny (N.to_nat z) (map_f _ hz)) => /ssrnat.ltP; lia.
move=> i _; set q := nth _ _ _; set u := dotz q _.
have e0 : dot (vector F 2 q) (one c) = number F u / number F (w c) by rewrite /one dotZr dot_vector ?small // mulrC.
have e1 : dot (vector F 2 q) (- one c) = - number F u / number F (w c) by rewrite -scaleN1r dotZr e0 mulN1r mulNr.
have inv0 : 0 < (number F (w c))^-1 by rewrite invr_gt0.
rewrite number_abs; apply: greatest_is => [[|s] _|].
- by rewrite e0 ler_pmul2r // ler_norm.
- by rewrite e1 ler_pmul2r // -normrN ler_norm.
case: (ger0P (number F u)) => hu; first by exists 0%N.
by exists 1%N => //; apply/ssrnat.leP; rewrite -subn1 -minusE; lia.
Qed.

End Runs.

(* ---------- Reading, and the rule ---------- *)

Definition maxsim_word : text := word "maxsim".
Definition of_word : text := word "of".
Definition document_word : text := word "document_vectors".
Definition query_word : text := word "query_vectors".
Definition resource_word : text := word "resource".
Definition class_word : text := word "unit_class".
Definition queries_word : text := word "queries".
Definition keys_word : text := word "keys".
Definition plane_word : text := word "plane".
Definition cells_word : text := word "cells".
Definition runs_word : text := word "runs".
Definition k_word : text := word "k".

(* A pattern of + - * by inner products, a threshold for each query. *)
Definition plain_question (q : question) : bool :=
  match q with
  | Subsets n least most tied Inner => [&& ~~ tied, N.leb 1 least, N.leb least most & N.leb most n]
  | Written rows null => ~~ null && all (all (fun s => if s is Zero then false else true)) rows
  | Relevance _ _ null => ~~ null
  | _ => false
  end.

(* From 1 to 10^6. *)
Definition vectors_of (name : text) (j : json) : option N :=
  if field_as number_of name j is Some x then if N.leb 1 x && N.leb x 1000000 then Some x else None else None.

Definition read_late (asked_for j : json) : option claim :=
  if [&& says task_word maxsim_word asked_for, says resource_word (word "m") j, says class_word (word "SIGN") j,
         only [:: task_word; of_word; document_word; query_word] asked_for & only width_fields j] then
    match field_as read_question of_word asked_for, vectors_of document_word asked_for, vectors_of query_word asked_for,
          read_side j, field_as number_of value_word j with
    | Some q, Some d, Some t, Some s, Some v => if plain_question q then Some (LateWidth q d t s v) else None
    | _, _, _, _, _ => None
    end
  else None.

Definition vectors_in (name : text) (j : json) : option (seq (seq (seq Z))) :=
  field_as (many (many (many integer_of))) name j.

Definition run_late (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  match c with
  | LateWidth q d t Upper v =>
      if says rule_word (word "evaluate") proof && says (word "exhibit") maxsim_word proof then
        if (vectors_in queries_word proof, vectors_in keys_word proof) is (Some queries, Some keys)
        then verdict (only [:: rule_word; word "exhibit"; queries_word; keys_word] proof && late_shows q d t v queries keys)
        else Failed
      else if cites runs_word proof then
        if q is Subsets n least most false Inner
        then if N.leb most t then verdict (N.leb 2 d && N.leb 2 v) else Elsewhere (* many members, few others *)
        else Failed
      else Elsewhere
  | LateWidth q d t Lower v =>
      if cites plane_word proof then
        if q is Subsets n least most false Inner
        then verdict (N.leb (N.max least 2) (N.min most (n - 2)) && N.leb v 2) else Failed
      else if cites cells_word proof then
        if (q, field_as number_of k_word proof) is (Subsets n least most false Inner, Some 0%num) then
          if field (word "columns") proof is None
          then verdict [&& N.ltb 0 n, N.leb (N.max least 1) (N.min most (n - 1)) & N.leb v 1] else Elsewhere
        else Elsewhere
      else if cites (word "least") proof then verdict (N.eqb v 0)
      else Elsewhere
  | _ => Elsewhere
  end.

Lemma late_rule_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_late premise proof c = Proved -> holds c.
Proof.
move=> _; case: c => // q d t [] v; rewrite /run_late.
- case: ifP => [_|_].
    case: q => // n least most [] // [] // /verdict_true /andP[/N.leb_le h /N.leb_le hv] F m /(plane h) hm.
    by apply: leq_trans hm; apply/ssrnat.leP; lia.
  case: ifP => [_|_]; last by case: ifP => // _ /verdict_true /N.eqb_eq -> F m.
  case: q => // n least most [] // [] //; case: (field_as _ _ _) => // -[] //; case: (field _ _) => //.
  move=> /verdict_true /and3P[/N.ltb_lt hn /N.leb_le h /N.leb_le hv] F m /(no_coordinates hn h) hm.
  by apply: leq_trans hm; apply/ssrnat.leP; lia.
- case: ifP => [_|_].
    case: (vectors_in _ _) => // queries; case: (vectors_in _ _) => // keys /verdict_true /andP[_ h] F.
    exact: late_sound h.
  case: ifP => // _; case: q => // n least most [] // [] //; case: ifP => // /N.leb_le ht.
  move=> /verdict_true /andP[/N.leb_le hd /N.leb_le hv] F.
  by apply: (@interacts_wider _ _ _ _ 2); [apply/ssrnat.leP; lia | exact: runs].
Qed.

Definition late_interaction : rule := Rule late_rule_sound.
