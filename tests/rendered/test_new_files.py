"""The SQL of files that are read once each, and its error messages. tests/engine/test_new_files.py runs it."""

from __future__ import annotations

import re
import shlex
from fnmatch import fnmatch
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from dbt.config.utils import parse_cli_yaml_string
from pytest_regressions.file_regression import FileRegressionFixture

from harness import LOGGED, MacroError, call, namespace
from planning import Node

SQL = Path(__file__).parent / "sql"
COLUMNS = {"id": "int", "name": "string"}
READ = "0123456789abcdef00000001"
PLAN = {"model": "orders", "options": {"input": "changes"}}


@pytest.mark.parametrize(
    ("name", "arguments"),
    {"text": ("/land/a`b",), "json": ("/land", "json", COLUMNS, "*.json"), "parquet": ("/land", "parquet")}.items(),
)
def test_sql(name: str, arguments: tuple[Any, ...], file_regression: FileRegressionFixture) -> None:
    file_regression.check(call("new_files", *arguments) + "\n", fullpath=SQL / "sources" / f"{name}.sql")


@pytest.mark.parametrize(
    ("arguments", "problems"),
    [
        (
            ("", "jsn"),
            ["path: '' is not accepted", "format: 'jsn' is not accepted; write text, json, parquet, avro, orc"],
        ),
        (("/land", "json"), ["columns: the format json needs them, columns={'id': 'int', 'status': 'string'}"]),
        (("/land", "avro"), ["columns: the format avro needs them, columns={'id': 'int', 'status': 'string'}"]),
        (("/land", "text", COLUMNS), ["columns: the format text has the column value only"]),
        (
            ("/land", "json", {1: "int", "id": 5}),
            [
                "columns: '1': 'int' is not accepted; write the name of a column and its type",
                "columns: 'id': '5' is not",
            ],
        ),
        (("/land", "orc", ["id"]), ["columns: '['id']' is not accepted; write {'id': 'int', 'status': 'string'}"]),
        (
            ("/land", "text", None, "2026/*", "again", 0),
            [
                "name_pattern: '2026/*' is not accepted; write a pattern for the names of files, '*.json'",
                "rewritten: 'again' is not accepted; write 'fail', 'read' or 'skip'",
                "max_files: 0 is not accepted; it must be a positive integer",
            ],
        ),
    ],
)
def test_wrong_arguments_are_named_together(arguments: tuple[Any, ...], problems: list[str]) -> None:
    with pytest.raises(MacroError) as raised:
        call("new_files", *arguments)
    message = str(raised.value)
    assert message.startswith(f"tablestore.new_files({arguments[0]}):")
    assert [problem for problem in problems if problem not in message] == [], message
    assert message.count("\n  - ") == len(problems), message


def test_a_column_that_folders_are_named_by_is_logged() -> None:
    """Files of one folder can have the column themselves."""
    macros, _ = absent()
    LOGGED.clear()
    columns = {"id": "int", "`dt`": "date"}
    for path in ("file:/land/dt=2026-01-01/a.json", "file:/land/mydt=1/id/dt/a=b.json", "file:/land/id=5.json"):
        macros["rows_of_files"]("place", "json", columns, "true", "listing", [path], "tablestore.new_files(/land)")
    (message,) = LOGGED
    assert message.startswith("tablestore.new_files(/land): column 'dt' is also in the names of folders, dt=..., which")
    assert message.endswith("leave it out of columns and select regexp_extract(_file_path, 'dt=([^/]+)', 1) as dt")


ABSENT = "[PATH_NOT_FOUND] Path does not exist: file:/land. SQLSTATE: 42K03"


