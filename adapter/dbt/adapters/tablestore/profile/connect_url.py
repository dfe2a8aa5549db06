"""The address of a Spark Connect server: ``sc://host:port/;parameter=value;...``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, unquote

from dbt.adapters.tablestore.profile.catalogs import catalog_problems, is_uri

# An address of IPv6 is in brackets.
_HOST = r"(\[[0-9a-fA-F:.]+\]|[^\[\]:/;?#@\s]+)(:(?P<port>[0-9]{1,5}))?"
_URL = re.compile(rf"sc://{_HOST}(/(;[\w-]+=[^;]*)*;?)?")


def without_parameters(url: str) -> str:
    """The scheme, the host and the port."""
    return url.partition("/;")[0].rstrip("/")


def parameters(url: str) -> dict[str, str]:
    """The parameters by name, such as ``token`` and ``use_ssl``."""
    pairs = (part.partition("=") for part in url.partition("/;")[2].split(";") if part)
    return {key: unquote(value) for key, _, value in pairs}


def remote(url: str, token: str | None, user: str | None) -> str:
    """The address with the keys ``token`` and ``user`` of a target as parameters."""
    given = parameters(url)
    more = {"token": token, "user_id": user}
    given |= {key: value for key, value in more.items() if value is not None}
    texts = "".join(f";{key}={quote(value, safe='')}" for key, value in given.items())
    return f"{without_parameters(url)}/{texts}"


def connect_problems(target: Mapping[str, Any]) -> Iterator[str]:
    """What is missing or unusable in a target of Spark Connect."""
    url, catalog, warehouse = target.get("url"), target.get("catalog"), target.get("warehouse")
    if not target.get("schema"):
        yield "`schema` is missing: the schema of models that do not name one, for example `schema: main`"
    if not url:
        yield (
            "`url` is missing: the address of the Spark Connect server, for example `url: sc://host:15002`, or the "
            "environment variable SPARK_REMOTE"
        )
    elif not _is_url(url):
        # a password can stand before the host, and a token behind it
        shown = re.sub(r"//.*@", "//", re.split(r"[;?#]", str(url))[0])
        yield f"`url` is {shown!r}; write it as sc://host:15002 or sc://host:443/;use_ssl=true, with a port up to 65535"
    elif "session_id" in parameters(url):
        yield (
            "`url` has the parameter `session_id`: all threads would share the temporary views and the settings of one "
            "session; remove the parameter"
        )
    if catalog:
        yield from catalog_problems(target)
    if warehouse is not None and not catalog:
        yield (
            "`warehouse` belongs to the catalog of the profile, and this target has none: remove it, and the tables "
            "are in the catalog of the server, or configure one under `catalog`"
        )
    elif warehouse is not None and not (str(warehouse).startswith("/") or is_uri(str(warehouse))):
        yield (
            f"`warehouse` is '{warehouse}', relative to this project, which the server does not have: write a URI, for "
            "example `warehouse: s3://bucket/lake`"
        )


def _is_url(url: Any) -> bool:
    match = _URL.fullmatch(url) if isinstance(url, str) else None
    return match is not None and 0 < int(match["port"] or 15002) < 65536
