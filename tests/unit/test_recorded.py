"""What a keyed table records about itself in its properties."""

from __future__ import annotations

import json

import pytest
from dbt.adapters.contracts.relation import RelationType
from dbt.adapters.tablestore.relations import catalog, recorded
from dbt.adapters.tablestore.relations.relation import TablestoreRelation

BUILT = {
    "tablestore.epoch": "e",
    "tablestore.commit": "1",
    "tablestore.primary-key": "id,at",
    "tablestore.merge-engine": "deduplicate",
    "tablestore.definition": '{"sequence_field": "at, descending"}',
    "tablestore.states": "",
    "tablestore.committed-at": "2024-05-01 10:00:00+02:00",
}


def sealed(number: int, epoch: str = "e", **values: str) -> dict[str, str]:
    text = json.dumps({f"tablestore.{name.replace('_', '-')}": value for name, value in values.items()})
    return {f"tablestore.commits.{epoch}.{number}": text}


def test_a_table_that_was_built_and_has_no_other_commit() -> None:
    assert recorded.statistics(recorded.last_commit(BUILT), False) == {
        "primary_key": "id,at",
        "merge_engine": "deduplicate",
        "sequence_field": "at, descending",
        "commits": 1,
        "last_commit": "2024-05-01 08:00 UTC",
    }


def test_the_highest_commit_of_the_epoch_counts() -> None:
    properties = {
        **BUILT,
        **sealed(9, commit="9", states="s"),
        **sealed(10, commit="10", states="state 1 d", committed_at="2024-06-01 00:00:00+00:00"),
        **sealed(11, "of_an_earlier_build", commit="11"),
    }
    found = recorded.statistics(recorded.last_commit(properties), True)
    assert found == {
        "primary_key": "id,at",
        "commits": 10,
        "states": "state 1 d",
        "last_commit": "2024-06-01 00:00 UTC",
    }


@pytest.mark.parametrize("key", ["_row_hash,_row_copy", "_group", "region,_key_2"])
def test_a_key_that_is_not_in_the_result_is_not_shown(key: str) -> None:
    assert "primary_key" not in recorded.statistics({**BUILT, "tablestore.primary-key": key}, True)


def test_the_key_of_a_table_that_is_no_longer_keyed_is_not_its_key() -> None:
    assert recorded.key_of(BUILT) == ("id", "at")
    assert recorded.key_of({**BUILT, "tablestore.primary-key": '["a,b", "c"]'}) == ("a,b", "c")
    assert recorded.key_of({"tablestore.primary-key": "id"}) == ()


@pytest.mark.parametrize("definition", ['{"sequence_field": "none"}', "{}", ""])
def test_a_table_without_a_sequence(definition: str) -> None:
    found = recorded.statistics({**BUILT, "tablestore.definition": definition}, False)
    assert "sequence_field" not in found


@pytest.mark.parametrize(
    ("current", "parents", "replaced"),
    [
        ("3", {"1": None, "2": "1", "3": None}, True),  # CREATE OR REPLACE TABLE ... AS SELECT
        ("none", {"1": None, "2": "1"}, True),  # without rows
        ("3", {"3": None}, True),  # and the snapshots of the keyed table have expired
        ("3", {"1": None, "2": "1", "3": "2"}, False),  # written or compacted
        ("3", {"3": "2"}, False),  # and the snapshots before have expired
        ("1", {"1": None, "2": "1"}, False),  # it went back
        ("3", {"1": None, "2": "1", "3": "1"}, False),  # and was written then
    ],
)
def test_the_record_of_a_replaced_table_says_nothing(
    current: str, parents: dict[str, str | None], replaced: bool
) -> None:
    properties = {**BUILT, **sealed(2, commit="2", version="2"), "current-snapshot-id": current}
    assert recorded.snapshot_of_commit(properties) == "2"
    assert recorded.is_replaced(properties, parents) is replaced
    assert recorded.snapshot_of_commit({**properties, "current-snapshot-id": "2"}) is None


def test_words_that_spark_does_not_show() -> None:
    """SHOW TBLPROPERTIES leaves out values with `url` in them, unless the package has written it with an escape."""
    shown = {**BUILT, "tablestore.primary-key": r'"page_ur\u006c"'}
    assert recorded.key_of(shown) == ("page_url",)
    assert recorded.statistics(recorded.last_commit(shown), False)["primary_key"] == "page_url"
    for hidden in (
        {"tablestore.primary-key": "*********(redacted)"},
        {"tablestore.commits.e.1": "*********(redacted)"},
    ):
        with pytest.raises(
            recorded.NotShownError, match=f"the property {next(iter(hidden))}, .*redaction.options.regex"
        ):
            recorded.key_of({**BUILT, **hidden})
    later = {**shown, "tablestore.states": "*********(redacted)", **sealed(2, primary_key="page_url")}
    assert recorded.key_of(later) == ("page_url",)


def test_the_catalog_has_a_table_whose_properties_spark_does_not_show() -> None:
    relation = TablestoreRelation.create(database="lake", schema="main", identifier="t", type=RelationType.Table)
    texts = [
        ("url", "int"),
        ("", ""),
        ("# Detailed Table Information", ""),
        ("Table Properties", "[tablestore.epoch=e]"),
    ]
    described = [{"col_name": name, "data_type": text, "comment": None} for name, text in texts]
    found = catalog.catalog_table(
        relation,
        lambda sql: described if sql.startswith("describe") else [],
        lambda _: {**BUILT, "tablestore.commits.e.1": "*********(redacted)"},
    )
    assert found is not None and list(found.columns) == ["url"] and "primary_key" not in found.stats
