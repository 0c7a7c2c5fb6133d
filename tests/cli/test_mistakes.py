"""Mistakes of the user's, command by command: one sentence, exit code 2, no search, and no file is changed."""

import json
import shlex
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sparse

from headcount.cli.app import USAGE
from headcount.search import least
from headcount.search.output_files import require_different
from headcount.tasks import TaskError

TEXTS = {
    "p.csv": "+-\n-+\n",
    "bad.csv": "x,y\n1,2\n",
    "f.py": "def f(x):\n    return x\n",
    "g.py": "jump = lambda X: (X > 0.5) * 1.0\ntotal = lambda X: X.sum()\nnan = lambda X: X * float('nan')\n",
    "task.py": "task = None\n",
    "qrels.trec": "q1 0 d1 1\n",
    "pairs.jsonl": '{"query-id": "q", "corpus-id": "d"}\n{"query-id": "r", "corpus-id": "e"}\n',
    "two.json": '{"alphabet": 2, "length": 1, "answers": [[[0], [2]], [[1], [0]]]}',
    "short.json": '{"alphabet": 2, "length": 2, "answers": [[[0], [2]]]}',
    "rows.json": '{"rows": ["+-"]}',
    "m.json": '["01", "10"]',
    "A.csv": "1,0,0\n0,1,0\n0,0,1\n",
    "labels.csv": "1,2\n",
    "sets.csv": "1\n12\n",
    "names.txt": "a\nb\nc\n",
}