def absent(problem: str = ABSENT, compiles: bool = False) -> tuple[dict[str, Any], list[str]]:
    """The macros where no query can list files, and what they warn of."""
    warned: list[str] = []

    def refuse(message: str, node: Any = None) -> None:
        raise MacroError(message)

    macros = namespace(exceptions=SimpleNamespace(raise_compiler_error=refuse, warn=warned.append))
    macros["_run_macro"] = lambda *_: {"answer": None, "problem": problem}  # type: ignore[assignment]
    macros["_is_compiling_only"] = lambda: compiles  # type: ignore[assignment]

    def query_rows(query: str) -> list[Any]:
        raise MacroError(problem)

    macros["query_rows"] = query_rows  # type: ignore[assignment]
    return dict(macros), warned


@pytest.mark.parametrize(
    ("format", "columns", "selected"),
    [
        ("text", None, "cast(null as string) as `value`"),
        ("json", COLUMNS, "cast(null as int) as `id`, cast(null as string) as `name`"),
        ("parquet", COLUMNS, "cast(null as int) as `id`, cast(null as string) as `name`"),
    ],
)
def test_a_pattern_that_nothing_matches_has_no_rows(format: str, columns: Any, selected: str) -> None:
    macros, _ = absent()
    LOGGED.clear()
    sql = macros["new_files"]("/land/2026-*/", format, columns)
    assert " ".join(sql.split()) == f"( select {selected}, '' as _file_path, '' as _file_position where false )"
    assert LOGGED == ["tablestore.new_files(/land/2026-*/): there is no such file or folder, so it has no rows"]


def test_columns_that_no_file_has_are_asked_for() -> None:
    macros, _ = absent()
    with pytest.raises(MacroError, match="there is no file to take the columns of the format parquet from: name them"):
        macros["new_files"]("/land/2026-*/", "parquet")


@pytest.mark.parametrize(("path", "has_read"), [("/land", True), ("/land/{a,b}", False)])
def test_what_was_read_can_be_gone(path: str, has_read: bool) -> None:
    macros, _ = absent()
    assert macros["_rows_of_listing"]("listing", path, has_read, "new_files") == {"rows": [], "is_absent": True}


def test_a_folder_that_was_never_there_is_an_error() -> None:
    macros, _ = absent()
    with pytest.raises(MacroError) as raised:
        macros["_rows_of_listing"]("listing", "/land/", False, "new_files(/land/)")
    sentence = (
        "path: there is no file or folder '/land/' ([PATH_NOT_FOUND]): correct it, or write a pattern, of which there "
        "may be none yet: /lan[d]/"
    )
    assert str(raised.value) == f"new_files(/land/):\n  - {sentence}"
    macros, warned = absent(compiles=True)
    assert macros["_rows_of_listing"]("listing", "/land/", False, "new_files(/land/)") is None
    assert warned == [f"new_files(/land/):\n  - {sentence}"]


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("s3a://shop/orders", "s3a://shop/order[s]/"),
        ("/data/2026/", "/data/202[6]/"),
        ("s3a://landing/", None),
        ("/data/a]", None),
        ("/", None),
    ],
)
def test_a_pattern_of_a_folder_matches_no_other(path: str, pattern: str | None) -> None:
    assert call("_pattern_of_folder", path) == pattern
    if pattern:
        name = path.rstrip("/")
        assert fnmatch(name, pattern.rstrip("/")) and not fnmatch(f"{name}_old", pattern.rstrip("/"))


def test_other_problems_of_a_listing_are_those_of_its_query() -> None:
    denied = "AccessDeniedException: s3a://land"
    macros, _ = absent(denied)
    with pytest.raises(MacroError) as raised:
        macros["_rows_of_listing"]("listing", "/land/*/", True, "new_files")
    assert str(raised.value) == denied
    macros, warned = absent(denied, compiles=True)
    assert macros["_rows_of_listing"]("listing", "/land/*/", True, "new_files") is None
    assert warned == [f"new_files:\n  - {denied}"]


def annotated(after: int, *entries: str, folder: str = "/land") -> str:
    content = {"subject": f"tablestore.new_files({folder})", "after": after, "read": "".join(entries), "missing": None}
    return str(call("_annotation", "files", content | {"listing": f"the files of {folder}"}))


