"""What a command leaves in memory while it runs."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from dbt.adapters.tablestore.connections import TablestoreConnectionManager as Connections

from project import Project


class Cycle:
    """Garbage that refers to itself, as each Java object of Py4J and its methods do."""

    def __init__(self) -> None:
        self.itself = self


def run_with_garbage(project: Project, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Runs three models, and says of the garbage made before each connection whether it is left at the end."""
    garbage: list[weakref.ref[Cycle]] = []
    alive: list[bool] = []
    opens, cleans = Connections.open, Connections.cleanup_all

    def open_(cls: Any, connection: Any) -> Any:
        garbage.append(weakref.ref(Cycle()))
        return opens(connection)

    def cleanup_all(self: Any) -> None:
        if garbage and not alive:  # dbt calls it before a command, too, and more than once after it
            gc.collect()
            alive.extend(reference() is not None for reference in garbage)
        cleans(self)

    for number in range(3):
        project.model(f"m{number}", "id int", [(number,)], materialized="table")
    with monkeypatch.context() as patch:
        patch.setattr(Connections, "open", classmethod(open_))
        patch.setattr(Connections, "cleanup_all", cleanup_all)
        project.succeed("run")
    assert len(garbage) > 3, "one for each model, and one for what dbt asks before them"
    return alive


def test_a_command_collects_the_garbage_of_its_models(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
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
    try:
        frozen = gc.get_freeze_count()
        assert not any(run_with_garbage(project, monkeypatch))
        assert gc.get_freeze_count() > frozen / 2
    finally:
        gc.unfreeze()
