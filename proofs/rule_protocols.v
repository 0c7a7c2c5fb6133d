(* Exhibits about communication matrices: protocols and fooling sets. *)

From Coq Require Import ZArith String Lia.
From mathcomp Require Import all_ssreflect.
From Headcount Require Import statements json rules reading_widths reading_measures rule_least matrices laws messages.
From Headcount Require Import rule_ranks rule_inequalities rule_exhibits.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* ---------- Protocols ---------- *)

(* Whether all entries at these rows and columns may be b. *)
Definition all_may_be (b : bool) (rows columns : seq bool) (M : boolean) : bool :=
  all (fun p => if p.1 : bool then all (fun q => if q.1 : bool then ~~ is_value (~~ b) q.2 else true) (zip columns p.2)
                else true) (zip rows M).

(* The places that are there and listed, or not listed. *)
Fixpoint part (listed : bool) (i : N) (there : seq bool) (l : seq N) : seq bool :=
  if there is x :: rest then
    (if x then ~~ (listed (+) has (N.eqb i) l) else false) :: part listed (N.succ i) rest l
  else [::].

(* A leaf with the answers that it may have, or a bit of Alice or Bob: what is listed goes to the node that is next. *)
Inductive node := Answer (may_be : seq bool) | Split (alice : bool) (listed : seq N).

Definition read_node (j : json) : option node :=
  match many number_of j with
  | Some [:: 0%num] => Some (Answer [:: false])
  | Some [:: 1%num] => Some (Answer [:: true])
  | Some [:: 4%num] => Some (Answer [:: false; true])
  | Some (2%num :: l) => Some (Split true l)
  | Some (3%num :: l) => Some (Split false l)
  | _ => None
  end.

(* Nodes in preorder, and what comes to the first of them: its depth, and the nodes that are left. *)
Fixpoint run_nodes (fuel : nat) (M : boolean) (rows columns : seq bool) (nodes : seq node) : option (N * seq node) :=
  match fuel, nodes with
  | _.+1, Answer l :: rest => if has (fun b => all_may_be b rows columns M) l then Some (0%num, rest) else None
  | more.+1, Split alice l :: rest =>
      let go listed := if alice then run_nodes more M (part listed 0 rows l) columns
                       else run_nodes more M rows (part listed 0 columns l) in
      if go true rest is Some (d, others) then
        if go false others is Some (d', after) then Some (N.succ (N.max d d'), after) else None
      else None
  | _, _ => None
  end.

