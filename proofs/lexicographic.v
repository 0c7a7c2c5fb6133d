(* Symmetry: of all realisations in general position the one whose signs, as a word, are greatest.

   A signed permutation of the columns that the pattern does not notice maps realisations to realisations, so a clause
   that is false only of words that are less than their image's may be supposed. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns identities clauses sums chirotopes choices.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The value of a word of bits, the first one worth most. *)
Fixpoint worth (s : seq bool) : nat := if s is b :: s' then (b * 2 ^ size s' + worth s')%N else 0.

Lemma worth_small s : (worth s < 2 ^ size s)%N.
Proof.
by elim: s => //= b s IH; rewrite expnS mul2n -addnn; case: b; rewrite ?mul1n ?mul0n ?ltn_add2l // ltn_addr.
Qed.

(* x put in its place among the sorted s, whether past an odd number of its members, and s sorted in this way. *)
Fixpoint placed (x : nat) (s : seq nat) : bool * seq nat :=
  if s is y :: s' then
    if (x < y)%N then (false, x :: s) else let: (b, t) := placed x s' in (~~ b, y :: t)
  else (false, [:: x]).

Fixpoint in_order (s : seq nat) : bool * seq nat :=
  if s is x :: s' then
    let: (b, t) := in_order s' in let: (b', t') := placed x t in (b' (+) b, t')
  else (false, [::]).

(* Column j becomes the column [to] j, its sign changed if [flips] says so; [mirror]: all determinants change theirs. *)
Record symmetry := Symmetry { to : seq nat; flips : seq bool; mirror : bool }.

Definition parity (f : seq bool) (S : seq nat) : bool := foldr (fun j b => nth false f j (+) b) false S.

Definition turned (b : bool) (s : symbol) : symbol :=
  if b then match s with Neg => Pos | Pos => Neg | t => t end else s.

Definition implies (s t : symbol) : bool :=
  match s, t with _, Star | Neg, Neg | Zero, Zero | Pos, Pos => true | _, _ => false end.

(* Row r' moved, with its sign changed if b, says all that row r says. *)
Definition becomes (P : pattern) (m : symmetry) (r : nat) (image : nat * bool) : bool :=
  all (fun c => implies (turned (image.2 (+) nth false (flips m) c) (entry P image.1 (nth 0%N (to m) c))) (entry P r c))
      (iota 0 (columns P)).

Definition images (P : pattern) : seq (nat * bool) :=
  [seq (r, b) | r <- iota 0 (size P), b <- [:: false; true]].

Definition automorphism (P : pattern) (m : symmetry) : bool :=
  perm_eq (to m) (iota 0 (columns P)) && all (fun r => has (becomes P m r) (images P)) (iota 0 (size P)).

(* The determinant of S after the move is, with its sign changed or not, one before the move. *)
Definition source (m : symmetry) (S : seq nat) : bool * seq nat :=
  let: (b, T) := in_order [seq nth 0%N (to m) j | j <- S] in (mirror m (+) (parity (flips m) S (+) b), T).

Definition variable (V : vocabulary) (S : seq nat) : positive := Pos.of_succ_nat (index S (sets V)).

(* Place by place: [same] says that nothing changes, [low] that the bit is 0, [high] that it becomes 1. *)
Fixpoint grows (same low high : pred (seq nat)) (l : seq (seq nat)) : bool :=
  if l is T :: l' then
    if same T then grows same low high l'
    else if low T && high T then true else (low T || high T) && grows same low high l'
  else false.

Definition lex_ok (P : pattern) (V : vocabulary) (m : symmetry) (c : clause) : bool :=
  [&& uniform V, readable V c, automorphism P m &
      grows (fun S => let: (b, T) := source m S in ~~ b && (T == S))
            (fun S => mem_literal (Zpos (variable V S)) c)
            (fun S => let: (b, T) := source m S in
               (T \in sets V) && mem_literal ((if b then Zpos else Zneg) (variable V T)) c)
            (sets V)].

Lemma grows_worth (same low high a b : pred (seq nat)) (l : seq (seq nat)) :
  (forall S, S \in l -> [/\ same S -> a S = b S, low S -> ~~ a S & high S -> b S]) ->
  grows same low high l -> (worth (map a l) < worth (map b l))%N.
Proof.
elim: l => //= S l IH h.
have [hs hl hh] := h S (mem_head _ _).
have {}IH : grows same low high l -> (worth (map a l) < worth (map b l))%N.
  by apply: IH => T hT; apply: h; rewrite inE hT orbT.
rewrite !size_map; case: ifP => [/hs -> /IH|_]; first by rewrite ltn_add2l.
have step : ~~ a S -> b S -> (a S * 2 ^ size l + worth (map a l) < b S * 2 ^ size l + worth (map b l))%N.
  move=> /negPf -> ->; rewrite mul0n mul1n; apply: ltn_addr.
  by have := worth_small (map a l); rewrite size_map.
case: ifP => [/andP [/hl na /hh nb] _|_]; first exact: step.
case/andP => /orP h' /IH g; case: (boolP (a S)) => ha; last first.
  case: (boolP (b S)) => hb; first by move: (step ha hb); rewrite (negPf ha) hb.
  by rewrite !mul0n ltn_add2l.
have -> : b S by case: h' => [/hl|/hh //]; rewrite ha.
by rewrite ltn_add2l.
Qed.

Section Moves.

Variable F : realFieldType.

Lemma chi_placed d (U : nat -> 'rV[F]_d) s1 x s : (size s1 + size s).+1 = d ->
  chi U (s1 ++ x :: s) = (-1) ^+ (placed x s).1 * chi U (s1 ++ (placed x s).2).
Proof.
elim: s s1 => [|y s IH] s1 /= sz; first by rewrite mul1r.
case: ifP => _ /=; first by rewrite mul1r.
rewrite chi_swap -?sz ?addnS // -cat_rcons IH; last by rewrite size_rcons -sz addSnnS.
by case: (placed x s) => b t /=; rewrite cat_rcons -mulNr; case: b; rewrite ?expr1 ?expr0 ?opprK.
Qed.

Lemma size_placed x s : size (placed x s).2 = (size s).+1.
Proof. by elim: s => //= y s; case: ifP => //= _; case: (placed x s) => b t /= ->. Qed.

Lemma size_in_order s : size (in_order s).2 = size s.
Proof.
elim: s => //= x s; case: (in_order s) => b t /= <-.
by have := size_placed x t; case: (placed x t).
Qed.

Lemma chi_in_order d (U : nat -> 'rV[F]_d) s1 s : (size s1 + size s)%N = d ->
  chi U (s1 ++ s) = (-1) ^+ (in_order s).1 * chi U (s1 ++ (in_order s).2).
Proof.
elim: s s1 => [|x s IH] s1 /= sz; first by rewrite mul1r.
rewrite -cat_rcons IH; last by rewrite size_rcons -sz addSnnS.
have := size_in_order s; case: (in_order s) => b t /= st.
rewrite cat_rcons chi_placed; last by rewrite st -sz addnS.
by case: (placed x t) => b' t' /=; rewrite signr_addb mulrCA mulrA.
Qed.

Lemma placed_sorted x s : x \notin s -> sorted ltn s -> perm_eq (placed x s).2 (x :: s) /\ sorted ltn (placed x s).2.
Proof.
elim: s => [|y s IH] //=; rewrite inE negb_or => /andP [xy xs] pys.
case: (ltnP x y) => h /=; first by rewrite h pys.
have [] := IH xs (path_sorted pys); case: (placed x s) => b t /= pt st; split.
  apply: (@perm_trans _ (y :: x :: s)); first by rewrite perm_cons.
  exact: (permEl (perm_catCA [:: y] [:: x] s)).
rewrite (path_sortedE ltn_trans) st andbT (perm_all _ pt) /= ltn_neqAle eq_sym xy h /=.
by move: pys; rewrite (path_sortedE ltn_trans) => /andP [].
Qed.

Lemma in_order_sorted s : uniq s -> perm_eq (in_order s).2 s /\ sorted ltn (in_order s).2.
Proof.
elim: s => //= x s IH /andP [xs /IH]; case: (in_order s) => b t /= [pt st].
have xt : x \notin t by rewrite (perm_mem pt).
have [] := placed_sorted xt st; case: (placed x t) => b' t' /= pt' st'; split => //.
by rewrite (perm_trans pt') // perm_cons.
Qed.

Lemma chi_signs d (U : nat -> 'rV[F]_d) (p : seq nat) (f : seq bool) S : size S = d ->
  chi (fun j => (-1) ^+ nth false f j *: U (nth 0%N p j)) S = (-1) ^+ parity f S * chi U [seq nth 0%N p j | j <- S].
Proof.
move=> sS; pose D : 'rV[F]_d := \row_i (-1) ^+ nth false f (nth 0%N S i).
rewrite /chi (_ : rows_of _ _ S = diag_mx D *m rows_of d U [seq nth 0%N p j | j <- S]); last first.
  by rewrite mul_diag_mx; apply/matrixP => i j; rewrite !mxE (nth_map 0%N) ?sS.
rewrite det_mulmx det_diag; congr (_ * _).
transitivity (\prod_(j <- S) (-1) ^+ nth false f j : F).
  by rewrite (big_nth 0%N) big_mkord sS; apply: eq_bigr => i _; rewrite mxE.
by elim: S {sS D} => [|j S IH]; rewrite ?big_nil // big_cons IH /= signr_addb.
Qed.

Lemma matches_turned b s (x : F) : matches (turned b s) ((-1) ^+ b * x) = matches s x.
Proof. by case: b; rewrite ?mul1r // mulN1r; case: s; rewrite //= ?oppr_eq0 ?oppr_gt0 ?oppr_lt0. Qed.

Lemma matches_implies s t (x : F) : implies s t -> matches s x -> matches t x.
Proof. by case: s; case: t. Qed.

Lemma dot_signs d (x y : 'rV[F]_d) (a b : bool) : dot ((-1) ^+ a *: x) ((-1) ^+ b *: y) = (-1) ^+ (a (+) b) * dot x y.
Proof. by rewrite /dot big_distrr; apply: eq_bigr => i _; rewrite !mxE signr_addb mulrACA. Qed.

End Moves.

Section Soundness.

Variable F : realFieldType.
Variables (P : pattern) (d : nat) (V : vocabulary).

Definition word (U : nat -> 'rV[F]_d) : seq bool := [seq 0 < chi U S | S <- sets V].

(* The moved tables realise the pattern, and their determinants are those before, up to signs. *)
Lemma moved m (W U : nat -> 'rV[F]_d) : (0 < d)%N -> realises P W U -> automorphism P m ->
  exists W' U' : nat -> 'rV[F]_d, realises P W' U' /\ forall S, increasing (columns P) d S ->
    chi U' S = (-1) ^+ (source m S).1 * chi U (source m S).2 /\ increasing (columns P) d (source m S).2.
Proof.
move=> d0 real /andP [pm auto].
pose g r := nth (0%N, false) (images P) (find (becomes P m r) (images P)).
pose W1 r := (-1) ^+ (g r).2 *: W (g r).1.
pose U1 j := (-1) ^+ nth false (flips m) j *: U (nth 0%N (to m) j).
have real1 : realises P W1 U1.
  move=> r c; case: (ltnP r (size P)) => hr; last by rewrite /entry [nth [::] P r]nth_default // nth_nil.
  case: (ltnP c (columns P)) => hc; last by rewrite /entry nth_default // (leq_trans (size_row P r)).
  have : has (becomes P m r) (images P) by apply: (allP auto); rewrite mem_iota.
  move=> /(nth_find (0%N, false)) /allP /(_ c); rewrite mem_iota add0n => /(_ hc).
  rewrite dot_signs => /matches_implies; apply; rewrite matches_turned; exact: real.
have dets S : increasing (columns P) d S -> let: (b, T) := in_order [seq nth 0%N (to m) j | j <- S] in
    chi U1 S = (-1) ^+ (parity (flips m) S (+) b) * chi U T /\ increasing (columns P) d T.
  case/and3P => /eqP sS oS aS; set p := [seq _ | j <- S].
  have sp : size p = d by rewrite size_map.
  have C j : j \in S -> (j < size (to m))%N by move=> /(allP aS); rewrite (perm_size pm) size_iota.
  have up : uniq p.
    rewrite map_inj_in_uniq ?(sorted_uniq ltn_trans ltnn) // => i j /C hi /C hj /eqP.
    by rewrite nth_uniq ?(perm_uniq pm) ?iota_uniq // => /eqP.
  have [pp so] := in_order_sorted up; have so' := size_in_order p.
  have := @chi_in_order F d U [::] p sp; case: (in_order p) pp so so' => b T /= pp so so' e.
  rewrite /U1 chi_signs // e mulrA -signr_addb; split => //; apply/and3P; split; rewrite ?so' ?sp ?so //.
  rewrite (perm_all _ pp) all_map; apply/allP => j /C hj /=.
  by have := mem_nth 0%N hj; rewrite (perm_mem pm) mem_iota.
rewrite /source; case: (mirror m).
  have [W2 [U2 [scores det2]]] := mirrored W1 U1 d0; exists W2, U2; split; first by move=> r c; rewrite scores.
  move=> S /dets; case: (in_order _) => b T [e inc]; split => //.
  by rewrite det2 e -mulNr; case: (_ (+) b); rewrite /= ?expr1 ?expr0 ?opprK.
exists W1, U1; split => // S /dets; by case: (in_order _).
Qed.

Lemma place_variable S : place (variable V S) = index S (sets V).
Proof. by rewrite /place /variable SuccNat2Pos.id_succ. Qed.

Lemma variable_true (U : nat -> 'rV[F]_d) S : uniform V -> S \in sets V ->
  assignment V (chi U) (variable V S) = (0 < chi U S).
Proof. by move=> u hS; rewrite /assignment /says_pos /named u /= place_variable nth_index. Qed.

(* A clause of the rule "lex" that is false leads to a realisation with a greater word. *)
Theorem lex_greater m c (W U : nat -> 'rV[F]_d) : (0 < d)%N -> realises P W U ->
  all (increasing (columns P) d) (sets V) -> general V (increasing (columns P) d) (chi U) ->
  lex_ok P V m c -> ~~ clause_true (assignment V (chi U)) c ->
  exists W' U' : nat -> 'rV[F]_d, [/\ realises P W' U',
    general V (increasing (columns P) d) (chi U') & (worth (word U) < worth (word U'))%N].
Proof.
move=> d0 real oks gx /and4P [u _ auto gr] hf.
have [W' [U' [real' dets]]] := moved d0 real auto; exists W', U'; split => //.
  move=> u' S /dets [-> inc]; rewrite mulf_neq0 ?signr_eq0 //; exact: gx.
apply: (grows_worth (a := fun S => 0 < chi U S) (b := fun S => 0 < chi U' S) _ gr) => S hS.
have [e inc] := dets S (allP oks _ hS); rewrite e; case: (source m S) inc => b T /= inc.
have isfalse l : mem_literal l c -> ~~ literal_true (assignment V (chi U)) l.
  by move=> h; apply: contra hf; exact: mem_literal_has.
split.
- by case: b => //= /eqP ->; rewrite expr0 mul1r.
- by move=> /isfalse /=; rewrite variable_true.
case/andP => hT /isfalse; case: b => /=; rewrite variable_true //; last by rewrite negbK expr0 mul1r.
rewrite expr1 mulN1r oppr_gt0 -leNgt le_eqVlt => /orP [/eqP z|//].
by have := gx u T inc; rewrite z eqxx.
Qed.

End Soundness.
