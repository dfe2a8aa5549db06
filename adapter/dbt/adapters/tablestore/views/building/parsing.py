"""The parsed text of a query, and the tables that it names."""

from __future__ import annotations

from collections.abc import Callable, Collection

from dbt.adapters.tablestore.sql.lexer import lexed
from dbt.adapters.tablestore.views.building.without_qualify import without_qualify
from dbt.adapters.tablestore.views.expressions import source
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.hints import has_hints, take_hints
from dbt.adapters.tablestore.views.expressions.state_limits import refused
from sqlglot import exp
from sqlglot.dialects.spark import Spark
from sqlglot.errors import SqlglotError
from sqlglot.tokens import TokenType

DIALECT = "spark"
# sqlglot writes the word of Hive, which Spark does not have
Spark.Generator.TABLESAMPLE_SEED_KEYWORD = "REPEATABLE"
# What can be written around the name of a table in FROM.
_AROUND = ("joins", "laterals", "pivots", "sample")
# Before and after the keyword QUALIFY.
_ENDS = (TokenType.VAR, TokenType.IDENTIFIER, TokenType.R_PAREN, TokenType.NUMBER, TokenType.STRING, TokenType.NULL)
_BEGINS = (TokenType.VAR, TokenType.IDENTIFIER, TokenType.L_PAREN, TokenType.NOT, TokenType.CASE)


def parse(sql: str) -> exp.Query:
    """The parsed query; raises `CannotPlanError` if sqlglot cannot read it, or if Spark reads another text."""
    if "${" in sql:
        raise CannotPlanError("the query has ${...}, which Spark replaces by a setting, whose changes are not known")
    if _has_pipe(sql):  # sqlglot makes one SELECT of all operators, with another meaning: LIMIT would follow WHERE
        raise CannotPlanError("the query has |>, whose operators the planner does not know")
    if "\\\n" in sql and any(token.text[:2] == "--" and "\\\n" in token.text for token in lexed(sql)):
        raise CannotPlanError(
            "the query has a line comment that ends in a backslash, so Spark reads the next line as part of it"
        )
    try:
        statements = source.parse(sql)
    # sqlglot fails in other ways where a function has other arguments than it expects
    except (SqlglotError, RecursionError, LookupError, TypeError, AttributeError, ValueError) as error:
        raise CannotPlanError(f"sqlglot cannot parse the query: {str(error).splitlines()[0]}") from error
    if len(statements) != 1 or not isinstance(statements[0], exp.Query):
        raise CannotPlanError("the query is not a single SELECT")
    return statements[0]


def for_spark(sql: str, columns_of: Callable[[str], Collection[str]] = lambda name: ()) -> str:
    """The query without what Spark does not have: subqueries in place of QUALIFY, and no STATE_TTL hints.

    ``columns_of`` are the names of the columns of a table; none if they are not known.

    Raises:
        CannotPlanError: the query has QUALIFY and cannot be parsed.
        StateError: the query has a hint STATE_TTL and cannot be parsed, or the hint cannot be read.
    """
    try:
        parsed = parse(sql)
    except CannotPlanError as error:
        if has_qualify(sql):
            instead = "select * from (select ..., row_number() over (...) as n from ...) where n = 1"
            if _has_pipe(sql):
                instead = "|> extend row_number() over (...) as n |> where n = 1"
            raise CannotPlanError(
                f"{error}; so its QUALIFY, which Spark does not have, cannot be replaced by a subquery: "
                f"write `{instead}` instead"
            ) from error
        if has_hints(sql):
            raise refused("full refresh", reason=str(error)) from error
        return sql
    had_hints = take_hints(parsed)
    if same_common_table(parsed) or not (had_hints or parsed.find(exp.Qualify)):
        return sql

    def columns(table: exp.Table) -> Collection[str]:
        is_cte = not table.args.get("db") and is_common_table(table)
        return () if is_cte else columns_of(full_name(table))

    return without_qualify(parsed, columns).sql(DIALECT)


def has_qualify(sql: str) -> bool:
    """Whether a text has a clause QUALIFY, and not only a column of this name: a condition follows what ends FROM."""
    try:
        tokens = Spark().tokenize(sql)
    except SqlglotError:
        return False
    return any(
        token.token_type == TokenType.QUALIFY and before.token_type in _ENDS and after.token_type in _BEGINS
        for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False)
    )


def _has_pipe(sql: str) -> bool:
    return "|>" in sql and any(token.text == "|>" for token in lexed(sql))


def tables_of(query: exp.Expr) -> dict[str, exp.Table]:
    """The tables that a parsed query reads, by their names in the SQL; not its common table expressions."""
    found: dict[str, exp.Table] = {}
    for table in query.find_all(exp.Table):
        if isinstance(table.this, exp.Func) or not table.name:
            continue
        if isinstance(table.this, exp.Dot):
            raise CannotPlanError(f"{table.sql(DIALECT)} is not a table or view in the catalogs of the project")
        if not table.args.get("db") and is_common_table(table):
            continue
        found.setdefault(full_name(table), table)
    return found


def full_name(table: exp.Table) -> str:
    """The name of a table as the SQL writes it, quoted."""
    parts = [table.args.get(part) for part in ("catalog", "db", "this")]
    return ".".join(f"`{part.name}`" for part in parts if part is not None)


def is_common_table(table: exp.Table) -> bool:
    """Whether the name stands for a common table expression."""
    return common_table(table) is not None


def common_table(table: exp.Table) -> exp.CTE | None:
    """The common table expression that the name stands for."""
    scope: exp.Expr | None = table
    while scope is not None:
        for cte in (scope.args.get("with_") or exp.With()).expressions:
            if cte.alias_or_name.lower() == table.name.lower():
                found: exp.CTE = cte
                return found
        scope = scope.parent
    return None


def same_common_table(query: exp.Expr) -> str | None:
    """A name that two common table expressions have, one of them in a subquery.

    sqlglot writes all of them before the query, where a name can only be there once.
    """
    names = [cte.alias_or_name.lower() for cte in query.find_all(exp.CTE)]
    return next((name for name in names if names.count(name) > 1), None)


def put_in_place(table: exp.Table, kind: type[exp.Expr], this: exp.Expr) -> None:
    """Puts another source in the place of a table, with the same alias and the same things around it."""
    alias = table.args.get("alias") or exp.TableAlias(this=exp.to_identifier(table.name, quoted=True))
    kept = {key: value for key, value in table.args.items() if key in _AROUND and value}
    table.replace(kind(this=this, alias=alias, **kept))