MISTAKES = {
    "probe": {
        "topk N=5 k=2 --class fixed --bits 1": "topk asks for scores, not for answers",
        "match2 M=4 --error 1/4 --class softmax": "averages with an error are those of qsa, got match2",
        "qrels.trec": "ask headcount dimension qrels.trec",
        "topk N=60 k=4 --bits 2": "try a smaller N",
        "p.csv --budget nan": "invalid value for '--budget'",
        "A.npz -o A.npz": "would be overwritten",
        "task.py:task -o task.py": "would be overwritten",
        "p.csv --export smt2 p.csv --at 2": "would be overwritten",
        "qsa N=6 q=2 --error 0 --class softmax": "--error must be above 0 and below 1, got 0",
        "qsa N=6 q=2 --error much --class softmax": "--error must be a number such as 1/4 or 0.25, got 'much'",
        "qsa N=6 q=2 --error 7/3 --class softmax": "from 1 on the output 0 will do",
        "qsa N=6 q=2 --class softmax": "--error is needed in class softmax",
        "qsa N=6 q=2 --error 1/2": "--error must be below 1/q = 1/2 in class sign",
        "qsa N=6 q=2 --error 1/4 --values 0": "--values must be 1 .. ",
        "qsa N=6 q=2 --values 2": "add --error",
        "qsa N=6 q=2 --error 1/4 --class softmax --bits 2": "--bits does not apply to class softmax",
        "qsa N=6 q=2 --error 1/4 --bits 2 --heads 2": "--heads does not apply to averages with an error",
        "qsa N=6 q=2 --error 1/4 --class fixed --bits 1 --grid twos": "class FIXED(1, twos)",
        "qsa N=6 q=2 --error 1/4 --class softmax --minimise p": "class softmax has a least m only",
        "topk N=6 k=2 --score cosine --bits 2": "--score does not apply to class grid",
        "others L=4 --delta -1": "delta must be a number >= 0",
        "others L=4 --delta 2^1/5000": "denominator",
        "others L=4 --eps2 1": "eps2 must be above 0 and below 1",
        "others L=4 --eps2 2^3": "b < 0",
        "permutation L=9 --delta 0.1": "every tolerance",
        "others L=4 --delta 0.1 --bits 2": "--bits does not apply",
        "others L=4 --delta 0.1 --engine smt": "--engine smt does not fit",
        "qsa N=4 --delta 0.1": "no attention matrix",
        "qsa N=4 q=2 --start none.json": "--start none.json cannot be read",
        "topk N=9 k=3 --score euclidean --start none.json": "--start does not apply to retrieval",
        "permutation L=9 --start none.json": "--start does not apply to an attention matrix",
        "qsa N=5 q=2 --minimise H --bits 1 --width 3 --start none.json": "--start does not apply to each number",
        "qsa N=5 q=2 --engine cplex": "must be one of portfolio, chirotope, smt, convex",
        "qsa N=5 q=2 --bits 1 --engine chirotope": "those that do: portfolio, smt, convex",
        "match2 M=3 N=2 --class fixed --bits 1 --engine chirotope": "those that do: portfolio, smt, annealing",
        "parity k=2 --class thresh --engine smt": "those that do: portfolio",
        "qsa N=5 q=2 --bits 1 --heads 2 --engine convex": "those that do: portfolio, smt, annealing",
        "qsa N=6 q=2 --bits 0": "--bits must be 1 .. 4096, got 0; try --bits 2",
        "qsa N=6 q=2 --class sign --bits 2": "--bits does not apply to class sign",
        "qsa N=6 q=2 --bits 1 --heads 3": "--heads must be at most q=2, got 3",
        "match2 M=5 --bits 1 --heads 2": "only the subsets of qsa are shared out",
        "qsa N=6 q=2 --order 3": "--order 3 needs a task on tuples",
        "match3 M=5 --order 2": "selects tuples of order 3, got --order 2",
        "match3 M=5 --null": "--null is for pattern files",
        "match3 M=3 N=3 --class fixed --bits 1 --order 3": "is searched at order 2",
        "match2 M=3 N=2 --class fixed --bits 1 --gap 2": "--gap does not apply to class fixed",
        "qsa N=6 q=2 --bits 1 --gap 0": "--gap must be 1 ..",
        "qsa N=6 q=2 --bits 1 --grid round": "--grid must be one of midrise, twos",
        "qsa N=6 q=2 --class grid": "--bits is needed where the least m of class grid is asked for",
        "qsa N=6 q=2 --minimise p": "--width is needed where the least p",
        "qsa N=6 q=2 --minimise p --bits 2 --width 4": "--minimise p asks for it",
        "qsa N=6 q=2 --minimise q": "--minimise must be one of m, p, H",
        "qsa N=6 q=2 --class sign --minimise H": "class sign has a least m only",
        "parity k=3 --class thresh --minimise m": "class thresh has a least H only",
        "match3 M=3 --minimise p --width 3": "the least m is searched for, got --minimise p",
        "match3 M=3 N=3": "does not depend on N",
        "parity k=3": "parity is computed, not selected",
        "match2 M=3 N=2 --dv 2": "--dv needs a class that computes answers",
        "qsa N=6 q=2 --class thresh": "take --class sign or grid",
        "match2 M=3 --class fixed --bits 1": "match2 needs the length N",
        "match2 M=3 N=2 --class thresh": "say which with --position 0 .. 1",
        "match2 M=3 N=2 --class thresh --position 2": "--position must be 0 .. 1, got 2",
        "parity k=3 --class thresh --position 0": "is asked at position 3",
        "parity k=40 --class thresh": "try k=10",
        "disj n=6 --class thresh": "try n=5",
        "qsa N=60 q=4 --bits 1": "N=34 would be possible",
        "match3 M=200": "try M=158",
        "match2 M=3 N=2 --class fixed --bits 17": "p (m + dv) H must be at most 16",
        "parity k=3 --class fixed --bits 1 --heads 2 --read-out threshold --combine concat": "take --combine sum",
        "two.json --class thresh --position 0": "class thresh needs answers 0 or 1, got 2",
        "short.json --class fixed --bits 1": "must be lists of length 2",
        "rows.json --class fixed --bits 1": "holds no table",
        "qsa N=6 q=2 --bits 1 --plot a.png": "--plot draws sign patterns of class sign",
        "": "missing argument 'TASK [NAME=VALUE]..'",
        "qsaa N=6 q=2": "did you mean qsa?",
        "qsa N=6 q=7": "q must be at most N = 6, got 7; try q=6",
        "p.csv --budgt 3": "no such option: --budgt (Possible options: --bits, --budget)",
        "p.csv --budget": "option '--budget' requires an argument",
        "p.csv --budget 0": "invalid value for '--budget'",
        "p.csv --seed -1": "invalid value for '--seed'",
        "p.csv -o folder": "a file name is needed, got the folder 'folder'",
        "p.csv -o nofolder/x.json": "the folder 'nofolder' of 'nofolder/x.json' does not exist",
        "p.csv -o p.csv": "the file that is read would be overwritten",
        "p.csv -o /dev/full": "could not write the file /dev/full (No space left on device)",
        "f.py:f": "if that is the tokens, write @headcount.task(alphabet=2) above it",
    },
    "dimension": {
        "subsets": "takes n",
        "subsets n=4 k=4": "k must be 1 .. n - 1",
        "subsets n=99 k=9": "at most 1,000,000 relevant pairs",
        "none.csv n=4": "for subsets only",
        "A.npz --embeddings A.npz": "would be overwritten",
        "A.csv -o A.csv": "would be overwritten",
        "subsets n=5 k=2 --bits 2 --start none.json": "--start none.json cannot be read",
        "pairs.jsonl --embeddings v.npz --type int4": "--type must be one of",
        "pairs.jsonl --type int8": "--type is about the vectors",
        "pairs.jsonl --embeddings v.csv": "ends in npz",
        "pairs.jsonl --format xml": "--format must be one of jsonl",
        "pairs.jsonl --diagonal relevant": "the diagonal is for graphs",
        "pairs.jsonl --columns user,item": "those of a table",
        "pairs.jsonl --relevant-from 0": "must be above 0",
        "pairs.jsonl --relevant-from 7": "no grade is at least 7",
        "pairs.jsonl --quoting all": "--quoting must be one of csv, none",
        "pairs.jsonl --comments keep": "--comments must be one of skip, none",
        "pairs.jsonl --directed": "for lists of edges",
        "pairs.jsonl --repeated mean": "--repeated must be one of largest, smallest",
        "pairs.jsonl -o vectors.npz": "name it vectors.json",
        "pairs.jsonl -o x.npz --embeddings x.npz": "one file",
        "eye.npy --bits 0": "between 1 and 24",
        "eye.npy --bits eight": "numbers of bits such as",
        "eye.npy --bits 4:2": "and rise",
        "eye.npy --bits 8 --threshold zero": "leave out --threshold, or try --score cosine",
        "eye.npy --bits 8 --score euclidean --at 2": "by cosine; leave out --score",
        "eye.npy --bits 8 --at 2 --noise int8": "leave out one of the two",
        "eye.npy --bits 1,8 --embeddings v.npz": "one number of bits",
        "eye.npy --plot b.png": "add for example --bits",
        "eye.npy --items none.npy": "none.npy cannot be read",
        "eye.npy --queries eye.npy": "add --items",
        "pairs.jsonl --items eye.npy": "there must be a vector for each of the 2 items of the data",
        "eye.npy --items eye.npy --recall 0.5": "leave out --recall",
        "eye.npy --items eye.npy --embeddings v.npz": "ask for one of the two",
        "eye.npy --items A.npz -o A.npz": "would be overwritten",
        "eye.npy --recall 0": "--recall is the share of the queries that must not fail, above 0 and at most 1, got '0'",
        "eye.npy --recall 1.5": "try --recall 0.95",
        "eye.npy --recall nan": "above 0 and at most 1, got 'nan'",
        "eye.npy --at-most-wrong -1": "--at-most-wrong must be numbers of queries that may fail",
        "eye.npy --at-most-wrong 99": "must be below the number of queries",
        "eye.npy --at-most-wrong 1 --recall 0.5": "leave out one of them",
        "eye.npy --at-most-wrong 1 --score cosine": "--at-most-wrong is for inner products; leave out --score",
        "eye.npy --recall 0.9 --bits 8": "leave out --bits",
        "eye.npy --at-most-wrong 0,1 --embeddings v.npz": "for one number of failing queries",
    },
    "frontier": {
        "qrels.trec": "ask headcount dimension qrels.trec",
        "qsa N=4 q=2 --class fixed --error 1e-5": "without exponent",
        "p.csv --csv p.csv": "would be overwritten",
        "p.csv --store p.csv": "would be overwritten",
        "qsa N=6 q=2 --bits 0": "--bits must be at least 1, got 0; try --bits 1:1",
        "qsa N=6 q=2 --m 5:2": "try --m 2:5",
        "qsa N=6 q=2 --m a": "--m must be a number, a range",
        "qsa N=6 q=2 --heads 0": "--heads must be at least 1",
        "qsa N=6 q=2 --heads 3": "--heads must be at most q=2, got 3",
        "qsa N=6 q=2 --gap 1000 --bits 1": "at most 12 apart; try --gap 12 or a larger p",
        "qsa N=6 q=2 --m 0:999 --bits 1:64": "at most 10000 cells",
        "qsa N=6 q=2 --class sign": "--class must be grid, fixed or rounded",
        "qsa N=6 q=2 --class thresh": "only H",
        "qsa N=6 q=2 --grid float": "--grid must be one of midrise, twos",
        "qsa N=6 q=2 --combine mean": "--combine must be one of sum, concat",
        "qsa N=6 q=2 --read-out any": "--read-out is for --class fixed",
        "qsa N=6 q=2 --csv a.png --plot a.png": "two results cannot be written",
        "qsa N=6 q=2 --store no/where.sqlite": "does not exist",
        "match2 M=5 --heads 2": "--heads must be 1",
        "match3 M=5 N=3": "--class fixed",
        "match2 M=3 N=2 --class fixed --gap 2": "--gap is for --class grid",
        "match2 M=3 N=2 --class fixed --read-out threshold --combine concat --heads 1:2": "--combine sum",
        "qsa N=4 q=2 --class fixed --error 1/4 --heads 2": "asked of one head",
        "qsa N=4 q=2 --class fixed --error 1/4 --grid twos": "try --bits 2",
        "qsa N=4 q=2 --error 1/4 --dv 2": "--dv does not apply to class grid",
        "qsa N=4 q=2 --error 1/4 --gap 3": "--gap follows from --error",
        "qsa N=4 q=2 --values 2": "add --error",
        "qsa N=6 q=2 --store folder": "a file name is needed, got the folder 'folder'",
        "qsa N=6 q=2 --store bad.csv": "'bad.csv' cannot be used as a store",
    },
    "construct": {
        "qsa-foo": "with --error 1/10 qsa-rounded-curve",
        "match2 M=3 --pattern star": "--pattern and --map go with universal",
        "qsa-rounded-curve N=8 q=2": "add --error 1/10",
        "qsa-rounded-curve N=8 q=2 bits=3 --error 1/4": "leave bits out",
        "match2 M=7 --error 1/4": "--error is for constructions of qsa",
        "qsa-moment-curve N=6 q=2 --error 1": "--error must be above 0 and below 1",
        "qsa-moment-curve N=6 q=2 --values 2": "add --error",
        "mach2 M=5": "there is no construction 'mach2'; did you mean match2?",
        "match2 M=5 keys=square": "keys must be one of conic, circle",
        "qsa-multi-head N=5 q=2 H=3": "H must be",
        "match2 M=5 --unit u.txt": "a unit is written to a file name that ends in json, npz, safetensors, py",
        "qsa-moment-curve N=300 q=8 --unit u.json": "written out",
        "match3-bigram M=4096 N=64": "M must be at most 500",
        "match2 M=5 -o x.json --unit x.json": "one file",
        "universal table32.json": "universal needs --pattern",
        "universal --pattern star": "universal needs a table",
        "universal --pattern star n=4 table32.json": "the table has 3 positions and the pattern 4",
        "universal --pattern star levels=3 table32.json": "the table has 2 symbols, but 3 levels",
        "universal --pattern star d=2 table32.json": "d must be such that 2 symbols are levels^d",
        "universal --pattern 'fixed w=2' table32.json": "position 0 never reaches position 2",
        "universal --pattern 'fixed w=2' table52.json": "hops are infinite",
        "universal --pattern 'longformer w=0 g=1' n=5 table52.json": "does not exist",
        "universal --pattern star --map hardmax table32.json": "--map must be one of softmax",
        "universal --pattern star --error 1/4 table32.json": "--error is for qsa and for --function",
        "universal --function f.py:f --error 1/4 --pattern star n=3": "a continuous function needs --modulus",
        "universal --function f.py:f --modulus t --error 1/4 n=3": "a continuous function needs --pattern",
        "universal --function f.py:f --modulus t --error 1/4 --pattern star": "star needs the number of positions",
        "universal --function f.py:f --modulus t --error 0 --pattern star n=3": "must be a finite number above 0",
        "universal --function f.py:f --modulus t --error 1e-5 --pattern star n=3": "layers, and nothing was built",
        "universal --function f.py:f --modulus 2 --error 1/4 --pattern star n=3": "--modulus must use t",
        "universal --function f.py:f --modulus t --error 1/4 --pattern star n=3 table32.json": "goes without a table",
        "universal --function f.py:f --modulus t --error 1/4 --pattern star n=3 --map softmax": "--map is not for a",
        "universal --function f.py:f --modulus t --error 1/4 --pattern star n=3 --unit u.txt": "ends in json or npz",
        "universal --function f.py:f --modulus t --error 1/4 --pattern star n=3 m=2": "no parameter m",
        "universal --function f.py:g --modulus t --error 1/4 --pattern star n=3": "f.py has no 'g'",
        "universal --function f.py:f --modulus t/2 --error 1/4 --pattern star n=3": "must bound how f.py:f changes",
        "universal --function g.py:jump --modulus t --error 1/4 --pattern star n=3": "must bound how g.py:jump changes",
        "universal --function g.py:total --modulus t --error 1/4 --pattern star n=3": "an array of shape (3, 1)",
        "universal --function g.py:nan --modulus t --error 1/4 --pattern star n=3": "finite numbers",
        "match2 M=3 --function f.py:f": "--function and --modulus go with universal",
        "universal --pattern star n=9 levels=9 match2 M=9 N=9": "take fewer",
        "qsa-moment-curve N=6 q=2 --unit nofolder/u.npz": "the folder 'nofolder' of",
    },
    "measure": {
        "A.csv -o A.csv": "would be overwritten",
        "A.csv --only fractional_cover1 --export lp A.csv": "would be overwritten",
        "": "name a function",
        "disj n=2 --only ''": "--only needs names",
        "disj n=2 --alpha x": "--alpha must be a number",
        "disj n=2 --show D": "--show says what --plot draws",
        "match3 M=5 N=3": "--cut PAB",
        "match3 M=5 N=3 --cut PAB": "public must hold 1 token",
        "match3 M=50 N=9 --cut PAAAABBBB --public 1": "at most 4096 rows",
        "qsa N=4 q=2 --cut AABB": "cannot be cut",
        "--matrices": "--matrices needs files",
        "--matrices m.json": "try --only D,cover1",
        "--matrices m.json --only D --plot a.png": "--plot is for one matrix",
        "disj n=2 --store a.sqlite": "--store is for --matrices",
        "--matrices m.json --only D --store m.json": "would be overwritten",
        "--matrices m.json --only D -o m.json": "-o needs a folder",
        "disj n=99": "n must be at most 10 for disj, got 99",
        "disj n=2 --only DD": "there is no measure 'DD'",
    },
    "bounds": {
        "qsa N=64 q=4 --error 1/1000 --values 3 --dv 2": "--dv must be at least --values 3",
        "parity n=3": "parity takes the parameter k",
        "p.csv -o p.csv": "would be overwritten",
        "match3 N=65 --error 1/4": "--error is what outputs of qsa",
        "qsa N=8 q=2 --error 2": "try 1/4",
        "cycle4 N=4": "there is no task 'cycle4'; did you mean cycle3?",
        "qsa N=5 q=2 --bits 0": "--bits must be from 1",
        "qsa N=5 q=2 --dv 0": "--dv, the width of values, must be 1 .. 1000000, or m",
        "qsa N=5 q=2 --grid real": "grid must be one of",
        "qsa N=20000 q=10000": "below 2^14000 to be written down",
        "cycle3 N=100000": "N must be at most 10000 for the bounds of cycle3",
        "cycle3 N=9 --layers 0": "--layers must be from 1 to 64, or a range such as 1:8, got '0'",
        "match2 M=7 --layers 2": "no lower bound for units of several layers is known for match2",
        "match3 N=10000000": "N must be at most 1000000",
    },
    "reduce": {
        "disj cycle3 n=5 rows=2": "rows must divide n",
        "disj match3 n=4 a=0110 b=001": "a and b must have the same length, got 4 and 3 bits",
        "disj match3 n=4 a=0120 b=0011": "a must be 4 bits for DISJ_4, got '0120'",
        "disj match3 n=0 --verify": "n must be from 1",
        "disj match3 n=4:2 --verify": "a range such as 1:8, got '4:2'",
        "disj match3 n=21 --verify": "the limit is",
        "disj match3 n=1:2 a=0 b=0": "n must be one number",
        "disj match3 n=4": "give the inputs",
        "index induction-heads a=0110 b=5": "b must be a number from 1 to 4",
        "disj match3 n=4 --verify --plot p.png": "--plot draws one pair of inputs",
        "disj match3 n=4 Q=3": "has no parameter Q",
        "disj qsa n=2 N=100000000000 a=01 b=11": "N must be at most 600",
        "index streaming-qsa a=0110 b=2 q=1000000000": "q must be at most 600",
        "disj match3 n=300 --symbolic": "--symbolic needs n of at most 100",
        "disj match3": "n, the size of the two-party function, is missing",
        "disj match9 n=3": "there is no reduction from 'disj' to 'match9'; did you mean disj match3?",
        "disj match3 n=2 a=01": "b is missing",
        "n=40 --verify": "name a two-party function and a task",
        "stretch attention": "needs one instance, got no instance; give pappus, non-pappus, or a file",
        "stretch attention nowhere.csv": "there is no arrangement 'nowhere.csv'; known are pappus, non-pappus",
        "stretch attention pappus non-pappus": "takes one file, got pappus, non-pappus",
        "stretch attention pappus n=3": "stretch-to-attention has no parameter n; it takes a file and padding",
        "stretch attention pappus padding=31": "padding must be an integer from 0 to 11 (each one adds 1 to the "
        "least m and doubles the 8 rows; 1,000,000 entries are allowed), got 31; try padding=11",
        "stretch attention pappus padding=-1": "got -1; try padding=0",
        "stretch match3 A.csv": "stretch is reduced to attention, got 'match3' as the second word; write headcount "
        "reduce stretch attention FILE",
        "attention": "attention is reduced to attention, got nothing as the second word",
        "attention attention pappus": "got the arrangement pappus; its pattern is padded by: headcount reduce stretch "
        "attention pappus padding=1",
        "stretch attention pappus --symbolic": "--symbolic is for encoders of two parties",
        "stretch attention pappus --plot p.png": "--plot draws the tokens of two parties",
        "attention attention nowhere.csv": "nowhere.csv cannot be read",
    },
    "protocol": {
        "match3 n=0 m=3 p=4": "n must be from 1 to",
        "match3 n=1:3 m=3 p=4": "n must be one number here, got 1:3",
        "match3 n=4 p=4": "the parameter m is missing",
        "match3 n=4 m=3 p=4 h=2": "no parameter h here",
        "match3 n=4 m=3 p=4 D=0": "D, the number of layers, must be an integer >= 1, got 0; try D=3",
        "match3 n=4 m=3 p=4 D=65": "D, the number of layers, must be at most 64",
        "match3 n=9 m=3 p=4 --all": "at most 4096 pairs",
        "match3 n=2 m=3 p=4 a=01 b=01 --all": "a and b must be left out",
        "match2 n=4 m=3 p=4": "no reduction ends in 'match2'",
        "n=4 m=3 p=4": "name a task",
        "cycle3 n=40 m=3 p=4": "at most 5000000 numbers",
    },
    "reachable": {
        "W.npz --witnesses W.npz": "would be overwritten",
        "W.npz sets.csv -o sets.csv": "would be overwritten",
        "W.npz --names names.txt -o names.txt": "would be overwritten",
        "W.npz --rule top-p": "the rule must be one of",
        "W.npz --rule sigmoid": "needs sets of classes",
        "W.npz --threshold 0.5": "the threshold is for the rule sigmoid",
        "W.npz labels.csv --threshold nan": "must be a finite number",
        "W.npz labels.csv --threshold 1e-30": "cannot be subtracted from the biases",
        "W.npz --centred": "leave the bias out",
        "W.npz sets.csv": "sets.csv, line 2: there is no class '12'; classes are 0 .. 11",
        "W.npz labels.csv --format xml": "the format of label sets must be one of",
        "W.npz --transposed": "the weights have 2 rows",
        "W.npz --array head.weight": "has no array 'head.weight'",
        "one.npz": "the layer has one only",
        "wide.npz --plot p.png": "this one has d = 3",
    },
    "approximate": {
        "A.npz -o A.npz": "would be overwritten",
        "A.csv --certificate A.csv": "would be overwritten",
        "A.npz -o other/../A.npz": "would be overwritten",
        "A.npz -o link.npz": "would be overwritten",
        "permutations L=8 --delta 0": "delta must be at least",
        "permutations L=8 --method magic": "the method must be one of",
        "permutations L=8 -o X.json": "-o needs a file name that ends in npz",
        "permutations L=8:16 -o X.npz": "takes none of -o, --dimension, --certificate",
        "permutations L=8 --dimension 0": "the dimension must be an integer >= 1",
        "permutations L=5000 --method optimised": "descent takes at most 4096 positions",
        "permutations L=513 --method convex": "convex programs take at most 512 positions, got 513",
    },
    "pattern": {
        "A.npz -o A.npz": "would be overwritten",
        "": "name a pattern",
        "star n=9 --copying": "--copying is about sequences 0s0s of even length",
        "graph.npy --copying": "add that",
        "star n=5000 --plot a.png": "--plot draws up to n =",
        "star n=9 -o a.png --plot a.png": "twice",
        "star n=9 --seeds 3": "is for patterns that are drawn",
        "random degree=2 n=9 seed=1 --seeds 3": "leave seed= out",
        "random degree=2 n=9 --seeds 3 -o a.json": "prints shares only",
    },
    "prob": {"qsa N=6 q=2": "no such command 'prob'. Did you mean 'probe'"},
    "check": {"--limit 0 p.csv": "--limit must be a number of steps >= 1, got 0"},
    "theorems": {
        "match2-width --jobs 2": "--jobs is for --run",
        "match2-width --store kept": "--store is for --run",
        "match2-width --scheduler tcp://here:1": "--scheduler is for --run",
        "match2-width --run --scheduler nowhere": "address of a running Dask scheduler, got 'nowhere'",
        "--run nosuch": "there is no theorem 'nosuch'",
    },
    "unit": {
        "none.json": "none.json cannot be read: No such file or directory",
        "m.json": "unit must be an object",
        "W.npz": "must hold an array of bytes named unit",
        "f.py": "there must be one assignment UNIT",
        "p.csv": "a unit is written to a file name that ends in json, npz, safetensors, py",
        "m.json -o u.txt": "a unit is written to a file name that ends in",
        "m.json -o m.json": "would be overwritten",
    },
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files that are named above, some of which are no good."""
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        Path(name).write_text(text)
    for name in ("folder", "other"):
        Path(name).mkdir()
    for name in ("binary", "binary.npz"):
        Path(name).write_bytes(bytes(range(128, 256)))
    for n in (3, 5):
        answers = [[list(x), list(x)] for x in product(range(2), repeat=n)]
        Path(f"table{n}2.json").write_text(json.dumps({"alphabet": 2, "length": n, "answers": answers}))
    np.save("eye.npy", np.eye(3))
    np.save("graph.npy", 1 - np.eye(4))
    np.savez("W.npz", W=np.arange(24).reshape(12, 2) % 7, b=np.arange(12) / 64)
    np.savez("one.npz", W=[[1, 2]])
    np.savez("wide.npz", W=np.eye(3))
    sparse.save_npz("A.npz", sparse.csr_array(np.eye(3)))
    Path("link.npz").symlink_to("A.npz")
    return tmp_path


def contents(folder):
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


TELL_WHAT_THEY_READ = ("approximate", "bounds", "dimension", "reachable")
CASES = [(f"{command} {words}".strip(), said) for command, cases in MISTAKES.items() for words, said in cases.items()]


@pytest.mark.in_turn(6)
@pytest.mark.parametrize(("words", "said"), CASES, ids=[words for words, _ in CASES])
def test_a_mistake_is_one_sentence_and_leaves_nothing_behind(headcount, folder, monkeypatch, words, said):
    before, full = contents(folder), "/dev/full" in words  # then the answer is there when the disk is full
    if words.startswith("probe") and not full:
        monkeypatch.setattr(least, "follow", lambda *_: pytest.fail("the search was started"))
    code, out, err = headcount(*shlex.split(words))
    assert code == USAGE
    assert full or not out or words.split()[0] in TELL_WHAT_THEY_READ
    *_, line = err.strip().splitlines()
    assert line.startswith("headcount: ") and len(line) < 500
    assert said in line
    assert "internal error" not in line and "\u2039" not in line
    assert {name: data for name, data in contents(folder).items() if name != "__pycache__"} == before


def test_words_that_name_no_file_are_passed_over(folder):
    require_different(Path("m.json"), None, inputs=["qsa", "N=6", "x" * 9999, "a\0b", "none.py:task", ".", None])
    with pytest.raises(TaskError, match="two results"):
        require_different(Path("new.json"), Path("new.json"))
