"""Opaque values that a later run reads: in each run, the classes of a function's file are other objects."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from dbt.adapters.tablestore.functions.calling.shipping import shipped_program
from dbt.adapters.tablestore.functions.reading.sources import unload_helpers
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.worker.runtime import evaluator
from pyspark import cloudpickle

from function_files import define, program_for

WORKER = """
import pickle, sys
import pyarrow as pa
call, arrays = pickle.load(sys.stdin.buffer)
sys.stdout.buffer.write(pickle.dumps(pickle.loads(call)(*(pa.array(*array) for array in arrays)).to_pylist()))
"""


def in_a_worker(program: Any, *arrays: Any) -> Any:
    """The results of a call in a process of its own; an array is its values and its type."""
    given = pickle.dumps((cloudpickle.dumps(evaluator(program)), arrays))
    done = subprocess.run([sys.executable, "-c", WORKER], input=given, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return pickle.loads(done.stdout)


READS_AND_WRITES = """
    class Color(enum.Enum):
        RED = 1

    @dataclass
    class Shape:
        color: Color
        sides: int

    class f:
        @overload
        def eval(self, x: int) -> Annotated[Shape, DataType(raw=True)]: ...
        @overload
        def eval(self, x: Annotated[Shape, DataType(raw=True)]) -> str: ...
        def eval(self, x):
            if isinstance(x, int): return Shape(Color.RED, x)
            return f"{isinstance(x, Shape)} {x.color is Color.RED} {x == Shape(Color.RED, 3)}"
"""


def test_a_value_of_an_earlier_run_is_of_the_class_that_the_function_knows() -> None:
    written = in_a_worker(program_for(define(READS_AND_WRITES), ["BIGINT"]), ([3, None], "int64"))
    again = define(READS_AND_WRITES + "    # a changed file\n")
    assert in_a_worker(program_for(again, ["BINARY"]), (written, "binary")) == ["True True True", None]


HELPER = """
from dataclasses import dataclass

@dataclass
class Shape:
    sides: int
"""
IMPORTED = {
    "the file": "from shapes import Shape\ndef shape(x): return Shape(x)",
    "the module": "import shapes\ndef shape(x): return shapes.Shape(x)",
    "the function": "def shape(x):\n    from shapes import Shape\n    return Shape(x)",
}


@pytest.mark.parametrize("imported", IMPORTED)
def test_a_class_of_a_helper(imported: str, tmp_path: Path) -> None:
    code = """
class f:
    @overload
    def eval(self, x: int) -> Annotated[object, DataType(raw=True)]: ...
    @overload
    def eval(self, x: Annotated[object, DataType(raw=True)]) -> bool: ...
    def eval(self, x): return shape(x) if isinstance(x, int) else x == shape(3)
"""
    values: Any = [3]
    (tmp_path / "python").mkdir()
    for kind, arrow, comment in (("BIGINT", "int64", ""), ("BINARY", "binary", "# a changed helper\n")):
        unload_helpers()
        (tmp_path / "python" / "shapes.py").write_text(HELPER + comment)
        function = define(f"{IMPORTED[imported]}\n{code}", root=tmp_path)
        values = in_a_worker(program_for(function, [kind]), (values, arrow))
    assert values == [True]


def test_a_class_that_a_changed_file_lacks() -> None:
    written = in_a_worker(program_for(define(READS_AND_WRITES), ["BIGINT"]), ([3], "int64"))
    changed = define(READS_AND_WRITES.replace("Shape", "Figure"))
    with pytest.raises(FunctionError) as caught:
        evaluator(program_for(changed, ["BINARY"]))(pa.array(written, pa.binary()))
    assert str(caught.value) == (
        "functions/f.py: f(): argument `x`: it needs the class Shape of the function f, which this code lacks: define "
        "it there, or, if that is another function, put the class into a file of python/."
    )


SHAPES = """
class Item:
    def __init__(self, n): self.n = n
class Bag:
    def __init__(self, *n): self.items = [Item(one) for one in n]
    def total(self): return sum(item.n for item in self.items if type(item) is Item)
