(* Sets of which none contains another are at most as many as chains that hold all sets (Sperner 1928; de Bruijn,
   Tengbergen, Kruyswijk 1951). *)

From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements reading_measures matrices laws messages shattering.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* Sets as words; a chain is its least word and the others, each in the next. *)
Notation chain := (seq bool * seq (seq bool))%type.

Definition grown (C : chain) : seq chain :=
  let: (x, p) := C in
  (false :: x, rcons (map (cons false) p) (true :: last x p)) ::
  (if p is [::] then [::] else [:: (true :: x, map (cons true) (behead (belast x p)))]).

Fixpoint chains (k : nat) : seq chain := if k is l.+1 then flatten (map grown (chains l)) else [:: ([::], [::])].

Fixpoint below (s t : seq bool) : bool :=
  match s, t with x :: s', y :: t' => (x ==> y) && below s' t' | [::], [::] => true | _, _ => false end.

Lemma below_refl : reflexive below. Proof. by elim=> //= x s ->; rewrite implybb. Qed.

Lemma below_trans : transitive below.
Proof.
move=> t s u; elim: t s u => [|y t IH] [|x s] [|z u] //= /andP[xy st] /andP[yz tu].
by rewrite (IH _ _ st tu) andbT; apply/implyP => hx; apply: (implyP yz); apply: (implyP xy).
Qed.

Lemma chains_sorted k C : C \in chains k -> path below C.1 C.2.
Proof.
have cons_path b x p : path below (b :: x) (map (cons b) p) = path below x p.
  by rewrite path_map; apply: eq_path => s t /=; rewrite implybb.
elim: k C => [|k IH] C /=; first by rewrite inE => /eqP ->.
case/flattenP => l /mapP[[x p] /IH /= h ->]; rewrite inE => /predU1P[-> /=|].
  by rewrite rcons_path cons_path h /= last_map /= below_refl.
case/lastP: p h => [|p z] h //; rewrite belast_rcons; case: (rcons p z) => // _ _; rewrite inE => /eqP -> /=.
by rewrite cons_path; move: h; rewrite rcons_path => /andP[].
Qed.

Lemma chains_hold s : exists2 C, C \in chains (size s) & s \in C.1 :: C.2.
Proof.
elim: s => [|b s [[x p] hC hs]] /=; first by exists ([::], [::]); exact: mem_head.
have grow C : C \in grown (x, p) -> C \in flatten (map grown (chains (size s))).
  by move=> h; apply/flattenP; exists (grown (x, p)) => //; exact: map_f.
pose first := (false :: x, rcons (map (cons false) p) (true :: last x p)).
have hf : first \in flatten (map grown (chains (size s))) by apply: grow; rewrite mem_head.
case: b; last first.
  exists first => //; move: hs; rewrite /first /= !inE eqseq_cons eqxx /= => /predU1P[->|hs]; first by rewrite eqxx.
  by rewrite mem_rcons inE map_f ?orbT.
move: hs; rewrite /= lastI mem_rcons inE => /predU1P[e|hs].
  by exists first => //; rewrite e in_cons /= mem_rcons mem_head ?orbT.
exists (true :: x, map (cons true) (behead (belast x p))); last first.
  move: hs; case e: (belast x p) => [|y q] //; rewrite inE => hs.
  have -> : x = y by case: p e {hC grow first hf} => //= z p [-> _].
  by rewrite /= inE; case/predU1P: hs => [->|hs]; rewrite ?eqxx // map_f ?orbT.
by apply: grow; case: p hs {hC first hf} => // y p _; rewrite /= !inE eqxx orbT.
Qed.

