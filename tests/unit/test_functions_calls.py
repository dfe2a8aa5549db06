"""Which signature a call means, and the messages about calls that mean none."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from dbt.adapters.tablestore.functions.calling.clauses import names_in_lateral_views, with_collected_arguments
from dbt.adapters.tablestore.functions.calling.programs import program_key
from dbt.adapters.tablestore.functions.types.conversions import Conversion
from dbt.adapters.tablestore.functions.worker.program import Input, Program
from pyspark.sql import types as t

from function_files import bigints, call, call_refusal, define, program_for, refusal, result, run

HEAD = "models/m.sql line 3: "


def refused(code: str, *given: Any) -> str:
    message = call_refusal(define(code), *given)
    assert message.startswith(HEAD)
    return message.removeprefix(HEAD)


def test_narrower_integers_widen() -> None:
    function = define("def f(x: int) -> int: ...")
    for given in ("BIGINT", ("INT", 1), ("TINYINT", 1), "INT", "NULL"):
        assert result(function, given) == "BIGINT"


@pytest.mark.parametrize(
    ("given", "name"), [("DECIMAL(2,1)", "DECIMAL(2,1)"), ("STRING", "STRING"), ("DOUBLE", "DOUBLE")]
)
def test_other_types_do_not(given: str, name: str) -> None:
    assert refused("def f(x: int) -> int: ...", given) == (
        f"f does not accept ({name}). Its signature is f(x BIGINT). Argument `x` is {name}: cast it, for example "
        "f(cast(c as bigint))."
    )


@pytest.mark.parametrize("given", ["DECIMAL(2,1)", "INT", "FLOAT", "BIGINT"])
def test_a_double_takes_every_number(given: str) -> None:
    assert result(define("def f(x: float) -> float: ..."), given) == "DOUBLE"


def test_numpy_classes_are_exact() -> None:
    code = "def f(x: np.int32) -> np.int32: ..."
    assert result(define(code), "INT") == "INT"
    assert "Argument `x` is BIGINT: cast it, for example f(cast(c as int))." in refused(code, "BIGINT")


def test_decimals_fit_or_not() -> None:
    code = 'def f(d: Annotated[Decimal, DataType("DECIMAL(5,2)")]) -> str: ...'
    for given in ("DECIMAL(4,1)", "DECIMAL(5,2)", ("INT", 7), "TINYINT"):
        assert result(define(code), given) == "STRING"
    for given in ("DECIMAL(10,4)", "INT", ("INT", 70_000), "DOUBLE"):
        assert "cast(c as decimal(5,2))" in refused(code, given)


def test_arrays_of_what_widens() -> None:
    code = "def f(xs: list[int]) -> int: ..."
    assert result(define(code), "ARRAY<INT>") == "BIGINT"
    assert "Argument `xs` is ARRAY<STRING>" in refused(code, "ARRAY<STRING>")


POINT = "@dataclass\nclass Point:\n    x: float\n    y: float{}\ndef f(p: Point) -> float: ..."


def test_structs_by_field_name() -> None:
    assert result(define(POINT.format("")), "STRUCT<y: INT, x: DOUBLE>") == "DOUBLE"
    assert result(define(POINT.format(" = 0.0")), "STRUCT<x: DOUBLE>") == "DOUBLE"
    assert refused(POINT.format(""), "STRUCT<x: DOUBLE>").endswith(
        "Argument `p` is STRUCT<x: DOUBLE>: it has no field `y`."
    )
    assert "its field `y` is STRING, not DOUBLE" in refused(POINT.format(""), "STRUCT<x: DOUBLE, y: STRING>")


def test_a_field_missing_within_a_field_is_named() -> None:
    code = "@dataclass\nclass Line:\n    to: 'Point'\n" + POINT.format("").partition("def")[0]
    assert refused(code + "def f(line: Line) -> str: ...", "STRUCT<to: STRUCT<x: DOUBLE>>").endswith(
        "Argument `line` is STRUCT<to: STRUCT<x: DOUBLE>>: its field `to` is STRUCT<x: DOUBLE>: it has no field `y`."
    )


def test_unions() -> None:
    function = define("def f(v: int | str) -> str: ...")
    assert call(function, ("INT", 1)).signature is function.signatures[0]
    assert call(function, ("STRING", "a")).signature is function.signatures[1]
    expected = "f does not accept (BOOLEAN). Its signatures are f(v BIGINT); f(v STRING)."
    assert expected in call_refusal(function, "BOOLEAN")


def test_the_nearest_overload() -> None:
    stubs = "@overload\ndef f(v: {0}) -> {0}: ...\n@overload\ndef f(v: {1}) -> {1}: ...\ndef f(v): ..."
    for first, second in (("int", "float"), ("float", "int")):
        function = define(stubs.format(first, second))
        assert result(function, "TINYINT") == "BIGINT"
        assert result(function, "DECIMAL(2,1)") == "DOUBLE"


def test_exact_beats_widening_and_fewer_widened_win() -> None:
    stubs = "@overload\ndef f(a: np.int32, b: float) -> str: ...\n@overload\ndef f(a: float, b: float) -> int: ...\n"
    function = define(stubs + "def f(a, b): ...")
    assert result(function, "INT", "DOUBLE") == "STRING"
    assert result(function, "BIGINT", "DOUBLE") == "BIGINT"


def test_varargs() -> None:
    code = "def f(sep: str, *xs: int) -> str: ..."
    assert result(define(code), "STRING") == "STRING"
    assert len(call(define(code), "STRING", "INT", "INT").passed) == 3
    assert "Argument `xs` is STRING" in refused(code, "STRING", "INT", "STRING")
    assert refused(code) == "f takes at least 1 argument (sep, xs...), but 0 were given."


def test_varargs_have_no_name() -> None:
    assert (
        refused("def f(*xs: int) -> str: ...", {"xs": "INT"})
        == "f takes `xs` by position only. Write the values without a name."
    )


def test_defaults_and_names() -> None:
    code = "def f(x: int, y: float = 0.5) -> float: ..."
    function = define(code)
    assert [passed.default for passed in call(function, "INT").passed][1] == 0.5
    assert [passed.position for passed in call(function, {"y": "DOUBLE"}, {"x": "INT"}).passed] == [1, 0]
    assert [passed.position for passed in call(function, "INT", {"y": "DOUBLE"}).passed] == [0, 1]
    assert refused(code, {"z": "INT"}) == "f has no parameter `z`; its parameters are x, y."
    assert refused(code, "INT", "INT", "INT") == "f takes 1 to 2 arguments (x, y = 0.5), but 3 were given."
    assert refused(code, "INT", {"x": "INT"}) == "f got two values for `x`."
    only = "def f(x: int, *, y: int) -> int: ..."
    assert refused(only, "INT", "INT") == "f takes `y` by name only. Write f(..., y => ...)."


def test_type_variables() -> None:
    first = define("def f(xs: list[T]) -> T: ...")
    for kind in ("INT", "STRING", "DATE", "DECIMAL(3,2)", "STRUCT<a: INT>"):
        assert result(first, f"ARRAY<{kind}>") == kind
    pair = "def f(a: T, b: T) -> dict[str, T]: ..."
    assert result(define(pair), "INT", "BIGINT") == "MAP<STRING, BIGINT>"
    assert result(define(pair), "BIGINT", "INT") == "MAP<STRING, BIGINT>"
    assert result(define(pair), "NULL", "INT") == "MAP<STRING, INT>"
    assert "T would be both INT and STRING in this call" in refused(pair, "INT", "STRING")


def test_constrained_type_variables() -> None:
    code = "N = TypeVar('N', int, float)\ndef f(x: N, y: N | None = None, z: list[N] = []) -> N: ..."
    given = {("INT",): "BIGINT", ("DECIMAL(5,2)",): "DOUBLE", ("NULL", "INT"): "BIGINT", ("INT", "FLOAT"): "DOUBLE"}
    given |= {("FLOAT", "INT"): "DOUBLE", ("INT", "NULL", "ARRAY<FLOAT>"): "DOUBLE"}
    for types, expected in given.items():
        assert result(define(code), *types) == expected
    assert refused(code, "STRING").endswith(
        "Argument `x` is STRING (N must be one of BIGINT, DOUBLE): cast it, for example f(cast(c as bigint), ...)."
    )
    assert refused(code, "DOUBLE", "STRING").endswith("cast it, for example f(..., cast(c as double), ...).")
    assert refused(code, "NULL", "NULL", "INT").endswith("Argument `z` is INT: pass an ARRAY<N>.")


def test_bound_type_variables() -> None:
    code = "N = TypeVar('N', bound={})\ndef f(x: N) -> N: ..."
    assert result(define(code.format("int")), "INT") == "BIGINT"
    assert result(define(code.format("int | str")), "STRING") == "STRING"
    assert refused(code.format("int"), "STRING") == (
        "f does not accept (STRING). Its signature is f(x N). Argument `x` is STRING (N must be BIGINT): cast it, for "
        "example f(cast(c as bigint))."
    )
    assert refusal("from collections.abc import Hashable\n" + code.format("Hashable")).splitlines()[0] == (
        "functions/f.py: f(x: N): Hashable names no SQL type, so a call cannot decide whether the TypeVar N can be "
        "one. Name SQL types, for example TypeVar('N', int, str), or remove the bound."
    )
    assert "the TypeVar N would be of dict, not of P. Annotate P itself, or write an @overload" in refusal(
        "@dataclass\nclass P:\n    x: int\n" + code.format("P")
    )


def test_a_bound_that_names_no_type_is_none() -> None:
    for bound in ("Any", "object", "object | None"):
        function = define(f"N = TypeVar('N', bound={bound})\ndef f(x: N) -> N: ...")
        assert [result(function, given) for given in ("BIGINT", "ARRAY<INT>")] == ["BIGINT", "ARRAY<INT>"]


def test_type_variables_of_decimals() -> None:
    code = "N = TypeVar('N', {})\ndef f(x: N, y: N | None = None) -> N: ..."
    function = define(code.format("bound=Decimal"))
    given = {("DECIMAL(10,2)",): "DECIMAL(10,2)", ("DECIMAL(38,20)",): "DECIMAL(38,20)", ("BIGINT",): "DECIMAL(20,0)"}
    given |= {("INT", "DECIMAL(4,2)"): "DECIMAL(12,2)", ("DECIMAL(4,3)", "DECIMAL(10,2)"): "DECIMAL(11,3)"}
    for types, expected in given.items():
        assert result(function, *types) == expected
    assert call_refusal(function, "DOUBLE").endswith(
        "Argument `x` is DOUBLE (N must be DECIMAL): cast it, for example f(cast(c as decimal(38,18)), ...)."
    )
    assert "(N must be DECIMAL)" in call_refusal(function, "DECIMAL(38,0)", "DECIMAL(38,38)")
    for limits in ("int, Decimal", "bound=int | Decimal"):
        function = define(code.format(limits))
        assert result(function, "INT") == "BIGINT"
        assert result(function, "DECIMAL(10,2)") == "DECIMAL(10,2)"
        assert result(function, "INT", "DECIMAL(10,2)") == "DECIMAL(22,2)"
    assert "Decimal needs a precision and a scale. Write Annotated[Decimal" in refusal(
        code.format("bound=list[Decimal]")
    )


def test_any_takes_everything() -> None:
    function = define("def f(x: Any) -> str: ...")
    for given in ("INT", "MAP<INT, INT>", "STRUCT<a: VARIANT>", "NULL"):
        assert result(function, given) == "STRING"


def test_any_comes_last() -> None:
    function = define("@overload\ndef f(v: Any) -> str: ...\n@overload\ndef f(v: int) -> int: ...\ndef f(v): ...")
    assert (result(function, "TINYINT"), result(function, "DATE")) == ("BIGINT", "STRING")


def test_literals() -> None:
    code = 'def f(mode: Literal["fast", "exact"]) -> str: ...'
    assert result(define(code), ("STRING", "fast")) == "STRING"
    one_of = "f: `mode` must be one of the constants 'fast', 'exact'; "
    assert refused(code, "STRING") == f"{one_of}a column was given."
    assert refused(code, ("STRING", "slow")) == f"{one_of}'slow' was given."
    assert refused(code, ("STRING", None)) == f"{one_of}null was given."
    optional = 'def f(mode: Literal["fast"] | None) -> str: ...'
    for kind in ("STRING", "NULL"):
        assert result(define(optional), (kind, None)) == "STRING"
    assert refused(optional, "STRING") == "f: `mode` must be one of the constants 'fast', null; a column was given."


def test_overloads_by_names_and_constants() -> None:
    code = "@overload\ndef f({}) -> int: ...\n@overload\ndef f({}) -> str: ...\ndef f(*args, **named): ..."
    named = define(code.format("*, km: float", "*, miles: float"))
    assert (result(named, {"km": "DOUBLE"}), result(named, {"MILES": "INT"})) == ("BIGINT", "STRING")
    constant = define(code.format('mode: Literal["a"]', 'mode: Literal["b"]'))
    assert (result(constant, ("STRING", "a")), result(constant, ("STRING", "b"))) == ("BIGINT", "STRING")
    otherwise = define(code.format('mode: Literal["a"]', "mode: str"))
    assert (result(otherwise, ("STRING", "a")), result(otherwise, "STRING")) == ("BIGINT", "STRING")


PARSE = '@infer(lambda call: call.literal("type", among=("INT", "DOUBLE")))\ndef f(text: str, type: str): ...'


def test_inference_sees_constants() -> None:
    assert result(define(PARSE), ("STRING", "3"), ("STRING", "int")) == "INT"
    assert result(define(PARSE), "STRING", ("STRING", "double")) == "DOUBLE"
    one_of = "f: `type` must be one of the constants 'INT', 'DOUBLE'; "
    assert refused(PARSE, "STRING", "STRING") == f"{one_of}a column was given."
    assert refused(PARSE, "STRING", ("STRING", "date")) == f"{one_of}'date' was given."


def test_inference_sees_types_and_wins_over_hints() -> None:
    code = '@infer(lambda call: call.type("x"))\n@hint(output="STRING")\ndef f(x: Any): ...'
    assert result(define(code), "DECIMAL(7,3)") == "DECIMAL(7,3)"


@pytest.mark.parametrize(
    ("annotation", "sql", "value"),
    [
        ("int | None", "INT", "None"),
        ("list[int] | None", "ARRAY<INT>", "None"),
        ("list[int | None]", "ARRAY<INT>", "[None, 2]"),
        ("T | None", "INT", "None"),
    ],
)
def test_an_inferred_type_keeps_what_the_annotation_says(annotation: str, sql: str, value: str) -> None:
    code = f"@infer(lambda call: '{sql}')\ndef f(x: T) -> {annotation}: return {value}"
    assert result(define(code), "BIGINT") == sql
    assert run(code, ["BIGINT"], bigints(1)) == [eval(value)]


def test_an_inferred_type_that_the_annotation_cannot_hold() -> None:
    assert refused("@infer(lambda call: 'ARRAY<STRING>')\ndef f(x: int) -> list[int]: ...", "BIGINT") == (
        "f: the result of @infer: list[int] cannot hold ARRAY<STRING> as the result. Change the type, or annotate list."
    )


@pytest.mark.parametrize(
    ("arguments", "clause", "expected"),
    [
        ("distinct x", "", "collect_list(distinct named_struct('_argument_0', x))"),
        ("distinct(x)", "", "collect_list(distinct named_struct('_argument_0', (x)))"),
        ("distinct`x`", "", "collect_list(distinct named_struct('_argument_0', `x`))"),
        ("DISTINCT /* a */(x)", "", "collect_list(DISTINCT /* a */ named_struct('_argument_0', (x)))"),
        (
            "distinct (x), (y)",
            " filter (where z)",
            "collect_list(distinct named_struct('_argument_0', (x), '_argument_1', (y))) filter (where z)",
        ),
        ("all x", " filter (where z)", "collect_list( named_struct('_argument_0', x)) filter (where z)"),
        ("all(x)", " filter (where z)", "collect_list(named_struct('_argument_0', (x))) filter (where z)"),
        ("all", " filter (where z)", "collect_list(named_struct('_argument_0', all)) filter (where z)"),
        (
            "all, x",
            " filter (where z)",
            "collect_list(named_struct('_argument_0', all, '_argument_1', x)) filter (where z)",
        ),
        ("`all`(x)", " filter (where z)", "collect_list(named_struct('_argument_0', `all`(x))) filter (where z)"),
        ("", " filter (where z)", "collect_list(named_struct('_argument_rows', 1)) filter (where z)"),
        *(
            (text, " filter (where z)", f"collect_list(named_struct('_argument_0', {text})) filter (where z)")
            for text in (
                *("distinct || 'a'", "distinct::int", "distinct <> 1", "distinct != 1", "distinct <=> 1"),
                *("all is null", "distinct in (1, 2)", "distinct not like 'a'", "distinct between 1 and 2"),
                *("all AND x", "distinct or x"),
            )
        ),
        ("distinct like", "", "collect_list(distinct named_struct('_argument_0', like))"),
        ("distinct in, x", "", "collect_list(distinct named_struct('_argument_0', in, '_argument_1', x))"),
        ("distinct not x", "", "collect_list(distinct named_struct('_argument_0', not x))"),
        ("distinct - x", "", "collect_list(distinct named_struct('_argument_0', - x))"),
        ("all x", "", None),
        ("distinct is null", "", None),
        ("distinct", "", None),
        ("distinct.x", "", None),
        ("distinct x", " over (order by y)", None),
    ],
)
def test_clauses_of_an_aggregate(arguments: str, clause: str, expected: str | None) -> None:
    sql = f"select f({arguments}){clause} from t"
    found = f"select f({expected}) from t" if expected else sql
    assert with_collected_arguments(sql, {"f"}) == found


def test_an_inference_that_fails() -> None:
    assert refused("@infer(lambda call: {}[1])\ndef f(x: int): ...", "INT") == (
        "f: @infer in functions/f.py raised KeyError: 1. The strategy gets a call and returns the text of a SQL type."
    )
    assert "unknown type NONSENSE" in refused("@infer(lambda call: 'nonsense')\ndef f(x: int): ...", "INT")


def test_a_relation_where_a_value_is_meant() -> None:
    code = "@dataclass\nclass Click:\n    user: str\ndef f(clicks: Table[Click]) -> Iterator[Click]: ..."
    assert refused(code, "INT") == "f: `clicks` takes a whole relation. Write f(TABLE(relation), ...)."


def test_times_widen_from_dates() -> None:
    moment = define("def f(t: datetime) -> str: ...")
    for given in ("DATE", "TIMESTAMP_NTZ", "TIMESTAMP"):
        assert result(moment, given) == "STRING"
    assert "cast(c as timestamp)" in refused("def f(t: datetime) -> str: ...", "STRING")
    assert "cast(c as date)" in refused("def f(t: date) -> str: ...", "TIMESTAMP")


def test_an_error_names_every_signature_and_the_first_argument_that_does_not_fit() -> None:
    stubs = "@overload\ndef f(x: int, y: str) -> str: ...\n@overload\ndef f(x: float, y: str) -> str: ...\n"
    assert refused(stubs + "def f(x, y): ...", "STRING", "STRING") == (
        "f does not accept (STRING, STRING). Its signatures are f(x BIGINT, y STRING); f(x DOUBLE, y STRING). "
        "Argument `x` is STRING: cast it, for example f(cast(c as bigint), ...)."
    )


def test_overloads_of_tuples_with_unequal_lengths() -> None:
    stubs = "@overload\ndef f(v: tuple[int, int]) -> int: ...\n@overload\ndef f(v: tuple[int, int, int]) -> int: ...\n"
    assert define(stubs + "def f(v): return len(v)").name == "f"


def test_an_error_advises_on_the_overload_that_fits_best() -> None:
    stubs = "@overload\ndef f(x: date, y: date) -> str: ...\n@overload\ndef f(x: int, y: str) -> str: ...\n"
    assert refused(stubs + "def f(x, y): ...", "DOUBLE", "STRING").endswith("for example f(cast(c as bigint), ...).")


@pytest.mark.parametrize(
    ("sql", "names"),
    [
        ("select * from r lateral view f(x) t as a lateral  view /* all */ outer G(y) u", {"f", "g"}),
        ("select f(x), lateral(1) from r, lateral f(x) lateral view explode(f(x)) t as a", {"explode"}),
        ("select 'lateral view f(x)', view from outer(1)", set()),
    ],
)
def test_functions_in_lateral_views(sql: str, names: set[str]) -> None:
    assert names_in_lateral_views(sql) == names


# Another value of each field of what a program is made from.
OTHER_CONVERSION = {
    "sql": t.IntegerType(),
    "form": "text",
    "cls": str,
    "annotation": "x",
    "optional": True,
    "parts": (Conversion(t.LongType(), "plain"),),
    "names": ("x",),
    "required": frozenset({"x"}),
    "computed": frozenset({"x"}),
    "constants": (1,),
}
OTHER_INPUT = {"name": "y", "given": t.IntegerType(), "constant": 0, "keyword": "y"}
OTHER_PROGRAM = {"call_mode": "async", "zone": "UTC"}
# What the digest of a function's file, its YAML and its helpers stands for.
OF_THE_FILE = {"file", "name", "kind", "target", "concurrency", "pickles_state", "helpers", "classes"}


def test_programs_are_one_only_if_they_are_made_from_equal_values() -> None:
    function = define("def f(x: int) -> int: return x")
    program = program_for(function, ["BIGINT"])
    (given,) = program.inputs
    conversions = [replace(given.conversion, **{name: value}) for name, value in OTHER_CONVERSION.items()]
    inputs = [replace(given, conversion=conversion) for conversion in conversions]
    inputs += [replace(given, **{name: value}) for name, value in OTHER_INPUT.items()]
    inputs += [replace(given, constant=constant) for constant in (0.0, False, -0.0, "0", [0])]
    programs = [replace(program, inputs=(item,)) for item in inputs]
    programs += [replace(program, inputs=()), replace(program, inputs=(given, given))]
    programs += [replace(program, result=conversion) for conversion in conversions]
    programs += [replace(program, **{name: value}) for name, value in OTHER_PROGRAM.items()]
    keys = [program_key("digest", other) for other in (program, *programs)]
    assert len({*keys, program_key("other", program)}) == len(keys) + 1
    assert program_key("digest", program_for(function, ["BIGINT"])) == keys[0]


def test_each_field_of_a_program_has_another_value() -> None:
    assert {field.name for field in fields(Conversion)} == {*OTHER_CONVERSION}
    assert {field.name for field in fields(Input)} == {*OTHER_INPUT, "conversion"}
    assert {field.name for field in fields(Program)} == {*OTHER_PROGRAM, *OF_THE_FILE, "inputs", "result"}
