"""Hooks of mkdocs: generated pages, links to files of the repository, and a build that fails because of a dead link."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.exceptions import Abort
from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parent))
import links
import reference

ROOT = Path(__file__).parents[2]
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((\.\./[^)#\s]*)(#[^)]*)?\)")


def on_config(config: Any) -> Any:
    """Names the repository, which a page's header links to."""
    config.repo_url, config.repo_name = links.repository(ROOT) or "..", "Repository"
    return config


def on_files(files: Files, config: Any) -> Files:
    """Adds the pages of the reference."""
    files.append(File.generated(config, "reference/options.md", content=reference.options_page()))
    files.append(File.generated(config, "reference/macros.md", content=reference.macros_page()))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Leads links to files that the site does not have to the repository."""

    def to_repository(link: re.Match[str]) -> str:
        path = os.path.normpath(Path(config.docs_dir, page.file.src_uri).parent / link[2])
        inside = os.path.relpath(path, ROOT)
        if not os.path.relpath(path, config.docs_dir).startswith(".."):
            return link[0]
        return f'<a href="{_address(inside, page, config)}{link[3] or ""}">{link[1]}</a>'

    return _LINK.sub(to_repository, markdown)


def on_page_context(context: Any, page: Any, config: Any, nav: Any) -> Any:
    """Leads the header of the page to the repository."""
    if not links.repository(ROOT):
        config.repo_url = _address(".", page, config)
    return context


def on_post_build(config: Any) -> None:
    """Fails if a link leads nowhere."""
    if dead := links.dead(Path(config.site_dir)):
        raise Abort("links that lead nowhere:\n  " + "\n  ".join(dead))


def _address(path: str, page: Any, config: Any) -> str:
    """Where a file of the repository is on the web, or, in a clone that is from nowhere on the web, in its folder."""
    if url := links.repository(ROOT):
        return f"{url}/{'tree' if (ROOT / path).is_dir() else 'blob'}/HEAD/{path}"
    return os.path.relpath(ROOT / path, Path(config.site_dir, page.url).parent)
