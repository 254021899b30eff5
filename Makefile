# Everything installs itself into .venv, with the exact versions of constraints.txt.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
INSTALLED := .venv/.installed

# Where it is set, each of many processes compiles every file again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help install demo test check format docs pictures bench bench-long fuzz soak mutants clean

help: ## Show what can be made.
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 18

install: $(INSTALLED) ## Set up .venv with everything the project needs.

$(INSTALLED): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed; name it with make PYTHON=..."; exit 2; }
	$(PYTHON) -m venv .venv
	PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_CONSTRAINT=$(CURDIR)/constraints.txt $(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

demo: $(INSTALLED) ## Run a whole gaming day on SQLite: feed, counts, report, the replay of a hand.
	@$(BIN)/pit demo

MEASURED ?=
test: $(INSTALLED) ## Run all tests, on SQLite and on a PostgreSQL that the tests start themselves.
	$(BIN)/python $(MEASURED) -m pytest --workers 4

check: $(INSTALLED) ## Lint, types, import rules, what nobody uses, and the migrations against the tables in the code.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --num-workers 2
	$(BIN)/python -m tests.architecture.rooms
	$(BIN)/python -m tests.architecture.unused
	$(BIN)/python -m migrations.check

format: $(INSTALLED) ## Format the code.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(INSTALLED) ## Write the pages that are made from the code: of all commands, of the shorthand.
	$(BIN)/python -m cli.pages.reference docs

pictures: $(INSTALLED) ## Take the pictures of the books in a browser anew, with Chromium.
	$(BIN)/python -m tests.cli.serve.pictures docs/pictures

bench: $(INSTALLED) ## Measure: ratios within one run, on both databases.
	$(BIN)/python -m benchmarks

bench-long: $(INSTALLED) ## Measure what takes many minutes: a million events, a hundred days, ten years before the day.
	$(BIN)/python -m benchmarks long

fuzz: $(INSTALLED) ## Fuzz what reads bytes from outside, for ten minutes; needs atheris, which does not install everywhere.
	PIP_CONSTRAINT=$(CURDIR)/constraints.txt $(BIN)/python -m pip install --quiet --editable '.[fuzz]'
	$(BIN)/python -m tests.fuzz -max_total_time=600

SECONDS ?= 3600
soak: $(INSTALLED) ## Let machines fail at random under a feed, for SECONDS (3600), and hold the books to their laws.
	$(BIN)/python -m tests.soak $(SECONDS) $(SEED)

ONLY ?=
mutants: $(INSTALLED) ## Change the money code step by step and see whether a test notices; hours. ONLY="ledger.seal.merkle.*" for a part.
	PIP_CONSTRAINT=$(CURDIR)/constraints.txt $(BIN)/python -m pip install --quiet --editable '.[mutants]'
	$(BIN)/python -m tests.mutants $(ONLY)

clean: ## Remove what was installed and built.
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis mutants
