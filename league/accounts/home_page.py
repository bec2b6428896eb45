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
    """What the reader plays next."""
    WAITS = "waits"
    """What waits for the reader's word."""
    DESK = "desk"
    """What waits for those who run something."""
    NEWS = "news"
    """What changed since the reader's last visit."""


class Item(Protocol):
    """An item of a section."""

    @property
    def template(self) -> str:
        """The template that draws it, as `line`."""

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


Teller = Callable[[Account, datetime | None], Sequence[Item]]
"""From the reader and the begin of their visit before this one (None: there was none) to what is told."""

_tellers: list[tuple[Section, int, Teller]] = []


def register_lines(section: Section, teller: Teller, *, order: int = 50) -> None:
    """Add items to a section. Idempotent."""
    if (section, order, teller) not in _tellers:
        _tellers.append((section, order, teller))


def first_page_of(account: Account, since: datetime | None, *, has_desk: bool = True) -> Mapping[str, Sequence[Item]]:
    """Return the items of every section, by its name; news from the latest on. None of the desk without one."""
    items: dict[str, list[Item]] = {section.value: [] for section in Section}
    for section, _order, teller in sorted(_tellers, key=lambda entry: entry[1]):
        if has_desk or section != Section.DESK:
            items[section] += teller(account, since)
    news = sorted((line for line in items[Section.NEWS] if line.at), key=_moment, reverse=True)
    return items | {Section.NEWS.value: news[:MOST_NEWS]}


def _moment(line: Item) -> float:
    return line.at.timestamp() if line.at else 0.0
