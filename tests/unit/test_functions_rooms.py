"""The rooms of ``functions/`` depend one way, and what runs in Spark's workers needs neither dbt nor the project.

The imports are read from the code with ``ast``, those inside functions and under TYPE_CHECKING included.
"""

from __future__ import annotations

import ast
import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pyarrow as pa
import pytest
from dbt.adapters.tablestore import functions
from dbt.adapters.tablestore.functions.calling.remote import batch_evaluator
from dbt.adapters.tablestore.functions.calling.shipping import shipped_program
from dbt.adapters.tablestore.functions.types.errors import function_error_in
from dbt.adapters.tablestore.functions.worker.program import Input
from dbt.adapters.tablestore.functions.worker.runtime import evaluator
from pyspark import cloudpickle

from function_files import argument, call, define

PACKAGE = "dbt.adapters.tablestore.functions"
FOLDER = Path(functions.__file__).parent
# From the bottom: a room or a module of the package itself imports only what stands before it.
ORDER = ["types", "worker", "reading", "project", "calling", "__main__"]
ROOMS = ["types", "worker", "reading", "calling"]
# What Spark installs for its workers; `cloudpickle` is its own copy. Only functions of numpy and pandas use these.
IN_WORKERS = {"pyspark", "pyspark.sql", "pyspark.sql.types", "pyspark.sql.pandas.types"}
IN_WORKERS |= {"numpy", "pandas", "pyarrow", "pyarrow.compute"}
SPARK_INTERNALS = {"_jvm", "_jsc", "_sc", "_gateway", "_jsparkSession", "_jdf", "_jc", "_to_java_column"}


@cache
def modules() -> dict[str, ast.Module]:
    """Every module by its name below the package, ``types.widening``; the package itself is ``__init__``."""
    found = {}
    for path in FOLDER.rglob("*.py"):
        parts = path.relative_to(FOLDER).with_suffix("").parts
        name = ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text())
    return found


def imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Every import as a module and a name in it; the name of a plain import is empty."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, "imports are absolute"
            yield from ((node.module, alias.name) for alias in node.names)


def own_imports(name: str) -> set[str]:
    """The modules of the package that a module imports."""
    found = set()
    for module, member in imported(modules()[name]):
        if module == PACKAGE or module.startswith(f"{PACKAGE}."):
            below = module.removeprefix(PACKAGE).removeprefix(".")
            inside = f"{below}.{member}".removeprefix(".")
            found.add(inside if inside in modules() else below or "__init__")
    return found


def foreign_imports(name: str) -> set[str]:
    """The modules outside the package that a module imports, without those of the standard library."""
    found = {module for module, _ in imported(modules()[name]) if not module.startswith(PACKAGE)}
    return {module for module in found if module.partition(".")[0] not in sys.stdlib_module_names}


def room(name: str) -> str:
    return name.partition(".")[0]


def test_every_folder_is_a_room_that_the_package_describes() -> None:
    folders = {path.parent.name for path in FOLDER.glob("*/__init__.py")}
    assert folders == set(ROOMS)
    assert {room(name) for name in modules()} == {*ORDER, "__init__"}
    described = functions.__doc__ or ""
    assert [name for name in [*ROOMS, "project"] if f"``{name}" not in described] == []


def test_the_rooms_form_no_circle() -> None:
    graph: dict[str, set[str]] = {}
    for name in modules():
        graph.setdefault(room(name), set()).update({room(other) for other in own_imports(name)} - {room(name)})
    assert graph["calling"] >= {"types", "worker", "reading"}
    list(TopologicalSorter(graph).static_order())


def test_the_modules_form_no_circle() -> None:
    list(TopologicalSorter({name: own_imports(name) for name in modules()}).static_order())


def test_a_room_imports_only_what_stands_below_it() -> None:
    offenders = [
        f"{name} imports {other}"
        for name in modules()
        if name != "__init__"
        for other in own_imports(name)
        if room(other) != room(name) and (other == "__init__" or ORDER.index(room(other)) > ORDER.index(room(name)))
    ]
    assert offenders == []
    assert own_imports("__init__") == {"types.api"}


def test_the_worker_depends_on_types_only() -> None:
    below = {other for name in modules() if room(name) == "worker" for other in own_imports(name)}
    assert {room(other) for other in below} == {"worker", "types"}


def test_what_runs_in_workers_imports_what_spark_installs_there() -> None:
    shipped = [name for name in modules() if room(name) == "worker"]
    for name in shipped:
        shipped += [other for other in own_imports(name) if other not in shipped]
    foreign = {module for name in shipped for module in foreign_imports(name)}
    assert foreign - IN_WORKERS == set()
    assert {"pyarrow", "pyspark.sql"} <= foreign


