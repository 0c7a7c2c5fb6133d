#!/bin/sh
# Build the proofs in ../build/proofs and print what each main theorem assumes; fails if that is anything at all.
# Where Coq or mathcomp is missing it says so, and that is no failure: nothing else needs them.
set -eu
cd -- "$(dirname -- "$0")"

if ! command -v coqc >/dev/null || ! command -v coq_makefile >/dev/null; then
    echo 'proofs/ not built: coqc is not installed (CONTRIBUTING.rst names the packages)'
    exit 0
fi
if [ ! -e "$(coqc -where)/user-contrib/mathcomp/algebra/all_algebra.vo" ]; then
    echo 'proofs/ not built: mathcomp is not installed (CONTRIBUTING.rst names the packages)'
    exit 0
fi

built=../build/proofs
mkdir -p "$built"
cp -p ./*.v _CoqProject "$built"
cd "$built"
coq_makefile -f _CoqProject -o Makefile.coq >/dev/null
rm -f assumptions.vo
# MAKEFLAGS: the flags of a make that runs this are not meant for Coq's
MAKEFLAGS='' make -s -f Makefile.coq > built.txt 2> messages.txt || { cat built.txt messages.txt; exit 1; }

# assumptions.v prints one answer per theorem, in its order
grep -v '^COQ\|^CLEAN' built.txt > answers.txt || true
sed -n 's/^Print Assumptions \(.*\)\.$/\1/p' assumptions.v > theorems.txt
paste -d: theorems.txt answers.txt | sed 's/:/: /'
if grep -qvx 'Closed under the global context' answers.txt || [ "$(wc -l < theorems.txt)" -ne "$(wc -l < answers.txt)" ]; then
    echo 'some theorem rests on an axiom, or was not printed:' >&2
    cat built.txt >&2
    exit 1
fi
echo "$(coqc --version | sed -n '1s/^The //p'): $(wc -l < theorems.txt) theorems proved, no axioms"
