"""The CPU seconds of each file of tests. By tests/seconds.json the longest file runs first, and CI reports a folder
that takes a tenth more, and fails if one takes half as much again.

CPU seconds of the test process, of its Java and of the commands that it starts: other work on the machine hardly
changes them. Machines differ in speed, so all are multiplied to those of a machine on which a fixed piece of work takes
`UNIT` seconds. It is measured before each file, because the speed of a machine changes too.

A tenth more than the committed seconds is reported: of all folders together, or of one. One folder must also have grown
by a tenth in relation to the others, because a machine can be slow at what the piece of work does not measure.
Two runs of one machine can differ by a fifth, so that alone does not fail.

A file that tests/seconds.json lacks is named and not compared, because a new file is not growth of the others; nor is
one that was not run, which would make room for the growth of the others.
"""

from __future__ import annotations

import json
import math
import os
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).parents[1] / "seconds.json"
UNIT = 0.02
MORE, TOO_MUCH = 1.1, 1.5
FEW = 5.0
"""A folder with fewer seconds more has not grown."""


def committed() -> dict[str, float]:
    """The seconds of each file, as they were measured before."""
    found: dict[str, float] = json.loads(FILE.read_text()) if FILE.is_file() else {}
    return found


def by_folder(files: dict[str, float]) -> dict[str, float]:
    """The seconds of each folder."""
    found: dict[str, float] = defaultdict(float)
    for file, seconds in files.items():
        found[file.rpartition("/")[0]] += seconds
    return found


def of_both(found: dict[str, float], known: dict[str, float]) -> tuple[dict[str, float], dict[str, float]]:
    """The seconds by folder, found and known, of the files that both have."""
    files = found.keys() & known.keys()
    mine, old = ({name: seconds[name] for name in files} for seconds in (found, known))
    return by_folder(mine), by_folder(old)


def file_of(item: pytest.Item) -> str:
    """The file of a test, from the root of the repository."""
    return item.nodeid.partition("::")[0]


def used() -> float:
    """The CPU seconds of this process until now, with its Java and the commands that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system + _of_java()


def _of_java() -> float:
    context = getattr(sys.modules.get("pyspark"), "SparkContext", None)
    process = getattr(getattr(context, "_gateway", None), "proc", None)
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split() if process else []
    except OSError:  # it has ended, or there is no such folder
        fields = []
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK") if fields else 0.0


def calibration() -> float:
    """The CPU seconds of a fixed piece of work."""
    begin = time.thread_time()
    counts: dict[str, int] = {}
    for number in range(40_000):
        name = f"name {number % 997}"
        counts[name] = counts.get(name, 0) + number
    json.loads(json.dumps([sorted(counts.items())] * 20))
    return time.thread_time() - begin


def too_many(found: dict[str, float], known: dict[str, float], more: float = MORE) -> list[str]:
    """What has become more than so many times as much."""
    now, before = (sum(seconds[name] for name in found.keys() & known) for seconds in (found, known))
    grown = [f"all folders: {now:.0f} s instead of {before:.0f} s"] if now > more * before else []
    for name in sorted(found.keys() & known):
        mine, old = found[name], known[name]
        if mine > more * old + FEW and mine * (before - old) > more * old * (now - mine):
            grown.append(f"{name}: {mine:.0f} s instead of {old:.0f} s")
    return grown


class Seconds:
    """A plugin of pytest that measures, prints and compares."""

    def __init__(self, how: str | None) -> None:
        self.how = how
        self.cpu: dict[str, float] = defaultdict(float)
        self.calibrations: list[float] = []
        self.grown: list[str] = []
        self.failing: list[str] = []
        self.unknown: list[str] = []
        self._file: Path | None = None

    @property
    def found(self) -> dict[str, float]:
        """The comparable seconds of each file."""
        unit = statistics.median(self.calibrations) if self.calibrations else UNIT
        return {name: seconds * UNIT / unit for name, seconds in self.cpu.items()}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        if item.path != self._file:
            self._file = item.path
            self.calibrations.append(calibration())
        begin = used()
        try:
            return (yield)
        finally:
            self.cpu[file_of(item)] += used() - begin

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Those that are not in the list are first."""
        known = committed()
        items.sort(key=lambda item: -known.get(file_of(item), math.inf))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Adds what a process of pytest-xdist has measured."""
        for name, seconds in getattr(node, "workeroutput", {}).get("cpu", {}).items():
            self.cpu[name] += seconds
        self.calibrations += getattr(node, "workeroutput", {}).get("calibrations", [])

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hands over what was measured, or compares it."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput |= {"cpu": dict(self.cpu), "calibrations": self.calibrations}
        elif self.how == "write":
            FILE.write_text(
                json.dumps({name: round(self.found[name], 1) for name in sorted(self.found)}, indent=2) + "\n"
            )
        elif self.how == "check" and session.exitstatus == pytest.ExitCode.OK:
            found, known = of_both(self.found, committed())
            self.unknown = sorted(self.found.keys() - committed().keys())
            self.grown = too_many(found, known)
            self.failing = too_many(found, known, TOO_MUCH)
            session.exitstatus = pytest.ExitCode.TESTS_FAILED if self.failing else session.exitstatus
