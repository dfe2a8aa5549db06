"""What the Tab key completes at the prompt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from dbt.adapters.tablestore.console.catalog import Catalog
from dbt.adapters.tablestore.console.project_names import ProjectNames
from dbt.adapters.tablestore.sql.lexer import Token, lexed
from dbt.adapters.tablestore.sql.names import quoted_if_needed
from dbt.adapters.tablestore.sql.statement_text import tokens

_KEYWORDS = """
    all alter analyze and anti array as asc between by cache call cast comment create cross current_date
    current_timestamp cube data date delete desc describe distinct drop else end except exists explain extended extract
    false filter following for from full function group having if in inner insert intersect interval into is join last
    lateral left like limit map matched merge minus names natural not null nulls offset on or order outer over overwrite
    partition partitions pivot preceding properties qualify range recursive refresh rename replace reset right rlike
    rollup row rows schema schemas select semi set show sort string struct system table tables tablesample tblproperties
    temporary then timestamp to true truncate unbounded union unique unpivot update use using values view views when
    where window with
"""
KEYWORDS = tuple(_KEYWORDS.split())
# After these words there is a table.
_BEFORE_A_TABLE = {"from", "join", "into", "table", "update", "describe", "desc", "overwrite", "using", "view"}
_IN_PLACE_OF_A_TABLE = ("if", "lateral", "values")
_REFERENCE = re.compile(r"""\{\{\s*(ref|source)\(\s*(?:['"](\w*)['"]\s*,\s*)?['"](\w*)$""")
_FEWEST_LETTERS = 2
"""Of a function: there are hundreds of them."""


class Candidate(NamedTuple):
    """A text that may be meant, what it is, and how many characters before the cursor it replaces."""

    text: str
    kind: str
    replaces: int


class Completer:
    """Completes a statement from the names of a session and of a project."""

    def __init__(self, catalog: Catalog, project: ProjectNames) -> None:
        self._catalog = catalog
        self._project = project

    def candidates(self, before: str, after: str) -> list[Candidate]:
        """What the word before the cursor may become, the likeliest first."""
        if reference := _REFERENCE.search(before):
            return list(self._references(*reference.groups()))
        found = list(lexed(before))
        if any(token.kind == "open" and not token.text.startswith("`") for token in found[-1:]):
            return []
        if found and found[-1].text.startswith("--"):
            return []
        path, position = _name_before(found, len(found))
        word = path[-1].strip("`")
        start = max((token.end for token in found if token.text == ";"), default=0)  # of this statement
        last = next((token for token in reversed(found[:position]) if token.kind not in ("blank", "comment")), None)
        named = before[start : len(before) - len(path[-1])] + after
        names = self._names(path[:-1], last, named, word)
        return [Candidate(text, kind, len(path[-1])) for text, kind in _matching(names, word)]

    def _references(self, kind: str, group: str | None, word: str) -> Iterator[Candidate]:
        if kind == "ref":
            names: Iterable[str] = self._project.referable()
        else:
            names = {name if group else first for first, name in self._project.sources() if group in (None, first)}
        for name in sorted(names):
            if name.startswith(word):
                yield Candidate(name, "source" if kind == "source" else "model", len(word))

    def _names(self, path: list[str], last: Token | None, statement: str, word: str) -> Iterator[tuple[str, str]]:
        """All names that may stand at a place, after ``path`` and the token before it."""
        named = dict(_named_tables(statement))
        for_table = last is not None and last.name in _BEFORE_A_TABLE
        if path:  # a schema, or a table or its alias
            before = ".".join(path)
            yield from self._tables(before, word) if for_table else self._columns(named.get(before.lower(), before))
            return
        if not for_table:
            yield from (pair for table in dict.fromkeys(named.values()) for pair in self._columns(table))
            yield from ((name, "alias") for name in named)
        yield from self._tables("", word)
        if for_table:
            yield from ((quoted_if_needed(name), "schema") for name in self._catalog.schemas())
        yield from ((word, "keyword") for word in (_IN_PLACE_OF_A_TABLE if for_table else KEYWORDS))
        if len(word) >= _FEWEST_LETTERS:
            yield from ((name, "function") for name in [*self._project.functions(), *self._catalog.functions()])

    def _tables(self, schema: str, word: str) -> Iterator[tuple[str, str]]:
        names = self._catalog.all_tables(schema) if "__" in word else self._catalog.tables(schema)
        yield from ((quoted_if_needed(name), "table") for name in names)

    def _columns(self, table: str) -> Iterator[tuple[str, str]]:
        yield from ((quoted_if_needed(name), kind) for name, kind in self._catalog.columns(table))


def _name_before(found: Sequence[Token], position: int) -> tuple[list[str], int]:
    """The parts of the name that ends at a position, such as ``o`` and ``i`` of ``select o.i``, and where it begins.

    The last part is empty behind a point and where there is no name.
    """
    parts = [""]
    if position and _is_name(found[position - 1]):
        parts, position = [found[position - 1].text], position - 1
    while position > 1 and found[position - 1].text == "." and _is_name(found[position - 2]):
        parts, position = [found[position - 2].text, *parts], position - 2
    return parts, position


def _is_name(token: Token) -> bool:
    return token.name is not None or token.kind == "open"


def _matching(names: Iterable[tuple[str, str]], word: str) -> Iterator[tuple[str, str]]:
    """The names that begin with a word, each once; keywords in upper case if the word is."""
    seen = set()
    for name, kind in names:
        text = name.upper() if kind == "keyword" and word.isupper() else name
        if text.strip("`").lower().startswith(word.lower()) and text.lower() not in seen:
            seen.add(text.lower())
            yield text, kind


def _named_tables(statement: str) -> Iterator[tuple[str, str]]:
    """The tables that a statement names after FROM, JOIN and so on, each by its own name and by its alias."""
    found = tokens(statement)
    for position, token in enumerate(found):
        if token.kind != "word" or token.name not in _BEFORE_A_TABLE:
            continue
        parts, end = _name_after(found, position + 1)
        if not parts or parts[0].name in KEYWORDS:
            continue
        table = ".".join(part.text for part in parts)
        yield str(parts[-1].name), table
        if end < len(found) and found[end].name == "as":
            end += 1
        if end < len(found) and found[end].name is not None and found[end].name not in KEYWORDS:
            yield str(found[end].name), table


def _name_after(found: Sequence[Token], position: int) -> tuple[list[Token], int]:
    """The parts of the name that begins at a position, and the position behind it."""
    parts: list[Token] = []
    while position < len(found) and found[position].name is not None:
        parts.append(found[position])
        if position + 1 == len(found) or found[position + 1].text != ".":
            return parts, position + 1
        position += 2
    return parts, position
