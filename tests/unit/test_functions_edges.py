"""Definitions that are refused before a call, and results that must not change on their way out. No Spark."""

from __future__ import annotations

import datetime
import decimal
import pickle
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from dbt.adapters.tablestore.functions.calling.shipping import shipped_program
from dbt.adapters.tablestore.functions.reading.sources import unload_helpers
from dbt.adapters.tablestore.functions.types.conversions import default_conversion
from dbt.adapters.tablestore.functions.types.errors import FunctionError, MismatchError
from dbt.adapters.tablestore.functions.types.type_parser import parse_type
from dbt.adapters.tablestore.functions.worker.encode import encoder
from dbt.adapters.tablestore.functions.worker.program import Input
from dbt.adapters.tablestore.functions.worker.runtime import evaluator
from dbt.adapters.tablestore.functions.worker.scalar_encoders import BadValueError
from pyspark import cloudpickle
from pyspark.sql import types as t

from function_files import argument, bigints, call, define, failure, refusal, result, run, signatures

CLASS = "class f:\n    {}\n    def eval(self, x: int) -> int: return x"
AGGREGATE = "class f:\n    {}\n    def finish(self) -> int: return 1"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("raise SystemExit(2)", "the file cannot be imported: SystemExit: 2"),
        ("f = len", "`f` is <built-in function len>, not a function. Define it with def or class."),
        ("def f(x: 'np.nope') -> int: ...", "f(): an annotation cannot be evaluated: module 'numpy' has no attribute"),
        ("def f(x: int) -> T: ...", "f(): the result has the type T, which is the type of no parameter"),
        ("def f(x: int) -> dict[str, Any]: ...", "Any does not name the type of the result."),
        (
            "@dataclass\nclass P: ...\ndef f(x: int) -> P: ...",
            "`P` has no fields, and a STRUCT needs one",
        ),
        (
            "@dataclass\nclass N:\n    next: 'list[N]'\ndef f(x: int) -> N: ...",
            "`N` contains itself, and a STRUCT cannot.",
        ),
        (CLASS.format("def __init__(self, a, *, b): ..."), "class f: __init__ takes 2 arguments (a, b), and Spark's"),
        (CLASS.format("def open(self, context): ..."), "open() is called without arguments. Remove `context`."),
        (
            CLASS.format("async def open(self): ..."),
            "open() is called, and not awaited. Write def open",
        ),
        ("class f:\n    eval = 3", "class f: `eval` is 3, not a method. Define it with def."),
        (
            "import abc\n"
            + CLASS.format("@abc.abstractmethod\n    def g(self): ...").replace("class f", "class f(abc.ABC)"),
            "class f: it is abstract, because it does not define g().",
        ),
        (AGGREGATE.format("async def accumulate(self, x: int): ..."), "accumulate() is called, and not awaited."),
        (
            AGGREGATE.format("def accumulate(self, x: int): yield 1"),
            "accumulate() is a generator, and is called",
        ),
        ("def f(x: int = 'a') -> int: ...", "the default of `x` is 'a' (str), but int means BIGINT."),
        (
            "def f(x: int = None) -> int: ...",
            "the default of `x` is None, but int is not optional.",
        ),
        ("def f(x: Literal['a', 'b'] = 'c') -> int: ...", "the default of `x` is 'c', but its values are 'a', 'b'."),
        ("def f(x: list[int] = [1, 'a']) -> int: ...", "the default of `x` is [1, 'a'] (list)"),
        ("@hint(input=[int])\ndef f(x: int) -> int: ...", "@hint takes texts of SQL types, such as 'INT', not"),
        (
            "@infer('INT')\ndef f(x: int): ...",
            "@infer takes a function of the call, such as",
        ),
        ("@hint(decimal=(39, 2))\ndef f(x: Decimal) -> int: ...", "decimal=(39, 2): the precision is at most 38"),
        (
            "@dataclass\nclass P:\n    a: int\n    A: int\ndef f(x: int) -> P: ...",
            "the fields `a` and `A` of `P` have the same name in SQL",
        ),
        ("def f(x: Annotated[Any, DataType('STRUCT<a INT, A INT>')]) -> int: ...", "its fields `a` and `A` have the"),
        ("def f(x: int, X: int) -> int: ...", "f(): the parameters `x` and `X` have the same name in SQL"),
        (
            "def f(x: int) -> int: yield x",
            "f() yields its results, but is annotated -> int. Write -> Iterator[int], or return one result.",
        ),
        (
            "class f:\n    def eval(self, x: int) -> list[int]: yield x",
            "eval() yields its results, but is annotated ->",
        ),
        ("async def f(x: int) -> str: yield x", "-> str. Write -> AsyncIterator[str], or return one result."),
        ("@hint(output='INT')\ndef f(x: int) -> int: yield x", "f() yields its results, but is annotated -> int."),
        (
            "@overload\ndef f(x: int) -> int: ...\n@overload\ndef f(x: str) -> int: ...\ndef f(x): yield x",
            "f() yields its results, but is annotated -> int.",
        ),
        ("import numpy_of_nobody.x\ndef f(x: int) -> int: ...", "if numpy_of_nobody is a package, install it there."),
        (
            "import socket\nS = socket.socket()\ndef f(x: int) -> int: return S.fileno()",
            "cannot be sent to Spark's workers",
        ),
    ],
)
def test_a_definition_is_refused_when_it_is_read(code: str, message: str) -> None:
    assert message in refusal(code)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("class f:\n    @staticmethod\n    def eval(x: int) -> int: ...", "f(x BIGINT) -> BIGINT"),
        ("class f:\n    @classmethod\n    def eval(cls, x: int) -> int: ...", "f(x BIGINT) -> BIGINT"),
        (
            "from typing import NewType\nId = NewType('Id', int)\ndef f(x: Id) -> list[Id]: ...",
            "f(x BIGINT) -> ARRAY<BIGINT>",
        ),
        ("from typing import Final\ndef f(x: Final[int]) -> int: ...", "f(x BIGINT) -> BIGINT"),
        ("def f(x: int) -> tuple[int, str]: ...", "f(x BIGINT) -> STRUCT<_1: BIGINT, _2: STRING>"),
        (
            "@hint(output='STRUCT<n: INT, s: STRING>')\ndef f(x: int) -> tuple[int, str]: ...",
            "f(x BIGINT) -> STRUCT<n: INT, s: STRING>",
        ),
        (
            "from typing import Generic\n@dataclass\nclass Pair(Generic[T]):\n    a: T\n    b: list[T]\n"
            "def f(x: int) -> Pair[int]: ...",
            "f(x BIGINT) -> STRUCT<a: BIGINT, b: ARRAY<BIGINT>>",
        ),
        (
            "@hint(input=['ARRAY<DECIMAL(10,2)>'], output='DECIMAL(12,2)')\ndef f(x: list[Decimal]) -> Decimal: ...",
            "f(x ARRAY<DECIMAL(10,2)>) -> DECIMAL(12,2)",
        ),
        (
            "class R(TypedDict):\n    a: int\ndef f(x: Table[R]) -> Iterator[R]: ...",
            "f(x TABLE<a: BIGINT>) -> STRUCT<a: BIGINT>",
        ),
        ("def f(t: time) -> time: ...", "f(t TIME(6)) -> TIME(6)"),
    ],
)
def test_habits_of_python(code: str, expected: str) -> None:
    assert signatures(code) == [expected]


