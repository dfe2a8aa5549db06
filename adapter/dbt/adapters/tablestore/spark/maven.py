"""Files of Maven repositories: the user's local one, the mirror of the user's Maven settings, or Maven Central."""

from __future__ import annotations

import base64
import hashlib
import os
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote, urlsplit, urlunsplit
from xml.etree import ElementTree

MIRROR = "TABLESTORE_JARS_MIRROR"
"""The environment variable with the URL of a repository that is used instead of Maven Central."""

_CENTRAL = "https://repo.maven.apache.org/maven2"
_CHUNK = 1 << 20
_SECONDS = 60


class DownloadError(Exception):
    """Why a file could not be downloaded, in words for a user."""


@dataclass(frozen=True)
class Repository:
    """A Maven repository: its URL without credentials, where the URL is from, and a header that identifies the user."""

    url: str
    origin: str
    authorization: str | None = None


def local_file(coordinate: str) -> Path | None:
    """The jar of ``group:artifact:version`` in the user's local repository, if Maven has downloaded it."""
    path = Path.home() / ".m2" / "repository" / relative_path(coordinate)
    return path if path.is_file() else None


def relative_path(coordinate: str) -> str:
    """Where a repository has the jar of ``group:artifact:version``."""
    group, artifact, version = coordinate.split(":")
    return f"{group.replace('.', '/')}/{artifact}/{version}/{artifact}-{version}.jar"


def repository() -> Repository:
    """The environment's mirror, that of ``~/.m2/settings.xml`` for Maven Central, or Maven Central itself."""
    if given := os.environ.get(MIRROR):
        return _with_user_of_url(given, f"the environment variable {MIRROR}")
    settings = Path.home() / ".m2" / "settings.xml"
    return (_mirror(settings) if settings.is_file() else None) or Repository(_CENTRAL, "Maven Central")


def download(repository: Repository, coordinate: str, target: Path, begin: Callable[[int], None]) -> None:
    """Writes the jar of ``group:artifact:version`` to a file, and compares it with the repository's checksum.

    ``begin`` gets its size in bytes, 0 if the repository does not say it, before the first byte is written. The
    proxies of ``https_proxy`` and ``no_proxy`` are used, and the certificates that this system trusts.

    Raises:
        DownloadError: it could not be downloaded.
    """
    path = relative_path(coordinate)
    digest = hashlib.sha1(usedforsecurity=False)
    with _open(repository, path) as answer, target.open("wb") as file:
        begin(int(answer.headers.get("Content-Length") or 0))
        while chunk := answer.read(_CHUNK):
            digest.update(chunk)
            file.write(chunk)
    with _open(repository, f"{path}.sha1") as answer:
        wanted = answer.read(200).decode("ascii", "replace").split()
    if not wanted or wanted[0].lower() != digest.hexdigest():
        raise DownloadError(f"the checksum of {repository.url}/{path} is wrong")


def _open(repository: Repository, path: str):  # type: ignore[no-untyped-def]
    try:
        request = urllib.request.Request(f"{repository.url}/{path}")
        if repository.authorization:
            request.add_unredirected_header("Authorization", repository.authorization)
        return urllib.request.urlopen(request, timeout=_SECONDS)
    except urllib.error.HTTPError as error:
        raise DownloadError(f"{repository.url}/{path}: HTTP {error.code} {error.reason}") from None
    except (OSError, ValueError) as error:
        raise DownloadError(f"{repository.url}/{path}: {getattr(error, 'reason', error)}") from None


def _mirror(settings: Path) -> Repository | None:
    """The mirror of Maven Central in Maven's settings, with the user and the password of its server."""
    try:
        root = ElementTree.parse(settings).getroot()
    except (OSError, ElementTree.ParseError) as error:
        raise DownloadError(f"{settings} cannot be read: {error}") from None
    for mirror in _children(root, "mirrors", "mirror"):
        covered = [name.strip() for name in mirror.get("mirrorOf", "").split(",")]
        if "!central" in covered or not {"*", "central", "external:*"} & set(covered):
            continue
        servers = _children(root, "servers", "server")
        server = next((server for server in servers if server.get("id") == mirror.get("id")), {})
        user = _basic(server["username"], server.get("password", "")) if "username" in server else None
        if not mirror.get("url"):
            raise DownloadError(f"the mirror '{mirror.get('id', '')}' in {settings} has no url")
        found = _with_user_of_url(mirror["url"], str(settings))
        return found if user is None else replace(found, authorization=user)
    return None


def _children(root: ElementTree.Element, group: str, item: str) -> Iterator[dict[str, str]]:
    """The items of a group as dictionaries, whatever the namespace is; ``${env.NAME}`` is replaced."""
    for element in root.iterfind(f"{{*}}{group}/{{*}}{item}"):
        yield {child.tag.rpartition("}")[2]: _with_environment((child.text or "").strip()) for child in element}


def _with_environment(text: str) -> str:
    if text.startswith("${env.") and text.endswith("}"):
        return os.environ.get(text[len("${env.") : -1], "")
    return text


def _with_user_of_url(given: str, origin: str) -> Repository:
    parts = urlsplit(given)
    user = _basic(unquote(parts.username), unquote(parts.password or "")) if parts.username else None
    host = parts.netloc.rpartition("@")[2]
    return Repository(urlunsplit(parts._replace(netloc=host)).rstrip("/"), origin, user)


def _basic(user: str, password: str) -> str:
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode("ascii")
