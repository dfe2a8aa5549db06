"""The pages of the documentation and the code on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A block of code: its page and number there, its language, which can be empty, and its text."""

    name: str
    language: str
    text: str


def blocks() -> Iterator[Block]:
    """The blocks of all pages."""
    for page in PAGES:
        for number, (language, text) in enumerate(_BLOCK.findall(page.read_text()), 1):
            yield Block(f"{page.stem}_{number}", language, text)


def first_header(page: str) -> str:
    """The columns of the first table of a page."""
    header = re.search(r"^\| (.*) \|\n\|---", (ROOT / "docs" / f"{page}.md").read_text(), re.MULTILINE)
    assert header is not None
    return header[1].replace(" | ", ", ")


def anchors(page: Path) -> set[str]:
    """The anchors of the headings of a page, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
