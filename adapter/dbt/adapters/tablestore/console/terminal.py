"""The lines that somebody types in a terminal, with completion and with a history."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from dbt.adapters.tablestore.console.completion import Completer
from dbt.adapters.tablestore.console.running import Runner
from dbt.adapters.tablestore.spark import permissions
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completion
from prompt_toolkit.completion import Completer as TerminalCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

_MOST_HISTORY = 1000


def entries(runner: Runner, prompt: str, continued: str, is_complete: Callable[[str], bool]) -> Iterator[str]:
    """What is typed, one entry at a time, which is in the history before it is used."""
    session: PromptSession[str] = PromptSession(
        history=FileHistory(str(_history())),
        completer=_Completer(Completer(runner.catalog, runner.project)),
        complete_in_thread=True,
        complete_while_typing=False,
        multiline=True,
        key_bindings=_keys(is_complete),
        prompt_continuation=continued,
        reserve_space_for_menu=6,
    )
    while True:
        try:
            yield session.prompt(prompt)
        except KeyboardInterrupt:  # as in other shells: forget what was typed
            continue
        except EOFError:
            return


class _Completer(TerminalCompleter):
    """Completes for the terminal."""

    def __init__(self, completer: Completer) -> None:
        self._completer = completer

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """What the word before the cursor may become."""
        for found in self._completer.candidates(document.text_before_cursor, document.text_after_cursor):
            yield Completion(found.text, start_position=-found.replaces, display_meta=found.kind)


def _keys(is_complete: Callable[[str], bool]) -> KeyBindings:
    keys = KeyBindings()

    @keys.add("enter")
    def _enter(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.complete_state is not None and buffer.complete_state.current_completion is not None:
            buffer.complete_state = None  # what is chosen is in the text
        elif is_complete(buffer.text):
            buffer.validate_and_handle()
        else:
            buffer.insert_text("\n")

    return keys


def _history() -> Path:
    """The file of earlier entries, without the oldest; only this user can read it."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    file = Path(base) / "dbt-tablestore" / "history"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    permissions.hide_from_others(file)
    # an entry is a comment with its time, and a line per line of it
    entries = file.read_text(encoding="utf-8", errors="replace").split("\n# ")
    if len(entries) > _MOST_HISTORY:
        file.write_text("\n# ".join(["", *entries[-_MOST_HISTORY:]]), encoding="utf-8")
    return file
