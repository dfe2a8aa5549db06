"""What a command leaves in memory while it runs."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from dbt.adapters.tablestore.connections import TablestoreConnectionManager as Connections

from project import Project


class Cycle:
    """Garbage that refers to itself, as the data frames and errors of a model do."""

    def __init__(self) -> None:
        self.itself = self


def test_a_command_collects_the_garbage_of_its_models(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    garbage: list[weakref.ref[Cycle]] = []
    alive: list[bool] = []
    opens, cleans = Connections.open, Connections.cleanup_all

    def open_(cls: Any, connection: Any) -> Any:
        garbage.append(weakref.ref(Cycle()))
        return opens(connection)

    def cleanup_all(self: Any) -> None:
        gc.collect()
        alive.extend(reference() is not None for reference in garbage)
        cleans(self)

    monkeypatch.setattr(Connections, "open", classmethod(open_))
    monkeypatch.setattr(Connections, "cleanup_all", cleanup_all)
    for number in range(3):
        project.model(f"m{number}", "id int", [(number,)], materialized="table")
    project.succeed("run")
    assert len(garbage) > 3, "one for each model, and one for what dbt asks before them"
    assert not any(alive[1:]), "only what was there as the command began may stay until it ends"
    assert not gc.get_freeze_count()
