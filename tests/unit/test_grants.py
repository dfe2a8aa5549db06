"""Grants are applied where Spark can read them: what plain Spark and a Spark with an extension say, word by word."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.adapters.tablestore.relations.relation import TablestoreRelation
from dbt.adapters.tablestore.relations.tables import Tables
from dbt_common.exceptions import DbtDatabaseError

VIEW = TablestoreRelation.create("lake", "shop", "orders_by_region")
PLAIN = {
    "4.1": "[PARSE_SYNTAX_ERROR] Syntax error at or near 'on': missing 'FUNCTIONS'. SQLSTATE: 42601 (line 1, pos 12)",
    "4.0": "[INVALID_STATEMENT_OR_CLAUSE] The statement or clause: SHOW GRANT is not valid. SQLSTATE: 42601",
    "3.5": "Operation not allowed: SHOW GRANTS.(line 1, pos 0)",
}


def takes_grants(answer: Any) -> bool:
    asked: list[str] = []

    def rows(sql: str) -> Any:
        asked.append(sql)
        if isinstance(answer, str):
            raise DbtDatabaseError(answer)
        return answer

    found = Tables(None, None, rows).takes_grants(VIEW)  # type: ignore[arg-type]
    assert asked == ["show grants on lake.shop.orders_by_region"]
    return found


@pytest.mark.parametrize("message", PLAIN.values(), ids=PLAIN)
def test_plain_spark_takes_no_grants(message: str) -> None:
    assert not takes_grants(message)


def test_an_extension_takes_them_and_its_refusals_are_errors() -> None:
    assert takes_grants([])
    with pytest.raises(DbtDatabaseError, match="not the owner"):
        takes_grants("PERMISSION_DENIED: User is not the owner of orders_by_region")
