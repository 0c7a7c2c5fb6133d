(* Signed sets of columns that rows show: if every face lies in an even number of them and an odd number alternate, no
   vectors with as many coordinates as a face has columns realise the pattern. [cycle_ok] checks it, rule "cycle".

   Take the vectors in general position, and keep their first k coordinates. Say that k signed columns are [above] if
   (0, .., 0, 1) is a positive combination of their signed vectors. Of the faces of k + 1 signed columns an odd number
   are above if and only if the dependency of their vectors has these signs, up to changing all ([crossing]). For k = d
   no member is like that: its row has positive products with its signed vectors ([shown]). For k < d this says that the
   columns or their opposites are above, with one coordinate more ([descent]). So the members whose sign changes at the
   first step may be replaced by what follows their first column, and the others left out: a cycle again, with one column
   and one coordinate less, and as many members alternate ([reduction]). In the end no coordinates are left, and the
   members that are left are those that alternate. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns identities choices.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Columns with signs; true is +. *)
Definition signed := seq (nat * bool).

(* Each member of a list with the others. *)
Fixpoint picks (T : Type) (l : seq T) : seq (T * seq T) :=
  if l is x :: l' then (x, l') :: [seq (yr.1, x :: yr.2) | yr <- picks l'] else [::].

Definition faces (m : signed) : seq signed := map snd (picks m).

(* All signs changed; the first sign made +. *)
Definition flip (m : signed) : signed := [seq (p.1, ~~ p.2) | p <- m].
Definition normal (m : signed) : signed := if m is (_, false) :: _ then flip m else m.

Definition alternates (m : signed) : bool := sorted (fun p q : nat * bool => p.2 != q.2) m.

(* A member: a row and some of its columns. *)
Definition member := (nat * seq nat)%type.

Definition signs_at (P : pattern) (m : member) : signed :=
  [seq (c, if entry P m.1 c is Pos then true else false) | c <- m.2].

Definition member_ok (P : pattern) (d : nat) (m : member) : bool :=
  [&& size m.2 == d.+1, sorted ltn m.2 & all (fun c => if entry P m.1 c is (Neg | Pos) then true else false) m.2].

Definition all_faces (P : pattern) (Z : seq member) : seq signed :=
  flatten [seq map normal (faces (signs_at P m)) | m <- Z].

Definition cycle_ok (P : pattern) (d : nat) (Z : seq member) : bool :=
  [&& all (member_ok P d) Z,
      all (fun f => ~~ odd (count_mem f (all_faces P Z))) (all_faces P Z)
    & odd (count (fun m => alternates (signs_at P m)) Z)].

Local Notation "\odd_ ( i <- r ) F" := (\big[addb/false]_(i <- r) F)
  (at level 36, F at level 36, i, r at level 50, format "'[' \odd_ ( i  <-  r ) '/  '  F ']'").

(* Signed columns. *)

Lemma faces_cons p m : faces (p :: m) = m :: map (cons p) (faces m).
Proof. by rewrite /faces /= -!map_comp; congr (_ :: _); apply: eq_map => -[]. Qed.

Lemma flipK : involutive flip.
Proof. by elim=> //= -[c s] m ->; rewrite negbK. Qed.

Lemma faces_flip m : faces (flip m) = map flip (faces m).
Proof. by elim: m => //= p m IH; rewrite !faces_cons IH /= -!map_comp. Qed.

Lemma alternates_flip m : alternates (flip m) = alternates m.
Proof.
case: m => //= p m; elim: m p => //= q m IH p; rewrite IH.
by case: (p.2) (q.2) => [] [].
Qed.

Lemma alternates_normal m : alternates (normal m) = alternates m.
Proof. by case: m => [|[c []] m] //; exact: alternates_flip. Qed.

Lemma size_flip m : size (flip m) = size m.
Proof. exact: size_map. Qed.

Lemma flip_columns m : map fst (flip m) = map fst m.
Proof. by rewrite -map_comp; apply: eq_map. Qed.

(* Every face in an even number of members: what is the same for opposite faces has an even sum. *)
Definition cycle (Z : seq signed) : Prop := forall phi : signed -> bool, phi [::] = false ->
  (forall f, phi (flip f) = phi f) -> \odd_(m <- Z) \odd_(f <- faces m) phi f = false.

Lemma even_sum (T : eqType) (s : seq T) (phi : T -> bool) :
  all (fun x => ~~ odd (count_mem x s)) s -> \odd_(x <- s) phi x = false.
Proof.
have iteropE n b : iterop n addb b false = odd n && b.
  by case: n => // n; rewrite /iterop; elim: n => //= n ->; case: (odd n) b => [] [].
move=> h; rewrite -(big_undup_iterop_count _ s) big_seq big1 // => x; rewrite mem_undup => /(allP h).
by rewrite /= iteropE => /negbTE ->.
Qed.

(* The sign changes at the first step. *)
Definition changes (m : signed) : bool := if m is p :: q :: _ then p.2 != q.2 else false.

Definition next (Z : seq signed) : seq signed := [seq normal (behead m) | m <- Z & changes m].

Lemma odd_next Z (phi : signed -> bool) :
  \odd_(m <- next Z) phi m = \odd_(m <- Z) (changes m && phi (normal (behead m))).
Proof. by rewrite big_map big_filter big_mkcond /=. Qed.

Lemma phi_normal (phi : signed -> bool) m : (forall f, phi (flip f) = phi f) -> phi (normal m) = phi m.
Proof. by move=> h; case: m => [|[c []] m] //; exact: h. Qed.

Lemma next_cycle Z : cycle Z -> cycle (next Z).
Proof.
move=> cZ phi phi0 phiK; pose psi f := changes f && phi (behead f).
have psiK f : psi (flip f) = psi f.
  by rewrite /psi; case: f => [|[a s] [|[b t] f]] //=; rewrite -[_ :: _]/(flip ((b, t) :: f)) phiK; case: s t => [] [].
rewrite odd_next -[RHS](cZ psi erefl psiK); apply: eq_bigr => m _.
rewrite (phi_normal (phi := fun m => \odd_(f <- faces m) phi f)); last first.
  by move=> f; rewrite faces_flip big_map; apply: eq_bigr => g _.
case: m => [|p [|q l]]; [by rewrite /= !big_nil | by rewrite /= faces_cons /= big_seq1 |].
rewrite !faces_cons !map_cons !big_cons !big_map /psi /= -!big_distrr /=.
rewrite andb_addr addbA; congr (_ (+) _); case: l => [|r l]; first by rewrite phi0 andbF.
by rewrite -andb_addl; case: (p.2) (q.2) (r.2) => [] [] [].
Qed.

(* The alternating members of a cycle, and any P that goes down as in [descent]. *)
Section Reduction.

Variables (P : nat -> signed -> bool) (ok : nat -> signed -> bool) (d : nat).
Variable sizes : forall k m, ok k m -> size m = k.
Variable ok_behead : forall k m, ok k.+1 m -> ok k (behead m).
Variable ok_flip : forall k m, ok k (flip m) = ok k m.
Variable empty : P 0 [::].
Variable descends : forall k m, (k < d)%N -> ok k.+1 m ->
  \odd_(f <- faces m) P k f = P k.+1 m (+) P k.+1 (flip m).

Definition starts_plus (m : signed) : bool := if m is p :: _ then p.2 else true.

Lemma starts_plus_normal m : starts_plus (normal m).
Proof. by case: m => [|[c []] m]. Qed.

Lemma ok_normal k m : ok k (normal m) = ok k m.
Proof. by case: m => [|[c []] m] //; exact: ok_flip. Qed.

Lemma reduction k Z : (k <= d)%N -> all (ok k.+1) Z -> all starts_plus Z -> cycle Z ->
  \odd_(m <- Z) \odd_(f <- faces m) P k f = \odd_(m <- Z) alternates m.
Proof.
elim: k Z => [|k IH] Z kd okZ pZ cZ.
  apply: eq_big_seq => m /(allP okZ) /sizes.
  by case: m => [|p [|q l]] // _; rewrite /= faces_cons big_seq1 empty.
transitivity (\odd_(m <- next Z) \odd_(f <- faces m) P k f); last first.
  rewrite IH ?(ltnW kd) ?odd_next //.
  - apply: eq_big_seq => m /(allP okZ) /sizes.
    by case: m => [|p [|q l]] // _; rewrite alternates_normal.
  - rewrite all_map all_filter; apply: sub_all okZ => m h; apply/implyP => _ /=.
    by rewrite ok_normal ok_behead.
  - by rewrite all_map all_filter; apply/allP => m _; apply/implyP => _; exact: starts_plus_normal.
  exact: next_cycle.
rewrite odd_next; pose phi f := (f != [::]) && P k.+1 (normal f).
have phiK f : phi (flip f) = phi f by case: f => [|[c []] f] //; rewrite /phi /= -/(flip _) flipK.
have e := cZ phi erefl phiK; rewrite -[LHS]addbF -[X in _ (+) X = _]e -big_split /=; apply: eq_big_seq => m mZ.
have := allP pZ m mZ; have := allP okZ m mZ; case: m {mZ} => [|[c []] [|q l]] // okm; try by have := sizes okm.
move=> _; have okl := ok_behead okm; rewrite -big_split faces_cons big_cons big_map big1_seq /= ?addbF; last first.
  by move=> f _; rewrite /phi /= addbb.
rewrite /phi /=; case: q okl {okm} => a [] okl; rewrite ?addbb //=.
have := @descends k (flip ((a, false) :: l)) kd; rewrite ok_flip flipK => /(_ okl) /= ->; exact: addbC.
Qed.

End Reduction.

Lemma picks_perm (T : eqType) (l : seq T) yr : yr \in picks l -> perm_eq (yr.1 :: yr.2) l.
Proof.
elim: l yr => //= x l IH yr; rewrite inE => /orP [/eqP -> //|/mapP [[y r] /IH h ->]] /=.
by rewrite (perm_catCA [:: y] [:: x]) perm_cons.
Qed.

Lemma picks_cons (T : Type) (x : T) l (G : T -> seq T -> bool) :
  \odd_(yr <- picks (x :: l)) G yr.1 yr.2 = G x l (+) \odd_(yr <- picks l) G yr.1 (x :: yr.2).
Proof. by rewrite /= big_cons big_map. Qed.

Section Lines.

Variable F : realFieldType.

(* Half-lines in F: each member z of a list is what is above tau z, or below it. *)
Variables (T : eqType) (tau : T -> F) (up : pred T).

Definition inside (t : F) (z : T) : bool := if up z then tau z < t else t < tau z.

(* An intersection of half-lines has an end above t if and only if it includes t or all great numbers, but not both. *)
Lemma ends_above l t : uniq (t :: map tau l) ->
  \odd_(yr <- picks l) ((t < tau yr.1) && all (inside (tau yr.1)) yr.2) = all up l (+) all (inside t) l.
Proof.
elim: l t => [|x l IH] t; first by rewrite big_nil.
rewrite /= !inE !negb_or => /andP [/andP [tx tl] /andP [xl ul]].
have {}tl : uniq (t :: map tau l) by rewrite /= tl.
have {}xl : uniq (tau x :: map tau l) by rewrite /= xl.
rewrite (picks_cons x l (fun y r => (t < tau y) && all (inside (tau y)) r)) /= /inside -/(inside _).
have IHt := IH t tl; have IHx := IH (tau x) xl.
case: (boolP (up x)) => ux /=.
  case: (ltgtP t (tau x)) tx => // h _ /=.
    rewrite (eq_bigr (fun yr => (tau x < tau yr.1) && all (inside (tau yr.1)) yr.2)); last first.
      by move=> yr _; rewrite andbA; congr (_ && _); case: (ltP (tau x)) => [/(lt_trans h) ->|]; rewrite ?andbF.
    by rewrite IHx addbC -addbA addbb.
  rewrite -IHt; apply: eq_bigr => yr _; rewrite andbA; congr (_ && _).
  by case: (ltP t) => // /(lt_trans h) ->.
case: (ltgtP t (tau x)) tx => // h _ /=; last first.
  rewrite big1 // => yr _; rewrite andbA.
  by case: (ltP t) => //= h'; rewrite ltNge (ltW (lt_trans h h')).
rewrite (eq_big_seq (fun yr => ((t < tau yr.1) && all (inside (tau yr.1)) yr.2)
                              (+) ((tau x < tau yr.1) && all (inside (tau yr.1)) yr.2))).
  by rewrite big_split /= IHt IHx addbACA addbb addFb addbCA addbb addbF.
move=> yr hyr; rewrite andbA -andb_addl; congr (_ && _).
have : tau yr.1 != tau x.
  case/andP: xl => xl _; apply: contraNneq xl => <-; apply: map_f.
  by rewrite -(perm_mem (picks_perm hyr)) mem_head.
case: (ltgtP (tau yr.1) (tau x)) => // h' _; first by rewrite andbT addbF.
by rewrite (lt_trans h h').
Qed.

(* It has one end if all are on one side, and none or two otherwise. *)
Lemma ends l : uniq (map tau l) ->
  \odd_(yr <- picks l) all (inside (tau yr.1)) yr.2 = all up l (+) all (predC up) l.
Proof.
elim: l => [|x l IH]; first by rewrite big_nil.
move=> xl; have IHx := ends_above xl; case/andP: (xl) => xl' ul.
rewrite (picks_cons x l (fun y r => all (inside (tau y)) r)) /= /inside -/(inside _).
case: (boolP (up x)) => ux /=; first by rewrite IHx addbC -addbA addbb.
rewrite (eq_big_seq (fun yr => all (inside (tau yr.1)) yr.2
                              (+) ((tau x < tau yr.1) && all (inside (tau yr.1)) yr.2))).
  by rewrite big_split /= IH // IHx addbC -!addbA addbb addbF addbCA addbb addbF.
move=> yr hyr; rewrite -[X in X (+) _]andTb -andb_addl; congr (_ && _).
have : tau yr.1 != tau x.
  apply: contraNneq xl' => <-; apply: map_f; by rewrite -(perm_mem (picks_perm hyr)) mem_head.
by case: (ltgtP (tau yr.1) (tau x)).
Qed.

End Lines.

Section Positions.

Variable F : realFieldType.

(* Vectors in general position, whatever the number of coordinates that are kept. *)
Variables (n d : nat) (x : nat -> nat -> F).

Definition cut k (c : nat) : 'rV[F]_k := \row_(i < k) x c i.

Definition good k (S : seq nat) : bool := [&& size S == k, uniq S & all (fun c => c < n)%N S].

Variable general : forall k S, (k <= d)%N -> good k S -> chi (cut k) S != 0.

Lemma good_perm k S S' : perm_eq S S' -> good k S = good k S'.
Proof. by move=> h; rewrite /good (perm_size h) (perm_uniq h) (perm_all _ h). Qed.

Lemma good_behead k c S : good k.+1 (c :: S) -> good k S.
Proof. by case/and3P => /= sS /andP [_ uS] /andP [_ aS]; apply/and3P. Qed.

Definition solution k (S : seq nat) (b : nat -> F) (c : nat) : F :=
  \sum_(i < k | nth 0%N S i == c) ((\row_(j < k) b j) *m invmx (rows_of k (cut k) S)) 0 i.

Lemma solution_out k S b c : size S = k -> c \notin S -> solution k S b c = 0.
Proof.
move=> sS cS; rewrite /solution big_pred0 // => i; apply: contraNF cS => /eqP <-.
by rewrite mem_nth // sS.
Qed.

Lemma solutionE k S b i : (k <= d)%N -> good k S -> (i < k)%N ->
  \sum_(c <- S) solution k S b c * x c i = b i.
Proof.
move=> kd gS ik; case/and3P: (gS) => /eqP sS uS _.
set M := rows_of k (cut k) S; have uM : M \in unitmx by rewrite unitmxE unitfE; exact: general.
set v := (\row_(j < k) b j) *m invmx M.
have : (v *m M) 0 (Ordinal ik) = b i by rewrite mulmxKV // mxE.
rewrite mxE (big_nth 0%N) big_mkord sS => <-; apply: eq_bigr => l _.
rewrite (_ : M l _ = x (nth 0%N S l) i); last by rewrite !mxE.
by rewrite /solution (big_pred1 l) // => j; rewrite /= nth_uniq ?sS.
Qed.

Lemma no_dependency k S (q : nat -> F) : (k <= d)%N -> good k S ->
  (forall i, (i < k)%N -> \sum_(c <- S) q c * x c i = 0) -> forall c, c \in S -> q c = 0.
Proof.
move=> kd gS h c cS; case/and3P: (gS) => /eqP sS uS _.
set M := rows_of k (cut k) S; have uM : M \in unitmx by rewrite unitmxE unitfE; exact: general.
pose v := \row_(i < k) q (nth 0%N S i).
have v0 : v = 0.
  rewrite -(mulmxK uM v) (_ : v *m M = 0) ?mul0mx //; apply/rowP => i.
  rewrite !mxE -[RHS](h i) // (big_nth 0%N) big_mkord sS.
  by apply: eq_bigr => l _; rewrite !mxE.
have lt : (index c S < k)%N by rewrite -sS index_mem.
by move/rowP/(_ (Ordinal lt)): v0; rewrite !mxE nth_index.
Qed.

(* A dependency of k + 1 vectors that is 0 at one of them is 0. *)
Lemma dependency k S (q : nat -> F) c : (k <= d)%N -> good k.+1 S -> c \in S -> q c = 0 ->
  (forall i, (i < k)%N -> \sum_(c <- S) q c * x c i = 0) -> forall c, c \in S -> q c = 0.
Proof.
move=> kd gS cS qc h; have p := perm_to_rem cS; rewrite (good_perm _ p) in gS.
have z : forall c', c' \in rem c S -> q c' = 0.
  apply: (no_dependency kd (good_behead gS)) => i /h; by rewrite (perm_big _ p) big_cons /= qc mul0r add0r.
by move=> c'; rewrite (perm_mem p) inE => /orP [/eqP ->|/z].
Qed.

(* The k-th unit vector is no combination of k - 1 vectors. *)
Lemma too_few k c c' S (q : nat -> F) : (k <= d)%N -> good k.+1 [:: c, c' & S] ->
  ~ (forall i, (i < k)%N -> \sum_(c <- S) q c * x c i = (i.+1 == k)%:R).
Proof.
case: k => [|k] kd gS line; first by case/and3P: gS.
have z := @no_dependency k S q (ltnW kd) (good_behead (good_behead gS)).
have := line k (ltnSn k); rewrite eqxx big_seq big1 => [/esym/eqP|b bS]; first by rewrite oner_eq0.
by rewrite z ?mul0r // => i ik; rewrite line ?(leqW ik) // eqSS ltn_eqF.
Qed.

(* The k-th unit vector is a positive combination of the signed vectors m. *)
Definition sg (b : bool) : F := if b then 1 else -1.

Definition unit_solution k S : nat -> F := solution k S (fun i => (i.+1 == k)%:R).

Definition above k (m : signed) : bool :=
  all (fun p => 0 < sg p.2 * unit_solution k (map fst m) p.1) m.

Definition ok k (m : signed) : bool := good k (map fst m).

Lemma sg_neq0 b : sg b != 0.
Proof. by case: b; rewrite ?oppr_eq0 oner_eq0. Qed.

Lemma crossing k m (q : nat -> F) : (k <= d)%N -> ok k.+1 m ->
  (forall i, (i < k)%N -> \sum_(c <- map fst m) q c * x c i = 0) -> (forall c, c \in map fst m -> q c != 0) ->
  \odd_(f <- faces m) above k f =
  all (fun p => 0 < sg p.2 * q p.1) m (+) all (fun p => sg p.2 * q p.1 < 0) m.
Proof.
move=> kd okm dep q0; pose s := unit_solution k (behead (map fst m)).
have line t i : (i < k)%N -> \sum_(c <- map fst m) (s c + t * q c) * x c i = (i.+1 == k)%:R.
  move=> ik; under eq_bigr do rewrite mulrDl -mulrA.
  rewrite big_split /= -big_distrr /= dep // mulr0 addr0 /s.
  case: m okm {dep q0 s} => [|[c b] m] // okm; have gm := good_behead okm; rewrite /= big_cons.
  case/and3P: (gm) (okm) => /eqP sm um _ /and3P [_ /= /andP [cm _] _].
  by rewrite /unit_solution solution_out // mul0r add0r solutionE.
pose tau (p : nat * bool) := - (s p.1 / q p.1); pose up (p : nat * bool) := 0 < sg p.2 * q p.1.
have zero p : p \in m -> s p.1 + tau p * q p.1 = 0.
  by move=> pm; rewrite mulNr divfK ?subrr // q0 // map_f.
have um : uniq (map fst m) by case/and3P: okm.
have ut : uniq (map tau m).
  rewrite map_inj_in_uniq ?(map_uniq um) // => p p' pm p'm e; apply/eqP/negPn/negP => ne.
  have h := perm_to_rem pm; have p'r : p' \in rem p m by move: p'm; rewrite (perm_mem h) inE eq_sym (negbTE ne).
  have h' := perm_to_rem p'r; set r := rem p' _ in h'.
  have {h'}h : perm_eq m (p :: p' :: r) by apply: (perm_trans h); rewrite perm_cons.
  have hc := perm_map fst h; rewrite /= in hc; have gr := okm; rewrite /ok (good_perm _ hc) in gr.
  have line' i : (i < k)%N -> \sum_(c <- map fst r) (s c + tau p * q c) * x c i = (i.+1 == k)%:R.
    move=> ik; rewrite -(line (tau p) i ik) (perm_big _ hc) !big_cons /=.
    by rewrite zero // e zero // !mul0r !add0r.
  exact: too_few kd gr (line').
rewrite /faces big_map (eq_big_seq (fun yr => all (inside tau up (tau yr.1)) yr.2)); last first.
  case=> p r /picks_perm; rewrite perm_sym /= => h; have hc := perm_map fst h; rewrite /= in hc.
  have pm : p \in m by rewrite (perm_mem h) mem_head.
  have gr := okm; rewrite /ok (good_perm _ hc) in gr; have {}gr := good_behead gr.
  apply: eq_in_all => p' p'r; have p'm : p' \in m by rewrite (perm_mem h) inE p'r orbT.
  have -> : unit_solution k (map fst r) p'.1 = s p'.1 + tau p * q p'.1.
    apply/eqP; rewrite -subr_eq0; apply/eqP.
    apply: (@no_dependency k (map fst r) (fun c => unit_solution k (map fst r) c - (s c + tau p * q c)) kd gr).
      move=> i ik; under eq_bigr do rewrite mulrBl.
      rewrite sumrB solutionE // -(line (tau p) i ik) (perm_big _ hc) big_cons /= zero // mul0r add0r; exact: subrr.
    exact: map_f.
  have -> : s p'.1 + tau p * q p'.1 = q p'.1 * (tau p - tau p').
    by have /eqP := zero p' p'm; rewrite addr_eq0 => /eqP ->; rewrite mulrBr addrC ![q _ * _]mulrC.
  rewrite mulrA /inside /up /=; set z := sg _ * q _; have : z != 0 by rewrite mulf_neq0 ?sg_neq0 ?q0 ?map_f.
  by case: (ltgtP z 0) => // h0 _; [rewrite nmulr_rgt0 // subr_lt0 | rewrite pmulr_rgt0 // subr_gt0].
rewrite ends //; congr (_ (+) _); apply: eq_in_all => p pm /=.
have : sg p.2 * q p.1 != 0 by rewrite mulf_neq0 ?sg_neq0 ?q0 ?map_f.
by rewrite /up; case: ltgtP.
Qed.

Lemma ok_flip k m : ok k (flip m) = ok k m.
Proof. by rewrite /ok flip_columns. Qed.

Lemma ok_behead k m : ok k.+1 m -> ok k (behead m).
Proof. by case: m => [|p m] //; exact: good_behead. Qed.

Lemma ok_size k m : ok k m -> size m = k.
Proof. by case/and3P => /eqP <-; rewrite size_map. Qed.

Lemma descent k m : (k < d)%N -> ok k.+1 m ->
  \odd_(f <- faces m) above k f = above k.+1 m (+) above k.+1 (flip m).
Proof.
move=> kd okm; pose s := unit_solution k.+1 (map fst m).
have line i : (i < k.+1)%N -> \sum_(c <- map fst m) s c * x c i = (i == k)%:R by move=> ik; rewrite solutionE.
have dep i : (i < k)%N -> \sum_(c <- map fst m) s c * x c i = 0.
  by move=> ik; rewrite line ?(leqW ik) // ltn_eqF.
rewrite (crossing (ltnW kd) okm dep).
  congr (_ (+) _); rewrite /above flip_columns all_map; apply: eq_all => -[c b] /=.
  by case: b; rewrite /sg /= ?mul1r ?mulN1r ?oppr_gt0 ?oppr_lt0.
move=> c cm; apply/eqP => sc; have := line k (ltnSn k); rewrite eqxx big_seq big1 => [/esym/eqP|b bm].
  by rewrite oner_eq0.
by rewrite (dependency (ltnW kd) okm cm sc dep bm) mul0r.
Qed.

(* No dependency has the signs m if some w has positive products with the signed vectors. *)
Lemma shown m (w : nat -> F) : ok d.+1 m ->
  (forall p, p \in m -> 0 < sg p.2 * \sum_(i < d) w i * x p.1 i) -> \odd_(f <- faces m) above d f = false.
Proof.
move=> okm hw; have none (q : nat -> F) : (forall i, (i < d)%N -> \sum_(c <- map fst m) q c * x c i = 0) ->
    all (fun p => 0 < sg p.2 * q p.1) m = false.
  move=> dep; apply/negP => /allP pos.
  have : \sum_(p <- m) q p.1 * (\sum_(i < d) w i * x p.1 i) = 0.
    under eq_bigr do rewrite big_distrr; rewrite exchange_big /= big1 // => i _.
    under eq_bigr do rewrite mulrCA; rewrite -big_distrr /= -(big_map fst xpredT (fun c => q c * x c i)).
    by rewrite dep // mulr0.
  have term p : p \in m -> 0 < q p.1 * (\sum_(i < d) w i * x p.1 i).
    move=> pm; have := mulr_gt0 (pos p pm) (hw p pm); rewrite mulrACA.
    by case: (p.2); rewrite /sg ?mulrNN !mul1r.
  case: m okm hw term {dep pos} => [|p m] // _ _ term; rewrite big_cons; apply/eqP/lt0r_neq0.
  rewrite ltr_paddr ?term ?mem_head // big_seq sumr_ge0 // => p' p'm; by rewrite ltW // term // inE p'm orbT.
case: m okm none {hw} => [|p m] // okm none.
set S := map fst m; have gS : good d S := good_behead okm.
pose q c := if c == p.1 then -1 else solution d S (x p.1) c.
have cS : p.1 \notin S by case/and3P: okm => _ /andP [].
have dep i : (i < d)%N -> \sum_(c <- map fst (p :: m)) q c * x c i = 0.
  move=> id; rewrite /= big_cons /q eqxx mulN1r -/S (eq_big_seq (fun c => solution d S (x p.1) c * x c i)).
    by rewrite solutionE // addNr.
  by move=> c; case: eqP => // -> /(negP cS).
rewrite (crossing (leqnn d) okm dep); last first.
  move=> c cm; apply/eqP => qc; have := dependency (leqnn d) okm cm qc dep (mem_head _ _).
  by rewrite /q eqxx => /eqP; rewrite oppr_eq0 oner_eq0.
have nd i : (i < d)%N -> \sum_(c <- map fst (p :: m)) - q c * x c i = 0.
  by move=> id; under eq_bigr do rewrite mulNr; rewrite sumrN dep // oppr0.
by rewrite none // addFb -[RHS](none _ nd); apply: eq_all => p' /=; rewrite mulrN oppr_gt0.
Qed.

End Positions.

Section Soundness.

Variable F : realFieldType.

(* All lists of k numbers less than n. *)
Fixpoint lists (n k : nat) : seq (seq nat) :=
  if k is k'.+1 then [seq c :: S | c <- iota 0 n, S <- lists n k'] else [:: [::]].

