"""The types of a seed's numbers, and the statements that write its rows."""

from __future__ import annotations

import decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from dbt.adapters.tablestore import seeds
from dbt.adapters.tablestore.impl import TablestoreAdapter
from dbt_common.clients.agate_helper import from_csv

from harness import macros_of

TYPES = {
    "1 -2": "bigint",
    "9223372036854775808 1": "decimal(38,0)",
    "123456789012345678901234567890 1": "decimal(38,0)",
    "1234567890123456789012345678901234567890123 1": "string",
    "1e3 2": "bigint",
    "1e300 2": "double",
    "4.00 2.00 3.00": "decimal(18,2)",
    "0.0": "decimal(18,1)",
    "12345678901234567.00": "decimal(38,2)",
    "1.10 2.5": "double",
    "0.1 1e-300": "double",
    "1.12345678901234567891 2": "decimal(38,20)",
    "3.14159265358979323846264338327950288419716939937510": "double",
    "NaN 1": "double",
}


@pytest.mark.parametrize(("numbers", "expected"), TYPES.items())
def test_every_digit_has_a_place(tmp_path: Path, numbers: str, expected: str) -> None:
    path = tmp_path / "s.csv"
    path.write_text("id,n\n" + "".join(f"x,{number}\n" for number in [*numbers.split(), ""]))
    with decimal.localcontext() as context:
        context.prec = seeds.READ_DIGITS
        assert TablestoreAdapter.convert_number_type(from_csv(str(path), text_columns=()), 1) == expected


def test_the_types_of_a_seed_are_found_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where its rows are in several statements, as on a server: each column is read once, and warned of once."""
    path, warnings, statements = tmp_path / "s.csv", list[str](), list[str]()
    path.write_text(f"id,n\nx,{'1' * 45}\n")
    monkeypatch.setattr(seeds.logger, "warning", warnings.append)
    sources = ["values ('a')", "values ('b')", "values ('c')"]
    with decimal.localcontext() as context:
        context.prec = seeds.READ_DIGITS
        table = from_csv(str(path), text_columns=())
        number_type = TablestoreAdapter.convert_number_type
        adapter: Any = SimpleNamespace(
            session=lambda: SimpleNamespace(stage_seed=lambda view, table: sources),
            convert_type=lambda table, index: number_type(table, index) if index else "string",
            quote=TablestoreAdapter.quote,
        )
        macros = macros_of(
            "materializations/seed.sql",
            adapter=adapter,
            this=SimpleNamespace(render=lambda: "s.seeds"),
            make_temp_relation=lambda this, suffix: SimpleNamespace(identifier=f"seeds{suffix}"),
            model=SimpleNamespace(config={"column_types": {}}),
            tablestore_create_table=lambda: "create table",
            tablestore_table_clauses=lambda: "\n    using iceberg",
            statement=lambda name, caller: statements.append(" ".join(caller().split())) or "",
        )
        created = macros["tablestore_write_seed"](table)
    columns = "select cast(`id` as string) as `id`, cast(`n` as string) as `n` from"
    first = f"create table s.seeds using iceberg as {columns} {sources[0]}"
    assert statements == [first, *(f"insert into s.seeds {columns} {source}" for source in sources[1:])]
    assert " ".join(created.split()) == first
    assert len(warnings) == 1 and "numbers of up to 45 digits" in warnings[0]
