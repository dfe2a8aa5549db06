# `make demo` and `make test` set up whatever they need; `make help` lists the rest.
# Needed: Python 3.10 to 3.13, Java 17 or 21, and make. Everything else goes into .venv/ and the package caches of your home.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup demo docs pictures test all lint unit spark cluster anywhere golden cdc drill views streams histories seconds sql rooms bench compat clean

# The first of these that runs; a version manager may have commands on the PATH that do not.
PYTHON ?= $(shell for version in 3.11 3.12 3.13 3.10; do \
  python$$version -c '' 2>/dev/null && echo python$$version && break; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
START := $(shell date +%s)
export DO_NOT_TRACK := 1

# Every environment has this empty package in place of one that not every machine can install; its file says why.
PARSER := .ci/dbt-core-experimental-parser
PIP := -m pip install --quiet --disable-pip-version-check $(PARSER)

# Three test processes with one Spark each, because two leave the cores idle at times. The tests of a file run in one of
# them, the longest file first (tests/seconds.json).
PARALLEL := -n 3 --dist loadfile --no-loadscope-reorder
UNIT := tests/unit tests/rendered
SPARK := tests/golden tests/dbt tests/engine

took = s=$$(( $$(date +%s) - $(START) )); printf '\nmake %s: done in %d min %02d s\n' $(1) $$((s / 60)) $$((s % 60))

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## virtual environment in .venv with the adapter and all tools

$(READY): pyproject.toml constraints.txt $(PARSER)/pyproject.toml
	@$(call check-python,$(PYTHON),make PYTHON=/path/to/python3.11)
	@echo 'Installing Spark, dbt and the tools of tests into $(VENV): once, in some minutes'
	'$(PYTHON)' -m venv --clear $(VENV)
	$(BIN)/python $(PIP) --constraint constraints.txt --editable '.[dev]'
	@touch $@

# $(call check-python,COMMAND,EXAMPLE): fails with a sentence when the command is no Python that this project supports.
check-python = python='$(1)'; how="Install it, or name yours: $(2)"; \
  [[ -n "$$python" ]] && "$$python" -c '' 2>/dev/null || { \
    echo "Python 3.10 to 3.13 is needed, and '$${python:-python3.11}' does not run here. $$how"; exit 1; }; \
  "$$python" -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))' || { \
    echo "Python 3.10 to 3.13 is needed; '$$python' is $$("$$python" -V). $$how"; exit 1; }; \
  "$$python" -c 'import ensurepip, venv' || { \
    echo "Python's venv module is needed (Debian and Ubuntu: apt install python3-venv)"; exit 1; }

