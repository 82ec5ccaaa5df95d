# The two commands: `make run` plays, `make test` tests. Both set everything up first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE := $(wildcard native/*.hpp native/*.cpp) CMakeLists.txt pyproject.toml
WORKERS ?= 2

.PHONY: run test install lint bench soak clean

run: install
	@$(BIN)/boyi play gomoku

# Python, then the types and layers, then everything that can be run.
test: lint
	$(BIN)/python -m pytest -n $(WORKERS) --cov --cov-report=term-missing:skip-covered

install: $(VENV)/.installed

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

clean:
	rm -rf $(VENV) build dist .coverage .pytest_cache .mypy_cache .ruff_cache .import_linter_cache

$(VENV)/.tools: requirements/build.txt requirements/run.txt requirements/dev.txt tools/system-packages.sh
	@sh tools/system-packages.sh $(PYTHON)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing the tools …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/dev.txt
	@touch $@

# Editable, so Python changes need no step; C++ changes rebuild here, incrementally.
$(VENV)/.installed: $(VENV)/.tools $(NATIVE)
	@echo "Building Boyi …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@$(BIN)/python -c "from boyi.native.provider import MISSING; print('Boyi is installed' + (f', on Python only: {MISSING}' if MISSING else ' with its native module.'))"
	@touch $@
