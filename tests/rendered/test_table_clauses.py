"""The clauses of CREATE TABLE from dbt-spark's configs, with dbt-spark's own macros and without Spark."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import dbt.include.spark
import pytest

import harness

OF_SPARK = Path(dbt.include.spark.__file__).parent / "macros" / "adapters.sql"


def clauses(**config: Any) -> list[str]:
    """The clauses of a table with this config, one per line."""
    macros: dict[str, Any] = {}

    def get(name: str, default: Any = None, validator: Any = None) -> Any:
        return config.get(name, default)

    def dispatch(name: str, package: str) -> Any:
        return macros.get(f"tablestore__{name}") or macros[f"spark__{name}"]

    known: dict[str, Any] = {
        "adapter": SimpleNamespace(dispatch=dispatch),
        "config": SimpleNamespace(get=get, persist_relation_docs=lambda: False),
        "validation": SimpleNamespace(any={(list, str): None, str: None, int: None}),
        "basestring": str,
        "list": list,
        "int": int,
        "model": SimpleNamespace(alias="orders"),
        "tablestore": {"string_literal": lambda value: harness.call("string_literal", value)},
        "tablestore_file_format": lambda: "iceberg",
    }
    macros.update(harness.macros_of(str(OF_SPARK), **known))
    macros.update(harness.macros_of("relations/create_table_as.sql", **macros, **known))
    return [line.strip() for line in str(macros["tablestore_table_clauses"]()).splitlines() if line.strip()]


def test_each_config_has_its_clause() -> None:
    given = {
        "tblproperties": {"a": "it's"},
        "options": {"b": 1},
        "partition_by": ["day"],
        "clustered_by": "id",
        "buckets": 4,
        "location_root": "/lake",
    }
    assert clauses(**given) == [
        "using iceberg",
        "options ('b' '1')",
        "tblproperties ('a' = 'it\\'s')",
        "partitioned by (day)",
        "clustered by (id) into 4 buckets",
        "location '/lake/orders'",
    ]


@pytest.mark.parametrize(
    "given",
    [
        {"tblproperties": {}},
        {"options": {}},
        {"partition_by": []},
        {"partition_by": ""},
        {"clustered_by": [], "buckets": 4},
        {"clustered_by": "", "buckets": 4},
        {"location_root": ""},
    ],
)
def test_an_empty_value_undoes_that_of_a_folder(given: dict[str, Any]) -> None:
    assert clauses(**given) == clauses() == ["using iceberg"]
