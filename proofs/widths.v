(* From m to sign-rank, transposition, and certificates of one piece. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns clauses sums chirotopes independence refutations.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Everything that kind "chirotope" holds: a proof that some columns are independent, axioms and lemmas. *)
Record chirotope := Chirotope {
  dimension : nat; words : vocabulary;
  basis : seq nat; basis_axioms : seq dependency_axiom; basis_lemmas : seq (clause * seq nat);
  axioms : seq axiom; lemmas : seq (clause * seq nat) }.

Definition independence_ok (P : pattern) (I : seq nat) (axs : seq dependency_axiom)
    (ls : seq (clause * seq nat)) : bool :=
  all (dependency_ok P I) axs && refuted (map dependency_clause axs) ls.

Definition chirotope_ok (P : pattern) (c : chirotope) : bool :=
  [&& nilp (basis c) || independence_ok P (basis c) (basis_axioms c) (basis_lemmas c),
      axioms_ok P (dimension c) (words c) (basis c) (axioms c) &
      refuted (map clause_of (axioms c)) (lemmas c)].

(* A row of + below the others: the functional that is 1 on every key. *)
Definition homogeneous (P : pattern) : pattern := rcons P (nseq (columns P) Pos).

Section Widths.

Variable F : realFieldType.

(* A saturated head without a null token: a threshold for each query. *)
Definition head_of_width (P : pattern) (m : nat) : Prop :=
  exists (w u : nat -> 'rV[F]_m) (t : nat -> F), forall r c, matches (entry P r c) (dot (w r) (u c) - t r).

Theorem chirotope_refutes P c : chirotope_ok P c -> ~ sign_rank_le F P (dimension c).
Proof.
move=> /and3P [hb ha hl]; apply: (unsatisfiable_refutes _ ha (refuted_unsatisfiable hl)).
case/orP: hb => [/nilP ->|/andP [h1 h2]]; first exact: none_independent.
exact: (unsatisfiable_independent h1 (refuted_unsatisfiable h2)).
Qed.

Theorem independence_refutes P d I axs ls : independence_ok P I axs ls -> (d < size I)%N -> ~ sign_rank_le F P d.
Proof.
move=> /andP [h1 h2] dI.
exact: (independent_refutes dI (unsatisfiable_independent h1 (refuted_unsatisfiable h2))).
Qed.

(* Rows and columns exchanged. *)
Theorem sign_rank_transposed P d : sign_rank_le F (transposed P) d <-> sign_rank_le F P d.
Proof.
split=> -[W [U real]]; exists U, W => r c.
  by rewrite dotC -entry_transposed.
by rewrite dotC entry_transposed.
Qed.

Lemma dot_row_mx d1 d2 (a a' : 'rV[F]_d1) (b b' : 'rV[F]_d2) :
  dot (row_mx a b) (row_mx a' b') = dot a a' + dot b b'.
Proof.
rewrite /dot big_split_ord /=; congr (_ + _); apply: eq_bigr => i _; by rewrite ?row_mxEl ?row_mxEr.
Qed.

Lemma entry_homogeneous P r c : entry (homogeneous P) r c =
  if (r < size P)%N then entry P r c else if (r == size P) && (c < columns P)%N then Pos else Star.
Proof.
rewrite /entry nth_rcons; case: ifP => // _; case: ifP => [_|]; last by rewrite nth_nil.
by rewrite nth_nseq.
Qed.

Lemma entry_beyond P r c : (size P <= r)%N -> entry P r c = Star.
Proof. by move=> h; rewrite /entry [nth [::] P r]nth_default // nth_nil. Qed.

Lemma matches_scaled s (x y : F) : 0 < x -> matches s (x * y) = matches s y.
Proof.
by move=> x0; case: s => //=; rewrite ?pmulr_rlt0 ?pmulr_rgt0 // mulf_eq0 gt_eqF.
Qed.

(* Wider tables do no harm. *)
Theorem sign_rank_wider P d e : (d <= e)%N -> sign_rank_le F P d -> sign_rank_le F P e.
Proof.
move=> de; rewrite -(subnKC de) => -[W [U real]].
exists (fun r => row_mx (W r) 0), (fun c => row_mx (U c) 0) => r c.
rewrite dot_row_mx [X in _ + X]big1 ?addr0 // => i _; by rewrite mxE mul0r.
Qed.

(* The least width of a head is the sign-rank of the homogeneous rows, less 1. *)
Theorem width_sign_rank P m : head_of_width P m <-> sign_rank_le F (homogeneous P) m.+1.
Proof.
split=> [[w [u [t real]]]|[W [U real]]].
  pose W r : 'rV[F]_(1 + m) := if (r < size P)%N then row_mx (- t r)%:M (w r) else row_mx 1%:M 0.
  pose U c : 'rV[F]_(1 + m) := row_mx 1%:M (u c).
  exists W, U => r c; rewrite entry_homogeneous /W /U.
  case: ifP => _; rewrite (@dot_row_mx 1 m) /dot big_ord1 !mxE eqxx mulr1.
    by have := real r c; rewrite /dot addrC.
  by rewrite big1 ?addr0 => [|i _]; [case: ifP => //= _; rewrite ltr01 | rewrite mxE mul0r].
case: (posnP (columns P)) => [C0|C0].
  exists (fun _ => 0), (fun _ => 0), (fun _ => 0) => r c.
  by rewrite /entry nth_default // -[c]add0n -C0 (leq_trans (size_row P r)) // leq_addr.
pose l : 'rV[F]_(1 + m) := W (size P).
have lpos c : (c < columns P)%N -> 0 < dot l (U c).
  by move=> hc; have := real (size P) c; rewrite entry_homogeneous ltnn eqxx hc.
have l0 : l != 0.
  by apply: contraTneq (lpos 0%N C0) => ->; rewrite /dot big1 ?ltxx // => i _; rewrite mxE mul0r.
pose B : 'M[F]_(1 + m) := row_ebase l; have uB : B \in unitmx by exact: row_ebase_unit.
pose k := col_ebase l 0 0.
have lB : l = k *: row 0 B.
  have r1 : \rank l = 1%N by rewrite rank_rV l0.
  rewrite -{1}(mulmx_ebase l) r1; apply/rowP => j; rewrite !mxE (bigD1 0) //= !mxE big_ord1 !mxE /= mulr1 big1 ?addr0 //.
  by move=> i i0; rewrite mxE big_ord1 !mxE /= eq_sym -val_eqE /= in i0 *; rewrite (negPf i0) mulr0 mul0r.
have k0 : k != 0 by apply: contraNneq l0 => k0; rewrite lB k0 scale0r.
pose s c := dot l (U c).
pose v c := (s c)^-1 *: (U c *m B^T); pose x r := W r *m invmx B.
have v0 c : (c < columns P)%N -> v c 0 0 = k^-1.
  move=> hc; have sc : s c != 0 by rewrite gt_eqF // lpos.
  have -> : v c 0 0 = (s c)^-1 * dot (row 0 B) (U c).
    by rewrite !mxE; congr (_ * _); apply: eq_bigr => i _; rewrite !mxE mulrC.
  apply: (mulfI k0); rewrite mulfV // mulrCA.
  rewrite (_ : k * _ = s c) ?mulVf //.
  by rewrite /s lB /dot big_distrr /=; apply: eq_bigr => i _; rewrite !mxE mulrA.
have scores r c : (c < columns P)%N -> dot (W r) (U c) = s c * dot (x r) (v c).
  move=> hc; have sc : s c != 0 by rewrite gt_eqF // lpos.
  have E (a b : 'rV[F]_(1 + m)) : dot a b = (a *m b^T) 0 0.
    by rewrite mxE; apply: eq_bigr => i _; rewrite mxE.
  have Z (z : F) (a b : 'rV[F]_(1 + m)) : dot a (z *: b) = z * dot a b.
    by rewrite /dot big_distrr /=; apply: eq_bigr => i _; rewrite mxE mulrCA.
  by rewrite /v Z mulrA mulfV // mul1r !E trmx_mul trmxK /x mulmxA mulmxKV.
exists (fun r => rsubmx (x r)), (fun c => rsubmx (v c)), (fun r => - (x r 0 0 * k^-1)) => r c.
case: (ltnP r (size P)) => hr; last by rewrite entry_beyond.
case: (ltnP c (columns P)) => hc; last by rewrite /entry nth_default // (leq_trans (size_row P r)).
have -> : dot (rsubmx (x r)) (rsubmx (v c)) - - (x r 0 0 * k^-1) = dot (x r) (v c).
  rewrite opprK addrC -[in RHS](hsubmxK (x r)) -[in RHS](hsubmxK (v c)) (@dot_row_mx 1 m); congr (_ + _).
  have lE (a : 'rV[F]_(1 + m)) : lsubmx a 0 0 = a 0 0 by rewrite mxE; congr (a 0 _); exact/val_inj.
  by rewrite /dot big_ord1 !lE v0.
by have := real r c; rewrite entry_homogeneous hr scores // matches_scaled ?lpos.
Qed.

End Widths.