def test_hints_of_methods_classes_and_base_classes() -> None:
    code = """
        @hint(input=["INT"], output="INT")
        @hint(output="DOUBLE")
        class Base:
            @hint(input=["STRING"])
            def eval(self, x): ...
        class f(Base):
            @hint(input=["BOOLEAN"], output="BOOLEAN")
            def eval(self, x): ...
    """
    assert signatures(code) == ["f(x BOOLEAN) -> BOOLEAN", "f(x STRING) -> DOUBLE", "f(x INT) -> INT"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("VARCHAR(3)", "has a length that Spark does not enforce: write STRING"),
        ("VARBINARY(3)", "has a length that Spark does not enforce: write BYTES"),
        ("TIMESTAMP(3)", "write TIMESTAMP_NTZ, and round the value in the function"),
        ("TIMESTAMP(3) WITH LOCAL TIME ZONE", "write TIMESTAMP, and round the value in the function"),
        ("TIME(0)", "has a precision that Spark does not enforce"),
        ("DECIMAL(39,2)", "the precision is 1 to 38"),
    ],
)
def test_a_type_of_flink_means_what_it_says_or_is_refused(text: str, reason: str) -> None:
    with pytest.raises(MismatchError, match=reason):
        parse_type(text)


SWAPPED = "@dataclass\nclass P:\n    a: int\n    b: int\n{}\ndef f(x: int) -> P: return P(a=1, b=2)"


@pytest.mark.parametrize(
    "declared", ["@infer(lambda c: 'STRUCT<b: BIGINT, a: BIGINT>')", "@hint(output='ROW<b BIGINT, a BIGINT>')"]
)
def test_the_declared_order_of_fields_is_that_of_the_result(declared: str) -> None:
    (found,) = run(SWAPPED.format(declared), ["BIGINT"], bigints(1))
    assert list(found.items()) == [("b", 2), ("a", 1)]


