"""The signatures of a function file: extraction, hints, and every check before a call."""

from __future__ import annotations

import sys

import pytest
from dbt.adapters.tablestore.functions.reading.extraction import read_function
from dbt.adapters.tablestore.functions.reading.sources import Source
from dbt.adapters.tablestore.functions.types.errors import MismatchError
from dbt.adapters.tablestore.functions.types.sql_types import type_text
from dbt.adapters.tablestore.functions.types.type_parser import parse_type

from function_files import IMPORTS, YamlArgument, define, refusal, signatures

POINT = "@dataclass\nclass Point:\n    x: float\n    y: float\n"
SHAPE = "class Shape: ...\n"


@pytest.mark.parametrize(
    ("annotation", "sql"),
    [
        ("bool", "BOOLEAN"),
        ("int", "BIGINT"),
        ("np.int8", "TINYINT"),
        ("np.int16", "SMALLINT"),
        ("np.int32", "INT"),
        ("np.int64", "BIGINT"),
        ("float", "DOUBLE"),
        ("np.float32", "FLOAT"),
        ("np.float64", "DOUBLE"),
        ("str", "STRING"),
        ("uuid.UUID", "STRING"),
        ("bytes", "BINARY"),
        ("bytearray", "BINARY"),
        ("date", "DATE"),
        ("datetime", "TIMESTAMP"),
        ('Annotated[datetime, DataType("TIMESTAMP_NTZ")]', "TIMESTAMP_NTZ"),
        ("timedelta", "INTERVAL DAY TO SECOND"),
        ('Annotated[timedelta, DataType("INTERVAL DAY(2) TO SECOND(6)")]', "INTERVAL DAY TO SECOND"),
        ('Annotated[Decimal, DataType("DECIMAL(10,2)")]', "DECIMAL(10,2)"),
        ("Annotated[Decimal, DataType(decimal=(38, 18))]", "DECIMAL(38,18)"),
        ("Annotated[list[Decimal], DataType(decimal=(9, 3))]", "ARRAY<DECIMAL(9,3)>"),
        ("list[int]", "ARRAY<BIGINT>"),
        ("Sequence[str]", "ARRAY<STRING>"),
        ("tuple[date, ...]", "ARRAY<DATE>"),
        ("set[int]", "ARRAY<BIGINT>"),
        ("frozenset[int]", "ARRAY<BIGINT>"),
        ("dict[str, float]", "MAP<STRING, DOUBLE>"),
        ("Mapping[int, list[str]]", "MAP<BIGINT, ARRAY<STRING>>"),
        ("Optional[int]", "BIGINT"),
        ("int | None", "BIGINT"),
        ('Literal["a", "b"]', "STRING"),
        ("Literal[1, 2]", "BIGINT"),
        ("T", "T"),
        ("Any", "ANY"),
        ('Annotated[Any, DataType("VARIANT")]', "VARIANT"),
        ("Annotated[dict, DataType('MAP<STRING, INT>')]", "MAP<STRING, INT>"),
        ("Annotated[bytes, DataType(raw=True)]", "BINARY"),
        ("Annotated[str, DataType('DATE')]", "DATE"),
        ("Annotated[int, DataType('SMALLINT')]", "SMALLINT"),
    ],
)
def test_the_type_table(annotation: str, sql: str) -> None:
    assert signatures(f"def f(x: {annotation}) -> int: ...") == [f"f(x {sql}) -> BIGINT"]


def test_annotations_may_be_text() -> None:
    assert signatures("def f(x: 'int | None') -> 'str': ...") == ["f(x BIGINT) -> STRING"]


def test_a_decimal_needs_precision_and_scale() -> None:
    assert refusal("def f(price: Decimal) -> str: ...") == (
        "functions/f.py: f(price: Decimal): Decimal needs a precision and a scale. "
        'Write Annotated[Decimal, DataType("DECIMAL(10,2)")] for `price`.'
    )


