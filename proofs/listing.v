(* The rows of a question, written out, for exhibits that are evaluated row by row; and look-ups by number. *)

From Coq Require Import NArith ZArith FMapPositive Lia.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* 0 .. n - 1. *)
Fixpoint numbers_from (c : N) (k : nat) : seq N := if k is j.+1 then c :: numbers_from (N.succ c) j else [::].

Definition upto (n : N) : seq N := numbers_from 0%num (N.to_nat n).

Lemma uptoE n : upto n = map N.of_nat (iota 0 (N.to_nat n)).
Proof.
rewrite /upto -[0%num]/(N.of_nat 0); move: 0 (N.to_nat n) => a k.
by elim: k a => //= k IH a; rewrite -Nat2N.inj_succ IH.
Qed.

(* The rows of n columns with a of them marked by s, in lexicographic order of the sets. *)
Fixpoint subsets (s : symbol) (n a : nat) : seq (seq symbol) :=
  if Nat.ltb n a then [::] else
  match n with
  | 0 => [:: [::]]
  | k.+1 =>
      (if a is b.+1 then map (cons s) (subsets s k b) else [::]) ++ map (cons Neg) (subsets s k a)
  end.

Definition unit_row (m x : N) : seq symbol := [seq if N.eqb ((x + c) mod m) 0 then Pos else Neg | c <- upto m].

Definition has_number (l : seq N) (c : N) : bool := has (N.eqb c) l.

(* None: rows of different lengths, which are not listed. Empty rows of asks are rows of all columns. *)
Definition rows_of (q : question) : option (seq (seq symbol)) :=
  match q with
  | Subsets n least most tied _ =>
      let a := N.to_nat least in
      let b := N.to_nat (N.min most n) in
      Some (flatten [seq subsets (if tied then Zero else Pos) (N.to_nat n) k | k <- iota a (b.+1 - a)])
  | Match2 m => Some [seq unit_row m x | x <- upto m]
  | Written rows _ =>
      let n := foldr maxn 0 (map size rows) in
      if all (fun row => Nat.eqb (size row) n) rows then Some rows else None
  | Relevance n lists _ => Some
      [seq [seq if has_number p.1 c then Pos else if has_number p.2 c then Star else Neg | c <- upto n] | p <- lists]
  end.

Definition is_inner (q : question) : bool := if by_score (asks q) is Inner then true else false.

(* The coordinates of vectors whose scores have the signs. *)
Definition needed (q : question) (v : N) : N := if null_token (asks q) then v else N.succ v.

Definition listed (n : N) (r : N -> symbol) : seq symbol := map r (upto n).

Definition is_row (rows : seq (seq symbol)) (row : seq symbol) : Prop :=
  exists2 i, i < size rows & nth [::] rows i = row.

Lemma is_row_map (T : Type) (f : T -> seq symbol) (l : seq T) x i : i < size l -> nth x l i = x -> is_row (map f l) (f x).
Proof. by move=> il e; exists i; rewrite ?size_map // (nth_map x) // e. Qed.

Lemma is_row_cat l1 l2 row : is_row l1 row \/ is_row l2 row -> is_row (l1 ++ l2) row.
Proof.
case=> -[i hi e].
  by exists i; rewrite ?size_cat ?nth_cat ?hi // (leq_trans hi) ?leq_addr.
exists (size l1 + i); first by rewrite size_cat ltn_add2l.
by rewrite nth_cat ltnNge leq_addr /= addKn.
Qed.

Lemma is_row_flatten (ll : seq (seq (seq symbol))) i row : i < size ll -> is_row (nth [::] ll i) row ->
  is_row (flatten ll) row.
Proof.
elim: ll i => [|l ll IH] [|i] //= hi h; apply: is_row_cat; first by left.
by right; apply: IH h.
Qed.

Lemma is_row_cons s l row : is_row l row -> is_row (map (cons s) l) (s :: row).
Proof. by case=> i hi e; exists i; rewrite ?size_map // (nth_map [::]) // e. Qed.

