"""Progress and the summary of a run: their words and numbers, and a terminal that is not garbled."""

from __future__ import annotations

import io
import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from dbt.adapters.tablestore.impl import TablestoreAdapter
from dbt.adapters.tablestore.progress import lines, response, running, summary, watcher
from dbt.adapters.tablestore.progress.response import Made, refreshed
from dbt.adapters.tablestore.progress.running import Statement, Work
from dbt.adapters.tablestore.progress.screen import Screen, screen
from dbt.adapters.tablestore.progress.steps import step_of
from dbt.adapters.tablestore.sql.own_statement import OwnStatement
from dbt_common.events import get_event_manager
from dbt_common.events.base_types import EventLevel
from dbt_common.events.contextvars import log_contextvars
from dbt_common.events.format import format_fancy_output_line
from dbt_common.events.logger import LineFormat, LoggerConfig


@pytest.mark.parametrize(
    ("sql", "step"),
    [
        ("-- all\n/* of /* it */ */ select * from t", "run the query"),
        ("(select 1) union all select 2", "run the query"),
        ("/* {} */ Create\ttable view_of_orders as select 1", "create the table"),
        ("create or replace global temporary view t as select 1", "create the view"),
        ("create schema if not exists a.table", "create the schema"),
        ("insert into a.orders__changelog select * from a.orders__commit_1", "insert the rows"),
        ("describe query select 1", "read the catalog"),
        ("frobnicate", "run a statement"),
        ("-- nothing", "run a statement"),
    ],
)
def test_the_step_of_a_statement_of_somebody_else_is_its_verb(sql: str, step: str) -> None:
    assert step_of(sql) == step


def test_the_step_of_a_statement_of_a_macro_is_what_the_macro_says() -> None:
    made = OwnStatement.of({"sql": "merge into orders", "step": "write", "branch": None, "reads": ["a.b"]})
    assert (made, step_of(made)) == ("merge into orders", "4/5 write the table")
    with pytest.raises(TypeError, match="branches"):
        OwnStatement.of({"sql": "merge into orders", "step": "write", "branches": []})


def test_a_line_has_the_model_the_step_and_the_work() -> None:
    statement = Statement({"node_name": "orders"}, "1/5 one row per key", 100.0)
    text = lines.line(statement, Work(100, 71, 8_213_000, 812), 114.2)
    assert text == "orders  1/5 one row per key  ███████░░░  71 %  8.2 M rows read  812 written  0:14"
    for work, rows in ((Work(0, 0, 1), "1 row read"), (Work(0, 0, 0, 0, 1), "1 row"), (Work(0, 0, 0, 0, 2), "2 rows")):
        assert lines.line(statement, work, 114.2) == f"orders  1/5 one row per key  {rows}  0:14"
    assert lines.line(Statement({}, "start Spark", 0.0), Work(), 3725.0) == "start Spark  1:02:05"
    download = Statement({}, "download a.jar", 0.0)
    assert lines.line(download, Work(0, 8_213_000), 3.0) == "download a.jar  0:03"  # the server did not say its size
    numbers = (0, 9999, 41_200, 999_499, 999_500, 999_499_999, 999_500_000, 4_000_000_000)
    texts = ["0", "9999", "41 k", "999 k", "1.0 M", "999 M", "1.0 G", "4.0 G"]
    assert [lines.count(number) for number in numbers] == texts


def test_a_line_has_the_time_of_the_model_beside_that_of_the_statement() -> None:
    node = {"node_name": "orders", "node_started_at": "1970-01-01T00:01:00.500000"}
    assert lines.line(Statement(node, "4/5 write the table", 100.0), Work(), 114.2).endswith("  0:14 (model 0:53)")
    assert lines.line(Statement(node, "4/5 write the table", 60.6), Work(), 62.2).endswith("  0:01")


