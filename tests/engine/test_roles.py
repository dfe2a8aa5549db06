"""A column with two roles in a keyed model: the SQL of a commit is valid, or the model is refused with a sentence.

The recorded answers of Paimon in ``tests/golden/paimon/roles.json`` say what such a model does.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from planning import commit, fold, problems
from project import Project, spark

# What a column is used for -> the config. `x` is the column, `v` and `g` are others.
ROLES: dict[str, dict[str, Any]] = {
    "key": {"primary_key": ["x"]},
    "second key": {"primary_key": ["k", "x"]},
    "sequence": {"sequence_field": ["x"]},
    "second sequence": {"sequence_field": ["g", "x"]},
    "descending": {"sequence_field": ["x"], "sequence_field_sort_order": "descending"},
    "row kind": {"rowkind_field": "x"},
    "order of a group": {"fields": {"x": {"sequence_group": ["v"]}}},
    "second order of a group": {"fields": {"g,x": {"sequence_group": ["v"]}}},
    "member of a group": {"fields": {"g": {"sequence_group": ["v", "x"]}}},
    "removes": {
        "fields": {"x": {"sequence_group": ["v"]}},
        "partial_update_remove_record_on_sequence_group": ["x"],
    },
    "function": {"fields": {"x": {"aggregate_function": "last_value"}}},
    "ignored": {
        "changelog_producer": "lookup",
        "changelog_producer_row_deduplicate": True,
        "changelog_producer_row_deduplicate_ignore_fields": ["x"],
    },
    "sorted by": {"cluster_by": ["x"]},
}
ENGINES: dict[str, dict[str, Any]] = {
    "deduplicate": {},
    "first-row": {"merge_engine": "first-row"},
    "partial-update": {"merge_engine": "partial-update"},
    "partial-update, deletes": {"merge_engine": "partial-update", "partial_update_remove_record_on_delete": True},
    "aggregation": {"merge_engine": "aggregation"},
    "aggregation, deletes": {"merge_engine": "aggregation", "aggregation_remove_record_on_delete": True},
}
INPUTS = {"plain": "", "kinds": ", _row_kind string", "commits": ", _row_kind string, _commit bigint"}
SHORT = {"deduplicate", "aggregation, deletes"}


def combined(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Both roles in one config; lists of columns are joined."""
    config = {"primary_key": ["k"]} | first
    for name, value in second.items():
        if name == "fields":
            fields = config.get("fields", {})
            config["fields"] = fields | {
                column: fields.get(column, {}) | settings for column, settings in value.items()
            }
        else:
            config[name] = value
    return config


def configs(short: bool) -> dict[str, tuple[str, dict[str, Any]]]:
    """Each pair of roles with each engine and each kind of batch: the columns of the batch, and the config."""
    found = {}
    for (one, other), engine, given in itertools.product(itertools.combinations(ROLES, 2), ENGINES, INPUTS):
        if not short or (engine in SHORT and given == "commits" and {one, other} & {"key", "sequence"}):
            columns = f"k int, x string, v int, g int{INPUTS[given]}"
            found[f"{one}, {other}, {engine}, {given}"] = columns, combined(ROLES[one], ROLES[other]) | ENGINES[engine]
    return found


def check(project: Project, cases: dict[str, tuple[str, dict[str, Any]]]) -> None:
    project.run()  # starts Spark
    failed, accepted = {}, 0
    spark().sql("create or replace temp view stored as select 1 as k, '+I' as x, 1 as v, 1 as g")
    for name, (columns, config) in cases.items():
        if message := problems(columns, **config):
            named = ("'x'", "x ", "partial_update", "sequence_group has no effect", "member of several")
            assert "Traceback" not in message and any(words in message for words in named), message
            continue
        accepted += 1
        fields = ", ".join(
            f"cast(null as {column.split()[1]}) as {column.split()[0]}" for column in columns.split(", ")
        )
        try:
            folded = fold(columns, **config).replace("select * from events", f"select {fields}")
            spark().sql(f"create or replace temp view folded as {folded}")
            staged = (
                commit(columns, **config)
                .replace("lake.main.orders__batch", "folded")
                .replace("lake.main.orders", "stored")
            )
            spark().sql(staged).schema  # noqa: B018
        except Exception as error:
            failed[name] = str(error).splitlines()[0]
    assert not failed, "\n".join(f"{name}: {error}" for name, error in failed.items())
    assert accepted > len(cases) / 3


def test_a_column_can_be_a_key_or_a_sequence_and_more(project: Project) -> None:
    """A sample: batches with row kinds and commits."""
    check(project, configs(short=True))


@pytest.mark.extended
def test_a_column_can_have_any_two_roles(project: Project) -> None:
    check(project, configs(short=False))
