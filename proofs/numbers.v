(* Integers of the standard library in a ring. *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Delimit Scope Z_scope with ZZ.

Lemma Z_eqP : Equality.axiom Z.eqb.
Proof. by move=> x y; apply: (iffP idP) => /Z.eqb_eq. Qed.
Canonical Z_eqType := EqType Z (EqMixin Z_eqP).

Section Embedding.

Variable R : comRingType.

Definition number (z : Z) : R := (Z.to_nat z)%:R - (Z.to_nat (- z))%:R.

Lemma number_sub (a b : nat) : number (Z.of_nat a - Z.of_nat b) = a%:R - b%:R.
Proof.
rewrite /number; case: (leqP b a) => h.
  rewrite (_ : Z.to_nat _ = (a - b)%N); last by move/leP: h => h; rewrite -minusE; lia.
  rewrite (_ : Z.to_nat _ = 0%N); last by move/leP: h => h; lia.
  by rewrite natrB // subr0.
have {}h := ltnW h; rewrite (_ : Z.to_nat (Z.of_nat a - _)%ZZ = 0%N); last by move/leP: h => h; lia.
rewrite (_ : Z.to_nat _ = (b - a)%N); last by move/leP: h => h; rewrite -minusE; lia.
by rewrite natrB // sub0r opprB.
Qed.

Lemma as_difference z : exists a b : nat, z = (Z.of_nat a - Z.of_nat b)%ZZ.
Proof. by exists (Z.to_nat z), (Z.to_nat (- z)); lia. Qed.

Lemma number0 : number 0 = 0. Proof. by rewrite /number subrr. Qed.
Lemma number1 : number 1 = 1. Proof. by rewrite /number /= subr0. Qed.

Lemma numberB x y : number (x - y) = number x - number y.
Proof.
have [a [b ->]] := as_difference x; have [c [d ->]] := as_difference y.
rewrite (_ : (_ - _)%ZZ = (Z.of_nat (a + d) - Z.of_nat (b + c))%ZZ); last by rewrite -?plusE; lia.
by rewrite !number_sub !natrD opprB opprD [RHS]addrACA.
Qed.

Lemma numberN x : number (- x) = - number x.
Proof. by rewrite -Z.sub_0_l numberB number0 sub0r. Qed.

Lemma numberD x y : number (x + y) = number x + number y.
Proof. by rewrite (_ : (x + y)%ZZ = (x - - y)%ZZ) ?numberB ?numberN ?opprK //; lia. Qed.

Lemma numberM x y : number (x * y) = number x * number y.
Proof.
have [a [b ->]] := as_difference x; have [c [d ->]] := as_difference y.
rewrite (_ : (_ * _)%ZZ = (Z.of_nat (a * c + b * d) - Z.of_nat (a * d + b * c))%ZZ); last first.
  by rewrite -?plusE -?multE; lia.
by rewrite !number_sub !natrD !natrM mulrBl !mulrBr opprB opprD [RHS]addrACA.
Qed.

End Embedding.

Lemma number_eq0 (F : numDomainType) z : (number F z == 0) = Z.eqb z 0.
Proof.
apply/eqP/Z.eqb_spec => [|->]; last exact: number0.
have [a [b ->]] := as_difference z; rewrite number_sub => /eqP; rewrite subr_eq0 eqr_nat => /eqP ->; lia.
Qed.

Section Order.

Variable F : realFieldType.
Notation number := (number F).

Lemma number_N n : number (Z.of_N n) = (N.to_nat n)%:R.
Proof.
have -> : N.to_nat n = Z.to_nat (Z.of_N n) by lia.
have e : Z.to_nat (Z.opp (Z.of_N n)) = 0%N by lia.
by rewrite /number e subr0.
Qed.

Lemma number_ge0 x : Z.le Z0 x -> 0 <= number x.
Proof. by move=> h; rewrite /number (_ : Z.to_nat (Z.opp x) = 0%N) ?subr0 ?ler0n //; lia. Qed.

Lemma number_gt0 x : Z.lt Z0 x -> 0 < number x.
Proof.
move=> h; rewrite /number (_ : Z.to_nat (Z.opp x) = 0%N) ?subr0 ?ltr0n; last by lia.
by apply/ssrnat.ltP; lia.
Qed.

Lemma number_le x y : Z.le x y -> number x <= number y.
Proof. by move=> h; rewrite -subr_ge0 -numberB; apply: number_ge0; lia. Qed.

End Order.
