"""Expressions as their author wrote them.

sqlglot knows where the parts of a query are and which names they have, but writes many functions, literals and
operators in another way than it read them, which Spark can evaluate to something else. So what Spark executes is the
source text: after parsing, an expression is a `Text`, which has the tokens of the source and, in the places of columns,
subqueries, aggregates and windows, the nodes of these. The planner can rename and move these; it never writes the rest.
"""

from __future__ import annotations

import re
from typing import Any

from sqlglot import exp, generator
from sqlglot.dialects.spark import Spark

# In the `meta` of a text: the class that sqlglot has read it as, the functions that it calls, its special times, the
# variables of its lambda functions, and whether it has names of fields, whose case is in their values as JSON.
KIND, CALLED, SPECIAL, VARIABLES, FIELD_NAMES = "kind", "called", "special times", "variables", "field names"
COLLATION = re.compile(r"\bcollat(e|ion)\b", re.IGNORECASE)
"""What a type or a query with a collation has in its text."""
_TIME_TYPES = ("date", "timestamp", "timestamp_ltz", "timestamp_ntz")


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
    return node.meta.get(KIND, type(node)) if isinstance(node, Text) else type(node)


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
    return node.meta.get(CALLED, []) if isinstance(node, Text) else []


def variables_in(query: exp.Expr) -> set[str]:
    """The names of the variables of all lambda functions, in lower case."""
    return {name for node in query.walk() for name in node.meta.get(VARIABLES, ())}


def words_of(node: exp.Expr) -> list[str]:
    """The words of source text, in lower case, without those of the expressions in it."""
    return node.this.replace("\0", " ").replace("\1", " ").split() if isinstance(node, Text) else []


def special_times_in(node: exp.Expr, only_typed: bool) -> str | None:
    """A literal such as `date 'today'` in source text; with ``only_typed`` not one that could be any text."""
    for before, text in node.meta.get(SPECIAL, []) if isinstance(node, Text) else []:
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
