"""Runs `dbt run` for drill.py, once for each line of its input, and kills its own process if requested.

    python drilled.py FOLDER

A line is `none`, `after SECONDS` from the first statement, or `at NUMBER TEXT`: during the NUMBER-th statement that
contains TEXT; no line follows these two. A run that is not killed prints one line of JSON: whether dbt succeeded, its
messages, the seconds since the first statement, the orders and the histories, and the tables that differ from the
expected ones.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.spark import session
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor
from dbt.cli.main import dbtRunner

from formats import CATALOGS, FORMATS

EXECUTE = Cursor.execute
SCHEMAS = {format: f"{CATALOGS[format]}.drill" for format in FORMATS}
CHECKS = {
    "totals": "select customer, sum(amount), count(*) from {0}.orders_{1} group by customer",
    "replayed": "select id, customer, amount, at from {0}.orders_{1}",
}
HISTORIES = {
    "history": "select id, customer, string(amount), dbt_valid_from, dbt_valid_to from {0}.history_{1}",
    "sources": "select id, crm_at, customer, shop_at, amount, dbt_updated_at, dbt_valid_from, dbt_valid_to"
    " from {0}.sources_{1}",
}
STORED = {
    "totals": "select * from {0}.totals_{1} where orders <> 0",
    "replayed": "select last.id, last.customer, last.amount, last.at from (select max_by(struct(*), struct(_commit,"
    " _row_kind in ('+I', '+U'))) as last from {0}.orders_{1}__changelog group by id)"
    " where last._row_kind in ('+I', '+U')",
}


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def arm(kill: str) -> list[float]:
    """Prepares the kill; the returned list gets the time of the first statement."""
    seen, started = [0], []  # type: ignore[var-annotated]
    kind, *rest = kill.split(" ", 2)

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        if not started:
            started.append(time.monotonic())
            if kind == "after":
                threading.Timer(float(rest[0]), die).start()
        if kind == "at" and rest[1] in sql:
            seen[0] += 1
            if seen[0] == int(rest[0]):
                threading.Timer(0.1, die).start()
        EXECUTE(self, sql, bindings)

    Cursor.execute = execute  # type: ignore[method-assign]
    return started


def rows(sql: str, format: str) -> list[list[Any]]:
    root = session._root
    assert root is not None, "dbt has not run"
    return sorted([list(row) for row in root.sql(sql.format(SCHEMAS[format], format)).collect()], key=repr)


def run(folder: str, kill: str) -> None:
    started = arm(kill)
    done = dbtRunner().invoke(["run", "--project-dir", folder, "--profiles-dir", folder, "--quiet"])
    seconds = time.monotonic() - started[0] if started else 0.0
    messages = [str(result.message) for result in done.result or []] if done.result else [str(done.exception)]
    report: dict[str, Any] = {"success": done.success, "messages": messages, "seconds": seconds}
    if kill == "none" and done.success:
        report["orders"] = {format: rows(CHECKS["replayed"], format) for format in SCHEMAS}
        report["histories"] = {
            name: {format: rows(sql, format) for format in SCHEMAS}
            for name, sql in HISTORIES.items()
            if any((Path(folder) / "models").glob(f"{name}_*"))
        }
        report["wrong"] = [
            f"{name} on {format}: {stored} instead of {expected}"
            for format in SCHEMAS
            for name in CHECKS
            if (stored := rows(STORED[name], format)) != (expected := rows(CHECKS[name], format))
        ]
    print(json.dumps(report), flush=True)


def main() -> None:
    for line in sys.stdin:
        run(sys.argv[1], line.rstrip("\n"))
    os._exit(0)


if __name__ == "__main__":
    main()
