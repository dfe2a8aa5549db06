"""The operators that ask the warehouse for columns, in a user's project, run by dbt's command line on its own Spark."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

STRICT = "id int not null comment 'no', s string"
FILES = {
    "dbt_project.yml": json.dumps(
        {
            "name": "shop",
            "profile": "shop",
            "flags": {"send_anonymous_usage_stats": False, "validate_macro_args": True},
            "on-run-start": [
                "create schema if not exists spark_catalog.main",
                f"create table if not exists main.strict ({STRICT}) using iceberg",
                f"create table if not exists spark_catalog.main.strict ({STRICT}) using delta",
            ],
        }
    ),
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
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    target = {"type": "tablestore", "schema": "main", "warehouse": str(folder / "lake"), "threads": 1}
    profile = {"shop": {"target": "dev", "outputs": {"dev": target}}}
    for path, text in (FILES | {"profiles.yml": json.dumps(profile)}).items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text)
    return folder


def dbt(project: Path, *arguments: str) -> tuple[bool, str]:
    command = [sys.executable, "-m", "dbt.cli.main", *arguments, "--project-dir", project, "--profiles-dir", project]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=300)
    return done.returncode == 0, done.stdout + done.stderr


def test_all_columns_are_asked_for_when_a_model_runs(project: Path) -> None:
    succeeded, output = dbt(project, "build")
    assert succeeded, output
    succeeded, output = dbt(project, "run-operation", "describe", "--args", "{relation: main.base}")
    assert succeeded, output
    assert "a     int\n" in output and "d     decimal(4,2)\n" in output
    succeeded, output = dbt(project, "run-operation", "describe", "--args", "{relation: main.strict}")
    assert succeeded and "id  int     not null  no\n" in output, output


def test_what_cannot_be_asked_or_does_not_fit_is_an_error(project: Path) -> None:
    (project / "models" / "lossy.sql").write_text("select * from {{ tablestore.fillna(ref('base'), 7.9) }}")
    (project / "models" / "cte.sql").write_text(
        "with c as (select * from {{ ref('base') }}) select * from {{ tablestore.dropna('c') }}"
    )
    succeeded, output = dbt(project, "run", "--select", "lossy", "cte")
    assert not succeeded
    assert "`a` is int, which cannot hold 7.9 unchanged" in output
    assert "the columns of 'c', a common table expression, cannot be looked up" in output


def test_parsing_asks_nothing(project: Path) -> None:
    succeeded, output = dbt(project, "--warn-error", "parse", "--no-partial-parse", "--target-path", "parsed")
    assert succeeded, output
