# `make help` lists what there is. Everything is safe to run again.
SHELL := bash
BIN := .venv/bin
ARGS ?=
WHEELS ?=

.DEFAULT_GOAL := help
.PHONY: help setup setup-test run test check lint demo bench bench-voice bench-panel mutants pictures samples wiring enclosure wheels install uninstall test-install clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## system packages (named before they are installed), .venv, the speech model
	@.ci/setup run

setup-test:
	@.ci/setup test

run: setup ## set up and start the box: on a Pi on its pins, elsewhere as a page in the browser (ARGS="--seed 7")
	@exec $(BIN)/delvebox run --web $(ARGS)

test: setup-test lint ## set up and run everything that CI runs
	@$(BIN)/pytest --numprocesses=auto --dist=worksteal --cov=engine --cov-report=term:skip-covered

check: lint ## what takes seconds: ruff, mypy, import-linter, engine tests
	@$(BIN)/pytest -q tests/engine

lint:
	@test -x $(BIN)/pytest || .ci/setup run
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports

demo: setup-test ## one run from air to air on a sound server of its own, in 45 s
	@$(BIN)/python tests/demo.py

bench: setup-test ## the project's figures, measured here
	@for each in tests/bench/bench_*.py; do $(BIN)/python $$each || exit; done

bench-voice: setup-test ## speech where others talk, beside plain Vosk (DELVEBOX_SPEECH_DATA=FOLDER HOURS=10 ARGS="--json FILE")
	@HOURS=$${HOURS:-2} $(BIN)/python tests/bench/voice.py $(ARGS)

bench-panel: setup-test ## bytes, bus time and CPU of the panel, beside a plain redraw by luma
	@$(BIN)/python tests/bench/bench_panel.py $(ARGS)

mutants: setup-test ## change the engine in every small way and see the tests fail, in half an hour
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[mutants]'
	@$(BIN)/python tests/mutants.py $(ARGS)

pictures: setup ## the pictures of README and docs, drawn anew; needs chromium for the page in the browser
	@$(BIN)/python tests/pictures.py
	@$(BIN)/python tests/web_pictures.py
	@$(BIN)/python tests/print_pictures.py

samples: setup ## what each theme says, told anew in docs/themes.md
	@$(BIN)/python tests/theme_samples.py

wiring: setup ## the drawing of the shipped wiring, hardware/wiring.svg
	@$(BIN)/delvebox wiring --shipped --svg hardware/wiring.svg

enclosure: setup ## the printed box as STL, checked, and its picture; needs openscad (ARGS="buttons=8")
	@$(BIN)/python tests/enclosure.py $(ARGS)

wheels: setup ## every Python package into the folder WHEELS, for installing without a network
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --wheel-dir "$(WHEELS)" '.[web,print,mqtt]' 'setuptools>=77'
	@rm -f "$(WHEELS)"/delvebox-*.whl

install: ## the box as a service of this machine, as root; the upgrade too (WHEELS=FOLDER without a network)
	@WHEELS="$(WHEELS)" systemd/install

uninstall: ## the service off this machine, as root; settings and delves stay (ARGS=--all takes them too)
	@systemd/uninstall $(ARGS)

test-install: setup-test ## install into a fresh Debian and hear a command there, as root (ARGS="arm64 trixie")
	@$(BIN)/python tests/installation $(ARGS)

clean: ## take away what was built; .venv, the speech model and the delves stay
	@rm -rf build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis htmlcov .coverage
	@find engine device models tests -name __pycache__ -type d -prune -exec rm -rf {} +
