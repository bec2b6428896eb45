"""The home page of signed-in readers, made of lines that higher apps register."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from league.accounts.models import Account

MOST_NEWS = 12


class Section(StrEnum):
    """The parts of the page, in their order."""

    NEXT = "next"
    """Games to play."""
    WAITS = "waits"
    """Reports, invitations and requests that the reader has to answer."""
    DESK = "desk"
    """Tasks of organisers and site admins."""
    NEWS = "news"
    """Changes since the reader's last visit."""


class Item(Protocol):
    """An item of a section."""

    @property
    def template(self) -> str:
        """The template that renders it; there it is called `line`."""

    @property
    def at(self) -> datetime | None:
        """Its time."""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence with a link, and perhaps a second one below."""

    words: str
    href: str
    note: str = ""
    at: datetime | None = None
    template: str = "members/_first_line.html"
    change: int | None = None
    """Of a rating, in points."""


ItemSource = Callable[[Account, datetime | None], Sequence[Item]]
"""Returns items for an account; the second argument is the start of its previous visit, None for the first visit."""

_sources: list[tuple[Section, int, ItemSource]] = []


def register_items(section: Section, source: ItemSource, *, order: int = 50) -> None:
    """Add items to a section. Idempotent."""
    if (section, order, source) not in _sources:
        _sources.append((section, order, source))


def home_page_items(account: Account, since: datetime | None, *, has_desk: bool = True) -> Mapping[str, Sequence[Item]]:
    """Return the items by section; of news the latest `MOST_NEWS`. Without `has_desk` the desk is empty."""
    items: dict[str, list[Item]] = {section.value: [] for section in Section}
    for section, _order, source in sorted(_sources, key=lambda entry: entry[1]):
        if has_desk or section != Section.DESK:
            items[section] += source(account, since)
    dated = [(line.at, line) for line in items[Section.NEWS] if line.at]
    news = [line for _at, line in sorted(dated, key=lambda pair: pair[0], reverse=True)]
    return items | {Section.NEWS.value: news[:MOST_NEWS]}