def test_year_month_intervals_are_refused() -> None:
    assert "Spark does not pass INTERVAL YEAR TO MONTH to Python; pass the number of months as an INT" in refusal(
        'def f(m: Annotated[int, DataType("INTERVAL YEAR TO MONTH")]) -> str: ...'
    )


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("MULTISET<STRING>", "MULTISET<STRING>: write MAP<STRING, INT>, from each value to how often it occurs"),
        ("ROW<a INT, b bigint multiset>", "MULTISET<BIGINT>: write MAP<BIGINT, INT>, from each value to how often"),
        ("RAW('Point', 'xyz')", "RAW: write DataType(raw=True), which stores pickled objects"),
    ],
)
def test_types_of_flink_that_spark_lacks_are_refused_with_what_to_write(text: str, instead: str) -> None:
    assert f"Spark has no type {instead}" in refusal(f'def f(x: Annotated[dict, DataType("{text}")]) -> str: ...')
    assert f"Spark has no type {instead}" in refusal(f'@hint(input=["{text}"], output="STRING")\ndef f(x): ...')


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("NONSENSE", "unknown type NONSENSE"),
        ("BIGINTT", "unknown type BIGINTT (did you mean BIGINT?)"),
        ("INT INT", "unexpected `INT` after the type"),
        ("INT;", "unexpected `;`"),
        ("ARRAY", "expected `<`, found the end"),
        ("ARRAY<>", "expected a name, found `>`"),
        ("MAP<STRING>", "expected `,`, found `>`"),
        ("STRUCT<a INT", "expected `,` or `>`, found the end"),
        ("STRUCT<a INT b INT>", "expected `,` or `>`, found `b`"),
        ("STRUCT<>", "expected a name, found `>`"),
        ("DECIMAL(x,2)", "expected a number, found `x`"),
        ("DECIMAL(1,2,3)", "expected `)`, found `,`"),
        ("DECIMAL(40,2)", "the precision is 1 to 38, and the scale at most the precision"),
        ("DECIMAL(2,4)", "the precision is 1 to 38, and the scale at most the precision"),
        ("DECIMAL(0,0)", "the precision is 1 to 38, and the scale at most the precision"),
        ("INTERVAL SECOND TO DAY", "write INTERVAL DAY TO SECOND, the longer unit first"),
        ("INTERVAL WEEK", "the units of an INTERVAL are DAY, HOUR, MINUTE, SECOND"),
    ],
)
def test_a_text_that_is_not_a_type(text: str, reason: str) -> None:
    with pytest.raises(MismatchError) as caught:
        parse_type(text)
    assert str(caught.value) == f"`{text}` is not a SQL type: {reason}"


def test_an_interval_of_other_digits_than_flinks_defaults() -> None:
    with pytest.raises(MismatchError, match=r"SECOND\(3\) has a precision .* not enforce: write INTERVAL SECOND$"):
        parse_type("INTERVAL DAY(2) TO SECOND(3)")


@pytest.mark.parametrize(
    ("text", "sql"),
    [
        ("decimal", "DECIMAL(10,0)"),
        ("numeric(7)", "DECIMAL(7,0)"),
        ("VARCHAR(2147483647) NOT NULL", "STRING"),
        ("BYTES", "BINARY"),
        ("INT ARRAY NOT NULL", "ARRAY<INT>"),
        ("DOUBLE PRECISION", "DOUBLE"),
        ("TIME(6)", "TIME(6)"),
        ("ROW(`a b` INT, c: STRING)", "STRUCT<a b: INT, c: STRING>"),
        ("TIMESTAMP", "TIMESTAMP"),
        ("TIMESTAMP(6)", "TIMESTAMP_NTZ"),
        ("TIMESTAMP WITHOUT TIME ZONE", "TIMESTAMP_NTZ"),
        ("TIMESTAMP(6) WITH LOCAL TIME ZONE", "TIMESTAMP"),
        ("TIMESTAMP_LTZ(6)", "TIMESTAMP"),
        ("map<int,array<row<a date>>>", "MAP<INT, ARRAY<STRUCT<a: DATE>>>"),
        ("INTERVAL DAY TO SECOND", "INTERVAL DAY TO SECOND"),
    ],
)
def test_spellings_of_types(text: str, sql: str) -> None:
    assert type_text(parse_type(text)) == sql


@pytest.mark.parametrize(
    ("code", "head", "target"),
    [
        ("def f(xs: list) -> int: ...", "f(xs: list)", "for `xs`"),
        ("def f(x: int) -> list: ...", "f() -> list", "as the result"),
    ],
)
def test_a_list_without_its_element_is_refused(code: str, head: str, target: str) -> None:
    assert refusal(code) == (
        f"functions/f.py: {head}: list does not name its element type. Write, for example, list[str] {target}."
    )


def test_maps() -> None:
    assert signatures("def f(m: dict[str, float]) -> list[str]: ...") == ["f(m MAP<STRING, DOUBLE>) -> ARRAY<STRING>"]
    assert "the key of a map cannot be None" in refusal("def f(m: dict[int | None, str]) -> str: ...")


def test_structs_keep_the_order_of_declaration() -> None:
    assert signatures(POINT + "def f() -> Point: ...") == ["f() -> STRUCT<x: DOUBLE, y: DOUBLE>"]
    frozen = POINT.replace("@dataclass", "@dataclass(frozen=True)")
    assert signatures(frozen + "def f() -> Point: ...") == ["f() -> STRUCT<x: DOUBLE, y: DOUBLE>"]


def test_one_hinted_field_of_thirty() -> None:
    fields = "".join(f"    a{number}: int\n" for number in range(29))
    code = f'@dataclass\nclass Wide:\n{fields}    price: Annotated[Decimal, DataType("DECIMAL(9,2)")]\n'
    (found,) = define(code + "def f(w: Wide) -> int: ...").signatures
    kinds = [field.dataType.simpleString() for field in found.parameters[0].conversion.sql.fields]
    assert kinds == ["bigint"] * 29 + ["decimal(9,2)"]


