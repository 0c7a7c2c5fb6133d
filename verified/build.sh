#!/bin/sh
# Build the verified checker: the proofs, their extraction to OCaml, and ../build/verified/headcount-verified.
set -eu
cd -- "$(dirname -- "$0")"

get='on Debian 12: apt-get install --no-install-recommends make coq libcoq-mathcomp-algebra ocaml-nox ocaml-findlib libzarith-ocaml-dev'
missing() { echo "the verified checker is not built: $1 is not installed ($get)" >&2; exit 5; }
command -v coqc >/dev/null || missing Coq
command -v coq_makefile >/dev/null || missing coq_makefile
[ -e "$(coqc -where)/user-contrib/mathcomp/algebra/all_algebra.vo" ] || missing mathcomp
command -v ocamlfind >/dev/null || missing ocamlfind
command -v ocamlopt >/dev/null || missing OCaml
ocamlfind query zarith >/dev/null 2>&1 || missing Zarith

../proofs/build.sh
built=../build/verified
mkdir -p "$built"
cp -p ./*.ml "$built"
{ cat extract.v; echo 'Extraction "checked.ml" check is_certificate.'; } > "$built/program.v"
cd "$built"
coqc -q -w none -R ../proofs Headcount program.v > extraction.txt
rm -f checked.mli
# all constants of the program are one long function: ocamlopt needs more than the usual 8 MB of stack for it
ulimit -s 65536 2>/dev/null || ulimit -s "$(ulimit -H -s)" 2>/dev/null || true
ocamlfind ocamlopt -package zarith,unix -linkpkg -w -a realiser.ml checked.ml -c
ocamlfind ocamlopt -package zarith,unix -linkpkg -w +a-4-9-40..42-44..45-70 -warn-error +a \
    realiser.cmx checked.cmx reader.ml echo.ml say.ml judge.ml show.ml main.ml -o headcount-verified
echo "build/verified/headcount-verified: $(grep -cv '^ *$' realiser.ml) lines of realiser.ml and $(grep -c '^Extract ' program.v) directives are trusted"
