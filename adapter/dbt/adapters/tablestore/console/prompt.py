"""A prompt for SQL statements."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from dbt.adapters.tablestore.console import results
from dbt.adapters.tablestore.spark.sessions.data_frames import DataFrameSession

_HELP = """Write a statement, on several lines if you like, and end it with a semicolon.
Ctrl-C cancels it, the arrow keys bring back earlier ones, and exit or Ctrl-D ends the shell."""
_MOST_HISTORY = 1000


def run(session: DataFrameSession, limit: int) -> None:
    """Reads statements until the end of the input, and prints their results or errors."""
    history = _history()
    print(_HELP)
    while (statement := _statement()) is not None:
        if statement.lower() in ("exit", "quit"):
            break
        if statement.lower() == "help":
            print(_HELP)
        elif statement:
            execute(session, statement, "table", limit)
    if history is not None:
        import readline

        history.parent.mkdir(parents=True, exist_ok=True)
        readline.set_history_length(_MOST_HISTORY)
        readline.write_history_file(history)


def execute(session: DataFrameSession, statement: str, form: str, limit: int) -> bool:
    """Runs a statement and prints its rows, or why it failed; returns whether it did not fail."""
    try:
        cursor = session.cursor()
        cursor.execute(statement)
        results.show(cursor, form, limit)
    except KeyboardInterrupt:
        session.cancel()
        print("cancelled", file=sys.stderr)
        return False
    except Exception as error:  # whatever Spark says of a user's statement is an answer
        print(session.message_of(error), file=sys.stderr)
        return False
    return True


def _statement() -> str | None:
    """The next statement without its semicolon; None at the end of the input."""
    lines: list[str] = []
    while True:
        try:
            line = input("   ...> " if lines else "spark> ")
        except EOFError:
            print()
            return None
        except KeyboardInterrupt:  # as in other shells: forget what was typed
            print()
            return ""
        lines.append(line)
        text = "\n".join(lines).strip()
        if text.endswith(";") or text.lower() in ("exit", "quit", "help", ""):
            return text.rstrip(";").strip()


def _history() -> Path | None:
    """The file of earlier statements, which are read; None where Python has no readline."""
    try:
        import readline
    except ImportError:  # Windows
        return None
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    file = Path(base) / "dbt-tablestore" / "history"
    if file.is_file():
        readline.read_history_file(file)
    return file
