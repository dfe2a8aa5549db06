"""How many steps a reader of a run must follow: the calls of macros, the macros, their files, and the changes of room.

`pytest tests/rendered/test_steps.py -rP` prints them, with the macros that are called most often.
"""

from __future__ import annotations

from typing import Any

import pytest

from traced_runs import Adapter, Figures, Run, Tablestore, model, summary

ORDER = "order_id bigint, status string, amount decimal(10,2), updated_at timestamp"
MODELS: dict[str, dict[str, Any]] = {
    "deduplicate": {"sequence_field": "updated_at"},
    "partial-update, lookup, TTL": {
        "merge_engine": "partial-update",
        "sequence_field": "updated_at",
        "changelog_producer": "lookup",
        "state_ttl": "7 d",
    },
}
# Most calls, macros, files and changes of room of a second run. They only become fewer.
LIMITS = {
    "deduplicate": Figures(calls=243, macros=181, files=78, changes=79),
    "partial-update, lookup, TTL": Figures(calls=418, macros=231, files=95, changes=120),
}


@pytest.mark.parametrize("name", MODELS)
def test_a_run_takes_few_steps(name: str) -> None:
    run = Run(model(ORDER, **MODELS[name]))
    run()
    steps = run.traced()
    print(summary(steps))
    for figure, number, limit in zip(Figures._fields, Figures.of(steps), LIMITS[name], strict=True):
        assert number <= limit, f"{name}: {number} {figure}, at most {limit}\n{summary(steps)}"


@pytest.mark.parametrize("adapter", [Tablestore, Adapter])
@pytest.mark.parametrize("name", MODELS)
def test_the_runs_that_are_traced_are_whole(name: str, adapter: type[Adapter]) -> None:
    """A first and a second run write, switch and seal, with the adapter and with plain dbt-spark."""
    run = Run(model(ORDER, **MODELS[name]), adapter)
    for number, first in ((1, "create table lake.main.orders"), (2, "call `lake`.system.fast_forward")):
        statements = run()
        assert any(statement.startswith(first) for statement in statements)
        assert any(f".{number}' = '" in statement for statement in statements if "tablestore.commits." in statement)
