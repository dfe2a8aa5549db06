"""A prompt for SQL statements."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from dbt.adapters.tablestore.console.running import Ended, Runner
from dbt.adapters.tablestore.sql.counted import counted
from dbt.adapters.tablestore.sql.splitting import split

HELP = """End a statement with a semicolon; until then, Enter begins a new line. Tab completes names, and the arrow keys
bring back earlier statements. show tables lists the tables, and {{ ref('model') }} is one of the project.
Ctrl-C cancels a statement, and exit or Ctrl-D ends the shell."""
_PROMPT, _CONTINUED = "spark> ", "   ...> "
_LEAVE = ("exit", "quit")


def run(runner: Runner) -> None:
    """Reads statements until the end of the input, and prints their results or errors."""
    if sys.stdin.isatty():
        print(HELP)
    for entry in _entries(runner):
        word = entry.strip().rstrip(";").strip().lower()
        if word in _LEAVE:
            return
        if word == "help":
            print(HELP)
        else:
            statements, rest = split(entry)
            _run_all(runner, [*statements, *filter(None, [rest])])


def is_complete(text: str) -> bool:
    """Whether Enter ends an entry: nothing follows its last semicolon, or it is a command of the shell."""
    return not split(text)[1] or text.strip().lower() in (*_LEAVE, "help")


def _run_all(runner: Runner, statements: list[str]) -> None:
    """Runs the statements of an entry, one after the other, up to the first that does not succeed."""
    for number, statement in enumerate(statements, 1):
        try:
            ended = runner.run(statement, "table", tells=True)
        except KeyboardInterrupt:  # while an error was explained
            ended = Ended.CANCELLED
        left = len(statements) - number
        if ended is not Ended.DONE and left:
            print(f"{counted(left, 'more statement')} of this entry did not run", file=sys.stderr)
            return


def _entries(runner: Runner) -> Iterator[str]:
    """What is typed, one entry at a time: one statement or several, of one line or several."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        from dbt.adapters.tablestore.console.terminal import entries  # takes a while, and a script does not need it

        yield from entries(runner, _PROMPT, _CONTINUED, is_complete)
    else:
        yield from _entries_of_lines()


def _entries_of_lines() -> Iterator[str]:
    lines: list[str] = []
    while True:
        if sys.stdin.isatty():
            print(_CONTINUED if lines else _PROMPT, end="", file=sys.stderr, flush=True)
        try:
            line = sys.stdin.readline()
        except KeyboardInterrupt:  # as in other shells: forget what was typed
            print(file=sys.stderr)
            lines = []
            continue
        lines.append(line)
        text = "".join(lines)
        if not line or is_complete(text):
            yield text
            lines = []
        if not line:
            return