def offsets(sql: str, before: dict[str, Any], plan: dict[str, Any] | None = None, listed: str = "") -> dict[str, Any]:
    """The offsets after a batch, if the folder `listed` has all files."""
    macros = namespace()
    entries = lambda query: [Node(entry=entry) for entry in re.findall("[0-9a-f]{24}", query)]  # noqa: E731
    macros["query_rows"] = lambda query: entries(query) if f"the files of {listed})" in query else []  # type: ignore[assignment]
    result = macros["_offsets"](plan or PLAN, sql, before)
    assert isinstance(result, dict)
    return result


def test_the_files_of_a_batch_are_part_of_its_commit() -> None:
    """Two calls with the same file read it once; an entry that is known is not counted again."""
    other = READ.replace("1", "2")
    calls = [annotated(3, READ), annotated(3, READ), annotated(3, other, folder="/land2")]
    sql = " union all ".join(f"select 1 {call}" for call in calls)
    before = {"lake.t": {"epoch": "e", "commit": 7}, "new_files": {"epoch": "new_files", "commit": 3}}
    assert offsets(sql, before) == {**before, "new_files": {"epoch": "new_files", "commit": 5}}
    assert call("_files_property", sql) == {"tablestore.files": READ + other}


@pytest.mark.parametrize(
    ("folder", "problem"),
    [
        ("/land", "new_files(/land) has other files in one place than in another"),
        (
            "/land/ord*/",
            "new_files(/land) has read files that tablestore.new_files(/land/ord*/) has as well and has not",
        ),
    ],
)
def test_a_file_that_only_one_of_two_calls_has_read_is_noticed(folder: str, problem: str) -> None:
    other = READ.replace("1", "2")
    sql = f"select 1 {annotated(0, READ)} union all select 2 {annotated(0, other, folder=folder)}"
    with pytest.raises(MacroError) as raised:
        offsets(sql, {}, listed=folder)
    assert problem in str(raised.value) and "call tablestore.new_files once, in a CTE" in str(raised.value)
    # with a name_pattern, two calls for a folder can have no file in common
    assert offsets(sql, {})["new_files"]["commit"] == 2
    # a file that both have read
    sql = f"select 1 {annotated(0, READ)} union all select 2 {annotated(0, READ, folder='/land/x')}"
    assert offsets(sql, {}, listed="/land/x")["new_files"]["commit"] == 1


def test_a_run_of_another_process_is_noticed() -> None:
    before = {"new_files": {"epoch": "new_files", "commit": 4}}
    with pytest.raises(MacroError, match="it had read 3 files then, and has read 4 now"):
        call("_offsets", PLAN, f"select 1 {annotated(3, READ)}", before)
    with pytest.raises(MacroError, match="it had read 1 file then, and has read 4 now"):
        call("_offsets", PLAN, f"select 1 {annotated(1, READ)}", before)


def test_new_files_are_not_the_whole_table() -> None:
    plan = {**PLAN, "options": {"input": "full"}}
    with pytest.raises(MacroError, match="new_files has no rows of files that were read before: remove one of the two"):
        call("_offsets", plan, f"select 1 {annotated(0, READ)}", {})


@pytest.mark.parametrize(
    ("function", "rewritten", "again", "row", "warns"),
    [
        ("sum", "fail", "/a", {"is_known": True, "is_again": True}, True),
        ("sum", "read", None, {"is_rewritten": True}, True),
        ("sum", "fail", "/b", {}, False),
        ("max", "fail", "/a", {"is_known": True, "is_again": True}, False),
    ],
)
def test_files_that_count_again_are_warned_of(
    function: str, rewritten: str, again: str | None, row: dict[str, bool], warns: bool
) -> None:
    warned, logged = found(function, rewritten, again, row)
    assert len(warned) == warns
    for message in warned:
        assert f"model 'sums' reads 1 file again, and 'v' has the aggregate function {function}, which" in message
        assert message.endswith("each row once that is still there: dbt run --full-refresh --select sums")
    expected = (
        ["sums: tablestore.new_files(/land): no path matches tablestore_read_again, '/b'"] if again == "/b" else []
    )
    assert logged == expected