.PHONY: java
java:
	@java="$${JAVA_HOME:+$$JAVA_HOME/bin/}java"; command -v "$$java" >/dev/null || { \
	  echo "Java 17 is needed by Spark, and '$$java' is not here. Install it (Debian and Ubuntu: apt install openjdk-17-jre-headless) or set JAVA_HOME"; exit 1; }; \
	version=$$("$$java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p'); \
	[[ "$$version" == 17 || "$$version" == 21 ]] || { echo "Spark needs Java 17 (21 works too); '$$java' is version $$version. Set JAVA_HOME"; exit 1; }

demo: java setup ## real flights through keyed tables, batch by batch: what each run changed
	@cd integration_tests && ../$(BIN)/dbt --quiet deps && ../$(BIN)/python demo.py
	@$(call took,demo)

test: java setup lint ## everything CI runs: all tests, those of both formats on Iceberg and a sample on Delta
	FORMATS=iceberg $(BIN)/pytest -q $(PARALLEL) -m 'not extended' $(if $(CI),--seconds check)
	@$(call took,test)

seconds: java setup ## measures the CPU seconds of each test file again, and writes tests/seconds.json
	FORMATS=iceberg $(BIN)/pytest -q $(PARALLEL) -m 'not extended' --seconds write
	@$(call took,seconds)

all: java setup lint ## everything there is, each test once, as before a release
	$(BIN)/pytest -q $(PARALLEL) $(UNIT) $(SPARK) $(patsubst %,--ignore tests/golden/test_%.py,flink flink_cdc paimon)
	@$(MAKE) --no-print-directory golden drill views streams histories cluster anywhere docs compat
	@$(call took,all)

lint: setup ## ruff, mypy, and dbt parse of the examples with warnings as errors
	@$(MAKE) --no-print-directory -j2 --output-sync=target lint-python lint-examples

.PHONY: lint-python lint-examples
lint-python:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy adapter/dbt/adapters/tablestore

lint-examples:
	cd integration_tests && ../$(BIN)/dbt --quiet deps && ../$(BIN)/dbt --quiet --warn-error parse --no-partial-parse

unit: setup ## tests that need no Spark: a minute
	$(BIN)/pytest -q $(UNIT)

spark: java setup ## all tests on Spark, on both formats, and dbt's own suites as a whole
	$(BIN)/pytest -q $(PARALLEL) $(SPARK)

cluster: java $(VENV)/cluster ## one project on real servers: Spark standalone, Thrift and Connect, a REST catalog, PostgreSQL, S3, Kafka
	$(BIN)/pytest -q tests/cluster

$(VENV)/cluster: $(READY)
	$(BIN)/python $(PIP) --constraint constraints.txt --editable '.[dev,cluster]'
	@touch $@

docs: $(VENV)/docs ## the documentation as a site, in ./site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "wrote site/index.html"

pictures: setup ## draws the pictures of the documentation whose source has changed; needs the program d2
	$(BIN)/python docs/pictures/report.py
	$(BIN)/python docs/pictures/draw.py

$(VENV)/docs: $(READY)
	$(BIN)/python $(PIP) --constraint constraints.txt --editable '.[dev,docs]'
	@touch $@

anywhere: java $(VENV)/anywhere ## the tables read by pyiceberg, pandas, polars, DuckDB, deltalake, PySpark and spark-sql
	$(BIN)/pytest -q tests/anywhere

$(VENV)/anywhere: $(READY)
	$(BIN)/python $(PIP) --constraint constraints.txt --editable '.[dev,anywhere]'
	@touch $@

golden: java setup ## all recorded answers of real Flink and Paimon, on both formats
	$(BIN)/python tests/golden/flink.py tests/golden/flink/*.json
	$(BIN)/python tests/golden/flink_cdc.py tests/golden/flink_cdc/*.json
	@$(MAKE) --no-print-directory -j2 --keep-going --output-sync=target golden-iceberg golden-delta

golden-%: | $(READY)
	$(BIN)/python tests/golden/paimon.py --format $* tests/golden/paimon/*.json

CASES ?= 2700
cdc: java setup ## 5,000 random messages per change format, read by a real Flink too: FLINK_CDC='python flink_cdc.py'
	@[[ -n "$(FLINK_CDC)" ]] || { echo "write FLINK_CDC='COMMAND', which is called with a seed, a number of cases, and a file for Flink's answers"; exit 1; }
	answers=$$(mktemp --suffix .json); $(FLINK_CDC) $$RANDOM $(CASES) "$$answers"; \
	  $(BIN)/python tests/golden/flink_cdc.py "$$answers"
	@$(call took,cdc)

KILLS ?= 30
OVERLAPS ?= 17
EVERY ?= 1
drill: java setup ## runs killed, paused and at once, on both formats: nothing lost, nothing twice
	$(BIN)/python tests/crash/drill.py --kills $(KILLS)
	OVERLAPS=$(OVERLAPS) EVERY=$(EVERY) $(BIN)/pytest -q -n 2 --dist load -s \
	  tests/engine/test_overlapping_runs.py tests/engine/test_lost_answers.py tests/engine/test_late_publishers.py

QUERIES ?= 1000
VIEWS ?= 100
BATCHES ?= 5
EVERY_PAIR ?= 1
SEED ?= 0
views: java setup ## random materialized views after random changes, in memory and on both formats
	QUERIES=$(QUERIES) BATCHES=$(BATCHES) VIEWS=$(VIEWS) EVERY_PAIR=$(EVERY_PAIR) SEED=$(SEED) \
	  $(BIN)/pytest -q $(PARALLEL) tests/unit/test_view_results.py tests/unit/test_view_pairs.py tests/engine/test_view_queries.py tests/engine/test_random_views.py
	FUNCTIONS=0 $(BIN)/pytest -q -s tests/engine/test_view_functions.py
	@$(call took,views)

STREAM_BATCHES ?= 40
streams: java setup ## stateful operators after random batches, and readers that are paused, on both formats
	STREAM_BATCHES=$(STREAM_BATCHES) $(BIN)/pytest -q $(PARALLEL) tests/engine/test_stateful_batches.py tests/engine/test_paused_readers.py
	@$(call took,streams)

SETS ?= 1000
histories: java setup ## random events of histories in twenty orders and up to five batches each, on both formats
	HISTORY_SETS=$(SETS) $(BIN)/pytest -q tests/engine/test_versions.py tests/engine/test_group_versions.py -k every_order_and_cut
	@$(call took,histories)

sql: setup ## write the golden SQL of tests/rendered again; then read the difference
	$(BIN)/pytest -q tests/rendered --regen-all

rooms: setup ## draw docs/rooms.svg again
	$(BIN)/python tests/support/rooms.py

bench: java setup ## each operator and engine beside what one would otherwise write
	@failed=; for script in benchmarks/[a-z]*.py; do \
	  echo "$$script"; $(BIN)/python "$$script" || failed="$$failed $$script"; done; \
	test -z "$$failed" || { echo "failed, or above a limit:$$failed"; exit 1; }

# Environments beside the one of `make setup`. $(PYTHON_3.12) and so on name the interpreters.
COMPAT := .venv-compat
PYTHONS := 3.10 3.11 3.12 3.13
DBTS := 1.11 1.13
$(foreach version,$(PYTHONS),$(eval PYTHON_$(version) ?= python$(version)))

compat: java compat-pythons $(addprefix compat-python-,$(PYTHONS)) compat-lowest $(addprefix compat-dbt-,$(DBTS)) ## unit tests on Python 3.10 to 3.13 and on the lowest versions; unit tests and the demo on dbt 1.11 and 1.13
	@$(call took,compat)

.PHONY: compat-pythons
compat-pythons:
	@missing=; for python in $(foreach version,$(PYTHONS),'$(PYTHON_$(version))'); do \
	  "$$python" -c '' 2>/dev/null || missing="$$missing $$python"; done; \
	[[ -z "$$missing" ]] || { \
	  echo "These do not run here:$$missing. Install them, or name yours: make compat PYTHON_3.10=/path/to/python3.10"; exit 1; }

.PRECIOUS: $(COMPAT)/python-%/ready $(COMPAT)/dbt-%/ready
compat-python-%: $(COMPAT)/python-%/ready
	$(COMPAT)/python-$*/bin/python -m pytest -q $(UNIT)

$(COMPAT)/python-%/ready: pyproject.toml constraints.txt $(PARSER)/pyproject.toml
	@$(call check-python,$(PYTHON_$*),make compat PYTHON_$*=/path/to/python$*)
	'$(PYTHON_$*)' -m venv --clear $(@D)
	$(@D)/bin/python $(PIP) --constraint constraints.txt --editable '.[test]'
	@touch $@

compat-lowest: $(COMPAT)/lowest/ready
	$(<D)/bin/python -m pytest -q $(UNIT)

# The lower bounds of the dependencies, as a file of constraints.
$(COMPAT)/lowest/ready: pyproject.toml $(PARSER)/pyproject.toml
	@$(call check-python,$(PYTHON),make PYTHON=/path/to/python3.11)
	'$(PYTHON)' -m venv --clear $(@D)
	sed -n '/^dependencies/,/^]/s/.*"\(.*\)>=\([^,"]*\).*/\1==\2/p' pyproject.toml > $(@D)/constraints.txt
	$(@D)/bin/python $(PIP) --constraint $(@D)/constraints.txt --editable '.[test]'
	@touch $@

compat-dbt-%: $(COMPAT)/dbt-%/ready
	$(<D)/bin/python -m pytest -q $(UNIT)
	cd integration_tests && ../$(<D)/bin/dbt --quiet deps && ../$(<D)/bin/dbt --quiet --warn-error parse --no-partial-parse
	cd integration_tests && ../$(<D)/bin/python demo.py

# Of a version that has no release, the last pre-release. pip warns where `pyproject.toml` does not allow it, and installs it.
$(COMPAT)/dbt-%/ready: pyproject.toml $(PARSER)/pyproject.toml
	@$(call check-python,$(PYTHON),make PYTHON=/path/to/python3.11)
	'$(PYTHON)' -m venv --clear $(@D)
	$(@D)/bin/python $(PIP) --editable '.[test]'
	$(@D)/bin/python $(PIP) 'dbt-core~=$*.0b1'
	@touch $@

clean: ## remove .venv, caches, the site, targets, logs and the demo's lake
	rm -rf $(VENV) $(COMPAT) integration_tests/{landing,lake,logs,target,dbt_packages,package-lock.yml} target logs
	rm -rf site .pytest_cache .mypy_cache .ruff_cache .hypothesis
