"""Arithmetic of a function's own code, in each way in which a worker calls it: nothing is rounded, nothing wraps."""

from __future__ import annotations

import decimal
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pytest
from dbt.adapters.tablestore.functions.calling.shipping import shipped_program
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.worker.program import Input
from dbt.adapters.tablestore.functions.worker.relations import relation_handler
from dbt.adapters.tablestore.functions.worker.runtime import _EVALUATORS, evaluator

from function_files import define, program_for, run

MONEY = 'X = Annotated[Decimal, DataType("DECIMAL(38,10)")]\n'
LONG = decimal.Decimal("1234567890123456789012345678.1234567891")
INTS = "X = np.int32\n"
LARGEST = 2**31 - 1
AGGREGATE = """
class f:
    def create_accumulator(self): return [None]
    def accumulate(self, a, x: X) -> None: a[0] = x if a[0] is None else a[0] + x
    def retract(self, a, x: X) -> None: a[0] = a[0] - x
"""
RELATION = """
@dataclass
class Row:
    x: X
def f(rows: Table[Row]) -> Iterator[X]:
    first, second = rows
    yield first.x + second.x
"""
# The sum of two numbers, by the kind of the function and by how it is called.
CODES = {
    ("scalar", "row"): "def f(x: X, y: X) -> X: return x + y",
    ("scalar", "async"): "async def f(x: X, y: X) -> X: return x + y",
    ("table", "row"): "def f(x: X, y: X) -> Iterator[X]: yield x + y",
    ("table", "async"): "from collections.abc import AsyncIterator\n"
    "async def f(x: X, y: X) -> AsyncIterator[X]: yield x + y",
    ("aggregate", "row"): "class f:\n    def __init__(self): self.xs = []\n"
    "    def accumulate(self, x: X) -> None: self.xs.append(x)\n"
    "    def finish(self) -> X: return self.xs[0] + self.xs[1]",
    ("aggregate", "emit"): AGGREGATE + "    def emit_value(self, a) -> Iterator[X]: yield a[0]",
    ("aggregate", "flink"): AGGREGATE + "    def get_value(self, a) -> X: return a[0]",
}
# Vectorized functions of objects of Python; numpy does not check the arithmetic of its arrays.
COLUMNS = {
    ("scalar", "column"): 'D = Annotated[pd.Series, DataType("DECIMAL(38,10)")]\ndef f(x: D, y: D) -> D: return x + y',
    ("scalar", "batches"): 'D = Annotated[pd.Series, DataType("DECIMAL(38,10)")]\n'
    "def f(b: Iterator[tuple[D, D]]) -> Iterator[D]:\n    for x, y in b: yield x + y",
}
STORED = {("aggregate", mode) for mode in ("state", "update", "value")}


def groups(kind: Any, *rows: Any) -> Any:
    return pa.array([[{"_0": row} for row in rows]], pa.list_(pa.struct([("_0", kind)])))


def answer(way: tuple[str, str], code: str, sql: str, kind: Any, first: Any, second: Any) -> Any:
    """What the function says about two numbers."""
    if way[0] == "aggregate":
        (found,) = run(code, [sql], groups(kind, first, second))
    else:
        (found,) = run(code, [sql, sql], pa.array([first], kind), pa.array([second], kind))
    return found[0]["value"] if isinstance(found, list) else found


def test_each_way_is_tested() -> None:
    assert CODES.keys() | COLUMNS.keys() | STORED == _EVALUATORS.keys()


@pytest.mark.parametrize("way", [*CODES, *COLUMNS])
def test_decimals_keep_their_digits(way: tuple[str, str]) -> None:
    code = MONEY + (CODES | COLUMNS)[way]
    assert answer(way, code, "DECIMAL(38,10)", pa.decimal128(38, 10), LONG, decimal.Decimal(1)) == decimal.Decimal(
        "1234567890123456789012345679.1234567891"
    )


