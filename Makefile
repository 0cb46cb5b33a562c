# One command on a fresh machine is enough: every target sets up what it lacks in $(VENV) first.
# Needs Python 3.11 to 3.13 with its headers and venv module, make, and a C++20 compiler.

VENV      ?= .venv
CONFIG    ?= configs/english-quick.toml
PYTEST    ?= $(BIN)/python -m pytest
BIN       := $(VENV)/bin
SOURCES   := $(wildcard engine/native/*.?pp engine/native/*/*.?pp) engine/native/CMakeLists.txt
SANITIZE  := CROWNHEAD_SANITIZE=ON;CROWNHEAD_WERROR=$(or $(WERROR),OFF)
INPUTS    := pyproject.toml constraints.txt $(SOURCES)
comma     := ,

# Looked for only by the targets that need it, and before any of them starts.
ifneq ($(filter-out help clean,$(MAKECMDGOALS)),)
  usable = $(shell $(1) -c 'import sys, ensurepip, venv; print((3, 11) <= sys.version_info < (3, 14))' 2>/dev/null)
  ifndef PYTHON
    PYTHON := $(firstword $(foreach python,python3 python3.13 python3.12 python3.11,$(if $(filter True,$(call usable,$(python))),$(python))))
  endif
  ifneq ($(call usable,$(or $(PYTHON),false)),True)
    $(error crownhead needs Python 3.11, 3.12 or 3.13 with its venv module; found none in '$(or $(PYTHON),PATH)', install it or set PYTHON=/path/to/python)
  endif
  ifneq ($(shell $(PYTHON) -c 'import os, sysconfig; print(os.path.exists(sysconfig.get_path("include") + "/Python.h"))'),True)
    $(error crownhead needs the C headers of $(PYTHON) to compile its core; install them (Debian: python3-dev))
  endif
  compiles = $(shell { printf '\043include <concepts>\n' | $(1) -std=c++20 -x c++ -fsyntax-only - && echo True; } 2>/dev/null)
  ifeq ($(origin CXX),default)
    CXX := $(firstword $(foreach compiler,c++ g++ clang++,$(if $(call compiles,$(compiler)),$(compiler))))
  endif
  ifneq ($(call compiles,$(or $(CXX),false)),True)
    $(error crownhead needs a C++20 compiler (g++ 11, clang 14 or later); found none in '$(or $(CXX),PATH)', install it or set CXX=/path/to/compiler)
  endif
endif

.PHONY: help train play test test-quick test-long test-sanitize test-browser lint bench tensorboard build stub clean
.DELETE_ON_ERROR:
.SUFFIXES:

help:  ## show this list
	@sed -n 's/^\([a-z-]*\):.*##/\1:/p' Makefile | awk -F': ' '{ printf "  make %-14s %s\n", $$1, $$2 }'
	@echo
	@echo '  settings: PYTHON=python3.12  VENV=.venv  CONFIG=configs/english-quick.toml'
	@echo '            PIP_ARGS="pip options"  ARGS="further arguments of the command"'

train: $(VENV)/installed-train  ## train a network by self-play and prove it (CONFIG=…)
	$(BIN)/crownhead train $(CONFIG) $(ARGS)

play: $(VENV)/installed-web  ## open the play page in a browser
	$(BIN)/crownhead serve $(ARGS)

test: $(VENV)/installed-train+test  ## the whole test suite, under ten minutes
	$(PYTEST) -m "not long" -n auto $(ARGS)

test-quick: $(VENV)/installed-train+test  ## the quick tests, under a minute
	$(PYTEST) -m "not slow and not long" $(ARGS)

test-long: $(VENV)/installed-train+test  ## the long random and differential tests, under an hour
	$(PYTEST) -m "long" -n auto $(ARGS)

test-sanitize:  ## the quick engine tests on a core built with address and UB sanitizers
	@SKBUILD_CMAKE_DEFINE='$(SANITIZE)' SKBUILD_CMAKE_BUILD_TYPE=Debug \
	    $(MAKE) --no-print-directory VENV=$(VENV)-sanitize $(VENV)-sanitize/installed-test
	LD_PRELOAD="$(foreach library,asan ubsan stdc++,$(shell $(CXX) -print-file-name=lib$(library).so))" \
	    ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc \
	    $(VENV)-sanitize/bin/python -m pytest -p no:cacheprovider --capture=sys \
	    -m "not slow and not long" tests/engine $(ARGS)

test-browser: $(VENV)/installed-train+browser  ## the play page in a real Chromium, a few minutes
	$(PYTEST) tests/browser $(ARGS)

lint: $(VENV)/installed-dev  ## style, types, import layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/clang-format --dry-run --Werror $(filter %.hpp %.cpp,$(SOURCES))
	@! grep -n 'std::' engine/_native.pyi || { echo 'engine/_native.pyi: a nanobind/stl header is missing'; exit 1; }

bench: $(VENV)/installed-train  ## measure move generation, search, self-play and training
	$(BIN)/crownhead bench $(ARGS)

tensorboard: $(VENV)/installed-train  ## watch the runs in a browser
	$(BIN)/tensorboard --logdir runs $(ARGS)

build: $(VENV)/installed-base  ## compile the core and install the command, nothing more

stub: $(VENV)/installed-base  ## rewrite engine/_native.pyi from the compiled core
	@rm -f engine/_native.pyi
	$(BIN)/cmake --build $(VENV)/native --target native_stub

clean:  ## remove the virtual environment and everything built
	rm -rf $(VENV) $(VENV)-sanitize build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find engine rl tests -name __pycache__ -type d -prune -exec rm -rf {} +

# --- what the targets above stand on ---------------------------------------------------------

PIP_INSTALL = $(BIN)/python -m pip install --constraint constraints.txt $(PIP_ARGS)

# The build tools are installed here, and not by pip for each build, so that the compiler sees the
# same paths every time and recompiles only what changed.
$(VENV)/build-tools: pyproject.toml constraints.txt
	@echo '== $(VENV): virtual environment and build tools'
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	$(PIP_INSTALL) cmake ninja $$($(BIN)/python -c \
	    'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
	@touch $@

$(VENV)/installed-%: $(VENV)/build-tools $(INPUTS)
	@echo '== $(VENV): crownhead with $*, the core compiled (the first time: a few minutes)'
	SKBUILD_BUILD_DIR=$(VENV)/native PATH="$(abspath $(BIN)):$$PATH" \
	    $(PIP_INSTALL) --no-build-isolation --editable '.$(if $(filter-out base,$*),[$(subst +,$(comma),$*)])'
	@touch $@
