"""The text of a SQL type as a pyspark object, in Spark's spelling or Flink's."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from dbt.adapters.tablestore.functions.types.errors import MismatchError
from dbt.adapters.tablestore.functions.types.sql_types import MAX_PRECISION, SIMPLE_TYPES, equal_names, type_text
from pyspark.sql import types as t

_DECIMAL = {"DECIMAL", "DEC", "NUMERIC"}
# Types of Flink whose length Spark does not enforce, and what to write instead.
_WITH_LENGTH = {"CHAR": "STRING", "CHARACTER": "STRING", "VARCHAR": "STRING", "BINARY": "BYTES", "VARBINARY": "BYTES"}
# The length of Flink's STRING and BYTES: none.
_NO_LENGTH = 2_147_483_647
_TIMESTAMPS = {"TIMESTAMP", "TIMESTAMP_LTZ", "TIMESTAMP_NTZ"}
# The digits of a second in Spark's timestamps and times.
_FRACTION = 6
_NESTED = {"ARRAY", "MAP", "STRUCT", "ROW"}
_SIGNS = set("<>(),:")
_TOKEN = re.compile(r"\s+|(?P<word>`[^`]+`|\w+)|(?P<sign>[<>(),:])|(?P<other>.)")
_UNITS = {"DAY": 0, "HOUR": 1, "MINUTE": 2, "SECOND": 3}


def parse_type(text: str) -> t.DataType:
    """The type that a text names, in Spark's spelling or Flink's (``ROW<a STRING>``).

    Raises:
        MismatchError: the text is not a type, or Spark does not pass such values to Python.
    """
    parser = _Parser(text)
    found = parser.type()
    if parser.ahead is not None:
        raise parser.error(f"unexpected `{parser.ahead}` after the type")
    return found


class _Parser:
    """Reads a type token by token; ``ahead`` is the next token, None at the end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = self._split()
        self.ahead: str | None = next(self._tokens, None)

    def error(self, reason: str) -> MismatchError:
        return MismatchError(f"`{self._text}` is not a SQL type: {reason}")

    def _split(self) -> Iterator[str]:
        for match in _TOKEN.finditer(self._text):
            if match.lastgroup == "other":
                raise self.error(f"unexpected `{match.group()}`")
            if match.lastgroup is not None:
                yield match.group()

    def take(self, *accepted: str) -> str | None:
        """The next token if it is one of those accepted, or any token if none is named."""
        token = self.ahead
        if token is None or (accepted and token.upper() not in accepted):
            return None
        self.ahead = next(self._tokens, None)
        return token

    def expect(self, *accepted: str) -> str:
        """The next token, which must be one of those accepted, or a name or number if none is named."""
        if accepted or self.ahead not in _SIGNS:
            token = self.take(*accepted)
            if token is not None:
                return token
        expected = " or ".join(f"`{item}`" for item in accepted) or "a name"
        found = f"`{self.ahead}`" if self.ahead else "the end"
        raise self.error(f"expected {expected}, found {found}")

    def type(self) -> t.DataType:
        found = self._named(self.expect().upper())
        self._nullability()
        while collection := self.take("ARRAY", "MULTISET"):
            if collection.upper() == "MULTISET":
                raise _multiset_error(found)
            found = t.ArrayType(found)
            self._nullability()
        return found

    def _nullability(self) -> None:
        if self.take("NOT"):
            self.expect("NULL")
        else:
            self.take("NULL")

    def _named(self, name: str) -> t.DataType:
        if name in _DECIMAL:
            return self._decimal()
        if name in _WITH_LENGTH and (name not in SIMPLE_TYPES or self.ahead == "("):
            return self._with_length(name)
        if name in _TIMESTAMPS:
            return self._timestamp(name)
        if name == "TIME":
            self._check_fraction(name, self._numbers(1), "TIME")
            return t.TimeType(_FRACTION)
        if name == "ARRAY":
            (element,) = self._elements(1)
            return t.ArrayType(element)
        if name == "MAP":
            key, value = self._elements(2)
            return t.MapType(key, value)
        if name == "MULTISET":
            (element,) = self._elements(1)
            raise _multiset_error(element)
        if name == "RAW":
            raise MismatchError("Spark has no type RAW: write DataType(raw=True), which stores pickled objects")
        if name in ("STRUCT", "ROW"):
            return self._struct()
        if name == "INTERVAL":
            return self._interval()
        if name not in SIMPLE_TYPES:
            near = difflib.get_close_matches(name, [*SIMPLE_TYPES, *_DECIMAL, *_WITH_LENGTH, *_NESTED, "INTERVAL"], 1)
            raise self.error(f"unknown type {name}" + (f" (did you mean {near[0]}?)" if near else ""))
        if name == "DOUBLE":
            self.take("PRECISION")
        return SIMPLE_TYPES[name]()

    def _with_length(self, name: str) -> t.DataType:
        varying = " VARYING" if self.take("VARYING") else ""
        length = self._numbers(1)
        instead = _WITH_LENGTH[name]
        if length != [_NO_LENGTH]:
            text = f"{name}{varying}" + (f"({length[0]})" if length else "")
            raise MismatchError(
                f"{text} has a length that Spark does not enforce: write {instead}, and check the length in the "
                "function"
            )
        return SIMPLE_TYPES[instead]()

    def _timestamp(self, name: str) -> t.DataType:
        """A timestamp. With a precision or a clause, TIMESTAMP is Flink's, which has no zone."""
        zoneless = name == "TIMESTAMP_NTZ" or (name == "TIMESTAMP" and self.ahead == "(")
        precise = name == "TIMESTAMP" and self.ahead == "("
        precision = self._numbers(1)
        if name == "TIMESTAMP" and self.ahead and self.ahead.upper() in ("WITH", "WITHOUT"):
            zoneless = self.expect("WITH", "WITHOUT").upper() == "WITHOUT"
            if not zoneless and not self.take("LOCAL"):
                raise self.error(
                    "Spark has no timestamps with a zone of their own; write TIMESTAMP WITH LOCAL TIME ZONE"
                )
            self.expect("TIME")
            self.expect("ZONE")
        spark = "TIMESTAMP_NTZ" if zoneless else "TIMESTAMP"
        self._check_fraction(name, precision, f"{spark}, and round the value in the function" if precise else spark)
        return SIMPLE_TYPES[spark]()

    def _check_fraction(self, name: str, precision: list[int], instead: str) -> None:
        if precision and precision[0] != _FRACTION:
            raise MismatchError(
                f"{name}({precision[0]}) has a precision that Spark does not enforce, because its values have "
                f"microseconds: write {instead}"
            )

    def _decimal(self) -> t.DecimalType:
        numbers = self._numbers(2)
        precision = numbers[0] if numbers else 10
        scale = numbers[1] if len(numbers) > 1 else 0
        if precision == 0 or not scale <= precision <= MAX_PRECISION:
            raise self.error(f"the precision is 1 to {MAX_PRECISION}, and the scale at most the precision")
        return t.DecimalType(precision, scale)

    def _numbers(self, most: int) -> list[int]:
        """The numbers in parentheses, as in ``(10, 2)``; none when there are no parentheses."""
        if not self.take("("):
            return []
        numbers = [self._number()]
        while len(numbers) < most and self.take(","):
            numbers.append(self._number())
        self.expect(")")
        return numbers

    def _number(self) -> int:
        token = self.expect()
        if not token.isdecimal():
            raise self.error(f"expected a number, found `{token}`")
        return int(token)

    def _elements(self, count: int) -> list[t.DataType]:
        """The types in angle brackets, as in ``<STRING, INT>``."""
        self.expect("<")
        found = [self.type()]
        while len(found) < count:
            self.expect(",")
            found.append(self.type())
        self.expect(">")
        return found

    def _struct(self) -> t.StructType:
        close = {"<": ">", "(": ")"}[self.expect("<", "(")]
        fields: list[t.StructField] = []
        while not fields or self.expect(",", close) == ",":
            name = self.expect().strip("`")
            self.take(":")
            fields.append(t.StructField(name, self.type()))
        if equal := equal_names(field.name for field in fields):
            raise self.error(
                f"its fields `{equal[0]}` and `{equal[1]}` have the same name, because upper and lower case are equal"
            )
        return t.StructType(fields)

    def _interval(self) -> t.DataType:
        first = self._interval_unit()
        last = self._interval_unit() if self.take("TO") else first
        if first in ("YEAR", "MONTH"):
            name = f"INTERVAL {first}" + (f" TO {last}" if last != first else "")
            raise MismatchError(f"Spark does not pass {name} to Python; pass the number of months as an INT")
        if first not in _UNITS or last not in _UNITS:
            raise self.error(f"the units of an INTERVAL are {', '.join(_UNITS)}")
        if _UNITS[first] > _UNITS[last]:
            raise self.error(f"write INTERVAL {last} TO {first}, the longer unit first")
        return t.DayTimeIntervalType(_UNITS[first], _UNITS[last])

    def _interval_unit(self) -> str:
        """A unit, in capital letters. Flink shows DAY(2) and SECOND(6), its defaults for the digits of a number."""
        unit = self.expect().upper()
        digits = self._numbers(1)
        if digits and digits[0] != {"SECOND": _FRACTION, "DAY": 2, "YEAR": 2}.get(unit):
            raise MismatchError(
                f"INTERVAL {unit}({digits[0]}) has a precision that Spark does not enforce: write INTERVAL {unit}"
            )
        return unit


def _multiset_error(element: t.DataType) -> MismatchError:
    text = type_text(element)
    return MismatchError(
        f"Spark has no type MULTISET<{text}>: write MAP<{text}, INT>, from each value to how often it occurs"
    )
