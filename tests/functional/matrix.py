"""What of dbt's adapter tests does not hold here, and why: the one table that docs/compatibility.md is made from."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

KINDS = {
    "cannot": "What open-source Spark cannot do",
    "planned": "Planned",
}


@dataclass(frozen=True)
class Mark:
    """A test that fails, and why.

    ``test`` is ``Class::test``, with ``*`` for any text; ``kind`` is one of KINDS.
    """

    test: str
    kind: str
    reason: str


_NO_GRANT = "Spark has no GRANT. The adapter warns and goes on; grant in the catalog that serves the tables."
_CORE = "`dbt seed --empty` came with dbt-core 1.12; 1.11 has no such option."
_PYTHON_FUNCTION = "Python functions are not written yet."
_SQL_FUNCTION = "SQL functions belong into Spark's own catalog; they are not routed there yet."

MARKS: tuple[Mark, ...] = (
    Mark("Test*Grants::*", "cannot", _NO_GRANT),
    Mark("TestEmptyFlagOnSeeds::test_seed_empty_*", "cannot", _CORE),
    Mark("TestEmptyFlagOnSeeds::test_build_empty_with_seed", "cannot", _CORE),
)

# Tests whose assertion is written again, because the answer is another one in Spark.
ADAPTED: dict[str, str] = {}

# Test classes of dbt that have no class here.
NOT_RUN: dict[str, str] = {
    **dict.fromkeys(
        [
            "BasicJSUDF",
            "JSUDFMultiLineBody",
            "JSUDFDeterministicVolatility",
            "JSUDFNonDeterministicVolatility",
            "JSUDFStableVolatilityWarns",
            "JSUDFDefaultArgSupport",
            "BasicJSAggregateUDF",
            "JSAggregateUDFVolatilityIgnored",
        ],
        "Spark runs no JavaScript.",
    ),
    **dict.fromkeys(
        [
            "MaterializedViewBasic",
            "MaterializedViewChanges",
            "MaterializedViewChangesApplyMixin",
            "MaterializedViewChangesContinueMixin",
            "MaterializedViewChangesFailMixin",
        ],
        "Open-source Spark has no materialized views.",
    ),
    "BaseCurrentTimestampAware": "One of two to choose from: Spark's timestamps carry no zone of their own.",
    "BaseEscapeSingleQuotesQuote": "One of two to choose from: Spark escapes a quote with a backslash.",
}


def matches(test: str, pattern: str) -> bool:
    """Whether ``Class::test[parameters]`` is meant by the pattern, which may leave the parameters out."""
    return fnmatchcase(test, pattern) or fnmatchcase(test.partition("[")[0], pattern)


def mark_of(test: str) -> Mark | None:
    """The mark of ``Class::test[parameters]``, if it has one."""
    return next((mark for mark in MARKS if matches(test, mark.test)), None)