Lemma chains_more k l : k <= l -> size (chains k) <= size (chains l).
Proof.
elim: l => [|l IH]; first by rewrite leqn0 => /eqP ->.
rewrite leq_eqVlt ltnS => /predU1P[-> //|/IH h]; apply: leq_trans h _; rewrite /= size_flatten /shape -map_comp.
elim: (chains l) => //= -[x p] s h; rewrite -add1n; apply: leq_add => //.
Qed.

Lemma same_chain k C s t : C \in chains k -> s \in C.1 :: C.2 -> t \in C.1 :: C.2 -> below s t \/ below t s.
Proof.
move=> /chains_sorted h /(nthP [::])[i hi <-] /(nthP [::])[j hj <-].
have mono := sorted_leq_nth below_trans below_refl [::] (s := C.1 :: C.2) h.
by case: (leqP i j) => [|/ltnW] ij; [left | right]; apply: mono.
Qed.

(* Any family of words of k letters, none of which is below another. *)
Lemma antichain_size (T : eqType) (l : seq T) (word_of : T -> seq bool) k : uniq l ->
  (forall a, a \in l -> size (word_of a) = k) ->
  (forall a b, a \in l -> b \in l -> a != b -> ~~ below (word_of a) (word_of b)) -> size l <= size (chains k).
Proof.
move=> ul sk anti; pose number a := find (fun C : chain => word_of a \in C.1 :: C.2) (chains k).
have some a : a \in l -> has (fun C : chain => word_of a \in C.1 :: C.2) (chains k).
  by move=> al; apply/hasP; have [C] := chains_hold (word_of a); rewrite sk // => hC hs; exists C.
rewrite -(size_map number) -[X in _ <= X](size_iota 0); apply: uniq_leq_size => [|n /mapP[a al ->]]; last first.
  by rewrite mem_iota /= -has_find some.
rewrite map_inj_in_uniq // => a b al bl e; apply/eqP; apply: contraT => ab.
have := nth_find ([::], [::]) (some a al); have := nth_find ([::], [::]) (some b bl).
rewrite -/(number a) -/(number b) e.
have hC : nth ([::], [::]) (chains k) (number b) \in chains k by rewrite mem_nth // -has_find some.
move=> hb ha; have [h|h] := same_chain hC ha hb; first by have := anti a b al bl ab; rewrite h.
by have := anti b a bl al; rewrite eq_sym h => /(_ ab).
Qed.

(* Line a has b where line c has the other value. *)
Definition beyond (b : bool) (a c : seq (option bool)) : bool :=
  has (fun p => match p with (Some x, Some y) => ~~ (x (+) b) && (y (+) b) | _ => false end) (zip a c).

Lemma antichain_cover F b M k (lines : seq nat) : uniq lines ->
  (forall i j, i \in lines -> j \in lines -> i != j -> beyond b (nth [::] M i) (nth [::] M j)) ->
  may_be F (Cover b) M k -> size lines <= size (chains k).
Proof.
move=> ul h [R [val cov]]; apply: (antichain_size (word_of := fun i => mkseq (fun t => (R t).1 i) k)) => //.
  by move=> i _; rewrite size_mkseq.
move=> i j hi hj ij; have := h i j hi hj ij; case/(has_nthP (None, None)) => c.
rewrite size_zip leq_min => /andP[ci cj]; rewrite nth_zip_cond size_zip leq_min ci cj /= -!/(cell M _ _).
case ei: (cell M i c) => [x|] //; case ej: (cell M j c) => [y|] // /andP[xb yb].
have {}xb : x = b by case: x b xb {ei yb cov val h} => [] [].
have {}yb : y = ~~ b by case: y b yb {ej xb cov val h} => [] [].
subst x y; have [t tk /andP[ri rc]] := cov _ _ ei.
have below_nth s u : below s u -> nth false s t -> nth false u t.
  by elim: s u t {tk ri rc} => [|z s IH] [|w u] // [|t] //= /andP[/implyP zw su] //; exact: IH.
apply/negP => /below_nth; rewrite !nth_mkseq // => /(_ ri) rj; apply: (val t tk j c _ ej); by rewrite /inside rj rc.
Qed.
