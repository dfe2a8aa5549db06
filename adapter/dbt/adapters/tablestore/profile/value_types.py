"""Values of a target that have another type than their key takes, in words."""

from __future__ import annotations

from dbt_common.dataclass_schema import ValidationError

# What to write for a type of a JSON schema.
_WORDS = {
    "array": "a list, for example `{key}: [a, b]`",
    "boolean": "`{key}: true` or `{key}: false`",
    "integer": "a whole number",
    "number": "a number",
    "object": "keys and values, for example `{key}: {{name: value}}`",
    "string": 'a text, for example `{key}: "text"`',
}
_SECRET = ("token", "password")
# Keys with settings: a text or a list in their place can contain a password, but not if it has only letters.
_SETTINGS = ("catalog", "spark_config", "server_side_parameters")


def wrong_type(error: ValidationError) -> str:
    """Which key has a value of the wrong type, and what to write."""
    key = ".".join(map(str, error.absolute_path))
    is_hidden = key in _SECRET or (key.split(".")[0] in _SETTINGS and not _has_only_letters(error.instance))
    given = f"`{key}` is " + ("of the wrong type" if is_hidden else repr(error.instance))
    if "enum" in error.schema:
        return f"{given}; it must be one of: {', '.join(map(str, error.schema['enum']))}"
    kinds = [str(schema.get("type")) for schema in error.schema.get("anyOf", [error.schema])]
    known = [_WORDS[kind].format(key=key) for kind in kinds if kind in _WORDS]
    return f"{given}; write {' or '.join(known)}" if key and known else error.message


def _has_only_letters(value: object) -> bool:
    return all(character.isalpha() or character in "'[], " for character in repr(value))