def test_only_one_module_knows_sparks_internals() -> None:
    known: dict[str, set[str]] = {}
    for name, tree in modules().items():
        used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & SPARK_INTERNALS
        private = {f"{module}.{member}" for module, member in imported(tree) if module.startswith(("pyspark", "py4j"))}
        used |= {path for path in private if path.startswith("py4j") or "._" in path}
        # getattr(spark, "_jvm")
        used |= {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and n.value in SPARK_INTERNALS}
        if used:
            known[name] = used
    assert set(known) == {"calling.spark"}
    assert "_jvm" in known["calling.spark"]


RUN_WITHOUT_DBT = """
import json, pickle, sys, traceback

class NoDbt:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("dbt", "dbt_common", "function_files"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, NoDbt())
found = {}
for kind, (call, arrays) in pickle.load(sys.stdin.buffer).items():
    try:
        found[kind] = str(pickle.loads(call)(*arrays).to_pylist())
    except Exception:
        found[kind] = traceback.format_exc()
print(json.dumps(found))
"""


def shipped(code: str, kind: str) -> bytes:
    """The call of a function with one BIGINT, as Spark ships it."""
    function = define(code, f"f_{kind}", entry_point="f")
    choice = call(function, "BIGINT")
    (parameter,) = choice.signature.parameters
    inputs = (Input(parameter.name, choice.conversions[0], argument("BIGINT").type),)
    pickled: bytes = cloudpickle.dumps(evaluator(shipped_program(function, inputs, choice.result, "UTC")))
    return pickled


def shipped_over_connect(code: str, kind: str) -> bytes:
    """The function as Spark Connect ships it, which is called with types that are not known before."""
    function = define(code, f"f_{kind}_connect", entry_point="f")
    pickled: bytes = cloudpickle.dumps(batch_evaluator(function, "UTC"))
    return pickled


SHIPPED = {
    "scalar": ("def f(x: int) -> int: return x + 1", "[2, None]"),
    "hinted": ("@hint(output='STRING')\ndef f(x: int): return str(x)", "['1', None]"),
    "struct": (
        '@dataclass\nclass P:\n    x: int\n    y: Annotated[Decimal, DataType("DECIMAL(3,1)")]\n'
        'def f(x: int) -> P: return P(x, Decimal("1.5"))',
        "[{'x': 1, 'y': Decimal('1.5')}, None]",
    ),
    "async": ("async def f(x: int) -> int: return x + 1", "[2, None]"),
    "table": ("def f(x: int) -> Iterator[int]: return range(x)", "[[{'value': 0}], None]"),
    "column": (
        "import pyarrow as pa\nLongs = Annotated[pa.Array, DataType('BIGINT')]\ndef f(x: Longs) -> Longs: return x",
        "[1, None]",
    ),
    "aggregate": (
        "class f:\n    def __init__(self): self.n = 0\n    def accumulate(self, x: int) -> None: self.n += x\n"
        "    def finish(self) -> int: return self.n",
        "[3, 0]",
    ),
    "enum": ("class C(enum.Enum):\n    A = 1\ndef f(x: int) -> list[C]: return [C(x)]", "[['A'], None]"),
}
OVER_CONNECT = [kind for kind in SHIPPED if kind != "aggregate"]
WRONG = "def f(x: int) -> int: return 'a'"


@pytest.fixture(scope="module")
def found_without_dbt() -> dict[str, str]:
    """What every call gives in a Python process that cannot import dbt: its results or its traceback."""
    arrays = {kind: pa.array([1, None], pa.int64()) for kind in [*SHIPPED, "wrong"]}
    arrays["aggregate"] = pa.array([[{"_0": 1}, {"_0": 2}], []], pa.list_(pa.struct([("_0", pa.int64())])))
    codes = {kind: code for kind, (code, _) in SHIPPED.items()} | {"wrong": WRONG}
    calls = {kind: (shipped(code, kind), [arrays[kind]]) for kind, code in codes.items()}
    narrow = [pa.array([1, None], pa.int32())]
    calls |= {f"{kind} over connect": (shipped_over_connect(SHIPPED[kind][0], kind), narrow) for kind in OVER_CONNECT}
    done = subprocess.run(
        [sys.executable, "-c", RUN_WITHOUT_DBT], input=pickle.dumps(calls), capture_output=True, timeout=60, check=True
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("kind", SHIPPED)
def test_a_call_runs_where_dbt_is_not_installed(kind: str, found_without_dbt: dict[str, str]) -> None:
    assert found_without_dbt[kind] == SHIPPED[kind][1]


@pytest.mark.parametrize("kind", OVER_CONNECT)
def test_a_function_of_spark_connect_runs_where_dbt_is_not_installed(
    kind: str, found_without_dbt: dict[str, str]
) -> None:
    """With an INT, which is widened to BIGINT."""
    assert found_without_dbt[f"{kind} over connect"] == SHIPPED[kind][1]


def test_an_error_is_found_in_the_traceback_of_a_worker_without_dbt(found_without_dbt: dict[str, str]) -> None:
    assert (function_error_in(found_without_dbt["wrong"]) or "").startswith(
        "functions/f_wrong.py: f_wrong(x = 1) returned 'a' (str)"
    )
