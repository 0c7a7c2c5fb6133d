(* One message and protocols: how many bits the different rows need, leaves, and rectangles of both values. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import statements reading_measures matrices laws.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Definition sender (alice : bool) (M : boolean) : boolean := if alice then M else turned M.

(* Bob knows all answers if and only if different rows have different messages. *)
Lemma one_wayP F alice M k : good M ->
  may_be F (OneWay alice) M k <-> size (firsts [::] (sender alice M)) <= 2 ^ k.
Proof.
move=> g /=; rewrite -/(sender alice M); have {g} : good (sender alice M) by case: alice => //; exact: good_turned.
move: (sender alice M) => {}M [_ _ reg s]; set rows := firsts [::] M; split.
  case=> message [answer [h c]].
  have inj : {in rows &, injective (fun r => message (index r M))}.
    move=> r r'; rewrite !mem_firsts !cat0s => rM rM' e; apply: (@eq_from_nth _ None); first by rewrite !reg.
    have ir : nth [::] M (index r M) = r by rewrite nth_index.
    have ir' : nth [::] M (index r' M) = r' by rewrite nth_index.
    move=> j; rewrite reg // => hj; rewrite -{1}ir -{1}ir' -/(cell M _ _) -[RHS]/(cell M _ _).
    have := @starless_cell M (index r M) j reg s; rewrite index_mem => /(_ rM hj).
    have := @starless_cell M (index r' M) j reg s; rewrite index_mem => /(_ rM' hj).
    case e1: (cell M _ _) => [x|] // _; case e2: (cell M _ _) => [y|] // _.
    by rewrite -(c _ _ _ e1) -(c _ _ _ e2) e.
  rewrite -(size_map (fun r => message (index r M))) -[X in _ <= X](size_iota 0); apply: uniq_leq_size.
    by rewrite map_inj_in_uniq // uniq_firsts.
  by move=> _ /mapP[r _ ->]; rewrite mem_iota /=; exact: h.
move=> le; pose message i := if i < height M then index (nth [::] M i) rows else 0.
exists message, (fun m j => nth None (nth [::] rows m) j == Some true); split=> [i|i j b e].
  rewrite /message; case: ifP => hi; last by rewrite expn_gt0.
  by apply: leq_trans le; rewrite index_mem mem_firsts mem_nth.
have [|hi hj] := @cell_in M i j reg; first by rewrite e.
rewrite /message hi nth_index ?mem_firsts ?mem_nth // -/(cell M i j) e; by case: (b).
Qed.

(* ---------- The message first, then the answer ---------- *)

Fixpoint announce (k : nat) (message : nat -> nat) (answer : nat -> nat -> bool) : protocol :=
  if k is l.+1 then
    Alice (fun i => odd (message i)) (announce l (fun i => (message i)./2) (fun m => answer m.*2))
      (announce l (fun i => (message i)./2) (fun m => answer m.*2.+1))
  else Bob (answer 0) (Leaf false) (Leaf true).

Lemma depth_announce k message answer : depth (announce k message answer) = k.+1.
Proof. by elim: k message answer => //= k IH message answer; rewrite !IH maxnn. Qed.

Lemma outcome_announce k message answer i j : message i < 2 ^ k ->
  outcome_of (announce k message answer) i j = answer (message i) j.
Proof.
elim: k message answer => [|k IH] message answer /=.
  by rewrite expn0 ltnS leqn0 => /eqP ->; case: (answer 0 j).
rewrite expnS mul2n => h; have half : (message i)./2 < 2 ^ k.
  by rewrite -ltn_double (leq_ltn_trans _ h) // -{2}(odd_double_half (message i)) leq_addl.
have := odd_double_half (message i); case: odd => e; rewrite IH //; congr (answer _ j); rewrite -{2}e //.
Qed.

Lemma announced F M k : may_be F (OneWay true) M k -> may_be F Depth M k.+1.
Proof.
case=> message [answer [h c]]; exists (announce k message answer); first by rewrite depth_announce.
by move=> i j b /c e; rewrite outcome_announce.
Qed.

