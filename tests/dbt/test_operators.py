"""The operators that ask the warehouse for columns, in a project of a user."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from project import Project

STRICT = "id int not null comment 'no', s string"
FILES = {
    "models/base.sql": """
        select cast(null as int) as a, cast(null as string) as s, cast('NaN' as float) as f,
               cast(null as decimal(4, 2)) as d, cast(null as date) as day, array(1) as list
        union all select 1, 'x', cast(1 as float), cast(1 as decimal(4, 2)), date '2020-01-01', null
    """,
    "models/filled.sql": "select * from {{ tablestore.fillna(ref('base'), 7) }}",
    "models/texts.sql": "select * from {{ tablestore.fillna(tablestore.fillna(ref('base'), 7), 'none') }}",
    "models/dropped.sql": "select * from {{ tablestore.dropna(ref('base'), thresh=5) }}",
    "models/replaced.sql": "select * from {{ tablestore.replace(ref('base'), {1: 2, none: 3}) }}",
    "models/described.sql": "select * from {{ tablestore.describe(ref('filled')) }}",
    "models/keyed.sql": """
        {{ config(materialized='incremental', primary_key=['id', 'day']) }}
        select 1 as id, date '2020-01-01' as day, 'x' as s
    """,
    "models/described_keyed.sql": "select * from {{ tablestore.describe(ref('keyed')) }}",
    "models/described_strict.sql": """
        select 'iceberg' as format, * from {{ tablestore.describe('main.strict') }}
        union all select 'delta', * from {{ tablestore.describe('spark_catalog.main.strict') }}
    """,
    "models/described_wide.sql": """
        {% set wide %}(select id{% for n in range(60) %}, {{ 'id' if n % 7 else 's' }} as c{{ n }}{% endfor %}
        from main.strict){% endset %}
        select * from {{ tablestore.describe(wide) }}
    """,
    "tests/described_keyed.sql": """
        select array_sort(array_agg(name)) as names from {{ ref('described_keyed') }} where key = 'PRI(id, day)'
        having names <> array('day', 'id')
    """,
    "tests/described_strict.sql": """
        select count(*) as n from {{ ref('described_strict') }}
        where (name = 'id' and not `null` and comment = 'no') or (name = 's' and `null` and comment is null)
        having n <> 4
    """,
    "tests/described_wide.sql": """
        select name from {{ ref('described_wide') }}
        where `null` is null or `null` <> coalesce(try_cast(substr(name, 2) as int) % 7 = 0, false)
    """,
    "tests/filled.sql": "select * from {{ ref('filled') }} where a not in (1, 7) or f not in (1, 7) or d not in (1, 7)",
    "tests/texts.sql": "select * from {{ ref('texts') }} where s is null or a is null",
    "tests/untouched.sql": "select 1 from {{ ref('filled') }} where s is null and day is null having count(*) <> 1",
    "tests/dropped.sql": "select count(*) as n from {{ ref('dropped') }} having n <> 1",
    "tests/replaced.sql": "select * from {{ ref('replaced') }} where a not in (2, 3) or d not in (2, 3) or f = 1",
    "tests/described.sql": """
        select array_agg(name || ' ' || type) as columns from {{ ref('described') }}
        having array_sort(columns)
            <> array('a int', 'd decimal(4,2)', 'day date', 'f float', 'list array<int>', 's string')
    """,
}


@pytest.fixture(scope="module")
def project(
    tmp_path_factory: pytest.TempPathFactory, spark: SparkSession, macros_parsed_once: None, warehouse: Path
) -> Project:
    """The project, built and tested."""
    project = Project(tmp_path_factory.mktemp("operators") / "shop", warehouse, "main")
    project.settings["flags"]["validate_macro_args"] = True
    project.settings["on-run-start"] = [
        "create schema if not exists spark_catalog.main",
        f"create table if not exists main.strict ({STRICT}) using iceberg",
        f"create table if not exists spark_catalog.main.strict ({STRICT}) using delta",
    ]
    for path, text in FILES.items():
        project.write(path, text)
    project.succeed("build")
    return project


def test_all_columns_are_looked_up_when_a_model_runs(project: Project) -> None:
    project.succeed("run-operation", "describe", "--args", "{relation: base}")
    project.succeed("run-operation", "describe", "--args", "{relation: main.strict}")
    log = (project.folder / "logs" / "dbt.log").read_text()
    assert "a     int\n" in log and "d     decimal(4,2)\n" in log
    assert "id  int     not null  no\n" in log


def test_columns_that_cannot_be_looked_up_and_values_that_do_not_fit_are_errors(project: Project) -> None:
    project.write("models/lossy.sql", "select * from {{ tablestore.fillna(ref('base'), 7.9) }}")
    project.write(
        "models/cte.sql", "with c as (select * from {{ ref('base') }}) select * from {{ tablestore.dropna('c') }}"
    )
    error = project.error("--select", "lossy", "cte")
    assert "`a` is int, which cannot hold 7.9 unchanged" in error
    assert "the columns of 'c', a common table expression, cannot be looked up" in error


def test_nothing_to_expire_is_reported(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.succeed("run-operation", "expire_state")
    assert "nothing to do: no keyed model of the project has a table with a state TTL" in capsys.readouterr().out


def test_parsing_sends_no_statement(project: Project, statements: list[str]) -> None:
    project.succeed("--warn-error", "parse", "--no-partial-parse")
    assert statements == []
