(* An unsatisfiable set of certified clauses refutes a width. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns identities clauses sums chirotopes products choices lexicographic ranks
  independence.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A clause and the rule that it follows from. *)
Inductive axiom :=
  | Relation of identity & clause   (* "cramer", "plucker": the sum rule on an identity *)
  | Product of seq step & clause    (* "product": a final polynomial *)
  | Exclusive of clause             (* "exclusive": nothing is both positive and negative *)
  | Sign of literal                 (* "sign": the sign of one determinant is chosen *)
  | Lex of symmetry & clause        (* "lex": no symmetry leads to a greater word of signs *)
  | Basis of clause.                (* "basis": some determinant is positive of those with the columns I *)

Definition clause_of (a : axiom) : clause :=
  match a with Relation _ c | Product _ c | Exclusive c | Lex _ c | Basis c => c | Sign l => [:: l] end.

(* The sorted lists of d members of s. *)
Fixpoint sublists (d : nat) (s : seq nat) : seq (seq nat) :=
  match d, s with
  | 0, _ => [:: [::]]
  | d'.+1, [::] => [::]
  | d'.+1, x :: s' => map (cons x) (sublists d' s') ++ sublists d s'
  end.

(* The clause says "positive" of every set of d columns that includes those of I. *)
Definition basis_ok (P : pattern) (d : nat) (V : vocabulary) (I : seq nat) (c : clause) : bool :=
  [&& ~~ uniform V, (d <= columns P)%N, uniq I, all (fun c => c < columns P)%N I &
      all (fun S => all (mem S) I ==>
                    has (fun k => (nth [::] (sets V) k == S) && mem_literal (positive_literal k) c)
                        (iota 0 (size (sets V))))
          (sublists d (iota 0 (columns P)))].

Definition axiom_ok (P : pattern) (d : nat) (V : vocabulary) (I : seq nat) (a : axiom) : bool :=
  match a with
  | Relation i c => relation_ok P (columns P) d V i c
  | Product steps c => product_ok P (columns P) d V c steps
  | Exclusive c => exclusive_ok V c
  | Sign l => uniform V && readable V [:: l]
  | Lex m c => lex_ok P V m c
  | Basis c => basis_ok P d V I c
  end.

(* The sign is chosen once, and with "lex" it is that of the greatest word: the first set is positive. (Basis clauses
   speak of one choice: the same set makes all of them true.) *)
Definition chosen_sign (a : axiom) : seq literal := if a is Sign l then [:: l] else [::].

Definition is_lex (a : axiom) : bool := if a is Lex _ _ then true else false.

Definition one_choice (axs : seq axiom) : bool :=
  let ls := flatten (map chosen_sign axs) in all (Z.eqb (if has is_lex axs then 1%lit else head Z0 ls)) ls.

(* What holds of a chosen realisation only. *)
Definition chosen (a : axiom) : seq clause :=
  match a with Sign l => [:: [:: l]] | Lex _ c => [:: c] | _ => [::] end.

(* What is said of the whole list: sets are d columns each, "uniform" needs a pattern without zeros.
   The columns I are those of "basis", none if there is no such proof. *)
Definition axioms_ok (P : pattern) (d : nat) (V : vocabulary) (I : seq nat) (axs : seq axiom) : bool :=
  [&& (0 < d)%N, all (increasing (columns P) d) (sets V), uniform V ==> no_zeros P,
      all (axiom_ok P d V I) axs & one_choice axs].

Lemma sublistsE d s S : S \in sublists d s = subseq S s && (size S == d).
Proof.
elim: s d S => [|x s IH] [|d] [|y S] //=; rewrite ?andbF ?sub0seq //.
  by rewrite mem_cat IH sub0seq /= orbF; apply/negbTE/negP => /mapP [].
rewrite mem_cat IH; case: (y =P x) => [->|xy].
  apply/idP/idP => [/orP [/mapP [T] | /andP [h ->]]|/andP [h1 h2]].
  - by rewrite IH => /andP [h1 h2] [->]; rewrite h1 eqSS.
  - by rewrite (subseq_trans (subseq_cons S x) h).
  by apply/orP; left; apply/mapP; exists S => //; rewrite IH h1.
by rewrite orb_idl // => /mapP [T _ [e]]; case: xy.
Qed.

