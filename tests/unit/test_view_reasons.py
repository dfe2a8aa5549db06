"""Why a view has a full refresh: one clause with the cause, and errors of the user stay errors."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.spark import secrets
from dbt.adapters.tablestore.views import failing
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError, StateError
from dbt.adapters.tablestore.views.failing import as_reason
from dbt.adapters.tablestore.views.results.columns import INCONSISTENT
from dbt_common.exceptions import CompilationError, DbtDatabaseError
from py4j.protocol import Py4JJavaError

from view_plans import planned

FEED = (
    "[DELTA_MISSING_CHANGE_DATA] Error getting change data for range [2 , 4] as change data was not\n"
    "recorded for version [3]. If you've enabled change data feed on this table, use ..."
)
UNRESOLVED = (
    "[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column with name `x` cannot be resolved. Did you mean one of the "
    "following? [`f`]. SQLSTATE: 42703; line 4 pos 159;\n'Project [*]\n+- 'SubqueryAlias"
)
ERRORS = {
    "feed": (
        DbtDatabaseError(FEED),
        "Error getting change data for range [2 , 4] as change data was not recorded for version [3]",
    ),
    "plan": (DbtDatabaseError(UNRESOLVED), "A column with name `x` cannot be resolved"),
    "class": (DbtDatabaseError("[DIVIDE_BY_ZERO] Division by zero SQLSTATE: 22012"), "Division by zero"),
    "function": (
        DbtDatabaseError("functions/f.py: f() failed: no such key\nat x"),
        "functions/f.py: f() failed: no such key",
    ),
    "list": (DbtDatabaseError("These columns are not there:\n- a\n- b"), "These columns are not there"),
    "file": (DbtDatabaseError("Job aborted\nCause: File f/1.5.parquet is gone"), "File f/1.5.parquet is gone"),
    "crash": (
        AttributeError("'NoneType' object has no attribute 'columns'"),
        "AttributeError: 'NoneType' object has no",
    ),
    "no text": (KeyError(), "KeyError: no message"),
}
URL = "jdbc:x://db/lake?password=hunter22"


class JavaError:
    """The Java side of an error: a message and a cause."""

    def __init__(self, message: str, cause: JavaError | None = None) -> None:
        self.getMessage = lambda: message
        self.getCause = lambda: cause


class LoadError(Py4JJavaError):
    """What Py4J raises; its text begins with the number of an object."""

    def __init__(self, java: JavaError) -> None:
        self.java_exception = java

    def __str__(self) -> str:
        causes = f"{self.java_exception.getMessage()}\nCaused by: {self.java_exception.getCause().getMessage()}"
        return f"An error occurred while calling o1234.loadTable.\n: {causes}"


@pytest.mark.parametrize(("error", "text"), ERRORS.values(), ids=ERRORS)
def test_an_error_becomes_one_clause(error: Exception, text: str) -> None:
    with pytest.raises(CannotPlanError) as found, as_reason("it failed"):
        raise error
    assert str(found.value).startswith(f"it failed: {text}")
    assert "\n" not in str(found.value) and "SQLSTATE" not in str(found.value)
    assert found.value.__cause__ is error


def test_stored_rows_that_do_not_fit_have_a_reason_of_their_own() -> None:
    with pytest.raises(CannotPlanError, match=f"^{INCONSISTENT}$"), as_reason("it failed"):
        raise DbtDatabaseError(f"[USER_RAISED_EXCEPTION] {INCONSISTENT} SQLSTATE: P0001")


@pytest.mark.parametrize("error", [CannotPlanError("a"), StateError("b"), CompilationError("c"), KeyboardInterrupt()])
def test_what_the_user_did_is_no_reason(error: BaseException) -> None:
    with pytest.raises(type(error)) as found, as_reason("it failed"):
        raise error
    assert found.value is error


def test_a_catalog_that_fails_is_a_reason_without_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the reason, which is stored, nor the log has a password, and the reason is more than Py4J's sentence."""
    logged: list[str] = []
    monkeypatch.setattr(failing.logger, "debug", logged.append)
    monkeypatch.setattr(secrets, "_known", set())
    secrets.remember({"uri": URL})
    cause = JavaError(f"Connection to {URL} refused. Check the host.")
    errors: list[Exception] = [
        LoadError(JavaError(f"Failed to connect: {URL}", cause)),
        DbtDatabaseError(f"Failed to connect\nCause: Connection to {URL} refused. Check the host."),
        ValueError(f"Connection to {URL} refused"),
    ]
    for error in errors:
        with pytest.raises(CannotPlanError) as found, as_reason("it failed"):
            raise error
        kind = "ValueError: " if isinstance(error, ValueError) else ""
        assert str(found.value) == f"it failed: {kind}Connection to jdbc:x://db/lake?password=***** refused"
        assert found.value.__cause__ is None and found.value.__suppress_context__
    assert len(logged) == 3 and "test_view_reasons.py" in logged[0]
    assert not any("hunter22" in text for text in logged)


JOINED = "s.orders as o join s.customers as c on c.id = o.customer_id"


@pytest.mark.parametrize(
    "sql",
    [
        f"select c.region, sum(o.amount) as total from {JOINED} group by c.region",
        f"select o.id from {JOINED} join s.orders as p on p.id = o.id",
        "select id from s.orders where customer_id in (select id from s.customers)",
        "select id, row_number() over (partition by kind order by amount, id) as place from s.orders",
        "select id + 1 as n, count(*) as orders from s.orders group by id + 1",
        "select max(n) as n from (select kind, count(*) as n from s.orders group by kind)",
        "select id, rand() as r from s.orders",
        "select id from s.orders order by amount, id limit 3",
        f"select /*+ STATE_TTL('x' = '1 d') */ o.id from {JOINED}",
    ],
)
def test_a_view_that_a_ttl_of_the_project_breaks_is_told_of_the_variable(sql: str) -> None:
    with pytest.raises(StateError) as found:
        planned(sql, expires=True)
    assert "the variable tablestore_state_ttl of the project: write state_ttl: 0 in its config" in str(found.value)
    if "STATE_TTL" in sql:
        with pytest.raises(StateError) as found:
            planned(sql)
        assert "tablestore_state_ttl" not in str(found.value)
