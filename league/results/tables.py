"""Who sits at the table of a subject, and whether it takes reports, as an app above knows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from league.clubs.models import Club
from league.results.models import Pool
from league.results.subjects import SOURCES
from league.shared.errors import Refusal


@dataclass(frozen=True, slots=True)
class Table:
    """A table that an app above has set: a leg of a tournament.

    `players` are the ids from the first seat on, `topic` the live topic of the page that shows it, `closed` what is
    said to those who report it although no report can be taken. `needs` is how many others at the table must agree with
    a report; `voices` are the links by which it is reported without an account, each with the ids of the players for
    whom somebody speaks by it now. `endings` are the rules that its event chose for games that end early, by kind.
    """

    club: Club
    pool: Pool
    players: tuple[int, ...]
    topic: str
    closed: Refusal | None = None
    needs: int = 1
    voices: Mapping[UUID, frozenset[int]] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)

    def speaks(self, via: UUID, player_id: int) -> bool:
        """Whether somebody speaks for that player by that link."""
        return player_id in self.voices.get(via, frozenset())


def locked_table(subject: UUID) -> Table | None:
    """The table of a subject, its tournament locked; None for a game outside of everything that is registered."""
    tables = (source.locked_table(subject) for source in SOURCES)
    return next((table for table in tables if table is not None), None)
