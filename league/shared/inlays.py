"""Large parts of a page, laid into it when all else is drawn.

Django's templates copy what they have drawn once a level: four hundred lines of a table ten times, which took a third
of the time of their page. So a tag that draws many lines leaves a mark, and the lines are put in its place at the end.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from secrets import token_hex
from typing import Any

from django.http import HttpRequest
from django.utils.safestring import SafeString

from league.shared.drawn import drawn

_KEPT = "inlays"  # the attribute of a request whose page is being drawn by `laid_in`


class Inlays:
    """The parts of one page."""

    def __init__(self) -> None:
        self._mark, self._parts = token_hex(8), list[str]()

    def keep(self, part: str) -> SafeString:
        """Keep a part, and return what stands for it. Nobody else can write the mark: it is drawn by lot."""
        self._parts.append(part)
        return drawn(f"<!--{self._mark}-{len(self._parts) - 1}-->")

    def put_into(self, page: bytes) -> bytes:
        """Return the page with its parts in their places."""
        if not self._parts:
            return page
        pieces: list[bytes] = re.split(rf"<!--{self._mark}-(\d+)-->".encode(), page)
        pieces[1::2] = [self._parts[int(number)].encode() for number in pieces[1::2]]
        return b"".join(pieces)


@contextmanager
def laid_in(request: HttpRequest) -> Iterator[Inlays]:
    """Have tags leave marks while a page is drawn for this request; `put_into` must follow."""
    inlays = Inlays()
    setattr(request, _KEPT, inlays)
    try:
        yield inlays
    finally:
        delattr(request, _KEPT)


def many(context: Mapping[str, Any], lines: Iterable[str]) -> SafeString:
    """Draw many lines, which are safe each: to be laid in, or at once where the page is drawn in another way."""
    inlays: Inlays | None = getattr(context.get("request"), _KEPT, None)
    whole = "".join(lines)
    return inlays.keep(whole) if inlays else drawn(whole)
