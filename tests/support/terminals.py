"""A command in a terminal of its own, typed at and read as by a person."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Sequence
from pathlib import Path

INTERRUPT = "\x03"
END = "\x04"
TAB = "\t"
# Movements, colours and modes.
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|[@-Z\\-_=>])")
_PATIENCE = 120.0


class Terminal:
    """A process whose input and output are a terminal; Ctrl-C reaches all processes of the command, also Java."""

    def __init__(self, command: Sequence[str | Path], folder: Path, **environment: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        variables = os.environ | {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"} | environment
        variables.pop("COLUMNS", None)

        def take_terminal() -> None:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background jobs ignore it
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self._process = subprocess.Popen(
            list(map(str, command)),
            cwd=folder,
            env=variables,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=take_terminal,
        )
        os.close(slave)
        self.raw = ""
        """Everything that was printed, with escape sequences."""
        self._seen = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        os.close(self._master)

    @property
    def text(self) -> str:
        """Everything that was printed, without escape sequences."""
        return _ESCAPES.sub("", self.raw)

    def type(self, keys: str) -> None:
        """Presses keys."""
        os.write(self._master, keys.encode())

    def enter(self, line: str) -> None:
        """Types a line."""
        self.type(line + "\r")

    def expect(self, pattern: str, seconds: float = _PATIENCE) -> str:
        """Waits until a pattern is printed after what was expected before; returns what was printed up to its end."""
        end = time.monotonic() + seconds
        while (found := re.compile(pattern).search(self.text, self._seen)) is None:
            if time.monotonic() > end or not self._read():
                raise AssertionError(f"{pattern!r} does not appear in:\n{self.text[self._seen :]}\nafter:\n{self.text}")
        printed = self.text[self._seen : found.end()]
        self._seen = found.end()
        return printed

    def wait(self, seconds: float = _PATIENCE) -> int:
        """Waits for the end of the command; returns its exit code."""
        end = time.monotonic() + seconds
        while self._read() and time.monotonic() < end:
            pass
        return self._process.wait(max(0.1, end - time.monotonic()))

    def _read(self) -> bool:
        """Reads what was printed in the last moment; False at the end of the output."""
        ready, _, _ = select.select([self._master], [], [], 0.1)
        if ready:
            try:
                got = os.read(self._master, 65536)
            except OSError:  # the last process has closed the terminal
                return False
            self.raw += self._decoder.decode(got)
            return bool(got)
        return self._process.poll() is None
