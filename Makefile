# Everything runs inside the project's own virtual environment, .venv, which the first target makes.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEMO ?= demo

.PHONY: help demo test check lint types layers validate clean

help:
	@echo "make demo      set up and run the main job on four real complexes; results in $(DEMO)/"
	@echo "make test      set up and run the tests"
	@echo "make check     what CI runs: ruff, mypy --strict, import-linter, pytest"
	@echo "make validate  compare with the reference results in ../shared (REFERENCE=DIR for another folder)"

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "misibench needs Python 3.11 or later, found " + sys.version.split()[0])'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(STAMP)

demo: $(STAMP)
	$(BIN)/misi demo --out $(DEMO)

test: $(STAMP)
	$(BIN)/pytest -n 2

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

layers: $(STAMP)
	$(BIN)/lint-imports

check: lint types layers test

REFERENCE ?= ../shared
validate: $(STAMP)
	MISIBENCH_REFERENCE=$(abspath $(REFERENCE)) $(BIN)/pytest -n 2 validation

clean:
	rm -rf $(VENV) $(DEMO) .mypy_cache .ruff_cache .pytest_cache .hypothesis
