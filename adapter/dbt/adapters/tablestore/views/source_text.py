"""Expressions as their author wrote them.

sqlglot knows where the parts of a query are and which names they have, but writes many functions, literals and
operators in another way than it read them, which Spark can evaluate to something else. So what Spark executes is the
source text: after parsing, an expression is a `Text`, which has the tokens of the source and, in the places of columns,
subqueries, aggregates and windows, the nodes of these. The planner can rename and move these; it never writes the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import wraps
from itertools import pairwise
from typing import Any

import sqlglot
from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.nodes import CannotPlanError
from sqlglot import exp, generator
from sqlglot.dialects.spark import Spark
from sqlglot.parsers.spark import SparkParser
from sqlglot.tokens import Token, TokenType

_SPAN = "span"
_KIND = "kind"
_CALLED = "called"
_SPECIAL = "special times"

# What the planner looks into. sqlglot writes these as it has read them, but for case and spaces.
_NEUTRAL = (
    exp.All,
    exp.And,
    exp.Anonymous,
    exp.Any,
    exp.Avg,
    exp.Boolean,
    exp.Column,
    exp.Count,
    exp.CumeDist,
    exp.DenseRank,
    exp.Distinct,
    exp.Dot,
    exp.EQ,
    exp.Exists,
    exp.Explode,
    exp.Filter,
    exp.GT,
    exp.GTE,
    exp.Identifier,
    exp.In,
    exp.Inline,
    exp.LT,
    exp.LTE,
    exp.Max,
    exp.Min,
    exp.NEQ,
    exp.Not,
    exp.Null,
    exp.NullSafeEQ,
    exp.Or,
    exp.Order,
    exp.Ordered,
    exp.Paren,
    exp.PercentRank,
    exp.Rank,
    exp.RowNumber,
    exp.Star,
    exp.Sum,
    exp.Tuple,
    exp.Where,
    exp.Window,
    exp.WindowSpec,
)
# Of these, what is kept inside of source text.
_KEPT_INSIDE = (
    *(exp.All, exp.Anonymous, exp.Any, exp.Avg, exp.Column, exp.Count, exp.CumeDist, exp.DenseRank),
    *(
        exp.Dot,
        exp.Exists,
        exp.Filter,
        exp.Identifier,
        exp.In,
        exp.Max,
        exp.Min,
        exp.PercentRank,
        exp.Query,
        exp.Rank,
        exp.RowNumber,
    ),
    *(exp.Star, exp.Sum, exp.Window),
)
# Of these, only with a query as their argument: `x in (select ...)`.
_OF_QUERIES = (exp.All, exp.Any, exp.Exists, exp.In)
# Expressions that sqlglot has no common class for.
_SCALAR = (exp.Condition, exp.Interval, exp.IgnoreNulls, exp.RespectNulls, exp.WithinGroup)
_AROUND_AGGREGATES = (exp.Filter, exp.IgnoreNulls, exp.RespectNulls, exp.WithinGroup)
_NOT_TOUCHED = (exp.Hint, exp.Pivot, exp.TableSample, exp.DataType)
# Functions whose first argument can be a unit without quotes, which is no column.
_WITH_UNITS = ("date_add", "date_diff", "dateadd", "datediff", "timestampadd", "timestampdiff")
# Aggregates that sqlglot has no class for, or reads as something else.
AGGREGATES = frozenset(
    [
        "any",
        "approx_top_k",
        "approx_top_k_accumulate",
        "approx_top_k_combine",
        "bitmap_and_agg",
        "bitmap_construct_agg",
        "bitmap_or_agg",
        "bool_and",
        "bool_or",
        "count_min_sketch",
        "every",
        "first",
        "first_value",
        "grouping",
        "grouping_id",
        "histogram_numeric",
        "hll_sketch_agg",
        "hll_union_agg",
        "kll_merge_agg_bigint",
        "kll_merge_agg_double",
        "kll_merge_agg_float",
        "kll_sketch_agg_bigint",
        "kll_sketch_agg_double",
        "kll_sketch_agg_float",
        "last",
        "last_value",
        "listagg",
        "max_by",
        "mean",
        "median",
        "min_by",
        "mode",
        "percentile_approx",
        "regr_avgx",
        "regr_avgy",
        "regr_count",
        "regr_intercept",
        "regr_r2",
        "regr_slope",
        "regr_sxx",
        "regr_sxy",
        "regr_syy",
        "schema_of_variant_agg",
        "some",
        "std",
        "string_agg",
        "theta_intersection_agg",
        "theta_sketch_agg",
        "theta_union_agg",
        "try_avg",
        "try_sum",
    ]
)
_STRINGS = (TokenType.STRING, TokenType.RAW_STRING)
# 'epoch' is always the same time; a time zone may follow.
_SPECIAL_TIME = re.compile(r"(now|today|tomorrow|yesterday)\b", re.IGNORECASE)
_TIME_TYPES = ("date", "timestamp", "timestamp_ltz", "timestamp_ntz")
_SAME = {"==": "=", "!=": "<>", "!": "not"}


class Text(exp.Expression, exp.Binary):
    """Source text around other expressions; ``this`` is the text without differences that do not matter.

    To sqlglot it is an operator, which keeps its brackets when it replaces a name.
    """

    arg_types = {"this": True, "expressions": False}
    _hash_raw_args = True

    @property
    def name(self) -> str:
        """No name: it is an expression."""
        return ""

    @property
    def output_name(self) -> str:
        """The name that it gives a column of a SELECT."""
        return str(self.meta.get("output_name", ""))


class TextOfAggregate(Text, exp.AggFunc):
    """The call of an aggregate function."""

    _sql_names = ["aggregate"]


def kind_of(node: exp.Expr) -> type:
    """The class that sqlglot has read an expression as."""
    return node.meta.get(_KIND, type(node)) if isinstance(node, Text) else type(node)


def is_call_of(node: exp.Expr, *kinds: type) -> bool:
    """Whether an expression was read as one of these classes."""
    return issubclass(kind_of(node), kinds)


def calls_of(window: exp.Expr) -> list[exp.Expr]:
    """The call of a window function, last, and before it what FILTER, IGNORE NULLS and the like make of it."""
    calls: list[exp.Expr] = [window.this]
    while True:
        call = calls[-1]
        if isinstance(call, exp.Filter):
            calls.append(call.this)
        elif isinstance(call, TextOfAggregate) and call.meta["parts"][0] == "":
            calls.append(call.expressions[0])
        else:
            return calls


def called_in(node: exp.Expr) -> list[str]:
    """The names of the functions that source text calls, in lower case."""
    return node.meta.get(_CALLED, []) if isinstance(node, Text) else []


def special_times_in(node: exp.Expr, only_typed: bool) -> str | None:
    """A literal such as `date 'today'` in source text; with ``only_typed`` not one that could be any text."""
    for before, text in node.meta.get(_SPECIAL, []) if isinstance(node, Text) else []:
        if before in _TIME_TYPES:
            return f"{before} '{text}'"
        if not only_typed:
            return f"'{text}'"
    return None


def _generated(writer: Any, node: Text) -> str:
    parts: list[str] = node.meta["parts"]
    holes = [writer.sql(hole) for hole in node.expressions]
    return "".join(part for pair in zip(parts, [*holes, ""], strict=True) for part in pair)


for _class in (Text, TextOfAggregate):
    Spark.Generator.TRANSFORMS[_class] = _generated
# sqlglot collects the methods of a generator when it is first used
getattr(generator, "_DISPATCH_CACHE", {}).clear()


# Parsing


def _with_spans(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of the parser that notes which tokens an expression has."""

    @wraps(method)
    def parsed(self: Any, *args: Any, **kwargs: Any) -> Any:
        start = self._index
        found = method(self, *args, **kwargs)
        if isinstance(found, exp.Expr) and self._index > start:
            known = found.meta.get(_SPAN)
            span = (start, self._index)
            found.meta[_SPAN] = (min(span[0], known[0]), max(span[1], known[1])) if known else span
        return found

    return parsed


