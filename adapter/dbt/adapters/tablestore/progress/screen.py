"""A terminal whose last line shows progress, and moves below what dbt prints."""

from __future__ import annotations

import logging
import os
import shutil
import threading
from typing import Any, TextIO

from dbt_common.events import get_event_manager
from dbt_common.events.base_types import EventLevel
from dbt_common.events.logger import _Logger, _TextLogger

_ERASE = "\r\x1b[K"
_CONSOLE = "stdout_log"


class Screen:
    """A stream that takes its progress line away before something else is printed."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = threading.RLock()
        self._shown = ""

    def write(self, text: str) -> int:
        """Prints text where the progress line was."""
        with self._lock:
            self.show("")
            return self._stream.write(text)

    def show(self, line: str) -> None:
        """Shows a line instead of the one before; an empty one takes it away."""
        with self._lock:
            line = line[: shutil.get_terminal_size().columns - 1]
            if line != self._shown and not self._stream.closed:
                self._stream.write(_ERASE + line)
                self._stream.flush()
                self._shown = line

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def console() -> _Logger | None:
    """The logger of dbt that prints to the console, if it prints messages of level info."""
    for logger in get_event_manager().loggers:
        if logger.name == _CONSOLE and logger.level in (EventLevel.DEBUG, EventLevel.INFO):
            return logger
    return None


def screen() -> Screen | None:
    """The terminal to which dbt prints lines of text; None when its output is a file, JSON, or quiet."""
    logger = console()
    handlers = logging.getLogger(_CONSOLE).handlers
    if not isinstance(logger, _TextLogger) or not handlers or os.environ.get("TERM") == "dumb":
        return None
    handler: Any = handlers[0]
    if isinstance(handler.stream, Screen):
        return handler.stream
    if handler.stream.closed or not handler.stream.isatty():
        return None
    screen = Screen(handler.stream)
    handler.setStream(screen)
    return screen
