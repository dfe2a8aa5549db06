"""Stored accumulators of Python aggregates: what is read is what was stored, and reading it runs no code."""

from __future__ import annotations

import collections
import datetime
import json
import pickle
import textwrap
import uuid
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pyarrow as pa
import pytest
from dbt.adapters.tablestore.functions.calling.resolution import resolve
from dbt.adapters.tablestore.functions.calling.shipping import shipped_program
from dbt.adapters.tablestore.functions.calling.state_calls import changed_arguments
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.worker.program import Input
from dbt.adapters.tablestore.functions.worker.runtime import evaluator
from dbt.adapters.tablestore.functions.worker.stored_state import Codec, StateError
from hypothesis import given, settings
from hypothesis import strategies as st

from function_files import argument, call, define

AT = datetime.datetime(2024, 10, 27, 2, 30, 0, 5, fold=1)
LEAVES = [
    None,
    True,
    False,
    0,
    -1,
    10**40,
    0.0,
    -0.0,
    0.1,
    1e300,
    float("nan"),
    float("inf"),
    "",
    'a"\ud800\0',
    b"",
    b"\xff",
]
LEAVES += [complex(-0.0, float("nan")), range(3, 9, 2), uuid.UUID(int=7), Fraction(1, 3), datetime.date.min]
LEAVES += [Decimal(text) for text in ("0", "-0.00", "1E+3", "NaN", "-Infinity", "0.10", "9" * 60)]
LEAVES += [datetime.timedelta(microseconds=-1), AT, AT.time(), AT.replace(tzinfo=datetime.timezone.utc)]
LEAVES += [
    AT.replace(tzinfo=datetime.timezone(datetime.timedelta(seconds=-5401))),
    AT.replace(tzinfo=ZoneInfo("Europe/Oslo")),
]
KEYS = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: st.one_of(st.tuples(inner, inner), st.frozensets(inner, max_size=2)),
    max_leaves=4,
)


def containers(inner: Any) -> Any:
    maps = st.dictionaries(KEYS, inner, max_size=3)
    return st.one_of(
        st.lists(inner, max_size=3),
        st.tuples(inner),
        st.sets(KEYS, max_size=3),
        st.builds(collections.deque, st.lists(inner, max_size=3), st.sampled_from([None, 3])),
        maps,
        maps.map(collections.OrderedDict),
        maps.map(collections.Counter),
        maps.map(lambda items: collections.defaultdict(list, items)),
        maps.map(lambda items: collections.defaultdict(None, items)),
    )


VALUES = st.recursive(KEYS | st.binary().map(bytearray), containers, max_leaves=8)


def shape(value: Any) -> Any:
    """A value as text with its types; sets have no order, and NaN differs from itself."""
    kind = type(value).__name__
    if isinstance(value, dict):
        pairs = [(shape(key), shape(item)) for key, item in value.items()]
        return kind, pairs, str(getattr(value, "default_factory", None))
    if isinstance(value, (set, frozenset)):
        return kind, sorted(map(repr, map(shape, value)))
    if isinstance(value, (list, tuple, collections.deque)):
        return kind, [shape(item) for item in value], getattr(value, "maxlen", None)
    return kind, repr(value), getattr(value, "fold", None)


@settings(max_examples=400, deadline=None)
@given(VALUES)
def test_what_is_read_is_what_was_stored(value: Any) -> None:
    codec = Codec(object, None)
    assert shape(codec.decode(codec.encode(value))) == shape(value)


AGGREGATE = """
import enum
from dataclasses import dataclass, field
from typing import NamedTuple

class Color(enum.Enum):
    RED = "r"

class Seen(NamedTuple):
    first: int
    color: Color

@dataclass
class State:
    total: int = 0
    seen: dict = field(default_factory=dict)

class f:
    def create_accumulator(self): return State()
    def accumulate(self, state, v: int):
        state.total += v
        state.seen[v, "x"] = Seen(v, Color.RED)
    def retract(self, state, v: int):
        state.total -= v
        del state.seen[v, "x"]
    def get_value(self, state) -> str:
        return f"{state.total} {[(key, *seen) for key, seen in sorted(state.seen.items())]}"
"""


LIST = "ARRAY<BIGINT>"


def states(code: str, mode: str, *arrays: Any, of: str = "BIGINT") -> Any:
    """What a call of a mode returns for arguments of a type, in the form in which it goes to a worker."""
    function = define(code)
    choice = call(function, of)
    inputs = () if mode == "value" else (Input("v", choice.conversions[0], argument(of).type),)
    program = shipped_program(replace(function, call_mode=mode), inputs, choice.result, "UTC")
    return evaluator(pickle.loads(pickle.dumps(program)))(*arrays)


def rows(*groups: list[int]) -> Any:
    return pa.array([[{"v": v} for v in group] for group in groups], pa.list_(pa.struct([("v", pa.int64())])))


def changes(*groups: list[tuple[int, int]]) -> Any:
    kind = pa.list_(pa.struct([("weight", pa.int64()), ("v", pa.int64())]))
    return pa.array([[{"weight": weight, "v": v} for weight, v in group] for group in groups], kind)


def test_an_accumulator_of_the_aggregates_own_classes_follows_changes() -> None:
    stored = states(AGGREGATE, "state", rows([1, 2], [5]))
    assert all(json.loads(state.as_py())["object"][0] == "State" for state in stored)
    stored = states(AGGREGATE, "update", stored, changes([(1, 7), (-1, 1)], [(-1, 5)]))
    assert states(AGGREGATE, "value", stored).to_pylist() == [
        "9 [((2, 'x'), 2, <Color.RED: 'r'>), ((7, 'x'), 7, <Color.RED: 'r'>)]",
        "0 []",
    ]