Lemma ltbE n m : Nat.ltb n m = (n < m).
Proof. by apply/idP/idP => [/Nat.ltb_lt /ltP|/ltP /Nat.ltb_lt]. Qed.

Lemma eqbE n m : Nat.eqb n m = (n == m).
Proof. by apply/idP/eqP => [/Nat.eqb_eq|/Nat.eqb_eq]. Qed.

Lemma subsets_all s (bits : seq bool) : is_row (subsets s (size bits) (count id bits)) [seq if b then s else Neg | b <- bits].
Proof.
elim: bits => [|b bits IH] /=; first by exists 0.
rewrite ltbE ltnNge (leq_trans (leq_add (leq_b1 b) (count_size id bits))) //=.
by apply: is_row_cat; case: b; [left|right]; exact: is_row_cons.
Qed.

Lemma to_natK : cancel N.to_nat N.of_nat.
Proof. exact: N2Nat.id. Qed.

Lemma of_natK : cancel N.of_nat N.to_nat.
Proof. exact: Nat2N.id. Qed.

Lemma ltN a b : (a < b)%num -> N.to_nat a < N.to_nat b.
Proof. by move=> h; apply/ltP; lia. Qed.

Lemma ltN_of a b : N.to_nat a < N.to_nat b -> (a < b)%num.
Proof. by move=> /ltP; lia. Qed.

Lemma leN a b : N.leb a b -> N.to_nat a <= N.to_nat b.
Proof. by move=> /N.leb_le h; apply/leP; lia. Qed.

Lemma is_innerP q : is_inner q -> by_score (asks q) = Inner.
Proof. by rewrite /is_inner; case: (by_score _). Qed.

Lemma to_nat_needed q v : N.to_nat (needed q v) = if null_token (asks q) then N.to_nat v else (N.to_nat v).+1.
Proof. by rewrite /needed; case: (null_token _) => //; rewrite N2Nat.inj_succ. Qed.

Lemma size_upto n : size (upto n) = N.to_nat n.
Proof. by rewrite uptoE size_map size_iota. Qed.

Lemma nth_upto n x c : (c < n)%num -> nth x (upto n) (N.to_nat c) = c.
Proof. by move=> /ltN h; rewrite uptoE (nth_map 0) ?size_iota // nth_iota // add0n to_natK. Qed.

Lemma size_listed n r : size (listed n r) = N.to_nat n.
Proof. by rewrite size_map size_upto. Qed.

Lemma nth_listed n r c x : (c < n)%num -> nth x (listed n r) (N.to_nat c) = r c.
Proof. by move=> h; rewrite (nth_map 0%num) ?nth_upto // size_upto; exact: ltN. Qed.

Lemma listed_eq n r row : (forall c, (c < n)%num -> r c = nth Star row (N.to_nat c)) -> size row = N.to_nat n ->
  listed n r = row.
Proof.
move=> h hs; apply: (@eq_from_nth _ Star); rewrite size_listed // => i hi.
have hi' : (N.of_nat i < n)%num by apply: ltN_of; rewrite of_natK.
by rewrite -{1}(of_natK i) nth_listed // h // of_natK.
Qed.

Lemma has_numberE l c : has_number l c = (N.to_nat c \in map N.to_nat l).
Proof.
elim: l => //= a l IH; rewrite inE IH; congr orb.
by apply/idP/eqP => [/N.eqb_eq ->|/N2Nat.inj ->] //; rewrite N.eqb_refl.
Qed.

Lemma count_members n (u : seq nat) : uniq u -> (forall c, c \in u -> c < n) -> count (mem u) (iota 0 n) = size u.
Proof.
move=> uu inu; rewrite -size_filter; apply/perm_size/uniq_perm => //; first by rewrite filter_uniq ?iota_uniq.
by move=> c; rewrite mem_filter mem_iota add0n /=; case hc: (c \in _) => //=; exact: inu.
Qed.

