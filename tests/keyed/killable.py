"""`dbt run` for test_commits: KILL_AT is a word of a statement during which this process dies by SIGKILL."""

import os
import signal
import sys
import threading
from typing import Any

from dbt.adapters.tablestore import session
from dbt.adapters.tablestore.connections import Cursor
from dbt.cli.main import dbtRunner

folder, *tables = sys.argv[1:]
word = os.environ["KILL_AT"]
original = Cursor.execute


def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
    if word and word in sql and "__commit" in sql:
        threading.Timer(0.15, os.kill, (os.getpid(), signal.SIGKILL)).start()
    original(self, sql, bindings)


Cursor.execute = execute  # type: ignore[method-assign]
done = dbtRunner().invoke(["run", "--project-dir", folder, "--profiles-dir", folder])
for table in tables:
    rows = sorted(tuple(row) for row in session._root.sql(f"select * from {table}").collect())  # type: ignore[union-attr]
    print(f"{table.rsplit('_', 1)[1]}: {rows}")
sys.exit(0 if done.success else 1)
