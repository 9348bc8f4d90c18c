# Every habit is one command. Each makes .venv by itself; a machine needs Python 3.11+ and make.
# PYTHON=/path/to/python3.12 chooses the Python; without it the first that is new enough is taken.

PYTHON =
VENV = .venv
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --quiet --disable-pip-version-check

HERO = QQ+,AKs,AKo
VILLAIN = 22+,A2s+,KTs+,QTs+,JTs,T9s,98s,ATo+,KJo+

.PHONY: help run test check slow bench bench-readme cases notebook notebook-run clean

help:
	@echo "make run            the main job: two ranges, before the flop and on Ks7d2c"
	@echo "make test           linters, types, import contracts, tests, doctests"
	@echo "make check          the linters only"
	@echo "make slow           the long proofs and the tables built afresh"
	@echo "make bench          speed, growth, memory -> benchmarks/results/ (K=word: only those cases, nothing written)"
	@echo "make bench-readme   tables and pictures of README and docs/benchmarks.md from the newest of those results"
	@echo "make cases FILES=…  rows of expected answers (.jsonl) -> N of M cases"
	@echo "make notebook       open the notebooks in JupyterLab"
	@echo "make notebook-run   run the notebooks and keep what they show (K=word: only those with it in their names)"
	@echo "make clean          remove .venv and every cache in the checkout"

run: $(VENV)/.package
	@$(BIN)/holdem-eq equity "$(HERO)" "$(VILLAIN)" --combos 3
	@echo
	@$(BIN)/holdem-eq equity "$(HERO)" "$(VILLAIN)" --board Ks7d2c --combos 3

test: check
	$(BIN)/python -m pytest

check: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

slow: $(VENV)/.test
	$(BIN)/python -m pytest -m slow

bench: $(VENV)/.bench
	$(BIN)/python -m pytest benchmarks -q -W default --no-header --benchmark-quiet -k "$(K)"

bench-readme: $(VENV)/.test
	$(BIN)/python -m benchmarks.readme

cases: $(VENV)/.test
	@$(BIN)/python -m tests.cases $(FILES)

notebook: $(VENV)/.notebook
	$(BIN)/jupyter lab notebooks

notebook-run: $(VENV)/.test $(VENV)/.bench
	$(BIN)/python -m tests.notebooks $(K)

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps: written last, so an interrupted install is repeated; older than pyproject.toml, so is a stale one.

$(VENV)/.package: pyproject.toml
	@PYTHON="$(PYTHON)" sh .ci/venv $(VENV)
	@echo "installing holdem_eq into $(VENV) (once; a minute or two)"
	@$(PIP) install --editable .
	@echo "installed; the first equity on a board compiles its kernels: ten to thirty seconds, once"
	@touch $@

$(VENV)/.test: $(VENV)/.package
	@echo "installing what the tests need into $(VENV)"
	@$(PIP) install --editable ".[test]"
	@touch $@

$(VENV)/.bench: $(VENV)/.package benchmarks/install.py
	@echo "installing the libraries to compare with into $(VENV)"
	@$(BIN)/python -m benchmarks.install
	@touch $@

$(VENV)/.notebook: $(VENV)/.package
	@echo "installing JupyterLab into $(VENV)"
	@$(PIP) install --editable ".[notebook]"
	@touch $@
