"""Spark Connect and Thrift: the rows of the probe, functions, and what a server refuses. The client has no Java."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import yaml

from probe import Probe
from terminals import END, INTERRUPT, Terminal

RECORDED = json.loads(Path(__file__).with_name("probe_rows.json").read_text())
NO_JAVA = {"JAVA_HOME": "/no/java"}
# Models that need data frames.
PYTHON = {"labelled_orders", "large_orders"}
FUNCTIONS = {
    "functions/parts.py": """
        from collections.abc import Iterator


        def parts(text: str, separator: str = ",") -> Iterator[str]:
            yield from text.split(separator)
    """,
    "functions/day_after.py": """
        import datetime


        def day_after(day: datetime.datetime, days: int = 1) -> datetime.datetime:
            return day + datetime.timedelta(days=days)
    """,
    "functions/longest.py": """
        class longest:
            def __init__(self):
                self.found = ""

            def accumulate(self, text: str) -> None:
                self.found = max(self.found, text, key=len)

            def merge(self, other: "longest") -> None:
                self.accumulate(other.found)

            def finish(self) -> str:
                return self.found
    """,
    "functions/functions.yml": """
        functions:
          - {name: parts, config: {type: table}, returns: {data_type: auto}}
          - {name: day_after, config: {type: scalar}, returns: {data_type: auto}}
          - {name: longest, config: {type: aggregate}, returns: {data_type: auto}}
    """,
    "models/split.sql": """
        {{ config(materialized='table') }}
        select t.id, p.value
        from values (1, 'a,b'), (2, 'c') as t(id, text), lateral {{ function('parts') }}(t.text) as p
        union all select 3, value from {{ function('parts') }}('d-e', separator => '-')
    """,
    "models/days.sql": """
        {{ config(materialized='table') }}
        select {{ function('day_after') }}(timestamp'2024-01-01 12:00:00') as one,
          {{ function('day_after') }}(date'2024-01-01', days => cast(2 as smallint)) as two
    """,
    "models/counted.sql": """
        {{ config(materialized='table') }}
        select id, count(*) as n from {{ ref('split') }} group by id
    """,
    "models/wrong.sql": "{{ config(materialized='table') }} select {{ function('day_after') }}(7) as day",
    "tests/expected.sql": """
        (select * from {{ ref('split') }} except values (1, 'a'), (1, 'b'), (2, 'c'), (3, 'd'), (3, 'e'))
        union all
        (select id, string(n) from {{ ref('counted') }} except values (1, '2'), (2, '1'), (3, '2'))
        union all
        select 0, concat(one, ' ', two) from {{ ref('days') }}
        where (one, two) is distinct from (timestamp'2024-01-02 12:00:00', timestamp'2024-01-03 00:00:00')
    """,
}


CONTRACT = {
    "models/kept.yml": """
        models:
          - name: kept
            config: {materialized: table, contract: {enforced: true}}
            columns: [{name: id, data_type: int, constraints: [{type: not_null}]}]
    """,
    "models/kept.sql": "select cast({{ var('id', '1') }} as int) as id",
}
PYTHON_MODEL = {"models/m.py": "def model(dbt, spark):\n    return spark.range(1)\n"}
VIEW = {
    "models/given.sql": "{{ config(materialized='table') }} select 1 as id, 2 as n union all select 1, 3",
    "models/counted.sql": "{{ config(materialized='materialized_view') }} "
    "select id, avg(n) as n from {{ ref('given') }} group by id",
}


def dbt(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "ignore", "-m", "dbt.cli.main", *arguments, "--no-use-colors"]
    variables = {**os.environ, **NO_JAVA, **environment}
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, timeout=600)


def project(folder: Path, files: dict[str, str], **target: object) -> Path:
    settings = {"name": "shop", "version": "1.0", "profile": "shop", "flags": {"send_anonymous_usage_stats": False}}
    outputs = {"dev": {"type": "tablestore", "schema": "shop", **target}}
    contents = {"dbt_project.yml": settings, "profiles.yml": {"shop": {"target": "dev", "outputs": outputs}}}
    for path, text in (files | {name: yaml.safe_dump(content) for name, content in contents.items()}).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(textwrap.dedent(text))
    return folder


@pytest.mark.extended
def test_connect(tmp_path: Path, spark_server: dict[str, str]) -> None:
    probe = Probe(tmp_path / "probe", "connect", spark_server | NO_JAVA)
    assert probe.rows() == RECORDED
    # a catalog of the session, which the server does not have
    catalog = {"name": "other", "type": "hadoop"}
    (tmp_path / "other").mkdir()
    settings = {"spark.sql.shuffle.partitions": 1, "spark.executor.memory": "1g"}
    target = {"catalog": catalog, "warehouse": f"file://{tmp_path}/other", "spark_config": settings}
    shop = project(tmp_path / "shop", FUNCTIONS | CONTRACT, method="connect", **target)
    remote = {"SPARK_REMOTE": spark_server["SPARK_REMOTE_URL"]}
    done = dbt(shop, "build", **remote)
    assert "has its own values of these settings of the profile: spark.executor.memory" in done.stdout, done.stdout
    assert (tmp_path / "other" / "shop" / "split").is_dir()
    assert "functions/longest.py: longest() is an aggregate" in done.stdout, done.stdout
    assert "day_after does not accept (INT)" in done.stdout, done.stdout
    assert "PASS=7 WARN=0 ERROR=2" in done.stdout and "PASS expected" in done.stdout, done.stdout
    done = dbt(shop, "run", "--select", "kept", "--vars", "{id: 'null'}", **remote)
    assert "null" in done.stdout.lower() and done.returncode == 1, done.stdout
    done = dbt(shop, "show", "--output", "json", "--inline", "select id from {{ ref('kept') }}", **remote)
    assert '"id": 1' in done.stdout, done.stdout


@pytest.mark.extended
def test_thrift(tmp_path: Path, spark_server: dict[str, str]) -> None:
    from pyhive import hive

    server = {"host": spark_server["SPARK_HOST"], "port": int(spark_server["THRIFT_PORT"]), "user": "dbt"}
    shop = project(tmp_path / "shop", PYTHON_MODEL | VIEW, method="thrift", **server)
    assert "All checks passed!" in dbt(shop, "debug").stdout
    done = dbt(shop, "run")
    assert "m (models/m.py) is a Python model, and `method: thrift` runs SQL only" in done.stdout
    assert "PASS=2 WARN=0 ERROR=1" in done.stdout, done.stdout
    probe = Probe(tmp_path / "probe", "thrift", spark_server | NO_JAVA)
    assert probe.rows(without=PYTHON) == {name: rows for name, rows in RECORDED.items() if name not in PYTHON}
    with hive.connect(host=server["host"], port=server["port"], auth="NONE") as connection:
        cursor = connection.cursor()
        cursor.execute("create schema if not exists lake.main")
        cursor.execute("create or replace table lake.main.orders using iceberg as select 1 as id, 'x' as note")
    script = Path(__file__).parents[1] / "anywhere" / "read_thrift.py"
    command = [sys.executable, str(script), server["host"], str(server["port"])]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "1 x\n"


@pytest.mark.extended
def test_ctrl_c_cancels_a_statement_on_the_server(tmp_path: Path, spark_server: dict[str, str]) -> None:
    """In the shell, where the next statement works, and in a run, which ends with a sentence."""
    slow = "select max(sha2(cast(id as string), 512)) as m from range(0, 1000000000000L)"
    models = {"models/slow.sql": f"{{{{ config(materialized='table') }}}} {slow}"}
    shop = project(tmp_path / "shop", models, method="connect", url=spark_server["SPARK_REMOTE_URL"])
    program = Path(sys.executable).parent
    with Terminal([program / "dbt-tablestore", "shell"], shop, XDG_STATE_HOME=str(tmp_path), **NO_JAVA) as terminal:
        terminal.expect("spark>")
        for _ in range(2):
            terminal.enter(f"{slow};")
            terminal.expect(r"run the query .*0:0[4-9]")
            terminal.type(INTERRUPT)
            terminal.expect(r"cancelled after \d+\.?\d* s", 30)
            terminal.enter("select 40 + 2 as answer;")
            terminal.expect(r"\| 42 +\|\s+1 row in \d\.\d s\s+spark>", 30)
        assert "Traceback" not in terminal.text and "ERROR" not in terminal.text, terminal.text
        terminal.type(END)
        assert terminal.wait() == 0
    with Terminal([program / "dbt", "run"], shop, **NO_JAVA) as terminal:
        terminal.expect(r"create the table .*0:0[4-9]")
        terminal.type(INTERRUPT)
        terminal.expect("the run was interrupted", 60)
        assert terminal.wait() == 2
        assert "Traceback" not in terminal.text, terminal.text
