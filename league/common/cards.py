"""Matches, game records and reports as cards in lists, drawn by `shared/_pairing.html`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class CardSeat(NamedTuple):
    """A seat of a card. `sett` is the key of the tartan; "" for that of the name."""

    name: str
    sett: str = ""
    href: str = ""
    is_own: bool = False
    score: str | int | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A heading with a link, a status (`kind` and `words`, as in `shared/_state.html`), and the seats."""

    name: str
    href: str
    key: str
    kind: str
    words: str
    seats: Sequence[CardSeat]
    day: str = ""
    group: str = ""
