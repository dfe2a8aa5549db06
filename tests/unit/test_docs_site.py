"""The site of the documentation: its generated pages, its links, and lines of code that its pages have room for."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import harness
from pages import PAGES, ROOT, anchors, blocks

sys.path.append(str(ROOT / "docs" / "theme"))
import links
import reference

SENTENCES = [(name, text) for room in reference.SENTENCES.values() for name, text in room.items()]
# So many characters are as wide as a page beside its navigation, on a screen of 1280 pixels.
WIDTH = 105


def test_every_option_has_a_sentence() -> None:
    assert list(reference.SENTENCES["options"]) == list(harness.call("options"))
    assert list(reference.SENTENCES["fields"]) == list(harness.call("field_options"))


@pytest.mark.parametrize(("name", "text"), SENTENCES, ids=[name for name, _ in SENTENCES])
def test_it_is_one_sentence_with_links_within_the_documentation(name: str, text: str) -> None:
    assert re.fullmatch(r"[A-Z][^.]+\.\n?", re.sub(r"\]\([^)]*\)", "]", text))
    targets = re.findall(r"\]\(([^)#]*)#?([^)]*)\)", text)
    assert targets and all(page.startswith("../") for page, _ in targets)
    for page, place in targets:
        assert not place or place in anchors(ROOT / "docs" / page.removeprefix("../")), f"{page} has no {place}"


def test_the_page_of_options() -> None:
    page = reference.options_page()
    assert "## <code>merge_<wbr>engine</code> { #merge_engine }\n\nHow the rows" in page
    assert "see [merge engines](../engines.md)." in page
    facts = "`deduplicate`, `partial-update`, `aggregation`, `first-row`; default `deduplicate`"
    assert f"<small>{facts}; in Paimon <code>merge-<wbr>engine</code></small>" in page
    assert "<small>`true` or `false`; in Paimon <code>ignore-<wbr>delete</code></small>" in page
    names = {name for name, _ in SENTENCES}
    assert set(re.findall(r"\{ #(\w+) \}", page)) == names
    whole = {text.replace("<wbr>", "") for text in re.findall(r"^#+ <code>([^/]+)</code>", page, re.MULTILINE)}
    assert whole == names and not re.search(r"[a-z]<wbr>", page)


def test_the_page_of_macros() -> None:
    page = reference.macros_page()
    assert "## changelog_aggregate" in page and "## maintain" in page and "| `group_by` |" in page
    assert "## readable_upstream" not in page, "what is for the adapter is not for users"


def test_dead_links_of_a_site(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "picture.svg").write_text("<svg/>")
    (tmp_path / "index.html").write_text(
        '<h1 id="top"></h1><a href="sub/a.html#here"></a><a href="https://example.com/x"></a><img src="picture.svg">'
        '<a href="."></a><a href="#top"></a><a href="sub/a.html#there"></a><a href="mailto:a@b.c"></a><a href="#"></a>'
    )
    (tmp_path / "sub" / "a.html").write_text(
        '<p id="here"></p><a href="../index.html#top"></a><a href="b.html"></a><script src="../no.js"></script>'
    )
    assert links.dead(tmp_path) == ["index.html: sub/a.html#there", "sub/a.html: b.html", "sub/a.html: ../no.js"]


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("https://github.com/owner/dbt-tablestore.git", "https://github.com/owner/dbt-tablestore"),
        ("https://user:secret@git.example.com/group/sub/name", "https://git.example.com/group/sub/name"),
        ("git@github.com:owner/name.git", "https://github.com/owner/name"),
        ("ssh://git@git.example.com:2222/owner/name.git", "https://git.example.com/owner/name"),
        ("/srv/git/name.git", ""),
        ("../name", ""),
        ("file:///srv/name", ""),
        ("", ""),
    ],
)
def test_the_address_of_the_repository(remote: str, address: str) -> None:
    assert links.web_address(remote) == address


@pytest.mark.parametrize("page", ["index", "tutorial"])
def test_code_of_the_first_pages_is_not_cut(page: str) -> None:
    lines = [line for block in blocks() if block.name.startswith(f"{page}_") for line in block.text.splitlines()]
    assert len(lines) > 20 and [line for line in lines if len(line) > WIDTH] == []


def test_no_command_installs_this_project_from_an_index() -> None:
    """Its name may belong to somebody else there."""
    files = [*PAGES, *(ROOT / "adapter").rglob("*.py"), *(ROOT / "macros").rglob("*.sql")]
    commands = [line for file in files for line in re.findall(r"pip install[^\n]*", file.read_text())]
    assert len(commands) > 4
    assert [line for line in commands if re.search(r"dbt[-_]tablestore", line) and ".whl" not in line] == []
