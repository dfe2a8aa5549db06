# `make demo` and `make test` set up whatever they need; `make help` lists the rest.
# Needed: Python 3.11, Java 17 and make. Everything else goes into .venv/ and the package caches of your home.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup demo test lint unit spark golden drill bench clean

PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
START := $(shell date +%s)
export DO_NOT_TRACK := 1

# Tests that start no JVM, and groups that each share one Spark in a process of their own: two run side by side, the
# longest first. What is left of the recorded answers of Paimon after the sample is for `make golden`.
UNIT := $(wildcard tests/test_*.py)
SPARK := $(addprefix spark-,functional keyed state adapter examples functions engines operators package)
SAMPLE := delta-sample golden-flink golden-paimon-sample

# `make drill` kills this many runs, and `make spark` runs all tests on both formats. `make test` has an hour: it kills
# fewer, leaves out dbt's suites on their second format, and tests keyed models on Iceberg with a sample on Delta.
KILLS ?= 30
TESTS ?=
export FORMATS ?= iceberg delta

took = s=$$(( $$(date +%s) - $(START) )); printf '\nmake %s: done in %d min %02d s\n' $(1) $$((s / 60)) $$((s % 60))

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## virtual environment in .venv with the adapter and all tools

$(READY): pyproject.toml
	@command -v '$(PYTHON)' >/dev/null || { \
	  echo "Python 3.11 is needed, and '$(PYTHON)' is not here. Install it, or name yours: make PYTHON=/path/to/python3.11"; exit 1; }
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || { \
	  echo "Python 3.11 is needed; '$(PYTHON)' is $$('$(PYTHON)' -V). Name another one: make PYTHON=/path/to/python3.11"; exit 1; }
	@'$(PYTHON)' -c 'import ensurepip, venv' || { \
	  echo "Python's venv module is needed (Debian and Ubuntu: apt install python3.11-venv)"; exit 1; }
	'$(PYTHON)' -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

.PHONY: java
java:
	@java="$${JAVA_HOME:+$$JAVA_HOME/bin/}java"; command -v "$$java" >/dev/null || { \
	  echo "Java 17 is needed by Spark, and '$$java' is not here. Install it (Debian and Ubuntu: apt install openjdk-17-jre-headless) or set JAVA_HOME"; exit 1; }; \
	version=$$("$$java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p'); \
	[[ "$$version" == 17 || "$$version" == 21 ]] || { echo "Spark needs Java 17 (21 works too); '$$java' is version $$version. Set JAVA_HOME"; exit 1; }

demo: java setup ## real flights through keyed tables, batch by batch: what each run changed
	@cd integration_tests && ../$(BIN)/dbt --quiet deps && ../$(BIN)/python demo.py
	@$(call took,demo)

test: java setup lint unit ## everything CI runs
	@$(MAKE) --no-print-directory -j2 --keep-going --output-sync=target drill $(SPARK) $(SAMPLE) KILLS=8 TESTS='-m "not twin"' FORMATS=iceberg
	@$(call took,test)

lint: setup ## ruff, mypy, and dbt parse of the examples with warnings as errors
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy adapter/dbt/adapters/tablestore
	cd integration_tests && ../$(BIN)/dbt --quiet deps && ../$(BIN)/dbt --quiet --warn-error parse --no-partial-parse

unit: setup ## tests that need no Spark: seconds
	$(BIN)/pytest -q $(UNIT)

spark: java setup ## tests on Spark, a process per folder
	@$(MAKE) --no-print-directory -j2 --keep-going --output-sync=target $(SPARK)

spark-%: | $(READY)
	$(BIN)/pytest -q --durations=5 $(TESTS) tests/$*

delta-sample: | $(READY)
	FORMATS=delta $(BIN)/pytest -q --durations=5 -k 'not chain' tests/keyed/test_commits.py tests/keyed/test_deduplicate.py

golden: java setup ## all recorded answers of real Flink and Paimon, on both formats
	@$(MAKE) --no-print-directory -j2 --keep-going --output-sync=target golden-flink golden-paimon-iceberg golden-paimon-delta

golden-flink: | $(READY)
	$(BIN)/python tests/golden/flink.py tests/golden/flink/*.json

golden-paimon-sample: | $(READY)
	$(BIN)/python tests/golden/paimon.py --format iceberg tests/golden/paimon/edge.json tests/golden/paimon/found.json
	$(BIN)/python tests/golden/paimon.py --format delta --sample 6 tests/golden/paimon/random.json

golden-paimon-%: | $(READY)
	$(BIN)/python tests/golden/paimon.py --format $* tests/golden/paimon/*.json

drill: | $(READY) ## runs killed again and again, on both formats: nothing lost, nothing twice
	$(BIN)/python tests/drill/drill.py --kills $(KILLS)

bench: java setup ## each operator and engine beside what one would otherwise write
	@for script in benchmarks/[a-z]*.py; do echo "$$script"; $(BIN)/python "$$script"; done

clean: ## remove .venv, targets, logs and the demo's lake
	rm -rf $(VENV) integration_tests/{landing,lake,logs,target,dbt_packages,package-lock.yml} target logs