Fixpoint mirrored (T : protocol) : protocol :=
  match T with
  | Leaf b => Leaf b
  | Alice bit no yes => Bob bit (mirrored no) (mirrored yes)
  | Bob bit no yes => Alice bit (mirrored no) (mirrored yes)
  end.

Lemma depth_mirrored T : depth (mirrored T) = depth T.
Proof. by elim: T => //= bit no -> yes ->. Qed.

Lemma outcome_mirrored T i j : outcome_of (mirrored T) i j = outcome_of T j i.
Proof. by elim: T i j => //= bit no IH yes IH' i j; case: (bit _). Qed.

Lemma announced_turned F M k : regular M -> may_be F (OneWay false) M k -> may_be F Depth M k.+1.
Proof.
move=> reg [message [answer [h /(@completes_turned _ (fun i j => answer (message j) i) reg) c]]].
exists (mirrored (announce k message answer)); first by rewrite depth_mirrored depth_announce.
by move=> i j b /c e; rewrite outcome_mirrored outcome_announce.
Qed.

(* ---------- The leaves of a protocol ---------- *)

Definition within (rows columns : pred nat) (R : rectangle) : rectangle :=
  (predI rows R.1 : pred nat, predI columns R.2 : pred nat).

Fixpoint leaves (T : protocol) : seq rectangle :=
  match T with
  | Leaf _ => [:: (predT : pred nat, predT : pred nat)]
  | Alice bit no yes => map (within (predC bit) predT) (leaves no) ++ map (within bit predT) (leaves yes)
  | Bob bit no yes => map (within predT (predC bit)) (leaves no) ++ map (within predT bit) (leaves yes)
  end.