def test_an_unknown_class_is_refused_or_stored_opaquely() -> None:
    assert refusal(SHAPE + "def f(x: int) -> Shape: ...") == (
        "functions/f.py: f() -> Shape: `Shape` is not a dataclass, NamedTuple or TypedDict, so its fields are unknown. "
        "Make it a dataclass, or store it as bytes with Annotated[Shape, DataType(raw=True)]."
    )
    assert signatures(SHAPE + "def f(x: int) -> Annotated[Shape, DataType(raw=True)]: ...") == ["f(x BIGINT) -> BINARY"]


def test_only_the_classes_named_raw_are_opaque() -> None:
    code = SHAPE + "@dataclass\nclass User:\n    name: str\n    shape: Shape\n"
    code += "def f(u: Annotated[User, DataType(raw=[Shape])]) -> str: ..."
    assert signatures(code) == ["f(u STRUCT<name: STRING, shape: BINARY>) -> STRING"]


PAIR = """
from typing import Generic
U = TypeVar("U")
@dataclass
class Pair(Generic[T]):
    a: T
    b: list[T] | None
@dataclass
class OfLists(Pair[list[T]], Generic[T]):
    c: T
@dataclass
class Leaf(OfLists[str]):
    d: int
class Two(NamedTuple):
    x: int
"""


@pytest.mark.parametrize(
    ("annotation", "sql"),
    [
        ("Pair[Pair[int]]", "STRUCT<a: {0}, b: ARRAY<{0}>>".format("STRUCT<a: BIGINT, b: ARRAY<BIGINT>>")),
        ("OfLists[int]", "STRUCT<a: ARRAY<BIGINT>, b: ARRAY<ARRAY<BIGINT>>, c: BIGINT>"),
        ("Leaf", "STRUCT<a: ARRAY<STRING>, b: ARRAY<ARRAY<STRING>>, c: STRING, d: BIGINT>"),
    ],
)
def test_generic_classes(annotation: str, sql: str) -> None:
    assert signatures(f"{PAIR}def f(x: {annotation}) -> int: ...") == [f"f(x {sql}) -> BIGINT"]


def test_a_subclass_of_a_generic_class_has_the_types_of_its_base() -> None:
    code = PAIR + "@dataclass\nclass Own(Pair[int]):\n    a: str\ndef f(x: Own) -> int: ..."
    assert signatures(code) == ["f(x STRUCT<a: STRING, b: ARRAY<BIGINT>>) -> BIGINT"]
    code = PAIR + "class A(TypedDict, Generic[T]):\n    a: T\nclass B(A[int]):\n    b: str\ndef f(x: B) -> int: ..."
    if sys.version_info >= (3, 11):
        assert signatures(code) == ["f(x STRUCT<a: BIGINT, b: STRING>) -> BIGINT"]
        code = PAIR + "class A(NamedTuple, Generic[T]):\n    a: T\ndef f(x: A[int]) -> int: ..."
        assert signatures(code) == ["f(x STRUCT<a: BIGINT>) -> BIGINT"]


@pytest.mark.parametrize("field", ["Loop", "Loop[T]", "Loop[list[T]]"])
def test_a_class_that_contains_itself(field: str) -> None:
    code = f"{PAIR}@dataclass\nclass Loop(Generic[T]):\n    inner: '{field}'\ndef f(x: Loop[int]) -> int: ..."
    assert "`Loop` contains itself, and a STRUCT cannot." in refusal(code)


@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"])
def test_required_fields_of_typed_dicts(future: str) -> None:
    code = f"""{future}
from typing_extensions import NotRequired, Required, TypedDict
class Base(TypedDict):
    a: int
    b: NotRequired[int]
class Row(Base, total=False):
    c: str
    d: Required[str]
def f(x: Row) -> str: ...
"""
    function = read_function(Source("f", "functions/f.py", code, "f"))
    assert function.signatures[0].parameters[0].conversion.required == {"a", "d"}


HASHED = (
    PAIR
    + """
from dataclasses import field
class Lists(NamedTuple):
    a: int
    b: list[int]
@dataclass(frozen=True)
class Frozen:
    a: int
    b: Lists
@dataclass(frozen=True)
class Bare:
    a: list[int] = field(compare=False)
@dataclass(frozen=True)
class Own:
    a: list[int]
    def __hash__(self): return hash(tuple(self.a))
@dataclass(eq=False)
class Same:
    a: list[int]
class Text(TypedDict):
    a: str
"""
)


