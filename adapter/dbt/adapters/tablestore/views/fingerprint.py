"""What a plan computes as text, whatever its tables and columns are called on the way.

Comments, letter case, aliases and the names of common table expressions are not part of it. The names of columns are
replaced by what they are: those of tables by the table, and others by their expression and their place in the plan.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import sqlglot
from dbt.adapters.tablestore.views.expressions.text import FIELD_NAMES, Text
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.names import FirstNames
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.operators.scan import Scan
from dbt.adapters.tablestore.views.operators.whole import Whole
from sqlglot import exp
from sqlglot.dialects.spark import Spark
from sqlglot.tokens import TokenType

# Where a column is in the plan, which is not shown.
_PLACE = re.compile(r"@[\d.]+")
# How many characters of a column's text, and of the text of an operator, are kept.
_OF_COLUMN, _OF_OPERATOR = 80, 1000


class Fingerprint:
    """The operators of a query as text.

    ``plan`` tells it apart from every other one; None where an operator has more to it than its text, such as a state
    of its own. ``lines`` are what `differences` shows.
    """

    def __init__(self, query: Query) -> None:
        self._names = _Names()
        self._found: dict[int, int] = {}
        self._nodes: list[Any] = []
        self._scans: Counter[str] = Counter()
        self._is_whole = True
        self.lines: list[str] = []
        root = self._visit(query.root)
        parts = [part for part in (*query.order, query.limit, query.offset) if part is not None]
        ends = [len(query.order), query.limit is not None, query.offset is not None, *self._names.texts(parts)]
        if len(ends) > 3:
            self.lines.append(_shown("Order and limit", ends))
        result = [root, self._names.names(query.root.columns), ends]
        self.plan = json.dumps([self._nodes, result]) if self._is_whole else None

    def _visit(self, node: Operator) -> int:
        """The number of an operator, after those that it reads."""
        if id(node) not in self._found:
            below = [self._visit(child) for child in node.inputs]
            described = self._described(node)
            self._nodes.append([type(node).__name__, below, described, len(node.columns)])
            self._found[id(node)] = len(self._nodes)
            given = self._names.names(name for child in node.inputs for name in child.columns)
            # the keys of groups say what they do, and the columns of other inputs do not
            is_led = described[: len(given)] == given and not isinstance(node, Aggregate)
            own = described[len(given) :] if is_led else described
            self.lines.append(_shown(type(node).__name__, own))
            self._name(node, len(self._nodes))
        return self._found[id(node)]

    def _described(self, node: Operator) -> list[Any]:
        described = node.distinguished(self._names)
        if isinstance(node, Whole):
            described = (node.query.sql("spark", comments=False), *map(str, node.names.items()))
        if described is None:
            self._is_whole = False
        return list(described or [])

    def _name(self, node: Operator, number: int) -> None:
        """Names the columns that an operator makes."""
        if isinstance(node, Scan):
            self._scans[node.table] += 1
            table = node.table.rpartition(".")[2].strip("`")
            texts = [f"{table}.{source}" for source in node.source]
        else:
            # what it computes comes last
            given = self._names.texts(node.given)[-len(node.columns) :]
            texts = [*[""] * (len(node.columns) - len(given)), *given]
        for place, (name, text) in enumerate(zip(node.columns, texts, strict=True)):
            if not self._names.has(name):
                self._names.add([name], [f"{_PLACE.sub('', text).replace('`', '')[:_OF_COLUMN]}@{number}.{place}"])


class _Names(FirstNames):
    """The columns of a plan -> what they are."""

    def has(self, name: str) -> bool:
        """Whether a column has been named: operators pass columns on."""
        return name in self._names

    def texts(self, expressions: Iterable[exp.Expr]) -> list[str]:
        """The expressions as text, with what columns are in their place, and in the case that Spark does not tell."""
        texts = []
        for expression in expressions:
            expression = expression.copy()
            for part in list(expression.walk()):
                if isinstance(part, exp.Column):
                    part.set("this", exp.to_identifier(self._names.get(part.name, part.name), quoted=True))
                elif isinstance(part, Text):
                    keep = part.meta[FIELD_NAMES]
                    part.meta["parts"] = [_in_lower_case(text, keep) for text in part.meta["parts"]]
            texts.append(expression.sql("spark", comments=False))
        return texts


def _in_lower_case(text: str, keep: bool) -> str:
    """Source text with one space between its tokens, and with keywords and the names of functions in lower case.

    Other names keep their case: they may be in the result, as the fields of a struct are.
    """
    try:
        tokens = Spark().tokenize(text)
    except sqlglot.errors.TokenError:
        return text
    words = []
    for token, after in zip(tokens, [*tokens[1:], None], strict=False):
        word = text[token.start : token.end + 1]
        is_name = token.token_type == TokenType.VAR and (after is None or after.token_type != TokenType.L_PAREN)
        words.append(word if keep or is_name or not re.fullmatch(r"[A-Za-z_]\w*", word) else word.lower())
    return f" {' '.join(words)} "


def without_comments(sql: str) -> str:
    """The text of a query that has no plan, without comments and differences of space."""
    try:
        tokens = Spark().tokenize(sql)
    except sqlglot.errors.TokenError:
        return sql
    return " ".join(sql[token.start : token.end + 1] for token in tokens)


def _shown(kind: str, described: Sequence[Any]) -> str:
    texts = [_PLACE.sub("", text).replace("`", "") for text in _flat(described) if text]
    line = f"{kind}({', '.join(dict.fromkeys(' '.join(text.split()) for text in texts))})"
    return line if len(line) <= _OF_OPERATOR else f"{line[:_OF_OPERATOR]} ..."


def _flat(values: Sequence[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from _flat(value)
        elif isinstance(value, str):
            yield value
