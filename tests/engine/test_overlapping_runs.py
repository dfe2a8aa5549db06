"""Two clients of one model at the same time: the commit protocol protects the table."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

import overlaps
from formats import FORMATS
from project import Project

RUNS: dict[str, dict[str, Any]] = {
    "run": {},
    "first run": {"built": False},
    "full refresh": {"arguments": ("--full-refresh",)},
}
# What is paused, before which statement, and what the other client does.
SAMPLE = [
    ("run", "create branch", "only recovers"),
    ("run", "fast_forward", "commits"),
    ("run", "__changelog", "maintains"),
    ("first run", "__commits", "reads first"),
    ("full refresh", "create or replace table", "commits"),
]


@pytest.fixture(params=FORMATS)
def format(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(autouse=True)
def without_lock() -> Iterator[None]:
    with overlaps.without_lock():
        yield


@pytest.mark.parametrize(("kind", "text", "actor"), SAMPLE)
def test_a_run_that_is_paused_while_another_client_acts(
    project: Project, format: str, kind: str, text: str, actor: str
) -> None:
    text = (
        text if format == "iceberg" else {"create branch": "merge into", "fast_forward": "merge into"}.get(text, text)
    )
    assert overlaps.Overlaps(project, format).overlap(actor, overlaps.statement(text), **RUNS[kind])


@pytest.mark.extended
@pytest.mark.parametrize("kind", RUNS)
@pytest.mark.parametrize("actor", overlaps.ACTORS)
def test_a_run_that_is_paused_before_each_of_its_statements(
    project: Project, format: str, kind: str, actor: str
) -> None:
    """`make drill` has all of them; EVERY=5 takes every fifth statement."""
    tried, step = overlaps.Overlaps(project, format), 0
    while tried.overlap(actor, lambda number, statement: number == step, **RUNS[kind]):  # noqa: B023
        step += int(os.environ.get("EVERY", "1"))
    print(f"{kind} on {format}, paused before each of {step} statements while another client {actor}")


@pytest.mark.parametrize("clients", [2, pytest.param(4, marks=pytest.mark.extended)])
def test_runs_at_once(project: Project, format: str, clients: int) -> None:
    """`make drill` sets OVERLAPS to 17, which are 204 runs on two formats."""
    overlaps.runs_at_once(project, format, clients, int(os.environ.get("OVERLAPS", "2")))
