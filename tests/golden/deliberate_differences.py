"""Deliberate differences from Paimon: the cases that `docs/differences.md` lists.

The cases have the form of the recorded ones. The expected result is the content of our table after each batch, or the
text of our error. ``paimon`` is the content of Paimon 1.3's table after the last batch, or its error.
"""

from __future__ import annotations

from typing import Any

PARTIAL = {"merge-engine": "partial-update"}
AGGREGATION = {"merge-engine": "aggregation"}
REMOVE = "remove-record-on-delete"
ONE = ["k"]
AB = [["k", "INT"], ["a", "INT"], ["b", "STRING"]]
V = [["k", "INT"], ["v", "INT"]]
VS = [*V, ["s", "INT"]]


def case(
    name: str, columns: list[list[str]], options: dict[str, str], *steps: tuple[list[Any], Any], paimon: Any
) -> dict[str, Any]:
    """A case from its steps: pairs of a batch and the expected table after it, or the expected error."""
    refused = next((after for _, after in steps if isinstance(after, str)), None)
    return {
        "case": {
            "name": name,
            "columns": columns,
            "primary_key": ONE,
            "options": options,
            "batches": [batch for batch, _ in steps],
        },
        "result": {
            "error": refused,
            "error_batch": len(steps) - 1,
            "after_batch": [after for _, after in steps if not isinstance(after, str)],
        },
        "paimon": paimon,
    }


def summing(column: str = "v") -> dict[str, str]:
    return AGGREGATION | {f"fields.{column}.aggregate-function": "sum"}


