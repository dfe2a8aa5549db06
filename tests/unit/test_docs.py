"""The documentation: links lead to files, and every example and test folder is described."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import rooms
from harness import call
from pages import anchors

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)")


def pages() -> list[Path]:
    listing = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listing.stdout.splitlines()]


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    dead = [link for link in LINK.findall(page.read_text()) if not (page.parent / link).exists()]
    assert not dead, f"{page.relative_to(ROOT)} has broken links: {', '.join(dead)}"


@pytest.mark.parametrize("profile", sorted((ROOT / "tests/cluster/profiles").glob("*.yml")), ids=lambda file: file.stem)
def test_the_profiles_of_clusters_are_those_of_the_tests(profile: Path) -> None:
    assert f"```yaml\n{profile.read_text()}```" in (ROOT / "docs" / "clusters.md").read_text()


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_headings(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#\s]*\.md)?#([^)]+)\)", page.read_text())
    dead = [anchor for file, anchor in links if anchor not in anchors(page.parent / file if file else page)]
    assert not dead, f"{page.relative_to(ROOT)} has links to headings that do not exist: {', '.join(dead)}"


def test_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= 200


def test_every_option_of_keyed_models_is_in_the_table() -> None:
    text = (ROOT / "docs" / "engines.md").read_text()
    table = text.split("\n## Options\n")[1].split("\n## ")[0]
    named = {word for line in table.splitlines() for word in re.findall(r"\w+", line.split(" | ")[0])}
    assert set(call("options")) | set(call("field_options")) <= named


def test_every_argument_of_cdc_is_on_its_page() -> None:
    text = (ROOT / "docs" / "cdc.md").read_text()
    (described,) = [
        macro for macro in yaml.safe_load((ROOT / "macros/cdc/cdc.yml").read_text())["macros"] if macro["name"] == "cdc"
    ]
    names = {argument["name"] for argument in described["arguments"]} - {"relation"}
    assert {name for name in names if not re.search(rf"\b{name}\b", text)} == set()


def test_the_number_of_recorded_cases_is_said() -> None:
    recorded = sum(len(json.loads(path.read_text())) for path in (ROOT / "tests/golden/paimon").glob("*.json"))
    assert f"Its results for {recorded} cases are recorded" in (ROOT / "docs" / "differences.md").read_text()


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text()
    missing = [
        page.name for page in (ROOT / "docs").glob("*.md") if page.name != "README.md" and page.name not in index
    ]
    assert not missing, f"docs/README.md does not mention {', '.join(missing)}"


def test_every_example_has_a_place_and_a_description() -> None:
    readme = (ROOT / "models_examples" / "README.md").read_text()
    for model in (ROOT / "models_examples").rglob("*.sql"):
        assert f"({model.parent.name})" in readme, f"models_examples/README.md does not mention {model.parent.name}/"
        described = (model.parent / f"{model.parent.name}.yml").read_text()
        assert f"- name: {model.stem}\n" in described, f"{model.parent.name}.yml does not describe {model.stem}"


def test_every_test_folder_is_described() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text()
    folders = {path.parent for path in (ROOT / "tests").glob("*/test_*.py")}
    missing = sorted(str(folder.relative_to(ROOT)) for folder in folders if folder.name not in contributing)
    assert not missing, f"CONTRIBUTING.md does not mention {', '.join(missing)}"


def test_every_room_is_described() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    tables = [table.partition("\n\n")[0] for table in text.split("| room of `")[1:]]
    described = {name for table in tables for name in _first_cells(table)}
    found = {name for name in rooms.without_subfolders(rooms.house(), "macros") if name not in rooms.TREES}
    assert described == found, f"CONTRIBUTING.md and the folders have different rooms: {sorted(described ^ found)}"


def _first_cells(table: str) -> Iterator[str]:
    """The rooms in the first column of a table, named as in `rooms.house`; ``a/b.py`` stands for the room ``a``."""
    tree = {"macros": "macros/", "adapter/dbt/include/tablestore/macros": "include/"}.get(table.partition("/`")[0], "")
    for cell in re.findall(r"^\| (`.+?) \|", table, re.MULTILINE):
        yield from (tree + name for name in re.findall(r"`([\w/]+?)(?:/\w+\.py)?`", cell))
