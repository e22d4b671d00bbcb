# One command for each thing that a newcomer or a maintainer does. Needs make, cargo and python3 (3.11 or newer);
# everything else is put into .venv and build, and nothing outside of this folder is changed.

SHELL := /bin/sh
.DEFAULT_GOAL := help

PYTHON ?= python3
CARGO ?= cargo
PREFIX ?= /usr/local
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DENY := build/tools/bin/cargo-deny
RUST_SOURCES := $(shell find rust -name target -prune -o \( -name '*.rs' -o -name '*.toml' -o -name '*.css' -o -name '*.js' \) -print)

# `value` keeps a dollar sign in an address from being taken for a variable of make.
export READ_URL := $(value URL)

.PHONY: help setup browser-for-address read doctor test test-rust test-python test-slow test-c test-fuzz test-inspector test-all lint format bench capi clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMP) ## build pagewarden and install it with its tools into .venv

# A bare Debian has python3 without ensurepip, and then `python3 -m venv` fails half-way with a long message.
$(BIN)/python:
	@command -v $(CARGO) >/dev/null || { echo "cargo is missing: install Rust, https://rustup.rs" >&2; exit 1; }
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) is missing: apt-get install -y python3" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "$(PYTHON) is older than 3.11: make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			apt-get update -qq && apt-get install -y -qq python3-venv; \
		else \
			echo "python3 has no venv module: sudo apt-get install -y python3-venv" >&2; exit 1; \
		fi
	$(PYTHON) -m venv $(VENV)

# Cargo.lock is not listed: cargo touches it when it builds, and the stamp would never be new.
$(STAMP): $(BIN)/python pyproject.toml Cargo.toml $(RUST_SOURCES)
	@echo "building pagewarden; the first time takes a few minutes" >&2
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

# Only an address is rendered, so that only an address needs a browser. Without one the page is fetched instead, and
# so nothing that goes wrong here may stop the reading.
browser-for-address: $(STAMP)
	@case "$$READ_URL" in \
	http://*|https://*|HTTP://*|HTTPS://*) \
		if $(BIN)/python -c 'import sys; from pagewarden.browser.finder import find; sys.exit(not find("chromium").found)'; \
		then :; \
		elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing a browser: apt-get install -y chromium" >&2; \
			{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; } >/dev/null || \
				echo "the browser could not be installed; the page is fetched without running its scripts" >&2; \
		fi;; \
	esac

read: browser-for-address ## print the text of a page: make read URL=<address or file>; without URL a bundled heavy page
	@if [ -n "$$READ_URL" ]; then $(BIN)/pagewarden read $(ARGS) "$$READ_URL"; \
	else $(BIN)/pagewarden read $(ARGS) --sample; fi

doctor: $(STAMP) ## check the installation and list every place where a browser was looked for
	@$(BIN)/pagewarden doctor

test: test-rust test-c test-python test-fuzz ## set everything up and run every test

test-rust:
	$(CARGO) test --workspace --locked

test-python: $(STAMP)
	$(BIN)/python -m pytest -m "not slow"

test-slow: $(STAMP) ## the tests that take minutes: 300,000 elements, thousands of readings
	$(BIN)/python -m pytest -m slow

test-c:
	@if [ -x tests/c/run.sh ]; then tests/c/run.sh; else echo "test-c: tests/c/run.sh is absent, nothing to run"; fi

# A short run: enough to see that every target builds and still holds. FUZZ_SECONDS=600 looks for something new.
FUZZ_SECONDS ?= 8

test-fuzz:
	@command -v c++ >/dev/null || \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			apt-get update -qq && apt-get install -y -qq g++; \
		else \
			echo "libFuzzer needs a C++ compiler: sudo apt-get install -y g++" >&2; exit 1; \
		fi
	@mkdir -p build
	sh rust/fuzz/run.sh $(FUZZ_SECONDS) >build/fuzz.log 2>&1 || { tail -40 build/fuzz.log; exit 1; }
	@grep -E '^==|average_exec' build/fuzz.log

# The one test that needs the registry of npm.
INSPECTOR := @modelcontextprotocol/inspector@2.12.0

test-inspector: $(STAMP) ## try the MCP server with the official Inspector
	@if command -v npm >/dev/null; then \
		npm install --silent --prefix build/inspector --no-audit --no-fund $(INSPECTOR) && \
		$(BIN)/python -m pytest tests/mcp/test_inspector.py; \
	else echo "test-inspector: npm is absent, nothing to run"; fi

test-all: test test-slow test-inspector lint ## run every test and every check

lint: $(STAMP) $(DENY) ## formatting, lints, types, stubs, licences
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	$(CARGO) metadata --locked --format-version 1 --manifest-path rust/fuzz/Cargo.toml >/dev/null
	$(BIN)/ruff format --check python tests
	$(BIN)/ruff check python tests
	cd bench && ../$(BIN)/ruff check . && ../$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest pagewarden._core
	$(DENY) --log-level error check bans licenses sources

# From source, so that the one tool that no registry carries as a binary is still installed by a registry's client.
$(DENY):
	$(CARGO) install --locked --quiet --root build/tools cargo-deny

format: $(STAMP) ## rewrite the sources in the one format
	$(CARGO) fmt --all
	$(BIN)/ruff format python tests
	$(BIN)/ruff check --fix --quiet python tests

BENCH_STAMP := $(VENV)/.bench-installed

$(BENCH_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	@touch $@

bench: $(BENCH_STAMP) ## measure pagewarden and its peers
	$(BIN)/python bench/run.py

capi: ## build libharmonia and install it with its header under PREFIX
	$(CARGO) build --release --locked --package pagewarden-capi
	install -d '$(PREFIX)/lib' '$(PREFIX)/include'
	install -m 644 target/release/libharmonia.a '$(PREFIX)/lib/'
	if [ -f target/release/libharmonia.so ]; then \
		install -m 755 target/release/libharmonia.so '$(PREFIX)/lib/libharmonia.so.1' && \
		ln -sf libharmonia.so.1 '$(PREFIX)/lib/libharmonia.so'; fi
	if [ -f target/release/libharmonia.dylib ]; then \
		install -m 755 target/release/libharmonia.dylib '$(PREFIX)/lib/'; fi
	install -m 644 rust/capi/include/harmonia.h '$(PREFIX)/include/'

clean: ## remove everything that was built
	rm -rf $(VENV) build dist target
	find python tests -name __pycache__ -prune -exec rm -rf {} +