Lemma mem_lists n k S : good n k S -> S \in lists n k.
Proof.
elim: k S => [|k IH] [|c S] gS //; try by case/and3P: gS.
apply/allpairsP; exists (c, S); split => //=; last exact/IH/good_behead/gS.
by case/and3P: gS => _ _ /andP [cn _]; rewrite mem_iota.
Qed.

(* Vectors that are moved a little along the moment curve are in general position. *)
Lemma positions n d (y : nat -> nat -> F) : exists2 q : {poly F}, q != 0 &
  forall e, q.[e] != 0 -> forall k S, (k <= d)%N -> good n k S ->
    chi (cut (fun c i => y c i + e * c%:R ^+ i) k) S != 0.
Proof.
have one k : exists2 q : {poly F}, q != 0 & forall e, q.[e] != 0 -> forall S, good n k S ->
    chi (cut (fun c i => y c i + e * c%:R ^+ i) k) S != 0.
  have [|q q0 hq] := @pencils F k _ (fun S => rows_of k (cut y k) S) (fun S => rows_of k (curve F k) S)
    [seq S <- lists n k | uniq S && (size S == k)].
    by move=> S; rewrite mem_filter => /andP [/andP [uS /eqP sS] _]; exact: curve_general.
  exists q => // e /hq h S gS; have := h S; rewrite mem_filter mem_lists //.
  case/and3P: (gS) => -> -> _ /(_ isT); congr (\det _ != 0).
  by apply/matrixP => i j; rewrite !mxE.
