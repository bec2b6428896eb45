"""Who sits at the table of a subject, and whether it takes reports, without knowing what it is: floors above say so.

# league/tournaments/apps.py, in ready():
register_table_keeper(table_of_leg)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from league.clubs.models import Club
from league.results.models import Pool
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


Keeper = Callable[[UUID], Table | None]
"""From a subject to its table, locked until the transaction ends; None for a subject that it does not know."""

_keepers: list[Keeper] = []


def register_table_keeper(keeper: Keeper) -> None:
    """Have `locked_table` ask this one too. Registering it again changes nothing."""
    if keeper not in _keepers:
        _keepers.append(keeper)


def locked_table(subject: UUID) -> Table | None:
    """The table of a subject, its tournament locked; None for a game outside of everything that is registered."""
    tables = (keeper(subject) for keeper in _keepers)
    return next((table for table in tables if table is not None), None)
