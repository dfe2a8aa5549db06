"""Two runs of one model at the same time: the commit protocol protects the table."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

import overlaps
from formats import FORMATS
from project import Project


def steps(count: int, *sample: int) -> list[Any]:
    """The statements of a run; `make test` has a sample of them."""
    return [pytest.param(step, marks=() if step in sample else pytest.mark.extended) for step in range(count)]


@pytest.fixture(params=FORMATS)
def format(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(autouse=True)
def without_lock() -> Iterator[None]:
    with overlaps.without_lock():
        yield


@pytest.mark.parametrize("step", steps(13, 3, 7, 10))
def test_a_run_that_is_paused_while_another_one_runs(
    project: Project, monkeypatch: pytest.MonkeyPatch, format: str, step: int
) -> None:
    overlaps.overlap(project, monkeypatch, format, step)


@pytest.mark.parametrize("step", steps(8, 3))
def test_a_first_run_that_is_paused(project: Project, monkeypatch: pytest.MonkeyPatch, format: str, step: int) -> None:
    overlaps.overlap(project, monkeypatch, format, step, built=False)


@pytest.mark.parametrize("step", steps(8, 4))
def test_a_full_refresh_that_is_paused(
    project: Project, monkeypatch: pytest.MonkeyPatch, format: str, step: int
) -> None:
    overlaps.overlap(project, monkeypatch, format, step, arguments=("--full-refresh",))


@pytest.mark.parametrize("clients", [2, pytest.param(4, marks=pytest.mark.extended)])
def test_runs_at_once(project: Project, format: str, clients: int) -> None:
    """`make drill` sets OVERLAPS to 17, which are 204 runs on two formats."""
    overlaps.runs_at_once(project, format, clients, int(os.environ.get("OVERLAPS", "2")))
