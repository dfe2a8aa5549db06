"""From the text of a query to sqlglot's tree, with source text in place of what sqlglot would write in another way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import sqlglot
from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.expressions import moments
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import AGGREGATES, without_clauses
from dbt.adapters.tablestore.views.expressions.moments import Moment
from dbt.adapters.tablestore.views.expressions.spans import SPAN, SpanParser, assert_not_compiled
from dbt.adapters.tablestore.views.expressions.text import (
    CALLED,
    FIELD_NAMES,
    KIND,
    SPECIAL,
    VARIABLES,
    Text,
    TextOfAggregate,
)
from sqlglot import exp
from sqlglot.dialects.spark import Spark
from sqlglot.parsers.spark import SparkParser
from sqlglot.tokens import Token, TokenType

# What the planner looks into. sqlglot writes these as it has read them, but for case and spaces.
_NEUTRAL = (
    *(exp.All, exp.And, exp.Anonymous, exp.Any, exp.Avg, exp.Boolean, exp.Column, exp.Count, exp.CumeDist),
    *(exp.DenseRank, exp.Distinct, exp.Dot, exp.EQ, exp.Exists, exp.Explode, exp.Filter, exp.GT, exp.GTE),
    *(exp.Identifier, exp.In, exp.Inline, exp.LT, exp.LTE, exp.Max, exp.Min, exp.NEQ, exp.Not, exp.Null),
    *(exp.NullSafeEQ, exp.Or, exp.Order, exp.Ordered, exp.Paren, exp.PercentRank, exp.Rank, exp.RowNumber),
    *(exp.Star, exp.Sum, exp.Tuple, exp.Where, exp.Window, exp.WindowSpec),
)
# Of these, what is kept inside of source text.
_KEPT_INSIDE = (
    *(exp.All, exp.Anonymous, exp.Any, exp.Avg, exp.Column, exp.Count, exp.CumeDist, exp.DenseRank, exp.Dot),
    *(exp.Exists, exp.Filter, exp.Identifier, exp.In, exp.Max, exp.Min, exp.PercentRank, exp.Query, exp.Rank),
    *(exp.RowNumber, exp.Star, exp.Sum, exp.Window),
)
# Of these, only with a query as their argument: `x in (select ...)`.
_OF_QUERIES = (exp.All, exp.Any, exp.Exists, exp.In)
# Expressions that sqlglot has no common class for.
_SCALAR = (exp.Condition, exp.Interval, exp.IgnoreNulls, exp.RespectNulls, exp.WithinGroup)
_NOT_TOUCHED = (exp.Hint, exp.Pivot, exp.TableSample, exp.DataType)
# Functions whose first argument can be a unit without quotes, which is no column.
_WITH_UNITS = ("date_add", "date_diff", "dateadd", "datediff", "timestampadd", "timestampdiff")
_STRINGS = (TokenType.STRING, TokenType.RAW_STRING)
# 'epoch' is always the same time; a time zone may follow.
_SPECIAL_TIME = re.compile(r"(now|today|tomorrow|yesterday)\b", re.IGNORECASE)
_SAME = {"==": "=", "!=": "<>", "!": "not"}
_UNITS = frozenset(
    ["year", "quarter", "month", "week", "day", "dayofyear", "hour", "minute", "second", "millisecond", "microsecond"]
)

Span = tuple[int, int]
"""The positions of the first token and of the one after the last."""


def parse(sql: str) -> list[exp.Expr | None]:
    """The statements of a text, with its expressions as source text.

    Raises `CannotPlanError` where the tokens of an expression are not those of the source.
    """
    assert_not_compiled()
    dialect = Spark()
    tokens = dialect.tokenize(sql)
    statements = SpanParser(dialect=dialect).parse(tokens, sql)
    return [statement and _Keeper(sql, tokens, statement).keep(statement) for statement in statements]


class _Keeper:
    def __init__(self, sql: str, tokens: list[Token], statement: exp.Expr) -> None:
        self._sql, self._tokens = sql, tokens
        # with the expressions, whose ids are not used again while they are here
        self._spans: dict[int, tuple[exp.Expr, Span | None]] = {}
        for node in reversed([*statement.bfs()]):
            self._spans[id(node)] = node, self._found_span(node)
        self._with_star = {id(call) for star in statement.find_all(exp.Star) for call in _calls_around(star)}

    def keep(self, node: exp.Expr, inside: bool = False) -> exp.Expr:
        """The expression with source text in place of its parts that sqlglot would write in another way."""
        if isinstance(node, exp.Pivot):
            for call in node.expressions:
                call.replace(self.keep(call))
        if isinstance(node, _NOT_TOUCHED):
            return node
        if moment := self._moment(node):
            return moment
        is_text = self._is_text(node)
        if isinstance(node, (exp.Column, exp.Identifier)) and not is_text:
            return node
        is_not_in = isinstance(node, exp.Not) and _is_of_query(node.this)
        if is_text or (inside and not is_not_in and not isinstance(node, _KEPT_INSIDE)):
            return self._text(node)
        self._assert_no_star(node)
        for child in list(node.iter_expressions()):
            # a table's name can be the call of a function
            if not (isinstance(node, exp.Table) and child is node.this):
                is_apart = isinstance(node, (exp.Query, exp.Window, exp.Filter)) or isinstance(child, exp.Distinct)
                kept = self.keep(child, inside and not is_apart)
                if kept is not child:
                    child.replace(kept)
        return node

    def _moment(self, node: exp.Expr) -> Moment | None:
        """A call that returns the current time, and nothing else."""
        if not isinstance(node, (exp.Anonymous, *moments.CLASSES)) or not (span := self._span(node)):
            return None
        if moments.length(self._tokens, span[0]) != span[1] - span[0]:
            return None
        moment = Moment(this=self._source(*span))
        moment.meta["output_name"] = node.output_name
        return moment

    def _is_text(self, node: exp.Expr) -> bool:
        if isinstance(node, exp.Literal):
            return node.is_string or not node.is_int
        if isinstance(node, exp.Tuple):  # its fields have the names of its columns
            return isinstance(node.parent, (exp.Alias, exp.Max, exp.Min))
        if isinstance(node, exp.Not):  # `x not like y` is one operator
            return not _is_of_query(node.this) and self._first(node) not in ("not", "!")
        if isinstance(node, _OF_QUERIES):
            return not _is_of_query(node)
        if isinstance(node, (exp.Count, exp.Sum, exp.Avg, exp.Min, exp.Max)):
            return self._first(node) != type(node).__name__.lower()
        return isinstance(node, _SCALAR) and not isinstance(node, (exp.Query, exp.UDTF, *_NEUTRAL))

    def _first(self, node: exp.Expr) -> str:
        span = self._span(node)
        return self._tokens[span[0]].text.lower() if span else ""

    def _span(self, node: exp.Expr) -> Span | None:
        """The tokens of an expression: its own, or those of its parts."""
        if id(node) not in self._spans:
            self._spans[id(node)] = node, self._found_span(node)
        return self._spans[id(node)][1]

    def _found_span(self, node: exp.Expr) -> Span | None:
        spans = [span for child in node.iter_expressions() if (span := self._span(child))]
        if isinstance(node, exp.WithinGroup) and spans:  # and its closing bracket
            return min(span[0] for span in spans), max(span[1] for span in spans) + 1
        if node.meta.get(SPAN):
            spans.append(node.meta[SPAN])
        return (min(span[0] for span in spans), max(span[1] for span in spans)) if spans else None

    def _text(self, node: exp.Expr) -> exp.Expr:
        self._assert_no_star(node)
        span = self._span(node)
        if span is None:
            raise CannotPlanError(f"the text of {node.sql('spark')} is not known")
        words = [token.text for token in self._tokens[span[0] : span[1]]]
        if words.count("(") != words.count(")"):
            raise CannotPlanError(f"sqlglot reads {self._source(*span)} as {node.sql('spark')}")
        found = {}
        for hole in self._holes(node, span):
            place = self._span(hole)
            assert place is not None
            found[place] = hole
        places = sorted(found)
        if any(one[1] > other[0] for one, other in pairwise(places)):
            raise CannotPlanError(f"the parts of {self._source(*span)} overlap")
        if places == [span]:
            return self._hole(found[span], span)
        parts = self._around(places, span)
        holes = [self._hole(found[place], place) for place in places]
        rows = [row for row in node.find_all(exp.Tuple) if self._span(row) == span]
        if rows and not isinstance(rows[0].parent, (exp.Predicate, exp.Tuple)):
            parts = _with_field_names([f"struct{parts[0]}", *parts[1:]], holes)
        elif self._first(node) == "struct":
            parts = _with_field_names(parts, holes)
        if self._first(node) == "arrays_zip" and any(isinstance(hole, exp.Column) for hole in holes):
            raise CannotPlanError("the query calls arrays_zip, whose fields have the names of its columns")
        of = TextOfAggregate if self._is_aggregate(node, span) else Text
        has_names = isinstance(node, (exp.Alias, exp.PropertyEQ)) or "struct" in "".join(parts).lower()
        canonical = (_canonical(part, has_names) for part in parts)
        made = of(this="\0".join(canonical), expressions=holes)
        made.meta.update(
            {
                "parts": parts,
                KIND: type(without_clauses(node)),
                "output_name": node.output_name,
                FIELD_NAMES: has_names,
                CALLED: self._called(span, places),
                VARIABLES: [name.name.lower() for one in node.find_all(exp.Lambda) for name in one.expressions],
            }
            | {SPECIAL: self._special(span)}
        )
        return made

    def _around(self, places: list[tuple[int, int]], span: tuple[int, int]) -> list[str]:
        """The source text before, between and after these places."""
        parts, at = [], span[0]
        for start, end in [*places, (span[1], span[1])]:
            parts.append(self._source(at, start, before=at > span[0], after=start < span[1]))
            at = end
        return parts

    def _is_aggregate(self, node: exp.Expr, span: tuple[int, int]) -> bool:
        """Whether the expression is the call of an aggregate function."""
        is_named = self._tokens[span[0]].text.lower() in AGGREGATES and self._is_call(span)
        return isinstance(without_clauses(node), exp.AggFunc) or is_named

    def _is_call(self, span: tuple[int, int]) -> bool:
        """Whether the tokens are one call: the bracket after the name is closed by the last token."""
        open_brackets = 0
        for at in range(span[0] + 1, span[1]):
            open_brackets += {"(": 1, ")": -1}.get(self._tokens[at].text, 0)
            if not open_brackets:
                return at == span[1] - 1
        return False

    def _holes(self, node: exp.Expr, span: tuple[int, int]) -> Iterator[exp.Expr]:
        for child in node.iter_expressions():
            if self._is_unit(child, span) or (isinstance(node, exp.Collate) and child is node.expression):
                continue
            if not any(_is_hole(part) for part in child.walk()):
                continue
            place = self._span(child)
            # sqlglot makes arrays of the keys and the values of `map(k, v, ...)`
            is_made = isinstance(child, exp.Array) and not child.meta.get(SPAN)
            if place and not is_made and (place != span or _is_hole(child)):
                yield child
            else:
                yield from self._holes(child, span)

    def _is_unit(self, node: exp.Expr, span: tuple[int, int]) -> bool:
        """Whether the expression is a unit of time, such as the first argument of `timestampadd(day, 1, x)`."""
        place = self._span(node)
        return (
            isinstance(node, exp.Column)
            and len(node.parts) == 1
            and place == (span[0] + 2, span[0] + 3)
            and self._tokens[span[0]].text.lower() in _WITH_UNITS
            and sum(token.token_type == TokenType.COMMA for token in self._tokens[span[0] : span[1]]) >= 2
            and self._tokens[place[1]].token_type == TokenType.COMMA
            and node.name.lower().rstrip("s") in _UNITS
        )

    def _called(self, span: tuple[int, int], holes: list[tuple[int, int]]) -> list[str]:
        """The names of functions that the text calls, outside of its holes."""
        tokens = [*self._tokens[span[0] : span[1]], None]
        return [
            token.text.lower()
            for at, (token, after) in enumerate(pairwise(tokens), span[0])
            if token
            and ((after and after.text == "(") or token.token_type in SparkParser.NO_PAREN_FUNCTIONS)
            and not any(start <= at < end for start, end in holes)
        ]

    def _special(self, span: tuple[int, int]) -> list[tuple[str, str]]:
        """The literals that Spark can read as the time at which it runs: what is before them, and their text."""
        return [
            (self._tokens[at - 1].text.lower() if at else "", self._tokens[at].text)
            for at in range(*span)
            if self._tokens[at].token_type in _STRINGS and _SPECIAL_TIME.match(self._tokens[at].text.strip())
        ]

    def _source(self, start: int, end: int, before: bool = False, after: bool = False) -> str:
        """The text of tokens, without comments and line breaks; with the space before and after it, if there is any."""
        if start == end and not before:
            return ""
        text = ""
        for at in range(start, end):
            if not self._is_part(at):
                text += " " * bool((at > start or before) and self._has_gap(at))
                text += self._sql[self._tokens[at].start : self._tokens[at].end + 1]
        return text + " " * bool(after and self._has_gap(end))

    def _is_part(self, at: int) -> bool:
        """Whether a token is part of the one before it: `1L` is a number, a cast and a type."""
        return at > 0 and self._tokens[at].end <= self._tokens[at - 1].end

    def _has_gap(self, at: int) -> bool:
        return at > 0 and self._tokens[at - 1].end + 1 < self._tokens[at].start

    def _assert_no_star(self, node: exp.Expr) -> None:
        """Raises `CannotPlanError` for `f(*)`: the planner moves the call to where there are other columns."""
        if id(node) in self._with_star:
            raise CannotPlanError(f"{self._source(*(self._span(node) or (0, 0)))} has * as an argument")

    def _hole(self, node: exp.Expr, place: tuple[int, int]) -> exp.Expr:
        """An expression inside of source text; raises `CannotPlanError` if it is not what is in its place."""
        kept = self.keep(node, True)
        given = self._tokens[place[0] : place[1]]
        if isinstance(kept, (exp.Query, exp.Window, exp.Filter, exp.Not, *_OF_QUERIES)):
            words = [token.text for token in given]
            is_whole = words.count("(") == words.count(")")
        else:
            written = Spark().tokenize(kept.sql("spark", comments=False))
            is_whole = isinstance(kept, (Text, Moment)) or [*map(_word, given)] == [*map(_word, written)]
        if not is_whole:
            raise CannotPlanError(f"sqlglot reads {self._source(*place)} as {kept.sql('spark')}")
        return kept


def _calls_around(star: exp.Star) -> Iterator[exp.Expr]:
    """The calls in whose arguments a `*` is, but for `count(*)`."""
    if isinstance(star.parent, exp.Count) and not star.parent.expressions:
        return
    above = star.parent
    while above is not None and not isinstance(above, exp.Query):
        if isinstance(above, exp.Func):
            yield above
        above = above.parent


def _with_field_names(parts: list[str], holes: list[exp.Expr]) -> list[str]:
    """The text of `struct(a, b)` or `(a, b)`, whose fields have the names of the columns."""
    return [
        f" as {quoted(holes[at - 1].name)}{part}"
        if at and isinstance(holes[at - 1], exp.Column) and part.lstrip()[:1] in (",", ")")
        else part
        for at, part in enumerate(parts)
    ]


def _is_of_query(node: exp.Expr) -> bool:
    """Whether the argument of IN, EXISTS, ANY or ALL is a query."""
    query = node.args.get("query") if isinstance(node, exp.In) else node.this
    return isinstance(node, _OF_QUERIES) and isinstance(query, exp.Query)


def _is_hole(node: exp.Expr) -> bool:
    return isinstance(node, (exp.Column, exp.Query, exp.AggFunc, exp.Window, exp.Anonymous, *moments.CLASSES))


def _word(token: Token) -> str:
    if token.token_type in _STRINGS:  # '1' is another value than 1
        return f"'{token.text}'"
    return token.text if token.token_type == TokenType.NUMBER else _SAME.get(token.text, token.text).lower()


def _canonical(part: str, has_names: bool) -> str:
    """The text of which two are equal if they mean the same: words in lower case, but for literals and field names.

    The names of fields follow AS in `struct(...)`, and are anywhere in a type with `struct<...>`.
    """
    try:
        tokens = Spark().tokenize(part)
    except sqlglot.errors.TokenError:
        return part
    words, kept, is_type = [*map(_word, tokens)], list[str](), False
    for at, word in enumerate(words):
        is_type = is_type or words[at - 2 : at] == ["struct", "<"]
        is_name = has_names and (is_type or words[at - 1 : at] == ["as"])
        kept.append(tokens[at].text if is_name and tokens[at].token_type not in _STRINGS else word)
    return "\1".join(kept)
