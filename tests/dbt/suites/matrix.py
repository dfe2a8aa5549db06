"""Which of dbt's adapter tests fail or differ on Spark, and why. docs/compatibility.md is generated from this file."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

KINDS = {
    "cannot": "Not possible on open-source Spark",
    "planned": "Planned",
}


@dataclass(frozen=True)
class KnownFailure:
    """A test that is expected to fail, and the reason.

    ``test`` is ``Class::test``, where ``*`` matches any text; ``kind`` is a key of KINDS.
    """

    test: str
    kind: str
    reason: str


_NO_GRANT = "Spark has no GRANT statement. The adapter warns and continues. Grant access in the catalog instead."
KNOWN_FAILURES: tuple[KnownFailure, ...] = (
    KnownFailure("Test*Grants::*", "cannot", _NO_GRANT),
    KnownFailure(
        "TestSimpleCopy::*_with_materialized_views",
        "cannot",
        "It runs CREATE MATERIALIZED VIEW, which Spark does not have.",
    ),
    KnownFailure("TestPandasOnSpark::*", "cannot", "The pandas API of Spark 4.1 does not support pandas 3."),
    KnownFailure("TestBasicSQLUDAF::*", "cannot", "A SQL function in Spark cannot be an aggregate function."),
    KnownFailure(
        "TestCanFindScalarFunctionRelation::*",
        "planned",
        "Functions are not listed with the relations of a schema. Listing them adds a statement to every start.",
    ),
)

# Tests that expect a different result here than in dbt's suite.
ADAPTED: dict[str, str] = {
    "Test*DeterministicUDF::*": "Spark writes DETERMINISTIC and NOT DETERMINISTIC.",
    "TestStableUDF::*": "Spark has no STABLE volatility; the adapter warns.",
    "TestPythonUDFVolatilitySupport::*": "Spark writes NOT DETERMINISTIC.",
    "TestDocsGen*::*": "The catalog shows Spark's types, `table` and `view`, and the statistics of the table format.",
    "TestGetCatalogForSingleRelation::*": "As above.",
    "TestCatalogRelationTypes::*": "The types are `table`, `view` and `materialized_view`.",
    "Test*ClonePossible*::*": "Runs on Delta, which can clone tables. The clone of an Iceberg table is a view.",
    "TestCloneSameTargetAndState::*": "Cloning a table onto itself does nothing and succeeds. The warning is the same.",
    "Test*ConstraintsColumnsEqual*::*": "Expects Spark's types and type names.",
    "Test*DdlEnforcement*::*": "The table is created with its constraints and then filled; it must reject NULL.",
    "TestModelConstraintsRuntimeEnforcement::*": "As above. Spark has no primary key and unique constraints.",
    "TestConstraintQuotedColumn*::*": "Runs on Delta, which has CHECK constraints.",
    "Test*ConstraintsRollback*::*": "Expects the error messages of Spark and Delta.",
    "TestPrePost*Hooks*::test_pre_and_post*": "Expects the target type and host of this adapter.",
    "TestBasicSeedTests*::test_simple_seed_full_refresh_flag": "Spark keeps the views on a dropped table (no CASCADE).",
    "TestSeedConfigFullRefreshOn::*": "Spark keeps the views on a dropped table (no CASCADE).",
    "TestPySpark::*": "Uses pandas and Spark data frames; Koalas was discontinued with Spark 3.2.",
    "TestShowDoesNotHandleDoubleLimit::*": "Expects Spark's message for the syntax error.",
    "TestEphemeral*::*": "Expects the text of a view in Spark SQL.",
    "TestUnitTestingTypes::*": "Uses Spark's types.",
    "TestSeedWithWrongDelimiter::*": "Names are quoted: the header becomes the name of one column, and the seed loads.",
    "TestSnapshotDbtValidToCurrent::*": "Compares the same rows by id, because rows in Spark have no order.",
    "TestCurrentTimestamps::*": "There is one timestamp type.",
    "TestGetIntervalsBetween::*": "Expects dates in ISO format.",
    "TestIncrementalPredicates::*": "Tests the predicates of MERGE; there is no delete+insert strategy.",
    "TestPredicates*::*": "Tests the predicates of MERGE; there is no delete+insert strategy.",
}

# Test classes of dbt that do not run here.
NOT_RUN: dict[str, str] = {
    "PythonUDFNotSupported": "Python functions are supported.",
    "PythonUDFRuntimeVersionRequired": "`runtime_version` is not required: the Python that runs dbt runs the function.",
    "PythonUDFEntryPointRequired": "`entry_point` is not required: its default is the name of the file.",
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
        "Spark does not run JavaScript.",
    ),
    "BaseCurrentTimestampAware": "The suite for naive timestamps runs instead: a timestamp stores no time zone.",
    "BaseEscapeSingleQuotesQuote": "The suite for backslashes runs instead: Spark escapes a quote with a backslash.",
}


def matches(test: str, pattern: str) -> bool:
    """Whether the pattern matches ``Class::test[parameters]``, with or without the parameters."""
    return fnmatchcase(test, pattern) or fnmatchcase(test.partition("[")[0], pattern)


def known_failure(test: str) -> KnownFailure | None:
    """The known failure that matches ``Class::test[parameters]``, or None."""
    return next((failure for failure in KNOWN_FAILURES if matches(test, failure.test)), None)