Definition run_protocol (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if exhibits (word "protocol") proof then
    if c is Measured f Depth Upper v then
      let M := entries f in
      if field_as (many read_node) (word "nodes") proof is Some nodes then
        if run_nodes (size nodes) M (map (fun _ => true) M) (map (fun _ => true) (head [::] M)) nodes is Some (d, [::])
        then verdict (rectangular M && N.leb d v) else Failed
      else Failed
    else Elsewhere
  else Elsewhere.

Lemma all_may_beP b rows columns M i j x : all_may_be b rows columns M -> nth false rows i -> nth false columns j ->
  cell M i j = Some x -> x = b.
Proof.
move=> h hr hc e; have [hi hj] := cell_some e.
have ir : i < size rows by rewrite ltnNge; apply/negP => hi'; rewrite nth_default in hr.
have jc : j < size columns by rewrite ltnNge; apply/negP => hj'; rewrite nth_default in hc.
have := all_nthP (false, [::]) h i; rewrite size_zip leq_min ir hi => /(_ isT).
rewrite nth_zip_cond size_zip leq_min ir hi /= hr => /(all_nthP (false, None)) /(_ j).
rewrite size_zip leq_min jc hj => /(_ isT); rewrite nth_zip_cond size_zip leq_min jc hj /= hc.
by rewrite -/(cell M i j) e; case: x b {e h} => [] [].
Qed.

Lemma nth_part listed i there l k :
  nth false (part listed i there l) k = nth false there k && (listed == has (N.eqb (i + N.of_nat k)) l).
Proof.
elim: there i k => [|x there IH] i [|k] //=; rewrite ?N.add_0_r.
  by case: x => //=; case: (listed); case: has.
by rewrite IH (_ : (N.succ i + N.of_nat k)%num = (i + N.pos (Pos.of_succ_nat k))%num) //; lia.
Qed.

Lemma run_nodesP fuel M rows columns nodes d rest : run_nodes fuel M rows columns nodes = Some (d, rest) ->
  exists2 T, depth T = N.to_nat d &
    forall i j b, nth false rows i -> nth false columns j -> cell M i j = Some b -> outcome_of T i j = b.
Proof.
elim: fuel rows columns nodes d rest => //= fuel IH rows columns [|[l|alice l] nodes] d rest //.
  case: ifP => // /hasP[b _ h] [<- _]; exists (Leaf b) => // i j x hr hc e.
  by rewrite /= (all_may_beP h hr hc e).
case e1: ((if alice then _ else _) nodes) => [[d1 others]|] //.
case e2: ((if alice then _ else _) others) => [[d2 after]|] // [<- _].
case: alice e1 e2 => /IH[T1 D1 h1] /IH[T2 D2 h2].
  exists (Alice (fun i => ~~ has (N.eqb (N.of_nat i)) l) T1 T2); first by rewrite /= D1 D2 maxnE -plusE -minusE; lia.
  move=> i j b hr hc e /=; case el: has => /=; [apply: h1 e | apply: h2 e] => //; by rewrite nth_part hr /= el.
exists (Bob (fun i => ~~ has (N.eqb (N.of_nat i)) l) T1 T2); first by rewrite /= D1 D2 maxnE -plusE -minusE; lia.
move=> i j b hr hc e /=; case el: has => /=; [apply: h1 e | apply: h2 e] => //; by rewrite nth_part hc /= el.
Qed.

Lemma protocol_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_protocol premise proof c = Proved -> holds c.
Proof.
rewrite /run_protocol => _; case: ifP => // _; case: c => // f [] // [] // v; case: field_as => // nodes.
case e: run_nodes => [[d []]|] // /verdict_true /andP[/rectangularP reg /leNat h] F.
have [T D t] := run_nodesP e; exists T; first by rewrite D.
move=> i j b ec; have [hi hj] := cell_some ec; rewrite size_row // in hj.
by apply: t ec; [rewrite (nth_map [::]) | rewrite (nth_map None)].
Qed.

Definition by_protocol : rule := Rule protocol_sound.

(* ---------- Fooling sets ---------- *)

(* A member by its number. *)
Fixpoint member (A : Type) (default : A) (l : seq A) (i : N) : A :=
  if l is a :: rest then if N.eqb i 0 then a else member default rest (N.pred i) else default.

Definition entry_at (M : boolean) (i j : N) : option bool := member None (member [::] M i) j.

Definition read_place (j : json) : option (N * N) := if many number_of j is Some [:: r; c] then Some (r, c) else None.

(* Each place has the value, and of two of them one of the other two corners has the other value. *)
Fixpoint fools (M : boolean) (b : bool) (places : seq (N * N)) : bool :=
  if places is (r, c) :: rest then
    if is_value b (entry_at M r c) then
      if all (fun p => is_value (~~ b) (entry_at M r p.2) || is_value (~~ b) (entry_at M p.1 c)) rest
      then fools M b rest else false
    else false
  else true.

Definition run_fooling (premise : json -> option claim) (proof : json) (c : claim) : outcome :=
  if exhibits (word "fooling") proof then
    if c is Measured f (Fooling b) Lower v then
      if field_as (many read_place) (word "entries") proof is Some places then
        verdict (N.leb v (N.of_nat (size places)) && fools (entries f) b places)
      else Failed
    else Elsewhere
  else Elsewhere.

Lemma memberP (A : Type) (default : A) l i : member default l i = nth default l (N.to_nat i).
Proof.
elim: l i => [|a l IH] i /=; first by rewrite nth_nil.
case: N.eqb_spec => [->|h] //; rewrite IH (_ : N.to_nat i = (N.to_nat (N.pred i)).+1) //; lia.
Qed.

Lemma entry_atP M i j : entry_at M i j = cell M (N.to_nat i) (N.to_nat j).
Proof. by rewrite /entry_at !memberP. Qed.

Definition as_places (l : seq (N * N)) : seq (nat * nat) := map (fun p => (N.to_nat p.1, N.to_nat p.2)) l.

Lemma foolsP M b places : fools M b places -> fooling M b (as_places places).
Proof.
elim: places => [|[r c] places IH] /=; first by [].
case: ifP => //; rewrite is_valueP entry_atP => /eqP e; case: ifP => // /allP h /IH[u [v f]].
have cross q R : q \in as_places places -> of_value M b R -> inside R (N.to_nat r) (N.to_nat c) ->
    inside R q.1 q.2 -> False.
  case/mapP => p hp -> hR; rewrite /inside /= => /andP[r1 c1] /andP[r2 c2].
  by have := h p hp; rewrite !is_valueP !entry_atP => /orP[] /eqP; apply: hR; rewrite /inside ?r1 ?r2 ?c1 ?c2.
have new : (N.to_nat r, N.to_nat c) \notin as_places places.
  apply/negP => hm; pose R : rectangle := (pred1 (N.to_nat r) : pred nat, pred1 (N.to_nat c) : pred nat).
  apply: (cross _ R hm); rewrite /R /inside /= ?eqxx // => i j; rewrite /inside /= => /andP[/eqP -> /eqP ->].
  by rewrite e; case: (b).
split; first by rewrite /= new.
split=> [p|p q R]; first by rewrite inE => /predU1P[->|/v].
rewrite !inE => /predU1P[->|hp] /predU1P[->|hq] //= hR h1 h2; last exact: f hp hq hR h1 h2.
  by case: (cross _ _ hq hR h1 h2).
by case: (cross _ _ hp hR h2 h1).
Qed.

Lemma fooling_sound premise proof c : (forall j d, premise j = Some d -> holds d) ->
  run_fooling premise proof c = Proved -> holds c.
Proof.
rewrite /run_fooling => _; case: ifP => // _; case: c => // f [] // b [] // v; case: field_as => // places.
move=> /verdict_true /andP[/leNat]; rewrite Nnat.Nat2N.id => h /foolsP[u [val cross]] F.
have sub : {subset take (N.to_nat v) (as_places places) <= as_places places} by move=> p; exact: mem_take.
exists (take (N.to_nat v) (as_places places)); first by rewrite size_take size_map; case: ltngtP h.
split; first exact: take_uniq.
split=> [p /sub/val //|p q R /sub hp /sub hq]; exact: cross.
Qed.

Definition by_fooling : rule := Rule fooling_sound.
