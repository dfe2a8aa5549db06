"""Functions over Spark Connect, without a server: what its workers call, and when a function is registered again."""

from __future__ import annotations

import datetime
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pytest
from dbt.adapters.tablestore.functions.calling import calls
from dbt.adapters.tablestore.functions.calling.remote import RemoteFunctions, batch_evaluator, table_handler
from dbt.adapters.tablestore.functions.types.errors import FunctionError

from function_files import NEW_YORK, define

ROWS = "def f(text: str, times: int = 1) -> Iterator[str]: yield text * times"


@pytest.mark.parametrize(
    ("values", "named"),
    [
        (["a", 2], {}),
        (["a"], {"TIMES": 2}),
        ([], {"TEXT": "a", "Times": 2}),
        ([], {"times": 2, "text": "a"}),
    ],
)
def test_arguments_of_a_table_function_by_position_and_by_name(values: list[Any], named: dict[str, Any]) -> None:
    assert list(table_handler(define(ROWS), NEW_YORK)().eval(*values, **named)) == [("aa",)]


@pytest.mark.parametrize(
    ("values", "named", "message"),
    [
        (["a", 2, 3], {}, "f takes 1 to 2 arguments (text, times = 1), but 3 were given."),
        (["a"], {"TEXT": "b"}, "f got two values for `text`."),
        (["a"], {"other": 1}, "f has no parameter `other`; its parameters are text, times."),
    ],
)
def test_other_arguments_of_a_table_function(values: list[Any], named: dict[str, Any], message: str) -> None:
    with pytest.raises(FunctionError) as caught:
        list(table_handler(define(ROWS), NEW_YORK)().eval(*values, **named))
    assert str(caught.value) == message


def test_batches_have_the_type_of_the_annotation() -> None:
    code = """
        import pyarrow as pa
        Longs = Annotated[pa.Array, DataType("BIGINT")]
        def f(batches: Iterator[Longs]) -> Iterator[Longs]:
            for x in batches:
                assert x.type == pa.int64()
                yield x
    """
    assert batch_evaluator(define(code), "UTC")(pa.array([1], pa.int32())).to_pylist() == [1]


def test_functions_are_registered_again_in_another_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server is asked for the zone once per statement, however many functions it calls."""
    asked, zones, registered = [], {"spark.sql.session.timeZone": "UTC"}, []
    session: Any = type("Session", (), {})()
    session.conf = SimpleNamespace(get=lambda name: asked.append(name) or zones[name])
    session.udf = SimpleNamespace(register=lambda _, made: registered.append(made))
    code = "def {0}(text: str) -> datetime: return datetime(2024, 1, 1, 12)"
    noons = [define(code.format(name), name) for name in ("noon", "midday")]
    monkeypatch.setattr(calls, "project", SimpleNamespace(called_in=lambda _: noons, sql_tables_in=lambda _: []))
    monkeypatch.setitem(calls._binders, session, RemoteFunctions(session))
    for zone, hour in (("UTC", 12), (NEW_YORK, 17)):
        zones["spark.sql.session.timeZone"] = zone
        for _ in range(2):
            with calls.registered_functions(session, "select noon('x'), midday('x')"):
                (found,) = registered[-1].func(pa.array(["x"])).to_pylist()
                assert found == datetime.datetime(2024, 1, 1, hour, tzinfo=datetime.timezone.utc)
    assert (len(asked), len(registered)) == (4, 4)
