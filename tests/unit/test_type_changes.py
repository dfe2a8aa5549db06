"""The statements that change the type of a column, and what a killed run leaves."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.relations import column_changes, describe_extended
from dbt.adapters.tablestore.relations.relation import TablestoreRelation
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.sql.nested_types import described, nested_sql, parse_nested
from dbt.adapters.tablestore.sql.type_changes import TypeChange, unfinished

from type_texts import pairs


def quote(name: str) -> str:
    return f"`{name}`"


@pytest.mark.parametrize(("written", "sql"), pairs().items())
def test_names_of_fields_are_quoted_in_what_describe_writes(written: str, sql: str) -> None:
    assert described(written) == sql
    assert parse_nested(nested_sql(parse_nested(sql), quoted)) == parse_nested(sql)


def test_a_field_with_any_name_is_added_and_dropped() -> None:
    old, new = (
        described("struct<a,b:int,c d:map<int,struct<%s:int>>>"),
        described("struct<a,b:bigint,é:int,c d:map<int,struct<>>>"),
    )
    made = TypeChange("v", old, new, True, quoted)
    assert made.clauses == [
        "alter column `v`.`a,b` type bigint",
        "add columns (`v`.`é` int after `a,b`)",
        "drop columns (`v`.`c d`.value.`%s`)",
    ]


def change(old: str, new: str, widens: bool = True) -> TypeChange:
    return TypeChange("v", old, new, widens, quote)


@pytest.mark.parametrize(
    ("old", "new", "clauses"),
    [
        ("int", "bigint", ["alter column `v` type bigint"]),
        ("decimal(5,2)", "decimal(9,2)", ["alter column `v` type decimal(9,2)"]),
        ("struct<a:int>", "struct<a:int,b:string>", ["add columns (`v`.`b` string)"]),
        ("struct<a:int>", "struct<A:bigint>", ["alter column `v`.`A` type bigint"]),
        ("struct<b:int>", "struct<a:int,b:int>", ["add columns (`v`.`a` int first)"]),
        ("struct<a:int,c:int>", "struct<a:int,b:int,c:int>", ["add columns (`v`.`b` int after `a`)"]),
        ("struct<a:int,b:int>", "struct<b:int,a:int>", ["alter column `v`.`b` first"]),
        ("struct<a:int,b:int>", "struct<b:int>", ["alter column `v`.`b` first", "drop columns (`v`.`a`)"]),
        ("struct<a:int>", "struct<x:int>", ["add columns (`v`.`x` int first)", "drop columns (`v`.`a`)"]),
        (
            "array<struct<a:int>>",
            "array<struct<a:int,m:map<string,struct<X:int>>>>",
            ["add columns (`v`.element.`m` map<string, struct<`X`: int>>)"],
        ),
        ("map<int,struct<a:int>>", "map<int,struct<a:int,b:int>>", ["add columns (`v`.value.`b` int)"]),
    ],
)
def test_what_is_changed_in_place(old: str, new: str, clauses: list[str]) -> None:
    made = change(old, new)
    assert not made.casts
    assert made.statements("t", None) == [f"alter table t {clause}" for clause in clauses]


@pytest.mark.parametrize(
    ("old", "new"),
    [("int", "string"), ("bigint", "int"), ("decimal(5,2)", "decimal(9,3)"), ("struct<a:int>", "struct<a:string>")],
)
def test_what_is_cast(old: str, new: str) -> None:
    made = change(old, new)
    assert made.casts and not made.is_refused
    assert [sql.split()[0] for sql in made.statements("t", None)] == ["alter", "update", "alter", "alter"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("struct<a:int,b:int>", "struct<b:string,a:int>"),
        ("struct<a:int>", "struct<a:string,b:int>"),
        ("map<struct<a:int,b:int>,int>", "map<struct<b:int,a:int>,int>"),
        ("struct<a:int>", "string"),
    ],
)
def test_fields_are_never_matched_by_position(old: str, new: str) -> None:
    assert change(old, new).is_refused


def test_small_integers_in_iceberg_are_integers_already() -> None:
    old, new = "struct<a:int,m:map<int,int>>", "struct<a:tinyint,m:map<smallint,int>>"
    assert change(old, new).statements("t", None) == change("int", "smallint").statements("t", None) == []
    assert change(old, new, widens=False).casts


def test_without_widening_a_wider_type_is_cast() -> None:
    assert change("int", "bigint", widens=False).casts


def columns_after(statements: list[str], columns: dict[str, str | None]) -> dict[str, str | None]:
    """The names and comments of the columns of a table after these statements."""
    columns = dict(columns)
    for sql in statements:
        words = sql.replace("`", "").replace("(", "").replace(")", "").split()
        comment = sql.split("comment '")[1].split("'")[0] if "comment '" in sql else None
        if "add columns" in sql:
            columns[words[5]] = comment
        elif "drop columns" in sql:
            del columns[words[5]]
        elif "rename column" in sql:
            columns[words[7]] = columns.pop(words[5])
        elif "alter column" in sql:
            columns[words[5]] = comment
    return columns


@pytest.mark.parametrize("column", ["v", "Größe", "a__dbt_alter"])
@pytest.mark.parametrize("done", range(5))
def test_a_killed_change_is_undone_or_finished(column: str, done: int) -> None:
    """By the next run, which looks at a table of Iceberg only if the name of a column tells it to."""
    before = {"k": None, column: "old comment", "mine__dbt_alter": "a column of the user", "v__dbt_alter_1": None}
    statements = TypeChange(column, "int", "string", True, quote).statements("t", "old comment")
    left = columns_after(statements[:done], before)
    repair = unfinished("t", list(left), quote) if any("__dbt_alter_" in name for name in left) else []
    assert columns_after(repair, left) == before
    assert bool(repair) == (done in (1, 2, 3))
    assert len(statements) == 4


ROWS = [("#v", "int"), ("v", "string"), ("", ""), ("# Partitioning", ""), ("Part 0", "days(at)"), ("Part 1", "#v")]
ROWS += [("# Clustering Information", ""), ("# col_name", "data_type"), ("v", "string"), ("", "")]
ROWS += [("# Detailed Table Information", ""), ("Owner", "ann"), ("Comment", "#")]
DESCRIBED = [{"col_name": name, "data_type": kind, "comment": None} for name, kind in ROWS]


def test_describe_is_read_with_columns_that_look_like_headings() -> None:
    columns, details = describe_extended.columns_and_details(DESCRIBED)
    assert columns == [("#v", "int", None), ("v", "string", None)]
    assert details == {"Owner": "ann", "Comment": "#"}
    assert describe_extended.layout(DESCRIBED) == ["days(at)", "#v", "v"]


def test_every_obstacle_is_reported_before_anything_changes() -> None:
    kinds = {"a": "int", "b": "int", "days": "int", "n": "int", "s": "struct<x:int,y:int>", "v": "string", "w": "int"}
    rows = [{"col_name": name, "data_type": kind, "comment": None} for name, kind in kinds.items()]
    wanted = dict.fromkeys(kinds, "string") | {"s": "struct<y:string,x:int>", "v": "int", "w": "int"}
    relation = TablestoreRelation.create(database="lake", schema="main", identifier="m", table_format="iceberg")
    made = column_changes.type_changes(relation, rows, wanted, quote)

    def query(sql: str) -> list[tuple[str]]:
        return [("x",)] if "`v`" in sql else []

    used = column_changes.used(["days(a)"], {"delta.constraints.c": "b > 0", "sort-order": "Gone ASC NULLS FIRST"})
    with pytest.raises(TablestoreError) as error:
        column_changes.check(
            relation, made, ["gone", "asc"], used, {"n"}, {}, query, "dbt run --full-refresh --select m"
        )
    assert error.value.msg.splitlines()[1:] == [
        "  - column 'a' is int in the table and string in the SELECT: the table is partitioned or clustered by days(a)",
        "  - column 'b' is int in the table and string in the SELECT: the table has the check b > 0",
        "  - column 'n' is int in the table and string in the SELECT: it is NOT NULL, and a column with a new type "
        "would not be",
        "  - column 's' is struct<x:int,y:int> in the table and struct<y:string,x:int> in the SELECT: its fields and "
        "the types of its fields cannot change together",
        "  - column 'v' is string in the table and int in the SELECT: the value 'x' cannot be cast",
        "  - column 'gone' of the table is not in the SELECT and cannot be dropped: the table is sorted by Gone",
        "  - cast the column to its stored type in the SELECT, keep the column with "
        "on_schema_change='append_new_columns', or rebuild the table: dbt run --full-refresh --select m",
    ]


@pytest.mark.parametrize(
    ("old", "new", "is_refused"),
    [
        ("string", "int", True),
        ("decimal(10,2)", "string", True),
        ("decimal(10,2)", "decimal(10,0)", False),
        ("string", "timestamp", False),
        ("timestamp", "date", False),
    ],
)
def test_a_column_that_orders_rows_keeps_its_order(old: str, new: str, is_refused: bool) -> None:
    relation = TablestoreRelation.create(database="lake", schema="main", identifier="m", table_format="iceberg")
    arguments = ([change(old, new)], [], [], set(), {"sequences": ["v"]}, lambda sql: [], "dbt run")
    if is_refused:
        with pytest.raises(TablestoreError, match="text has another order than numbers"):
            column_changes.check(relation, *arguments)
    else:
        column_changes.check(relation, *arguments)


@pytest.mark.parametrize(
    ("layout", "text", "is_used"),
    [
        ([], "status <> 'note'", False),
        ([], "address.note is not null", False),
        ([], "address . `note` <> ''", False),
        ([], "`my note` > 0", False),
        ([], "v > 0 /* unlike note */", False),
        ([], "note(v) > 0", False),
        ([], "status <> 'x' or Note is null", True),
        ([], "`NOTE`<>''", True),
        ([], "note.text is not null", True),
        (["address.note"], "", False),
        (["truncate(4, note)"], "", True),
        (["note"], "", True),
    ],
)
def test_a_column_is_used_where_its_name_is_that_of_a_column(layout: list[str], text: str, is_used: bool) -> None:
    relation = TablestoreRelation.create(database="lake", schema="main", identifier="m", table_format="delta")
    used = column_changes.used(layout, {"delta.constraints.c": text} if text else {})
    arguments = ([], ["note"], used, set(), {}, lambda sql: [], "dbt run")
    if is_used:
        with pytest.raises(TablestoreError, match="column 'note' of the table is not in the SELECT and cannot be"):
            column_changes.check(relation, *arguments)
    else:
        column_changes.check(relation, *arguments)


@pytest.mark.parametrize(
    ("column", "layout"), [("#v", "days(#v)"), ("c d", "bucket(4, c d)"), ("q`r", "`q``r`"), ("a.b", "a.b")]
)
def test_a_column_of_any_name_is_found(column: str, layout: str) -> None:
    relation = TablestoreRelation.create(database="lake", schema="main", identifier="m", table_format="iceberg")
    with pytest.raises(TablestoreError, match="cannot be dropped"):
        column_changes.check(
            relation, [], [column], column_changes.used([layout], {}), set(), {}, lambda sql: [], "dbt run"
        )
