"""Every function of docs/functions.md has the signatures that the page shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from dbt.adapters.tablestore.functions.reading.extraction import read_function
from dbt.adapters.tablestore.functions.reading.sources import Source

PAGE = (Path(__file__).parents[2] / "docs" / "functions.md").read_text()
EXAMPLES = re.findall(r"```python\n# functions/(\w+)\.py\n(.*?)```\n```\n(.*?)```", PAGE, re.DOTALL)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == PAGE.count("```python") == 7


@pytest.mark.parametrize(("name", "code", "signatures"), EXAMPLES, ids=[name for name, _, _ in EXAMPLES])
def test_the_page_shows_the_signatures(name: str, code: str, signatures: str) -> None:
    found = read_function(Source(name, f"functions/{name}.py", code, name))
    assert [str(signature) for signature in found.signatures] == signatures.splitlines()
