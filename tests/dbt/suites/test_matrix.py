"""matrix.py is complete, and docs/compatibility.md is up to date."""

from suites import compatibility, matrix


def test_every_class_of_dbt_runs_or_has_a_reason():
    ours = [cls for _, cls in compatibility.test_classes()]
    missing = [
        base.__qualname__
        for base in compatibility.base_classes()
        if not any(issubclass(cls, base) for cls in ours) and base.__name__ not in matrix.NOT_RUN
    ]
    assert missing == []


def test_every_reason_names_a_class_that_does_not_run():
    ours = [cls for _, cls in compatibility.test_classes()]
    bases = {base.__name__: base for base in compatibility.base_classes()}
    assert [name for name in matrix.NOT_RUN if name not in bases] == []
    assert [name for name in matrix.NOT_RUN if any(issubclass(cls, bases[name]) for cls in ours)] == []


def test_every_class_has_tests():
    assert [cls.__name__ for _, cls in compatibility.test_classes() if not compatibility.tests_of(cls)] == []


def test_no_class_hides_another_of_the_same_name():
    names = [cls.__name__ for _, cls in compatibility.test_classes()]
    assert sorted(set(names)) == sorted(names)


def test_every_known_failure_and_every_adapted_test_exists():
    tests = [
        f"{cls.__name__}::{name}" for _, cls in compatibility.test_classes() for name in compatibility.tests_of(cls)
    ]
    listed = [failure.test for failure in matrix.KNOWN_FAILURES] + list(matrix.ADAPTED)
    assert [name for name in listed if not any(matrix.matches(test, name) for test in tests)] == []


def test_the_page_is_up_to_date():
    assert compatibility.PAGE.read_text() == compatibility.page(), "run `python -m suites.compatibility` in tests/dbt"