@pytest.mark.parametrize("way", CODES)
def test_integers_of_numpy_do_not_wrap_around(way: tuple[str, str]) -> None:
    with pytest.raises(FunctionError, match="overflow"):
        answer(way, INTS + CODES[way], "INT", pa.int32(), LARGEST, 1)


def windowed(code: str, sql: str, kind: Any, values: list[Any]) -> Any:
    return evaluator(program_for(define(code), [sql]), windowed=True)(pa.array(values, kind)).as_py()


def of_relation(code: str, sql: str, kind: Any, values: list[Any]) -> Any:
    function = define(code)
    signature = function.signatures[0]
    row = signature.parameters[0].conversion.sql
    program = shipped_program(
        function, [Input("rows", signature.parameters[0].conversion, row)], signature.result, "UTC"
    )
    handler = relation_handler(program)()
    handler.eval(pa.RecordBatch.from_arrays([pa.array(values, kind)], ["x"]))
    (rows,) = handler.terminate()
    return rows.to_pylist()[0]["value"]


def of_state(code: str, sql: str, kind: Any, values: list[Any]) -> Any:
    function = define(code)
    conversion = function.signatures[0].parameters[0].conversion

    def of_mode(mode: str) -> Callable[..., Any]:
        inputs = [Input("x", conversion, conversion.sql)]
        return evaluator(
            shipped_program(replace(function, call_mode=mode), inputs, function.signatures[0].result, "UTC")
        )

    first, *others = values
    state = of_mode("state")(groups(kind, first))
    changes = [[{"weight": 1, "x": other} for other in others]]
    change = pa.list_(pa.struct([("weight", pa.int64()), ("x", kind)]))
    return of_mode("value")(of_mode("update")(state, pa.array(changes, change))).to_pylist()[0]


FLINK = CODES["aggregate", "flink"]
OTHERS: dict[str, tuple[str, Callable[..., Any]]] = {
    "over a window": (CODES["aggregate", "row"], windowed),
    "over a window, with an accumulator": (FLINK, windowed),
    "of a relation": (RELATION, of_relation),
    "of a stored accumulator": (FLINK, of_state),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_calls_keep_digits_and_do_not_wrap_around(name: str) -> None:
    code, called = OTHERS[name]
    expected = decimal.Decimal("1234567890123456789012345679.1234567891")
    assert called(MONEY + code, "DECIMAL(38,10)", pa.decimal128(38, 10), [LONG, decimal.Decimal(1)]) == expected
    if name != "of a stored accumulator":  # numpy's numbers are not JSON
        with pytest.raises(FunctionError, match="overflow"):
            called(INTS + code, "INT", pa.int32(), [LARGEST, 1])


def test_a_product_of_decimals_is_exact_and_the_settings_of_a_function_stay_its_own() -> None:
    code = textwrap.dedent("""
        import decimal
        Given, Short = DataType("DECIMAL(38,37)"), DataType("DECIMAL(2,1)")
        class f:
            def open(self): decimal.getcontext().rounding = decimal.ROUND_HALF_UP
            def eval(self, x: Annotated[Decimal, Given]) -> Annotated[Decimal, Short]:
                assert len((x * x).as_tuple().digits) == 75
                return round(Decimal("2.25"), 1)
    """)
    value = decimal.Decimal("1." + "1" * 36 + "3")
    run_batch = evaluator(program_for(define(code), ["DECIMAL(38,37)"]))
    before = decimal.getcontext().copy()
    batches: Iterator[Any] = (run_batch(pa.array([value], pa.decimal128(38, 37))).to_pylist() for _ in range(2))
    assert [*batches] == [[decimal.Decimal("2.3")]] * 2
    assert (before.prec, before.rounding) == (decimal.getcontext().prec, decimal.getcontext().rounding)


def test_floating_point_of_numpy_overflows_to_infinity() -> None:
    assert run("def f(x: np.float32) -> np.float32: return x * x", ["FLOAT"], pa.array([1e30], pa.float32())) == [
        float("inf")
    ]
