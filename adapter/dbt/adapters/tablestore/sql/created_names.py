"""The name that a statement gives to a table, a view or a schema, which a catalog uses as the name of a folder."""

from __future__ import annotations

import re

from dbt.adapters.tablestore.sql.names import unquoted
from dbt.adapters.tablestore.sql.statement_text import without_leading_comments

_PART = r"(?:`(?:[^`]|``)*`|\w+)"
_NAME = rf"({_PART}(?:\.{_PART})*)"
_CREATE = re.compile(
    rf"(?:create\s+(?:or\s+replace\s+)?|replace\s+)(?:external\s+)?(?:table|view|schema|database|namespace)\s+"
    rf"(?:if\s+not\s+exists\s+)?{_NAME}",
    re.IGNORECASE,
)
_RENAME = re.compile(rf"alter\s+(?:table|view)\s+{_NAME}\s+rename\s+to\s+{_NAME}", re.IGNORECASE)
LONGEST = 255
"""The bytes of the longest name of a folder."""
_NOT_IN_A_FOLDER = re.compile(r"[/\\\x00-\x1f\x7f]")


def created_name(sql: str) -> list[str]:
    """The parts of the name that the statement creates; empty for any other statement."""
    text = without_leading_comments(sql)
    match = _CREATE.match(text) or _RENAME.match(text)
    return name_parts(match.groups()[-1]) if match else []


def name_parts(name: str) -> list[str]:
    """The parts of a name as SQL; none of an empty one."""
    return [unquoted(part) for part in re.findall(_PART, name)]


def is_folder_name(part: str, longest: int = LONGEST) -> bool:
    """Whether the part of a name is the name of a folder, and not a path, nothing, or too long."""
    fits = len(part.encode()) <= longest
    return fits and part.strip() not in ("", ".", "..") and not _NOT_IN_A_FOLDER.search(part)
