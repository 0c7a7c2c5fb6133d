# Everything runs in .venv, made here on first use. Needs only Python >= 3.11 and make.
# Every path below is relative and free of spaces, so the checkout itself may sit in a folder such as "headcount 0.1".

BIN := .venv/bin
# What is installed in it: the package alone (for what users run), what the tests take, what all of the rest takes.
STAMP := .venv/installed
TEST := .venv/installed-test
DEV := .venv/installed-dev
export HERE := $(CURDIR)

# A space-separated list of interpreters to try, first fit wins: make PYTHON=/opt/python3.12/bin/python3
PYTHON ?= python3.13 python3.12 python3.11 python3
# What is installed with the package at once, where all is wanted (.ci/run): EXTRAS='[dev]'
EXTRAS ?=
# Further words for pytest: make test ARGS='-k certificates'
ARGS ?=

INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable

# Compiled modules are kept, whatever the environment says: reading the tests takes half the time. `make clean` removes them.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: compiled help demo quick test test-slow test-all fuzz lint proofs verified coverage second-opinion experiments experiments-full docs trusted lines bench notebooks ledger clean contracts style types

help:
	@echo 'make demo       probe q-SA and Match2, write their certificates to build/demo, check them'
	@echo 'make test       make lint, then the tests that take under a second each'
	@echo 'make test-slow  the other tests; they run notebooks and texts, build wheels, go through more cases'
	@echo 'make test-all   both, as CI does'
	@echo 'make fuzz       the tests that draw random cases, with others than make test: SEED=.., or one that is printed'
	@echo 'make lint       ruff, import contracts, strict typing'
	@echo 'make second-opinion  give all exported refutations to programs that share nothing with headcount'
	@echo 'make proofs     build the proofs in Coq and print what they assume (says so where Coq is not installed)'
	@echo 'make verified   build the checker that is proved in Coq: build/verified/headcount-verified'
	@echo 'make coverage   which claims of the ledger that checker accepts: benchmarks/verified_coverage.rst'
	@echo 'make experiments  train the small version of all experiments, draw and store it (under ten minutes)'
	@echo 'make experiments-full  more seeds, sizes and steps (some two hours); goes on where it was stopped'
	@echo 'make docs       the documentation as a site: build/docs/index.html (half a minute)'
	@echo 'make notebooks  run the notebooks in place, so that they show what this version answers'
	@echo 'make ledger     run every claim of the ledger of theorems and store what comes out (some three minutes)'
	@echo 'make trusted    how much has to be trusted: lines of code of the checker'
	@echo 'make lines      lines of code by room; REV=.. beside those of another revision'
	@echo 'make bench      the ratio tables of benchmarks/'
	@echo 'make clean      remove .venv and everything built'

# Scripts and the editable install both hold absolute paths, so the stamps record where they were made:
# a checkout that was moved or copied gets a new environment, a changed pyproject.toml an updated one.
ifneq ($(shell cat $(STAMP) 2>/dev/null),$(CURDIR))
.PHONY: $(STAMP) $(TEST) $(DEV)
endif

$(STAMP): pyproject.toml
	@if [ "$$(cat $(STAMP) 2>/dev/null)" != "$$HERE" ]; then \
	    rm -rf .venv; \
	    for candidate in $(PYTHON); do \
	        if "$$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	            echo "making .venv with $$candidate"; \
	            "$$candidate" -m venv .venv || exit 1; \
	            break; \
	        fi; \
	    done; \
	    if [ ! -x $(BIN)/python ]; then \
	        echo 'headcount needs Python >= 3.11 with its venv and ensurepip modules; tried: $(PYTHON).' >&2; \
	        echo 'Install one (on Debian also the python3-venv package), or name it: make PYTHON=/path/to/python3' >&2; \
	        exit 1; \
	    fi; \
	fi
	@echo 'installing headcount$(EXTRAS) and what it needs into .venv'
	@$(INSTALL) '.$(EXTRAS)'
	@printf '%s\n' "$$HERE" > $(STAMP)

