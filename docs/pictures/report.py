"""Draws the report of the documentation from facts about the tables of the tutorial: ``make pictures``.

``report.json`` has what `dbt-tablestore report` collected from these tables. ``report.html`` is the page that it wrote,
and ``report.svg`` the upper part of this page as a picture, which follows the light or dark mode of the reader.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path

from dbt.adapters.tablestore.report import facts, page

HERE = Path(__file__).parent
# Pixels of the picture; the rest of the page is cut.
_WIDTH, _HEIGHT = 1200, 1490
_SVG = "http://www.w3.org/2000/svg"


def html() -> str:
    """The page."""
    found = json.loads((HERE / "report.json").read_text(encoding="utf-8"))
    tables = [facts.table(table) for table in found["tables"]]
    return page.page(found["project"], tables, {}, datetime.fromisoformat(found["at"]))


def svg() -> str:
    """The upper part of the page, to the end of its first table, as XML inside of a picture."""
    text = html().removeprefix("<!doctype html>\n").replace("<html ", '<html xmlns="http://www.w3.org/1999/xhtml" ')
    first, second = [place.start() for place in re.finditer(r"<section id=", text)][:2]
    text = text[:second] + text[text.index("</main>", first) :]
    text = re.sub(r"<(meta|br|wbr)([^>]*)>", r"<\1\2/>", text)
    text = re.sub(r"<svg (?!xmlns)", f'<svg xmlns="{_SVG}" ', text)
    size = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}"'
    return f'<svg xmlns="{_SVG}" {size}><foreignObject width="100%" height="100%">\n{text}</foreignObject></svg>\n'


if __name__ == "__main__":
    (HERE / "report.html").write_text(html(), encoding="utf-8")
    (HERE / "report.svg").write_text(svg(), encoding="utf-8")
