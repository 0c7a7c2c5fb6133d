(* An unsatisfiable set of certified clauses refutes a width. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns identities clauses sums chirotopes choices.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A clause and the rule that it follows from. *)
Inductive axiom :=
  | Relation of identity & clause   (* "cramer", "plucker": the sum rule on an identity *)
  | Exclusive of clause             (* "exclusive": nothing is both positive and negative *)
  | Sign of literal.                (* "sign": the sign of one determinant is chosen *)

Definition clause_of (a : axiom) : clause :=
  match a with Relation _ c | Exclusive c => c | Sign l => [:: l] end.

(* The freedom to choose among realisations is used once. *)
Definition choice (a : axiom) : seq literal := if a is Sign l then [:: l] else [::].

Definition one_choice (axs : seq axiom) : bool :=
  let ls := flatten (map choice axs) in all (Z.eqb (head Z0 ls)) ls.

Definition axiom_ok (P : pattern) (d : nat) (V : vocabulary) (a : axiom) : bool :=
  match a with
  | Relation i c => relation_ok P (columns P) d V i c
  | Exclusive c => exclusive_ok V c
  | Sign l => uniform V && readable V [:: l]
  end.

(* What is said of the whole list: sets are d columns each, "uniform" needs a pattern without zeros. *)
Definition axioms_ok (P : pattern) (d : nat) (V : vocabulary) (axs : seq axiom) : bool :=
  [&& (0 < d)%N, all (increasing (columns P) d) (sets V), uniform V ==> no_zeros P,
      all (axiom_ok P d V) axs & one_choice axs].

(* The sorted lists of d members of s. *)
Fixpoint sublists (d : nat) (s : seq nat) : seq (seq nat) :=
  match d, s with
  | 0, _ => [:: [::]]
  | d'.+1, [::] => [::]
  | d'.+1, x :: s' => map (cons x) (sublists d' s') ++ sublists d s'
  end.

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
Variables (P : pattern) (d : nat) (V : vocabulary).

(* Rules that hold in every realisation, if the keys are in general position where that is asked for. *)
Lemma axiom_sound (a : axiom) (W U : nat -> 'rV[F]_d) : realises P W U ->
  all (increasing (columns P) d) (sets V) -> general V (increasing (columns P) d) (chi U) ->
  axiom_ok P d V a -> choice a = [::] -> clause_true (assignment V (chi U)) (clause_of a).
Proof.
case: a => //= [i c|c] real oks gx ok _; first exact: (relation_sound real oks gx ok).
exact: (exclusive_sound oks gx ok).
Qed.

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

(* The main theorem: certified clauses that no assignment makes true refute the width d. *)
Theorem unsatisfiable_refutes (axs : seq axiom) :
  axioms_ok P d V axs -> unsatisfiable (map clause_of axs) -> ~ sign_rank_le F P d.
Proof.
move=> /and5P [d0 oks nz aok one] uns [W [U real]].
have [U1 [real1 gx1]] := made_general real nz.
suff [W' [U' [real' gx' hc]]] : exists W' U' : nat -> 'rV[F]_d, [/\ realises P W' U',
    general V (increasing (columns P) d) (chi U') &
    all (literal_true (assignment V (chi U'))) (flatten (map choice axs))].
  have /negP := uns (assignment V (chi U')); apply.
  elim: axs aok hc {one uns} => //= a axs IH /andP [ha haxs]; rewrite all_cat => /andP [hc /(IH haxs) ->].
  rewrite andbT; case: a ha hc => [i c|c|l] ha; rewrite /= ?orbF ?andbT // => _;
    exact: (axiom_sound real' oks gx' ha).
have : all (fun l => uniform V && readable V [:: l]) (flatten (map choice axs)).
  by elim: axs aok {one uns} => //= a axs IH /andP [ha /IH h]; rewrite all_cat h; case: a ha => //= l ->.
move: one; rewrite /one_choice; case: (flatten _) => [|l ls] /=; first by exists W, U1.
move=> /andP [_ one] /andP [/andP [u hl] _].
have [W' [U' [real' gx' h]]] := literal_chosen d0 real1 oks gx1 u hl.
exists W', U'; split => //; rewrite h; elim: ls one => //= k ls IH /andP [/eqb_literal <- /IH ->].
by rewrite h.
Qed.

End Soundness.