@pytest.mark.parametrize(
    ("annotation", "reason"),
    [
        ("set[list[int]]", "an element of a set cannot be list[int], which Python cannot hash. Write tuple[T, ...]"),
        ("set[set[int]]", "an element of a set cannot be set[int], which Python cannot hash. Write frozenset[T]"),
        ("dict[list[int], int]", "the key of a map cannot be list[int], which"),
        ("frozenset[Leaf]", "cannot be Leaf, which Python cannot hash. Make `Leaf` a @dataclass(frozen=True) for `x`."),
        ("set[tuple[int, list[int]]]", "cannot be tuple[int, list[int]], because it has list[int], which"),
        ("set[bytearray]", "an element of a set cannot be bytearray, which Python cannot hash. Write bytes for `x`."),
        ("set[Text]", "cannot be Text, which Python cannot hash. Write a NamedTuple, or leave it out for `x`."),
        ("dict[Lists, int]", "cannot be Lists, because its field `b` is list[int], which Python cannot hash. Write tu"),
        ("set[Frozen]", "an element of a set cannot be Frozen, because its field `b.b` is list[int], which Python"),
        ("set[tuple[Lists, ...]]", "cannot be tuple[Lists, ...], because its field `b` is list[int], which Python"),
        ("set[frozenset[int]]", None),
        ("dict[tuple[int, ...], int]", None),
        ("set[Two]", None),
        ("set[Any]", None),
        ("set[Bare]", None),
        ("set[Own]", None),
        ("set[Same]", None),
        ("set[Color]", None),
    ],
)
def test_what_python_cannot_hash_is_in_no_set(annotation: str, reason: str | None) -> None:
    code = f"{HASHED}class Color(enum.Enum):\n    RED = 1\ndef f(x: {annotation}) -> int: ..."
    if reason is None:
        assert len(signatures(code)) == 1
    else:
        assert reason in refusal(code)


def test_classes_named_raw_in_a_field() -> None:
    code = SHAPE + "@dataclass\nclass User:\n    shapes: Annotated[list[Shape], DataType(raw=[Shape])]\n"
    code += "def f(u: User) -> str: ..."
    assert signatures(code) == ["f(u STRUCT<shapes: ARRAY<BINARY>>) -> STRING"]


@pytest.mark.parametrize("raw", ["[1]", "'pkg.'", "1"])
def test_raw_names_classes(raw: str) -> None:
    code = f"def f(x: Annotated[int, DataType(raw={raw})]) -> str: ..."
    assert "TypeError: raw is True, or a list of classes and of prefixes such as 'pkg.', not" in refusal(code)


@pytest.mark.parametrize("annotation", ["T", "list[T]", "dict[str, list[T]]", "list[Any]"])
def test_a_default_of_a_type_that_a_call_decides(annotation: str) -> None:
    found = define(f"def f(x: T, y: {annotation} | None = None) -> T: return x")
    assert found.signatures[0].parameters[1].default is None
    assert define(f"def f(x: T, y: {annotation} = []) -> T: return x").signatures[0].parameters[1].default == []


@pytest.mark.parametrize("base", ["TypedDict", "NamedTuple"])
def test_typed_dicts_and_named_tuples(base: str) -> None:
    code = f"class A({base}):\n    b: int\n    a: str\n"
    assert signatures(code + "def f() -> A: ...") == ["f() -> STRUCT<b: BIGINT, a: STRING>"]


def test_a_field_that_is_not_required() -> None:
    code = "from typing_extensions import NotRequired, TypedDict\n"
    code += "class A(TypedDict):\n    b: int\n    a: NotRequired[str]\n"
    (found,) = define(code + "def f(x: A) -> int: ...").signatures
    assert found.parameters[0].conversion.required == {"b"}
    assert str(found) == "f(x STRUCT<b: BIGINT, a: STRING>) -> BIGINT"


def test_enums_and_uuids_are_strings() -> None:
    code = "class Color(str, enum.Enum):\n    RED = 'red'\n"
    assert signatures(code + "def f(c: Color) -> uuid.UUID: ...") == ["f(c STRING) -> STRING"]


def test_a_union_is_several_signatures() -> None:
    assert signatures("def f(v: int | str) -> str: ...") == ["f(v BIGINT) -> STRING", "f(v STRING) -> STRING"]


def test_too_many_signatures_are_refused() -> None:
    arguments = ", ".join(f"a{number}: int | str" for number in range(6))
    assert refusal(f"def f({arguments}) -> str: ...") == (
        "functions/f.py: f(): its alternatives (A | B) make 64 signatures, and at most 32 are allowed. "
        "Write an @overload for each signature that is needed."
    )


OVERLOADS = "@overload\ndef f(v: {}) -> {}: ...\n@overload\ndef f(v: {}) -> {}: ...\n"


def test_overloads_in_their_order() -> None:
    code = OVERLOADS.format("int", "int", "float", "float") + "def f(v): return v"
    assert signatures(code) == ["f(v BIGINT) -> BIGINT", "f(v DOUBLE) -> DOUBLE"]


def test_a_stub_with_three_dots_has_the_default_of_the_implementation() -> None:
    code = """
@overload
def f(x: int, y: int = ...) -> int: ...
@overload
def f(x: str, y: str = "b") -> str: ...
def f(x, y=7): ...
"""
    assert signatures(code) == [
        "f(x BIGINT, y BIGINT DEFAULT 7) -> BIGINT",
        "f(x STRING, y STRING DEFAULT 'b') -> STRING",
    ]


