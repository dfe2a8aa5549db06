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
_NO_SEED_EMPTY = "`dbt seed --empty` came with dbt-core 1.12; 1.11 has no such option."
MARKS: tuple[Mark, ...] = (
    Mark("Test*Grants::*", "cannot", _NO_GRANT),
    Mark("TestEmptyFlagOnSeeds::test_seed_empty_*", "cannot", _NO_SEED_EMPTY),
    Mark("TestEmptyFlagOnSeeds::test_build_empty_with_seed", "cannot", _NO_SEED_EMPTY),
    Mark("TestSimpleCopy::*_with_materialized_views", "cannot", "Open-source Spark has no materialized views."),
    Mark("TestPandasOnSpark::*", "cannot", "Spark 4.1's pandas API does not work with pandas 3."),
    Mark("TestBasicSQLUDAF::*", "cannot", "A SQL function of Spark cannot aggregate."),
    Mark(
        "TestGetCatalogForSingleRelation::*",
        "planned",
        "The catalog of one relation, which dbt's own commands never ask.",
    ),
    Mark(
        "TestCanFindScalarFunctionRelation::*",
        "planned",
        "Functions are not listed among the relations of a schema: that would be a statement more at every start.",
    ),
)

# Tests whose expectation is written again, because Spark's answer is another one.
ADAPTED: dict[str, str] = {
    "Test*DeterministicUDF::*": "Spark says DETERMINISTIC and NOT DETERMINISTIC.",
    "TestStableUDF::*": "Spark has no such volatility; the adapter warns.",
    "TestPythonUDFVolatilitySupport::*": "Spark says NOT DETERMINISTIC.",
    "TestDocsGen*::*": "The catalog shows Spark's types, `table` and `view`, and the statistics of the table's format.",
    "TestCatalogRelationTypes::*": "`table` and `view`; there are no materialized views.",
    "Test*ClonePossible*::*": "On Delta, which clones tables. A clone of an Iceberg table is a view.",
    "TestCloneSameTargetAndState::*": "Nothing is cloned onto itself, so nothing fails; the warning is the same.",
    "Test*ConstraintsColumnsEqual*::*": "Spark's types and their names.",
    "Test*DdlEnforcement*::*": "The table is created with its constraints, then filled; it must refuse NULL.",
    "TestModelConstraintsRuntimeEnforcement::*": "As above. Keys and uniqueness do not exist in Spark.",
    "TestConstraintQuotedColumn*::*": "On Delta, which has CHECK.",
    "Test*ConstraintsRollback*::*": "Spark's and Delta's words for the violation.",
    "TestPrePost*Hooks*::test_pre_and_post*": "The target's type and host are this adapter's.",
    "TestBasicSeedTests*::test_simple_seed_full_refresh_flag": "Spark drops no view with a table (no CASCADE).",
    "TestSeedConfigFullRefreshOn::*": "Spark drops no view with a table (no CASCADE).",
    "TestPySpark::*": "pandas and Spark data frames; Koalas ended with Spark 3.2.",
    "TestShowDoesNotHandleDoubleLimit::*": "Spark's words for the syntax error.",
    "TestEphemeral*::*": "The text of a view in Spark SQL.",
    "TestUnitTestingTypes::*": "Spark's types.",
    "TestSeedWithWrongDelimiter::*": "Names are quoted: the header becomes the name of one column, and the seed loads.",
    "TestSnapshotDbtValidToCurrent::*": "The same rows by id; rows of Spark have no order.",
    "TestCurrentTimestamps::*": "One type of timestamp.",
    "TestGetIntervalsBetween::*": "Dates in ISO form.",
    "TestIncrementalPredicates::*": "Predicates of a MERGE; there is no delete+insert.",
    "TestPredicates*::*": "Predicates of a MERGE; there is no delete+insert.",
}

# Test classes of dbt that have no class here.
NOT_RUN: dict[str, str] = {
    "PythonUDFNotSupported": "They are supported.",
    "PythonUDFRuntimeVersionRequired": "It is not: the Python that runs dbt runs the function.",
    "PythonUDFEntryPointRequired": "It is not: the file's name is the function's.",
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