elim: d => [|d [p p0 hp]].
  by have [q q0 hq] := one 0%N; exists q => // e qe k S; rewrite leqn0 => /eqP ->; exact: hq.
have [q q0 hq] := one d.+1; exists (p * q); first by rewrite mulf_neq0.
move=> e; rewrite hornerM mulf_eq0 negb_or => /andP [pe qe] k S; rewrite leq_eqVlt => /orP [/eqP ->|kd].
  exact: hq.
exact: hp.
Qed.

Lemma odd_count (T : Type) (a : pred T) s : \odd_(x <- s) a x = odd (count a s).
Proof. by elim: s => [|x s IH]; rewrite ?big_nil // big_cons IH /= oddD oddb. Qed.

Lemma even_faces P d Z : cycle_ok P d Z -> cycle [seq normal (signs_at P m) | m <- Z].
Proof.
case/and3P => _ even _ phi _ phiK; rewrite -[RHS](even_sum phi even) /all_faces big_flatten !big_map.
apply: eq_bigr => m _; rewrite (phi_normal (phi := fun m => \odd_(f <- faces m) phi f)) ?big_map.
  by apply: eq_bigr => f _; rewrite phi_normal.
by move=> f; rewrite faces_flip big_map; apply: eq_bigr => g _.
Qed.

