"""The macro package `tablestore` comes with the adapter, and steps aside for an installed one. No Spark."""

import shutil
from pathlib import Path

import dbt.adapters.tablestore_macros as bundle

ROOT = Path(__file__).parents[2]


def projects_of(project):
    return {macro.split(".")[1] for macro in project.parse().macros}


def test_bundled(project):
    assert {"tablestore", "dbt_tablestore", "dbt_spark"} <= projects_of(project)


def test_installed_by_the_project(project, monkeypatch):
    """A project with its own copy, in the default folder or another: no clash, and the copy is what counts."""
    (project.folder / "packages.yml").write_text(f"packages: [{{local: {ROOT}}}]")
    monkeypatch.setenv("PACKAGES", "by_jinja")
    places = {"dbt_packages": "dbt_packages", "elsewhere": "elsewhere", "by_jinja": "{{ env_var('PACKAGES') }}"}
    for folder, given in places.items():
        project.settings["packages-install-path"] = given
        shutil.copytree(ROOT / "macros", project.folder / folder / "tablestore" / "macros")
        shutil.copy(ROOT / "dbt_project.yml", project.folder / folder / "tablestore")
        assert "tablestore" in projects_of(project)
        shutil.rmtree(project.folder / folder)


def test_a_project_cannot_have_the_name_of_the_package(project):
    project.settings["name"] = "tablestore"
    assert "more than one package with the name" in project.parse().message


def test_checkout_is_live():
    assert bundle.bundled_package() == ROOT


def test_unreadable_projects_are_no_projects(tmp_path):
    (tmp_path / "dbt_project.yml").write_text("[: not yaml", encoding="utf-8")
    assert bundle.project_name(tmp_path) is None
    assert bundle.is_installed_in(tmp_path) is False
