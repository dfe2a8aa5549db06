"""The secrets of a profile: the settings that hold one, and texts without their values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import unquote

_SECRET_KEY = re.compile(
    r"secret|passw|passphrase|pwd|token|credential|signature|authorization|jaas\.config|\bsas\b"
    r"|(?:access|private|account|api)[._-]?key|connection[._-]?string"
    # not `encryption.keygen.algorithm`, `encryption.key-id`
    r"|(?:keystore|(?:en|de)cryption|sse|client-provided)[._-]?keys?(?![\w-])",
    re.IGNORECASE,
)
# Settings with such a word in their name that say how a secret is used: fs.s3a.aws.credentials.provider.
_ABOUT_A_SECRET = re.compile(r"(?:^|[._-])(?:provider|enabled|ur[il]|type|class|timeout|ms|path|file)$", re.IGNORECASE)
# The password of a URL: `//user:password@host`, Oracle's `user/password@`, and parameters: `?password=...&`, those of
# SQL Server, `;password={...};`, and those of one of several hosts, `(host=db,password=...)`. A port is no user.
_URL = re.compile(r"^(jdbc:|\w[\w+.-]*://)")
_SECRET_PARAMETER = r"[\w.]*(?:secret|passw|pwd|token|signature|access_?key)[\w.]*="
_URL_SECRETS = re.compile(
    r"//[^/?#@:]*:(?!\d+;)([^/?#]+)@|jdbc:oracle:\w+:[^/@:]+/([^@]+)@"
    rf"|[?&;]\s*{_SECRET_PARAMETER}(?:\{{([^}}]+)\}}|([^&;]+))|[,(]\s*{_SECRET_PARAMETER}([^&;,)]+)",
    re.IGNORECASE,
)
# The secrets in the text of a login module: `...PlainLoginModule required username="shop" password="...";`.
_LOGIN = re.compile(r"""\b(?:password|\w*secret)\s*=\s*("[^"]*"|'[^']*'|[^\s;"']+)""", re.IGNORECASE)
_SHORTEST = 4
"""A shorter value would be found in unrelated text."""

_known: set[str] = set()


def in_setting(key: str, value: str) -> list[str]:
    """The secrets that a setting holds: its value, and the passwords in a URL or in the text of a login module."""
    found: list[str] = []
    if _URL.match(value):
        found = [part for match in _URL_SECRETS.findall(value) for part in match]
        found += [unquote(part) for part in found]
    if _SECRET_KEY.search(key) and not _ABOUT_A_SECRET.search(key) and value.lower() not in ("true", "false"):
        found += [value, *(text.strip("\"'") for text in _LOGIN.findall(value))]
    return [secret for secret in dict.fromkeys(found) if secret]


def remember(settings: Mapping[str, str]) -> None:
    """Lets :func:`redact` remove the secrets of these settings, until the process ends."""
    for key, value in settings.items():
        _known.update(secret for secret in in_setting(key, value) if len(secret) >= _SHORTEST)


def redact(text: str) -> str:
    """The text with ``*****`` in place of each secret."""
    for secret in sorted(_known, key=len, reverse=True):
        text = text.replace(secret, "*****")
    return text


def are_in(error: BaseException) -> bool:
    """Whether the text of an error contains a secret, so that it must not be shown or logged as it is."""
    return bool(_known) and redact(str(error)) != str(error)


def loggable(error: Exception) -> Exception | None:
    """The cause of an error that dbt may log with its stack trace; None when that would contain a secret."""
    causes: BaseException | None = error
    while causes is not None:
        if are_in(causes):
            return None
        causes = causes.__cause__ or causes.__context__
    return error