@pytest.mark.parametrize("parameters", ["*args", "x, z=3", "x, y"])
def test_a_stub_with_three_dots_whose_parameter_the_implementation_lacks(parameters: str) -> None:
    code = "@overload\ndef f(x: int, y: int = ...) -> int: ...\n@overload\ndef f(x: str, y: int) -> str: ...\n"
    assert refusal(f"{code}def f({parameters}): ...") == (
        "functions/f.py: f(): the default of `y` in an @overload is `...`, which stands for that of the "
        "implementation, and the implementation has no parameter `y` with a default. Give its parameter this name "
        "and a default, or write the default in the @overload."
    )


def test_overloads_of_accumulate() -> None:
    code = """
class f:
    @overload
    def accumulate(self, x: int, unit: str = ...) -> None: ...
    @overload
    def accumulate(self, x: str) -> None: ...
    def accumulate(self, x, unit="kg"): ...
    def finish(self) -> float | None: ...
"""
    assert signatures(code) == ["f(x BIGINT, unit STRING DEFAULT 'kg') -> DOUBLE", "f(x STRING) -> DOUBLE"]


def test_overloads_with_equal_inputs_are_refused() -> None:
    assert refusal(OVERLOADS.format("int", "int", "int", "str") + "def f(v): return v") == (
        "functions/f.py: two signatures of f take (BIGINT): one returns BIGINT, the other STRING, so a call cannot "
        "choose. Keep one of them."
    )


NAMED = "@overload\ndef f({}) -> int: ...\n@overload\ndef f({}) -> str: ...\ndef f(*args, **named): ..."


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("*, km: float", "*, miles: float"),
        ("x: int, *, km: int", "x: int, *, miles: int"),
        ("x: int, *, km: int", "x: int, km: int"),
        ('x: int, mode: Literal["a"]', 'x: int, mode: Literal["b"]'),
        ('mode: Literal["a"]', "mode: str"),
        ('mode: Literal["a", "b"]', 'mode: Literal["b", "c"]'),
        ('mode: Literal["a"]', 'mode: Literal["a"] | None'),
    ],
)
def test_overloads_by_names_and_constants(first: str, second: str) -> None:
    assert len(signatures(NAMED.format(first, second))) == 2


@pytest.mark.parametrize(
    ("first", "second", "types"),
    [
        ("*, km: float", "*, km: float", "km => DOUBLE"),
        ("*, a: int, b: str", "*, b: str, a: int", "b => STRING, a => BIGINT"),
        ("x: int", "y: int", "BIGINT"),
        ('mode: Literal["a", "b"]', 'mode: Literal["b", "a"]', "STRING"),
        ("x: int, *ys: int", "x: int, *zs: int", "BIGINT, BIGINT..."),
    ],
)
def test_overloads_that_take_the_same_calls_are_refused(first: str, second: str, types: str) -> None:
    assert refusal(NAMED.format(first, second)) == (
        f"functions/f.py: two signatures of f take ({types}): one returns BIGINT, the other STRING, so a call cannot "
        "choose. Keep one of them."
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [("mode: str", 'mode: Literal["a"]'), ('mode: Literal["a", "b"]', 'mode: Literal["a"]')],
)
def test_overloads_of_which_no_call_would_choose_the_second_are_refused(first: str, second: str) -> None:
    assert refusal(NAMED.format(first, second)) == (
        "functions/f.py: two signatures of f take (STRING): the first, which returns BIGINT, takes every constant that "
        "the second takes, which returns STRING, so no call would choose the second. Put it before the first."
    )


def test_an_overload_the_implementation_does_not_accept() -> None:
    assert refusal(OVERLOADS.format("str", "int", "bytes", "int") + "def f(v: str | int): return 1") == (
        "functions/f.py: @overload f(v: bytes) is declared, but the implementation f(v: str | int) does not accept "
        "bytes. Widen the implementation's annotation."
    )
    more = "@overload\ndef f(v: str) -> int: ...\n@overload\ndef f(v: str, w: int) -> int: ...\ndef f(v: str): return 1"
    assert refusal(more) == (
        "functions/f.py: @overload f(v: str, w: int) is declared, but the implementation f(v: str) does not accept "
        "2 arguments. Add the missing parameters to the implementation."
    )


def test_a_method_hint_wins_over_a_class_hint() -> None:
    code = '@hint(output="BIGINT")\nclass f:\n    @hint(output="STRING")\n    def eval(self, x: int): ...'
    assert signatures(code) == ["f(x BIGINT) -> STRING"]


