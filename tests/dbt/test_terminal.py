"""A real terminal: Ctrl-C during statements, and what the shell completes, remembers and prints."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from dbt.cli.main import dbtRunner

from spark_settings import SPARK_SETTINGS
from terminals import END, INTERRUPT, TAB, Terminal

BIN = Path(sys.executable).parent
LONG = "select count(*) from range(1000000000000) where hash(id) = 1"
PROGRESS = r"[█░]{10}  .*0:\d\d"
WRONG = ("ERROR:root", "Traceback", "Exception while", "py4j", 'File "')
MODEL = """
{{ config(materialized='incremental', primary_key='k') }}
select id % 10 as k, max(hash(id)) as v from range(0, {{ env_var('ROWS', '100') }}L) group by id % 10
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A parsed project with a table `orders`, which is not of dbt, and a model `slow`."""
    folder = tmp_path / "shop"
    (folder / "models").mkdir(parents=True)
    target = {"type": "tablestore", "schema": "main", "warehouse": "lake", "spark_config": SPARK_SETTINGS}
    (folder / "profiles.yml").write_text(json.dumps({"shop": {"target": "dev", "outputs": {"dev": target}}}))
    settings = {"name": "shop", "profile": "shop", "flags": {"send_anonymous_usage_stats": False}}
    (folder / "dbt_project.yml").write_text(json.dumps(settings))
    (folder / "models" / "slow.sql").write_text(MODEL)
    where = ["--project-dir", str(folder), "--profiles-dir", str(folder)]
    assert dbtRunner().invoke(["--quiet", "parse", *where]).success
    return folder


@pytest.fixture
def shell(shop: Path, tmp_path: Path) -> Iterator[Terminal]:
    command = [BIN / "dbt-tablestore", "shell"]
    with Terminal(command, shop, XDG_STATE_HOME=str(tmp_path / "state")) as terminal:
        terminal.expect("spark>")
        terminal.enter("create schema main; use main; create table orders as select 1 as id, 'paid' as note;")
        terminal.expect(r"(?s)(?:done in .*?){3} s\s+spark>")
        yield terminal


def ctrl_c(shell: Terminal) -> None:
    """It cancels a statement that executes, one whose rows are computed, or the line that is typed."""
    for statement in (f"{LONG};", f"create table long as {LONG};"):
        shell.enter(statement)
        shell.expect(PROGRESS)  # the progress of a statement that takes long
        shell.type(INTERRUPT)
        shell.expect(r"cancelled after \d+\.?\d* s\s+spark>", 15)
        assert "\x1b[Kcancelled" in shell.raw  # no rest of the progress line
        shell.enter("select 41 + 1 as answer;")
        shell.expect(r"\| 42 +\|\s+1 row in \d\.\d s\s+spark>", 15)
    shell.enter(f"{LONG}; select 1;")
    shell.expect(PROGRESS)
    for _ in range(3):
        shell.type(INTERRUPT)
    shell.expect(r"cancelled after \d+\.?\d* s\s+1 more statement of this entry did not run\s+spark>", 15)
    shell.type("select nonsen")
    shell.type(INTERRUPT)
    shell.expect("spark>")
    shell.enter("select 'fine' as now;")
    shell.expect(r"\| fine +\|\s+1 row in \d\.\d s\s+spark>", 15)


def test_the_shell(shell: Terminal, shop: Path, tmp_path: Path) -> None:
    ctrl_c(shell)
    shell.enter("select ';' as a, -- not the end;")
    shell.enter("2 as b; select 3 as c;")
    shell.expect(r"\| ; +\| 2 +\|\s+1 row in \d\.\d s\s+\| c \|\s+\| - \|\s+\| 3 \|\s+1 row in")
    [history] = (tmp_path / "state").rglob("history")
    assert history.read_text().endswith("+select ';' as a, -- not the end;\n+2 as b; select 3 as c;\n")
    assert history.stat().st_mode & 0o077 == 0
    shell.expect("spark>")
    shell.type(f"select note from orde{TAB}")
    shell.expect("rs")
    shell.type(f" as o where o.i{TAB}")
    shell.expect("d")
    shell.enter(" = 1;")
    shell.expect(r"\| paid +\|\s+1 row in \d\.\d s\s+spark>")
    shell.enter("select * from ordrs;")
    shell.expect(r"The table or view `ordrs` cannot be found. Did you mean `orders`\?.*\s+spark>")
    shell.enter("select nte from orders;")
    shell.expect(r"`nte` cannot be resolved. Did you mean one of the following\? \[`note`, `id`\].*\s+spark>")
    shell.enter("select * from {{ ref('slow') }};")
    shell.expect(r"`slow` cannot be found. It is in the project: \S*dbt build --select slow .*\s+spark>")
    shell.enter("create table orders__commits as select 1 as one; create view v as select * from orders;")
    shell.expect(r"(?s)(?:done in .*?){2} s\s+spark>")
    shell.enter("show tables;")
    shell.expect(
        r"\| main +\| orders +\|.*\s+\| main +\| v +\|.*\s+2 rows in .* s, without 1 side table: show all tables"
    )
    shell.enter("show all tables;")
    shell.expect(r"\| orders__commits +\|.*\s+\| main +\| v .*\s+3 rows in \d\.\d s\s+spark>")
    shell.type(END)
    assert shell.wait() == 0
    assert [text for text in WRONG if text in shell.text] == []
    # nobody else could use the metastore of Delta tables, of which there are none
    assert not (shop / "lake" / "spark_catalog" / "metastore").exists()


def test_ctrl_c_of_a_command(shop: Path) -> None:
    """One line, and the exit code of Ctrl-C."""
    with Terminal([BIN / "dbt-tablestore", "sql", LONG], shop) as terminal:
        terminal.expect(PROGRESS)
        terminal.type(INTERRUPT)
        terminal.type(INTERRUPT)
        terminal.expect(r"cancelled after \d\.\d s")
        assert terminal.wait(20) == 130
        assert [text for text in WRONG if text in terminal.text] == []


@pytest.mark.extended
def test_ctrl_c_while_rows_are_printed(shop: Path) -> None:
    statement = "select id from range(0, 1000000000, 1, 4000)"
    with Terminal([BIN / "dbt-tablestore", "sql", statement, "--format", "csv"], shop) as terminal:
        terminal.expect(r"\b20000\b")
        terminal.type(INTERRUPT)
        terminal.expect(r"cancelled after \d+\.?\d* s")
        assert terminal.wait(20) == 130
        assert [text for text in WRONG if text in terminal.text] == []


@pytest.mark.parametrize(
    ("command", "code"), [(["run"], 2), pytest.param(["run-operation", "slow"], 1, marks=pytest.mark.extended)]
)
def test_ctrl_c_of_dbt(shop: Path, command: list[str], code: int) -> None:
    """A model runs in another thread, an operation in the main one."""
    (shop / "macros").mkdir()
    (shop / "macros" / "slow.sql").write_text(f"{{% macro slow() %}}{{% do run_query('{LONG}') %}}{{% endmacro %}}")
    with Terminal([BIN / "dbt", *command], shop, ROWS="1000000000000000") as terminal:
        terminal.expect(PROGRESS)
        terminal.type(INTERRUPT)
        terminal.type(INTERRUPT)
        terminal.expect("the run was interrupted, and its Spark jobs are cancelled")
        assert terminal.wait(60) == code
        assert [text for text in WRONG if text in terminal.text] == []