ARRAYS = """
class f:
    def create_accumulator(self): return {"arrays": [], "largest": 0}
    def accumulate(self, state, v: list[int]):
        state["arrays"].append(v)
        state["largest"] += v.pop()
    def retract(self, state, v: list[int]):
        state["largest"] -= v.pop()
        state["arrays"].remove(v)
    def get_value(self, state) -> str: return f"{state['arrays']} {state['largest']}"
"""


def test_equal_changed_rows_have_arguments_of_their_own() -> None:
    kind = pa.list_(pa.struct([("weight", pa.int64()), ("v", pa.list_(pa.int64()))]))

    def changed(*changes: tuple[int, list[int] | None]) -> Any:
        return pa.array([[{"weight": weight, "v": v} for weight, v in changes]], kind)

    stored = states(ARRAYS, "update", pa.array([None], pa.binary()), changed((3, [1, 2]), (1, [5]), (2, None)), of=LIST)
    assert states(ARRAYS, "value", stored, of=LIST).to_pylist() == ["[[1], [1], [1], []] 11"]
    stored = states(ARRAYS, "update", stored, changed((-2, [1, 2]), (0, [9]), (-1, [5]), (1, [7])), of=LIST)
    assert states(ARRAYS, "value", stored, of=LIST).to_pylist() == ["[[1], []] 9"]


def simple(created: str, hint: str = "") -> str:
    return (
        f"import threading, datetime, enum\n{hint}\nclass f:\n    def create_accumulator(self): return {created}\n"
        "    def accumulate(self, state, v: int): return state\n    def retract(self, state, v: int): return state\n"
        "    def get_value(self, state) -> str: return str(state)\n"
    )


@pytest.mark.parametrize(
    ("created", "reason"),
    [
        ("object()", "it holds <object object at"),
        ("{'a': [type('Local', (), {})()]}", "a Local"),
        ("type('Number', (int,), {})(3)", "it holds 3, a Number"),
        ("[lambda: 0]", "a function"),
        ("[[0]] * 2", "[0] is in it twice, and would become two objects"),
        ("10 ** 5000", "Exceeds the limit"),
        ("__import__('functools').reduce(lambda inner, _: [inner], range(100000), 0)", "it is nested too deeply"),
    ],
)
def test_what_json_does_not_hold_is_refused(created: str, reason: str) -> None:
    with pytest.raises(FunctionError) as caught:
        states(simple(created), "state", rows([1]))
    message = str(caught.value)
    assert message.startswith("functions/f.py: the accumulator of f() cannot be stored as JSON: ") and reason in message
    assert message.endswith("to store it as a pickle, which can run code when it is read.")


def test_a_hint_pickles_the_accumulator() -> None:
    code = simple("type('Local', (), {'__str__': lambda self: 'local'})()", "@hint(accumulator=DataType(raw=True))")
    stored = states(code, "state", rows([1]))
    assert states(code, "value", stored).to_pylist() == ["local"]


class Runs:
    """Runs code when it is unpickled."""

    def __reduce__(self) -> Any:
        return exec, ("raise SystemExit('the stored code ran')",)


@pytest.mark.parametrize(
    "stored",
    [
        pickle.dumps(Runs()),
        b'{"object": ["Runs", []]}',
        b'{"object": ["os.system", ["true"]]}',
        b'{"defaultdict": ["exec", []]} ',
        b'{"enum": ["State", "x"]}',
        b'{"object": ["State", [1]]}',
        b'{"bytes": "%"}',
        b'{"range": [0, 1, 0]}',
        b'{"datetime": ["2020-01-01", 0, "../../etc/passwd"]}',
        b'{"a": 1, "b": 2}',
        b"{}",
        b"[" * 100_000,
        b"",
        b"\xff",
    ],
)
def test_nobody_can_run_code_by_what_is_stored(stored: bytes) -> None:
    codec = Codec(define(AGGREGATE).target, None)
    if b"exec" in stored and stored.startswith(b"{"):
        assert codec.decode(stored).default_factory is None
        return
    with pytest.raises(StateError):
        codec.decode(stored)
    with pytest.raises(FunctionError, match=r"a stored accumulator of f\(\) cannot be read: "):
        states(AGGREGATE, "value", pa.array([stored], pa.binary()))


def test_a_decimal_keeps_its_digits() -> None:
    codec = Codec(object, None)
    assert str(codec.decode(codec.encode([Decimal("-0.100E-30")]))[0]) == "-1.00E-31"


def test_a_constant_of_the_query_is_a_column_of_its_changed_rows() -> None:
    code = """
        class f:
            def create_accumulator(self): return []
            def accumulate(self, s, x: float, unit: Literal["kg", "t"], by: Small = Decimal(1), *more: int): ...
            def retract(self, s, x: float, unit: Literal["kg", "t"], by: Small = Decimal(1), *more: int): ...
            def get_value(self, s) -> float: return 0.0
    """
    function = define('Small = Annotated[Decimal, DataType("DECIMAL(5,2)")]\n' + textwrap.dedent(code))
    for items in (["INT", ("STRING", "t")], ["DOUBLE", ("STRING", "kg"), ("INT", 7), "BIGINT", ("INT", 3)]):
        kinds = [argument(item).type for item in items]
        changed = resolve(function, changed_arguments(function.signatures[0], kinds))
        assert changed == call(function, *items)
    with pytest.raises(FunctionError, match=r"f does not accept \(STRING, STRING\)"):
        resolve(function, changed_arguments(function.signatures[0], [argument("STRING").type] * 2))
