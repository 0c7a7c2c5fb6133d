(* Extraction of the checker to OCaml. What is realised by other means than Coq's extraction stands here, and nowhere
   else: Booleans, options, lists and pairs are OCaml's (ExtrOcamlBasic), and positive, N and Z are integers of Zarith
   with the functions of realiser.ml. Unary nat stays what it is. *)

From Coq Require Import ZArith NArith.
From Coq Require Extraction ExtrOcamlBasic.
From Headcount Require Import json statements rules checker.

Extraction Language OCaml.
Extraction Blacklist List String Realiser.

Extract Inductive comparison => "Realiser.comparison" ["Realiser.Eq" "Realiser.Lt" "Realiser.Gt"].
Extract Inductive positive => "Realiser.t" ["Realiser.xI" "Realiser.xO" "Realiser.one"] "Realiser.case_positive".
Extract Inductive N => "Realiser.t" ["Realiser.zero" ""] "Realiser.case_n".
Extract Inductive Z => "Realiser.t" ["Realiser.zero" "" "Realiser.opp"] "Realiser.case_z".

Extract Constant Pos.succ => "Realiser.succ".
Extract Constant Pos.add => "Realiser.add".
Extract Constant Pos.mul => "Realiser.mul".
Extract Constant Pos.pred => "Realiser.pos_pred".
Extract Constant Pos.sub => "Realiser.pos_sub".
Extract Constant Pos.compare => "Realiser.compare".
Extract Constant Pos.eqb => "Realiser.eqb".
Extract Constant Pos.leb => "Realiser.leb".
Extract Constant Pos.ltb => "Realiser.ltb".
Extract Constant Pos.min => "Realiser.min".
Extract Constant Pos.max => "Realiser.max".
Extract Constant Pos.gcd => "Realiser.gcd".
Extract Constant Pos.pow => "Realiser.pow".
Extract Constant Pos.size => "Realiser.size".

Extract Constant N.succ => "Realiser.succ".
Extract Constant N.add => "Realiser.add".
Extract Constant N.mul => "Realiser.mul".
Extract Constant N.pred => "Realiser.n_pred".
Extract Constant N.sub => "Realiser.n_sub".
Extract Constant N.compare => "Realiser.compare".
Extract Constant N.eqb => "Realiser.eqb".
Extract Constant N.leb => "Realiser.leb".
Extract Constant N.ltb => "Realiser.ltb".
Extract Constant N.min => "Realiser.min".
Extract Constant N.max => "Realiser.max".
Extract Constant N.double => "Realiser.double".
Extract Constant N.succ_double => "Realiser.succ_double".
Extract Constant N.succ_pos => "Realiser.succ".
Extract Constant N.div2 => "Realiser.div2".
Extract Constant N.odd => "Realiser.odd".
Extract Constant N.even => "Realiser.even".
Extract Constant N.div => "Realiser.div".
Extract Constant N.modulo => "Realiser.modulo".
Extract Constant N.div_eucl => "Realiser.div_eucl".
Extract Constant N.gcd => "Realiser.gcd".
Extract Constant N.pow => "Realiser.pow".
Extract Constant N.size => "Realiser.size".
Extract Constant N.log2 => "Realiser.log2".
Extract Constant N.shiftl => "Realiser.shiftl".
Extract Constant N.shiftr => "Realiser.shiftr".
Extract Constant N.testbit => "Realiser.testbit".
Extract Constant N.land => "Realiser.logand".
Extract Constant N.lor => "Realiser.logor".
Extract Constant N.lxor => "Realiser.logxor".

Extract Constant Z.succ => "Realiser.succ".
Extract Constant Z.pred => "Realiser.pred".
Extract Constant Z.add => "Realiser.add".
Extract Constant Z.mul => "Realiser.mul".
Extract Constant Z.sub => "Realiser.sub".
Extract Constant Z.opp => "Realiser.opp".
Extract Constant Z.abs => "Realiser.abs".
Extract Constant Z.sgn => "Realiser.sgn".
Extract Constant Z.compare => "Realiser.compare".
Extract Constant Z.eqb => "Realiser.eqb".
Extract Constant Z.leb => "Realiser.leb".
Extract Constant Z.ltb => "Realiser.ltb".
Extract Constant Z.geb => "Realiser.geb".
Extract Constant Z.gtb => "Realiser.gtb".
Extract Constant Z.min => "Realiser.min".
Extract Constant Z.max => "Realiser.max".
Extract Constant Z.double => "Realiser.double".
Extract Constant Z.succ_double => "Realiser.succ_double".
Extract Constant Z.pred_double => "Realiser.pred_double".
Extract Constant Z.div2 => "Realiser.div2".
Extract Constant Z.odd => "Realiser.odd".
Extract Constant Z.even => "Realiser.even".
Extract Constant Z.div => "Realiser.div".
Extract Constant Z.modulo => "Realiser.modulo".
Extract Constant Z.div_eucl => "Realiser.div_eucl".
Extract Constant Z.quot => "Realiser.quot".
Extract Constant Z.rem => "Realiser.rem".
Extract Constant Z.gcd => "Realiser.gcd".
Extract Constant Z.pow => "Realiser.pow".
Extract Constant Z.log2 => "Realiser.log2".
Extract Constant Z.shiftl => "Realiser.shiftl".
Extract Constant Z.shiftr => "Realiser.shiftr".
Extract Constant Z.testbit => "Realiser.testbit".
Extract Constant Z.land => "Realiser.logand".
Extract Constant Z.lor => "Realiser.logor".
Extract Constant Z.lxor => "Realiser.logxor".
Extract Constant Z.of_N => "Realiser.same".
Extract Constant Z.to_N => "Realiser.to_n".
Extract Constant Z.abs_N => "Realiser.abs".
Extract Constant Z.to_pos => "Realiser.to_pos".