def test_a_block_moves_while_no_task_has_ended() -> None:
    statement = Statement({}, "create the table", 0.0)
    shown = [lines.line(statement, Work(4, 0, 0, 0, 5_100_000), at / 2, moving=True) for at in range(15)]
    assert shown[0] == "create the table  ███░░░░░░░  5.1 M rows  0:00"
    blocks = [line.split("  ")[1] for line in shown]
    assert [block.index("█") for block in blocks] == [0, 1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1, 0]
    assert {(len(block), block.count("█")) for block in blocks} == {(10, 3)}
    ended = lines.line(statement, Work(4, 1, 7, 0, 5_100_000), 1.0, moving=True)
    assert ended == "create the table  ██░░░░░░░░  25 %  7 rows read  5.1 M shuffled  0:01"


def test_steps_inside_of_steps_and_their_seconds() -> None:
    with log_contextvars(node_info={"unique_id": "model.shop.orders", "node_name": "orders"}), running.running("a"):
        with running.running("b", lambda _: Work(1)):
            (statement,) = running.statements()
            assert (statement.name, statement.step) == ("orders", "b") and statement.look is not None
        assert running.statements()[0].step == "a"
    assert running.statements() == [] and not running.started.is_set()
    assert list(running.take_seconds("model.shop.orders")) == ["a"]
    assert running.take_seconds("model.shop.orders") == {}


@pytest.mark.parametrize(
    ("unique_id", "node_name", "name"),
    [
        ("model.shop.orders.v1", "orders", "orders.v1"),
        ("model.shop.orders", "orders", "orders"),
        ("snapshot.shop.orders", "orders", "orders"),
        ("test.shop.unique_orders_id.0123456789", "unique_orders_id", "unique_orders_id"),
    ],
)
def test_versions_of_a_model_have_names_of_their_own(
    monkeypatch: pytest.MonkeyPatch, unique_id: str, node_name: str, name: str
) -> None:
    """On the progress line and in the table at the end, as `dbt --select` takes them."""
    node = SimpleNamespace(unique_id=unique_id, node_name=node_name, materialized="incremental")
    assert Statement(vars(node), "write", 0.0).name == name
    result = SimpleNamespace(adapter_response={"rows_in_batch": 3}, status="success", execution_time=1.0)
    at_the_end = summary.Summary()
    printed: list[dict[str, Any]] = []
    monkeypatch.setattr(summary, "table", lambda rows: printed.extend(rows) or "")
    for event in ("NodeFinished", "FinishedRunningStats"):
        data = SimpleNamespace(node_info=node, run_result=result)
        at_the_end(SimpleNamespace(info=SimpleNamespace(name=event), data=data))
    assert [cells["model"] for cells in printed] == [name]


def test_a_failed_statement_is_not_shown_any_more() -> None:
    with pytest.raises(ValueError), running.running("a"):
        raise ValueError
    assert running.statements() == []


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal, with dbt's loggers as they are afterwards."""
    found = Terminal()
    monkeypatch.setattr(get_event_manager(), "loggers", [])
    monkeypatch.delenv("TERM", raising=False)
    return found


def console(stream: io.StringIO, form: LineFormat = LineFormat.PlainText, level: EventLevel = EventLevel.INFO) -> None:
    get_event_manager().add_logger(
        LoggerConfig(name="stdout_log", line_format=form, level=level, output_stream=stream, scrubber=lambda text: text)
    )


