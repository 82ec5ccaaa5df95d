# The two commands: `make run` plays, `make test` tests. Both set everything up first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE := $(wildcard native/*.cpp native/*/*.hpp native/*/*.cpp native/*/*/*.hpp) CMakeLists.txt pyproject.toml
# More than there are cores: browsers, servers and clocks are often waited for.
WORKERS ?= 5
# Beside twenty busy processes: a worker gets a small part of a core, so there are more of them.
BUSY_WORKERS ?= 8
LOAD ?= 20
NODE_READY = const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)
# Tests start hundreds of Python processes: they read compiled modules, whatever the shell says about writing them.
unexport PYTHONDONTWRITEBYTECODE
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check

SHELL := bash
# How long a part of a job took, on the clock and on the processor.
export TIMEFORMAT = == $@: %R s, processor %U s

.PHONY: run test tests checks unit signature test-busy tests-beside-load coverage install lint stubs page-types messages bench build-time check soak attack page page-test page-test-if-node screenshots clean

run: $(VENV)/.built
	@$(BIN)/boyi

AGAIN = $(MAKE) --no-print-directory
# All parts of a job, even if one fails: one after the other, or beside each other with what each says in one piece.
ALL = $(AGAIN) --keep-going
TOGETHER = $(ALL) --jobs --output-sync=target

# The types and layers, the page, then everything that can be run: all of it, even if a part fails.
test: install
	@$(ALL) checks tests

# What needs no test of the package.
checks: install
	@$(TOGETHER) $(LINT) page-test-if-node signature

signature:
	@time $(BIN)/boyi bench

# The inner loop: lint, types, and the tests that stay in their process (tests/isolation.py).
check: install
	@$(TOGETHER) $(LINT) unit

unit:
	@time $(BIN)/python -m pytest -q -p tests.isolation -n auto --dist worksteal

# Neighbours stay with one worker, which keeps their server and browser; who has no work left takes from the others.
# Up to three failed tests run once more, alone, and are named; more fail the run, a file that cannot be read does.
CACHE = .pytest_cache/tests
PYTEST = $(BIN)/python -m pytest -o cache_dir=$(CACHE) $(TESTS)
tests:
	@time { $(PYTEST) -n $(WORKERS) --dist worksteal --cache-clear; code=$$?; \
	if [ $$code = 1 ] && [ "$$(grep -c ': true' $(CACHE)/v/cache/lastfailed)" -le 3 ]; then \
		echo "== Failed beside others, now alone:"; $(PYTEST) --verbose --last-failed; code=$$?; fi; exit $$code; }

# The same tests with twenty (LOAD) busy processes beside them, which end with them.
test-busy: install
	@$(AGAIN) tests-beside-load
tests-beside-load:
	@trap 'kill $$(jobs -p)' EXIT; for _ in $$(seq $(LOAD)); do timeout 3h yes > /dev/null & done; \
	$(AGAIN) tests WORKERS=$(BUSY_WORKERS)

# How much of the package the tests reach; tracing takes half as long again.
coverage: install
	$(BIN)/python -m pytest -n $(WORKERS) --cov --cov-report=term-missing:skip-covered

install: $(VENV)/.built $(VENV)/.tools

LINT = lint-rules lint-format lint-native lint-stubs lint-messages lint-page-types lint-types lint-layers
.PHONY: $(LINT)
lint: install
	@$(TOGETHER) $(LINT)

lint-rules:
	@time $(BIN)/ruff check .
lint-format:
	@time $(BIN)/ruff format --check .
lint-native:
	@time $(BIN)/clang-format --dry-run --Werror $(filter native/%,$(NATIVE)) $(wildcard tests/native/*.cpp)
lint-stubs:
	@time $(BIN)/python -m tools.make_stubs --check
lint-messages:
	@time $(BIN)/python -m tools.messages --check
lint-page-types:
	@time $(BIN)/python -m tools.page_types --check
lint-types:
	@time $(BIN)/mypy
lint-layers:
	@time $(BIN)/lint-imports

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

SOAK = soak-tests soak-cases soak-load soak-proofs
.PHONY: $(SOAK)
soak: install
	@$(ALL) $(SOAK) test-busy attack

soak-tests:
	@time $(BIN)/python -m pytest -n $(WORKERS) --durations=10 -m soak
# All random cases of the tests of rules, searches and codecs.
soak-cases: export BOYI_ALL_CASES = 1
soak-cases:
	@time $(BIN)/python -m pytest -q -n auto --dist worksteal -m "not outside and not soak and not slow" \
		tests/arena tests/conformance tests/formats tests/games tests/lab tests/native tests/protocols
soak-load:
	@time $(BIN)/python benchmarks/load.py --minutes 10
soak-proofs:
	@time $(BIN)/python -m benchmarks.proofs --games 100

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
