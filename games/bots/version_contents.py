"""The contents of versions for the sandbox: Python files and zips, cached in each worker by their hash."""

from collections import OrderedDict
from hashlib import sha256
from threading import Lock
from typing import Final

from engine.sandbox.limits import MB
from games.bots.models import ArchivePart, Version

CACHED: Final = 64 * MB  # in each process of a worker


class ContentCache:
    """The contents that were used last, by hash, up to a number of bytes together."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._contents: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, digest: str) -> bytes | None:
        """Return the content with this hash; None if it is not here."""
        with self._lock:
            if digest in self._contents:
                self._contents.move_to_end(digest)
            return self._contents.get(digest)

    def add(self, digest: str, content: bytes) -> None:
        """Keep a content, and drop those used longest ago."""
        with self._lock:
            if digest in self._contents or len(content) > self._most:
                return
            self._contents[digest] = content
            self._size += len(content)
            while self._size > self._most:
                self._size -= len(self._contents.popitem(last=False)[1])


_cache = ContentCache(CACHED)


def content_of(public_id: str) -> bytes:
    """Return the file of a version, empty if it was deleted: so the row is read each time."""
    version = Version.objects.only("pk", "digest", "file_deleted_at").get(public_id=public_id)
    if version.file_deleted_at:
        return b""
    if (known := _cache.get(version.digest)) is not None:
        return known
    parts = ArchivePart.objects.filter(version=version).order_by("number").values_list("content", flat=True)
    content = b"".join(parts.iterator()) or Version.objects.values_list("source", flat=True).get(pk=version.pk).encode()
    if sha256(content).hexdigest() == version.digest:  # else its owner has just deleted the file
        _cache.add(version.digest, content)
    return content