Lemma increasing_sublist C d S : increasing C d S -> S \in sublists d (iota 0 C).
Proof.
move=> /and3P [sS oS aS]; rewrite sublistsE sS andbT.
have -> : S = filter (mem S) (iota 0 C); last exact: filter_subseq.
apply: (irr_sorted_eq ltn_trans ltnn) => //.
  exact/(sorted_filter ltn_trans)/iota_ltn_sorted.
by move=> c; rewrite mem_filter mem_iota /= add0n; case: (boolP (c \in S)) => // /(allP aS) ->.
Qed.

Lemma sublist_increasing C d S : S \in sublists d (iota 0 C) -> increasing C d S.
Proof.
rewrite sublistsE => /andP [h sS]; apply/and3P; split => //.
  exact: (subseq_sorted ltn_trans h (iota_ltn_sorted _ _)).
by apply/allP => c /(mem_subseq h); rewrite mem_iota.
Qed.

Section Soundness.

Variable F : realFieldType.
Variables (P : pattern) (d : nat) (V : vocabulary) (I : seq nat).

(* Rules that hold in every realisation, if the keys are in general position where that is asked for. *)
Definition true_of (U : nat -> 'rV[F]_d) (c : clause) : bool := clause_true (assignment V (chi U)) c.

Lemma named_increasing l (p : positive) : all (increasing (columns P) d) (sets V) -> uniform V ->
  readable V [:: l] -> l = Zpos p \/ l = Zneg p -> increasing (columns P) d (named V p).
Proof.
move=> oks u /=; rewrite u andbT /named u => h e; apply: (allP oks).
by case: e h => -> h; rewrite mem_nth.
Qed.

(* A literal may be chosen to be true. *)
Lemma literal_chosen l (W U : nat -> 'rV[F]_d) : (0 < d)%N -> realises P W U ->
  all (increasing (columns P) d) (sets V) -> general V (increasing (columns P) d) (chi U) ->
  uniform V -> readable V [:: l] ->
  exists W' U' : nat -> 'rV[F]_d, [/\ realises P W' U',
    general V (increasing (columns P) d) (chi U') & literal_true (assignment V (chi U')) l].
Proof.
move=> d0 real oks gx u hl.
case: (boolP (literal_true (assignment V (chi U)) l)) => [h|]; first by exists W, U.
have [W' [U' [scores dets]]] := mirrored W U d0.
have gx' : general V (increasing (columns P) d) (chi U').
  by move=> _ S hS; rewrite dets oppr_eq0 gx.
move=> h; exists W', U'; split => //; first by move=> r c; rewrite scores.
have inc p := @named_increasing l p oks u hl.
case: l hl h inc => // p _; rewrite /= /assignment /says_pos u /= => h inc.
  by rewrite dets oppr_gt0 lt_neqAle leNgt h andbT (gx u) // inc //; left.
by rewrite dets oppr_gt0 -leNgt ltW // -[_ < _]negbK.
Qed.

(* General position, where it is asked for. *)
Lemma made_general (W U : nat -> 'rV[F]_d) : realises P W U -> uniform V ==> no_zeros P ->
  exists U' : nat -> 'rV[F]_d, realises P W U' /\ general V (increasing (columns P) d) (chi U').
Proof.
move=> real; case: (boolP (uniform V)) => /= [u nz|/negP u _]; last by exists U; split => // /u.
have [|U' [real' h]] := general_position (family := sublists d (iota 0 (columns P))) nz real.
  by move=> S /sublist_increasing /and3P [/eqP sS oS _]; split; rewrite ?(sorted_uniq ltn_trans ltnn).
by exists U'; split => // _ S /increasing_sublist; exact: h.
Qed.

(* A set with a positive determinant that includes the independent columns. *)
Lemma basis_chosen (W U : nat -> 'rV[F]_d) : (0 < d)%N -> independent F P d I -> realises P W U ->
  (d <= columns P)%N -> uniq I -> all (fun c => c < columns P)%N I ->
  exists W' U' : nat -> 'rV[F]_d, realises P W' U' /\
    exists2 S, S \in sublists d (iota 0 (columns P)) & all (mem S) I && (0 < chi U' S).
Proof.
move=> d0 ind real dC uI aI; have [W1 [U1 [real1 rk]]] := full_rank dC real.
have [J [sJ uJ aJ fJ IJ]] := extend rk uI aI (ind W1 U1 real1).
pose S := sort leq J; have SE : S =i J by move=> c; rewrite mem_sort.
have inc : increasing (columns P) d S.
  apply/and3P; split; first by rewrite size_sort sJ.
    by rewrite ltn_sorted_uniq_leq sort_uniq uJ sort_sorted //; exact: leq_total.
  by rewrite all_sort.