def test_a_hint_the_class_cannot_hold() -> None:
    assert refusal('class f:\n    @hint(input=["STRING"])\n    def eval(self, x: int) -> int: ...') == (
        "functions/f.py: f(x: int): @hint declares `x` as STRING, but int cannot hold STRING. "
        "Change the hint, or write f(x: str)."
    )
    assert refusal('@hint(output="STRING")\ndef f(x: int) -> int: ...') == (
        "functions/f.py: f() -> int: @hint declares the result as STRING, but int cannot hold STRING. "
        "Change the hint, or write f() -> str."
    )
    assert refusal('def f(x: Annotated[int, DataType("STRING")]) -> int: ...') == (
        'functions/f.py: f(x: Annotated[int, DataType("STRING")]): int cannot hold STRING for `x`. '
        "Change the type, or annotate str."
    )


def test_any_cannot_be_returned() -> None:
    assert refusal("def f(x: int) -> Any: ...") == (
        "functions/f.py: f() -> Any: Any does not name the type of the result. Write, for example, -> str."
    )


def test_the_kind_is_read_from_the_definition() -> None:
    code = "@dataclass\nclass Word:\n    word: str\n    n: int\ndef f(text: str) -> Iterator[Word]: ..."
    assert (define(code).kind, signatures(code)) == ("table", ["f(text STRING) -> STRUCT<word: STRING, n: BIGINT>"])
    assert define("def f(x: int) -> Iterator[int]: ...").kind == "table"
    assert define("def f(x: int) -> int: ...").kind == "scalar"
    assert define("class f:\n    def eval(self, x: int) -> int: ...").kind == "scalar"
    assert define("async def f(x: str) -> str: ...").call_mode == "async"


def test_an_aggregate_needs_a_finish() -> None:
    code = "class f:\n    def accumulate(self, v: float, w: int) -> None: ...\n"
    finish = "    def finish(self) -> float | None: ...\n"
    assert (define(code + finish).kind, signatures(code + finish)) == ("aggregate", ["f(v DOUBLE, w BIGINT) -> DOUBLE"])
    assert refusal(code) == (
        "functions/f.py: class f accumulates (DOUBLE, BIGINT) but has no method finish(self), which returns the "
        "result. Add one, for example def finish(self) -> float."
    )


def test_flinks_aggregates_load_as_they_are() -> None:
    code = """
        class f:
            def create_accumulator(self): return [0]
            def accumulate(self, accumulator, v: int): accumulator[0] += v
            def retract(self, accumulator, v: int): accumulator[0] -= v
            def get_value(self, accumulator) -> int: return accumulator[0]
    """
    assert (define(code).call_mode, signatures(code)) == ("flink", ["f(v BIGINT) -> BIGINT"])


def test_a_table_argument() -> None:
    code = (
        "@dataclass\nclass Click:\n    user: str\ndef f(clicks: Table[Click], gap: timedelta) -> Iterator[Click]: ..."
    )
    assert define(code).call_mode == "relation"
    assert signatures(code)[0].startswith("f(clicks TABLE<user: STRING>, gap INTERVAL DAY TO SECOND)")


@pytest.mark.parametrize("name", ["pd.Series", "pa.Array"])
def test_vectorized_functions_name_their_types(name: str) -> None:
    code = "import pyarrow as pa\ndef f(x: {0}) -> {0}: ..."
    typed = f'Annotated[{name}, DataType("BIGINT")]'
    assert define(code.format(typed)).call_mode == "column"
    assert signatures(code.format(typed)) == ["f(x BIGINT) -> BIGINT"]
    expected = f"{name} does not name its SQL type. Write, for example, {typed} for `x`."
    assert expected in refusal(code.format(name))


def test_a_parameter_without_annotation() -> None:
    assert refusal("def f(x, y: int) -> int: ...") == (
        "functions/f.py: f(): parameter `x` has no annotation. Write, for example, f(x: int), or declare `arguments` "
        "in YAML."
    )


def test_no_return_annotation() -> None:
    missing = "functions/f.py: f(): its return annotation does not name a type. Write, for example, -> {}."
    for code in ("def f(x: int) -> Iterator: ...", "def f(x: int):\n    yield x"):
        assert refusal(code) == missing.format("Iterator[str]")
    assert refusal("def f(x: int): ...") == missing.format("str")


def test_a_file_without_the_function() -> None:
    assert refusal("def g(): ...\ndef h(): ...") == (
        "functions/f.py defines no function or class named `f`. It defines g, h: rename one, or set `entry_point` in "
        "its config."
    )
    assert refusal("x = 1") == (
        "functions/f.py defines no function or class named `f`. Add one, or set `entry_point` in its config."
    )
    assert signatures("def g(x: int) -> int: ...", entry_point="g") == ["f(x BIGINT) -> BIGINT"]


def test_a_file_that_cannot_be_imported() -> None:
    line = IMPORTS.count("\n") + 2
    assert refusal("\nimport shapely_is_not_here").startswith(
        f"functions/f.py line {line}: the file cannot be imported: ModuleNotFoundError: No module named "
        "'shapely_is_not_here'. Functions run with "
    )
    assert refusal("\ndef f(:").startswith(f"functions/f.py line {line}: the file cannot be imported: SyntaxError: ")


