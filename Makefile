# The two commands: `make run` plays, `make test` tests. Both set everything up first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE := $(wildcard native/*.cpp native/*/*.hpp native/*/*.cpp native/*/*/*.hpp) CMakeLists.txt pyproject.toml
# More than there are cores: browsers, servers and clocks are often waited for.
WORKERS ?= 5
# Beside twenty busy processes: a worker gets a small part of a core, so there are more of them.
BUSY_WORKERS ?= 8
NODE_READY = const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)
# Tests start hundreds of Python processes: they read compiled modules, whatever the shell says about writing them.
unexport PYTHONDONTWRITEBYTECODE
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: run test checks test-busy coverage install lint stubs page-types messages bench build-time check soak attack page page-test page-test-if-node screenshots clean

run: $(VENV)/.built
	@$(BIN)/boyi

AGAIN = $(MAKE) --no-print-directory
# Neighbours stay with one worker, which keeps their server and browser; who has no work left takes from the others.
TESTS = "tests=$(BIN)/python -m tools.rerun -n $(WORKERS) --dist worksteal"

# The types and layers, the page, then everything that can be run: all of it, even if a part fails.
test: install
	@$(BIN)/python -m tools.parts "checks=$(AGAIN) checks" $(TESTS)

# What needs no test of the package.
checks: install
	@$(BIN)/python -m tools.parts --together "lint=$(AGAIN) lint" \
		"page=$(AGAIN) page-test-if-node" "bench=$(BIN)/boyi bench"

# The inner loop: lint, types, and the tests that stay in their process (tests/isolation.py).
check: install
	@$(BIN)/python -m tools.parts --together "lint=$(AGAIN) lint" \
		"unit=$(BIN)/python -m pytest -q -p tests.isolation -n auto --dist worksteal"

# The same tests with twenty busy processes beside them.
test-busy: WORKERS = $(BUSY_WORKERS)
test-busy: install
	@$(BIN)/python -m tools.busy --processes 20 $(BIN)/python -m tools.parts $(TESTS)

# How much of the package the tests reach; tracing takes half as long again.
coverage: install
	$(BIN)/python -m pytest -n $(WORKERS) --cov --cov-report=term-missing:skip-covered

install: $(VENV)/.built $(VENV)/.tools

lint: install
	@$(BIN)/python -m tools.parts --together \
		"rules=$(BIN)/ruff check ." \
		"format=$(BIN)/ruff format --check ." \
		"native=$(BIN)/clang-format --dry-run --Werror $(filter native/%,$(NATIVE)) $(wildcard tests/native/*.cpp)" \
		"stubs=$(BIN)/python -m tools.make_stubs --check" \
		"messages=$(BIN)/python -m tools.messages --check" \
		"page-types=$(BIN)/python -m tools.page_types --check" \
		"types=$(BIN)/mypy" \
		"layers=$(BIN)/lint-imports"

# The types of the native module, from the module itself.
stubs: install
	$(BIN)/python -m tools.make_stubs

# The page's types, from the server's messages.
page-types: install
	$(BIN)/python -m tools.page_types

# The catalogues of other languages: the templates of the sources, their translations, compiled.
messages: install
	$(BIN)/python -m tools.messages

bench: install
	$(BIN)/boyi bench playouts
	$(BIN)/python benchmarks/peers.py
	$(BIN)/python -m benchmarks.page

# CPU seconds of a clean build of the native module, by source.
build-time: install
	$(BIN)/python -m tools.build_time

soak: install
	@$(BIN)/python -m tools.parts "soak=$(BIN)/python -m pytest -n $(WORKERS) --durations=10 -m soak" \
		"cases=BOYI_ALL_CASES=1 $(BIN)/python -m pytest -q -n auto --dist worksteal -m 'not outside and not soak and not slow' \
			tests/arena tests/conformance tests/formats tests/games tests/lab tests/native tests/protocols" \
		"load=$(BIN)/python benchmarks/load.py --minutes 10" \
		"proofs=$(BIN)/python -m benchmarks.proofs --games 100" \
		"busy=$(AGAIN) test-busy" \
		"attack=$(AGAIN) attack"

# A real server against hostile clients, programs and files, one table; fails if an innocent room notices.
attack: install
	$(BIN)/python -m benchmarks.attack

# The page: built into src/boyi/web and committed, so that only its makers need Node.
page: frontend/node_modules/.installed
	cd frontend && npm run --silent build

page-test-if-node:
	@if node -e '$(NODE_READY)' 2>/dev/null; then $(MAKE) --no-print-directory page-test; \
	else echo "The page's own tests are left out: they need Node 20.19 or newer."; fi

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
