"""What a score sheet is for: a game of a club, or a leg of a tournament, which an app above finds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.utils.translation import gettext as _

from engine.core.game import OptionValue
from league.clubs.models import Club
from league.clubs.rules import Asker
from league.members.models import Player
from league.results.errors import NoSuchReport
from league.results.models import Pool
from league.results.subjects import SOURCES


@dataclass(frozen=True, slots=True)
class SetTable:
    """A table that is set already: `players` from the first seat on, `words` to name it, `href` the page it is on.

    `endings` are the rules that its event chose for games that end early, by kind.
    """

    name: str
    subject: UUID
    club: Club
    pool: Pool
    players: tuple[Player, ...]
    words: str
    href: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)


def set_table(name: str, asker: Asker, club: Club) -> SetTable | None:
    """The table of that name; None without a name. Raises `NoSuchReport` where the club has no such table."""
    if not name:
        return None
    found = next((table for source in SOURCES if (table := source.set_table(name, asker)) is not None), None)
    if found is None or found.club != club:
        raise NoSuchReport(_("There is no such game to report. Find your table on the tournament page."))
    return found
