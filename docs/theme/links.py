"""The address of the repository, and the links of a built site that lead nowhere."""

from __future__ import annotations

import functools
import os
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

_REMOTE = re.compile(r"(?:https?://(?:[^@/]*@)?|(?:ssh://)?git@)([\w.-]+)(?::\d+/|[:/])(.+?)(?:\.git)?/?")


@functools.cache
def repository(root: Path) -> str:
    """The address on the web of the remote `origin` of a clone; empty if it has none, or one that is not on the web."""
    command = ["git", "-C", str(root), "remote", "get-url", "origin"]
    return web_address(subprocess.run(command, capture_output=True, text=True).stdout.strip())


def web_address(remote: str) -> str:
    """The address of a repository for browsers, from the one for git."""
    found = _REMOTE.fullmatch(remote)
    return f"https://{found[1]}/{found[2]}" if found else ""


def dead(site: Path) -> list[str]:
    """The links of the pages in a folder to files and places of pages that do not exist."""
    pages = {file: _Page(file) for file in sorted(site.rglob("*.html"))}
    return [
        f"{file.relative_to(site)}: {link}"
        for file, page in pages.items()
        if file.name != "404.html"  # its links begin at the root of a server
        for link in page.links
        if not _leads_somewhere(file, link, pages)
    ]


def _leads_somewhere(file: Path, link: str, pages: dict[Path, _Page]) -> bool:
    if re.match(r"[a-z]+:|//", link):
        return True
    path, _, place = link.partition("#")
    target = Path(os.path.normpath(file.parent / unquote(path))) if path else file
    if target.is_dir() and (target / "index.html") in pages:
        target /= "index.html"
    return target.exists() and (not place or target not in pages or unquote(place) in pages[target].places)


class _Page(HTMLParser):
    """The links of a page, and the places that a link can lead to."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = {""}
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.links += [link for name in ("href", "src") if (link := found.get(name))]
        self.places |= {place for name in ("id", "name") if (place := found.get(name))}
