(* The theorems "identity" and "squares": upper bounds of m at any size. *)

From Coq Require Import NArith ZArith String Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements json rules reading_widths rule_least heads listing.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(* One of the two tables of the sign matrix is the identity. *)
Definition identity_shows (q : question) (v : N) : bool :=
  is_inner q &&
  (N.leb (width (asks q)) (needed q v) ||
   match q with
   | Written _ _ | Relevance _ _ _ =>
       if rows_of q is Some rows then N.leb (N.of_nat (size rows)) v else false
   | _ => false
   end).

(* Products of squares vanish on a set and are at least 1 at other integers. *)
Definition squares_show (q : question) (v : N) : bool :=
  match q with
  | Subsets n least most true Inner => N.leb (2 * most) v || N.leb n least
  | Subsets n least most false Inner => [|| N.leb (2 * most) v, N.leb (2 * (n - least)) v | N.leb (2 * (n / 2)) v]
  | Match2 _ => N.leb 3 v
  | _ => false
  end.

Section Closed.

Local Open Scope ring_scope.
Variable F : realFieldType.

Definition value (s : symbol) : F := match s with Neg => -1 | Pos => 1 | _ => 0 end.

Lemma matches_value s : matches s (value s).
Proof. by case: s => /=; rewrite ?ltrN10 ?ltr01 ?eqxx. Qed.

Lemma dot_unit d (x : 'rV[F]_d) (i : nat) (y : nat -> F) (lt : (i < d)%N) : (forall j : 'I_d, x 0 j = y j) ->
  dot x (\row_(j < d) (j == i :> nat)%:R) = y i.
Proof.
move=> hx; rewrite /dot (bigD1 (Ordinal lt)) //= mxE eqxx mulr1 hx /= big1 ?addr0 // => j ne.
rewrite mxE; case: eqP => [e|]; last by rewrite mulr0.
by case/eqP: ne; apply: val_inj.
Qed.

Lemma columns_identity A d : (N.to_nat (width A) <= d)%N -> signed F A d.
Proof.
move=> wd; have lt c : (c < width A)%num -> (N.to_nat c < d)%N by move=> /ltN h; exact: leq_trans h wd.
exists (fun c => \row_(j < d) (j == N.to_nat c :> nat)%:R) => [r _|_].
  exists (\row_(j < d) value (r (N.of_nat j))) => c /lt h.
  rewrite (dot_unit (y := fun j => value (r (N.of_nat j))) h) => [|j]; last by rewrite mxE.
  by rewrite to_natK; exact: matches_value.
exists (\row_(j < d) 1) => c /lt h; rewrite (dot_unit (y := fun=> 1) h) => [|j]; last by rewrite mxE.
exact: ltr01.
Qed.

Lemma rows_identity q rows d : rows_of q = Some rows -> (size rows + ~~ null_token (asks q) <= d)%N ->
  signed F (asks q) d.
Proof.
move=> er sd; pose y c i := if (i < size rows)%N then value (nth Star (nth [::] rows i) (N.to_nat c)) else 1.
exists (fun c => \row_(j < d) y c j) => [r /(rows_ofP er) [i hi e]|nu].
  have lt : (i < d)%N by apply: leq_trans hi (leq_trans (leq_addr _ _) sd).
  exists (\row_(j < d) (j == i :> nat)%:R) => c hc.
  rewrite dotC (dot_unit (y := y c) lt) => [|j]; last by rewrite mxE.
  by rewrite /y hi e nth_listed //; exact: matches_value.
have lt : (size rows < d)%N by move: sd; rewrite nu addn1.
exists (\row_(j < d) (j == size rows :> nat)%:R) => c hc.
rewrite dotC (dot_unit (y := y c) lt) => [|j]; last by rewrite mxE.
by rewrite /y ltnn ltr01.
Qed.

Theorem identity_sound q v : identity_shows q v -> attends F (asks q) (N.to_nat v).
Proof.
move=> /andP [inner h]; have sc := is_innerP inner.
apply: signed_attends => //; rewrite -to_nat_needed; case/orP: h => [/leN|h]; first exact: columns_identity.
have few rows : N.leb (N.of_nat (size rows)) v -> (size rows + ~~ null_token (asks q) <= N.to_nat (needed q v))%N.
  move=> /leN; rewrite of_natK to_nat_needed; case: (null_token _); by rewrite ?addn0 ?addn1.
case er: (rows_of q) h => [rows|] h; last by case: q h {inner sc few er}.
by apply: (rows_identity er); apply: few; case: q h {inner sc er}.
Qed.

(* ---------- Squares ---------- *)

