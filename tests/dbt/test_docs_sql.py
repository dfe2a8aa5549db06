"""The SQL and the Python functions on the pages of the documentation run, over tables such as they are about."""

from __future__ import annotations

import pytest

from page_models import MESSAGE, SOURCES, base_models, page_functions, page_models
from project import Project


@pytest.mark.extended
def test_the_code_of_every_page_runs(project: Project) -> None:
    for name, text in base_models().items():
        project.write(f"models/base/{name}.sql", text)
    sources = [
        {
            "name": name,
            "schema": project.schema,
            "tables": [{"name": table, "identifier": model} for table, model in tables.items()],
        }
        for name, tables in SOURCES.items()
    ]
    project.write("models/base/sources.yml", {"sources": sources})
    project.write("landing/orders.json", MESSAGE)
    project.settings["vars"] = {"day": "2026-01-01"}
    pages, functions = page_models(project.folder / "landing"), page_functions()
    for name, text in pages.items():
        project.write(f"models/pages/{name}.sql", text)
    for name, (_, text) in functions.items():
        project.write(f"functions/{name}.py", text)
    described = [
        {"name": name, "config": {"type": kind}, "returns": {"data_type": "auto"}}
        for name, (kind, _) in functions.items()
    ]
    project.write("functions/functions.yml", {"functions": described})
    project.run("--select", "base")
    for tag in ("january", "february"):
        project.succeed("run-operation", "tag", "--args", f"{{model: orders, tag: {tag}}}")
        project.run("--select", "orders")
    project.succeed("build", "--select", "resource_type:function")
    # of a microbatch model, these days only: without them, all days until today
    days = ("--event-time-start", "2026-01-01", "--event-time-end", "2026-01-03")
    assert set(project.run("--select", "pages", *days)) == set(pages)
