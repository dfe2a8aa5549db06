"""What a command leaves in memory while it runs."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from dbt.adapters.contracts.connection import ConnectionState
from dbt.adapters.tablestore.connections import TablestoreConnectionManager as Connections

from project import Project


class Cycle:
    """Garbage that refers to itself, as each Java object of Py4J and its methods do."""

    def __init__(self) -> None:
        self.itself = self


def run_with_garbage(project: Project, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Runs three models that call a function, and says of the garbage made before each connection whether it is left.

    Of their sessions, only those are left that a connection keeps: the last one of each thread.
    """
    garbage: list[weakref.ref[Cycle]] = []
    sessions: list[weakref.ref[Any]] = []
    alive: list[bool] = []
    opens, cleans = Connections.open, Connections.cleanup_all

    def open_(cls: Any, connection: Any) -> Any:
        garbage.append(weakref.ref(Cycle()))
        opened = opens(connection)
        sessions.append(weakref.ref(opened.handle.spark))
        return opened

    def cleanup_all(self: Any) -> None:
        if garbage and not alive:  # dbt calls it before a command, too, and more than once after it
            gc.collect()
            alive.extend(reference() is not None for reference in garbage)
            opened = [one for one in self.thread_connections.values() if one.state != ConnectionState.INIT]
            kept = [connection.handle.spark for connection in opened]
            left = [session for reference in sessions if (session := reference()) is not None]
            assert len(left) < len(sessions) and all(session in kept for session in left), "functions keep sessions"
        cleans(self)

    project.write("functions/doubled.py", "def doubled(x: int) -> int:\n    return x * 2\n")
    for number in range(3):
        call = f"{{{{ function('doubled') }}}}({number})"
        project.write(f"models/m{number}.sql", f"{{{{ config(materialized='table') }}}} select {call} as id")
    with monkeypatch.context() as patch:
        patch.setattr(Connections, "open", classmethod(open_))
        patch.setattr(Connections, "cleanup_all", cleanup_all)
        project.succeed("run", "--threads", "1")
    assert len(garbage) > 3, "one for each model, and one for what dbt asks before them"
    return alive


@pytest.fixture
def nothing_frozen() -> Iterator[None]:
    """All objects of this process can be garbage, as in one that runs dbt only."""
    gc.unfreeze()
    yield
    gc.freeze()


def test_a_command_collects_the_garbage_of_its_models(
    project: Project, nothing_frozen: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not any(run_with_garbage(project, monkeypatch)[1:]), "what was there as it began may stay until it ends"
    assert not gc.get_freeze_count()
    gc.disable()  # the next command has to collect what this one has left
    try:
        left = weakref.ref(Cycle())
        run_with_garbage(project, monkeypatch)
        assert left() is None
    finally:
        gc.enable()


def test_objects_that_others_have_frozen_stay_frozen(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    gc.freeze()
    frozen = gc.get_freeze_count()
    assert not any(run_with_garbage(project, monkeypatch))
    assert gc.get_freeze_count() > frozen / 2