@pytest.mark.parametrize("again", [None, "/older/"])
def test_rewritten_files_are_an_error_with_a_command(again: str | None) -> None:
    """It reads the files that have changed, whatever their names have, and those that the run was to read again."""
    changed = ["/land/part-1", "/land/part-2", "/land/it's (b) + 100%.txt"]
    with pytest.raises(MacroError) as raised:
        found("sum", "fail", again, *({"path": path, "is_rewritten": True} for path in changed))
    assert "; write rewritten='read' to read such files again, rewritten='skip' to leave them, or " in str(raised.value)
    command = shlex.split(str(raised.value).split("read these once more: ")[1])
    assert command[:5] == ["dbt", "run", "--select", "sums", "--vars"]
    pattern = parse_cli_yaml_string(command[5], "vars")["tablestore_read_again"]
    for path in [*changed, "/older/x"]:
        assert bool(re.search(pattern, path)) == (path in changed or again is not None), path
    others = ["/land/part-10", "/land/2/land/part-1", "/land/part-1/x", "/land/part_1"]
    assert [path for path in others if re.search(pattern, path)] == []


def test_of_very_many_rewritten_files_no_command_is_offered() -> None:
    rows = [{"path": f"/land/{number:04}.json", "is_rewritten": True} for number in range(1000)]
    with pytest.raises(MacroError) as raised:
        found("sum", "fail", None, *rows)
    assert str(raised.value).endswith(
        "; write rewritten='read' to read such files again, or rewritten='skip' to leave them"
    )


def test_one_file_is_one_file() -> None:
    _, logged = found("max", "fail", None, {"found": 11})
    assert logged[-1] == "sums: reads 10 files, and 1 more waits for the next run (max_files)"
    _, logged = found("max", "fail", None, {"found": 12})
    assert logged[-1] == "sums: reads 10 files, and 2 more wait for the next run (max_files)"
    macros = namespace(graph={"nodes": {}}, project_name="shop")
    macros["query_rows"] = lambda query: [Node(n=0)]  # type: ignore[assignment]
    (problem,) = macros["_lost_files"]({"name": "sums", "history": "h"}, "select 1", 1)
    assert problem.startswith("model 'sums' has read 1 file, and its history h has 0 of them, so files would be read")


def found(function: str, rewritten: str, again: str | None, *rows: dict[str, Any]) -> tuple[list[str], list[str]]:
    """What a model that has read one file warns of and logs, if the listing has these files."""
    config = {"primary_key": "id", "merge_engine": "aggregation", "fields": {"v": {"aggregate_function": function}}}
    node = Node(name="sums", config=Node(config), columns={})
    warned: list[str] = []
    LOGGED.clear()

    def refuse(message: str, node: Any = None) -> None:
        raise MacroError(message)

    macros = namespace(
        var=lambda name, default=None: again if name == "tablestore_read_again" else default,
        exceptions=SimpleNamespace(raise_compiler_error=refuse, warn=warned.append),
    )
    file = {
        "path": "/land/a.txt",
        "entry": READ,
        "found": 1,
        "is_known": False,
        "is_rewritten": False,
        "is_again": False,
    }
    macros["query_rows"] = lambda query: [Node(n=1)] if "count(*) as n" in query else [Node(file | row) for row in rows]  # type: ignore[assignment]
    macros["_is_compiling_only"] = lambda: False  # type: ignore[assignment]
    macros["_java_pattern_problems"] = lambda *_: []  # type: ignore[assignment]
    reader = {"name": "sums", "node": node, "offsets": {"new_files": {"commit": 1}}, "history": "h", "epoch": "e",
              "number": 1, "undone": [], "has_history": True, "unpublished_files": ""}  # fmt: skip
    macros["found_files"]("/land", "listing", reader, "tablestore.new_files(/land)", rewritten, 10)
    return warned, list(LOGGED)
