"""What an installation brings along: its licenses and its size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution

import pytest
import sqlglot.parser
from dbt.adapters.tablestore.views.building import parsing
from dbt_common.exceptions import DbtRuntimeError
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from rooms import ROOT

# Distributions that may be used under another license than the GPL that they name too, and which one that is.
CHOSEN = {"text-unidecode": "Artistic License"}
GPL = re.compile(r"\b(?<!Lesser )(?<!Library or Lesser )(GNU (Affero )?General Public License|A?GPL)", re.IGNORECASE)


def needed(root: Requirement) -> dict[str, Distribution]:
    """What a requirement brings along here, by name, without what is not installed (some extras are not)."""
    found: dict[str, Distribution] = {}
    asked: set[tuple[str, str]] = set()
    waiting = [root]
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue
        for extra in {"", *requirement.extras} - {extra for known, extra in asked if known == name}:
            asked.add((name, extra))
            for text in found[name].requires or []:
                further = Requirement(text)
                if further.marker is None or further.marker.evaluate({"extra": extra}):
                    waiting.append(further)
    return found


def licenses(installed: Distribution) -> list[str]:
    """The licenses that a distribution names: as expression, else as classifiers, else as text."""
    texts = installed.metadata
    if expression := texts.get("License-Expression"):
        return [str(expression)]
    classifiers = [text for text in texts.get_all("Classifier") or [] if text.startswith("License :: ")]
    text = str(texts.get("License") or "").strip()
    return classifiers or ([text.splitlines()[0]] if text else [])


def is_gpl(license: str) -> bool:
    """Whether a license, or each alternative of an expression, is the GPL or AGPL; the LGPL is not."""
    return all(GPL.search(alternative) for alternative in re.split(r"\bOR\b", license))


def problems(installed: dict[str, Distribution], chosen: dict[str, str]) -> Iterator[str]:
    """The distributions under the GPL, apart from those with a chosen license, and those that do not name a license."""
    for name, each in sorted(installed.items()):
        named = licenses(each)
        if name in chosen and any(chosen[name] in license for license in named):
            continue
        if not named or any(map(is_gpl, named)):
            yield f"{name}: {', '.join(named) or 'no license'}"


def test_no_dependency_is_under_the_gpl() -> None:
    extras = ",".join(distribution("dbt-tablestore").metadata.get_all("Provides-Extra") or [])
    installed = needed(Requirement(f"dbt-tablestore[{extras}]"))
    assert {"dbt-core", "pyspark", "pyarrow", "jinja2", "pytest"} <= installed.keys() and len(installed) > 50
    assert list(problems(installed, CHOSEN)) == []
    assert [problem.partition(":")[0] for problem in problems(installed, {})] == list(CHOSEN)


@pytest.mark.parametrize(
    ("license", "expected"),
    [
        ("License :: OSI Approved :: GNU General Public License v2 or later (GPLv2+)", True),
        ("License :: OSI Approved :: GNU Affero General Public License v3", True),
        ("GPL-2.0-or-later", True),
        ("AGPL-3.0-only", True),
        ("MIT AND GPL-3.0-only", True),
        ("GPLv2 OR AGPL-3.0", True),
        ("MIT OR GPL-3.0-only", False),
        ("LGPL-3.0-or-later", False),
        ("License :: OSI Approved :: GNU Lesser General Public License v3 (LGPLv3)", False),
        ("License :: OSI Approved :: GNU Library or Lesser General Public License (LGPL)", False),
        ("Apache-2.0", False),
    ],
)
def test_the_gpl_is_recognized(license: str, expected: bool) -> None:
    assert is_gpl(license) == expected


def test_the_readme_says_how_large_an_installation_is() -> None:
    """The size of the installed files of a plain installation, which differs a little between versions of Python."""
    said = re.search(r"An installation takes about (\d+) MB", (ROOT / "README.md").read_text())
    assert said is not None
    installed = needed(Requirement("dbt-tablestore"))
    assert not installed.keys() & {"pytest", "duckdb", "pandas"}, "development tools"
    files = [each.locate_file(file) for each in installed.values() for file in each.files or []]
    size = sum(file.stat().st_size for file in files if file.is_file()) / 1e6  # type: ignore[attr-defined]
    assert size == pytest.approx(int(said[1]), rel=0.1), f"{size:.0f} MB"


def test_a_compiled_sqlglot_is_an_error_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    # what Python imports where the package sqlglotc is installed
    monkeypatch.setattr(sqlglot.parser, "__file__", "sqlglot/parser.cpython-311-x86_64-linux-gnu.so")
    with pytest.raises(DbtRuntimeError, match="pip uninstall sqlglotc"):
        parsing.for_spark("select k from r qualify row_number() over (order by k) = 1")