class Small(Bag): pass
"""
MAKERS = {
    "annotated": """
        from shapes import Bag, Small
        def make(x: int) -> Annotated[Bag, DataType(raw=True)]: return (Small if x > 9 else Bag)(x)
    """,
    "inside of a list": """
        from shapes import Bag, Small
        def make(x: int) -> list[Annotated[Bag, DataType(raw=True)]]: return [(Small if x > 9 else Bag)(x)]
    """,
}
READERS = {
    "the class": """
        from shapes import Bag
        def use(b: Annotated[Bag, DataType(raw=True)]) -> int: return b.total() if isinstance(b, Bag) else -1
    """,
    "a class inside": """
        from shapes import Item
        def use(b: Annotated[object, DataType(raw=True)]) -> int:
            return b.total() if isinstance(b.items[0], Item) else -1
    """,
    "no class": "def use(b: Annotated[object, DataType(raw=True)]) -> int: return b.total()",
    "a class inside of an array": """
        from shapes import Bag
        def use(b: list[Annotated[Any, DataType(raw=True)]]) -> int: return b[0].total()
    """,
}


@pytest.mark.parametrize("reader", READERS)
def test_classes_of_helpers_that_the_reading_function_does_not_name(reader: str, tmp_path: Path) -> None:
    (tmp_path / "python").mkdir()
    (tmp_path / "python" / "shapes.py").write_text(SHAPES)
    is_array = reader.endswith("array")
    make = define(MAKERS["inside of a list" if is_array else "annotated"], "make", root=tmp_path)
    written = in_a_worker(program_for(make, ["BIGINT"]), ([3, 12], "int64"))
    unload_helpers()
    use = define(READERS[reader], "use", root=tmp_path)
    given = ("ARRAY<BINARY>", pa.list_(pa.binary())) if is_array else ("BINARY", "binary")
    assert in_a_worker(program_for(use, [given[0]]), (written, given[1])) == [3, 12]


def test_a_helper_is_not_imported_beside_the_classes_that_travel(tmp_path: Path) -> None:
    """Its classes would be copies, of which isinstance() knows nothing. None travel beside one that has no pickle."""
    (tmp_path / "python").mkdir()
    (tmp_path / "python" / "shapes.py").write_text(f"{SHAPES}class Open(Bag): numbers = (n for n in ())\n")
    code = "def make(x: int) -> Annotated[object, DataType(raw=True)]:\n    import shapes\n    return shapes.Small(x)"
    written = in_a_worker(program_for(define(code, "make", root=tmp_path), ["BIGINT"]), ([3], "int64"))
    use = define(READERS["the class"], "use", root=tmp_path)
    with pytest.raises(FunctionError) as caught:
        evaluator(program_for(use, ["BINARY"]))(pa.array(written, pa.binary()))
    assert str(caught.value) == (
        "functions/use.py: use(): argument `b`: it needs the class Small of python/shapes.py, which this code lacks: "
        "define it there, or name it in the annotation."
    )
    named = READERS["the class"].replace("[Bag", "[Bag | Small").replace("import Bag", "import Bag, Small")
    named_use = define(named, "use", root=tmp_path)
    assert in_a_worker(program_for(named_use, ["BINARY"]), (written, "binary")) == [3]


def test_a_class_of_the_file_of_another_function() -> None:
    code = """
        class Shape: sides = 3
        def make(x: int) -> Annotated[Shape, DataType(raw=True)]: return Shape()
    """
    written = in_a_worker(program_for(define(code, "make"), ["BIGINT"]), ([3], "int64"))
    use = define("def use(s: Annotated[object, DataType(raw=True)]) -> int: return s.sides", "use")
    with pytest.raises(FunctionError) as caught:
        evaluator(program_for(use, ["BINARY"]))(pa.array(written, pa.binary()))
    assert str(caught.value) == (
        "functions/use.py: use(): argument `s`: it needs the class Shape of the function make, which this code lacks: "
        "define it there, or, if that is another function, put the class into a file of python/."
    )


COUNTED = """
    from collections import Counter

    @dataclass(frozen=True)
    class Item:
        value: int

    @hint(accumulator=DataType(raw=True))
    class f:
        def create_accumulator(self): return Counter()
        def accumulate(self, counted, x: int): counted[Item(x)] += 1
        def retract(self, counted, x: int):
            counted[Item(x)] -= 1
            if not counted[Item(x)]: del counted[Item(x)]
        def get_value(self, counted) -> int: return len(counted)
"""
CHANGED = pa.list_(pa.struct([("weight", pa.int64()), ("x", pa.int64())]))


def counted(mode: str, *arrays: Any) -> Any:
    """What a call of a mode returns in a run of its own."""
    function = replace(define(COUNTED), call_mode=mode)
    if mode == "update":
        return in_a_worker(program_for(function, ["BIGINT"]), *arrays)
    return in_a_worker(shipped_program(function, (), function.signatures[0].result, "UTC"), *arrays)


def test_a_stored_accumulator_follows_the_changes_of_several_runs() -> None:
    states, found = [None], []
    for batch in ([(1, 3), (2, 5)], [(-1, 5), (1, 7)], [(-1, 5)]):
        changes = [{"weight": weight, "x": x} for weight, x in batch]
        states = counted("update", (states, "binary"), ([changes], CHANGED))
        found += counted("value", (states, "binary"))
    assert found == [2, 3, 2]
