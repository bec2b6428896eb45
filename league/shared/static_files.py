"""Style sheets, scripts and fonts: served from where they lie, compressed, and kept by browsers for ever.

Nothing is collected. The address of every file begins with a digest of all of them (league.conf.settings, STATIC_URL),
so a file never changes under its address, and references between files are relative. Compressed copies are made when
the server starts and a file has none.
"""

import gzip
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import Response, StaticFile

log = structlog.get_logger(__name__)

WORTH_COMPRESSING = frozenset({".css", ".js", ".svg", ".json", ".txt"})
SMALLEST = 500  # bytes; below, compressing saves nothing

_FOUND: dict[tuple[str, str], dict[str, StaticFile]] = {}


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise has no types
    """WhiteNoise over Django's finders, with compressed copies beside."""

    files: dict[str, StaticFile]

    def add_files_from_finders(self) -> None:
        """Look for the files once a process: they stay as they are, and every browser of a test has a handler."""
        place = (self.static_prefix, str(settings.STATIC_COPIES))
        if place not in _FOUND:
            super().add_files_from_finders()
            _FOUND[place] = self.files
        self.files = _FOUND[place]

    def get_static_file(self, path: str, url: str, **_seen: Any) -> StaticFile:
        """One file, how it is described and where its compressed copy lies."""
        headers = Headers([])
        self.add_mime_headers(headers, path, url)
        self.add_cache_headers(headers, path, url)
        copy = None if self.autorefresh else self._compressed(Path(path), url)
        return StaticFile(path, headers.items(), encodings={"gzip": str(copy)} if copy else None)

    def immutable_file_test(self, *_file: str) -> bool:
        """Every address names one content, except while somebody works on the files."""
        return not self.autorefresh

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """Answer in one piece: the files are small, and a stream would hold a thread."""
        found: Response = static_file.get_response(request.method, request.META)
        answer = HttpResponse(found.file.read() if found.file else b"", status=int(found.status))
        if found.file:
            found.file.close()
        del answer["Content-Type"]
        for name, value in found.headers:
            answer[name] = value
        return answer

    def _compressed(self, path: Path, url: str) -> Path | None:
        """The compressed copy of a file, made if there is none; `None` where it would be of no use."""
        if path.suffix not in WORTH_COMPRESSING or path.stat().st_size < SMALLEST:
            return None
        copy = Path(settings.STATIC_COPIES) / (url.removeprefix("/").removeprefix("static/") + ".gz")
        if copy.exists():
            return copy
        try:
            copy.parent.mkdir(parents=True, exist_ok=True)
            unfinished = copy.with_suffix(f".{id(self):x}")
            unfinished.write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
            unfinished.replace(copy)
        except OSError as error:
            log.warning("a static file is served uncompressed", file=url, cause=str(error))
            return None
        return copy
