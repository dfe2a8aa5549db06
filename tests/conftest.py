"""Fixtures for all tests: one Spark and one warehouse per test process, macros parsed once, and the time per folder."""

from __future__ import annotations

import gc
import re
import zlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from formats import FORMATS
from parsed_macros import parsed_once
from project import Project, WarmProject, sent_statements
from seconds import Seconds, by_folder
from spark_settings import open_session

ROOT = Path(__file__).parent

# dbt creates millions of objects that stay. Python would look for garbage among them all the time.
gc.set_threshold(100_000, 20, 100)
TESTS_PER_COLLECTION = 8
"""After so many tests, their garbage is collected: the manifests of their commands."""
FINISHED = pytest.StashKey[int]()
"""How many tests have finished."""


@pytest.fixture(scope="session")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all tests of a process, because another warehouse would need another Spark."""
    return tmp_path_factory.mktemp("warehouse")


@pytest.fixture(scope="session")
def spark(warehouse: Path) -> SparkSession:
    """The Spark of this process, with the catalogs of the adapter."""
    return open_session(warehouse)


@pytest.fixture(scope="session")
def macros_parsed_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """See parsed_macros.py."""
    with parsed_once(tmp_path_factory.mktemp("macros")):
        yield


@pytest.fixture(scope="module", autouse=True)
def no_cached_rows_stay() -> Iterator[None]:
    """The tests of a file, and the runs in them, leave no cached rows: a table is moved in another way beside them."""
    yield
    session = SparkSession.getActiveSession()
    assert session is None or session._jsparkSession.sharedState().cacheManager().isEmpty()


@pytest.fixture
def schema(request: pytest.FixtureRequest) -> str:
    """The name of a schema for this test only. The end of a long name, which has the parameters, becomes a checksum."""
    name = re.sub(r"\W", "_", request.node.name).strip("_").lower()
    return name if len(name) <= 60 else f"{name[:51]}_{zlib.crc32(request.node.name.encode()):08x}"


@pytest.fixture
def project(tmp_path: Path, spark: SparkSession, macros_parsed_once: None, warehouse: Path, schema: str) -> Project:
    """A dbt project that runs the dbt command."""
    return Project(tmp_path / "shop", warehouse, schema)


@pytest.fixture
def warm_project(
    tmp_path: Path, spark: SparkSession, macros_parsed_once: None, warehouse: Path, schema: str
) -> Project:
    """A dbt project that runs its models without the command."""
    return WarmProject(tmp_path / "shop", warehouse, schema)


@pytest.fixture(params=FORMATS)
def format(request: pytest.FixtureRequest) -> str:
    """Each table format of this run."""
    return str(request.param)


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that dbt sends to Spark, in order."""
    return sent_statements(monkeypatch)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    finished = item.session.stash.get(FINISHED, 0) + 1
    item.session.stash[FINISHED] = finished
    if finished % TESTS_PER_COLLECTION == 0:
        gc.collect()


def pytest_addoption(parser: pytest.Parser) -> None:
    help = "compares the CPU seconds of each folder with tests/seconds.json, or writes that file"
    parser.addoption("--seconds", choices=["check", "write"], help=help)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Seconds(config.getoption("--seconds")), "seconds")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Prints the time of each folder: on the clock, and of the processors."""
    seconds: dict[str, float] = defaultdict(float)
    counts: dict[str, int] = defaultdict(int)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                folder = str(Path(report.nodeid.partition("::")[0]).parent)
                seconds[folder] += report.duration
                counts[folder] += report.when == "call"
    measured: Seconds = config.pluginmanager.get_plugin("seconds")
    cpu, comparable = by_folder(measured.cpu), by_folder(measured.found)
    terminalreporter.write_sep("-", "seconds per folder: on the clock, of the processors, comparable ones of these")
    for folder in sorted(seconds, key=lambda name: -seconds[name]):
        times = (seconds[folder], cpu[folder], comparable[folder])
        cells = "".join(f"{time:7.0f} s" for time in times)
        terminalreporter.write_line(f"{cells}  {counts[folder]:4} tests  {folder}")
    if measured.unknown:
        lacking = ", ".join(measured.unknown)
        terminalreporter.write_line(f"not compared, because tests/seconds.json lacks them: {lacking}")
    for line in measured.grown:
        failed = "FAILED " * (line in measured.failing)
        terminalreporter.write_line(f"{failed}{line}; `make seconds` writes tests/seconds.json again", red=True)
