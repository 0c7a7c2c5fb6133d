(* The rank of a matrix of integers, over the rationals or modulo a prime, by elimination without fractions. *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import numbers.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope Z_scope with ZZ.

Notation line := (seq Z).

(* p times the second line minus f times the first. *)
Fixpoint combine (p f : Z) (first second : line) : line :=
  match first, second with
  | x :: a, y :: b => (p * y - f * x)%ZZ :: combine p f a b
  | _, _ => [::]
  end.

(* The first line whose head is not 0, and the others. *)
Fixpoint pick (zero : Z -> bool) (seen lines : seq line) : option (Z * line * seq line) :=
  match lines with
  | (p :: first) :: rest =>
      if zero p then pick zero ((p :: first) :: seen) rest else Some (p, first, catrev seen rest)
  | _ => None
  end.

(* How numbers are told from 0, and kept short: `short before` takes out a factor that is not 0. *)
Record arithmetic := Arithmetic { zero : Z -> bool; short : Z -> line -> line }.

Fixpoint rank_of (A : arithmetic) (w : nat) (before : Z) (lines : seq line) (rank : N) : N :=
  if w is w'.+1 then
    match pick (zero A) [::] lines with
    | Some (p, first, rest) =>
        let clear l := if l is f :: tail then short A before (combine p f first tail) else [::] in
        rank_of A w' p (map clear rest) (N.succ rank)
    | None => rank_of A w' before (map behead lines) rank
    end
  else rank.

(* Bareiss 1968: all numbers are minors, once the last pivot is divided out. Nothing rests on it. *)
Definition divided (before : Z) (l : line) : line :=
  let quotients := map (fun z => Z.div z before) l in
  if all id (map (fun p => Z.eqb (p.1 * before) p.2) (zip quotients l)) then quotients else l.

Definition rational : arithmetic := Arithmetic (Z.eqb 0) divided.
Definition modulo (p : Z) : arithmetic := Arithmetic (fun z => Z.eqb (z mod p) 0) (fun _ => map (fun z => z mod p)%ZZ).

Section Rank.

Variable F : fieldType.

Definition at_ (l : line) (j : nat) : F := number F (nth 0%ZZ l j).
Definition table (n w : nat) (lines : seq line) : 'M[F]_(n, w) := \matrix_(i, j) at_ (nth [::] lines i) j.
Definition rk (w : nat) (lines : seq line) : nat := \rank (table (size lines) w lines).

Lemma row_table n w lines i : row i (table n w lines) = \row_j at_ (nth [::] lines i) j.
Proof. by apply/rowP => j; rewrite !mxE. Qed.

Lemma rk_sub w (s t : seq line) : {subset s <= t} -> (rk w s <= rk w t)%N.
Proof.
move=> st; apply: mxrankS; apply/row_subP => i; rewrite row_table.
have /(nthP [::])[k lk <-] : nth [::] s i \in t by rewrite st // mem_nth.
by rewrite (_ : \row_j _ = row (Ordinal lk) (table (size t) w t)) ?row_sub // row_table.
Qed.

Lemma rk_eq w (s t : seq line) : s =i t -> rk w s = rk w t.
Proof. by move=> st; apply/eqP; rewrite eqn_leq !rk_sub // => l; rewrite st. Qed.

Lemma rank_row_0mx m n p (B : 'M[F]_(m, n)) : \rank (row_mx (0 : 'M_(m, p)) B) = \rank B.
Proof. by rewrite -mxrank_tr tr_row_mx trmx0 -addsmxE adds0mx mxrank_tr. Qed.

Lemma rank_row_mx0 m n p (B : 'M[F]_(m, n)) : \rank (row_mx B (0 : 'M_(m, p))) = \rank B.
Proof. by rewrite -mxrank_tr tr_row_mx trmx0 -addsmxE addsmx0 mxrank_tr. Qed.

