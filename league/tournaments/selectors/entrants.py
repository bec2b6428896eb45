"""The people behind the numbers: every entry of a tournament by its number, with name and address."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.text import slugify

from league.clubs.rules import Asker
from league.tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry as a page names it."""

    number: int
    public_id: str
    name: str
    href: str
    own: bool
    """Whether it is the reader's own, or the reader's bot."""
    has_left: bool


def entrants_of(tournament: Tournament, asker: Asker) -> Mapping[int, Entrant]:
    """All entries by number, in one query."""
    rows = tournament.entries.order_by("number").values_list(
        "number", "public_id", "left_round", "player__public_id", "player__name", "player__account", "player__owner"
    )
    return {
        number: Entrant(
            number=number,
            public_id=public_id,
            name=name,
            href=reverse("ratings:player", args=[player, slugify(name) or "player"]),
            own=asker.pk is not None and asker.pk in {account, owner},
            has_left=left is not None,
        )
        for number, public_id, left, player, name, account, owner in rows
    }
