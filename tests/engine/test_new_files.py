"""Files that are read once each: late and rewritten ones, killed runs, and what their rows carry."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import overlaps
from formats import FORMATS
from project import Project, spark

CONFIG = "materialized='incremental', primary_key='k', merge_engine='aggregation', default_aggregate_function='sum'"
COLUMNS = "columns={'k': 'int', 'n': 'bigint'}"
OLD = 978307200


class Landing:
    """A folder, and a keyed model that adds up its files: a row that is lost or read twice makes another sum."""

    def __init__(self, project: Project, folder: Path, format: str) -> None:
        self.project, self.folder, self.format = project, folder, format
        self.sums: Counter[int] = Counter()
        self.model()

    def model(self, options: str = "") -> None:
        self.project.write(
            "models/sums.sql",
            f"{{{{ config({CONFIG}, file_format='{self.format}') }}}}\n"
            f"select k, n from {{{{ tablestore.new_files('{self.folder}', 'json', {COLUMNS}{options}) }}}}",
        )

    def land(self, name: str, *rows: tuple[int, int], at: float | None = None) -> Path:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(json.dumps({"k": k, "n": n}) for k, n in rows) + "\n\n")
        if at is not None:
            os.utime(file, (at, at))
        for k, n in rows:
            self.sums[k] += n
        return file

    def check(self) -> None:
        stored = self.project.rows(f"select k, n from {{{self.format}}}.sums")
        assert stored == sorted(self.sums.items())


@pytest.fixture(params=FORMATS)
def landing(warm_project: Project, tmp_path: Path, request: pytest.FixtureRequest) -> Landing:
    return Landing(warm_project, tmp_path / "in", request.param)


def test_each_file_is_read_once(landing: Landing) -> None:
    project = landing.project
    landing.land("a.json", (1, 1), (2, 10))
    landing.land("day=1/it's 100% b.json", (1, 100))
    (landing.folder / "_being_written.json").write_text("{")
    project.run()
    landing.check()
    landing.land("0/late.json", (2, 1000), at=OLD)
    (landing.folder / "not_written_yet.json").write_text("")
    project.run()
    landing.check()
    project.run()
    commits = f"select commit, offsets from {{{landing.format}}}.sums__commits"
    offsets = [json.loads(text)["new_files"] for _, text in project.rows(commits)]
    assert [(found["commit"], len(found["read"])) for found in offsets] == [(2, 48), (3, 24)]
    landing.land("not_written_yet.json", (2, 5), at=OLD)
    overlaps.killed_before(project, *overlaps.KILLS[1])
    landing.land("after.json", (4, 1))
    project.run()
    landing.check()


def test_folders_that_are_not_there(landing: Landing) -> None:
    """In an object store, a folder without files is none."""
    project, folder = landing.project, landing.folder
    message = project.error()
    assert f"path: there is no file or folder '{folder}' ([PATH_NOT_FOUND]): correct it, or write a pattern" in message
    landing.folder = Path(f"{folder}*")
    landing.model()
    call = f"tablestore.new_files('{folder}*', 'json', {COLUMNS})"
    project.write("models/all.sql", f"{{{{ config(materialized='table') }}}}\nselect k, n from {{{{ {call} }}}}")
    project.run()
    assert project.rows(f"select * from {{{landing.format}}}.sums") == []
    landing.folder = folder
    for number in (1, 2):
        landing.land(f"{number}.json", (1, number))
        landing.model()
        project.run()
        landing.check()
        shutil.rmtree(folder)
        project.run()
        landing.check()
    project.run("--full-refresh", "--select", "all")
    assert project.rows("select * from {iceberg}.all") == []


@pytest.mark.extended
def test_killed_runs_and_rewritten_files(landing: Landing) -> None:
    project = landing.project
    landing.land("a.json", (1, 1), (2, 10))
    project.run()
    for number, kill in enumerate(overlaps.KILLS):
        landing.land(f"{number}.json", (3, 1 << number), at=OLD)
        overlaps.killed_before(project, *kill)
        landing.land(f"{number}_after.json", (4, 1 << number))
        project.run()
        landing.check()
    landing.land("a.json.b", (6, 1))
    project.run()
    changed = landing.land("a.json", (1, 7), (2, 7))
    landing.land("0.json", (5, 7), (2, 7))
    message = project.error()
    assert "2 files with another size or time than when read before: file:" in message and f"file:{changed}" in message
    command = message.split("read these once more: dbt ")[1].splitlines()[0]
    project.run(*shlex.split(command)[1:])
    landing.check()
    landing.model(", rewritten='read', max_files=1")
    landing.land("z.json", (9, 9))
    project.run()
    project.run()
    landing.check()
    for line in ('{"k": "x"}', '{"k": 2, "n": 2} {"k": 3, "n": 3}'):
        landing.land("bad.json").write_text('{"k": 1, "n": 1}\n' + line + "\n")
        assert f"bad.json is not a JSON object with values of the columns' types: {line}" in project.error()
    landing.land("bad.json", (9, 9))
    project.run()
    landing.check()


@pytest.mark.extended
def test_a_file_that_disappears_while_it_is_read(landing: Landing) -> None:
    project, listed = landing.project, []
    landing.land("a.json", (1, 1))
    gone = landing.land("b.json", (1, 2))

    def act(statement: str) -> None:
        if listed and gone.exists():
            gone.unlink()
        listed.extend([statement] if "with read as" in statement else [])

    with overlaps.before_statements(act):
        message = project.fail("run").message
    assert "deleted or rewritten while the model read them: 1 file" in message
    landing.land("b.json")
    landing.sums[1] -= 2
    project.run()
    landing.check()


def change(op: str, id: int, name: str) -> dict[str, Any]:
    row = {"id": id, "name": name}
    return {"op": op, "after": None if op == "d" else row, "before": row if op == "d" else None, "ts_ms": 5}


@pytest.mark.extended
def test_messages_and_typed_files(warm_project: Project, tmp_path: Path) -> None:
    """The changes of a key in one millisecond are in the order of the lines of their file."""
    project = warm_project
    lines = [change("c", 1, "a"), change("d", 1, "a"), change("c", 1, "b"), change("c", 2, "a"), change("d", 2, "a")]
    for folder in ("messages", "typed"):
        (tmp_path / folder).mkdir()
    (tmp_path / "messages" / "1.log").write_text("\n".join(map(json.dumps, lines)))
    stream = f"tablestore.new_files('{tmp_path}/messages', name_pattern='*.log')"
    project.write(
        "models/orders.sql",
        "{{ config(materialized='incremental', primary_key='id', sequence_field='_cdc_order') }}\n"
        f"select id, name, _row_kind, _cdc_order from {{{{ tablestore.cdc({stream}, 'debezium-json', "
        "{'id': 'int', 'name': 'string'}) }}",
    )
    calls = [
        ("parquet", ", name_pattern='*.parquet'"),
        ("json", ", name_pattern='*.json'"),
        ("parquet", ", name_pattern='*.parquet', max_files=1"),
    ]
    selects = [
        "select id, _file_position from {{ tablestore.new_files("
        f"'{tmp_path}/typed', '{format}', {{'id': 'bigint'}}{options}) }}}}"
        for format, options in calls
    ]
    config = "{{ config(materialized='incremental', primary_key='id') }}\n"
    project.write("models/typed.sql", config + " union all ".join(selects[:2]))
    project.run()
    assert project.rows("select id, name from {iceberg}.orders") == [(1, "b")]
    assert project.rows("select id from {iceberg}.typed") == []
    for part in (0, 1):
        spark().range(part * 3, part * 3 + 3, numPartitions=1).write.mode("append").parquet(f"{tmp_path}/typed")
    (tmp_path / "typed" / "9.json").write_text('{"id": 9}')
    (tmp_path / "messages" / "0.log").write_text(json.dumps(change("d", 7, "?")) + "\n" + "not JSON")
    assert f"the message at _file_path file:{tmp_path}/messages/0.log, _file_position " in project.error()
    positions = [f"{number:020}" for number in range(3)]
    (nine, *_), *others = reversed(project.rows("select id, _file_position from {iceberg}.typed"))
    assert nine == 9 and others[::-1] == [*enumerate(positions * 2)]
    # of two files, one of the calls reads one
    spark().range(20, 22, numPartitions=2).write.mode("append").parquet(f"{tmp_path}/typed")
    project.write("models/typed.sql", config + f"{selects[0]} union all {selects[2]}")
    assert "has other files in one place than in another: call" in project.error("--select", "typed")


def test_patterns_that_are_none(landing: Landing) -> None:
    """Spark, which uses these, says which ones are wrong; the message names the argument."""
    project = landing.project
    landing.land("a.json", (1, 1))
    message = project.error("--vars", "{tablestore_read_again: 'a[.json'}")
    assert f"tablestore.new_files({landing.folder}):" in message
    assert "- tablestore_read_again: 'a[.json' is no regular expression; write one of Java, such as '/2026" in message
    included = "database_include='(a', table_include='b**'"
    stream = f"tablestore.cdc(tablestore.new_files('{landing.folder}'), 'maxwell-json', {{'k': 'int'}}, {included})"
    project.write("models/sums.sql", f"{{{{ config(materialized='table') }}}}\nselect * from {{{{ {stream} }}}}")
    message = project.error()
    assert "database_include: '(a' is no regular expression; write one of Java, such as 'orders_[0-9]+'" in message
    assert "table_include: 'b**' is no regular expression" in message
    stream = f"tablestore.new_files('{landing.folder}/{{a,b', name_pattern='[z-a].log')"
    project.write("models/sums.sql", f"{{{{ config(materialized='table') }}}}\nselect * from {{{{ {stream} }}}}")
    message = project.error()
    assert f"- path: '{landing.folder}/{{a,b' is no pattern for files; write one such as 's3a://" in message
    assert "- name_pattern: '[z-a].log' is no pattern for files; write one such as '*.{json,log}'" in message


def test_a_type_that_grows(warm_project: Project, tmp_path: Path) -> None:
    project, folder = warm_project, tmp_path / "typed"
    config = "{{ config(materialized='incremental', primary_key='id', on_schema_change='append_new_columns') }}\n"
    call = "select id from {{{{ tablestore.new_files('{}', 'parquet', {{'id': '{}'}}) }}}}"
    project.write("models/typed.sql", config + call.format(folder, "int"))
    project.write("models/other.sql", "select 1 as one")
    project.run("--select", "other")
    for number, type in enumerate(("int", "bigint")):
        spark().sql(f"select {type}({number}) as id").write.parquet(f"{folder}/{number}")
        if number == 0:
            project.run("--select", "typed")
    assert "have a column with two types: read them apart, with a call of tablestore.new_files" in project.error()
    calls = [call.format(f"{folder}/{number}", "bigint") for number in (0, 1)]
    project.write("models/typed.sql", config + " union all ".join(calls))
    project.run()
    assert project.rows("select id from {iceberg}.typed") == [(0,), (1,)]
    offsets = "select get_json_object(offsets, '$.new_files.commit') from {iceberg}.typed__commits"
    assert [text for (text,) in project.rows(offsets)] == ["1", "2"], "no file was read twice"