Lemma size_leaves T : size (leaves T) <= 2 ^ depth T.
Proof.
have two a b c d : a <= 2 ^ b -> c <= 2 ^ d -> a + c <= 2 ^ (maxn b d).+1.
  move=> h h'; rewrite expnS mul2n -addnn leq_add //; first by rewrite (leq_trans h) // leq_exp2l ?leq_maxl.
  by rewrite (leq_trans h') // leq_exp2l ?leq_maxr.
by elim: T => //= bit no IH yes IH'; rewrite size_cat !size_map; apply: two.
Qed.

Lemma count_within rows columns i j s :
  count (fun R => inside R i j) (map (within rows columns) s) =
  if rows i && columns j then count (fun R => inside R i j) s else 0.
Proof.
elim: s => [|R s IH] /=; first by case: ifP.
by rewrite IH /inside /=; case: (rows i); case: (columns j); rewrite //= ?andbF.
Qed.

Lemma count_leaves T i j : count (fun R => inside R i j) (leaves T) = 1.
Proof.
elim: T => //= bit no IH yes IH'; rewrite count_cat !count_within /= IH IH'.
  by case: (bit i).
by case: (bit j).
Qed.

Lemma constant_leaves T R : List.In R (leaves T) -> exists b, forall i j, inside R i j -> outcome_of T i j = b.
Proof.
elim: T R => [b|bit no IH yes IH'|bit no IH yes IH'] R /=; first by case=> // <-; exists b.
all: rewrite List.in_app_iff !List.in_map_iff => -[[Q [<- /IH [b h]]]|[Q [<- /IH' [b h]]]]; exists b => i j.
all: rewrite /inside /= => /andP[].
- by move=> /andP[/negbTE -> p'] q'; rewrite h // /inside p'.
- by move=> /andP[-> p'] q'; rewrite h // /inside p'.
- by move=> p' /andP[/negbTE -> q']; rewrite h // /inside p'.
by move=> p' /andP[-> q']; rewrite h // /inside p'.
Qed.

Lemma count_nth (T : Type) (x : T) (a : pred T) l s t : count a l <= 1 -> s < size l -> t < size l ->
  a (nth x l s) -> a (nth x l t) -> s = t.
Proof.
elim: l s t => // y l IH [|s] [|t] //= h hs ht as_ at_.
- by move: h; rewrite as_ add1n ltnS leqNgt -has_count (introT (has_nthP x)) //; exists t.
- by move: h; rewrite at_ add1n ltnS leqNgt -has_count (introT (has_nthP x)) //; exists s.
by congr _.+1; apply: IH => //; apply: leq_trans h; exact: leq_addl.
Qed.

Lemma leaves_partition F M k : may_be F Depth M k -> may_be F Partition M (2 ^ k).
Proof.
case=> T d c; apply: (@may_be_mono F Partition M (size (leaves T))) => //.
  by apply: leq_trans (size_leaves T) _; rewrite leq_exp2l.
exists (nth empty (leaves T)); split=> [t ht|].
  have [|b h] := @constant_leaves T (nth empty (leaves T) t).
    by elim: (leaves T) t ht => // R l IH [|t] //= ht; [left | right; exact: IH].
  by exists b => i j /h e /c; rewrite e; case: (b).
split=> [s t i j hs ht a a'|i j _ _].
  by apply: (@count_nth _ empty (fun R => inside R i j) (leaves T)) => //; rewrite count_leaves.
have : has (fun R => inside R i j) (leaves T) by rewrite has_count count_leaves.
by move/(has_nthP empty) => [t ht h]; exists t.
Qed.

(* ---------- A partition consists of rectangles of each value ---------- *)

Lemma split_partition F M k : regular M -> may_be F Partition M k ->
  exists a b, [/\ may_be F (Disjoint false) M a, may_be F (Disjoint true) M b & a + b = k].
Proof.
move=> reg [R [h [d c]]].
pose ones t := all (fun i => all (fun j => inside (R t) i j ==> (cell M i j != Some false)) (iota 0 (breadth M)))
  (iota 0 (height M)).
have valued t : t < k -> of_value M (ones t) (R t).
  move=> tk; case e: (ones t).
    move=> i j hi e'; have [|ii jj] := @cell_in M i j reg; first by rewrite e'.
    have /allP /(_ i) := e; rewrite mem_iota => /(_ ii) /allP /(_ j); rewrite mem_iota => /(_ jj).
    by rewrite hi e'.
  have [b] := h t tk; case: b => // ht; move/negP: e; case; apply/allP => i _; apply/allP => j _.
  by apply/implyP => /ht /eqP.
have part b : may_be F (Disjoint b) M (count (fun t => ones t == b) (iota 0 k)).
  set l := filter (fun t => ones t == b) (iota 0 k).
  have lk t : t < size l -> nth 0 l t < k /\ ones (nth 0 l t) = b.
    by move=> ht; have := mem_nth 0 ht; rewrite mem_filter mem_iota => /andP[/eqP -> /= hk].
  have ul : uniq l by rewrite filter_uniq // iota_uniq.
  rewrite -size_filter; exists (fun t => R (nth 0 l t)); last first.
    move=> s t i j hs ht hi hj; have [ks _] := lk _ hs; have [kt _] := lk _ ht.
    by have := d _ _ _ _ ks kt hi hj => /eqP; rewrite nth_uniq // => /eqP.
  split=> [t /lk[tk <-]|i j e]; first exact: valued.
  have [|ii jj] := @cell_in M i j reg; first by rewrite e.
  have [t tk hi] := c i j ii jj; have vt := valued t tk i j hi.
  have ot : ones t = b by move: vt; rewrite e; case: (ones t); case: (b).
  have tl : t \in l by rewrite mem_filter ot eqxx mem_iota.
  by exists (index t l); rewrite ?index_mem // nth_index.
exists (count (fun t => ones t == false) (iota 0 k)), (count (fun t => ones t == true) (iota 0 k)); split=> //.
rewrite -[RHS](size_iota 0) -(count_predC (fun t => ones t == false)); congr addn; apply: eq_count => t /=.
by case: (ones t).
Qed.