def test_what_dbt_prints_is_above_the_line(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    console(terminal)
    shown = screen()
    assert isinstance(shown, Screen) and screen() is shown
    shown.show("orders  merge the rows  0:14  which is longer than the terminal")
    logging.getLogger("stdout_log").info("1 of 2 OK")
    assert terminal.getvalue() == "\r\x1b[Korders  merge the rows  0:14 \r\x1b[K1 of 2 OK\n"


@pytest.mark.parametrize(
    ("form", "level"), [(LineFormat.Json, EventLevel.INFO), (LineFormat.PlainText, EventLevel.ERROR)]
)
def test_no_line_moves_with_json_or_quiet(terminal: Terminal, form: LineFormat, level: EventLevel) -> None:
    console(terminal, form, level)
    assert screen() is None


def test_no_line_moves_in_a_file_or_a_dumb_terminal(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    console(io.StringIO())
    assert screen() is None
    console(terminal)
    monkeypatch.setenv("TERM", "dumb")
    assert screen() is None


def test_no_line_moves_on_a_closed_stream(terminal: Terminal) -> None:
    console(terminal)
    shown = screen()
    assert shown is not None
    terminal.close()
    shown.show("orders  merge the rows")
    closed = Terminal()
    closed.close()
    logging.getLogger("stdout_log").handlers[0].setStream(closed)  # type: ignore[attr-defined]
    assert screen() is None


def test_the_event_has_numbers() -> None:
    event = watcher.event(Statement({"node_name": "orders"}, "merge the rows", 10.0), Work(4, 1, 7, 0), 40.04)
    assert event.message() == "Tablestore adapter: orders  merge the rows  ██░░░░░░░░  25 %  7 rows read  0:30"
    numbers = {name: event.args[0][name] for name in ("seconds", "tasks", "tasks_completed", "rows_read")}
    assert numbers == {"seconds": 30.0, "tasks": 4, "tasks_completed": 1, "rows_read": 7}


@pytest.mark.parametrize(("rows", "text"), [(0, "OK 0 rows"), (1, "OK 1 row"), (9_999_999, "OK 9,999,999 rows")])
def test_the_line_of_a_first_run_fits_in_120_columns(rows: int, text: str) -> None:
    response = refreshed(Made("full", "first run"), True, "", {"rows_inserted": rows})
    assert str(response) == text
    line = format_fancy_output_line(msg="OK created sql materialized_view model lake.main.newest",
        status=str(response), index=1, total=2, execution_time=14.48)  # fmt: skip
    assert len("16:20:11  " + line) <= 120, line


def test_the_table_of_a_run_is_aligned() -> None:
    counts = {"rows in": 2202, "inserted": 933, "updated": 1111, "deleted": 0, "unchanged": 0, "late": 158}
    row = {"model": "flight_status", "kind": "keyed", **counts, "seconds": 6.1, "files": 3}
    assert summary.table([row, row | {"model": "v", "kind": "full refresh", "files": None, "late": None}]) == (
        "model          kind          rows in  inserted  updated  deleted  unchanged  late  seconds  files\n"
        "flight_status  keyed           2,202       933    1,111        0          0   158      6.1      3\n"
        "v              full refresh    2,202       933    1,111        0          0     -      6.1      -"
    )


@pytest.mark.parametrize(
    ("config", "table"),
    [
        ({"materialized": "incremental", "primary_key": "id"}, "`orders`"),
        ({"materialized": "incremental", "merge_engine": "first-row"}, "`orders`"),
        ({"materialized": "incremental", "table_options": {"primary-key": "id"}}, "`orders`"),
        ({"materialized": "materialized_view"}, "`orders__rows`"),
        ({"materialized": "incremental", "primary_key": []}, None),
        # a folder can have a key for all of its models
        ({"materialized": "table", "primary_key": "id"}, None),
        ({"materialized": "view", "primary_key": "id"}, None),
    ],
)
def test_files_are_counted_of_keyed_models_and_views(
    monkeypatch: pytest.MonkeyPatch, config: dict[str, Any], table: str | None
) -> None:
    looked_up: list[str] = []
    monkeypatch.setattr(summary, "note_files", lambda node, files: looked_up.append(files))
    adapter: Any = SimpleNamespace(_session=lambda: SimpleNamespace(added_files=lambda name: name))
    settings = SimpleNamespace(materialized=config["materialized"], get=config.get)
    node = SimpleNamespace(config=settings, relation_name="`orders`", unique_id="model.shop.orders")
    TablestoreAdapter._count_files(adapter, node)
    assert looked_up == ([table] if table else [])


def test_only_what_a_commit_counts_is_a_report_of_counts() -> None:
    """A result of somebody's own query may have columns of similar names, and no numbers."""
    assert response.is_metrics(["num_affected_rows", "num_updated_rows"])
    assert not response.is_metrics(["rows_note"])
    assert not response.is_metrics(["rows_inserted", "share"])
    macro = (Path(__file__).parents[2] / "macros/queries/counting_query.sql").read_text()
    counts = [word.strip("'") for word in macro.replace(":", " ").split() if word.startswith("'rows_")]
    assert "rows_refused" in counts and response.is_metrics(counts)