have nz : chi U1 S != 0.
  apply: (chi_free sJ) fJ; first by rewrite size_sort sJ.
  by move=> c; rewrite SE.
have IS : all (mem S) I by apply/allP => c /IJ; rewrite /= SE.
case: (boolP (0 < chi U1 S)) => pos.
  by exists W1, U1; split => //; exists S; rewrite ?IS ?pos ?increasing_sublist.
have [W2 [U2 [scores dets]]] := mirrored W1 U1 d0.
exists W2, U2; split; first by move=> r c; rewrite scores.
exists S; first exact: increasing_sublist.
by rewrite IS dets oppr_gt0 lt_neqAle nz leNgt pos.
Qed.

Lemma basis_true U S c : basis_ok P d V I c -> S \in sublists d (iota 0 (columns P)) ->
  all (mem S) I && (0 < chi U S) -> true_of U c.
Proof.
move=> /and5P [nu _ _ _ ok] hS /andP [IS pos].
have := allP ok S hS; rewrite IS => /hasP [k _ /andP [/eqP e hk]].
apply: (mem_literal_has hk).
by rewrite /= /assignment /says_pos /named (negPf nu) place_positive odd_double doubleK /= e.
Qed.

(* A greater word, if the first set is not positive. *)
Lemma first_positive (W U : nat -> 'rV[F]_d) : (0 < d)%N -> realises P W U ->
  all (increasing (columns P) d) (sets V) -> general V (increasing (columns P) d) (chi U) ->
  uniform V -> readable V [:: 1%lit] -> ~~ literal_true (assignment V (chi U)) 1%lit ->
  exists W' U' : nat -> 'rV[F]_d, [/\ realises P W' U',
    general V (increasing (columns P) d) (chi U') & (worth (word V U) < worth (word V U'))%N].
Proof.
move=> d0 real oks gx u hl h; have [W' [U' [scores dets]]] := mirrored W U d0.
exists W', U'; split; first by move=> r c; rewrite scores.
  by move=> _ S hS; rewrite dets oppr_eq0 gx.
move: h hl oks; rewrite /= /assignment /says_pos /named u /place /= /word.
case: (sets V) => //= S l h _ /andP [inc _].
have n0 := gx u S inc; have -> : 0 < chi U S = false by apply/negbTE.
have -> : 0 < chi U' S by rewrite dets oppr_gt0 lt_neqAle n0 leNgt.
rewrite mul0n mul1n; apply: ltn_addr; rewrite !size_map.
by have := worth_small [seq 0 < chi U S | S <- l]; rewrite size_map.
Qed.

(* Of all realisations in general position one with the greatest word. *)
Lemma greatest (axs : seq axiom) (W U : nat -> 'rV[F]_d) : (0 < d)%N -> realises P W U ->
  all (increasing (columns P) d) (sets V) -> general V (increasing (columns P) d) (chi U) ->
  all (axiom_ok P d V I) axs -> all (Z.eqb 1%lit) (flatten (map chosen_sign axs)) ->
  exists W' U' : nat -> 'rV[F]_d, [/\ realises P W' U',
    general V (increasing (columns P) d) (chi U') & all (fun a => all (true_of U') (chosen a)) axs].
Proof.
move=> d0 real oks gx aok one; have [n] := ubnP (2 ^ size (sets V) - worth (word V U)).
elim: n W U real gx => // n IH W U real gx; rewrite ltnS => le.
suff [[W' [U' [real' gx' lt]]]|h] : (exists W' U' : nat -> 'rV[F]_d, [/\ realises P W' U',
    general V (increasing (columns P) d) (chi U') & (worth (word V U) < worth (word V U'))%N]) \/
    all (fun a => all (true_of U) (chosen a)) axs.
- apply: (IH W' U' real' gx'); apply: leq_trans le; apply: ltn_sub2l lt.
  by have := worth_small (word V U); rewrite size_map.
- by exists W, U.
elim: axs aok one {IH le} => [|a axs IH] /=; first by right.
rewrite all_cat => /andP [ha /IH h] /andP [hl /h {h} [|h]]; first by left.
have [hc|hc] := boolP (all (true_of U) (chosen a)); first by right.
left; case: a ha hl hc => // [l|m c] ha hl hc; last first.
  by apply: (lex_greater d0 real oks gx ha); move: hc; rewrite /= andbT.