CASES = [
    case(
        "a delete and an insert in one batch start a new row",
        AB,
        PARTIAL | {f"partial-update.{REMOVE}": "true"},
        ([["+I", 1, 9, "b"]], [[1, 9, "b"]]),
        ([["-D", 1, 9, "b"], ["+I", 1, None, "c"]], [[1, None, "c"]]),
        paimon=[[1, 9, "c"]],
    ),
    case(
        "a delete and an insert in one batch start a new sum",
        V,
        summing() | {f"aggregation.{REMOVE}": "true"},
        ([["+I", 1, 2]], [[1, 2]]),
        ([["-D", 1, 2], ["+I", 1, 3], ["+I", 1, 1]], [[1, 4]]),
        ([["+I", 1, 5], ["-D", 1, 0]], []),
        paimon=[],
    ),
    case(
        "a delete of a group and an insert in one batch start a new row",
        [*AB, ["g", "INT"]],
        PARTIAL | {"fields.g.sequence-group": "a", "partial-update.remove-record-on-sequence-group": "g"},
        ([["+I", 1, 9, "b", 5]], [[1, 9, "b", 5]]),
        ([["-D", 1, 9, "b", 6], ["+I", 1, 7, None, 1]], [[1, 7, None, 1]]),
        ([["-D", 1, 7, None, 0]], [[1, 7, None, 1]]),
        ([["-D", 1, 7, None, 2], ["-D", 1, 7, None, 3]], []),
        paimon=[[1, 7, None, 1]],
    ),
    case(
        "an update and its delete in one batch remove the row",
        [*AB, ["s", "INT"]],
        PARTIAL | {f"partial-update.{REMOVE}": "true", "sequence.field": "s"},
        ([["+I", 1, 9, "b", 3]], [[1, 9, "b", 3]]),
        ([["+U", 1, 8, "b", 5], ["-D", 1, 8, "b", 7]], []),
        ([["+I", 1, 8, "b", 1]], [[1, 8, "b", 1]]),
        ([["-D", 1, 8, "b", 0]], [[1, 8, "b", 1]]),
        paimon=[[1, 9, "b", 3]],
    ),
    case(
        "several -U alone are ignored where a delete removes the row",
        AB,
        PARTIAL | {f"partial-update.{REMOVE}": "true"},
        ([["+I", 1, 9, "b"]], [[1, 9, "b"]]),
        ([["-U", 1, 9, "b"], ["-U", 1, 9, "b"]], [[1, 9, "b"]]),
        paimon=[],
    ),
    case(
        "several retractions alone subtract in a sequence group",
        [*V, ["g", "INT"]],
        PARTIAL | {"fields.g.sequence-group": "v", "fields.v.aggregate-function": "sum"},
        ([["+I", 1, 10, 1]], [[1, 10, 1]]),
        ([["-D", 1, 3, 2], ["-U", 1, 4, 2]], [[1, 3, 2]]),
        paimon=[[1, 17, 2]],
    ),
    case(
        "a sum that does not fit its column is refused",
        V,
        summing(),
        ([["+I", 1, 2147483640], ["-U", 1, 20], ["+I", 1, 27]], [[1, 2147483647]]),
        ([["+I", 1, 1]], "column v: the sum does not fit int"),
        paimon=[[1, -2147483648]],
    ),
    case(
        "a sum that does not fit a narrow column is refused in every run",
        [["k", "INT"], ["v", "TINYINT"]],
        summing(),
        ([["+I", 1, 100]], [[1, 100]]),
        ([["+I", 1, 27]], [[1, 127]]),
        ([["+I", 1, 73]], "column v: the sum does not fit tinyint"),
        paimon=[[1, -56]],
    ),
    case(
        "a decimal beyond its precision is refused",
        [["k", "INT"], ["v", "DECIMAL(4,2)"]],
        summing(),
        ([["+I", 1, "99.00"]], [[1, "99.00"]]),
        ([["+I", 1, "1.00"]], "column v: the sum does not fit decimal(4,2)"),
        paimon=[[1, "100.00"]],
    ),
    case(
        "the widest decimals do not become null when they overflow",
        [["k", "INT"], ["v", "DECIMAL(38,2)"]],
        summing(),
        ([["+I", 1, "9" * 36 + ".99"]], [[1, "9" * 36 + ".99"]]),
        ([["+I", 1, "9" * 36 + ".99"], ["+I", 1, "9" * 36 + ".99"]], "column v: the sum does not fit decimal(38,2)"),
        paimon=[[1, None]],
    ),
    case(
        "a product that does not fit is refused",
        [["k", "INT"], ["v", "BIGINT"]],
        AGGREGATION | {"fields.v.aggregate-function": "product"},
        ([["+I", 1, 3037000500]], [[1, 3037000500]]),
        ([["+I", 1, 3037000500]], "column v: the product does not fit bigint"),
        paimon=[[1, -9223372036709301616]],
    ),
    case(
        "a product is not divided by zero",
        V,
        AGGREGATION | {"fields.v.aggregate-function": "product"},
        ([["+I", 1, 7]], [[1, 7]]),
        ([["-U", 1, 2], ["+U", 1, 3]], [[1, 21]]),
        ([["-U", 1, 2]], [[1, 10]]),
        ([["-U", 1, 0]], "column v: the product does not fit int, or cannot be divided back"),
        paimon="/ by zero",
    ),
    case(
        "descending sequences are honored within a batch",
        VS,
        {"sequence.field": "s", "sequence.field.sort-order": "descending"},
        ([["+I", 1, 1, 10], ["+I", 1, 3, 5], ["+I", 1, 2, 20]], [[1, 3, 5]]),
        ([["+I", 1, 4, 6], ["+I", 1, 5, None]], [[1, 3, 5]]),
        ([["+I", 1, 6, 3]], [[1, 6, 3]]),
        paimon=[[1, 6, 3]],
    ),
    case(
        "a deletion that cannot be merged is refused by the run, not by the reader",
        V,
        AGGREGATION | {"fields.v.aggregate-function": "max"},
        ([["+I", 1, 7], ["+I", 2, 1]], [[1, 7], [2, 1]]),
        ([["+I", 2, 3], ["-D", 1, 7]], "column v: max does not support retractions"),
        paimon="the table cannot be read",
    ),
    case(
        "listagg with distinct omits values that are already there",
        [["k", "INT"], ["v", "STRING"]],
        AGGREGATION | {"fields.v.aggregate-function": "listagg", "fields.v.distinct": "true"},
        ([["+I", 1, "a"], ["+I", 1, "b"], ["+I", 1, "a"]], [[1, "a,b"]]),
        ([["+I", 1, "b"], ["+I", 1, "c"]], [[1, "a,b,c"]]),
        paimon=[[1, "a,b,a,b,c"]],
    ),
    case(
        "count counts values that are not null",
        [["k", "INT"], ["v", "BIGINT"]],
        AGGREGATION | {"fields.v.aggregate-function": "count"},
        ([["+I", 1, 70]], [[1, 1]]),
        ([["+I", 1, None], ["+I", 1, 5], ["-U", 1, 5], ["+U", 1, 6]], [[1, 2]]),
        ([["-D", 1, 6]], [[1, 1]]),
        paimon="Could not find any factory for identifier 'count'",
    ),
    case(
        "a late row comes back after its key was deleted",
        VS,
        {"sequence.field": "s"},
        ([["+I", 1, 7, 5]], [[1, 7, 5]]),
        ([["-D", 1, 7, 6]], []),
        ([["+I", 1, 3, 2]], [[1, 3, 2]]),
        paimon=[],
    ),
    case(
        "a null key is accepted in a row that is ignored",
        V,
        {"ignore-delete": "true"},
        ([["+I", 1, 1], ["-D", None, 1]], [[1, 1]]),
        ([["+I", 1, 2], ["+I", None, 1]], "key column k is null"),
        paimon="Cannot write null to non-null column(k)",
    ),
]
