"""When the seconds of the tests have grown."""

from __future__ import annotations

from seconds import TOO_MUCH, by_folder, of_both, too_many

KNOWN = {"tests/engine": 800.0, "tests/dbt": 400.0, "tests/unit": 60.0}


def test_a_tenth_more_is_told() -> None:
    assert too_many(KNOWN, KNOWN) == []
    assert too_many(KNOWN | {"tests/engine": 920.0}, KNOWN) == ["tests/engine: 920 s instead of 800 s"]
    assert too_many(KNOWN | {"tests/unit": 72.0}, KNOWN) == ["tests/unit: 72 s instead of 60 s"]
    more = {name: seconds * 1.2 for name, seconds in KNOWN.items()}
    assert too_many(more, KNOWN) == ["all folders: 1512 s instead of 1260 s"]


def test_half_as_much_again_fails() -> None:
    assert too_many(KNOWN | {"tests/engine": 1190.0}, KNOWN, TOO_MUCH) == []
    assert too_many(KNOWN | {"tests/engine": 1210.0}, KNOWN, TOO_MUCH) == ["tests/engine: 1210 s instead of 800 s"]


def test_what_a_machine_may_do_is_not_told() -> None:
    every = {name: seconds * 1.09 for name, seconds in KNOWN.items()}
    assert too_many(every, KNOWN) == [], "it is a little slower at everything"
    assert too_many(KNOWN | {"tests/unit": 69.0}, KNOWN | {"tests/unit": 62.0}) == []
    assert too_many(KNOWN | {"tests/unit": 64.0}, KNOWN | {"tests/unit": 4.0}) != []
    assert too_many(KNOWN | {"tests/new": 500.0}, KNOWN) == [], "a folder that was never measured"


def test_files_are_added_up() -> None:
    assert by_folder({"tests/unit/a.py": 1.0, "tests/unit/b.py": 2.0, "tests/dbt/suites/c.py": 4.0}) == {
        "tests/unit": 3.0,
        "tests/dbt/suites": 4.0,
    }


def test_only_files_that_both_have_are_compared() -> None:
    known = {"tests/unit/a.py": 40.0, "tests/dbt/b.py": 300.0, "tests/dbt/not_run.py": 100.0}
    found = {"tests/unit/a.py": 40.0, "tests/unit/new.py": 50.0, "tests/dbt/b.py": 330.0}
    assert of_both(found, known) == ({"tests/unit": 40.0, "tests/dbt": 330.0}, {"tests/unit": 40.0, "tests/dbt": 300.0})
    assert too_many(*of_both(found, known)) == []
    grown = found | {"tests/dbt/b.py": 390.0}
    assert "tests/dbt: 390 s instead of 300 s" in too_many(*of_both(grown, known)), "whatever else was not run"