def test_the_declared_order_of_fields_is_that_of_an_argument() -> None:
    code = "@dataclass\nclass P:\n    a: int\n    b: int\n@hint(input=['ROW<b BIGINT, a BIGINT>'])\n"
    code += "def f(x: P) -> int: return x.a * 10 + x.b"
    assert run(code, ["STRUCT<a: BIGINT, b: BIGINT>"], pa.array([{"a": 1, "b": 2}])) == [12]


def test_an_overload_with_the_same_fields_wins() -> None:
    code = """
        @dataclass
        class A:
            x: int
        @dataclass
        class AB:
            x: int
            y: int
        @overload
        def f(v: A) -> int: ...
        @overload
        def f(v: AB) -> str: ...
        def f(v): ...
    """
    function = define(code)
    assert result(function, "STRUCT<x: BIGINT, y: BIGINT>") == "STRING"
    assert result(function, "STRUCT<x: BIGINT>") == "BIGINT"


def test_fields_that_a_class_computes_and_names() -> None:
    code = """
        from dataclasses import field
        @dataclass(kw_only=True)
        class P:
            a: int
            b: int = field(init=False)
            def __post_init__(self): self.b = self.a * 2
        def f(x: P) -> P: return P(a=x.a + 1)
    """
    assert signatures(code) == ["f(x STRUCT<a: BIGINT, b: BIGINT>) -> STRUCT<a: BIGINT, b: BIGINT>"]
    assert run(code, ["STRUCT<a: BIGINT>"], pa.array([{"a": 1}, None])) == [{"a": 2, "b": 4}, None]


GROUPS = pa.array([[{"_0": 1}, {"_0": 2}], []], pa.list_(pa.struct([("_0", pa.int64())])))
SUM = "class f:\n    def create_accumulator(self): return 0\n    def accumulate(self, a, x: int): {}\n"
SUM += "    def get_value(self, a) -> int: return a"


def test_an_accumulator_that_is_returned() -> None:
    assert run(SUM.format("return a + x"), ["BIGINT"], GROUPS) == [3, 0]
    assert failure(SUM.format("a += x"), ["BIGINT"], GROUPS) == (
        "functions/f.py: f(x = 1) returned no accumulator, and an int cannot be changed in place. End accumulate() "
        "with a return of the new accumulator."
    )


def test_an_aggregate_is_opened() -> None:
    code = "class f:\n    def open(self): self.base = 10\n    def create_accumulator(self): return self.base\n"
    code += "    def accumulate(self, a, x: int): return a + x\n    def get_value(self, a) -> int: return a"
    assert run(code, ["BIGINT"], GROUPS) == [13, 10]


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("def f(x: int) -> int:\n    if x == 2: raise StopIteration\n    return x", "f(x = 2) raised StopIteration"),
        ("async def f(x: int) -> int: return next(iter([]))", "f(x = 1) raised StopIteration"),
        ("def f(x: int) -> Iterator[int]:\n    yield next(iter([]))", "f(x = 1) raised StopIteration"),
        ("def f(x: int) -> Iterator[int]: return map(lambda v: next(iter([])), [1])", "f(x = 1) raised StopIteration"),
        ("import sys\ndef f(x: int) -> int: sys.exit('enough')", "f(x = 1) raised SystemExit: enough"),
        ("def f(x: int) -> Iterator[int]: yield None", "f(x = 1) yielded None, but its result is not optional."),
        ("def f(x: np.int32) -> np.int32: return x + np.int32(2**31 - 1)", "raised FloatingPointError: overflow"),
        ("def f(x: int) -> tuple[int, int]: return (1,)", "Return a tuple of 2 values."),
        ("def f(x: int) -> Annotated[float, DataType('FLOAT')]: return 1e39", "FLOAT, which cannot hold it."),
        ("def f(x: int) -> Annotated[Any, DataType('VARIANT')]: return object()", "Return what JSON has: None, bool"),
        ("def f(x: int) -> Annotated[Any, DataType('VARIANT')]: return [{1: 'a', '1': 'b'}]", "keys differ as text."),
        ("def f(x: int) -> Annotated[Any, DataType('VARIANT')]: return {'a': 10**40}", "int of up to 38 digits"),
        (
            "def f(x: int) -> Annotated[timedelta, DataType('INTERVAL DAY')]: return timedelta(hours=5)",
            "means INTERVAL DAY, which has whole days. Round it in the function.",
        ),
        ("def f(x: int) -> datetime: return pd.Timestamp(1)", "TIMESTAMP, which has nanoseconds. Round it"),
        ("def f(x: int) -> datetime | None: return pd.NaT", "f(x = 1) returned NaT (NaTType), but -> datetime | None"),
        ("def f(x: int) -> Annotated[datetime, DataType('TIMESTAMP_NTZ')]: return pd.NaT", "returned NaT (NaTType), "),
        ("def f(x: int) -> list[datetime | None]: return [pd.NaT]", "its element NaT is a NaTType"),
        ("def f(x: int) -> timedelta | None: return pd.NaT", "returned NaT (NaTType), but -> timedelta | None"),
    ],
)
def test_an_error_names_the_call(code: str, line: str) -> None:
    given = "INT" if "np.int32" in code else "BIGINT"
    assert line in failure(code, [given], pa.array([1, 2], pa.int32() if given == "INT" else pa.int64()))