have e : 1%lit = l by apply: eqb_literal; case/andP: hl.
subst l; case/andP: ha => u h1; apply: (first_positive d0 real oks gx u h1).
by move: hc; rewrite /true_of /clause_true /= orbF andbT.
Qed.

(* The main theorem: certified clauses that no assignment makes true refute the width d. *)
Theorem unsatisfiable_refutes (axs : seq axiom) : independent F P d I ->
  axioms_ok P d V I axs -> unsatisfiable (map clause_of axs) -> ~ sign_rank_le F P d.
Proof.
move=> ind /and5P [d0 oks nz aok one] uns [W [U real]].
suff [W' [U' [real' gx' [hs hb]]]] : exists W' U' : nat -> 'rV[F]_d, [/\ realises P W' U',
    general V (increasing (columns P) d) (chi U') &
    all (fun a => all (true_of U') (chosen a)) axs /\ forall c, basis_ok P d V I c -> true_of U' c].
  have /negP := uns (assignment V (chi U')); apply.
  elim: axs aok hs {one uns} => //= a axs IH /andP [ha haxs] /andP [hc /(IH haxs) ->].
  rewrite andbT; case: a ha hc => [i c|steps c|c|l|m c|c] ha; rewrite /= ?orbF ?andbT // => _.
  - exact: (relation_sound real' oks gx' ha).
  - exact: (product_sound real' oks gx' ha).
  - exact: (exclusive_sound oks gx' ha).
  exact: hb.
have only_signs : all (fun l => uniform V && readable V [:: l]) (flatten (map chosen_sign axs)).
  by elim: axs aok {one uns} => //= a axs IH /andP [ha /IH h]; rewrite all_cat h; case: a ha => //= l ->.
case: (boolP (uniform V)) => u.
  have nb U' c : basis_ok P d V I c -> true_of U' c by rewrite /basis_ok u.
  have [U1 [real1 gx1]] := made_general real nz.
  move: one; rewrite /one_choice; case: (boolP (has is_lex axs)) => lx one.
    have [W' [U' [real' gx' h]]] := greatest d0 real1 oks gx1 aok one.
    by exists W', U'; split => //; split => //; exact: nb.
  have chosen_signs U' : all (literal_true (assignment V (chi U'))) (flatten (map chosen_sign axs)) ->
      all (fun a => all (true_of U') (chosen a)) axs.
    elim: axs lx {aok uns one only_signs} => //= a axs IH; rewrite negb_or all_cat.
    move=> /andP [na nx] /andP [ha /(IH nx) ->]; rewrite andbT.
    by case: a na ha => //= l _; rewrite /true_of /clause_true /= orbF.
  suff [W' [U' [real' gx' h]]] : exists W' U' : nat -> 'rV[F]_d, [/\ realises P W' U',
      general V (increasing (columns P) d) (chi U') &
      all (literal_true (assignment V (chi U'))) (flatten (map chosen_sign axs))].
    by exists W', U'; split => //; split; [exact: chosen_signs | exact: nb].
  move: one only_signs; case: (flatten _) => [|l ls] /=; first by exists W, U1.
  move=> /andP [_ one] /andP [/andP [_ hl] _].
  have [W' [U' [real' gx' h]]] := literal_chosen d0 real1 oks gx1 u hl.
  exists W', U'; split => //; rewrite h /=; elim: ls one => //= k ls IH /andP [/eqb_literal <- /IH ->]; by rewrite h.
have none (U' : nat -> 'rV[F]_d) : all (fun a => all (true_of U') (chosen a)) axs.
  elim: axs aok {one uns only_signs} => //= a axs IH /andP [ha /IH ->]; rewrite andbT.
  by case: a ha => //= [l|m c]; rewrite ?/lex_ok (negPf u).
have gx U' : general V (increasing (columns P) d) (chi U') by move=> u'; rewrite u' in u.
case: (boolP [&& (d <= columns P)%N, uniq I & all (fun c => c < columns P)%N I]) => h.
  case/and3P: h => dC uI aI; have [W' [U' [real' [S hS pos]]]] := basis_chosen d0 ind real dC uI aI.
  exists W', U'; split => //; split; [exact: none | move=> c hc; exact: (basis_true hc hS pos)].
exists W, U; split => //; split; [exact: none | move=> c /and5P [_ h1 h2 h3 _]; case/negP: h; by rewrite h1 h2].
Qed.

End Soundness.