class _Parser(SparkParser):
    """Spark's parser, with the tokens of each expression in its `meta`."""

    # without functions of which sqlglot takes a column for a word
    FUNCTIONS = {name: build for name, build in SparkParser.FUNCTIONS.items() if name not in ("DATE_TRUNC", "TRUNC")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._calls: list[int] = []

    def validate_expression(self, expression: Any, args: list[Any] | None = None) -> Any:
        """Leaves the arguments of functions to Spark, which can have more or fewer than sqlglot knows of."""
        return expression if isinstance(expression, exp.Func) else super().validate_expression(expression, args)

    def _parse_function_call(self, *args: Any, **kwargs: Any) -> exp.Expr | None:
        self._calls.append(self._index)
        try:
            return super()._parse_function_call(*args, **kwargs)
        finally:
            self._calls.pop()

    def _parse_window(self, this: exp.Expr | None, alias: bool = False) -> exp.Expr | None:
        # The call before FILTER, OVER and the like.
        if isinstance(this, exp.Expr) and not alias and self._calls:
            this.meta[_SPAN] = (self._calls[-1], self._index)
        return super()._parse_window(this, alias)


for _name in dir(SparkParser):
    # what is in brackets does not have the brackets
    if _name.startswith("_parse_") and "wrapped" not in _name and callable(getattr(_Parser, _name)):
        setattr(_Parser, _name, _with_spans(getattr(_Parser, _name)))


def parse(sql: str) -> list[exp.Expr | None]:
    """The statements of a text, with its expressions as source text.

    Raises `CannotPlanError` where the tokens of an expression are not those of the source.
    """
    dialect = Spark()
    tokens = dialect.tokenize(sql)
    statements = _Parser(dialect=dialect).parse(tokens, sql)
    return [statement and _Keeper(sql, tokens).keep(statement) for statement in statements]


class _Keeper:
    def __init__(self, sql: str, tokens: list[Token]) -> None:
        self._sql, self._tokens = sql, tokens

    def keep(self, node: exp.Expr, inside: bool = False) -> exp.Expr:
        """The expression with source text in place of its parts that sqlglot would write in another way."""
        if isinstance(node, _NOT_TOUCHED):
            return node
        is_text = self._is_text(node)
        if isinstance(node, (exp.Column, exp.Identifier)) and not is_text:
            return node
        if is_text or (inside and not isinstance(node, _KEPT_INSIDE)):
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

    def _is_text(self, node: exp.Expr) -> bool:
        if isinstance(node, exp.Literal):
            return node.is_string or not node.is_int
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

    def _span(self, node: exp.Expr) -> tuple[int, int] | None:
        """The tokens of an expression: its own, or those of its parts."""
        spans = [span for child in node.iter_expressions() if (span := self._span(child))]
        if isinstance(node, exp.WithinGroup) and spans:  # and its closing bracket
            return min(span[0] for span in spans), max(span[1] for span in spans) + 1
        if node.meta.get(_SPAN):
            spans.append(node.meta[_SPAN])
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
        parts, at = [], span[0]
        is_struct = self._first(node) == "struct"
        for start, end in [*places, (span[1], span[1])]:
            parts.append(self._source(at, start, before=at > span[0], after=start < span[1]))
            at = end
        holes = [self._hole(found[place], place) for place in places]
        if is_struct:  # its fields have the names of the columns
            parts = [
                f" as {quoted(holes[at - 1].name)}{part}"
                if at and isinstance(holes[at - 1], exp.Column) and part.lstrip()[:1] in (",", ")")
                else part
                for at, part in enumerate(parts)
            ]
        of = TextOfAggregate if self._is_aggregate(node, span) else Text
        made = of(this="\0".join(map(_canonical, parts)), expressions=holes)
        core = node
        while isinstance(core, _AROUND_AGGREGATES):
            core = core.this
        made.meta.update(
            {"parts": parts, _KIND: type(core), "output_name": node.output_name, _CALLED: self._called(span)}
            | {_SPECIAL: self._special(span)}
        )
        return made

    def _is_aggregate(self, node: exp.Expr, span: tuple[int, int]) -> bool:
        """Whether the expression is the call of an aggregate function."""
        while isinstance(node, _AROUND_AGGREGATES):
            node = node.this
        is_named = self._tokens[span[0]].text.lower() in AGGREGATES and self._is_call(span)
        return isinstance(node, exp.AggFunc) or is_named

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
            is_made = isinstance(child, exp.Array) and not child.meta.get(_SPAN)
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

    def _called(self, span: tuple[int, int]) -> list[str]:
        """The names of functions that the text calls."""
        tokens = [*self._tokens[span[0] : span[1]], None]
        return [
            token.text.lower()
            for token, after in pairwise(tokens)
            if token and ((after and after.text == "(") or token.token_type in SparkParser.NO_PAREN_FUNCTIONS)
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
        if not isinstance(node, exp.Func) or isinstance(node, exp.Query):
            return
        for star in node.find_all(exp.Star):
            is_count = isinstance(star.parent, exp.Count) and not star.parent.expressions
            if not is_count and star.find_ancestor(exp.Query) is node.find_ancestor(exp.Query):
                raise CannotPlanError(f"{self._source(*(self._span(node) or (0, 0)))} has * as an argument")

    def _hole(self, node: exp.Expr, place: tuple[int, int]) -> exp.Expr:
        """An expression inside of source text; raises `CannotPlanError` if it is not what is in its place."""
        kept = self.keep(node, True)
        given = self._tokens[place[0] : place[1]]
        if isinstance(kept, (exp.Query, exp.Window, exp.Filter, *_OF_QUERIES)):
            words = [token.text for token in given]
            is_whole = words.count("(") == words.count(")")
        else:
            written = Spark().tokenize(kept.sql("spark", comments=False))
            is_whole = isinstance(kept, Text) or [*map(_word, given)] == [*map(_word, written)]
        if not is_whole:
            raise CannotPlanError(f"sqlglot reads {self._source(*place)} as {kept.sql('spark')}")
        return kept


_UNITS = frozenset(
    ["year", "quarter", "month", "week", "day", "dayofyear", "hour", "minute", "second", "millisecond", "microsecond"]
)


def _is_of_query(node: exp.Expr) -> bool:
    """Whether the argument of IN, EXISTS, ANY or ALL is a query."""
    query = node.args.get("query") if isinstance(node, exp.In) else node.this
    return isinstance(node, _OF_QUERIES) and isinstance(query, exp.Query)


def _is_hole(node: exp.Expr) -> bool:
    return isinstance(node, (exp.Column, exp.Query, exp.AggFunc, exp.Window, exp.Anonymous))


def _word(token: Token) -> str:
    is_literal = token.token_type in (TokenType.STRING, TokenType.RAW_STRING, TokenType.NUMBER)
    return token.text if is_literal else _SAME.get(token.text, token.text).lower()


def _canonical(part: str) -> str:
    """The text of which two are equal if they mean the same: words in lower case, but for literals."""
    try:
        tokens = Spark().tokenize(part)
    except sqlglot.errors.TokenError:
        return part
    return "\1".join(_word(token) for token in tokens)