def test_yaml_against_the_file() -> None:
    code, yaml = "def f(x: int) -> int: ...", "functions/functions.yml"
    assert refusal(code, arguments=(YamlArgument("x", "STRING"),), yaml=yaml) == (
        "functions/functions.yml: f declares `x` as STRING, but functions/f.py says f(x: int). "
        "Remove `arguments` from the YAML, or write data_type: auto."
    )
    assert refusal(code, returns="STRING", yaml=yaml) == (
        "functions/functions.yml: f declares the result as STRING, but functions/f.py says f() -> int. "
        "Remove `returns` from the YAML, or write data_type: auto."
    )
    assert refusal("def f(x: float) -> int: ...", arguments=(YamlArgument("x", None, "a"),), yaml=yaml) == (
        "functions/functions.yml: f: the default_value of `x` is 'a' (str), but float means DOUBLE. Write a value of "
        "this type, or annotate str."
    )


def test_yaml_fills_what_the_file_leaves_open_and_names_the_arguments() -> None:
    code = "class f:\n    def accumulate(self, v): ...\n    def finish(self): ..."
    found = signatures(code, arguments=(YamlArgument("value", "float", 1),), returns="float")
    assert found == ["f(value FLOAT DEFAULT 1.0) -> FLOAT"]


def test_yaml_has_no_more_arguments_than_the_function() -> None:
    arguments = tuple(YamlArgument(name, None) for name in ("x", "y", "z"))
    assert refusal("def f(x: int) -> int: ...", arguments=arguments, yaml="functions/functions.yml") == (
        "functions/functions.yml: f has 3 arguments, but functions/f.py has 1 parameter: f(x BIGINT). "
        "Remove `y`, `z` from `arguments`."
    )
    overloads = "@overload\ndef f(x: int) -> int: ...\n@overload\ndef f(x: int, y: int) -> int: ...\ndef f(x, y=0): ..."
    assert len(signatures(overloads, arguments=arguments[:2])) == 2


def test_an_accumulators_type_is_checked() -> None:
    code = '@hint(accumulator="{}")\nclass f:\n    def accumulate(self, v: int): ...\n    def finish(self) -> int: ...'
    assert signatures(code.format("ROW<n BIGINT>")) == ["f(v BIGINT) -> BIGINT"]
    assert refusal(code.format("ROE<n BIGINT>")).endswith(
        "f(): the accumulator of @hint: `ROE<n BIGINT>` is not a SQL type: unknown type ROE (did you mean ROW?)."
    )


def test_names_of_a_hint() -> None:
    code = "@hint(names={})\ndef f(a: int, b: int) -> int: ..."
    assert signatures(code.format("['x', 'y']")) == ["f(x BIGINT, y BIGINT) -> BIGINT"]
    assert refusal(code.format("['x']")) == (
        "functions/f.py: f(): @hint has 1 name for 2 parameters. Write one name per parameter."
    )


def test_the_number_of_hinted_types() -> None:
    per_parameter = "Write one type per parameter."
    assert refusal("@hint(input=['INT'])\ndef f(a: int, b: int) -> int: ...") == (
        f"functions/f.py: f(): @hint has 1 input type for 2 parameters. {per_parameter}"
    )
    assert refusal("@hint(input=[])\ndef f(a: int, *b: int) -> int: ...") == (
        f"functions/f.py: f(): @hint has 0 input types for at least 1 parameter. {per_parameter}"
    )


CONTAINERS = "Use list[T], tuple[T, ...], set[T], dict[K, V] or a dataclass for `x`."


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        ("dict", "dict does not name its key and value types. Write, for example, dict[str, int] for `x`."),
        ("dict[str]", f"dict[str] has no SQL type. {CONTAINERS}"),
        (
            "list[int | str]",
            "int | str stands for several SQL types. Annotate one of them for `x`, or write an @overload for each.",
        ),
        ("Literal[1, 'a']", "the values of a Literal must all be str, all int or all bool; these are int, str."),
        ("Table", "Table does not name its rows. Write Table[Row], with a dataclass Row of the columns."),
        ("Table[int]", "the rows of a Table must be a dataclass, NamedTuple or TypedDict, not int."),
        ("None", "None alone has no SQL type. Write, for example, int | None for `x`."),
        ("5", "5 is not a class, so it has no SQL type for `x`."),
        (
            "Annotated[int, DataType('STRNG')]",
            "for `x`, `STRNG` is not a SQL type: unknown type STRNG (did you mean STRING?).",
        ),
    ],
)
def test_annotations_without_a_sql_type(annotation: str, message: str) -> None:
    assert refusal(f"def f(x: {annotation}) -> int: ...").endswith(f": {message}")


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("Node", "`Node` contains itself, and a STRUCT cannot. Store the nested value as bytes with"),
        ("Nothing", "an annotation of `Node` cannot be evaluated: name 'Nothing' is not defined."),
        ("list", "list does not name its element type. Write, for example, list[str] for its field `next`."),
    ],
)
def test_fields_without_a_sql_type(field: str, message: str) -> None:
    found = refusal(f"@dataclass\nclass Node:\n    next: '{field}'\ndef f(x: Node) -> int: ...")
    assert found.startswith(f"functions/f.py: f(x: Node): {message}")


