# make demo    sets everything up and tidies the desk      make test   sets up the tests and runs all
# make setup   only sets up                                make lint   style, types, import contracts
# PYTHON=/path/to/python3.12 chooses the Python; DEMO_ARGS='--seed 7' goes to the demo.

BIN := .venv/bin
SETUP := sh setup_env/run.sh setup_env
DEMO_ARGS ?=
TEST_ARGS ?=
JOBS ?= 2

export MUJOCO_GL ?= egl
export OMP_NUM_THREADS ?= 1
export PYTHON

.PHONY: setup setup-test demo test test-fast test-graph test-slow \
	lint lint-style lint-types lint-imports constraints clean distclean

setup:
	@$(SETUP)

setup-test:
	@$(SETUP) --test

demo: setup
	@$(BIN)/xlerobot demo $(DEMO_ARGS)

# One after the other: two cores do not run two robots in real time.
test: setup-test
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory test-fast
	@$(MAKE) --no-print-directory test-graph
	@$(MAKE) --no-print-directory test-slow

test-fast: setup-test
	$(BIN)/python -m pytest -n $(JOBS) -m "not ros and not slow and not bench" $(TEST_ARGS)

test-graph: setup-test
	$(BIN)/python -m pytest -n $(JOBS) -m "ros and not slow and not bench" $(TEST_ARGS)

test-slow: setup-test
	$(BIN)/python -m pytest -m "slow or bench" --durations=15 $(TEST_ARGS)

lint: lint-style lint-types lint-imports

lint-style: setup-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint-types: setup-test
	$(BIN)/mypy
	$(BIN)/mypy setup_env

lint-imports: setup-test
	$(BIN)/lint-imports

constraints: setup-test
	sh setup_env/run.sh setup_env.constraints

clean:
	rm -rf build install log *.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache \
		.ruff_cache
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +

distclean: clean
	rm -rf .venv
