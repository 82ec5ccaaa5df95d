# The two commands: `make run` plays, `make test` tests. Both set everything up first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE := $(wildcard native/*.hpp native/*.cpp) CMakeLists.txt pyproject.toml
# More than there are cores: browsers, servers and clocks are often waited for.
WORKERS ?= 3
NODE_READY = const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: run test coverage install lint bench soak page page-test screenshots clean

run: $(VENV)/.built
	@$(BIN)/boyi

# The types and layers, the page, then everything that can be run.
test: lint
	@if node -e '$(NODE_READY)' 2>/dev/null; then $(MAKE) --no-print-directory page-test; \
	else echo "The page's own tests are left out: they need Node 20.19 or newer."; fi
	$(BIN)/boyi bench
	$(BIN)/python -m pytest -n $(WORKERS) -m "not soak and not alone"
	$(BIN)/python -m pytest -m "alone and not soak"

# How much of the package the tests reach; tracing takes half as long again.
coverage: install
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

# The pictures in docs/pictures, by a real browser on a real server.
screenshots: install
	$(BIN)/python -m tools.screenshots

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