Definition squares (u : seq nat) : {poly F} := \prod_(j <- u) ('X - j%:R%:P) ^+ 2.

Lemma size_squares u : size (squares u) = ((size u).*2.+1)%N.
Proof.
rewrite /squares; elim: u => [|j u IH]; first by rewrite big_nil size_poly1.
rewrite big_cons size_monicM ?monic_exp ?monicXsubC // -?size_poly_eq0 ?IH // size_exp_XsubC.
by rewrite doubleS addnS /= addnC addn3.
Qed.

Lemma squaresE u c : (squares u).[c] = \prod_(j <- u) (c - j%:R) ^+ 2.
Proof. by rewrite horner_prod; apply: eq_bigr => j _; rewrite horner_exp hornerXsubC. Qed.

Lemma squares_in u (c : nat) : c \in u -> (squares u).[c%:R] = 0.
Proof.
rewrite squaresE; elim: u => //= j u IH; rewrite inE big_cons => /orP [/eqP ->|/IH ->]; last by rewrite mulr0.
by rewrite subrr expr0n mul0r.
Qed.

Lemma square_far (c j : nat) : c != j -> 1 <= (c%:R - j%:R) ^+ 2 :> F.
Proof.
have far a b : (a < b)%N -> 1 <= (b%:R - a%:R) ^+ 2 :> F.
  by move=> lt; rewrite -natrB ?(ltnW lt) // -natrX ler1n expn_gt0 subn_gt0 lt.
by rewrite neq_ltn => /orP [/far|/far //]; rewrite -[X in X ^+ 2]opprB sqrrN.
Qed.

Lemma squares_out u (c : nat) : c \notin u -> 1 <= (squares u).[c%:R].
Proof.
rewrite squaresE; elim: u => [|j u IH]; first by rewrite big_nil.
rewrite inE negb_or big_cons => /andP [/square_far a /IH b]; exact: mulr_ege1.
Qed.

Lemma half_lt1 : 2%:R^-1 < 1 :> F.
Proof. by rewrite invf_lt1 ?ltr0n // ltr1n. Qed.

Lemma half_gt0 : 0 < 2%:R^-1 :> F.
Proof. by rewrite invr_gt0 ltr0n. Qed.

Lemma half_out u (c : nat) : c \notin u -> 0 < (squares u).[c%:R] - 2%:R^-1.
Proof. by move=> /squares_out h; rewrite subr_gt0; exact: lt_le_trans half_lt1 h. Qed.

(* By polynomials of degree 2 k. *)
Lemma by_polynomials A v : by_score A = Inner ->
  (forall r, a_row A r -> exists2 p : {poly F}, (size p <= (if null_token A then v else v.+1))%N &
    forall c, (c < width A)%num -> matches (r c) p.[(N.to_nat c)%:R]) -> attends F A v.
Proof.
move=> sc h; apply: signed_attends => //.
apply: (@curve F _ _ (fun c => (N.to_nat c)%:R) (fun=> 1)) => [r /h [p sp hp]|nu].
  by exists p => // c hc; rewrite mul1r; exact: hp.
by exists 1 => [|c _]; rewrite ?size_poly1 ?(negbTE nu) // mul1r hornerE ltr01.
Qed.

Lemma size_shifted a (p : {poly F}) : (0 < size p)%N -> (size (a%:P + p)%R <= size p)%N.
Proof. by move=> sp; rewrite (leq_trans (size_add _ _)) // geq_max leqnn (leq_trans (size_polyC_leq1 _)). Qed.

Lemma size_half u : (size (2%:R^-1%:P - squares u)%R <= (size u).*2.+1)%N.
Proof. by rewrite (leq_trans (size_shifted _ _)) ?size_opp ?size_squares. Qed.

Lemma size_half' u : (size (squares u - 2%:R^-1%:P)%R <= (size u).*2.+1)%N.
Proof. by rewrite -size_opp opprB size_half. Qed.

Lemma opposite m x c : (x < m)%num -> (c < m)%num -> ((x + c) mod m = 0)%num <-> c = ((m - x) mod m)%num.
Proof.
move=> xm cm; have m0 : m <> 0%num by lia.
split=> [e|->]; last first.
  by rewrite N.add_mod_idemp_r // N.add_sub_assoc ?N.add_sub_swap ?N.sub_diag ?N.mod_same //; lia.
have := N.div_mod (x + c) m m0; rewrite e => h.
have [k0|k1] : ((x + c) / m = 0 \/ (x + c) / m = 1)%num.
  have : ((x + c) / m < 2)%num by apply: N.div_lt_upper_bound => //; lia.
  lia.
- rewrite k0 in h; have [-> ->] : x = 0%num /\ c = 0%num by lia.
  by rewrite N.sub_0_r N.mod_same.
by rewrite k1 in h; rewrite N.mod_small; lia.
Qed.

Lemma match_squares m : attends F (asks (Match2 m)) 3.
Proof.
apply: by_polynomials => // r [x [xm hr]].
exists (2%:R^-1%:P - squares [:: N.to_nat ((m - x) mod m)]); first exact: size_half.
move=> c cm; rewrite hr !hornerE -[_ - _]opprB.
case: (N.eqb_spec ((x + c) mod m) 0) => [/(opposite xm cm) <-|ne].
  by rewrite /= oppr_gt0 subr_lt0 squares_in ?mem_seq1 // half_gt0.
rewrite /= oppr_lt0; apply: half_out; rewrite mem_seq1; apply/eqP => /N2Nat.inj ec; apply: ne.
exact/(opposite xm cm).
Qed.

Lemma twice a v k : N.leb (2 * a) v -> (k <= N.to_nat a)%N -> (k.*2 <= N.to_nat v)%N.
Proof. by move=> /N.leb_le h /ssrnat.leP hk; apply/ssrnat.leP; rewrite -mul2n -multE; lia. Qed.

Lemma tied_squares n least most v : N.leb (2 * most) v || N.leb n least ->
  attends F (asks (Subsets n least most true Inner)) (N.to_nat v).
Proof.
move=> h; apply: by_polynomials => //= r [y [uy iny /andP [s1 s2] hr]]; set u := map N.to_nat y in uy iny hr.
case/orP: h => [h|/leN h].
  exists (- squares u); first by rewrite size_opp size_squares ltnS size_map; exact: twice h s2.
  move=> c _; rewrite hr hornerN; case: (boolP (_ \in u)) => cu /=; first by rewrite squares_in // oppr0 eqxx.
  by rewrite oppr_lt0; exact: lt_le_trans ltr01 (squares_out cu).
exists 0; first by rewrite size_poly0.
have all_in : u =i iota 0 (N.to_nat n).
  have sub : {subset u <= iota 0 (N.to_nat n)} by move=> c /iny; rewrite mem_iota add0n.
  by case: (uniq_min_size uy sub) => //; rewrite size_iota size_map (leq_trans h).
move=> c /ltN cn; rewrite hr all_in mem_iota add0n cn /= horner0 eqxx //.
Qed.

Lemma threshold_squares n least most v :
  [|| N.leb (2 * most) v, N.leb (2 * (n - least)) v | N.leb (2 * (n / 2)) v] ->
  attends F (asks (Subsets n least most false Inner)) (N.to_nat v).
Proof.
move=> h; apply: by_polynomials => //= r [y [uy iny /andP [s1 s2] hr]].
have su := count_members uy iny; set u := map N.to_nat y in uy iny hr su.
set w := [seq c <- iota 0 (N.to_nat n) | c \notin u].
have sw : (size w = N.to_nat n - size y)%N.
  rewrite size_filter -[in RHS](size_iota 0 (N.to_nat n)) -(count_predC (mem u)) -(size_map N.to_nat y) -su.
  by rewrite addKn.
have [small|small] : ((size y).*2 <= N.to_nat v)%N \/ ((size w).*2 <= N.to_nat v)%N.
  rewrite sw; case/or3P: h => h; first by left; exact: twice h s2.
    by right; apply: twice h _; rewrite N2Nat.inj_sub leq_sub2l.
  case: (leqP (size y) (N.to_nat (n / 2))) => [le|lt]; first by left; exact: twice h le.
  right; apply: twice h _; rewrite leq_subLR; apply/ssrnat.leP; move/ssrnat.leP: lt; rewrite -plusE.
  by have := N.div_mod n 2; have := N.mod_lt n 2; lia.
- exists (2%:R^-1%:P - squares u); first by rewrite (leq_trans (size_half _)) // ltnS size_map.
  move=> c _; rewrite hr !hornerE -[_ - _]opprB; case: (boolP (_ \in u)) => cu /=.
    by rewrite oppr_gt0 subr_lt0 squares_in // half_gt0.
  by rewrite oppr_lt0 half_out.
exists (squares w - 2%:R^-1%:P); first by rewrite (leq_trans (size_half' _)).
move=> c /ltN cn; rewrite hr !hornerE; case: (boolP (_ \in u)) => cu /=.
  by apply: half_out; rewrite mem_filter cu.
by rewrite subr_lt0 squares_in ?half_gt0 // mem_filter cu mem_iota add0n cn.
Qed.

Theorem squares_sound q v : squares_show q v -> attends F (asks q) (N.to_nat v).
Proof.
case: q => [n least most [] []|m|rows null|n lists null] //=.
- exact: tied_squares.
- exact: threshold_squares.
by move=> /leN h3; apply: attends_wider (match_squares m).
Qed.

End Closed.

Definition run_closed (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if c is Width q Upper v then
    if cites (word "identity") proof then verdict (identity_shows q v)
    else if cites (word "squares") proof then verdict (squares_show q v)
    else Elsewhere
  else Elsewhere.

Lemma closed_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_closed premise proof c = Proved -> holds c.
Proof.
rewrite /run_closed => _; case: c => // q [] v //; case: ifP => _.
  by move=> /verdict_true h F; exact: identity_sound.
by case: ifP => // _ /verdict_true h F; exact: squares_sound.
Qed.

Definition closed : rule := Rule closed_sound.