@pytest.mark.parametrize("code", ["f = len", "import functools\nf = functools.partial(lambda x: x)"])
def test_only_functions_and_classes_are_functions(code: str) -> None:
    assert refusal(code).endswith(", not a function. Define it with def or class.")


def test_a_cached_function_is_a_function() -> None:
    assert signatures("import functools\n@functools.cache\ndef f(x: int) -> int: ...") == ["f(x BIGINT) -> BIGINT"]


@pytest.mark.parametrize(
    ("annotation", "default", "sql"),
    [
        ("C", "C.A", "STRING DEFAULT 'A'"),
        ("date", "date(2024, 1, 2)", "DATE DEFAULT date '2024-01-02'"),
        ("str", '"it\'s"', "STRING DEFAULT 'it\\'s'"),
        ("float", "0.5", "DOUBLE DEFAULT 0.5"),
        ("float", "float('inf')", "DOUBLE DEFAULT double('inf')"),
        ("int | None", "None", "BIGINT DEFAULT null"),
    ],
)
def test_defaults_are_shown_in_sql(annotation: str, default: str, sql: str) -> None:
    code = f"class C(enum.Enum):\n    A = 1\ndef f(x: {annotation} = {default}) -> int: ..."
    assert signatures(code) == [f"f(x {sql}) -> BIGINT"]


def test_all_problems_at_once() -> None:
    assert len(refusal("def f(x, y: Decimal): ...").splitlines()) == 3


def test_the_configured_type_must_agree_with_the_shape() -> None:
    assert refusal("def f(x: int) -> int: ...", kind="table") == (
        "functions/f.py: f is a scalar function by its definition, but its config says type: table. Remove `type` from "
        "the config."
    )


def test_a_changed_file_is_read_again() -> None:
    assert signatures("def f(x: int) -> int: ...") == ["f(x BIGINT) -> BIGINT"]
    assert signatures("def f(x: str) -> int: ...") == ["f(x STRING) -> BIGINT"]


def test_decorators_leave_the_function_as_it_is() -> None:
    function = define('@hint(output="INT")\ndef f(x: int) -> int: return x + 1').target
    assert function(1) == 2


# FLIP-65's own examples, translated: `ROW<a STRING, b INT>` and `Object... args` become tuples and *args.
FLIP = {
    "the output of a table function": (
        '@hint(output="ROW<a STRING, b INT>")\nclass f:\n'
        "    def eval(self, a: np.int32, b: int, c: int) -> Iterator[tuple]: ...",
        ["f(a INT, b BIGINT, c BIGINT) -> STRUCT<a: STRING, b: INT>"],
    ),
    "several inputs of one method": (
        'class f:\n    @hint(input=["INT", "BOOLEAN"])\n    @hint(input=["STRING"])\n'
        "    def eval(self, *args: Any) -> Iterator[str]: ...",
        ["f(arg0 INT, arg1 BOOLEAN) -> STRING", "f(arg0 STRING) -> STRING"],
    ),
    "arbitrary input": (
        'class f:\n    @hint(input=["ANY..."], output="STRING")\n    def eval(self, *args) -> Iterator[object]: ...',
        ["f(args ANY...) -> STRING"],
    ),
    "a class hint below method hints": (
        '@hint(output="ROW<a INT, b STRING>")\nclass f:\n    @hint(input=["INT"])\n    @hint(input=["BOOLEAN"])\n'
        "    def eval(self, *args) -> Iterator[tuple]: ...",
        ["f(arg0 INT) -> STRUCT<a: INT, b: STRING>", "f(arg0 BOOLEAN) -> STRUCT<a: INT, b: STRING>"],
    ),
    "help for one parameter": (
        'def f(dec: Annotated[Decimal, DataType("DECIMAL(5, 2)")], i: np.int32, b: bool) -> np.int32: ...',
        ["f(dec DECIMAL(5,2), i INT, b BOOLEAN) -> INT"],
    ),
    "an opaque class": (
        "class Local: ...\ndef f(t: Annotated[Local, DataType(raw=True)]) -> np.int32: ...",
        ["f(t BINARY) -> INT"],
    ),
    "all classes of a package are opaque": (
        "@dataclass\nclass User:\n    name: str\n    wakes: time\n"
        'def f(u: Annotated[User, DataType(raw=["datetime."])]) -> np.int32: ...',
        ["f(u STRUCT<name: STRING, wakes: BINARY>) -> INT"],
    ),
    "an arbitrary parameter": (
        "def f(prefix: str, obj: Any) -> Iterator[str]: ...",
        ["f(prefix STRING, obj ANY) -> STRING"],
    ),
}


@pytest.mark.parametrize("example", FLIP)
def test_the_examples_of_flip_65(example: str) -> None:
    code, expected = FLIP[example]
    assert signatures(code) == expected