(* Every row that is asked for is listed. *)
Theorem rows_ofP q rows r : rows_of q = Some rows -> a_row (asks q) r -> is_row rows (listed (width (asks q)) r).
Proof.
case: q => [n least most tied by_|m|written null|n lists null] /=.
- move=> [<-] [y [uy iny sizes hr]]; set s := if tied then Zero else Pos.
  pose bits := [seq c \in map N.to_nat y | c <- iota 0 (N.to_nat n)].
  have cb : count id bits = size y by rewrite count_map -(size_map N.to_nat y) -(count_members uy iny).
  have -> : listed n r = [seq if b then s else Neg | b <- bits].
    rewrite /listed uptoE -!map_comp; apply: eq_map => c /=; rewrite hr of_natK; by case: (c \in _).
  have sy : size y <= N.to_nat n by rewrite -cb (leq_trans (count_size _ _)) // size_map size_iota.
  have sy2 : size y <= N.to_nat (N.min most n).
    case/andP: sizes => _ h; case: (N.min_spec most n) => -[_ ->] //.
  case/andP: sizes => s1 _.
  have hi : size y - N.to_nat least < (N.to_nat (N.min most n)).+1 - N.to_nat least by rewrite ltn_sub2r // ltnS (leq_trans s1).
  apply: (@is_row_flatten _ (size y - N.to_nat least)); first by rewrite size_map size_iota.
  rewrite (nth_map 0) ?size_iota // nth_iota // subnKC // -cb.
  by have := subsets_all s bits; rewrite size_map size_iota.
- move=> [<-] [x [hx hr]].
  have -> : listed m r = unit_row m x by apply: eq_map => c; rewrite hr.
  exists (N.to_nat x); first by rewrite size_map size_upto; exact: ltN.
  by rewrite (nth_map 0%num) ?nth_upto // size_upto; exact: ltN.
- case: ifP => // sizes [<-] [i hi hr]; exists i => //.
  have si : size (nth [::] written i) = foldr maxn 0 (map size written).
    by move/(all_nthP [::]): sizes => /(_ i hi); rewrite eqbE => /eqP.
  by apply/esym/listed_eq => //; rewrite of_natK.
move=> [<-] [i hi hr]; exists i; first by rewrite size_map.
rewrite (nth_map ([::], [::])) //; apply: eq_map => c; by rewrite hr !has_numberE.
Qed.

(* ---------- Look-ups by number ---------- *)

Section Tables.

Variables (T : Type) (none : T).

Fixpoint table_from (i : positive) (l : seq T) (t : PositiveMap.t T) : PositiveMap.t T :=
  if l is x :: rest then table_from (Pos.succ i) rest (PositiveMap.add i x t) else t.

Definition table (l : seq T) : PositiveMap.t T := table_from 1 l (PositiveMap.empty T).

Definition look (t : PositiveMap.t T) (c : N) : T := if PositiveMap.find (N.succ_pos c) t is Some x then x else none.

Lemma find_table i l t p : PositiveMap.find p (table_from i l t) =
  if (Pos.to_nat i <= Pos.to_nat p < Pos.to_nat i + size l) then Some (nth none l (Pos.to_nat p - Pos.to_nat i))
  else PositiveMap.find p t.
Proof.
elim: l i t => [|x l IH] i t /=; first by rewrite addn0 ltnNge andbN.
rewrite IH Pos2Nat.inj_succ addSnnS; case: ltngtP => [lt|gt|e] /=.
- case: ifP => _; first by rewrite -(subnSK lt).
  by rewrite PositiveMap.gso // => e; rewrite e ltnn in lt.
- by rewrite PositiveMap.gso // => e; rewrite e ltnn in gt.
by have <- := Pos2Nat.inj _ _ e; rewrite PositiveMap.gss subnn addnS ltnS leq_addr.
Qed.

Lemma look_table l c : look (table l) c = nth none l (N.to_nat c).
Proof.
rewrite /look /table find_table.
have -> : Pos.to_nat (N.succ_pos c) = (N.to_nat c).+1.
  by rewrite -[LHS]/(N.to_nat (N.pos (N.succ_pos c))) N.succ_pos_spec N2Nat.inj_succ.
rewrite /= add1n ltnS subn1 /=; case: ltnP => h //.
by rewrite PositiveMap.gempty nth_default.
Qed.

End Tables.