Lemma rank_block n w (a : F) (r : 'rV[F]_w) (c : 'cV[F]_n) (B : 'M[F]_(n, w)) : a != 0 ->
  \rank (block_mx a%:M r c B) = (\rank (a *: B - c *m r)).+1.
Proof.
move=> a0; set D := a *: B - c *m r; pose P := block_mx (1 : 'M[F]_1) 0 (- c) (a%:M).
have uP : row_full P by rewrite row_full_unit unitmxE det_lblock det1 mul1r det_scalar unitrX // unitfE.
have -> : \rank (block_mx a%:M r c B) = \rank (P *m block_mx a%:M r c B).
  by rewrite (eqmxMfull _ uP).
rewrite mulmx_block !mul1mx !mul0mx !addr0 mul_mx_scalar !mul_scalar_mx scalerN addNr mulNmx addrC -/D.
pose Q := block_mx (a%:M : 'M[F]_1) r 0 (1%:M : 'M[F]_w).
have fQ : row_free Q by rewrite row_free_unit unitmxE det_ublock det1 mulr1 det_scalar unitrX // unitfE.
have -> : block_mx a%:M r 0 D = block_mx 1%:M 0 0 D *m Q.
  by rewrite /Q mulmx_block !mul1mx !mul0mx !mulmx0 !mulmx1 !addr0 add0r.
rewrite mxrankMfree // block_mxEv -addsmxE mxrank_disjoint_sum; first by rewrite rank_row_mx0 rank_row_0mx mxrank1.
apply/eqP; rewrite -submx0; apply/rV_subP => v; rewrite sub_capmx => /andP[/submxP[x ->] /submxP[y]].
rewrite !mul_mx_row !mulmx0 => /eq_row_mx[-> _]; by rewrite row_mx0 sub0mx.
Qed.

(* What short has to be. *)
Definition right (A : arithmetic) : Prop :=
  (forall z, zero A z = (number F z == 0)) /\
  forall before l, number F before != 0 -> size (short A before l) = size l /\
    exists2 c, c != 0 & forall j, (at_ l j = c * at_ (short A before l) j).

Lemma pickP z seen lines w : all (fun l => size l == w.+1) lines -> all (fun l => z (head 0%ZZ l)) seen ->
  match pick z seen lines with
  | Some (p, first, rest) => ~~ z p /\ (p :: first) :: rest =i seen ++ lines
  | None => all (fun l => z (head 0%ZZ l)) lines
  end.
Proof.
elim: lines seen => [|[|p first] rest IH] seen //= /andP[_ s] hs.
case e: (z p).
  have := IH ((p :: first) :: seen) s; rewrite /= e hs => /(_ isT); case: pick => [[[q f] o]|] // [-> h]; split => //.
  by move=> l; rewrite h !inE !mem_cat !inE orbCA.
by split=> [|l]; rewrite ?e // catrevE !inE !mem_cat mem_rev !inE orbCA.
Qed.

Lemma rk_n n w lines : size lines = n -> \rank (table n w lines) = rk w lines.
Proof. by move=> <-. Qed.

Lemma rank_rows n w (A B : 'M[F]_(n, w)) : (forall i, exists2 c, c != 0 & row i A = c *: row i B) -> \rank A = \rank B.
Proof.
move=> h; apply/eqP; rewrite eqn_leq; apply/andP; split; apply: mxrankS; apply/row_subP => i.
  by have [c _ ->] := h i; apply: scalemx_sub; apply: row_sub.
have [c c0 e] := h i; rewrite (_ : row i B = c^-1 *: row i A); last by rewrite e scalerA mulVf ?scale1r.
by apply: scalemx_sub; apply: row_sub.
Qed.

Lemma at_combine p f first second j : size first = size second ->
  at_ (combine p f first second) j = number F p * at_ second j - number F f * at_ first j.
Proof.
rewrite /at_; elim: first second j => [|x a IH] [|y b] //= j; first by rewrite nth_nil number0 !mulr0 subrr.
by case=> h; case: j => [|j] /=; [rewrite numberB !numberM | exact: IH].
Qed.

Lemma size_combine p f first second : size first = size second -> size (combine p f first second) = size first.
Proof. by elim: first second => [|x a IH] [|y b] //= [/IH ->]. Qed.

Theorem rank_ofP A w before lines rank : right A -> number F before != 0 -> all (fun l => size l == w) lines ->
  N.to_nat (rank_of A w before lines rank) = (rk w lines + N.to_nat rank)%N.
Proof.
move=> [hz hs]; elim: w before lines rank => [|w IH] before lines rank b0 sz.
  by rewrite /= (_ : rk 0 lines = 0%N) //; apply/eqP; rewrite -leqn0 rank_leq_col.
have := @pickP (zero A) [::] lines w sz isT; rewrite [rank_of _ _ _ _ _]/=; case: pick => [[[p first] rest]|].
  move=> [zp eq]; have p0 : number F p != 0 by rewrite -hz.
  have {}sz : forall l, l \in (p :: first) :: rest -> size l = w.+1 by move=> l; rewrite eq => /(allP sz)/eqP.
  have sf : size first = w by have := sz _ (mem_head _ _); case.
  set clear := fun l : line => _; rewrite IH //; last first.
    apply/allP => _ /mapP[[|f tail] lr ->]; have := sz _ (mem_behead (s := _ :: _) lr) => //= -[st].
    by rewrite /clear; have [-> _] := hs before (combine p f first tail) b0; rewrite size_combine ?sf ?st.
  rewrite (rk_eq w.+1 (t := (p :: first) :: rest)); last by move=> l; rewrite eq.
  rewrite Nnat.N2Nat.inj_succ addnS -addSn; congr addn.
  rewrite -(@rk_n (size rest) w) ?size_map //.
  pose n := size rest; pose r := \row_(j < w) at_ first j; pose B := table n w (map behead rest).
  pose c := \col_(i < n) at_ (nth [::] rest i) 0.
  rewrite /rk (_ : table _ _ _ = block_mx (number F p)%:M r c B :> 'M_(1 + n, 1 + w)); last first.
    apply/matrixP => i j; rewrite mxE; case: (split_ordP i) => i' ->; case: (split_ordP j) => j' ->.
    - by rewrite block_mxEul !mxE !ord1 /= mulr1n.
    - by rewrite block_mxEur !mxE !ord1.
    - by rewrite block_mxEdl !mxE !ord1.
    rewrite block_mxEdr !mxE /= (nth_map [::]) // /at_; congr (number F _).
    by rewrite nth_behead.
  rewrite rank_block //; congr _.+1; apply/esym/rank_rows => i.
  have ir : nth [::] rest i \in rest by rewrite mem_nth.
  case el: (nth [::] rest i) ir (sz _ (mem_behead (s := _ :: _) ir)) => [|f tail] // ir [st].
  have [_ [d d0 hd]] := hs before (combine p f first tail) b0; exists d => //.
  apply/rowP => j; rewrite !mxE big_ord1 !mxE !(nth_map [::]) // el /= /clear -hd at_combine ?sf ?st //.
move=> h0; rewrite IH //; last first.
  by apply/allP => _ /mapP[l ll ->]; rewrite size_behead (eqP (allP sz _ ll)).
congr addn; rewrite -(@rk_n (size lines) w) ?size_map // /rk.
rewrite (_ : table _ w.+1 lines = row_mx (0 : 'M_(_, 1)) (table (size lines) w (map behead lines)) :> 'M_(_, 1 + w)).
  exact: (esym (rank_row_0mx 1 _)).
apply/matrixP => i j; rewrite mxE; case: (split_ordP j) => j' ->.
  rewrite row_mxEl mxE ord1 /at_ /= nth0; apply/eqP; rewrite -hz.
  by apply: (allP h0); rewrite mem_nth.
by rewrite row_mxEr !mxE /= (nth_map [::]) // /at_ nth_behead.
Qed.

End Rank.

(* ---------- The fields ---------- *)

Lemma right_rational : right [fieldType of rat] rational.
Proof.
split=> [z|before l b0]; first by rewrite number_eq0 Z.eqb_sym.
rewrite /= /divided; case: ifP => [h|_]; last by split=> //; exists 1 => [|j]; rewrite ?oner_eq0 ?mul1r.
rewrite size_map; split=> //; exists (number [fieldType of rat] before) => // j; rewrite /at_.
case: (ltnP j (size l)) => lj; last by rewrite !nth_default ?size_map // number0 mulr0.
rewrite -numberM Z.mul_comm; congr number; apply/esym/Z.eqb_eq.
move: h; rewrite all_map => /(all_nthP (0%ZZ, 0%ZZ)) /(_ j).
by rewrite size_zip size_map minnn nth_zip ?size_map //= => ->.
Qed.

Lemma right_modulo (F : fieldType) p : (0 < p)%ZZ -> number F p = 0 ->
  (forall z, (0 <= z < p)%ZZ -> (number F z == 0) = Z.eqb z 0) -> right F (modulo p).
Proof.
move=> p0 np h; have same z : number F (z mod p) = number F z.
  by rewrite {2}(Z.div_mod z p) ?numberD ?numberM ?np ?mul0r ?add0r // => e; rewrite e in p0.
split=> [z|before l _] /=; first by rewrite -same h //; apply: Z.mod_pos_bound.
rewrite size_map; split=> //; exists 1 => [|j]; rewrite ?oner_eq0 // mul1r /at_.
case: (ltnP j (size l)) => lj; last by rewrite !nth_default ?size_map.
by rewrite (nth_map 0%ZZ) // same.
Qed.

Lemma right_two : right [fieldType of 'F_2] (modulo 2).
Proof.
apply: right_modulo => // [|z hz]; first by apply/eqP.
have [-> | ->] : z = 0%ZZ \/ z = 1%ZZ by lia.
  by rewrite number0 eqxx.
by rewrite number1 oner_eq0.
Qed.

Lemma right_three : right [fieldType of 'F_3] (modulo 3).
Proof.
apply: right_modulo => // [|z hz]; first by apply/eqP.
have [-> | [-> | ->]] : z = 0%ZZ \/ z = 1%ZZ \/ z = 2%ZZ by lia.
- by rewrite number0 eqxx.
- by rewrite number1 oner_eq0.
by apply/negbTE/eqP.
Qed.