$(TEST): $(STAMP)
	@echo 'installing what its tests need'
	@$(INSTALL) '.[test]'
	@printf '%s\n' "$$HERE" > $(TEST)

$(DEV): $(TEST)
	@echo 'installing what slow tests, notebooks, documentation, experiments and benchmarks need'
	@$(INSTALL) '.[dev]'
	@printf '%s\n' "$$HERE" > $(DEV)

demo: $(STAMP)
	@mkdir -p build/demo
	$(BIN)/headcount probe qsa N=6 q=2 -o build/demo/qsa-6-2.json
	$(BIN)/headcount probe match2 M=7 -o build/demo/match2-7.json
	$(BIN)/headcount check build/demo/qsa-6-2.json build/demo/match2-7.json

# The same random cases and the same order of sets on every day.
PYTEST = PYTHONHASHSEED=0 $(BIN)/pytest -n 2 --dist loadgroup

# Tests start hundreds of processes, none of which keeps a compiled module (tests/conftest.py says why).
compiled: $(TEST)
	@$(BIN)/python -m compileall -q -j 0 -x '/(build|dist|\.venv)/' .

# With -j 2 the checks of lint, which take one core each, run beside the tests.
test: lint quick

quick: compiled
	$(PYTEST) -m 'not slow' tests $(ARGS)

test-slow: $(DEV) compiled
	$(PYTEST) -m slow tests $(ARGS)

test-all:
	$(MAKE) test
	$(MAKE) test-slow
	$(MAKE) proofs

# The one command that is other each time: its seed is printed, and repeats it.
ifndef SEED
SEED := $(shell od -An -N3 -tu4 /dev/urandom | tr -d ' ')
endif

fuzz: $(DEV) compiled
	@echo 'make fuzz SEED=$(SEED)'
	PYTHONHASHSEED=$(SEED) $(BIN)/pytest -n 2 --dist loadgroup -m random --fuzz $(SEED) tests $(ARGS)

lint: contracts types style

style: $(TEST)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

contracts: $(TEST)
	$(BIN)/lint-imports --no-cache --no-logo

# mypy sees packages as they lie on disk, and no folder here is called headcount: it reads an installed copy.
# setuptools packs whatever an earlier build left in build/lib, so that goes first, and again afterwards.
types: $(TEST)
	@rm -rf build/lib build/bdist.* build/typecheck
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation \
	    --target build/typecheck .
	@rm -rf build/lib build/bdist.*
	$(BIN)/mypy

second-opinion: $(DEV)
	$(BIN)/python benchmarks/independent_programs.py $(ARGS)

experiments: $(DEV)
	$(BIN)/python experiments/run.py $(ARGS)

experiments-full: $(DEV)
	$(BIN)/python experiments/run.py --full $(ARGS)

# Needs no .venv. Builds in build/proofs; without Coq it says so in a sentence and succeeds.
proofs:
	@proofs/build.sh

# The proofs, extracted to OCaml: build/verified/headcount-verified.
verified:
	@verified/build.sh

coverage: $(STAMP) verified
	$(BIN)/python benchmarks/verified_coverage.py

# -W: a warning is an error.
docs: $(DEV)
	@$(BIN)/sphinx-build --fresh-env --fail-on-warning --keep-going --quiet -c docs . build/docs
	@echo 'build/docs/index.html'

trusted: $(STAMP)
	@$(BIN)/python benchmarks/trusted_lines.py

lines: $(STAMP)
	@$(BIN)/python benchmarks/code_lines.py $(REV)

bench: $(DEV)
	@for table in benchmarks/[a-z]*.py; do \
	    if [ ! -e "$$table" ]; then echo 'benchmarks/ holds no tables yet'; exit 0; fi; \
	    echo "$$table"; \
	    $(BIN)/python "$$table" || exit 1; \
	done

notebooks: $(DEV)
	@$(BIN)/jupyter execute --inplace notebooks/*.ipynb

ledger: $(STAMP)
	$(BIN)/headcount theorems --run -o ledger

clean:
	rm -rf .venv build dist headcount.egg-info .mypy_cache .ruff_cache .import_linter_cache .hypothesis \
	    .pytest_cache tests/.pytest_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