Definition coordinate d (v : 'rV[F]_d) (i : nat) : F := if insub i is Some j then v 0 j else 0.

Lemma coordinateE d (v : 'rV[F]_d) (i : 'I_d) : coordinate v i = v 0 i.
Proof. by rewrite /coordinate valK. Qed.

(* A pattern with such a cycle is not realised by vectors as short as a face is large. *)
Theorem cycle_sound P d (Z : seq member) : cycle_ok P d Z -> ~ sign_rank_le F P d.
Proof.
move=> okZ [W [U real]]; have cN := even_faces okZ; case/and3P: okZ => /allP okZ _.
have seen m c : m \in Z -> c \in m.2 -> if entry P m.1 c is (Neg | Pos) then true else false.
  by move=> /okZ /and3P [_ _ /allP]; apply.
have [q q0 hq] := positions (columns P) d (fun c => coordinate (U c)).
have [b b0 hb] : small (fun e => forall rc, rc \in [seq (m.1, c) | m <- Z, c <- m.2] ->
    matches (entry P rc.1 rc.2) (dot (W rc.1) (U rc.2) + e * dot (W rc.1) (curve F d rc.2))).
  apply: small_all => rc /flatten_mapP [m mZ /mapP [c cm ->]] /=.
  by apply: small_matches; [have := seen m c mZ cm; case: (entry _ _ _) | exact: real].
have [e eb qe] := small_not_root q0 b0.
pose x c i := coordinate (U c) i + e * c%:R ^+ i; have gx := hq e qe.
pose N := [seq normal (signs_at P m) | m <- Z].
have okN : all (ok (columns P) d.+1) N.
  rewrite all_map; apply/allP => m mZ /=; rewrite (@ok_normal (ok (columns P))); last exact: ok_flip.
  have /and3P [sm rm _] := okZ m mZ; rewrite /ok /signs_at -map_comp map_id.
  apply/and3P; split => //; first exact: (sorted_uniq ltn_trans ltnn).
  apply/allP => c cm; rewrite ltnNge; apply/negP => nc; have := seen m c mZ cm.
  by rewrite /entry nth_default // (leq_trans (size_row P m.1)).
have pN : all starts_plus N by rewrite all_map; apply/allP => m _; exact: starts_plus_normal.
have := reduction (ok_size (n := columns P)) (ok_behead (n := columns P)) (ok_flip (columns P)) (isT : above x 0 [::])
  (descent gx) (leqnn d) okN pN cN.
rewrite [in RHS]big_map (eq_bigr (fun m => alternates (signs_at P m))) => [|m _]; last exact: alternates_normal.
move=> e1 /negP; apply; rewrite -odd_count -e1 big_seq big1 // => n nN.
have okn := allP okN n nN; case/mapP: nN okn => m mZ -> {n}.
pose w := coordinate (W m.1).
have pos p : p \in signs_at P m -> 0 < sg F p.2 * \sum_(i < d) w i * x p.1 i.
  case/mapP => c cm -> /=; have rc : (m.1, c) \in [seq (m.1, c) | m <- Z, c <- m.2].
    by apply/flatten_mapP; exists m => //; exact: map_f.
  have -> : \sum_(i < d) w i * x c i = dot (W m.1) (U c) + e * dot (W m.1) (curve F d c).
    rewrite /dot mulr_sumr -big_split /=; apply: eq_bigr => i _.
    by rewrite /w /x !coordinateE mxE mulrDr mulrCA.
  have := hb e eb _ rc; have := seen m c mZ cm; rewrite /=.
  by case: (entry P m.1 c) => //= _; rewrite /sg ?mul1r // mulN1r oppr_gt0.
case: (signs_at P m) pos => [|[c []] l] pos okn; first exact: (shown gx okn pos).
  exact: (shown gx okn pos).
apply: (shown (w := fun i => - w i) gx okn) => _ /mapP [p pm ->] /=.
have := pos p pm; under [in X in _ -> X]eq_bigr do rewrite mulNr.
by rewrite sumrN mulrN; case: (p.2); rewrite /sg ?mul1r ?mulN1r // opprK.
Qed.

End Soundness.
