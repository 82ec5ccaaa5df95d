# The two commands: `make run` plays, `make test` tests. Both set everything up first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE := $(wildcard native/*.hpp native/*.cpp) CMakeLists.txt pyproject.toml
WORKERS ?= 2
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: run test install lint bench soak page page-test clean

run: $(VENV)/.built
	@$(BIN)/boyi play gomoku

# Python, then the types and layers, then everything that can be run.
test: lint
	$(BIN)/boyi bench
	$(BIN)/python -m pytest -n $(WORKERS) --cov --cov-report=term-missing:skip-covered

install: $(VENV)/.built $(VENV)/.tools

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: install
	$(BIN)/boyi bench playouts
	$(BIN)/python benchmarks/peers.py

soak: install
	$(BIN)/python -m pytest -n $(WORKERS) -m soak
	$(BIN)/python benchmarks/load.py --minutes 10

# The page: built into src/boyi/web and committed, so that only its makers need Node.
page: frontend/node_modules/.installed
	cd frontend && npm run --silent build

page-test: frontend/node_modules/.installed
	cd frontend && npm run --silent check && npm run --silent test && npm run --silent check-built

frontend/node_modules/.installed: frontend/package-lock.json
	cd frontend && npm install --no-save --no-audit --no-fund
	@touch $@

clean:
	rm -rf $(VENV) frontend/node_modules build dist .coverage .pytest_cache .mypy_cache .ruff_cache .import_linter_cache

# What running needs, and what only testing needs.
$(VENV)/.packages: requirements/build.txt requirements/run.txt tools/system-packages.sh
	@sh tools/system-packages.sh $(PYTHON)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing what Boyi needs …"
	@$(PIP) -r requirements/build.txt -r requirements/run.txt
	@touch $@

$(VENV)/.tools: $(VENV)/.packages requirements/dev.txt
	@sh tools/system-packages.sh $(PYTHON) test
	@echo "Installing the tools for tests …"
	@$(PIP) -r requirements/dev.txt
	@touch $@

# Editable, so Python changes need no step; C++ changes rebuild here, incrementally.
$(VENV)/.built: $(VENV)/.packages $(NATIVE)
	@echo "Building Boyi (the first time takes a minute or two) …"
	@$(PIP) --no-build-isolation --no-deps -e .
	@$(BIN)/python -c "from boyi.native.provider import MISSING; print('Boyi is installed' + (f', on Python only: {MISSING}' if MISSING else ' with its native module.'))"
	@touch $@
