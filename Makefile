# casbridge. `make demo` and `make test` do all their set-up themselves, in a virtual environment in .venv.
# The same without make:
#   python3 -m venv .venv && .venv/bin/python -m pip install -e '.[test]' && .venv/bin/python -m pytest -n auto -m 'not slow'
#
# All paths are relative, so that a checkout's path may contain spaces.

PYTHON ?= python3
VENV = .venv
RUN = $(VENV)/bin/python
# A file of versions that pip keeps to; CI names the lowest ones that pyproject.toml declares.
CONSTRAINTS =
PIP = $(RUN) -m pip --disable-pip-version-check install --quiet $(if $(CONSTRAINTS),--constraint '$(CONSTRAINTS)')
# As many tests at a time as there are processors. More arguments for pytest: ARGS="-k singular".
# A benchmark's name and options: NAME="paper --slow".
PYTEST = $(RUN) -m pytest -n auto --dist worksteal
ARGS =
NAME =
# The paper's Example 4.1.
SHIDOKU = .4.....1..3.2...

.PHONY: help demo test test-all lint types examples docs docs-external wheel dist bench clean

help:
	@echo 'make demo      the paper'"'"'s Shidoku from string to verdict (Singular takes part if it is installed)'
	@echo 'make test      the whole way and each room: under three minutes on two processors'
	@echo 'make test-all  all tests'
	@echo 'make lint      ruff: lint and layout'
	@echo 'make types     mypy, strict'
	@echo 'make examples  run every file of examples/'
	@echo 'make docs      build the documentation site into build/site, and check its links'
	@echo 'make wheel     build the sdist and the wheel into dist/'
	@echo 'make dist      the same, checked, and the wheel tried in an empty environment'
	@echo 'make bench     list the benchmarks; NAME=paper runs one'
	@echo 'make clean     remove what make and the tools made, .venv too'
	@echo 'PYTHON=python3.12 names another Python, 3.11 or newer.'

demo: $(VENV)/.casbridge
	@mkdir -p build/demo
	@echo '$$ casbridge solve $(SHIDOKU)'
	@$(RUN) -m casbridge solve $(SHIDOKU)
	@echo
	@echo '$$ casbridge render $(SHIDOKU) --to singular:char_series -o build/demo/shidoku.sing'
	@$(RUN) -m casbridge render $(SHIDOKU) --to singular:char_series -o build/demo/shidoku.sing
	@sed -n '1,12p' build/demo/shidoku.sing
	@echo '...'
	@echo
	@echo '$$ casbridge crosscheck $(SHIDOKU) --backends reference,singular:char_series,sympy:groebner'
	@$(RUN) -m casbridge crosscheck $(SHIDOKU) --backends reference,singular:char_series,sympy:groebner

test: $(VENV)/.test
	$(PYTEST) -m 'not slow' --hypothesis-profile quick $(ARGS)

test-all: $(VENV)/.test
	$(PYTEST) $(ARGS)

lint: $(VENV)/.dev
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .

types: $(VENV)/.dev
	$(RUN) -m mypy

examples: $(VENV)/.casbridge
	@set -e; for file in examples/*.py; do \
	    test -f "$$file" || continue; \
	    echo "== $$file"; \
	    $(RUN) "$$file"; \
	done

# All pages are read each time: a warning that ends the build must not be forgotten by the next one.
SPHINX = $(RUN) -m sphinx -W --keep-going -E -q -j auto -d build/doctrees

docs: $(VENV)/.docs
	rm -rf build/site
	$(SPHINX) -b html docs build/site
	$(RUN) docs/_site/links.py build/site
	$(RUN) -m doctest docs/_site/reference.py docs/_site/accessible.py docs/_site/searching.py

# Links to other hosts: this needs the network.
docs-external: $(VENV)/.docs
	$(SPHINX) -b linkcheck docs build/links

wheel: $(VENV)/.dev
	$(RUN) -m build --outdir dist .

# What a release does before it publishes: build, check, install, run.
dist: $(VENV)/.release
	rm -rf dist build/empty
	$(RUN) -m build --outdir dist .
	$(RUN) -m twine check --strict dist/*
	$(VENV)/bin/cffconvert --validate
	$(RUN) .github/release-notes > /dev/null
	'$(PYTHON)' -m venv build/empty
	build/empty/bin/python -m pip --disable-pip-version-check install --quiet dist/*.whl
	cd build/empty && bin/casbridge --version && bin/casbridge solve $(SHIDOKU) && bin/casbridge crosscheck $(SHIDOKU) --backends reference,sympy

bench: $(VENV)/.casbridge
	$(RUN) -m benchmarks $(NAME)

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# -- set-up: done again only when pyproject.toml changes ---------------------------------------------------------------

$(VENV)/.python:
	@command -v '$(PYTHON)' >/dev/null || { \
	    echo 'make: no $(PYTHON) here; casbridge needs Python 3.11 or newer.' >&2; \
	    echo 'Install it (Debian, Ubuntu: apt install python3 python3-venv) or name it: make PYTHON=/path/to/python3.12' >&2; \
	    exit 1; }
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "make: $(PYTHON) is $$('$(PYTHON)' --version 2>&1); casbridge needs Python 3.11 or newer." >&2; \
	    echo 'Name another one: make PYTHON=python3.12' >&2; \
	    exit 1; }
	@'$(PYTHON)' -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo 'make: $(PYTHON) cannot make virtual environments with pip: its modules venv or ensurepip are missing.' >&2; \
	    echo 'Install them (Debian, Ubuntu: apt install python3-venv) or name another Python: make PYTHON=python3.12' >&2; \
	    exit 1; }
	'$(PYTHON)' -m venv --clear $(VENV)
	@touch $@

$(VENV)/.casbridge: $(VENV)/.python pyproject.toml
	$(PIP) --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.python pyproject.toml
	$(PIP) --editable '.[test]'
	@touch $@ $(VENV)/.casbridge

$(VENV)/.docs: $(VENV)/.python pyproject.toml
	$(PIP) --editable '.[docs]'
	@touch $@ $(VENV)/.casbridge

$(VENV)/.release: $(VENV)/.python pyproject.toml
	$(PIP) --editable '.[release]'
	@touch $@ $(VENV)/.casbridge

$(VENV)/.dev: $(VENV)/.python pyproject.toml
	$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.test $(VENV)/.casbridge