@pytest.mark.parametrize(("digits", "has"), [(0, "whole seconds"), (3, "3 digits of a second")])
def test_a_time_has_the_digits_of_its_type(digits: int, has: str) -> None:
    """A type of fewer digits comes from an argument, by a TypeVar: an annotation has microseconds."""
    encode = encoder(default_conversion(t.TimeType(digits)), "UTC")
    kept = [datetime.time(1, 2, 3), None]
    assert encode(kept).to_pylist() == kept
    with pytest.raises(BadValueError, match=f", which has {has}"):
        encode([*kept, datetime.time(1, 2, 3, 456789)])


def test_rows_of_an_iterator_class_end_where_it_says() -> None:
    code = """
        class Twice:
            def __init__(self): self.left = 2
            def __iter__(self): return self
            def __next__(self):
                if not self.left: raise StopIteration
                self.left -= 1
                return self.left
        def f(x: int) -> Iterator[int]: return Twice()
    """
    assert run(code, ["BIGINT"], bigints(1)) == [[{"value": 1}, {"value": 0}]]


def test_bad_text_of_a_uuid_names_the_function() -> None:
    found = failure("def f(x: uuid.UUID) -> str: return str(x)", ["STRING"], pa.array(["a"]))
    assert found.startswith("functions/f.py: f(): argument `x` cannot be converted to UUID: ValueError: badly formed")


@pytest.mark.parametrize(
    ("annotation", "value", "expected"),
    [
        ("float", "x", 1.0),
        ("float", "np.float32(1.5)", 1.5),
        ("int", "np.int64(3)", 3),
        ("bool", "np.int64(3) > 2", True),
        ("date", "np.datetime64('2024-01-02')", datetime.date(2024, 1, 2)),
        ("Annotated[Decimal, DataType('DECIMAL(5,2)')]", "0", decimal.Decimal("0.00")),
        ("list[float]", "[1, 2.5]", [1.0, 2.5]),
        ("time", "time(1, 2, 3)", datetime.time(1, 2, 3)),
    ],
)
def test_numbers_are_taken_where_they_fit(annotation: str, value: str, expected: Any) -> None:
    assert run(f"def f(x: int) -> {annotation}: return {value}", ["BIGINT"], bigints(1)) == [expected]


def test_nan_of_pandas_is_null_only_where_an_argument_is() -> None:
    code = "D = Annotated[pd.Series, DataType('DOUBLE')]\ndef f(x: D) -> D: return x * np.nan"
    nan, null = run(code, ["DOUBLE"], pa.array([1.0, None]))
    assert nan != nan and null is None
    longs = "D = Annotated[pd.Series, DataType('BIGINT')]\ndef f(x: D) -> D: return x + 1"
    assert run(longs, ["BIGINT"], bigints(1, None)) == [2, None]


def test_batches_one_by_one() -> None:
    longs = "import pyarrow as pa\nD = Annotated[pa.Array, DataType('BIGINT')]\n"
    code = longs + "def f(b: Iterator[D]) -> Iterator[D]:\n    for n, x in enumerate(b): yield pa.array([n] * len(x))"
    function = define(code)
    choice = call(function, "BIGINT")
    inputs = (Input("b", choice.conversions[0], argument("BIGINT").type),)
    evaluate = evaluator(shipped_program(function, inputs, choice.result, "UTC"))
    assert [evaluate(bigints(5, 6)).to_pylist(), evaluate(bigints(7)).to_pylist()] == [[0, 0], [1]]
    eager = longs + "def f(b: Iterator[D]) -> Iterator[D]:\n    for x in list(b): yield x"
    assert "it took a second batch before it yielded the result of the first" in failure(eager, ["BIGINT"], bigints(1))


