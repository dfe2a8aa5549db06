"""Places in a statement, as Spark's errors name them, as places in the text that the user finds in a file."""

from __future__ import annotations

import re

# `line 4 pos 11`, `(line 4, pos 11)`, `== SQL (line 4, position 12) ==`, and not the place in a stored view.
_PLACE = re.compile(r"== SQL of [^\n]*|\bline (\d+)(,? pos(?:ition)? )(\d+)")
_SHOWN = "== SQL ==\n"
_CARET = re.compile(r"-*\^+")


def in_own_text(message: str, statement: str, text: str) -> str:
    """The message of a failed statement, with the lines of a text that is a part of it, such as the compiled SELECT.

    The statement may have it indented. The message is as it was if the text is not there exactly once. What precedes
    the text, such as dbt's comment, is not shown; a place in it keeps its line.
    """
    own = text.strip().split("\n")
    found = list(re.finditer(r"\n[ \t]*".join(re.escape(line.lstrip(" \t")) for line in own), statement))
    if not any(own) or len(found) != 1:
        return message
    before, leading = statement[: found[0].start()], text[: text.index(own[0])]
    first = before.count("\n")
    # where each line begins, here and there
    begins = [_last_line(before), *map(_indentation, found[0][0].split("\n")[1:])]
    own_begins = [_last_line(leading), *map(_indentation, own[1:])]

    def place(named: re.Match[str]) -> str:
        line = _line(named, statement) - first if named[1] else -1
        position = int(named[3]) + own_begins[line] - begins[line] if 0 <= line < len(own) else -1
        return f"line {line + leading.count(chr(10)) + 1}{named[2]}{position}" if position >= 0 else named[0]

    said, mark, shown = _PLACE.sub(place, message).partition(_SHOWN)
    return said + mark + _without(before, begins[0], shown)


def _line(named: re.Match[str], statement: str) -> int:
    """The line that is named; of a query in a statement, such as CACHE TABLE, that which Spark shows below its number.

    Of several that could be it, none: -1.
    """
    number, shown = int(named[1]) - 1, named.string[named.end() :].split("\n")[:2]
    if shown[0] != ") ==" or len(shown) == 1:
        return number
    text = shown[1].removeprefix("...").removesuffix("...")
    lines = [place for place, line in enumerate(statement.split("\n")) if text in line]
    return number if number in lines else lines[0] if len(lines) == 1 else -1


def _without(before: str, column: int, shown: str) -> str:
    """The statement of a syntax error without what precedes the text; a line of it points to the error."""
    if not shown.startswith(before):
        return shown
    lines = shown[len(before) :].split("\n")
    if len(lines) > 1 and _CARET.fullmatch(lines[1]):
        lines[1] = lines[1][column:]
    return "\n".join(lines)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _last_line(text: str) -> int:
    """The length of the last line."""
    return len(text) - text.rfind("\n") - 1