def in_a_worker(code: str, root: Path) -> str:
    """The results of a function for 1 and 2 in a new Python process, which does not have the project."""
    function = define(code, root=root)
    choice = call(function, "BIGINT")
    inputs = (Input("x", choice.conversions[0], argument("BIGINT").type),)
    pickled = cloudpickle.dumps((evaluator(shipped_program(function, inputs, choice.result, "UTC")), bigints(1, 2)))
    program = "import pickle, sys; run, xs = pickle.load(sys.stdin.buffer); print(run(xs).to_pylist())"
    done = subprocess.run([sys.executable, "-c", program], input=pickled, capture_output=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return done.stdout.decode().strip()


@pytest.mark.parametrize(
    "code",
    [
        "import functools\n@functools.lru_cache(maxsize=8)\ndef f(x: int) -> int: return x if x < 2 else f(x - 1) + 1",
        "import functools\n@functools.cache\ndef g(x): return x\ndef f(x: int) -> int: return g(x)",
        "import functools\n@functools.singledispatch\ndef g(x): return 0\n@g.register\ndef _(x: int): return x\n"
        "def f(x: int) -> int: return g(x)",
        "import threading\nLOCK = threading.Lock()\ndef f(x: int) -> int:\n    with LOCK: return x",
        "import threading, contextvars\nLOCAL = threading.local()\nVAR = contextvars.ContextVar('v', default=0)\n"
        "class f:\n    def __init__(self): self.lock = threading.RLock()\n"
        "    def eval(self, x: int) -> int:\n        with self.lock: return x + VAR.get()",
        "def f(x: int) -> int:\n    from rates import same\n    return same(x)",
        "import units.length\nfrom units import length as l\ndef f(x: int) -> int: return units.length.m(x) + l.m(0)",
        "def f(x: int) -> int:\n    import units.length\n    return units.length.m(x)",
        "from statistics import mean\ndef f(x: int) -> int: return int(mean([x, x]))",
    ],
)
def test_what_a_function_uses_is_there_in_a_worker(code: str, tmp_path: Path) -> None:
    helpers = {
        "rates.py": "import threading\nLOCK = threading.Lock()\nfrom more import one\ndef same(x): return x * one()",
        "more.py": "def one():\n    import units.length\n    return units.length.m(1)",
        "units/length.py": "def m(x): return x",
        "statistics.py": "def mean(xs): return -1",
    }
    write(tmp_path, helpers)
    assert in_a_worker(textwrap.dedent(code), tmp_path) == "[1, 2]"


def write(root: Path, helpers: dict[str, str]) -> None:
    unload_helpers()
    for name, text in helpers.items():
        (root / "python" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "python" / name).write_text(text)


def test_helpers_of_two_projects_have_the_same_name(tmp_path: Path) -> None:
    code = "from helpers import factor\ndef f(x: int) -> int: return x * factor()"
    for number in (2, 3):
        write(tmp_path / str(number), {"helpers.py": f"def factor(): return {number}"})
    assert in_a_worker(code, tmp_path / "2") == "[2, 4]"
    assert in_a_worker(code, tmp_path / "3") == "[3, 6]"


def test_a_changed_helper_is_another_function(tmp_path: Path) -> None:
    """What has computed with the former code, such as a view, sees that; a checkout elsewhere is the same."""
    code = "from helpers import factor\ndef f(x: int) -> int: return x * factor()"
    digests = []
    for folder, factor in (("a", 2), ("b", 2), ("a", 3)):
        write(tmp_path / folder, {"helpers.py": f"def factor(): return {factor}"})
        digests.append(define(code, root=tmp_path / folder).digest)
    assert digests[0] == digests[1] != digests[2]
    assert in_a_worker(code, tmp_path / "a") == "[3, 6]"


def test_a_helper_hidden_by_the_standard_library_is_named(tmp_path: Path) -> None:
    write(tmp_path, {"statistics.py": "def rate(): return 1"})
    with pytest.raises(FunctionError, match=r"python/statistics\.py has the name of a module of Python's standard"):
        define("from statistics import rate\ndef f(x: int) -> int: return rate()", root=tmp_path)
    assert "statistics" in sys.modules and not str(sys.modules["statistics"].__file__).startswith(str(tmp_path))


def test_a_pickle_of_a_function_is_small() -> None:
    """It travels with every task."""
    function = define("def f(x: int) -> int: return x")
    assert len(pickle.dumps(cloudpickle.dumps(function))) < 200_000
